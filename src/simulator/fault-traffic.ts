import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { toByteText } from '../contract/bytes.ts'
import { httpDate } from '../contract/clock.ts'
import type { FaultName, Slots } from '../contract/faults.ts'
import { printable } from '../contract/printable.ts'
import type { Profile } from '../contract/profile.ts'
import type { ControlClock } from '../control/clock.ts'
import type { FaultService, StruckBy } from '../control/faults/effects.ts'
import type { FaultSet } from '../control/faults/faults.ts'
import { FaultPlayer } from '../control/faults/player.ts'
import type { WholeAnswer } from '../control/faults/wire.ts'
import { headOf } from '../server/answer.ts'
import { note, setCaller } from '../server/notes.ts'
import type { Traffic } from '../server/traffic.ts'
import type { Answer } from '../service/ask.ts'
import { wholeOf } from '../service/body.ts'
import { overlay } from '../service/overlay.ts'
import { createRefuse } from '../service/refusal.ts'
import type { Organization } from '../world/store.ts'
import type { World } from '../world/world.ts'
import { findCaller, type Worlds } from '../world/worlds.ts'
import { isLearned } from './deployments.ts'

export interface FaultTrafficOptions {
  worlds: Worlds
  /** The profile whose words refuse a request. */
  profileOf(request: IncomingMessage): Profile
  /** The faults that may strike every request. */
  faults: FaultSet
  /** The faults of worlds that have some of their own. */
  ownFaults: ReadonlyMap<World, FaultSet>
  /** The clocks that do not show the machine's time. */
  setClocks: ReadonlySet<ControlClock>
  /** What the journal hears of faults. */
  heard?: Pick<FaultService, 'struck' | 'read' | 'answered'> | undefined
}

export interface FaultTraffic extends Pick<Traffic, 'admit'> {
  deliver(...args: Parameters<Traffic['deliver']>): boolean
  /** Closes every connection that waits for a fault. */
  release(): void
}

/** Returns traffic that sets the `Date` header from the clock of the world, and applies the faults that are set. */
export function createFaultTraffic(options: FaultTrafficOptions): FaultTraffic {
  const { worlds, faults, ownFaults, setClocks, heard = {} } = options
  const callerOf = (request: IncomingMessage): Organization | undefined =>
    findCaller(worlds.all(), request.headers.authorization)
  const now = (request: IncomingMessage) => worlds.clockOf(request.headers.authorization).now()

  const service: FaultService = {
    ...heard,
    callerOf: (request) => {
      const caller = callerOf(request)
      return caller && { id: caller.id, handle: worlds.handleOf(caller) }
    },
    refusal: (request, status, message) => {
      const profile = options.profileOf(request)
      const answer = refusalOf(profile, status, message)
      const { method = '', url = '', headers } = request
      const told = isLearned(profile) ? overlay(profile.seen)(() => answer)({ method, url, headers }) : answer
      // What is behind the overlay answers at once, and so does the overlay.
      return wholeAnswer(told as Answer)
    },
    now,
    date: (request, response) => {
      if (setClocks.size > 0) response.setHeader('date', httpDate(now(request)))
    },
    struck: (request, fault) => {
      const caller = callerOf(request)
      if (caller) setCaller(request, caller)
      note(request, { name: 'service.fault', slots: slotsOf(fault) })
      heard.struck?.(request, fault)
    },
  }
  const player = new FaultPlayer(service)

  /** The faults of a separate world know an organization by its id, which is unique in that world. */
  const strikesOfOwn = (request: IncomingMessage) => {
    const caller = callerOf(request)
    const own = caller && ownFaults.get(worlds.worldOf(caller))
    return own?.strikes(request, { callerOf: () => caller && { id: caller.id, handle: caller.id } }) ?? []
  }

  return {
    admit(request, response, serve) {
      if (player.swallow(request)) return
      const own = ownFaults.size === 0 ? [] : strikesOfOwn(request)
      const isTaken = own.some(({ effect }) => effect.kind !== 'latency')
      const all = faults.isEmpty ? own : [...own, ...faults.strikes(request, service, isTaken)]
      if (all.length === 0) serve()
      else player.admit(request, response, all, serve)
    },
    deliver(request, response, answer) {
      service.date(request, response)
      return player.deliver(request, response, () => wholeAnswer(answer))
    },
    release: () => player.release(),
  }
}

/** Returns what the log says of a fault that strikes. */
function slotsOf({ name, kind, plan, isOfStart }: StruckBy): Slots {
  const planName = plan === undefined ? '' : ` ${printable(plan)}`
  const ofPlan = plan === undefined ? '' : ` of the plan${planName}`
  return {
    name,
    kind,
    ofPlan,
    orStart: isOfStart ? `, or start pessoas-sim without --faults${planName}` : '',
  }
}

/** The faults that the service refuses with these statuses. */
const faultOf: Readonly<Record<number, FaultName>> = {
  400: 'request.malformed',
  401: 'token.wrong',
  403: 'report.foreign',
  404: 'route.unknown',
  405: 'route.method',
  408: 'request.timeout',
  409: 'report.decided',
  415: 'type.other',
  431: 'request.too-large',
  500: 'service.failed',
}

/** Returns the refusal of the service with a status, in the words of a profile if it has some. */
function refusalOf(profile: Profile, status: number, message: string | undefined): Answer {
  const name = faultOf[status]
  if (name !== undefined && message === undefined) {
    const choices = {
      foreignReport: 'forbidden',
      routeUnknown: 'method-not-allowed',
      revalidation: 'refuse-409',
    } as const
    return createRefuse({ ...profile, ...choices })([{ name, slots: {} }])
  }
  const error = STATUS_CODES[status] ?? 'Error'
  return {
    status,
    body: toByteText(JSON.stringify({ error, message: message ?? error, status_code: status })),
  }
}

/** Returns an answer with its headers, and its body as one string. */
function wholeAnswer(answer: Answer): WholeAnswer {
  return { status: answer.status, headers: headOf(answer), body: wholeOf(answer.body) }
}
