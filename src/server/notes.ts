import type { IncomingMessage } from 'node:http'
import type { Fault } from '../contract/faults.ts'
import type { Answer } from '../service/ask.ts'
import type { Organization } from '../world/store.ts'

const faults = Symbol('faults')
const caller = Symbol('caller')

/** A request with what the log and the journal say of it. */
type NotedRequest = IncomingMessage & { [faults]?: Fault[]; [caller]?: Organization }

/** Notes what was wrong with a request, or happened to it. */
export function note(request: NotedRequest, ...noted: readonly Fault[]): void {
  if (request[faults]) request[faults].push(...noted)
  else request[faults] = [...noted]
}

/** Notes what the service found out about a request. */
export function noteAnswer(request: NotedRequest, answer: Answer): void {
  if (answer.caller) setCaller(request, answer.caller)
  if (answer.notes?.length) note(request, ...answer.notes)
  if (answer.faults?.length) note(request, ...answer.faults)
}

export function faultsOf(request: NotedRequest): readonly Fault[] {
  return request[faults] ?? []
}

export function setCaller(request: NotedRequest, organization: Organization): void {
  request[caller] = organization
}

export function callerOf(request: NotedRequest): Organization | undefined {
  return request[caller]
}
