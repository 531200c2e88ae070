import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { toByteText } from '../contract/bytes.ts'
import { httpDate } from '../contract/clock.ts'
import type { FaultName } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import type { ControlClock } from '../control/clock.ts'
import type { FaultService, WholeAnswer } from '../control/faults/effects.ts'
import type { FaultSet } from '../control/faults/faults.ts'
import { FaultPlayer } from '../control/faults/player.ts'
import { headOf } from '../server/answer.ts'
import { note, setCaller } from '../server/notes.ts'
import type { Answer } from '../service/ask.ts'
import { wholeOf } from '../service/body.ts'
import { overlay } from '../service/overlay.ts'
import { createRefuse } from '../service/refusal.ts'
import { findCaller, type Worlds } from '../world/worlds.ts'
import { isLearned } from './deployments.ts'

export interface FaultTrafficOptions {
  worlds: Worlds
  /** The profile whose words refuse a request. */
  profileOf(request: IncomingMessage): Profile
  set: FaultSet
  /** The clocks that do not show the machine's time. */
  setClocks: ReadonlySet<ControlClock>
  /** What the journal hears of faults. */
  heard?: Pick<FaultService, 'struck' | 'read' | 'answered'> | undefined
}

/** Returns traffic that sets the `Date` header from the clock of the world, and applies the faults that are set. */
export function createFaultTraffic({ worlds, profileOf, set, setClocks, heard = {} }: FaultTrafficOptions) {
  const callerOf = (request: IncomingMessage) => findCaller(worlds.all(), request.headers.authorization)
  const player = new FaultPlayer({
    ...heard,
    refusal: (request, status, message) => {
      const profile = profileOf(request)
      const answer = refusalOf(profile, status, message)
      const { method = '', url = '', headers } = request
      const told = isLearned(profile) ? overlay(profile.seen)(() => answer)({ method, url, headers }) : answer
      // What is behind the overlay answers at once, and so does the overlay.
      return wholeAnswer(told as Answer)
    },
    struck: (request, fault) => {
      const { name, effect, isOfStart } = fault
      const caller = callerOf(request)
      if (caller) setCaller(request, caller)
      const orStart = isOfStart ? ', or start pessoas-sim without --faults' : ''
      note(request, { name: 'service.fault', slots: { name, kind: effect.kind, orStart } })
      heard.struck?.(request, fault)
    },
  })
  const date = (request: IncomingMessage, response: ServerResponse) => {
    if (setClocks.size === 0) return
    response.setHeader('date', httpDate(worlds.clockOf(request.headers.authorization).now()))
  }
  return {
    admit(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
      if (player.swallow(request)) return
      const caller = set.isEmpty ? undefined : callerOf(request)
      const struck = set.strikes(request, caller && { id: caller.id, handle: worlds.handleOf(caller) })
      if (struck.length > 0) date(request, response)
      if (struck.length > 0) player.admit(request, response, struck, serve)
      else serve()
    },
    deliver(request: IncomingMessage, response: ServerResponse, answer: Answer): boolean {
      date(request, response)
      return player.deliver(request, () => wholeAnswer(answer))
    },
    /** Closes every connection that waits for a fault. */
    release: () => player.release(),
  }
}

/** The faults that the service refuses with these statuses. */
const faultOf: Readonly<Record<number, FaultName>> = {
  400: 'request.malformed',
  401: 'token.wrong',
  415: 'type.other',
  500: 'service.failed',
}

/** Returns the refusal of the service with a status, in the words of a profile if it has some. */
function refusalOf(profile: Profile, status: number, message: string | undefined): Answer {
  const name = faultOf[status]
  if (name !== undefined && message === undefined) return createRefuse(profile)([{ name, slots: {} }])
  const error = STATUS_CODES[status] ?? 'Error'
  const body = JSON.stringify({ error, message: message ?? error, status_code: status })
  return { status, body: toByteText(body) }
}

/** Returns an answer with its headers, and its body as one string. */
function wholeAnswer(answer: Answer): WholeAnswer {
  return { status: answer.status, headers: headOf(answer), body: wholeOf(answer.body) }
}
