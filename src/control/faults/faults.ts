import type { IncomingMessage } from 'node:http'
import { type Clock, systemClock } from '../../operator/clock.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { createBucket } from './bucket.ts'
import { draw } from './draw.ts'
import type { Struck } from './effects.ts'
import { readFaultPlan } from './plans.ts'
import { type Caller, factsOf, isOn } from './request.ts'
import type { FaultPlan, FaultRule } from './rule.ts'
import { checkPlan, DEFAULT_TTL } from './schema.ts'

/** A fault as it stands. */
export interface FaultState {
  name: string
  /** The handle of the organization that it strikes; null for all. */
  organization: string | null
  rule: FaultRule
  seed: number
  /** The calls that it could have struck, and those that it struck. */
  calls: number
  strikes: number
  /**
   * When it was set, and when it ends unless somebody sets it again. Both are by the clock of its world, or by the
   * machine's if no time to live was given. ISO 8601 in UTC.
   */
  set: string
  expires: string | null
}

/** The faults that a simulator, or an organization of its own, has set. */
export interface Faults {
  /**
   * Sets faults: one, several, a plan, the name of a plan that ships, or a file. A fault with an existing name
   * replaces that fault, and counts from the beginning.
   * @param options.seed replaces the seed of the plan
   * @throws {OperatorError} nothing has changed then
   */
  add(given: FaultRule | readonly FaultRule[] | FaultPlan | string, options?: { seed?: number }): FaultState[]
  /** Returns every fault that has not expired, in the order in which they are evaluated. */
  list(): FaultState[]
  /** @throws {OperatorError} when no fault has this name */
  get(name: string): FaultState
  /** @returns false if no fault had this name */
  remove(name: string): boolean
  /** Removes all, those of the start too. */
  clear(): void
}

/** Who has set faults: the simulator, or a world of its own, with which its faults end. */
export interface FaultOwner {
  clock: Clock
  /** The faults of the start. */
  start?: FaultPlan
  /**
   * Returns the handle of the organization that a fault strikes, undefined for all.
   * @param handle what its rule says
   * @throws {OperatorError} when no organization of this owner has the handle
   */
  strikes(handle: string | undefined): string | undefined
}

interface Entry extends FaultState {
  owner: FaultOwner
  isOfStart: boolean
  clock: Clock
  ends: number
  memories: Map<string, Memory>
}

/** What a fault remembers of calls that are the same. */
interface Memory {
  calls: number
  takeToken?: (now: number) => number
}

/** The most keys that a fault remembers; the key that came first is forgotten, and then counts from the beginning. */
const MOST_KEYS = 20_000

/** The faults of a simulator, what they remember, and which of them strikes a request. */
export class FaultSet {
  /** Those on one organization come before those on all. */
  #entries: readonly Entry[] = []

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /**
   * Sets the faults of a plan that was checked: all, or none if `ownerOf` throws.
   * @param ownerOf says whose a fault on an organization is
   */
  add(
    { faults, seed = 1 }: FaultPlan,
    ownerOf: (organization: string | undefined) => FaultOwner,
    isOfStart = false,
  ): FaultState[] {
    const added = faults.map((rule): Entry => {
      const { name, on, ttl = isOfStart ? null : undefined } = rule
      const owner = ownerOf(on?.organization)
      // The default ends what a killed test left behind; a test that moves its clock keeps its faults.
      const clock = ttl === undefined ? systemClock : owner.clock
      const set = clock.now()
      const ends = ttl === null ? Number.POSITIVE_INFINITY : set + (ttl ?? DEFAULT_TTL)
      return {
        name,
        organization: (isOfStart ? on?.organization : owner.strikes(on?.organization)) ?? null,
        ...{ rule, seed, calls: 0, strikes: 0 },
        set: new Date(set).toISOString(),
        expires: ttl === null ? null : new Date(ends).toISOString(),
        ...{ owner, isOfStart, clock, ends, memories: new Map() },
      }
    })
    this.remove(({ owner, name }) => added.some((one) => one.owner === owner && one.name === name))
    this.#entries = [...this.#entries, ...added].sort((a, b) => isOnAll(a) - isOnAll(b))
    return added.map(stateOf)
  }

  list(isMeant: (entry: Entry) => boolean): FaultState[] {
    this.#entries = this.#entries.filter(isAlive)
    return this.#entries.filter(isMeant).map(stateOf)
  }

