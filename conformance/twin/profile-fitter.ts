import type { JudgingStep } from '../../src/contract/dialect.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { objectOf } from '../service/lists.ts'
import type { Evidence, TwinsAnswer } from './evidence.ts'
import { fitsNumber } from './number-keys.ts'
import { type Point, showsIn, withoutEntries } from './options.ts'
import { hasTwoReasons, isAlwaysSaid, said, saidTo, stepOf, stepsByWords, wordsOfState } from './step-of.ts'
import type { Answer } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

export type { Evidence, TwinsAnswer } from './evidence.ts'

/** Answers questions while a profile is fitted to the answers of a target. */
export interface Oracle {
  /** Answers as the simulator does under a profile. It costs no request. */
  twin(profile: Profile, asked: TwinQuestion): Promise<TwinsAnswer>
  /** Asks the target; undefined if the run may not send the question, or there is no answer. */
  target(asked: TwinQuestion): Promise<Answer | undefined>
  /** Draws another question of a stratum; undefined if the data allows none. */
  draw(stratum: string): TwinQuestion | undefined
  /** Whether the questions of a stratum go one after the other, because one that is accepted uses a report up. */
  isInTurn?(stratum: string): boolean
  /**
   * Whether the run may still send questions that only distinguish choices; always by default.
   * @param isLast whether the question may use the requests that are reserved for the last ones
   */
  mayAskFurther?(isLast?: boolean): boolean
}

// How different two answers are, from 0 (the same) to 1 (OTHER).
/** Both refuse with the same status, but name different fields. */
const OTHER_KEYS = 0.05
/** Both refuse, with different statuses: probably for the same reason. */
const OTHER_WORDS = 0.25
/** Both refuse, and one of the statuses says that the reason differs: see `TELLING`. */
const OTHER_REFUSAL = 0.75
/** The same persons, but another `busca` or other numbers in `paginacao`. */
const OTHER_METADATA = 0.5
/** Added if the words of a refusal are those of another step than the twin's. */
const OTHER_STEP = 0.5
const OTHER = 1
/** At most this many further questions are sent to distinguish the choices of a point. */
const MOST_FURTHER = 2
/** At most this many questions are drawn to find one that distinguishes them. */
const LOOKED_AT = 12

/** Fits a profile to the answers of a target, one point after the other. */
export class ProfileFitter {
  profile: Profile
  readonly evidence: Evidence[]
  readonly #oracle: Oracle
  readonly #wordsOfState: ReadonlySet<string>
  /** Whether a decided report is refused in no other words. */
  readonly #isAllOfState: boolean
  readonly #isOfState = new WeakMap<Answer, boolean>()
  #steps: ReadonlyMap<string, JudgingStep> = new Map()

  constructor(profile: Profile, evidence: readonly Evidence[], oracle: Oracle) {
    this.profile = profile
    this.evidence = [...evidence]
    this.#oracle = oracle
    this.#wordsOfState = wordsOfState(evidence)
    this.#isAllOfState = isAlwaysSaid(this.#wordsOfState, evidence)
  }

