import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Clock, systemClock } from '../../operator/clock.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { endOf, type Life, lifeOf, living } from '../life.ts'
import { checkPlan, type FaultNames, type Places } from './check.ts'
import { draw } from './draw.ts'
import { type FaultService, isPossible } from './effects.ts'
import { readFaultPlan } from './plans.ts'
import { countKeyOf, factsOf, isOn, type RequestFacts } from './request-key.ts'
import type { FaultEffect, FaultPlan, FaultRule } from './rule.ts'
import { decideStrike, isInWindow, type KeyMemory, newKeyMemory } from './schedule.ts'

/** A fault as it stands. */
export interface FaultState {
  name: string
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

/** The faults of a simulator or of an organization of its own. */
export interface Faults {
  /**
   * Sets faults: one, several, a plan, the name of a plan that ships, or a file. A fault with an existing name
   * replaces that fault, and counts from the beginning.
   * @param options.seed replaces the seed of the plan
   * @throws {OperatorError} listing every error; nothing has changed then
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

/** A fault that strikes a request. */
export interface Struck {
  name: string
  /** The plan that it came with: the name of one that ships, or a file. */
  plan: string | undefined
  isOfStart: boolean
  effect: FaultEffect
  /** Draws a number from 0 to below 1 for a purpose. */
  draw(purpose: string): number
  /** Milliseconds until a rate limit lets the next one through. */
  wait: number
}

/** A fault that is set. */
interface Entry {
  rule: FaultRule
  plan: string | undefined
  isOfStart: boolean
  seed: number
  set: number
  life: Life
  calls: number
  strikes: number
  memories: Map<string, KeyMemory>
}

/** The most keys that a fault remembers; the key that came first is forgotten, and then counts from the beginning. */
const MOST_KEYS = 20_000
/** Longer keys are kept as their hash. */
const LONGEST_KEY = 100
/** The most faults at once, because each request asks all of them. */
const MOST_FAULTS = 200

/** Accepts every name of an organization as it is, for sets of faults that do not know the organizations. */
const ANY_NAME: FaultNames = { nameOf: (organization) => organization, handles: () => [] }

/** What a set of faults is made of. */
export interface FaultSetOptions {
  clock: Clock
  /** Is set now and at each reset; its faults live for ever unless they say how long. */
  start?: FaultPlan
  /** Where the plan of the start is from: the name of one that ships, or a file. */
  startPlan?: string | undefined
  /** Hears whether there is nothing to ask, whenever somebody sets or removes faults. */
  changed?: (isEmpty: boolean) => void
  /** Ends the faults that do not say how long they live. */
  machine?: Clock
  names?: FaultNames
  /** Throws if nobody can be struck any more. */
  requireOpen?: () => void
}

/** Faults that are set, what they remember, and which of them strikes a request. */
export class FaultSet implements Faults {
  readonly #clock: Clock
  readonly #start: FaultPlan
  readonly #startPlan: string | undefined
  readonly #changed: (isEmpty: boolean) => void
  readonly #machine: Clock
  readonly #names: FaultNames
  readonly #requireOpen: () => void
  #entries: readonly Entry[] = []

  constructor({ clock, start, startPlan, changed, machine, names, requireOpen }: FaultSetOptions) {
    this.#clock = clock
    this.#machine = machine ?? systemClock
    this.#changed = changed ?? (() => {})
    this.#start = start ?? { faults: [] }
    this.#startPlan = startPlan
    this.#names = names ?? ANY_NAME
    this.#requireOpen = requireOpen ?? (() => {})
    this.reset()
  }

  /** Whether there is nothing to ask. */
  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  add(
    given: FaultRule | readonly FaultRule[] | FaultPlan | string,
    options: { seed?: number } = {},
  ): FaultState[] {
    return this.prepare(given, options)()
  }

