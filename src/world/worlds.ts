import type { Clock } from '../operator/clock.ts'
import type {
  Decision,
  DecisionRules,
  ListRequest,
  Organization,
  Page,
  ReportStatus,
  Store,
} from './store.ts'
import type { World } from './world.ts'

/** The maximum number of remembered tokens of removed organizations. */
const REMEMBERED = 1_000
/** Fewer characters than this do not identify a token. */
const PART = 8

/** What is known of tokens at one moment. It keeps no organization alive, which would keep its world. */
export interface TokensThen {
  organizations: readonly Pick<Organization, 'id' | 'token' | 'enabled'>[]
  /** Returns whether a token belonged to an organization that was removed recently. */
  wasKnown(token: string): boolean
  /** Returns whether this is the token of an organization whose token is withdrawn. */
  isWithdrawn(token: string): boolean
}

/** The separate worlds of one service; an organization sees only its own. */
export class Worlds implements Store {
  /** Those whose token is accepted. */
  organizations: readonly Organization[] = []
  #worlds: readonly World[] = []
  #all: readonly Organization[] = []
  /** Every organization by its handle, those of the first world first. */
  #byHandle: ReadonlyMap<string, Organization> = new Map()
  /** What a handle has after the id: nothing in the first world, `~N` in the others. */
  readonly #suffixOf = new WeakMap<World, string>()
  #added = 0
  /** How often organizations went, or their tokens changed. */
  #moves = 0
  /** The tokens of removed organizations, the latest last. */
  #gone: ReadonlySet<string> = new Set()
  #tokens: TokensThen | undefined
  /** Includes removed organizations, so that a request which was already authenticated still gets its answer. */
  readonly #worldOf = new WeakMap<Organization, World>()

  /** @param number that of a world which other processes serve, too, and name the same */
  add(world: World, number?: number): void {
    this.#suffixOf.set(world, this.#newSuffix(world, number))
    this.#have([...this.#worlds, world])
  }

  remove(world: World): void {
    this.#forget(world)
    this.#have(this.#worlds.filter((other) => other !== world))
  }

  /** Puts a world in the place of another, under the same handles. */
  replace(world: World, next: World): void {
    this.#forget(world)
    this.#suffixOf.set(next, this.#suffixOf.get(world) as string)
    this.#have(this.#worlds.map((other) => (other === world ? next : other)))
  }

  /** Returns every organization, also those whose token is withdrawn; those of the first world first. */
  all(): readonly Organization[] {
    return this.#all
  }

  /** Returns the world of an organization, also of one that was removed. */
  worldOf(organization: Organization): World {
    return this.#worldOf.get(organization) as World
  }

  /**
   * Returns the name of an organization that no other has: its id in the first world, `ID~N` in the others. It stays
   * the same after the organization was removed.
   */
  handleOf(organization: Organization): string {
    return `${organization.id}${this.suffixOf(this.worldOf(organization))}`
  }

  /** Returns a number that grows whenever the lists of an organization may change. */
  versionOf(organization: Organization): number {
    return this.worldOf(organization).versionOf(organization) + this.#moves
  }

  /** Returns what the handles in a world end in: nothing in the first one. */
  suffixOf(world: World): string {
    return this.#suffixOf.get(world) as string
  }

  /** Returns the organization with a handle; undefined if there is none. */
  byHandle(handle: string): Organization | undefined {
    return this.#byHandle.get(handle)
  }

  isWithdrawn(organization: Organization): boolean {
    return this.worldOf(organization).withdrawn.has(organization.id)
  }

  get limit(): number | undefined {
    return this.#worlds[0]?.limit
  }

  get requestHeader(): string | undefined {
    return this.#worlds[0]?.requestHeader
  }

  get fresh(): (() => Promise<void>) | undefined {
    return this.#worlds[0]?.fresh
  }

  list(organization: Organization, request: ListRequest): Page {
    return this.worldOf(organization).list(organization, request)
  }

  report(organization: Organization, numero: string, request?: string): ReportStatus {
    return this.worldOf(organization).report(organization, numero, request)
  }