  /** Chooses for a point what explains the most of its evidence; what was chosen before stays if nothing is better. */
  async settle(point: Point): Promise<void> {
    const own = () => this.evidence.filter(({ asked }) => showsIn(point, asked.stratum))
    if (own().length === 0) return
    const options = [this.profile, ...point.options(this.profile)]
    let best = await this.#best(options, own())
    for (let further = 0; further < MOST_FURTHER && best.length > 1; further++) {
      if (this.#oracle.mayAskFurther?.() === false) break
      const asked = await this.#tellingApart(best, point)
      const answer = asked && (await this.#oracle.target(asked))
      if (answer === undefined) break
      this.evidence.push({ asked: asked as TwinQuestion, answer })
      best = await this.#best(options, own())
    }
    this.profile = best[0] as Profile
  }

  /** Leaves out each entry of the tables without which the profile explains as much. */
  async prune(): Promise<void> {
    let least = await this.cost(this.profile, this.evidence)
    for (let i = 0; ; ) {
      const option = withoutEntries(this.profile)[i]
      if (option === undefined) return
      const cost = await this.cost(option, this.evidence, least)
      if (cost > least) i++
      else {
        this.profile = option
        least = cost
      }
    }
  }

  /**
   * Returns how far a profile is from the evidence; 0 behaves alike.
   * @param most what is farther need not be measured to its end
   */
  async cost(
    profile: Profile,
    evidence: readonly Evidence[],
    most = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    let sum = 0
    for (const { asked, answer } of evidence) {
      if (sum > most) break
      const twin = await this.#oracle.twin(profile, asked)
      if (this.#saysState(answer)) {
        sum += stepOf(twin) === 'state' ? 0 : OTHER
        continue
      }
      sum += distance(answer, twin)
      if (this.#isOfOtherStep({ asked, answer }, twin)) sum += OTHER_STEP
    }
    return sum
  }

  /** Learns from requests with one reason to be refused which step of judging says what. */
  async learnWords(): Promise<void> {
    const alone = this.evidence.filter((one) => one.answer.status >= 400 && !hasTwoReasons(one))
    const answers = await Promise.all(
      alone.map(async ({ asked, answer }) => ({
        asked,
        answer,
        twin: await this.#oracle.twin(this.profile, asked),
      })),
    )
    // A report that is decided may be refused with any status, and what has no route with several.
    const isSameReason = ({ answer, twin }: (typeof answers)[0]) =>
      distance(answer, twin) <= OTHER_WORDS ||
      stepOf(twin) === 'state' ||
      (stepOf(twin) === 'route' && ROUTE_STATUSES.has(answer.status))
    this.#steps = stepsByWords(answers.filter(isSameReason))
  }

  #saysState(answer: Answer): boolean {
    const known = this.#isOfState.get(answer)
    if (known !== undefined) return known
    const says = this.#wordsOfState.size > 0 && answer.status >= 400 && this.#wordsOfState.has(said(answer))
    this.#isOfState.set(answer, says)
    return says
  }

  #isOfOtherStep(one: Evidence, twin: TwinsAnswer): boolean {
    // Its words are not those of decided reports.
    if (this.#isAllOfState && stepOf(twin) === 'state') return one.answer.status >= 400
    if (!hasTwoReasons(one)) return false
    const step = this.#steps.get(saidTo(one))
    return step !== undefined && step !== stepOf(twin)
  }

  /** Returns what the profile does not explain. */
  async unexplained(): Promise<Evidence[]> {
    const left: Evidence[] = []
    for (const one of this.evidence) {
      const cost = await this.cost(this.profile, [one])
      if (cost > OTHER_WORDS) left.push(one)
    }
    return left
  }

  /** Returns the options that explain the evidence best, in their order. */
  async #best(options: readonly Profile[], evidence: readonly Evidence[]): Promise<Profile[]> {
    const costs: number[] = []
    let least = Number.POSITIVE_INFINITY
    for (const option of options) {
      const cost = await this.cost(option, evidence, least)
      costs.push(cost)
      least = Math.min(least, cost)
    }
    return options.filter((_, i) => (costs[i] as number) <= least)
  }

  /** Finds a question to which two of the options give different answers. */
  async #tellingApart(options: readonly Profile[], { strata }: Point): Promise<TwinQuestion | undefined> {
    const [first, ...others] = options as [Profile, ...Profile[]]
    for (let i = 0; i < LOOKED_AT; i++) {
      const asked = this.#oracle.draw(strata[i % strata.length] as string)
      if (asked === undefined) continue
      const answer = await this.#oracle.twin(first, asked)
      for (const other of others) {
        if (distance(answer, await this.#oracle.twin(other, asked)) > 0) return asked
      }
    }
    return undefined
  }
}

/** Statuses that have another reason than an invalid value. */
const TELLING = new Set([401, 403, 404, 405])

/** Statuses with which paths and methods are refused. */
const ROUTE_STATUSES = new Set([403, 404, 405, 501])

/** Returns how different two answers are as a client sees them, from 0 to 1. */
export function distance(a: Answer, b: Answer & Partial<TwinsAnswer>): number {
  if (a.status >= 400 && b.status >= 400) {
    if (a.status === b.status) return namesOtherKeys(a, b) ? OTHER_KEYS : 0
    // Some services answer 404 to any value that they refuse, as Django does to a page that is none.
    if (a.status === 404 && b.situations && stepOf({ ...b, situations: b.situations }) === 'query')
      return OTHER_WORDS
    const isTelling = TELLING.has(a.status) || TELLING.has(b.status) || a.status >= 500
    return isTelling ? OTHER_REFUSAL : OTHER_WORDS
  }
  if (a.status !== b.status) return OTHER
  const [x, y] = [objectOf(objectOf(a.json)?.result), objectOf(objectOf(b.json)?.result)]
  if (!x || !y) return 0
  if (x.numero !== y.numero) return OTHER
  if (personsOf(x) !== personsOf(y)) return OTHER
  const metadataOf = ({ busca, paginacao }: Record<string, unknown>) => {
    const { atual, linhas, total } = objectOf(paginacao) ?? {}
    return JSON.stringify([busca, atual, linhas, total])
  }
  return metadataOf(x) === metadataOf(y) ? 0 : OTHER_METADATA
}

/** Returns whether both list the fields that are wrong, and not the same ones. */
function namesOtherKeys(a: Answer, b: Answer & Partial<TwinsAnswer>): boolean {
  const [own, twins] = [keysIn(a), keysIn(b)]
  const isOfNumber = fitsNumber(own, b.situations ?? [])
  if (isOfNumber !== undefined) return !isOfNumber
  const [x, y] = [own, twins].map((keys) => keys.sort().join())
  // A target that names fields where a twin names none has looked further; one that never does says nothing.
  if (y === '') return x !== undefined && x !== '' && x !== 'value'
  return x !== '' && x !== y
}

function keysIn({ json }: Answer): string[] {
  const keys = objectOf(objectOf(json)?.validation)?.keys
  return Array.isArray(keys) ? keys.map(fieldOf) : []
}

/** The last part of a path such as `body.mensagem`, as services spell paths in different ways. */
function fieldOf(key: unknown): string {
  const name = String(key).replace(/^.*[./](?=[^./]+$)/s, '')
  return WHOLE.has(name) ? 'value' : name
}

/** How services name a whole body. */
const WHOLE = new Set([
  '',
  'value',
  'body',
  'payload',
  '$',
  '_schema',
  'non_field_errors',
  'root',
  '__root__',
])

function personsOf({ itens }: Record<string, unknown>): string {
  if (!Array.isArray(itens)) return ''
  return itens.map((item) => String(objectOf(item)?.cpf)).join()
}
