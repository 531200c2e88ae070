import { randomBytes } from 'node:crypto'
import { type Clause, clauses } from '../src/contract/clauses.ts'
import { applyBaseline, baselineFaults } from './baseline.ts'
import type { Check } from './check.ts'
import { checks } from './checks/index.ts'
import { coverageOf } from './coverage.ts'
import { createKeyring } from './credentials.ts'
import { type Facts, requirements } from './discover.ts'
import { count } from './evidence.ts'
import { risks } from './exchange.ts'
import { Undecided, type UndecidedReason, Violation } from './judgement.ts'
import { type Opening, open } from './opening.ts'
import { type ConformanceOptions, type Settings, settle } from './options.ts'
import type { Reading, ReadingMode } from './readings.ts'
import { record, requestLine } from './record.ts'
import { createRedactor, type Redactor } from './redact.ts'
import type { Finding, Report, Result } from './report.ts'
import { createSession, type Service, type Session } from './service.ts'
import { createTarget, RiskRefused, type Target, TargetFailure } from './target.ts'
import { judge } from './verdict.ts'
import { packageVersion } from './version.ts'

/** A run of the suite: its results as they come, then the report. */
export interface ConformanceRun extends AsyncIterable<Result> {
  /** How many results there will be. */
  readonly size: number
  /** Finishes the run, whether its results are read or not. */
  report(): Promise<Report>
}

/**
 * Asks a service about every clause. Nothing is sent before the results or the report are asked for; whoever stops
 * reading the results ends the run.
 * @throws {ConformanceUsageError} for options that cannot be understood
 */
export function runConformance(options: ConformanceOptions): ConformanceRun {
  const settings = settle(options)
  let started: AsyncGenerator<Result, Report> | undefined
  let finished: Promise<Report> | undefined
  const start = () => {
    started ??= runChecks(settings)
    return started
  }
  return {
    size: settings.checks.length,
    async *[Symbol.asyncIterator]() {
      const run = start()
      try {
        for (let next = await run.next(); ; next = await run.next()) {
          if (next.done) {
            finished ??= Promise.resolve(next.value)
            return
          }
          yield next.value
        }
      } finally {
        await run.return(undefined as never)
      }
    },
    report() {
      finished ??= drain(start())
      return finished
    },
  }
}

async function drain(run: AsyncGenerator<Result, Report>): Promise<Report> {
  for (;;) {
    const next = await run.next()
    if (!next.done) continue
    if (next.value === undefined) throw new Error('The run was stopped before its end: there is no report.')
    return next.value
  }
}

async function* runChecks(settings: Settings): AsyncGenerator<Result, Report> {
  const startedAt = new Date()
  const run = randomBytes(4).toString('hex')
  const version = packageVersion()
  const redactor = createRedactor({ reveal: settings.reveal })
  const { reports, foreignReport } = settings
  const declared = foreignReport === undefined ? reports : [...reports, foreignReport]
  const { onRequest } = settings
  const target = createTarget({
    ...settings,
    declared,
    userAgent: `pessoas-sim/${version} (conformance; run ${run}`,
    onSend:
      onRequest &&
      ((question, risk, check) => onRequest({ check, risk, line: requestLine(question, redactor) })),
  })
  const keys = createKeyring(settings.token, settings.otherToken, settings.disabledToken)
  for (const key of Object.values(keys)) if (key?.value) redactor.hide(key.value, key.label)
  for (const [i, numero] of settings.reports.entries()) redactor.hide(numero, `$REPORT_${i + 1}`)
  if (settings.foreignReport) redactor.hide(settings.foreignReport, '$FOREIGN_REPORT')
  const session = createSession({ ...settings, target, keys, redactor })

  try {
    const opening = await open(target, session, redactor)
    const bench = { settings, target, session, redactor, opening, outcomes: new Map() }
    const results: Result[] = []
    for (const check of inOrderOfRisk(settings.checks)) {
      const result = await runCheck(check, bench)
      results.push(result)
      yield result
    }
    const place = new Map(checks.map(({ id }, i) => [id, i]))
    results.sort((a, b) => (place.get(a.id) as number) - (place.get(b.id) as number))

    const today = startedAt.toISOString().slice(0, 10)
    const known = applyBaseline(results, settings.baseline, today)
    const faults = baselineFaults(known, settings.baseline, today)
    return {
      tool: { name: 'pessoas-sim', version },
      run,
      target: redactor.ours(settings.baseUrl),
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      ...judge(known, faults, opening),
      rootCause: opening.cause === undefined ? null : redactor.ours(opening.cause),
      warnings: warningsOf(settings),
      settings: {
        risk: settings.risk,
        strictWording: settings.strictWording,
        readings: settings.readings,
        maxPages: settings.maxPages,
        revealed: settings.reveal,
      },
      requests: target.counts,
      discovered: discovered(session.known()),
      results: known,
      coverage: coverageOf(known),
      baselineFaults: faults,
    }
  } finally {
    await target.close()
  }
}

