import { counted } from '../../src/contract/counted.ts'
import { askable, type FaultName, faults } from '../../src/contract/faults.ts'
import { type Knob, type KnobName, knobs } from '../../src/contract/knobs.ts'
import { completeProfile, type Profile } from '../../src/contract/profile.ts'
import type { Question, Risk } from '../client/exchange.ts'
import { Undecided, type UndecidedReason } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import type { Need } from '../model/needs.ts'
import type { Service } from '../model/service.ts'
import { requestLine } from '../run/record.ts'
import { type Answer, type Interview, listIn } from './answer.ts'
import type { TargetData } from './data.ts'
import { type Numbers, questionOf } from './examples.ts'
import type { Twin } from './twin.ts'

export interface Seen {
  choice: unknown
  evidence: string
  /** Why this choice is only likely, and what would make it certain. */
  doubt?: string | undefined
}

export interface Lab {
  interview: Interview
  service: Service
  data: TargetData
  numbers: Numbers
  twin: Twin
  /** What was found before, completed. */
  profile: Profile
}

/**
 * How the probe finds the choice of a running service for a knob: with the choice, the twin answers as the service does. By
 * default it asks the examples of all faults for which the knob has choices.
 */
export interface Experiment {
  /** What the experiment sends: GETs, POSTs to unknown numbers, or decisions. */
  risk: Exclude<Risk, 'w1'>
  seen?: string
  needs?: readonly Need[]
  /** Whether it compares several lists, so a list that changes in between is read again. */
  steady?: true
  /** Whether it decides a report for the first time and therefore cannot be repeated. */
  once?: true
  /** Legal questions whose answers must be those of the twin, or nothing that follows can be trusted. */
  controls?(lab: Lab): readonly Question[]
  /** The first question decides whether a choice fits at all. @throws {Unseen} when the data does not allow it */
  questions?(lab: Lab): readonly Question[] | Promise<readonly Question[]>
  look?(lab: Lab): Look
  doubt?(lab: Lab): string | undefined
  /**
   * Finds the choice without a twin.
   * @throws {Unseen} when the answers do not show the choice
   */
  ask?(lab: Lab): Promise<Seen>
}

/**
 * Why a choice was not seen: the behaviour is none of the choices, the service fails on the request, the choice for
 * another knob hides it, or two attempts differ. The other reasons are those of a check: {@link UndecidedReason}.
 */
export type UnseenReason =
  | 'no-such-choice'
  | 'breaks'
  | 'hidden'
  | 'contradictory'
  | 'not-allowed'
  | UndecidedReason

export class Unseen extends Undecided<UnseenReason> {}

export const noSuchChoice = (why: string): Unseen => new Unseen('no-such-choice', why)

/** Returns why an answer is never that of a choice: a bad token, a rate limit, or no answer of the service itself. */
function failureOf({ status }: Answer): UnseenReason | undefined {
  if (status === 401 || status === 429) return 'target-failed'
  return status === 0 || status >= 500 ? 'breaks' : undefined
}

/** What is compared of two answers, the most important first: a choice fits if the first of these is the same. */
export type Look = (answer: Answer) => readonly string[]

/**
 * Whether it is refused; what a list says of its page and of its times; the status; whether `validation` is there.
 * @param isWhole whether the twin knows everybody in the list
 */
export const usualLook =
  (isWhole: boolean): Look =>
  (answer) => {
    const { paginacao, linhas, total, people = [] } = listIn(answer) ?? {}
    const stamps = people.map(({ stamp }) => Date.parse(stamp))
    if (paginacao)
      return [['list', paginacao.atual, linhas, ...(isWhole ? [total, people.length, ...stamps] : [])].join()]
    const { status, json } = answer
    // A body that is accepted for a report that nobody has is told apart from one that is refused.
    const kind = status === 200 || status === 404 || status >= 500 ? status : 'refused'
    return [`${kind}`, `${status}`, `${objectOf(objectOf(json)?.validation) !== undefined}`]
  }

