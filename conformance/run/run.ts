import { setImmediate } from 'node:timers/promises'
import { type Clause, clauses } from '../../src/contract/clauses.ts'
import { counted } from '../../src/contract/counted.ts'
import type { CellsPassed, Check, Observations } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { sinceOf } from '../checks/requirements.ts'
import type { Question, Risk } from '../client/exchange.ts'
import { RiskRefused } from '../client/risk.ts'
import type { Target } from '../client/target.ts'
import { Violation } from '../judging/judgement.ts'
import type { Reading, ReadingMode } from '../judging/readings.ts'
import type { Redactor } from '../redaction/redact.ts'
import { findLack, type Reason, reasonOf, steadily } from '../service/asking.ts'
import { Break } from '../service/breaks.ts'
import type { Facts } from '../service/discover.ts'
import type { Service } from '../service/service.ts'
import type { Session } from '../service/session.ts'
import { applyBaseline, baselineFaults } from './baseline.ts'
import { type Circumstances, circumstancesOf, connect } from './connect.ts'
import { coverageOf } from './coverage.ts'
import { lazyRun, type Run } from './lazy-run.ts'
import { type Opening, open } from './opening.ts'
import { type ConformanceOptions, type Settings, settle } from './options.ts'
import { recordExchange } from './record.ts'
import type { RecordedViolation, Report, Result } from './report.ts'
import { createRunState, type RunState } from './run-state.ts'
import { judge } from './verdict.ts'

export type ConformanceRun = Run<Result, Report>

/**
 * Runs the checks against a service. Nothing is sent before the results or the report are asked for; a reader who stops
 * reading the results ends the run.
 * @throws {ConformanceUsageError} for invalid options
 */
export function runConformance(options: ConformanceOptions): ConformanceRun {
  const settings = settle(options)
  const state = createRunState()
  return lazyRun(settings.checks.length, state, () => runChecks(settings, state))
}

/**
 * Returns the report of an interrupted run: the results so far, and why the other checks are undecided.
 * @param state the state of the run
 */
export function unfinishedReport(
  options: ConformanceOptions,
  state: RunState,
  results: readonly Result[],
  why: Reason,
): Report {
  const settings = settle(options)
  const isDone = new Set(results.map(({ id }) => id))
  const others = settings.checks
    .filter(({ id }) => !isDone.has(id))
    .map((check) => ({ ...resultOf(check), ...undecided(why), requests: 0, durationMs: 0 }))
  return reportOf([...results, ...others], settings, circumstancesOf(settings, 'conformance', state))
}

async function* runChecks(settings: Settings, state: RunState): AsyncGenerator<Result, Report> {
  state.startedAt = new Date()
  const { target, redactor, circumstances, openSession, close } = connect(settings, 'conformance', state)
  const session = openSession()

  try {
    const opening = await open(target, session, redactor, settings.baseUrl)
    const bench = { settings, target, session, redactor, opening, asked: new Map() }
    const results: Result[] = []
    let isPrepared = false
    for (const group of inOrderOfRisk(settings.checks)) {
      if (!opening.end) await meetEverybody(group, session)
      if (!opening.end && !isPrepared && group.some(({ risk }) => risk !== 'r')) {
        isPrepared = true
        await prepare(bench)
      }
      const running = group.map((check) => runCheck(check, bench))
      for (const result of running) {
        results.push(await result)
        // Gives Node the chance to run timers and signal handlers, such as the deadline, after each check.
        await setImmediate()
        yield await result
      }
    }
    return reportOf(results, settings, circumstances(opening, [session]), session.known())
  } finally {
    await close()
  }
}

