import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import {
  type Change,
  type DecisionRecord,
  type Moved,
  type OwnWorld,
  type Past,
  UNMOVED,
} from '../store/store.ts'
import { reportChanges } from '../world/changes.ts'

/** What can be restored. */
interface State {
  decisions: readonly DecisionRecord[]
  moved: Moved
}

/** The state at one moment: of the whole world, of some organizations, or of both, the latter being newer. */
interface Checkpoint {
  all: State | undefined
  of: Map<string, State>
}

/**
 * The decisions and the moves of a world at its start, at its checkpoints and now. An operation is about the whole world, or about
 * the organization with an id. When the world gets other data, its history begins again.
 */
export class History implements Past {
  readonly #worldNow: () => OwnWorld
  #of: OwnWorld['organizations']
  #start: readonly DecisionRecord[]
  #checkpoints = new Map<string, Checkpoint>()

  constructor(worldNow: () => OwnWorld) {
    const world = worldNow()
    this.#worldNow = worldNow
    this.#of = world.organizations
    this.#start = world.decisions()
  }

  async reset(id?: string): Promise<void> {
    const world = this.#world()
    const unchanged = { decisions: [], moved: UNMOVED }
    const { decisions, moved } = id === undefined ? unchanged : replaced(world, stateOf(world), id, unchanged)
    await world.restore(decisions, moved)
  }

  checkpoint(name: string, id?: string): void {
    const world = this.#world()
    const state = stateOf(world)
    if (id === undefined) return void this.#checkpoints.set(name, { all: state, of: new Map() })
    const before = this.#checkpoints.get(name) ?? { all: undefined, of: new Map() }
    before.of.set(id, partOf(world, state, id))
    this.#checkpoints.set(name, before)
  }

  /** Returns whether a checkpoint has something about the whole world, or about an organization. */
  knows(name: string, id?: string): boolean {
    this.#world()
    const found = this.#checkpoints.get(name)
    return found !== undefined && (id === undefined || found.all !== undefined || found.of.has(id))
  }

  /** @throws {OperatorError} when the checkpoint is unknown */
  async restore(name: string, id?: string): Promise<void> {
    const world = this.#world()
    const { decisions, moved } = this.#stateAt(world, name, id)
    await world.restore(decisions, moved)
  }

  /**
   * Returns the changes since the start, or since a checkpoint.
   * @throws {OperatorError} when the checkpoint is unknown
   */
  changes(since?: string, id?: string): Change[] {
    const world = this.#world()
    const then = since === undefined ? this.#start : this.#stateAt(world, since, id).decisions
    const changes = reportChanges(world, then)
    return id === undefined ? changes : changes.filter(({ organizacao }) => organizacao === id)
  }

  #world(): OwnWorld {
    const world = this.#worldNow()
    if (this.#of !== world.organizations) {
      this.#of = world.organizations
      this.#start = world.decisions()
      this.#checkpoints = new Map()
    }
    return world
  }

  /** Returns the current state, with that of a checkpoint where it has one. */
  #stateAt(world: OwnWorld, name: string, id?: string): State {
    const { all, of } = this.#required(name, id)
    if (id === undefined) {
      let state = all ?? stateOf(world)
      for (const [one, part] of of) state = replaced(world, state, one, part)
      return state
    }
    const part = of.get(id) ?? partOf(world, all as State, id)
    return replaced(world, stateOf(world), id, part)
  }

  #required(name: string, id?: string): Checkpoint {
    if (this.knows(name, id)) return this.#checkpoints.get(name) as Checkpoint
    const known = [...this.#checkpoints.keys()].filter((one) => this.knows(one, id))
    const there = known.length === 0 ? '. No checkpoint was saved.' : `. Use one of ${known.join(', ')}.`
    throw new OperatorError(`The checkpoint "${name}" is unknown${hint(name, known) || there}`)
  }
}

function stateOf(world: OwnWorld): State {
  return { decisions: world.decisions(), moved: world.moved() }
}

/** Returns what of a state is about one organization. */
function partOf(world: OwnWorld, state: State, id: string): State {
  const isOf = ownerIn(world, state)
  return {
    decisions: state.decisions.filter(({ numero }) => isOf(numero) === id),
    moved: movedOf(state.moved, (organizacao) => organizacao === id),
  }
}

/** Returns a state with another part for one organization. */
function replaced(world: OwnWorld, state: State, id: string, part: State): State {
  const isOf = ownerIn(world, state)
  const decisions = inTime(
    state.decisions.filter(({ numero }) => isOf(numero) !== id),
    part.decisions,
  )
  const others = movedOf(state.moved, (organizacao) => organizacao !== id)
  return {
    decisions,
    moved: {
      removed: [...others.removed, ...part.moved.removed],
      // All organizations share a person, so what the others have now wins.
      names: [...new Map([...part.moved.names, ...others.names])],
      added: [...others.added, ...part.moved.added],
      updated: [...others.updated, ...part.moved.updated],
    },
  }
}

/** Joins decisions of several organizations by time; those of each stay in the order in which they were made. */
function inTime(one: readonly DecisionRecord[], other: readonly DecisionRecord[]): DecisionRecord[] {
  const joined: DecisionRecord[] = []
  let next = 0
  for (const record of one) {
    while (next < other.length && (other[next] as DecisionRecord).decidido_em < record.decidido_em) {
      joined.push(other[next++] as DecisionRecord)
    }
    joined.push(record)
  }
  return [...joined, ...other.slice(next)]
}

/** Returns the organization of a report, also of one that is only in a state. */
function ownerIn(world: OwnWorld, { moved }: State): (numero: string) => string | undefined {
  const owners = new Map(
    [...moved.removed, ...moved.added].map(({ numero, organizacao }) => [numero, organizacao]),
  )
  return (numero) => owners.get(numero) ?? world.describe(numero)?.organizacao
}

function movedOf(moved: Moved, isMeant: (organizacao: string) => boolean): Moved {
  const meant = <T extends { organizacao: string }>(reports: readonly T[]) =>
    reports.filter(({ organizacao }) => isMeant(organizacao))
  const { removed, names, added, updated } = moved
  return { removed: meant(removed), names, added: meant(added), updated: meant(updated) }
}
