import type { IncomingMessage } from 'node:http'
import { httpDate } from '../contract/clock.ts'
import type { Profile } from '../contract/profile.ts'
import type { ControlClock } from '../control/clock.ts'
import type { FaultService } from '../control/faults/effects.ts'
import type { FaultSet } from '../control/faults/faults.ts'
import { FaultPlayer } from '../control/faults/player.ts'
import type { WholeAnswer } from '../control/faults/wire.ts'
import { type Answer, headOf } from '../sim/answer.ts'
import { explain, setCaller } from '../sim/causes/cause.ts'
import { causes } from '../sim/causes/causes.ts'
import { createFinish, type Finish } from '../sim/finish.ts'
import { type Refusal, refusal } from '../sim/refusal.ts'
import type { Traffic } from '../sim/traffic.ts'
import type { Organization, World } from '../store/store.ts'
import { findCaller, type Worlds } from '../store/worlds.ts'

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
  const finishes = new WeakMap<Profile, Finish | null>()
  const finishOf = (profile: Profile) => {
    const known = finishes.get(profile)
    if (known !== undefined) return known
    const finish = createFinish(profile) ?? null
    finishes.set(profile, finish)
    return finish
  }
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
      return wholeOf(finishOf(profile)?.(answer, request) ?? answer)
    },
    now,
    date: (request, response) => {
      if (setClocks.size > 0) response.setHeader('date', httpDate(now(request)))
    },
    struck: (request, fault) => {
      const caller = callerOf(request)
      if (caller) setCaller(request, caller)
      explain(request, () => [causes.service.fault(fault)])
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
      return player.deliver(request, response, () => wholeOf(answer))
    },
    release: () => player.release(),
  }
}

/** The refusals of the service that can be built without a request. */
const refusals: Readonly<Record<number, (profile: Profile) => Refusal>> = {
  400: refusal.malformedRequest,
  401: (profile) => refusal.unauthorized(profile).as('token.wrong'),
  403: refusal.forbidden,
  404: refusal.routeUnknown,
  405: refusal.methodNotAllowed,
  408: refusal.timeout,
  409: () => refusal.alreadyDecided(409),
  415: refusal.bodyType,
  431: () => refusal.headersTooLarge(),
  500: refusal.internal,
}

function refusalOf(profile: Profile, status: number, message: string | undefined): Refusal {
  const known = message === undefined ? refusals[status] : undefined
  return known?.(profile) ?? refusal.ofStatus(status, message)
}

/** Returns an answer with its headers, and its body as one string. */
function wholeOf(answer: Answer): WholeAnswer {
  const { status, body } = answer
  return { status, headers: headOf(answer), body: typeof body === 'string' ? body : textOf(body.pieces) }
}

function textOf(pieces: Iterator<string | Buffer>): string {
  let text = ''
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    text += typeof next.value === 'string' ? next.value : next.value.toString('latin1')
  }
  return text
}
