import type { IncomingMessage } from 'node:http'
import type { KnobName } from '../../contract/knobs.ts'
import type { Known } from '../../service/words.ts'
import type { Organization } from '../../store/store.ts'

/** The steps of handling a request, in order. */
export type Step = 'request' | 'host' | 'origin' | 'route' | 'token' | 'body' | 'query' | 'report' | 'service'

/** A reason for an answer, for the log and the operator; clients never see it. */
export interface Cause {
  step: Step
  /** Never changes, so that logs can be filtered by it. */
  code: string
  reason: string
  /** What to do about it, if anything can be done. */
  remedy?: string
  /** The parameter or the key of the body; `***` if its name may identify a person. */
  field?: string
  /** The knob that would decide otherwise with another choice. */
  knob?: KnobName
}

/** Returns the causes when the log asks for them, without the persons and tokens in `known`. */
export type Because = (known: Known) => readonly Cause[]
/** The same for one cause. */
export type BecauseOne = (known: Known) => Cause

const because = Symbol('because')
const caller = Symbol('caller')

/** A request with what the handlers recorded for the log. */
type RequestWithCauses = IncomingMessage & { [because]?: Because[]; [caller]?: Organization }

/** Records a cause with a request: why it was refused, or what was tolerated in it. */
export function explain(request: RequestWithCauses, why: Because): void {
  if (request[because]) request[because].push(why)
  else request[because] = [why]
}

export function causesOf(request: RequestWithCauses, known: Known): Cause[] {
  return request[because]?.flatMap((why) => why(known)) ?? []
}

/** Returns whether causes were recorded with a request. */
export function hasCauses(request: RequestWithCauses): boolean {
  return request[because] !== undefined
}

/** Records the organization that sent a request. */
export function setCaller(request: RequestWithCauses, organization: Organization): void {
  request[caller] = organization
}

export function callerOf(request: RequestWithCauses): Organization | undefined {
  return request[caller]
}
