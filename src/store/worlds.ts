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

/** How many tokens of organizations that are gone are remembered. */
const REMEMBERED = 1_000
/** Less than this of a token says nothing of it. */
const PART = 8

/** The worlds that one service has, each an island: an organization sees its own, and knows of no other. */
export class Worlds implements Store {
  organizations: readonly Organization[] = []
  #worlds: readonly World[] = []
  /** Tokens of organizations that are gone, the latest last. */
  readonly #gone = new Set<string>()
  /** Of those that are gone, too: a request that was let in is answered by the world that it asked. */
  readonly #worldOf = new WeakMap<Organization, World>()

  add(world: World): void {
    this.#have([...this.#worlds, world])
  }

  remove(world: World): void {
    this.#forget(world)
    this.#have(this.#worlds.filter((other) => other !== world))
  }

  /** Puts a world in the place of another, or one that has changed in its own. */
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
   * The organizations of the world whose token stands in a header `Authorization`, with a scheme or without; of the first where it is none of ours.
   * For those who look at more than one organization: what is beside it in its world.
   */
  organizationsOf(authorization: string | undefined): readonly Organization[] {
    const caller = findCaller(this.organizations, authorization)
    const world = caller === undefined ? (this.#worlds[0] as World) : this.#of(caller)
    return world.organizations
  }

  /** Whether a token that nobody has is one of an organization that is gone; the latest are remembered. */
  wasKnown(token: string): boolean {
    return this.#gone.has(token)
  }

  /** Whether a word, in lower case and without accents, is part of a person's name in one of them. */
  hasName(word: string): boolean {
    return this.#worlds.some((world) => world.hasName(word))
  }

  /** Whether a text has a token in it, or is the beginning of one, in letters of any case. */
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

/** Whose token stands in a header `Authorization`, whatever the scheme; whether it is let in is asked elsewhere. */
export function findCaller(
  organizations: readonly Organization[],
  authorization: string | undefined,
): Organization | undefined {
  return organizations.find(({ token }) => token === authorization || authorization?.endsWith(` ${token}`))
}
