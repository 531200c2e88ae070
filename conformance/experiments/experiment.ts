import type { KnobName } from '../../src/contract/knobs.ts'
import type { PartialProfile, Profile } from '../../src/contract/profile.ts'
import type { Exchange, Risk } from '../client/exchange.ts'
import type { UndecidedReason } from '../judging/judgement.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { Need } from '../service/discover.ts'
import { type List, type Query, record } from '../service/lists.ts'
import type { Attempt, Service } from '../service/service.ts'

/** What can be learned of a knob: of the texts, one may be. */
export type Choice<K extends KnobName> = K extends 'texts' ? NonNullable<PartialProfile['texts']> : Profile[K]

/** How a running service is asked for the choice that it has made for a knob. */
export interface Experiment<K extends KnobName> {
  /** What must be sent: GETs, POSTs to numbers that no report has, or decisions. */
  risk: Exclude<Risk, 'w1'>
  /** How the choice is seen from outside, in one line. */
  seen: string
  /** What the data must have, and what must be declared. */
  needs?: readonly Need[]
  /** Whether several lists are compared: one that moves meanwhile is read again. */
  steady?: true
  /** Whether it decides a report for the first time, so that it cannot be asked twice. */
  once?: true
  /**
   * @returns the choice, and what showed it
   * @throws {Unseen} when it does not show
   */
  ask(service: Service): Promise<Seen<Choice<K>>>
}

export interface Seen<T> {
  choice: T
  evidence: string
  /** Why this choice is only the likely one, for whoever would make it certain. */
  doubt?: string | undefined
}

/**
 * A choice did not show: what came is none of the choices, the service breaks on what was asked, another knob's choice
 * hides it, or two asks had two answers; or as for a check, see {@link UndecidedReason}.
 */
export type UnseenReason =
  | 'no-such-choice'
  | 'breaks'
  | 'hidden'
  | 'contradictory'
  | 'not-allowed'
  | UndecidedReason

export class Unseen extends Error {
  readonly reason: UnseenReason
  readonly remedy: string | undefined

  constructor(reason: UnseenReason, why: string, remedy?: string) {
    super(why)
    this.reason = reason
    this.remedy = remedy
  }
}

export function noSuchChoice(why: string): Unseen {
  return new Unseen('no-such-choice', why)
}

/** What some statuses are, whatever was asked: no token or no more requests, or no answer of the service itself. */
const FAILURES: Partial<Record<Attempt['status'], UnseenReason>> = {
  401: 'target-failed',
  429: 'target-failed',
  502: 'breaks',
  503: 'breaks',
  504: 'breaks',
  'no answer': 'breaks',
}

/** A status that is none of the choices: the service has another way, or it fails. */
export function otherStatus(status: Attempt['status'], what: string): Unseen {
  return new Unseen(FAILURES[status] ?? 'no-such-choice', `${what} gets ${status}`)
}

/**
 * What is asked is refused: with 400, or with 422, which the simulator has not.
 * @returns the doubt that is left
 * @throws {Unseen} for anything else
 */
export function requireRefused({ status }: Attempt, what: string): string | undefined {
  if (status === 400) return undefined
  if (status === 422) return 'it is refused with 422, and the simulator refuses with 400'
  throw otherStatus(status, what)
}

/**
 * Asks for what may be refused or else be answered with a list. The first query tells; where another one is treated
 * otherwise, the choice is only the nearest one.
 * @param isTaken whether a list is what the other choice would give
 */
export async function refusedOr<const T extends string>(
  service: Service,
  queries: readonly [Query, ...Query[]],
  otherwise: T,
  isTaken: (list: List) => boolean = () => true,
): Promise<Seen<T | 'refuse'>> {
  const treated: { asked: string; how: 'answered' | 'refused' | 'other' }[] = []
  let doubt: string | undefined
  for (const query of queries) {
    const asked = queryText(query, service.redactor)
    const answer = await service.tryOut(query)
    if (!answer.list) doubt ??= requireRefused(answer, asked)
    const how = !answer.list ? 'refused' : isTaken(answer.list) ? 'answered' : 'other'
    if (how === 'other' && treated.length === 0) {
      throw noSuchChoice(`${asked} gets a list that fits none of the choices`)
    }
    treated.push({ asked, how })
  }
  const [{ how }] = treated as [(typeof treated)[0]]
  const others = treated.filter((one) => one.how !== how).map(({ asked }) => asked)
  return {
    choice: how === 'refused' ? 'refuse' : otherwise,
    evidence: treated
      .map(({ asked, how }) => `${asked} is ${how === 'other' ? 'answered otherwise' : how}`)
      .join(', '),
    doubt: others.length > 0 ? otherwiseTreated(others) : doubt,
  }
}

export function otherwiseTreated(what: readonly string[]): string {
  return `the knob has one choice for all, and ${what.join(', ')} is treated otherwise here`
}

/** A query as a report may show it. */
function queryText(query: Query, redactor: Redactor): string {
  return Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const))
    .map(([name, value]) => `${name}=${name === 'cpf' || name === 'nome' ? redactor[name](value) : value}`)
    .join('&')
}

/**
 * The greatest number of a grid that is taken, where whatever is above the first that is not is not taken either;
 * it asks as often as the grid can be halved.
 * @param taken one that is taken
 * @param refused a greater one that is not
 */
export async function greatestTaken(
  taken: number,
  refused: number,
  step: number,
  isTaken: (n: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [taken, refused]
  while (high - low > step) {
    const middle = low + Math.floor((high - low) / 2 / step) * step
    if (await isTaken(middle)) low = middle
    else high = middle
  }
  return low
}

/** The `message` of an answer, empty where there is none. */
export function messageOf({ response }: Exchange): string {
  const message = record(response.json)?.message
  return typeof message === 'string' ? message : ''
}