  /** @returns whether there were any */
  remove(isMeant: (entry: Entry) => boolean): boolean {
    const alive = this.#entries.filter(isAlive)
    this.#entries = alive.filter((entry) => !isMeant(entry))
    return this.#entries.length < alive.length
  }

  /** Returns the faults of one owner. */
  ownedBy(owner: FaultOwner): Faults {
    const list = () => this.list((entry) => entry.owner === owner)
    return {
      add: (given, { seed } = {}) => {
        const wanted = typeof given === 'string' ? readFaultPlan(given) : planOf(given)
        return this.add(checkPlan({ ...wanted, ...(seed !== undefined && { seed }) }), () => owner)
      },
      list,
      get: (name) => {
        const found = list().find((state) => state.name === name)
        if (found) return found
        const names = list().map((state) => state.name)
        const there =
          names.length === 0 ? 'None is set, or all have expired' : `Use one of ${names.join(', ')}`
        throw new OperatorError(`No fault is named ${JSON.stringify(name)}. ${there}.`)
      },
      remove: (name) => this.remove((entry) => entry.owner === owner && entry.name === name),
      clear: () => void this.remove((entry) => entry.owner === owner),
    }
  }

  /** Returns to the faults of the start, as if nothing had been struck. */
  reset(owner: FaultOwner): void {
    this.remove((entry) => entry.owner === owner)
    if (owner.start) this.add(owner.start, () => owner, true)
  }

  /** Removes the faults on one organization, but for those of the start. */
  resetOf(owner: FaultOwner, handle: string): void {
    this.remove((entry) => entry.owner === owner && entry.organization === handle && !entry.isOfStart)
  }

  /** Counts a request, and returns what strikes it: every latency, and of the other faults the first. */
  strikes(request: IncomingMessage, caller: Caller | undefined): Struck[] {
    const concerned = this.#entries.filter(
      ({ organization }) => organization === null || organization === caller?.handle,
    )
    if (concerned.length === 0) return []
    if (!concerned.every(isAlive)) this.#entries = this.#entries.filter(isAlive)
    const facts = factsOf(request)
    const struck: Struck[] = []
    for (const entry of concerned.filter((one) => isAlive(one) && isOn(one.rule, facts))) {
      const found = ask(entry, facts.key, caller)
      // Each fault judges by itself, so that it strikes the same calls whatever the others do.
      if (found === undefined || (isMain(found) && struck.some(isMain))) continue
      entry.strikes++
      struck.push(found)
    }
    return struck
  }
}

function stateOf({ owner, isOfStart, clock, ends, memories, ...state }: Entry): FaultState {
  return state
}

function isAlive({ clock, ends }: Entry): boolean {
  return clock.now() < ends
}

function isOnAll({ organization }: Entry): number {
  return organization === null ? 1 : 0
}

function isMain({ effect }: Struck): boolean {
  return effect.kind !== 'latency'
}

function planOf(given: FaultRule | readonly FaultRule[] | FaultPlan): FaultPlan {
  if (Array.isArray(given)) return { faults: given }
  return 'faults' in Object(given) ? (given as FaultPlan) : { faults: [given as FaultRule] }
}

/** Counts a call of a fault, and returns it if it strikes. */
function ask(entry: Entry, request: string, caller: Caller | undefined): Struck | undefined {
  const { name, seed, isOfStart, memories, rule } = entry
  const { fault: effect, per, calls, share = 1, times = Number.POSITIVE_INFINITY } = rule
  const key = per === 'organization' || effect.kind === 'rate-limit' ? '' : request
  const memory = memoryOf(memories, `${caller?.handle ?? ''}\n${key}`)
  const call = ++memory.calls
  entry.calls++
  const drawFor = (purpose: string) => draw(seed, name, caller?.id ?? '', key, call, purpose)
  if (entry.strikes >= times || (calls && !calls.includes(call))) return undefined
  if (share < 1 && drawFor('strike') >= share) return undefined
  let wait = 0
  if (effect.kind === 'rate-limit') {
    memory.takeToken ??= createBucket(effect)
    wait = memory.takeToken(entry.owner.clock.now())
    if (wait === 0) return undefined
  }
  return { name, isOfStart, effect, draw: drawFor, wait }
}

function memoryOf(memories: Map<string, Memory>, key: string): Memory {
  const memory = memories.get(key) ?? { calls: 0 }
  memories.set(key, memory)
  if (memories.size > MOST_KEYS) memories.delete(memories.keys().next().value as string)
  return memory
}
