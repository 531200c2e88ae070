import { counted } from '../../src/contract/counted.ts'
import { packageVersion } from '../../src/contract/package-version.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import { createKeyring } from '../client/credentials.ts'
import { createTarget, type Target } from '../client/target.ts'
import { Service } from '../model/service.ts'
import { createRedactor, type Redactor } from '../redaction/redact.ts'
import { causeOfEnd, type Opening } from './opening.ts'
import type { RunSettings } from './options.ts'
import { requestLine } from './record.ts'
import type { Report } from './report.ts'
import type { RunState } from './run-state.ts'

/** What a run sends and writes with. Every request goes through the target, every report through the redactor. */
export interface Connection {
  target: Target
  redactor: Redactor
  service: Service
  /** Returns a service that has read nothing yet. */
  anotherService(): Service
  /** Returns what the report of a run that ends now says besides what it found. */
  circumstances(opening: Opening, ...services: readonly Service[]): Circumstances
  close(): Promise<void>
}

/** The parts of every report besides what was found. */
export interface Circumstances extends Pick<Report, 'rootCause' | 'warnings' | 'requests'> {
  /** The fields that every report begins with. */
  heading: Pick<Report, 'tool' | 'run' | 'target' | 'startedAt' | 'durationMs'>
  opening: Opening
  redactor: Redactor
  /** Labels of declared reports that the target does not know. */
  unknownReports: readonly string[]
}

/** What each kind of run consists of; both appear in the User-Agent. */
const parts = { conformance: 'check', probe: 'knob' }
type Kind = keyof typeof parts

/** Opens what a run sends and writes with. It sends nothing yet. */
export function connect(settings: RunSettings, kind: Kind, state: RunState): Connection {
  const version = packageVersion()
  const { run, startedAt } = state
  const { token, otherToken, disabledToken, inShell, reports, foreignReport, onRequest } = settings
  const redactor = createRedactor({ reveal: settings.reveal, run: { token, target: settings.baseUrl } })
  const target = createTarget({
    ...settings,
    declared: foreignReport === undefined ? reports : [...reports, foreignReport],
    userAgent: (name) => `pessoas-sim/${version} (${kind}; run ${run}; ${parts[kind]} ${name})`,
    onSend: onRequest && ((question, risk, check) => onRequest({ check, risk, line: requestLine(question, redactor) })),
  })
  state.requests = target.counts
  const keys = createKeyring(token, otherToken, disabledToken, inShell)
  for (const key of [keys.own, keys.other]) if (key?.value) redactor.hide(key.value, key.label)
  for (const { value, label } of keys.wrong.values()) if (value) redactor.hide(value, label)
  for (const [i, numero] of reports.entries()) redactor.hide(numero, `$REPORT_${i + 1}`)
  if (foreignReport) redactor.hide(foreignReport, '$FOREIGN_REPORT')
  const anotherService = () =>
    new Service({ ...settings, target, keys, redactor, mostPages: kind === 'probe' ? 1_000 : 40 })
  return {
    target,
    redactor,
    service: anotherService(),
    anotherService,
    circumstances(opening, ...services) {
      const cause = opening.cause ?? causeOfEnd(target, redactor)
      const unknownReports = [...new Set(services.flatMap((service) => [...service.unknownReports]))]
      return {
        heading: {
          tool: { name: 'pessoas-sim', version },
          run,
          target: redactor.ours(settings.baseUrl),
          startedAt: startedAt.toISOString(),
          durationMs: dateNow() - startedAt.getTime(),
        },
        rootCause: cause === undefined ? null : redactor.ours(cause.says),
        warnings: [...settings.warnings, ...warningsOf(target, unknownReports).map(redactor.ours)],
        requests: target.counts,
        opening,
        redactor,
        unknownReports,
      }
    },
    close: () => target.close(),
  }
}

/** Returns what the operator should know about the target, whatever the verdict. */
function warningsOf({ rateLimit, givenUp }: Target, unknownReports: readonly string[]): string[] {
  return [
    ...(rateLimit && !givenUp
      ? [`the target returned 429 (too many requests) ${counted(rateLimit.refusals, 'time')}: ${rateLimit.remedy}`]
      : []),
    ...unknownReports.map(
      (label) =>
        `the target returns 404 for the declared report ${label}: check that the number is right and that the report belongs to the organization of this token. Until then, checks that need a report stay undecided`,
    ),
  ]
}
