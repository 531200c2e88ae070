import type { IncomingMessage } from 'node:http'
import { URLSearchParams } from 'node:url'
import type { Profile } from '../contract/profile.ts'
import { type Soon, whenThere } from '../contract/soon.ts'
import { queryIn, withoutQuery } from '../contract/url.ts'
import { WorldMoves } from '../control/moves/moves.ts'
import type { MoveDirectory, MoveTarget } from '../control/moves/routes.ts'
import type { PersonMaker, PlaceQuestion, WalkedPage } from '../control/moves/source.ts'
import { uuidAt } from '../data/draw.ts'
import { readTime } from '../data/time.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { note } from '../server/notes.ts'
import type { Traffic } from '../server/traffic.ts'
import { createListRequest } from '../service/list.ts'
import { createReadQuery } from '../service/query.ts'
import type { ListRequest, Organization } from '../world/store.ts'
import type { World } from '../world/world.ts'
import { findCaller, type Worlds } from '../world/worlds.ts'

/** The profile of whoever sends a request, and of an organization. */
export interface Profiles {
  profileOf(request: IncomingMessage): Profile
  profileOfOrganization(organization: Organization): Profile
}

export interface MovableWorld {
  world(): World
  allowInvalidCpf: boolean
  requireOpen(): void
}

/** The moves of every world of a simulator. */
export class AllMoves {
  readonly #worlds: Worlds
  readonly #profiles: Profiles
  readonly #maker = createMaker()
  readonly #readers = new WeakMap<Profile, (query: string) => ListRequest | undefined>()
  readonly #of = new WeakMap<World, WorldMoves>()
  #start: WorldMoves | undefined
  readonly #open = new Set<WorldMoves>()

  constructor(worlds: Worlds, profiles: Profiles) {
    this.#worlds = worlds
    this.#profiles = profiles
  }

  /** Opens the moves of the world of the start, which may be replaced by another. */
  start(given: MovableWorld): WorldMoves {
    this.#start = this.#create(given)
    return this.#start
  }

  /** Opens the moves of another world. */
  open(world: World, given: Omit<MovableWorld, 'world'>): WorldMoves {
    const moves = this.#create({ ...given, world: () => world })
    this.#of.set(world, moves)
    return moves
  }

  close(moves: WorldMoves): void {
    this.#open.delete(moves)
  }

  of(world: World): WorldMoves {
    return this.#of.get(world) ?? (this.#start as WorldMoves)
  }

  /** Hears of each answer, and lets the data move before the next request. */
  readonly traffic: Pick<Traffic, 'deliver'> = {
    deliver: (request, _, { status }) => {
      if (status !== 200 || request.method !== 'GET') return false
      return whenThere(this.#hear(request), () => false)
    },
  }

  /** Returns the moves of organizations by their handles. */
  get directory(): MoveDirectory {
    const targetOf = (organization: Organization): MoveTarget => ({
      moves: this.of(this.#worlds.worldOf(organization)),
      organization: organization.id,
      handle: this.#worlds.handleOf(organization),
    })
    return {
      of: (handle) => {
        const all = this.#worlds.all()
        const found =
          handle === undefined
            ? (all.find(({ enabled }) => enabled) ?? all[0])
            : this.#worlds.byHandle(handle)
        return found && targetOf(found)
      },
      all: () => this.#worlds.all().map(targetOf),
    }
  }

  #create({ world, ...given }: MovableWorld): WorldMoves {
    const moves = new WorldMoves({
      ...given,
      world,
      maker: this.#maker,
      handleOf: (organization) => this.#worlds.handleOf(organization),
      moved: () => this.#worlds.whenDisturbed(world(), 'data was moved'),
      listOf: (organization, question) => this.#listOf(organization, question),
    })
    this.#open.add(moves)
    return moves
  }

  #isIdle(): boolean {
    for (const { isIdle } of this.#open) if (!isIdle) return false
    return true
  }

  #hear(request: IncomingMessage): Soon<void> {
    if (this.#isIdle()) return
    const organization = findCaller(this.#worlds.all(), request.headers.authorization)
    if (organization === undefined) return
    const moves = this.of(this.#worlds.worldOf(organization))
    const page = moves.isIdle ? undefined : this.#pageOf(request, organization)
    if (page === undefined) return
    return whenThere(moves.walked(page), (plans) => {
      note(request, ...plans.map((plan) => ({ name: 'service.moved' as const, slots: { plan } })))
    })
  }

  /** Returns the page that a request was answered with; undefined if it asked for something else. */
  #pageOf(request: IncomingMessage, organization: Organization): WalkedPage | undefined {
    const url = request.url as string
    // A deployment may serve the list under other forms of its path, too.
    if (!/\/pessoas\/?$/i.test(withoutQuery(url))) return undefined
    const list = this.#read(queryIn(url), this.#profiles.profileOf(request))
    return list && { organization, list }
  }

  #listOf(organization: Organization, { sort, nome, rows }: PlaceQuestion): ListRequest {
    const profile = this.#profiles.profileOfOrganization(organization)
    const query = new URLSearchParams({
      ...(sort !== undefined && { sort }),
      ...(nome !== undefined && { nome }),
      ...(rows !== undefined && { rows: String(rows) }),
    })
    const list = this.#read(String(query), profile)
    if (list !== undefined) return list
    throw new OperatorError(
      'The service refuses this sort, nome or rows. Use values that the profile accepts.',
    )
  }

  /** Returns what a query asks the store for; undefined for one that the service refuses, unless a quirk is set. */
  #read(query: string, profile: Profile): ListRequest | undefined {
    const known = this.#readers.get(profile)
    if (known !== undefined) return known(query)
    const read = createReadQuery(profile)
    const requestOf = createListRequest(profile)
    this.#readers.set(profile, (query) => {
      const question = read(query)
      return question.faults.length > 0 ? undefined : requestOf(question)
    })
    return this.#read(query, profile)
  }
}

/** The purposes of draws for report numbers of moved persons begin here, apart from those of fixtures. */
const PURPOSE = 2 ** 24

function createMaker(): PersonMaker {
  let name: ((seed: number, position: number) => string) | undefined
  return {
    ready: async () => {
      name ??= (await import('../data/seed.ts')).name
    },
    nome: (position) => (name as NonNullable<typeof name>)(1, position),
    numero: (position, n) => uuidAt(1, position, PURPOSE + n),
    time: readTime,
  }
}
