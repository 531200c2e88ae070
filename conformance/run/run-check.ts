import { type Clause, clauses } from '../../src/contract/clauses.ts'
import { performance } from '../../src/contract/real-globals.ts'
import type { CellsPassed, Check, Observations } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { isBreak } from '../checks/observations.ts'
import type { Question } from '../client/exchange.ts'
import { RiskRefused } from '../client/risk.ts'
import type { Target } from '../client/target.ts'
import type { SeenCells } from '../judging/cells.ts'
import { Violation } from '../judging/judgement.ts'
import { type Reading, type ReadingMode, readings } from '../judging/readings.ts'
import type { Redactor } from '../redaction/redact.ts'
import { Break } from '../service/breaks.ts'
import { findLack, type Reason, reasonOf } from '../service/reasons.ts'
import type { Service } from '../service/service.ts'
import type { Session } from '../service/session.ts'
import { steadily } from '../service/steadily.ts'
import type { Opening } from './opening.ts'
import type { Settings } from './options.ts'
import { recordExchange } from './record.ts'
import type { Cells, RecordedViolation, Result } from './report.ts'

/** What the checks of a run are asked with. */
export interface Bench {
  /** What was asked so far, by the id of the check. */
  asked: Map<string, CheckInProgress>
  /** The outcomes of checks whose work began before their turn. */
  begun: Map<string, Promise<Outcome>>
  settings: Settings
  target: Target
  session: Session
  redactor: Redactor
  opening: Opening
}

/** Does the work of a check before its turn, side by side with others. It is judged only in its turn. */
export async function begin(check: Check, bench: Bench): Promise<void> {
  if (reasonNotToRun(check, bench) || bench.opening.end) return
  try {
    if (await findLack(check.needs, bench.session, bench.session.as(check.id))) return
    const outcome = work(check, bench)
    bench.begun.set(check.id, outcome)
    await outcome
  } catch {
    // Its turn tells what happened.
  }
}

/** Asks what a check asks before its turn, side by side with others. */
export async function askFirst(check: Check, bench: Bench): Promise<void> {
  if (reasonNotToRun(check, bench) || bench.opening.end) return
  const service = bench.session.as(check.id)
  try {
    if (!(await findLack(check.needs, bench.session, service))) await check.first?.(service)
  } catch {
    // In its turn, it asks again.
  }
}

interface CheckInProgress {
  /** The first outcome, which is asked for again if the list changed meanwhile. */
  first: Promise<Outcome>
  outcome: Promise<Outcome>
  /** How long it was asked, in milliseconds; it may have been asked before its turn. */
  took: Promise<number>
}

type Outcome = Pick<Result, 'verdict' | 'detail'> &
  Partial<Pick<Result, 'level' | 'why' | 'table' | 'reason' | 'remedy' | 'warning' | 'finding' | 'cells'>>

/** Asks a check and returns its result. */
export async function runCheck(check: Check, bench: Bench): Promise<Result> {
  const { target, session, redactor } = bench
  const { outcome: coming, took } = askOnce(check, bench)
  const outcome = await coming
  if ((check.risk === 'w1' || check.risk === 'w2') && target.allows(check.risk)) session.forget()
  return {
    ...resultOf(check),
    ...outcome,
    detail: redactor.ours(outcome.detail),
    ...(outcome.table && {
      table: outcome.table.map(([asked, came]) => [redactor.ours(asked), redactor.ours(came)]),
    }),
    requests: target.sentBy(check.id),
    durationMs: Math.round(await took),
  }
}

/** Asks a check, once even if other checks rely on it. */
function askOnce(check: Check, bench: Bench): CheckInProgress {
  const known = bench.asked.get(check.id)
  if (known) return known
  let isFirst: (outcome: Outcome) => void = () => {}
  const first = new Promise<Outcome>((resolve) => {
    isFirst = resolve
  })
  const start = performance.now()
  const outcome = ask(check, bench, isFirst)
  outcome.then(isFirst)
  const took = outcome.then(() => performance.now() - start)
  const asked = { first, outcome, took }
  bench.asked.set(check.id, asked)
  return asked
}

/**
 * Returns the outcome of a check on which another relies. What judges all answers is asked again in its own turn, when
 * all are there.
 */
function soFar(check: Check, bench: Bench): Promise<Outcome> {
  const isEarly = check.after !== undefined && !bench.asked.has(check.id)
  return isEarly ? ask(check, bench, () => {}) : askOnce(check, bench).first
}

/** @param heard called with every outcome, even if the check is asked again because the list changed */
async function ask(check: Check, bench: Bench, heard: (outcome: Outcome) => void): Promise<Outcome> {
  const { session, opening } = bench
  const detail = reasonNotToRun(check, bench)
  if (detail !== undefined) return { verdict: 'not run', detail }
  if (opening.end) return undecided(opening.end)
  try {
    const lack = await findLack(check.needs, session, session.as(check.id))
    if (lack) return undecided(lack)
    for (const basis of check.rests ?? []) {
      const { finding } = await soFar(checks.find((candidate) => candidate.id === basis) as Check, bench)
      if (finding)
        return undecided({ reason: 'blocked', detail: `it relies on ${basis}, which found a violation` })
    }
    return await (bench.begun.get(check.id) ?? work(check, bench, heard))
  } catch (error) {
    return undecided(reasonOf(error))
  }
}

