import type { Profile } from '../../src/contract/profile.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Situation, Twin } from '../../src/twin.ts'
import type { Exchange, Question, Risk } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import type { Redactor } from '../redaction/redact.ts'
import { readList } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'
import { type Comparison, compare } from './compare.ts'
import { type DifferenceKind, Differences, type Show } from './differences.ts'
import { type Exemption, exemptions } from './exemptions.ts'
import { isReportFirst } from './hidden-bodies.ts'
import { type Share, shareOf } from './likeness.ts'
import { bodyStrata, declaredStrata, drawQuestions, strata } from './questions.ts'
import { decisionOf, pathOf } from './strata/stratum.ts'
import { type Answer, answerOfTwin, type TargetData, twinRequest } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

/** How alike a target and its twin answer, measured on questions that were drawn for it. */
export interface Likeness {
  /** ISO 8601. */
  at: string
  /** The seed of the questions. */
  seed: number
  /** How many questions were compared. */
  questions: number
  /** What the shares are about. */
  covers: string
  /** Rows of tables, such as `mensagem`, that are not compared: the target did not show what it does there. */
  assumed: readonly string[]
  behaves: Share
  toTheLetter: Share
  /** About decisions on declared reports; null if the run may not decide any. */
  decisions: { behaves: Share; toTheLetter: Share } | null
  /** Questions which the target itself answered in two ways. They are not compared. */
  noise: { answers: number; share: number }
  /** Questions that were not compared because the list changed meanwhile. */
  moved: number
  /** Why nothing is proved; null if the shares hold. */
  unmeasured: string | null
  strata: readonly StratumLikeness[]
  differences: readonly DifferenceKind[]
  exempt: readonly Exemption[]
}

/** How many answers in one stratum were alike. */
export interface StratumLikeness {
  stratum: string
  of: number
  behaves: number
  toTheLetter: number
}

export interface VerifyOptions {
  target: Pick<Target, 'attempt' | 'allows'>
  twin: Twin
  data: TargetData
  profile: Profile
  questions: number
  seed: number
  redactor: Redactor
  /** How many questions are in flight at once. */
  concurrency: number
  show: Show
  /** Keys of questions that the learning has used. */
  asked?: ReadonlySet<string>
  /** Rows of tables that the target never shows to such a run: what its twin does there is assumed, and not compared. */
  assumed?: readonly string[]
  /** Returns whether the list is still as it was read. */
  isSteady(): Promise<boolean>
}

/** The name of these requests in the User-Agent. */
const ABOUT = 'verify'
/** Above this share of noise, the likeness cannot be measured. */
const MOST_NOISE = 0.05

/** One question and what came of it. */
interface ComparedQuestion {
  asked: TwinQuestion
  target: Answer
  twin: Answer
  situations: readonly Situation[]
  comparison: Comparison
  /** Whether the target's own two answers differ. */
  isNoise: boolean
}

/**
 * Asks a target, its twin and the target again, and tells how alike they are.
 * @throws {TargetFailure} if the run ends before the target has answered
 */
export async function verify(options: VerifyOptions): Promise<Likeness> {
  const { target, data, profile, questions: count, seed, asked, assumed = [] } = options
  const allows = (risk: Risk) => target.allows(risk)
  const from = strata.filter(({ name }) => (data.complete || !dependsOnList(name)) && !isOneOf(assumed, name))
  const questions = drawQuestions({ count, seed, data, profile, from, allows, ...(asked && { asked }) })
  const all = await inTurns(questions, options.concurrency, (question) => ask(question, options, true))
  // A list that changed is not the one that the twin was made of.
  const isSteady = !all.some(isAboutList) || (await options.isSteady())
  const decisions = await decide(options)
  const moved = isSteady ? [] : all.filter(isAboutList)
  const still = all.filter((one) => isSteady || !isAboutList(one))
  const noisy = still.filter(({ isNoise }) => isNoise)
  const compared = still.filter(({ isNoise }) => !isNoise)
  const noise = { answers: noisy.length, share: still.length === 0 ? 0 : noisy.length / still.length }
  const differences = new Differences(options.show)
  for (const { asked, ...answers } of [...compared, ...decisions]) differences.add(asked, answers)
  return {
    at: new Date(dateNow()).toISOString(),
    seed,
    questions: compared.length,
    covers: target.allows('w0') ? 'reads and refusals' : 'reads',
    assumed,
    ...sharesOf(compared),
    decisions: decisions.length === 0 ? null : sharesOf(decisions),
    noise,
    moved: moved.length,
    unmeasured: whyUnmeasured(compared, noise.share),
    strata: byStratum(compared),
    differences: differences.kinds(),
    exempt: exemptions,
  }
}

function whyUnmeasured(compared: readonly ComparedQuestion[], noise: number): string | null {
  if (noise > MOST_NOISE)
    return `the target gave two answers to one question in more than ${MOST_NOISE * 100} % of cases`
  return compared.length === 0 ? 'no question was left to compare' : null
}

