import type { IncomingMessage } from 'node:http'
import type { KnobName } from '../../contract/knobs.ts'
import type { Organization } from '../../store/store.ts'
import type { Known } from './words.ts'

/** Where on its way a request is: the steps in the order in which they are taken. */
export type Step = 'request' | 'host' | 'origin' | 'route' | 'token' | 'body' | 'query' | 'report' | 'service'

/** Why a request was answered as it was: for the log and whoever runs the service, never for the client. */
export interface Cause {
  step: Step
  /** Pinned, for whoever filters a log. */
  code: string
  reason: string
  /** What to do about it, where something can be done. */
  remedy?: string
  /** The parameter or the key of the body; `***` where its name may be a person. */
  field?: string
  /** The knob with another choice here. */
  knob?: KnobName
}

/** Finds the causes, once a log asks for them, without what is known of people and tokens. */
export type Because = (known: Known) => readonly Cause[]
/** The same, of one cause. */
export type BecauseOne = (known: Known) => Cause

const because = Symbol('because')
const caller = Symbol('caller')

/** A request with what the handlers leave with it for its log. */
type Heard = IncomingMessage & { [because]?: Because[]; [caller]?: Organization }

/** Leaves a cause with a request: what refused it, or what was overlooked in it. */
export function explain(request: Heard, why: Because): void {
  if (request[because]) request[because].push(why)
  else request[because] = [why]
}

export function causesOf(request: Heard, known: Known): Cause[] {
  return request[because]?.flatMap((why) => why(known)) ?? []
}

/** Leaves the organization that sent a request with it. */
export function setCaller(request: Heard, organization: Organization): void {
  request[caller] = organization
}

export function callerOf(request: Heard): Organization | undefined {
  return request[caller]
}