  /**
   * Checks faults, so that several sets can be checked before one of them changes.
   * @param options.plan where they are from, if not a source is given: the name of a plan that ships
   * @param places where each rule is in what somebody sent, for messages
   * @returns what adds them
   * @throws {OperatorError} listing every error
   */
  prepare(
    given: FaultRule | readonly FaultRule[] | FaultPlan | string,
    { seed, plan: name }: { seed?: number; plan?: string } = {},
    places?: Places,
  ): () => FaultState[] {
    this.#requireOpen()
    const wanted = typeof given === 'string' ? readFaultPlan(given) : planOf(given)
    const plan = checkPlan({ ...wanted, ...(seed !== undefined && { seed }) }, undefined, this.#names, places)
    const from = typeof given === 'string' ? given : name
    const entries = plan.faults.map((rule) => this.#entryOf(this.#named(rule), plan.seed, from))
    const names = new Set(plan.faults.map(({ name }) => name))
    const others = this.#living().filter(({ rule }) => !names.has(rule.name))
    if (others.length + entries.length > MOST_FAULTS) {
      throw new OperatorError(`There can be at most ${MOST_FAULTS} faults at once. Remove some first.`)
    }
    return () => {
      this.#have([...others, ...entries])
      return entries.map(stateOf)
    }
  }

  list(): FaultState[] {
    return this.#living().map(stateOf)
  }

  get(name: string): FaultState {
    const states = this.list()
    const found = states.find((state) => state.name === name)
    if (found) return found
    const names = states.map((state) => state.name).join(', ')
    throw new OperatorError(
      `No fault is named ${JSON.stringify(name)}. ${names === '' ? 'None is set, or all have expired.' : `Those that are set: ${names}.`}`,
    )
  }

  remove(name: string): boolean {
    const before = this.#living()
    this.#have(before.filter(({ rule }) => rule.name !== name))
    return this.#entries.length < before.length
  }

  clear(): void {
    this.#have([])
  }

  /** Returns to the faults of the start, as if nothing had been struck. */
  reset(): void {
    this.#have(this.#start.faults.map((rule) => this.#entryOf(rule, this.#start.seed, this.#startPlan, true)))
  }

  /** Removes the faults that are on one organization, but for those of the start. */
  resetOf(organization: string): void {
    this.#have(
      this.#living().filter(({ rule, isOfStart }) => isOfStart || rule.on?.organization !== organization),
    )
  }

  /**
   * Counts a request, and returns what strikes it: every latency, and of the other faults the first.
   * @param isTaken whether another set has such a first one
   */
  strikes(request: IncomingMessage, service: Pick<FaultService, 'callerOf'>, isTaken = false): Struck[] {
    const facts = factsOf(request, service.callerOf(request))
    const at = this.#clock.now()
    const struck: Struck[] = []
    let hasMain = isTaken
    for (const entry of this.#living()) {
      const { rule, set } = entry
      const isAsked = isOn(rule.on, facts) && isInWindow(rule.when ?? {}, set, at)
      if (!isAsked || !isPossible(rule.fault, request)) continue
      const { memory, found } = ask(entry, facts, at)
      const isMain = rule.fault.kind !== 'latency'
      // Each fault judges by itself, so that it strikes the same calls whatever the others do.
      if (found === undefined || (isMain && hasMain)) continue
      hasMain ||= isMain
      entry.strikes++
      Object.assign(memory, { strikes: memory.strikes + 1, lastCall: memory.calls, lastAt: at })
      struck.push(found)
    }
    return struck
  }

  /**
   * Checks the faults of the start, which are set before anybody knows which organizations there are.
   * @throws {OperatorError} when one of them is on an organization that nobody has
   */
  requireNames(): void {
    checkPlan(this.#start, 'The faults of the start', this.#names)
  }

  /** Returns a fault by the name that requests have for its organization. */
  #named(rule: FaultRule): FaultRule {
    const organization = rule.on?.organization
    if (organization === undefined) return rule
    return { ...rule, on: { ...rule.on, organization: this.#names.nameOf(organization) as string } }
  }

  #have(entries: readonly Entry[]): void {
    this.#entries = entries
    this.#changed(entries.length === 0)
  }

  #living(): readonly Entry[] {
    this.#entries = living(this.#entries)
    return this.#entries
  }

  #entryOf(rule: FaultRule, seed = 1, plan: string | undefined, isOfStart = false): Entry {
    const set = this.#clock.now()
    const { ttl = isOfStart ? null : undefined } = rule
    const life = lifeOf(ttl, this.#clock, this.#machine)
    return { rule, plan, isOfStart, seed, set, life, calls: 0, strikes: 0, memories: new Map() }
  }
}

function planOf(given: FaultRule | readonly FaultRule[] | FaultPlan): FaultPlan {
  if (Array.isArray(given)) return { faults: given }
  return typeof given === 'object' && given !== null && 'faults' in given
    ? given
    : { faults: [given as FaultRule] }
}

/** Counts a call of a fault, and asks whether it strikes. */
function ask(
  entry: Entry,
  facts: RequestFacts,
  at: number,
): { memory: KeyMemory; found: Struck | undefined } {
  const { rule, plan, isOfStart, seed } = entry
  const { per = rule.fault.kind === 'rate-limit' ? 'organization' : 'request', name, fault } = rule
  const { handle, id, key } = countKeyOf(per, facts)
  const memory = memoryOf(entry.memories, shortOf(`${handle}\n${key}`))
  memory.calls++
  entry.calls++
  const of = { seed, fault: name, organization: id, key, call: memory.calls }
  const drawFor = (purpose: string) => draw(of, purpose)
  const { isStruck, wait } = decideStrike(rule, memory, at, () => drawFor('strike'))
  return {
    memory,
    found: isStruck ? { name, plan, isOfStart, effect: fault, draw: drawFor, wait } : undefined,
  }
}

/** Returns a key that takes little memory however long the path is. */
function shortOf(key: string): string {
  return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('base64')
}

function memoryOf(memories: Map<string, KeyMemory>, key: string): KeyMemory {
  const known = memories.get(key)
  if (known) return known
  const memory = newKeyMemory()
  memories.set(key, memory)
  if (memories.size > MOST_KEYS) memories.delete(memories.keys().next().value as string)
  return memory
}

function stateOf({ rule, seed, life, calls, strikes }: Entry): FaultState {
  return {
    name: rule.name,
    rule,
    seed,
    calls,
    strikes,
    set: new Date(life.began).toISOString(),
    expires: endOf(life),
  }
}