function sharesOf(all: readonly ComparedQuestion[]): Pick<Likeness, 'behaves' | 'toTheLetter'> {
  const alike = (level: keyof Comparison) =>
    shareOf(all.filter(({ comparison }) => comparison[level] === undefined).length, all.length)
  return { behaves: alike('behaves'), toTheLetter: alike('letter') }
}

function byStratum(all: readonly ComparedQuestion[]): StratumLikeness[] {
  const found = new Map<string, StratumLikeness>()
  for (const { asked, comparison } of all) {
    const { stratum } = asked
    const one = found.get(stratum) ?? { stratum, of: 0, behaves: 0, toTheLetter: 0 }
    one.of++
    if (!comparison.behaves) one.behaves++
    if (!comparison.letter) one.toTheLetter++
    found.set(stratum, one)
  }
  const order = new Map(strata.map(({ name }, i) => [name, i]))
  return [...found.values()].sort((a, b) => (order.get(a.stratum) ?? 0) - (order.get(b.stratum) ?? 0))
}

const LIST_STRATA = /^(?:list|order|combined|search)\./

/** Returns whether all answers of a stratum depend on persons that may not have been read. */
function dependsOnList(stratum: string): boolean {
  return LIST_STRATA.test(stratum)
}

function isOneOf(rows: readonly string[], stratum: string): boolean {
  return rows.some((row) => stratum.startsWith(`${row}.`))
}

/** Returns whether an answer is a list, which another one may have changed. */
function isAboutList({ asked: { question }, target, twin }: ComparedQuestion): boolean {
  return question.method === 'GET' && target.status === 200 && twin.status === 200
}

/** Asks the target, the twin, and the target again unless that would change something. */
async function ask(
  asked: TwinQuestion,
  options: VerifyOptions,
  isAskedAgain: boolean,
): Promise<ComparedQuestion> {
  const { question } = asked
  const target = await answerOf(question, options)
  const { twin, situations } = await askTwin(question, options)
  const again = isAskedAgain ? await answerOf(question, options) : target
  return {
    asked,
    target,
    twin,
    situations,
    comparison: compare(question, target, twin),
    isNoise: compare(question, target, again).letter !== undefined,
  }
}

/** Stands for an answer that never came. */
const SILENCE: Answer = { status: 0, headers: {}, json: undefined, text: '' }

async function answerOf(question: Question, { target, redactor }: VerifyOptions): Promise<Answer> {
  const answer = await target.attempt(question, ABOUT)
  if (answer instanceof TargetFailure) return SILENCE
  learnPersons(answer, redactor)
  return answer.response
}

/** The list may have new persons since it was read, and the example of a difference must not show them. */
function learnPersons(exchange: Exchange, redactor: Redactor): void {
  for (const { raw } of readList(exchange).list?.people ?? []) redactor.learn(raw)
}

async function askTwin(question: Question, { twin, profile, data }: VerifyOptions) {
  const answer = await twin.ask(profile, twinRequest(question, data.baseUrl))
  return { twin: answerOfTwin(answer), situations: answer.situations }
}

/** How many questions each stratum of declared reports has. */
const DECISIONS_A_STRATUM = 3

/** Statuses with which services refuse a decision on a report that has another one. */
const STATE_STATUSES: ReadonlySet<number> = new Set([400, 403, 409, 422])

/**
 * Brings a declared report into one state at the target and at the twin: it is approved, unless the target refuses that
 * and accepts its rejection, as of a report that was rejected before.
 */
async function makeEqual(report: string, options: VerifyOptions): Promise<void> {
  const { data } = options
  const decision = (aprovar: boolean) =>
    decisionOf({ data }, { ...LEGAL_BODY, aprovar }, { path: pathOf({ data }, report) })
  const statusOf = async (aprovar: boolean) => (await answerOf(decision(aprovar), options)).status
  const isRejected = STATE_STATUSES.has(await statusOf(true)) && (await statusOf(false)) === 200
  await askTwin(decision(!isRejected), options)
}

/** Decides the declared reports, first of all the way that makes their states equal, and compares what comes of it. */
async function decide(options: VerifyOptions): Promise<ComparedQuestion[]> {
  const { target, data, profile, seed } = options
  if (!target.allows('w2')) return []
  const allows = (risk: Risk) => target.allows(risk)
  for (const report of data.reports) await makeEqual(report, options)
  const questions = [
    ...drawQuestions({
      ...{ count: declaredStrata.length * DECISIONS_A_STRATUM, seed, data, profile, from: declaredStrata },
      allows,
    }),
    ...(isReportFirst(profile) && data.reports.length > 0
      ? drawQuestions({
          ...{ count: bodyStrata.length, seed, profile, from: bodyStrata, allows },
          // These bodies are judged only where there is a report.
          data: { ...data, unknownNumber: () => data.reports[0] as string },
        })
      : []),
  ]
  // One after another, because each may depend on the one before.
  return inTurns(questions, 1, (question) => ask(question, options, false))
}

/** Does work on each entry, so many at once, and returns the results in order. */
async function inTurns<T, R>(list: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(list.length)
  let next = 0
  const worker = async () => {
    while (next < list.length) {
      const at = next++
      results[at] = await work(list[at] as T)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