function reportOf(
  results: readonly Result[],
  settings: Settings,
  { heading, rootCause, warnings, requests, opening, redactor }: Circumstances,
  facts?: Facts,
): Report {
  const place = new Map(checks.map(({ id }, i) => [id, i]))
  const inOrder = results
    .map((result) => redactAgain(result, redactor))
    .sort((a, b) => (place.get(a.id) as number) - (place.get(b.id) as number))
  const today = heading.startedAt.slice(0, 10)
  const known = applyBaseline(inOrder, settings.baseline, today).map((result) =>
    result.since > settings.requirements ? { ...result, newer: true as const } : result,
  )
  const counting = known.filter(({ newer }) => !newer)
  const faults = baselineFaults(counting, settings.baseline, today)
  return {
    ...heading,
    ...judge(known, faults, opening, settings.requirements),
    rootCause,
    warnings,
    settings: {
      risk: settings.risk,
      strictWording: settings.strictWording,
      requirements: settings.requirements,
      readings: settings.readings,
      maxPages: settings.maxPages,
      revealed: settings.reveal,
    },
    requests,
    discovered: discovered(facts).map(redactor.ours),
    results: known,
    coverage: coverageOf(counting),
    baselineFaults: faults,
  }
}

/** Reads the list before checks that rely on it, so that whatever they quote is redacted by all names. */
async function meetEverybody(checks: readonly Check[], session: Session): Promise<void> {
  const first = checks.find(({ steady }) => steady)
  if (first === undefined) return
  // Each check tells by itself what keeps the list from being read.
  await session
    .as(first.id)
    .pages()
    .catch(() => undefined)
}

/** Sends what checks send before any POST that must be refused. They tell by themselves what keeps it from being sent. */
async function prepare({ settings, target, session }: Bench): Promise<void> {
  for (const check of settings.checks) {
    if (!check.before || !target.allows(check.risk)) continue
    const send = async (service: Service) => {
      if (!(await findLack(check.needs, session, service))) await check.before?.(service)
    }
    await send(session.as(check.id)).catch(() => undefined)
    session.forget()
  }
}

const STAGES = ['r', 'alone', 'lists', 'w0', 'w1', 'w2', 'everything'] as const satisfies (
  | Risk
  | Check['after']
  | 'alone'
)[]

/**
 * Returns groups of checks that run together. Decisions come after the lists, because they change them, and one after
 * the other; checks that judge what the others received come after them.
 */
function inOrderOfRisk(selected: readonly Check[]): Check[][] {
  const stageOf = ({ risk, after, alone }: Check) => after ?? (alone && risk === 'r' ? 'alone' : risk)
  return STAGES.flatMap((stage) => {
    const inStage = selected.filter((check) => stageOf(check) === stage)
    return stage === 'r' ? [inStage] : inStage.map((check) => [check])
  })
}

interface Bench {
  /** What was asked so far, by the id of the check. */
  asked: Map<string, Asked>
  settings: Settings
  target: Target
  session: Session
  redactor: Redactor
  opening: Opening
}

interface Asked {
  /** The first outcome, which is asked for again if the list changed meanwhile. */
  first: Promise<Outcome>
  outcome: Promise<Outcome>
}

type Outcome = Pick<Result, 'verdict' | 'detail'> &
  Partial<Pick<Result, 'table' | 'reason' | 'remedy' | 'warning' | 'finding' | 'cells'>>

async function runCheck(check: Check, bench: Bench): Promise<Result> {
  const { target, session, redactor } = bench
  const start = performance.now()
  const outcome = await askOnce(check, bench).outcome
  if (check.risk === 'w1' || check.risk === 'w2') session.forget()
  return {
    ...resultOf(check),
    ...outcome,
    detail: redactor.ours(outcome.detail),
    ...(outcome.table && {
      table: outcome.table.map(([asked, came]) => [redactor.ours(asked), redactor.ours(came)]),
    }),
    requests: target.sentBy(check.id),
    durationMs: Math.round(performance.now() - start),
  }
}

function resultOf({ id, clause, level, risk, title }: Check) {
  return { id, clause: [...clause], level, risk, title, since: sinceOf(id) }
}

