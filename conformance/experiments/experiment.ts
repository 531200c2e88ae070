import type { KnobName } from '../../src/contract/knobs.ts'
import type { PartialProfile, Profile } from '../../src/contract/profile.ts'
import type { Exchange, Risk } from '../client/exchange.ts'
import type { UndecidedReason } from '../judging/judgement.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { Need } from '../service/discover.ts'
import { type List, objectOf, type Query } from '../service/lists.ts'
import type { Attempt, Service } from '../service/service.ts'

/** A choice that a probe can find for a knob. Some of `texts` may be missing. */
export type Choice<K extends KnobName> = K extends 'texts' ? NonNullable<PartialProfile['texts']> : Profile[K]

/** How the probe finds the choice of a running service for a knob. */
export interface Experiment<K extends KnobName> {
  /** What the experiment sends: GETs, POSTs to unknown numbers, or decisions. */
  risk: Exclude<Risk, 'w1'>
  /** What the experiment asks and compares, in one line. */
  seen: string
  /** What the data must contain and what the operator must declare. */
  needs?: readonly Need[]
  /** Whether it compares several lists, so a list that changes in between is read again. */
  steady?: true
  /** Whether it decides a report for the first time and therefore cannot be repeated. */
  once?: true
  /**
   * @returns the choice and the evidence for it
   * @throws {Unseen} when the answers do not show the choice
   */
  ask(service: Service): Promise<Seen<Choice<K>>>
}

export interface Seen<T> {
  choice: T
  evidence: string
  /** Why this choice is only likely, and what would make it certain. */
  doubt?: string | undefined
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

/** Statuses that are never a choice: a bad token, a rate limit, or no answer of the service itself. */
const FAILURES: Partial<Record<Attempt['status'], UnseenReason>> = {
  401: 'target-failed',
  429: 'target-failed',
  502: 'breaks',
  503: 'breaks',
  504: 'breaks',
  'no answer': 'breaks',
}

/** Returns the error for a status that is none of the choices. */
export function otherStatus(status: Attempt['status'], what: string): Unseen {
  return new Unseen(FAILURES[status] ?? 'no-such-choice', `${what} returns ${status}`)
}

/**
 * Requires a refusal with 400, or with 422, which the simulator does not return.
 * @returns the doubt that remains, if any
 * @throws {Unseen} for any other status
 */
export function requireRefused({ status }: Attempt, what: string): string | undefined {
  if (status === 400) return undefined
  if (status === 422) return 'the service rejects it with 422, but the simulator returns 400'
  throw otherStatus(status, what)
}

/**
 * Finds whether the service rejects queries or answers them with a list. The first query decides; if another one is
 * treated differently, the choice is the nearest one and gets a doubt.
 * @param fits whether a list is what `otherwise` would return
 */
export async function refusedOr<const T extends string>(
  service: Service,
  queries: readonly [Query, ...Query[]],
  otherwise: T,
  fits: (list: List) => boolean = () => true,
): Promise<Seen<T | 'refuse'>> {
  const treated: { asked: string; how: 'accepted' | 'rejected' | 'other' }[] = []
  let doubt: string | undefined
  for (const query of queries) {
    const asked = queryText(query, service.redactor)
    const answer = await service.tryOut(query)
    if (!answer.list) doubt ??= requireRefused(answer, asked)
    const how = !answer.list ? 'rejected' : fits(answer.list) ? 'accepted' : 'other'
    if (how === 'other' && treated.length === 0) {
      throw noSuchChoice(`${asked} returns a list that fits none of the choices`)
    }
    treated.push({ asked, how })
  }
  const [{ how }] = treated as [(typeof treated)[0]]
  const others = treated.filter((one) => one.how !== how).map(({ asked }) => asked)
  return {
    choice: how === 'rejected' ? 'refuse' : otherwise,
    evidence: treated
      .map(({ asked, how }) => `${asked} is ${how === 'other' ? 'answered in another way' : how}`)
      .join(', '),
    doubt: others.length > 0 ? otherwiseTreated(others) : doubt,
  }
}

export function otherwiseTreated(what: readonly string[]): string {
  return `the knob has one choice for all of them, but the service treats ${what.join(', ')} differently`
}

/** Returns the query as a report may show it, without personal data. */
function queryText(query: Query, redactor: Redactor): string {
  return Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const))
    .map(([name, value]) => `${name}=${name === 'cpf' || name === 'nome' ? redactor[name](value) : value}`)
    .join('&')
}

/** Returns the `message` of an answer, or an empty string. */
export function messageOf({ response }: Exchange): string {
  const message = objectOf(response.json)?.message
  return typeof message === 'string' ? message : ''
}