  decide(
    organization: Organization,
    numero: string,
    decision: Decision,
    rules: DecisionRules,
  ): Promise<boolean> {
    return this.worldOf(organization).decide(organization, numero, decision, rules)
  }

  /**
   * Returns the organizations in the world of a caller, found by the header `Authorization` with or without a scheme;
   * in the first world if the token is unknown. Quirks use it to answer with data of another organization.
   */
  organizationsOf(authorization: string | undefined): readonly Organization[] {
    return this.#meant(authorization).organizations
  }

  neighbours(organization: Organization): readonly Organization[] {
    return this.worldOf(organization).organizations
  }

  /** Returns the clock in the world of a caller; that of the first world if the token is unknown. */
  clockOf(authorization: string | undefined): Clock {
    return this.#meant(authorization).clock
  }

  /** What is known of tokens now; what happens later does not change it. */
  get tokens(): TokensThen {
    this.#tokens ??= this.#tokensNow()
    return this.#tokens
  }

  /** Returns whether a word, in lower case and without accents, is part of a person's name in any world. */
  hasName(word: string): boolean {
    return this.#worlds.some((world) => world.hasName(word))
  }

  /** Returns whether a text contains a token or is the beginning of one, ignoring case. */
  hasToken(text: string): boolean {
    const lower = text.toLowerCase()
    const isIn = (given: string) => {
      const token = given.toLowerCase()
      if (token === lower || (lower.length >= PART && token.startsWith(lower))) return true
      return token.length >= PART && lower.includes(token)
    }
    return this.#all.some(({ token }) => isIn(token)) || [...this.#gone].some(isIn)
  }

  /** The world that a header `Authorization` is about. */
  #meant(authorization: string | undefined): World {
    const caller = findCaller(this.#all, authorization)
    return caller === undefined ? (this.#worlds[0] as World) : this.worldOf(caller)
  }

  #tokensNow(): TokensThen {
    const gone = this.#gone
    const withdrawn = new Set(
      this.#all.filter((organization) => this.isWithdrawn(organization)).map(({ token }) => token),
    )
    return {
      organizations: this.organizations.map(({ id, token, enabled }) => ({ id, token, enabled })),
      wasKnown: (token) => gone.has(token),
      isWithdrawn: (token) => withdrawn.has(token),
    }
  }

  #have(worlds: readonly World[]): void {
    this.#tokens = undefined
    this.#worlds = worlds
    this.#all = worlds.flatMap(({ organizations }) => organizations)
    const byHandle = new Map<string, Organization>()
    for (const world of worlds) {
      world.whenTokensChange = () => {
        this.#moves++
        this.#have(this.#worlds)
      }
      for (const organization of world.organizations) {
        this.#worldOf.set(organization, world)
        const handle = this.handleOf(organization)
        if (!byHandle.has(handle)) byHandle.set(handle, organization)
      }
    }
    this.#byHandle = byHandle
    this.organizations = this.#all.filter((organization) => !this.isWithdrawn(organization))
  }

  /** Returns the next suffix, unless the ids of other worlds look as if they had it. */
  #newSuffix({ organizations }: World, number?: number): string {
    for (let more = ''; ; more += '~') {
      const suffix = number !== undefined ? `~${number}${more}` : this.#added === 0 ? '' : `~${this.#added}`
      this.#added++
      if (!organizations.some(({ id }) => this.#byHandle.has(`${id}${suffix}`))) return suffix
    }
  }

  #forget({ organizations }: World): void {
    this.#moves++
    // A new set, because what was known before stays what it was.
    const gone = new Set([...this.#gone, ...organizations.map(({ token }) => token)])
    this.#gone = gone.size <= REMEMBERED ? gone : new Set([...gone].slice(-REMEMBERED))
  }
}

/**
 * Returns the organization whose token is in the header `Authorization`, after any scheme. It does not authenticate
 * it.
 */
export function findCaller(
  organizations: readonly Organization[],
  authorization: string | undefined,
): Organization | undefined {
  return organizations.find(({ token }) => token === authorization || authorization?.endsWith(` ${token}`))
}
