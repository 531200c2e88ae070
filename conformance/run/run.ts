import { dateNow, turn } from '../../src/contract/real-globals.ts'
import type { Check } from '../checks/check.ts'
import type { Risk } from '../client/exchange.ts'
import { findLack, type Reason } from '../service/reasons.ts'
import type { Service } from '../service/service.ts'
import type { Session } from '../service/session.ts'
import { circumstancesOf, connect } from './connect.ts'
import { lazyRun, type Run } from './lazy-run.ts'
import { open } from './opening.ts'
import { type ConformanceOptions, type Settings, settle } from './options.ts'
import type { Report, Result } from './report.ts'
import { reportOf } from './reporting.ts'
import { askFirst, type Bench, begin, resultOf, runCheck, undecided } from './run-check.ts'
import { createRunState, type RunState } from './run-state.ts'

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
  state.startedAt = new Date(dateNow())
  const { target, redactor, circumstances, openSession, close } = connect(settings, 'conformance', state)
  const session = openSession()

  try {
    const opening = await open(target, session.as('opening').keys.own, redactor, settings.baseUrl)
    const bench = { settings, target, session, redactor, opening, asked: new Map(), begun: new Map() }
    const results: Result[] = []
    let isPrepared = false
    for (const group of inOrderOfRisk(settings.checks)) {
      if (!opening.end) await meetEverybody(group, session)
      if (!opening.end && !isPrepared && group.some(({ risk }) => risk !== 'r')) {
        isPrepared = true
        await prepare(bench)
      }
      // The `early` checks send their requests now; they are judged after the checks that run alone, on which they rely.
      const isFirst = group.some(isSideBySide)
      const early = isFirst ? settings.checks.filter(({ after }) => after === 'memory') : []
      const first = isFirst ? settings.checks.filter((check) => check.first) : []
      const begun = Promise.all([
        ...first.map((check) => askFirst(check, bench)),
        ...early.map((check) => begin(check, bench)),
      ])
      for (const result of ask(group, bench)) {
        results.push(await result)
        // Gives Node the chance to run timers and signal handlers, such as the deadline, after each check.
        await turn()
        yield await result
      }
      await begun
    }
    return reportOf(results, settings, circumstances(opening, [session]), session.known())
  } finally {
    await close()
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

/** Asks the checks of a group side by side; those that run alone one after the other. */
function* ask(group: readonly Check[], bench: Bench): Generator<Promise<Result>> {
  const { session, target } = bench
  const alone = group.filter(({ alone }) => alone)
  const others = group.filter(({ alone }) => !alone)
  const isBeside = alone.length > 0
  // Checks with cells send many requests, which would delay every request of a check that sends one after another.
  const patient = others.filter((check) => (isBeside ? check.sendsWrongTokens !== 'in-turn' : check.axes))
  target.defer(
    patient.map(({ id }) => id),
    isBeside ? 1 : 0,
  )
  const beside = others.map((check) => runCheck(check, bench))
  if (isBeside) session.beside = Promise.allSettled(beside)
  // The next one begins when the reader asks for it.
  for (const check of alone) yield runCheck(check, bench)
  if (isBeside) target.defer([])
  yield* beside
}

const STAGES = [
  'r',
  'but-wrong-tokens',
  'alone',
  'memory',
  'lists',
  'w0',
  'w1',
  'w2',
  'everything',
] as const satisfies (Risk | Check['after'] | Check['alone'] | 'alone')[]
function stageOf({ risk, after, alone, sendsWrongTokens }: Check): (typeof STAGES)[number] {
  if (after || risk !== 'r') return after ?? risk
  if (sendsWrongTokens) return 'but-wrong-tokens'
  return alone === true ? 'alone' : (alone ?? risk)
}

const isSideBySide = (check: Check) => stageOf(check) === 'r'

/** Stages whose checks only read, so that they run side by side. */
const TOGETHER: ReadonlySet<string> = new Set(['r', 'but-wrong-tokens', 'memory', 'lists'])

/**
 * Returns groups of checks that run together. Decisions come after the lists, because they change them, and one after
 * the other; checks that judge what the others received come after them.
 */
function inOrderOfRisk(selected: readonly Check[]): Check[][] {
  return STAGES.flatMap((stage) => {
    const inStage = selected.filter((check) => stageOf(check) === stage)
    return TOGETHER.has(stage) && inStage.length > 0 ? [inStage] : inStage.map((check) => [check])
  })
}
