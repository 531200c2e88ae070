import type { ListRequest, Organization } from '../../world/store.ts'
import type { World } from '../../world/world.ts'

/** Generates what is left out, and reads times, as fixtures do. */
export interface PersonMaker {
  /** Loads what generates names. */
  ready(): Promise<void>
  nome(position: number): string
  /** The n-th report number of a person. */
  numero(position: number, n: number): string
  /** Returns a written time in the form of a dataset; undefined for any other text. */
  time(text: string, now: number): string | undefined
}

/** A question for places of a list. */
export interface PlaceQuestion {
  sort?: string | undefined
  nome?: string | undefined
  rows?: number | undefined
}

/** What moves need to know of the simulator. */
export interface MoveSource {
  world(): World
  maker: PersonMaker
  allowInvalidCpf: boolean
  /** Returns the name that an operator has for an organization. */
  handleOf(organization: Organization): string
  /**
   * Returns the question that the service understands, for the first page.
   * @throws {OperatorError} when it refuses the question
   */
  listOf(organization: Organization, question: PlaceQuestion): ListRequest
  /** Called when data was moved. */
  moved(): void
  /** Throws if the world is closed. */
  requireOpen(): void
}

/** One page that a client was given. */
export interface WalkedPage {
  organization: Organization
  list: ListRequest
}
