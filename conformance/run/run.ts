import { type Clause, clauses } from '../../src/contract/clauses.ts'
import { performance, turn } from '../../src/contract/real-globals.ts'
import { isSurvey, type ListedCheck, stages } from '../checks/index.ts'
import {
  type Check,
  clausesOf,
  type Judged,
  type Outcome,
  outcomeOf,
  type Survey,
  type Table,
} from '../checks/table.ts'
import { risks } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { mustHave } from '../model/needs.ts'
import { type Connection, connect } from './connect.ts'
import { lazyRun, type Run } from './lazy-run.ts'
import { open } from './opening.ts'
import { type ConformanceOptions, type Settings, settle } from './options.ts'
import { type Reason, reasonOf } from './reasons.ts'
import { recordExchange } from './record.ts'
import type { Report, Result } from './report.ts'
import { reportOf } from './reporting.ts'

export type ConformanceRun = Run<Result, Report>

/**
 * Runs the checks against a service. Nothing is sent before the results or the report are asked for; a reader who stops
 * reading the results ends the run.
 * @throws {ConformanceUsageError} for invalid options
 */
export function runConformance(options: ConformanceOptions): ConformanceRun {
  const settings = settle(options)
  return lazyRun(settings.checks.length, () => runChecks(settings))
}

async function* runChecks(settings: Settings): AsyncGenerator<Result, Report> {
  const connection = connect(settings, 'conformance')
  const { target, service } = connection
  const results: Result[] = []
  try {
    const opening = await open(connection, settings.baseUrl)
    const bench: Bench = { settings, connection, ended: opening.end, blocking: new Map() }
    for (const stage of stages) {
      const selected = stage.filter((one) => checksOf(one, settings).length > 0)
      for (const result of await askStage(selected, bench)) {
        results.push(result)
        yield result
        // Gives Node the chance to run timers and signal handlers, such as the deadline.
        await turn()
      }
    }
    return reportOf(results, settings, opening, connection, await service.known())
  } finally {
    await target.close()
  }
}

/** What the stages of a run share. */
interface Bench {
  settings: Settings
  connection: Connection
  /** Why nothing more can be asked. */
  ended: Reason | undefined
  /** The first check of lists that failed by each aspect. */
  blocking: Map<string, string>
}

/** What was asked, what came of it, and how long it took. */
interface Asked {
  one: Table | Survey
  judged?: readonly Judged[] | undefined
  observed?: Awaited<ReturnType<Survey['observe']>>
  reason: Reason | undefined
  lacks: Map<string, Reason>
  ms: number
}

/** Asks tables side by side. Those that find faults are asked once more if the list has changed. */
async function askStage(stage: readonly (Table | Survey)[], bench: Bench): Promise<Result[]> {
  const asked = await Promise.all(stage.map((one) => ask(one, bench)))
  for (const one of asked) await confirm(one, bench)
  const suspects = bench.ended ? [] : asked.filter(isSuspect)
  if (suspects.length > 0 && (await isChanged(bench))) {
    for (const suspect of suspects) Object.assign(suspect, await ask(suspect.one, bench))
    const still = suspects.filter(isSuspect)
    if (still.length > 0 && (await isChanged(bench)))
      for (const one of still)
        one.reason = bench.ended ?? { reason: 'data-drift', detail: 'the list changed while it was read, twice' }
  }
  return asked.flatMap((one) => resultsOf(one, bench))
}

async function ask(one: Table | Survey, { settings, connection, ended }: Bench): Promise<Asked> {
  const start = performance.now()
  const asked: Asked = { one, reason: ended, lacks: new Map(), ms: 0 }
  if (ended || whyNotRun(one, settings) !== undefined) return asked
  const service = connection.service.as(isSurvey(one) ? one.id : one.name)
  try {
    await mustHave(one.needs ?? [], service)
    if (isSurvey(one)) asked.observed = await one.observe(service)
    else {
      for (const { id, needs = [] } of one.checks)
        await mustHave(needs, service).catch((error: unknown) => asked.lacks.set(id, reasonOf(error)))
      asked.judged = await one.ask(service)
    }
  } catch (error) {
    asked.reason = reasonOf(error)
  }
  asked.ms = Math.round(performance.now() - start)
  return asked
}

/** Whether what a table found may come from a list that changed meanwhile. */
function isSuspect({ one, judged, reason }: Asked): boolean {
  return 'steady' in one && (reason?.reason === 'blocked' || judged?.some(({ faults }) => faults.length > 0) === true)
}

/** How often a table is asked again in which the service failed with 5xx. */
const CONFIRMATIONS = 4

/**
 * Asks a table again in which the service failed with 5xx: only what fails every time is a fault, because a service may be
 * busy. Decisions are never repeated.
 */
async function confirm(asked: Asked, bench: Bench): Promise<void> {
  for (let left = CONFIRMATIONS; left > 0; left--) {
    const failing = new Set((asked.judged ?? []).filter(isBroken).map(({ cell }) => JSON.stringify(cell)))
    if (failing.size === 0 || asked.one.risk === 'w1' || asked.one.risk === 'w2') return
    bench.connection.service.forget()
    const again = await ask(asked.one, bench)
    const still = again.judged?.map((one) => {
      if (!isBroken(one) || failing.has(JSON.stringify(one.cell))) return one
      return { ...one, faults: [], shown: [] }
    })
    Object.assign(asked, { ...again, judged: still })
  }
}

function isBroken({ exchanges: [first] }: Judged): boolean {
  return first === undefined || (first.response.status >= 500 && first.question.connection === 'same')
}

const FOR_TOKENS = 'use a token that is valid for the whole run'