/** Asks a check, once even if other checks rely on it. */
function askOnce(check: Check, bench: Bench): Asked {
  const known = bench.asked.get(check.id)
  if (known) return known
  let isFirst: (outcome: Outcome) => void = () => {}
  const first = new Promise<Outcome>((resolve) => {
    isFirst = resolve
  })
  const outcome = ask(check, bench, isFirst)
  outcome.then(isFirst)
  const asked = { first, outcome }
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
  const { settings, target, session, opening } = bench
  const { id, risk, reading } = check
  if (reading !== undefined && settings.readings[reading] === 'off') {
    return { verdict: 'not run', detail: `its reading ${reading} is off` }
  }
  if (!target.allows(risk) && !check.partlyAtR) {
    return {
      verdict: 'not run',
      detail: `its risk is ${risk}; this run sends at most ${settings.risk}`,
    }
  }
  if (opening.end) return undecided(opening.end)
  try {
    const service = session.as(check.id)
    const lack = await findLack(check.needs, session, service)
    if (lack) return undecided(lack)
    for (const basis of check.rests ?? []) {
      const { finding } = await soFar(checks.find((candidate) => candidate.id === basis) as Check, bench)
      if (finding) return undecided({ reason: 'blocked', detail: `it relies on ${basis}, which is violated` })
    }
    const work = async () => {
      const outcome = await outcomeOf(check, service, bench)
      heard(outcome)
      return outcome
    }
    return await (check.steady ? steadily(id, session, work) : work())
  } catch (error) {
    return undecided(reasonOf(error))
  }
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

/** Redacts a result again, because it may contain a person whom the redactor learned about only later. */
function redactAgain(result: Result, { ours }: Redactor): Result {
  const { detail, finding, table } = result
  const seen = {
    detail: ours(detail),
    ...(table && { table: table.map(([asked, came]): [string, string] => [ours(asked), ours(came)]) }),
  }
  if (!finding) return { ...result, ...seen }
  const exchanges = finding.exchanges.map(({ sets, curl, contentType, body, ...rest }) => ({
    ...rest,
    sets: sets.map(ours),
    curl: ours(curl),
    contentType: contentType === null ? null : ours(contentType),
    body: ours(body),
  }))
  const [expected, actual] = [ours(finding.expected), ours(finding.actual)]
  return { ...result, ...seen, finding: { ...finding, expected, actual, exchanges } }
}

/** Returns what a check saw as one line, and as a table if it is several things. */
function tellingOf(
  seen: string | Observations | CellsPassed,
): Pick<Outcome, 'detail' | 'table' | 'warning' | 'cells'> {
  if (typeof seen === 'string') return { detail: seen }
  if ('cells' in seen) return seen
  const table = seen.map(([asked, came]): [string, string] => [asked, String(came)])
  const breaks = seen.filter(([, came]) => /^5\d\d(?! \()/.test(String(came)))
  const detail = table.map((row) => row.join(': ')).join('; ')
  if (breaks.length === 0) return { detail, table }
  const told = breaks.map(([asked, came]) => `${came} for ${asked}`).join(', ')
  return { detail: `the service breaks: ${told}. All cases: ${detail}`, table, warning: true }
}

function undecided(reason: Reason) {
  return { verdict: 'inconclusive' as const, ...reason }
}

function violated(check: Check, violation: Violation, { settings, redactor }: Bench): Outcome {
  const { expected, actual, exchanges, cells, restsOn = check.reading } = violation
  const finding: RecordedViolation = {
    rule: check.clause
      .map((id) => (clauses as readonly Clause[]).find((clause) => clause.id === id)?.says)
      .join(' '),
    expected: redactor.ours(expected),
    actual: redactor.theirs(actual),
    exchanges: exchanges.map((exchange) => recordExchange(exchange, settings.baseUrl, redactor, settings)),
  }
  const telling = {
    detail: `expected ${finding.expected}, got ${finding.actual}`,
    finding,
    ...(cells && { cells }),
  }
  const mode = modeOf(restsOn ?? (check.level === 'wording' ? 'soft' : undefined), settings)
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

function discovered(facts: Facts | undefined): string[] {
  if (!facts) return []
  const { people, size, complete, leadingZero, accented, distinctStamps, distinctNames } = facts
  return [
    `${counted(size, 'person')}${complete ? '' : `, ${people.length} of them read (--max-pages)`}`,
    `${counted(distinctNames, 'different name')} and ${counted(distinctStamps, 'different timestamp')}`,
    `${leadingZero ? 'a' : 'no'} CPF that begins with 0, ${accented ? 'a' : 'no'} name with an accent${complete ? '' : ', among those read'}`,
  ]
}
