import { setTimeout as sleep } from 'node:timers/promises'
import type { Routes } from '../../src/contract/kind-tables.ts'
import type { PartialProfile } from '../../src/contract/profile.ts'
import { FORM_TYPE, JSON_TYPE, type Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { readList } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'
import type { Answer } from '../twin/world.ts'

const seconds = ['approved-again', 'approved-rejected', 'rejected-approved', 'rejected-again'] as const
type Second = (typeof seconds)[number]
/** What becomes of a second decision, as far as it was seen. */
export type Seconds = Pick<NonNullable<Routes['report']>, Second>

export interface Deciding {
  target: Pick<Target, 'attempt'>
  authorization: Question['authorization']
  /** The reports that may be decided. The experiments have approved the last one, if they know what they did. */
  reports: readonly string[]
  /** What the experiments have found. */
  found: PartialProfile
}

export interface Decided {
  /** The answer to a decision that was recorded. */
  answer: Answer | undefined
  /** Reports in a state that is known. */
  approved: string | undefined
  rejected: string | undefined
  /** Every report that was or may be decided. */
  used: readonly string[]
  seconds: Seconds
}

/**
 * Decides declared reports again, in each way that one decision can follow another. If decisions move persons to the top
 * of the list, the person of the approved report is there afterwards as far as one more approval would move it.
 */
export async function decideAgain(deciding: Deciding): Promise<Decided> {
  const { reports, found } = deciding
  const isKnown = found.revalidation !== undefined
  // Where it is not known which decisions were recorded, another report begins anew.
  const fresh = [...reports].reverse().slice(1)
  const first = isKnown ? reports.at(-1) : fresh.shift()
  const none: Decided = { answer: undefined, approved: undefined, rejected: undefined, used: [], seconds: {} }
  if (first === undefined) return none
  const run = new Run(deciding)
  if (!isKnown && !(await run.decide(first, true))) return { ...none, used: reports.slice(-2) }
  const own: Seconds = {}
  own['approved-again'] = await run.again(first, true)
  own['approved-rejected'] = await run.again(first, false)
  let isApproved = own['approved-rejected'] !== 'accept'
  const rejectedOnce = async (numero: string) => {
    own['rejected-again'] = await run.again(numero, false)
    own['rejected-approved'] = await run.again(numero, true)
    return own['rejected-approved'] !== 'accept'
  }
  if (!isApproved) isApproved = !(await rejectedOnce(first))
  let [approved, rejected] = isApproved ? [first, undefined] : [undefined, first]
  const isAlike = seconds.every((name) => own[name] === 'accept')
  const other = isAlike ? undefined : fresh.shift()
  if (other !== undefined && (await run.decide(other, !isApproved))) {
    if (!isApproved) approved = other
    else if (own['rejected-again'] !== undefined || (await rejectedOnce(other))) rejected = other
    // What is asked later about the approved report must not move its person.
    if (isApproved && own['approved-again'] === 'accept') await run.decide(first, true)
  }
  const used = [...(isKnown ? [] : reports.slice(-1)), first, ...(other === undefined ? [] : [other])]
  return { answer: run.answer, approved, rejected, used, seconds: own }
}

/** Returns the decisions on one report after another that are not as the knob `revalidation` says. */
export function otherThanKnob(
  { seconds: found }: Pick<Decided, 'seconds'>,
  { revalidation }: PartialProfile,
): Seconds {
  const usual = revalidation === undefined ? undefined : revalidation === 'allow' ? 'accept' : 'refuse'
  return Object.fromEntries(Object.entries(found).filter(([, choice]) => choice !== usual))
}

/** The name of these requests in the User-Agent. */
const ABOUT = 'dialect'
/** Milliseconds after which a time of whole seconds is another one. */
const NEXT_SECOND = 1_100
const FRACTION = /\.\d*[1-9]/

class Run {
  /** The first answer to a decision that was recorded. */
  answer: Answer | undefined
  readonly #deciding: Deciding
  /** Whether the time of the last update shows what was recorded. */
  readonly #isShown: boolean

  constructor(deciding: Deciding) {
    this.#deciding = deciding
    const { touchOnValidation, sortFields } = deciding.found
    this.#isShown = touchOnValidation === 'yes' && sortFields?.includes('atualizado_em') === true
  }

  /** Returns whether a decision is accepted. */
  async decide(numero: string, aprovar: boolean): Promise<boolean> {
    const response = await this.#send({
      method: 'POST',
      path: `/relatorios/validar/${numero}`,
      contentType: JSON_TYPE,
      body: JSON.stringify({ ...LEGAL_BODY, aprovar }),
    })
    if (response?.status !== 200) return false
    this.answer ??= response
    return true
  }

  /** Returns what becomes of a second decision. */
  async again(numero: string, aprovar: boolean): Promise<NonNullable<Seconds[Second]>> {
    const before = this.#isShown ? await this.#newest() : undefined
    if (before !== undefined && !FRACTION.test(before)) await sleep(NEXT_SECOND)
    if (!(await this.decide(numero, aprovar))) return 'refuse'
    return before !== undefined && (await this.#newest()) === before ? 'keep' : 'accept'
  }

  /** Returns the time of the last update of all persons. */
  async #newest(): Promise<string | undefined> {
    const query = [['sort', '-atualizado_em']] as const
    const answer = await this.#send({ method: 'GET', path: '/pessoas', query, contentType: FORM_TYPE })
    return answer && readList({ response: answer } as never).list?.people[0]?.stamp
  }

  async #send(question: Omit<Question, 'authorization'>): Promise<Answer | undefined> {
    const { target, authorization } = this.#deciding
    const exchange = await target.attempt({ ...question, authorization }, ABOUT)
    return exchange instanceof TargetFailure ? undefined : exchange.response
  }
}