/** Returns whether the list has changed. A target that does not answer a plain list any more ends the run. */
async function isChanged(bench: Bench): Promise<boolean> {
  const { service } = bench.connection
  try {
    const { status } = await service.again()
    if (status === 401)
      throw new TargetFailure('token', 'the token was accepted at first and is refused with 401 now', FOR_TOKENS)
    if (status >= 500) throw new TargetFailure('status', `a plain list is answered ${status} now`)
    return await service.changed()
  } catch (error) {
    bench.ended = reasonOf(error)
    return true
  }
}

function resultsOf({ one, judged, observed, reason, lacks, ms }: Asked, bench: Bench): Result[] {
  const { settings, ended } = bench
  const isSteady = 'steady' in one
  const isFaulty = judged?.some(({ faults }) => faults.length > 0)
  // Of a target that stopped answering, a request without an answer shows nothing.
  const { givenUp } = bench.connection.target
  const silence = givenUp && judged?.some(({ exchanges }) => exchanges.length === 0) ? reasonOf(givenUp) : undefined
  const blocking = new Map(isSteady ? bench.blocking : [])
  return checksOf(one, settings).map((check): Result => {
    const result = { ...emptyResult(check), durationMs: ms }
    const notRun = whyNotRun(one, settings)
    if (notRun !== undefined) return { ...result, verdict: 'not run', detail: notRun }
    const lost = reason ?? lacks.get(check.id) ?? (isFaulty ? (ended ?? silence) : undefined)
    if (lost) return { ...result, ...undecided(lost) }
    if (observed) return { ...result, ...observedOf(observed, bench) }
    const table = one as Table
    const row = table.checks.find(({ id }) => id === check.id) as Check
    const outcome = outcomeOf(table, row, judged ?? [], blocking)
    if (isSteady && outcome.verdict === 'fault' && row.level === 'must')
      for (const aspect of row.aspects) if (!bench.blocking.has(aspect)) bench.blocking.set(aspect, row.id)
    const requests = 'asked' in outcome ? outcome.asked : 0
    return { ...result, ...toldOf(outcome, check, table, bench), requests }
  })
}

function checksOf(one: Table | Survey, settings: Settings): readonly ListedCheck[] {
  const ids = new Set(isSurvey(one) ? [one.id] : one.checks.map(({ id }) => id))
  return settings.checks.filter(({ id }) => ids.has(id))
}

/** Returns why a table is not asked in this run, whatever the target answers. */
function whyNotRun({ risk }: Table | Survey, settings: Settings): string | undefined {
  if (risks.indexOf(risk) <= risks.indexOf(settings.risk)) return undefined
  const writes = 'add --allow-writes --report NUMBER'
  const remedy = settings.risk === 'r' ? `run it without --read-only${risk === 'w0' ? '' : `, and ${writes}`}` : writes
  return `its risk is ${risk}; this run sends at most ${settings.risk}: ${remedy}`
}

function emptyResult({ id, clause, level, risk, title, why }: ListedCheck): Result {
  const known = { id, clause: [...clause], level, risk, title, ...(why !== undefined && { why }) }
  return { ...known, verdict: 'inconclusive', detail: '', requests: 0, durationMs: 0 }
}

function undecided({ reason, detail, remedy }: Reason): Partial<Result> {
  return { verdict: 'inconclusive', reason, detail, ...(remedy !== undefined && { remedy }) }
}

/** Returns what a service does in each case of an open point; that it breaks is a warning. */
function observedOf(observed: NonNullable<Asked['observed']>, { connection: { redactor } }: Bench): Partial<Result> {
  const table = observed.map(([asked, came]): [string, string] => [redactor.ours(asked), redactor.ours(String(came))])
  const breaks = table.filter(([, came]) => /^(5\d\d\b|no answer)/.test(came))
  const all = table.map((row) => row.join(': ')).join('; ')
  const told = breaks.map(([asked, came]) => `${came} for ${asked}`).join(', ')
  const found = { verdict: 'observed' as const, detail: all, table, requests: table.length }
  return told === '' ? found : { ...found, warning: true, detail: `the service breaks: ${told}. All cases: ${all}` }
}

function toldOf(outcome: Outcome, check: ListedCheck, table: Table, { settings, connection }: Bench): Partial<Result> {
  const { redactor } = connection
  if (outcome.verdict === 'inconclusive') return undecided({ ...outcome, detail: redactor.ours(outcome.detail) })
  if (outcome.verdict === 'pass') return { verdict: 'pass', detail: outcome.detail, cells: { asked: outcome.asked } }
  const { fault, cell, told, exchanges, failing, failed, asked } = outcome
  const clause = clausesOf(table, check, fault.aspect)
  const says = (id: string) => (clauses as readonly Clause[]).find((clause) => clause.id === id)?.says
  const isWarning = check.level === 'should' && !settings.strict && !fault.isDeclared
  const finding = {
    rule: [...clause.map(says), ...(isWarning ? [`(A warning: ${check.why} --strict makes it a failure.)`] : [])].join(
      ' ',
    ),
    expected: redactor.ours(fault.expected),
    actual: `${fault.isQuoted ? redactor.theirs(fault.actual) : redactor.ours(fault.actual)} for ${cell}`,
    exchanges: exchanges.map((exchange) => recordExchange(exchange, settings.baseUrl, redactor, settings)),
  }
  return {
    clause: [...clause],
    verdict: isWarning ? 'observed' : 'fail',
    ...(isWarning && { warning: true }),
    detail: `expected ${finding.expected}, got ${finding.actual}. ${told}`,
    finding,
    cells: { asked, failing: [...failing].sort(), failed },
  }
}