export async function chosenByTwin(lab: Lab, knob: KnobName, experiment: Experiment): Promise<Seen> {
  const { interview, twin, profile, service, data } = lab
  const look = experiment.look?.(lab) ?? usualLook(data.complete)
  const questions = (await experiment.questions?.(lab)) ?? questionsAt(faultsOf(knob), lab)
  const shown = (question: Question) => shownIn(question, service)
  for (const question of experiment.controls?.(lab) ?? []) {
    const [own, other] = [await interview.ask(question, knob), await twin.ask(profile, question)]
    if (look(own)[0] !== look(other)[0]) throw noSuchChoice(`${shown(question)} is answered in another way`)
  }
  const answers: Answer[] = []
  for (const question of questions) {
    const answer = await interview.ask(question, knob)
    const failure = failureOf(answer)
    if (failure) throw new Unseen(failure, `${shown(question)} returns ${answer.status || 'no answer'}`)
    answers.push(answer)
  }
  const looks = answers.map(look)
  const evidence = questions.map((one, i) => `${shown(one)} ${said(answers[i] as Answer)}`).join(', ')
  const tried: Tried[] = []
  for (const choice of choicesOf(knob)) {
    const own = completeProfile(profile, { [knob]: choice })
    const its: (readonly string[])[] = []
    for (const question of questions) its.push(look(await twin.ask(own, question)))
    const fits = its.map((one, i) => levelsAlike(one, looks[i] ?? []))
    const score = fits.reduce((sum, levels) => sum + (levels === 0 ? 0 : 100) + levels, 0)
    tried.push({ choice, its: JSON.stringify(its), fits, score })
  }
  tried.sort((a, b) => b.score - a.score)
  const [chosen, ...others] = tried.filter(({ fits }) => fits[0] !== 0)
  if (!chosen) throw noSuchChoice(`${evidence}: this fits none of the choices`)
  const equal = others.filter(({ score }) => score === chosen.score)
  if (equal.length > 0 && equal.every(({ its }) => its === chosen.its)) {
    const names = [chosen, ...equal].map(({ choice }) => choice).join(', ')
    throw new Unseen('hidden', `${evidence}: this is the same for ${names}`)
  }
  const shareOf = ({ choice, fits }: Tried) =>
    `${fits.filter((levels) => levels > 0).length} of ${counted(fits.length, 'answer')} as with ${choice}`
  const shares = [chosen, ...tried.filter((one) => one !== chosen).slice(0, 1)].map(shareOf).join(', ')
  const odd = questions.filter((_, i) => chosen.fits[i] === 0).map(shown)
  // The status is the second of what is compared.
  const unlike = answers.find((_, i) => chosen.fits[i] === 1 && (looks[i] ?? []).length > 1)
  return {
    choice: chosen.choice,
    evidence: `${shares}: ${evidence}`,
    doubt:
      odd.length > 0
        ? `the knob has one choice for all of them, but the service treats ${odd.join(', ')} differently`
        : unlike
          ? `the service answers with ${unlike.status}, the choice with another status`
          : experiment.doubt?.(lab),
  }
}

/** A choice, how the twin answers with it, and how many levels of each answer are those of the target. */
interface Tried {
  choice: unknown
  its: string
  fits: number[]
  score: number
}

function levelsAlike(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((part, i) => part !== other[i])
  return first === -1 ? other.length : first
}

function choicesOf(name: KnobName): readonly unknown[] {
  const knob: Knob = knobs[name]
  if (knob.kind !== 'choice') throw new TypeError(`${name} has no choices`)
  return knob.choices
}

export function said(answer: Answer): string {
  const list = listIn(answer)
  if (list) return `is accepted (atual ${list.paginacao.atual}, linhas ${list.linhas}, total ${list.total})`
  return answer.status >= 400 && answer.status < 500
    ? `is rejected (${answer.status})`
    : `returns ${answer.status}`
}

export function shownIn(question: Question, { redactor }: Pick<Service, 'redactor'>): string {
  const { body, contentType } = question
  const line = requestLine(question, redactor)
  if (question.method === 'GET') return line.replace(/^GET \/pessoas\??/, '') || line
  return body === undefined
    ? line
    : `${redactor.ours(body.slice(0, 80))}${/json/.test(contentType ?? '') ? '' : ` as ${contentType}`}`
}

export function faultsOf(knob: KnobName): FaultName[] {
  return askable.filter((name) => faults[name].knob === knob)
}

export function questionsAt(names: readonly FaultName[], { data, numbers }: Lab): Question[] {
  const examples = names.flatMap((name) => faults[name].ask ?? [])
  const questions = examples.flatMap((example) => questionOf(example, data, numbers) ?? [])
  if (questions.length === 0) throw notDeclared()
  return questions
}

export const notDeclared = (): Unseen =>
  new Unseen(
    'not-declared',
    'the service looks at a report before a body, so only an existing one can show it',
    'declare a report with --report and --allow-writes',
  )

const LIKELY = [
  ...[
    10, 20, 30, 40, 50, 60, 75, 80, 100, 120, 128, 140, 150, 200, 250, 255, 256, 300, 400, 500, 512, 600, 800,
  ],
  ...[1_000, 1_024, 1_500, 2_000, 2_048, 3_000, 4_000, 4_096, 5_000, 8_000, 8_192, 10_000, 16_384, 20_000],
]

/**
 * Finds the largest number that is accepted, as if every number above one that is not accepted were not, either. The
 * greatest comes first: if it is accepted, there is no limit, as far as anybody asks. Likely limits come next, then halves.
 */
export async function limitOf(
  named: (count: number) => string,
  isTaken: (count: number) => Promise<boolean>,
  least: number,
  most: number,
  step = 1,
): Promise<Seen> {
  if (await isTaken(most)) return { choice: null, evidence: `${named(most)} is accepted` }
  if (!(await isTaken(least))) throw noSuchChoice(`${named(least)} is not accepted`)
  let [low, high] = [least, most]
  const look = async (count: number) => {
    if (count <= low || count >= high) return
    if (await isTaken(count)) low = count
    else high = count
  }
  const likely = () => LIKELY.filter((count) => count % step === 0 && count > low && count < high)
  for (let left = likely(); left.length > 0; left = likely())
    await look(left[Math.floor(left.length / 2)] as number)
  await look(low + step)
  await look(high - step)
  while (high - low > step) await look(low + Math.max(1, Math.floor((high - low) / 2 / step)) * step)
  return { choice: low, evidence: `${named(low)} is accepted, ${named(low + step)} is not` }
}
