import { randomBytes } from 'node:crypto'
import { counted } from '../../src/contract/counted.ts'
import { packageVersion } from '../../src/contract/package-version.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import { createKeyring } from '../client/credentials.ts'
import { createTarget, type Target } from '../client/target.ts'
import { Service } from '../model/service.ts'
import { createRedactor } from '../redaction/redact.ts'
import type { Opening } from './opening.ts'
import type { RunSettings, Settings } from './options.ts'
import { requestLine } from './record.ts'
import type { Report } from './report.ts'

/** What a run sends and writes with. Every request goes through the target, every report through the redactor. */
export type Connection = ReturnType<typeof connect>

/** The parts of every report besides what was found. */
type Common = Pick<Report, 'tool' | 'run' | 'target' | 'startedAt' | 'durationMs'>
type About = Pick<Report, 'rootCause' | 'warnings' | 'requests'>

type SuiteTokens = Partial<Pick<Settings, 'otherToken' | 'tenantsDisjoint'>>

/** What each kind of run consists of; both appear in the User-Agent. */
const parts = { conformance: 'check', probe: 'knob' }

/** Opens what a run sends and writes with. It sends nothing yet. */
export function connect(settings: RunSettings & SuiteTokens, kind: keyof typeof parts) {
  const [version, startedAt, run] = [packageVersion(), dateNow(), randomBytes(4).toString('hex')]
  const { token, otherToken, disabledToken, inShell, reports, foreignReport, onRequest, baseUrl, reveal } = settings
  const redactor = createRedactor({ reveal, run: { token, target: baseUrl } })
  const target = createTarget({
    ...settings,
    declared: foreignReport === undefined ? reports : [...reports, foreignReport],
    userAgent: (name) => `pessoas-sim/${version} (${kind}; run ${run}; ${parts[kind]} ${name})`,
    onSend: onRequest && ((question, risk, check) => onRequest({ check, risk, line: requestLine(question, redactor) })),
  })
  const keys = createKeyring(token, otherToken, disabledToken, inShell)
  for (const key of [keys.own, keys.other, ...keys.wrong.values()]) if (key?.value) redactor.hide(key.value, key.label)
  for (const [i, numero] of reports.entries()) redactor.hide(numero, `$REPORT_${i + 1}`)
  if (foreignReport) redactor.hide(foreignReport, '$FOREIGN_REPORT')
  const mostPages = kind === 'probe' ? 1_000 : 40
  const services: Service[] = []
  const anotherService = (): Service => {
    const service = new Service({ ...settings, target, keys, redactor, mostPages })
    services.push(service)
    return service
  }
  return {
    target,
    redactor,
    service: anotherService(),
    anotherService,
    /** Returns what the report of a run that ends now says besides what it found. */
    circumstances({ cause }: Opening): About & { heading: Common; unknownReports: readonly string[] } {
      const unknownReports = [...new Set(services.flatMap((service) => [...service.unknownReports]))]
      const rootCause = cause?.says ?? causeOfEnd(target)
      return {
        heading: {
          tool: { name: 'pessoas-sim', version },
          run,
          target: redactor.ours(baseUrl),
          startedAt: new Date(startedAt).toISOString(),
          durationMs: dateNow() - startedAt,
        },
        rootCause: rootCause === undefined ? null : redactor.ours(rootCause),
        warnings: [...settings.warnings, ...warningsOf(target, unknownReports).map(redactor.ours)],
        requests: target.counts,
        /** Labels of declared reports that the target does not know. */
        unknownReports,
      }
    },
  }
}

function causeOfEnd({ givenUp, counts }: Target): string | undefined {
  if (!givenUp) return undefined
  const { kind, message, remedy } = givenUp
  const stopped = `The run stopped after ${counted(counts.sent, 'request')}`
  if (kind === 'rate-limit') return `${message.replace(/^t/, 'T')}. ${stopped}; ${remedy}.`
  return `The target stopped answering: ${message}. ${stopped}. Is the service still running?`
}

/** Returns what the operator should know about the target, whatever the verdict. */
function warningsOf({ rateLimit, givenUp }: Target, unknownReports: readonly string[]): string[] {
  const warnings = unknownReports.map(
    (label) =>
      `the target returns 404 for the declared report ${label}: check that the number is right and that the report belongs to the organization of this token. Until then, checks that need a report stay undecided`,
  )
  if (rateLimit && !givenUp)
    warnings.unshift(
      `the target returned 429 (too many requests) ${counted(rateLimit.refusals, 'time')}: ${rateLimit.remedy}`,
    )
  return warnings
}
