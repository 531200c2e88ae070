import { createKeyring } from '../client/credentials.ts'
import type { Credentials } from '../client/exchange.ts'
import { createTarget, type Target } from '../client/target.ts'
import { createRedactor, type Redactor } from '../redaction/redact.ts'
import { createSession, type Session } from '../service/service.ts'
import type { RunSettings } from './options.ts'
import { requestLine } from './record.ts'
import type { Report } from './report.ts'
import type { RunState } from './run-state.ts'
import { packageVersion } from './version.ts'

/** What a run sends and writes with. Every request goes through the target, every report through the redactor. */
export interface Connection {
  target: Target
  redactor: Redactor
  /** Returns the fields that every report begins with. */
  heading(): Pick<Report, 'tool' | 'run' | 'target' | 'startedAt' | 'durationMs'>
  /** Opens a session that has read nothing yet. */
  openSession(): Session
  close(): Promise<void>
}

/**
 * Opens what a run sends and writes with. It sends nothing yet.
 * @param what the kind of run and the kind of its parts; both appear in the User-Agent
 */
export function connect(
  settings: RunSettings,
  what: ['conformance', 'check'] | ['probe', 'knob'],
  state: RunState,
): Connection {
  const [kind, part] = what
  const version = packageVersion()
  const { run, startedAt } = state
  const { reports, foreignReport, onRequest } = settings
  const redactor = createRedactor({ reveal: settings.reveal })
  const target = createTarget({
    ...settings,
    declared: foreignReport === undefined ? reports : [...reports, foreignReport],
    userAgent: (name) => `pessoas-sim/${version} (${kind}; run ${run}; ${part} ${name})`,
    onSend:
      onRequest &&
      ((question, risk, check) => onRequest({ check, risk, line: requestLine(question, redactor) })),
  })
  state.requests = target.counts
  const keys = createKeyring(settings.token, settings.otherToken, settings.disabledToken, settings.inShell)
  for (const [name, key] of Object.entries(keys) as [string, Credentials | undefined][]) {
    if (key?.value) redactor.hide(key.value, key.label, name === 'half' || name === 'shorter')
  }
  redactor.trust(new URL(settings.baseUrl).host)
  for (const [i, numero] of reports.entries()) redactor.hide(numero, `$REPORT_${i + 1}`)
  if (foreignReport) redactor.hide(foreignReport, '$FOREIGN_REPORT')
  return {
    target,
    redactor,
    heading: () => ({
      tool: { name: 'pessoas-sim', version },
      run,
      target: redactor.ours(settings.baseUrl),
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
    }),
    openSession: () =>
      createSession({ ...settings, target, keys, redactor, provesBreaks: kind === 'conformance' }),
    close: () => target.close(),
  }
}