/** What decides reports comes after the lists, which it changes; what judges all that was heard comes after that. */
function inOrderOfRisk(selected: readonly Check[]): Check[] {
  const stage = ({ risk, after }: Check) => {
    if (after === 'everything') return 5
    return after === 'lists' ? 2 : Math.max(1, risks.indexOf(risk) + 1)
  }
  return [...selected].sort((a, b) => stage(a) - stage(b))
}

interface Bench {
  /** What came of the checks that were asked so far. */
  outcomes: Map<string, Promise<Outcome>>
  settings: Settings
  target: Target
  session: Session
  redactor: Redactor
  opening: Opening
}

type Outcome = Pick<Result, 'verdict' | 'detail'> &
  Partial<Pick<Result, 'reason' | 'remedy' | 'warning' | 'finding'>>

async function runCheck(check: Check, bench: Bench): Promise<Result> {
  const { target, session, redactor } = bench
  const start = performance.now()
  const before = target.counts.sent
  const outcome = await outcomeOf(check, bench)
  if (check.risk === 'w1' || check.risk === 'w2') session.forget()
  const { id, clause, level, risk, title } = check
  return {
    id,
    clause: [...clause],
    level,
    risk,
    title,
    ...outcome,
    detail: redactor.ours(outcome.detail),
    requests: target.counts.sent - before,
    durationMs: Math.round(performance.now() - start),
  }
}

/** A check is asked once, for itself or for those that rest on it. */
function outcomeOf(check: Check, bench: Bench): Promise<Outcome> {
  const known = bench.outcomes.get(check.id)
  if (known) return known
  const outcome = ask(check, bench)
  bench.outcomes.set(check.id, outcome)
  return outcome
}

async function ask(check: Check, bench: Bench): Promise<Outcome> {
  const { settings, target, session, opening } = bench
  const { risk, reading } = check
  if (reading !== undefined && settings.readings[reading] === 'off') {
    return { verdict: 'not run', detail: `its reading ${reading} is off` }
  }
  if (!target.allows(risk) && !check.partlyAtR) {
    return {
      verdict: 'not run',
      detail: `it is of risk ${risk}, this run sends ${settings.risk} at the most`,
    }
  }
  if (opening.fatal) return undecided('blocked', opening.cause as string)
  try {
    const service = session.as(check.id)
    const lacking = await findLack(check, session, service)
    if (lacking) return lacking
    for (const id of check.rests ?? []) {
      const { finding } = await outcomeOf(checks.find((candidate) => candidate.id === id) as Check, bench)
      if (finding) return undecided('blocked', `it rests on ${id}, which is violated`)
    }
    const detail = await (check.steady ? steadily(check, session, service) : check.run(service))
    return { verdict: check.level === 'open' ? 'observed' : 'pass', detail }
  } catch (error) {
    if (error instanceof Violation) return violated(check, error, bench)
    if (error instanceof Undecided) return undecided(error.reason, error.message)
    if (error instanceof RiskRefused) return { verdict: 'not run', detail: error.message }
    if (!(error instanceof TargetFailure))
      return undecided('suite-failed', `please report it: ${stackOf(error)}`)
    return undecided(error.kind === 'deadline' ? 'deadline' : 'target-failed', error.message)
  }
}

