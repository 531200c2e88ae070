import type {
  Decision,
  DecisionRules,
  ListRequest,
  Organization,
  Page,
  ReportStatus,
  Store,
  World,
} from './store.ts'

/** The maximum number of remembered tokens of removed organizations. */
const REMEMBERED = 1_000
/** Fewer characters than this do not identify a token. */
const PART = 8

/** The separate worlds of one service; an organization sees only its own. */
export class Worlds implements Store {
  organizations: readonly Organization[] = []
  #worlds: readonly World[] = []
  /** The tokens of removed organizations, the latest last. */
  readonly #gone = new Set<string>()
  /** Includes removed organizations, so that a request which was already authenticated still gets its answer. */
  readonly #worldOf = new WeakMap<Organization, World>()

  add(world: World): void {
    this.#have([...this.#worlds, world])
  }

  remove(world: World): void {
    this.#forget(world)
    this.#have(this.#worlds.filter((other) => other !== world))
  }

  /** Replaces a world by another, or by itself after its organizations changed. */
  replace(world: World, next: World): void {
    this.#forget(world)
    this.#have(this.#worlds.map((other) => (other === world ? next : other)))
  }

  list(organization: Organization, request: ListRequest): Page {
    return this.#of(organization).list(organization, request)
  }

  report(organization: Organization, numero: string): ReportStatus {
    return this.#of(organization).report(organization, numero)
  }

  decide(
    organization: Organization,
    numero: string,
    decision: Decision,
    rules: DecisionRules,
  ): Promise<boolean> {
    return this.#of(organization).decide(organization, numero, decision, rules)
  }

  /**
   * Returns the organizations in the world of a caller, found by the header `Authorization` with or without a scheme;
   * in the first world if the token is unknown. Quirks use it to answer with data of another organization.
   */
  organizationsOf(authorization: string | undefined): readonly Organization[] {
    const caller = findCaller(this.organizations, authorization)
    const world = caller === undefined ? (this.#worlds[0] as World) : this.#of(caller)
    return world.organizations
  }

  /** Returns whether a token belonged to an organization that was removed recently. */
  wasKnown(token: string): boolean {
    return this.#gone.has(token)
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
    return this.organizations.some(({ token }) => isIn(token)) || [...this.#gone].some(isIn)
  }

  #have(worlds: readonly World[]): void {
    this.#worlds = worlds
    this.organizations = worlds.flatMap(({ organizations }) => organizations)
    for (const world of worlds) {
      for (const organization of world.organizations) this.#worldOf.set(organization, world)
    }
  }

  #forget({ organizations }: World): void {
    for (const { token } of organizations) this.#gone.add(token)
    for (const token of this.#gone) {
      if (this.#gone.size <= REMEMBERED) break
      this.#gone.delete(token)
    }
  }

  #of(organization: Organization): World {
    return this.#worldOf.get(organization) as World
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
