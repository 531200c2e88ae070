import type { PartialProfile } from '../../src/contract/profile.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import type { Routes } from '../../src/contract/route-table.ts'
import { FORM_TYPE, JSON_TYPE, type Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { LATER } from '../experiments/first-decision.ts'
import { objectOf, type Person, readList } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'
import type { Answer } from '../twin/target-data.ts'

const seconds = ['approved-again', 'approved-rejected', 'rejected-approved', 'rejected-again'] as const
type Second = (typeof seconds)[number]
/** What happens to a second decision, as far as it was seen. */
export type Seconds = Pick<NonNullable<Routes['report']>, Second>

export interface Deciding {
  target: Pick<Target, 'attempt'>
  authorization: Question['authorization']
  /** The reports that may be decided. If the knob `revalidation` is known, the experiments approved the last one. */
  reports: readonly string[]
  /** What the experiments have found. */
  found: PartialProfile
}

export interface Decided {
  /** The first answers to an approval and to a rejection that were accepted. */
  answers: ReadonlyMap<State, Answer>
  /** Reports in a state that is known. */
  approved: string | undefined
  rejected: string | undefined
  /** Every report that was or may be decided. */
  used: readonly string[]
  seconds: Seconds
  /** How an accepted decision repeats a number that was sent in capitals; undefined where none was accepted. */
  capitals?: 'same' | 'as-sent' | undefined
}

/**
 * Decides declared reports again, in each way that one decision can follow another. If decisions move persons to the top
 * of the list, the person of the approved report is there afterwards if one more approval would move it.
 */
export async function decideAgain(deciding: Deciding): Promise<Decided> {
  const { reports, found } = deciding
  const isKnown = found.revalidation !== undefined
  // If it is unknown which decisions were recorded, start with a fresh report.
  const fresh = [...reports].reverse().slice(1)
  const first = isKnown ? reports.at(-1) : fresh.shift()
  const none: Decided = {
    answers: new Map(),
    approved: undefined,
    rejected: undefined,
    used: [],
    seconds: {},
  }
  if (first === undefined) return none
  const run = new Run(deciding)
  if (!isKnown && (await run.decide(first, true)) !== 'accepted') return { ...none, used: reports.slice(-2) }
  const own: Cells = {}
  /** Asks the two cells that follow a rejection, and returns the state of the report afterwards. */
  const rejectedOnce = async (numero: string) => {
    own['rejected-again'] = await run.again(numero, false)
    own['rejected-approved'] = await run.again(numero, true)
    return stateAfter(own['rejected-approved'], 'rejected', 'approved')
  }
  own['approved-again'] = await run.again(first, true)
  own['approved-rejected'] = await run.again(first, false)
  let state = stateAfter(own['approved-rejected'], 'approved', 'rejected')
  if (state === 'rejected') state = await rejectedOnce(first)
  const left: Partial<Record<State, string>> = state === undefined ? {} : { [state]: first }
  const isAlike = seconds.every((name) => own[name] === 'accept')
  const other = isAlike ? undefined : fresh.shift()
  if (other !== undefined && (await run.decideInCapitals(other, state !== 'approved')) === 'accepted') {
    if (state !== 'approved') left.approved = other
    else if (own['rejected-again'] !== undefined || (await rejectedOnce(other)) === 'rejected')
      left.rejected = other
    // Later requests about the approved report must not move its person.
    if (state === 'approved' && own['approved-again'] === 'accept') await run.decide(first, true)
  }
  const used = [...(isKnown ? [] : reports.slice(-1)), first, ...(other === undefined ? [] : [other])]
  const { approved, rejected } = left
  return { answers: run.answers, approved, rejected, used, seconds: known(own), capitals: run.capitals }
}

type State = 'approved' | 'rejected'
/** The cells as they were asked, some without success. */
type Cells = { [name in Second]?: Seconds[name] | undefined }

/** Returns the state of a report after a second decision that would change it; undefined if it is unknown. */
function stateAfter(second: Seconds[Second], before: State, after: State): State | undefined {
  return second === undefined ? undefined : second === 'accept' ? after : before
}

function known(cells: Cells): Seconds {
  return Object.fromEntries(Object.entries(cells).filter(([, choice]) => choice !== undefined))
}

/** Returns whether a report can be decided only once, as far as second decisions and the knob `revalidation` show. */
export function isDecidedOnce(cells: Seconds, { revalidation }: PartialProfile): boolean {
  if (Object.values(cells).includes('refuse')) return true
  return seconds.some((name) => cells[name] === undefined) && revalidation !== 'allow'
}

/** Returns what happened to those second decisions that differ from the knob `revalidation`. */
export function otherThanKnob(
  { seconds: found }: Pick<Decided, 'seconds'>,
  { revalidation }: PartialProfile,
): Seconds {
  const usual = revalidation === undefined ? undefined : revalidation === 'allow' ? 'accept' : 'refuse'
  return Object.fromEntries(Object.entries(found).filter(([, choice]) => choice !== usual))
}

/** The name of these requests in the User-Agent. */
const ABOUT = 'dialect'
/** Milliseconds after which a timestamp in whole seconds has changed. */
const NEXT_SECOND = 1_100
/** Milliseconds after which a timestamp in tenths of a second or finer has changed. */
const NEXT_FRACTION = 150
const FRACTION = /\.\d*[1-9]/
/** A timestamp in whole seconds; one at a full minute may be in whole minutes. */
const WHOLE_SECONDS = /:\d\d:(?!00)\d\d/

/** What happened to a decision that was sent; `unknown` without an answer that shows it. */
type Sent = 'accepted' | 'refused' | 'unknown'

/** Refusals that are not about the decision. */
const OTHER_STATUSES: ReadonlySet<number> = new Set([401, 407, 408, 425, 429])

type Newest = Pick<Person, 'id' | 'stamp'>

class Run {
  readonly answers = new Map<State, Answer>()
  capitals: Decided['capitals']
  readonly #deciding: Deciding
  /** Whether the time of the last update shows what was recorded. */
  readonly #isShown: boolean
  /** Whose report it is, as far as a decision has shown. */
  readonly #persons = new Map<string, string>()

  constructor(deciding: Deciding) {
    this.#deciding = deciding
    const { touchOnValidation, sortFields } = deciding.found
    this.#isShown = touchOnValidation === 'yes' && sortFields?.includes('atualizado_em') === true
  }

  async decide(numero: string, aprovar: boolean): Promise<Sent> {
    return (await this.#decided(numero, aprovar)).sent
  }

  /** Decides a report by its number in capitals, and if that is not accepted, by the number as it was given. */
  async decideInCapitals(numero: string, aprovar: boolean): Promise<Sent> {
    const inCapitals = numero.toUpperCase()
    if (inCapitals === numero) return this.decide(numero, aprovar)
    const { sent, said } = await this.#decided(inCapitals, aprovar)
    if (sent !== 'accepted') return this.decide(numero, aprovar)
    this.capitals = said === inCapitals ? 'as-sent' : said === numero ? 'same' : undefined
    return sent
  }

  /** @returns the number that the answer repeats, too */
  async #decided(numero: string, aprovar: boolean): Promise<{ sent: Sent; said?: unknown }> {
    const response = await this.#send({
      method: 'POST',
      path: `/relatorios/validar/${numero}`,
      contentType: JSON_TYPE,
      accept: null,
      body: JSON.stringify({ ...LEGAL_BODY, aprovar }),
    })
    const { status = 0 } = response ?? {}
    const isRefused = status >= 400 && status < 500 && !OTHER_STATUSES.has(status)
    if (status !== 200 || response === undefined) return { sent: isRefused ? 'refused' : 'unknown' }
    const state = aprovar ? 'approved' : 'rejected'
    if (!this.answers.has(state)) this.answers.set(state, response)
    return { sent: 'accepted', said: objectOf(objectOf(response.json)?.result)?.numero }
  }

  /** Returns what happens to a second decision; undefined if neither the answer nor the list shows it. */
  async again(numero: string, aprovar: boolean): Promise<Seconds[Second]> {
    const before = this.#isShown ? await this.#newest() : undefined
    // A decision at the same moment would not change the timestamp.
    if (before) await sleep(FRACTION.test(before.stamp) ? NEXT_FRACTION : NEXT_SECOND)
    const sent = await this.decide(numero, aprovar)
    if (sent !== 'accepted') return sent === 'refused' ? 'refuse' : undefined
    // If no decision moves a person, the list cannot tell `keep` from `accept`.
    if (this.#deciding.found.touchOnValidation === 'no') return 'accept'
    return before && (await this.#shown(numero, before))
  }

  /** Returns `accept` if the person of the report became the newest, `keep` if the list did not change; else undefined. */
  async #shown(numero: string, before: Newest): Promise<'accept' | 'keep' | undefined> {
    let after = await this.#newest()
    // A service may update the list a little later than it answers.
    if (after?.stamp === before.stamp) {
      await sleep(LATER)
      after = await this.#newest()
    }
    if (after === undefined) return undefined
    if (after.stamp === before.stamp) {
      const isFine = FRACTION.test(before.stamp) || WHOLE_SECONDS.test(before.stamp)
      return isFine && after.id === before.id ? 'keep' : undefined
    }
    const person = this.#persons.get(numero) ?? after.id
    // Somebody else was updated meanwhile.
    if (after.id !== person) return undefined
    this.#persons.set(numero, person)
    return 'accept'
  }

  /** Returns the person who was updated last. */
  async #newest(): Promise<Newest | undefined> {
    const query = [['sort', '-atualizado_em']] as const
    const answer = await this.#send({ method: 'GET', path: '/pessoas', query, contentType: FORM_TYPE })
    const [person] = (answer && readList({ response: answer } as never).list?.people) ?? []
    return person?.stamp ? person : undefined
  }

  async #send(question: Omit<Question, 'authorization'>): Promise<Answer | undefined> {
    const { target, authorization } = this.#deciding
    try {
      const exchange = await target.attempt({ ...question, authorization }, ABOUT)
      return exchange instanceof TargetFailure ? undefined : exchange.response
    } catch (error) {
      // What a rate limit or a deadline leaves unasked is unknown.
      if (error instanceof TargetFailure) return undefined
      throw error
    }
  }
}