/** Where the suite is wrong, without what an error says of values. */
function stackOf(error: unknown): string {
  const { name = 'error', stack = '' } = error as Partial<Error>
  const [, file = '', line = ''] = /([\w-]+\.[jt]s):(\d+)/.exec(stack) ?? []
  return `${name} at ${file}:${line}`
}

function undecided(reason: UndecidedReason, detail: string, remedy?: string): Outcome {
  return { verdict: 'inconclusive', reason, detail, ...(remedy !== undefined && { remedy }) }
}

async function findLack(check: Check, session: Session, service: Service): Promise<Outcome | undefined> {
  for (const need of check.needs ?? []) {
    const requirement = requirements[need]
    const isDeclared = 'declared' in requirement
    const facts = isDeclared ? NO_FACTS : await service.facts()
    if (requirement.met(facts, session.declared)) continue
    return undecided(
      isDeclared ? 'not-declared' : 'thin-data',
      `there is ${requirement.lack}`,
      requirement.remedy,
    )
  }
  return undefined
}

const NO_FACTS = {} as Facts

/** After so many checks that found the list moving it is not read for the others. */
const DRIFTS = 3

/** Brackets a property over several requests: a list that moved meanwhile is read once more, and then let be. */
async function steadily(check: Check, session: Session, service: Service): Promise<string> {
  if (session.drifts >= DRIFTS) {
    throw new Undecided('data-drift', `the list does not stand still: ${DRIFTS} checks found it moving`)
  }
  for (let left = 1; ; left--) {
    const before = await session.fingerprint(check.id)
    const outcome = await check.run(service).then(
      (detail) => () => detail,
      (error: unknown) => () => {
        throw error
      },
    )
    if ((await session.freshFingerprint(check.id)) === before) return outcome()
    session.forget()
    if (left > 0) continue
    session.drifts++
    throw new Undecided('data-drift', 'the list changed while it was read, twice')
  }
}

function violated(check: Check, violation: Violation, { settings, redactor }: Bench): Outcome {
  const { expected, actual, exchanges, restsOn = check.reading } = violation
  const finding: Finding = {
    rule: check.clause
      .map((id) => (clauses as readonly Clause[]).find((clause) => clause.id === id)?.says)
      .join(' '),
    expected: redactor.ours(expected),
    actual: redactor.theirs(actual),
    exchanges: exchanges.map((exchange) => record(exchange, settings.baseUrl, redactor)),
  }
  const detail = `expected ${finding.expected}, got ${finding.actual}`
  const mode = modeOf(restsOn ?? (check.level === 'wording' ? 'soft' : undefined), settings)
  if (mode === 'fail') return { verdict: 'fail', detail, finding }
  return { verdict: 'observed', detail, finding, ...(mode === 'warn' && { warning: true as const }) }
}

function modeOf(restsOn: Reading | 'soft' | undefined, { strictWording, readings }: Settings): ReadingMode {
  if (restsOn === undefined) return 'fail'
  if (restsOn === 'soft') return strictWording ? 'fail' : 'warn'
  return readings[restsOn]
}

function warningsOf({ insecure, reveal, baseUrl }: Settings): string[] {
  return [
    ...(insecure && baseUrl.startsWith('https:')
      ? ['any certificate was taken (--insecure): who answered is not known']
      : []),
    ...(reveal ? ['people are written as they are (--reveal): keep this report to yourself'] : []),
  ]
}

function discovered(facts: Facts | undefined): string[] {
  if (!facts) return []
  const { people, size, complete, leadingZero, accented, distinctStamps, distinctNames } = facts
  return [
    `${count(size, 'person')}${complete ? '' : `, ${people.length} of them read (--max-pages)`}`,
    `${count(distinctNames, 'name')} and ${count(distinctStamps, 'timestamp')} that differ`,
    `${leadingZero ? 'a' : 'no'} CPF that begins with 0, ${accented ? 'a' : 'no'} name with an accent`,
  ]
}