/** Returns why a check is not asked in this run, whatever the target answers. */
function reasonNotToRun(
  { risk, reading, partlyAtR }: Check,
  { settings, target }: Bench,
): string | undefined {
  if (reading !== undefined && settings.readings[reading] === 'off') return `its reading ${reading} is off`
  if (target.allows(risk) || partlyAtR) return undefined
  const remedy = risk === 'w0' ? 'run it without --read-only' : 'add --allow-writes --report NUMBER'
  return `its risk is ${risk}; this run sends at most ${settings.risk}: ${remedy}`
}

function work(check: Check, bench: Bench, heard: (outcome: Outcome) => void = () => {}): Promise<Outcome> {
  const once = async () => {
    const outcome = await outcomeOf(check, bench.session.as(check.id), bench)
    heard(outcome)
    return outcome
  }
  return check.steady ? steadily(check.id, bench.session, once) : once()
}

async function outcomeOf(check: Check, service: Service, bench: Bench): Promise<Outcome> {
  try {
    const seen = await check.run(service)
    return { verdict: check.level === 'open' ? 'observed' : 'pass', ...tellingOf(seen) }
  } catch (error) {
    if (error instanceof Break && !concerns(check, error.question)) return undecided(blockedByBreak(error))
    if (error instanceof Violation) return violated(check, error, bench)
    if (error instanceof RiskRefused) return { verdict: 'not run', detail: error.message }
    return undecided(reasonOf(error))
  }
}

/** Returns what is known of a result before the check is asked. */
export function resultOf({ id, clause, level, risk, title, reading }: Check) {
  const restsOn = reading ?? (level === 'wording' ? 'soft' : undefined)
  return { id, clause: [...clause], ...(level === 'open' ? { level } : levelOf(restsOn)), risk, title }
}

/** Returns the level of what relies on a reading or on a wording, and why the interface implies it. */
function levelOf(restsOn: Reading | 'soft' | undefined): Pick<Result, 'level' | 'why'> {
  if (restsOn === 'soft') return { level: 'should', why: 'The interface suggests this wording.' }
  const reading = restsOn && readings[restsOn]
  return reading?.fallback === 'advisory' ? { level: 'should', why: reading.says } : { level: 'must' }
}

function cellsOf({ asked, failing, failed }: SeenCells): Cells {
  return { asked: asked.length, ...(failing && { failing }), ...(failed && { failed }) }
}

/** Returns what a check saw as one line, and as a table if it is several things. */
function tellingOf(
  seen: string | Observations | CellsPassed,
): Pick<Outcome, 'detail' | 'table' | 'warning' | 'cells'> {
  if (typeof seen === 'string') return { detail: seen }
  if ('cells' in seen) return { ...seen, cells: cellsOf(seen.cells) }
  const table = seen.map(([asked, came]): [string, string] => [asked, String(came)])
  const breaks = seen.filter(([, came]) => isBreak(came))
  const detail = table.map((row) => row.join(': ')).join('; ')
  if (breaks.length === 0) return { detail, table }
  const told = breaks.map(([asked, came]) => `${came} for ${asked}`).join(', ')
  return { detail: `the service breaks: ${told}. All cases: ${detail}`, table, warning: true }
}

export function undecided(reason: Reason) {
  return { verdict: 'inconclusive' as const, ...reason }
}

function violated(check: Check, violation: Violation, { settings, redactor }: Bench): Outcome {
  const { expected, actual, exchanges, cells } = violation
  const restsOn = violation.restsOn ?? check.reading ?? (check.level === 'wording' ? 'soft' : undefined)
  const mode = modeOf(restsOn, settings)
  const rules = check.clause.map(
    (id) => (clauses as readonly Clause[]).find((clause) => clause.id === id)?.says,
  )
  const finding: RecordedViolation = {
    rule: rules.join(' '),
    expected: redactor.ours(expected),
    actual: redactor.theirs(actual),
    exchanges: exchanges.map((exchange) => recordExchange(exchange, settings.baseUrl, redactor, settings)),
  }
  const telling = {
    detail: `expected ${finding.expected}, got ${finding.actual}`,
    finding,
    ...(check.level !== 'open' && levelOf(restsOn)),
    ...(cells && { cells: cellsOf(cells) }),
  }
  if (mode === 'binding') return { verdict: 'fail', ...telling }
  return { verdict: 'observed', ...telling, ...(mode === 'advisory' && { warning: true as const }) }
}

/** Returns whether a check is about the input of a request, so that it tells that the request breaks the service. */
function concerns({ clause, risk }: Check, { method, query = [] }: Question): boolean {
  if (method === 'POST') return risk !== 'r'
  const isPlaced = query.every(([name]) => name === 'page' || name === 'rows')
  const about = [...query.map(([name]) => `4.1-${name}`), ...(isPlaced ? ['2.2-'] : [])]
  if (query.length > 1) about.push('4.1-3')
  return clause.some((id) => id.startsWith('5-') || about.some((start) => id.startsWith(start)))
}

function blockedByBreak({ question: { method, query = [] }, actual }: Break): Reason {
  const names = query.map(([name]) => name).join(', ')
  return { reason: 'blocked', detail: `${method}${names && ` with ${names}`} breaks the service: ${actual}` }
}

function modeOf(restsOn: Reading | 'soft' | undefined, { strictWording, readings }: Settings): ReadingMode {
  if (restsOn === undefined) return 'binding'
  if (restsOn === 'soft') return strictWording ? 'binding' : 'advisory'
  return readings[restsOn]
}
