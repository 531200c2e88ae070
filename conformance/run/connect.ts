import { URL } from 'node:url'
import { packageVersion } from '../../src/contract/package-version.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import { checks } from '../checks/index.ts'
import { createKeyring } from '../client/credentials.ts'
import { oldKeyring } from '../client/old-keyring.ts'
import { createTarget, type Target } from '../client/target.ts'
import { createRedactor, type Redactor } from '../redaction/redact.ts'
import { createSession, type Session } from '../service/session.ts'
import { causeOfEnd, type Opening } from './opening.ts'
import type { RunSettings } from './options.ts'
import { requestLine } from './record.ts'
import type { Report } from './report.ts'
import type { RunState } from './run-state.ts'
import { unknownReportsOf, warningsOfTarget } from './target-warnings.ts'

/** What a run sends and writes with. Every request goes through the target, every report through the redactor. */
export interface Connection {
  target: Target
  redactor: Redactor
  /** Returns what the report of a run that ends now says besides what it found. */
  circumstances(opening: Opening, sessions: readonly Session[]): Circumstances
  /** Opens a session that has read nothing yet. */
  openSession(): Session
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

const listRules = new Map(checks.flatMap(({ id, everyList }) => (everyList ? [[id, everyList]] : [])))

/** What each kind of run consists of; both appear in the User-Agent. */
const parts = { conformance: 'check', probe: 'knob' }
type Kind = keyof typeof parts

/** Wrong tokens that are a part of the token. */
const PARTS = ['first-half', 'first-half-percent', 'without-last']

/** Opens what a run sends and writes with. It sends nothing yet. */
export function connect(settings: RunSettings, kind: Kind, state: RunState): Connection {
  const version = packageVersion()
  const { run, startedAt } = state
  const { reports, foreignReport, onRequest } = settings
  const redactor = createRedactor({
    reveal: settings.reveal,
    run: { token: settings.token, target: settings.baseUrl },
  })
  const target = createTarget({
    ...settings,
    declared: foreignReport === undefined ? reports : [...reports, foreignReport],
    userAgent: (name) => `pessoas-sim/${version} (${kind}; run ${run}; ${parts[kind]} ${name})`,
    onSend:
      onRequest &&
      ((question, risk, check) => onRequest({ check, risk, line: requestLine(question, redactor) })),
  })
  state.requests = target.counts
  const keys = createKeyring(settings.token, settings.otherToken, settings.disabledToken, settings.inShell)
  for (const key of [keys.own, keys.other]) if (key?.value) redactor.hide(key.value, key.label)
  for (const [name, { value, label }] of keys.wrong)
    if (value) redactor.hide(value, label, PARTS.includes(name))
  redactor.trust(new URL(settings.baseUrl).host)
  for (const [i, numero] of reports.entries()) redactor.hide(numero, `$REPORT_${i + 1}`)
  if (foreignReport) redactor.hide(foreignReport, '$FOREIGN_REPORT')
  return {
    target,
    redactor,
    circumstances(opening, sessions) {
      const cause = opening.cause ?? causeOfEnd(target, redactor)
      return {
        heading: {
          tool: { name: 'pessoas-sim', version },
          run,
          target: redactor.ours(settings.baseUrl),
          startedAt: startedAt.toISOString(),
          durationMs: dateNow() - startedAt.getTime(),
        },
        rootCause: cause === undefined ? null : redactor.ours(cause.says),
        warnings: [...settings.warnings, ...warningsOfTarget(target, sessions).map(redactor.ours)],
        requests: target.counts,
        opening,
        redactor,
        unknownReports: unknownReportsOf(sessions),
      }
    },
    openSession: () =>
      createSession({
        ...settings,
        target,
        keys: oldKeyring(keys),
        redactor,
        listRules,
        provesBreaks: kind === 'conformance',
      }),
    close: () => target.close(),
  }
}

/** Returns the circumstances of an interrupted run; nothing is sent. */
export function circumstancesOf(settings: RunSettings, kind: Kind, state: RunState): Circumstances {
  const { requests } = state
  const { circumstances, close } = connect(settings, kind, state)
  void close()
  return { ...circumstances({}, []), requests }
}
