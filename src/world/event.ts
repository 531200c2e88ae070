import type { Decision } from './store.ts'

/** A decision on a report. */
export interface DecisionEvent extends Decision {
  event: 'decision'
  /** The id of the organization that made it. */
  organizacao: string
  numero: string
  /** When it was made, as ISO 8601 in UTC with milliseconds. */
  decidido_em: string
  /** True if it counts as an update of the report. */
  atualiza: boolean
  /** True if an existing decision is kept instead; absent where that was judged before it was recorded. */
  once?: true
  /** The name of the request that brought it. */
  request?: string
}

/** A report that comes later than the data; its person appears in the list with the first report. */
export interface ReportEvent {
  event: 'report'
  /** The id of its organization. */
  organizacao: string
  numero: string
  cpf: string
  /** The name of its person, the same as in other organizations. */
  nome: string
  atualizado_em: string
  /** A decision that it begins with: both of these, or neither. */
  aprovar?: boolean
  mensagem?: string
}

/**
 * What changes a world. Whatever happened to it is a list of these: applied to the same data in the same order, they give
 * the same world. An event that concerns what is not there changes nothing.
 */
export type Event =
  | DecisionEvent
  | ReportEvent
  /** Sets the last update of a report, be it earlier or later than it was. */
  | { event: 'touch'; numero: string; atualizado_em: string }
  /** Removes a report; its person vanishes with the last one. */
  | { event: 'remove'; numero: string }
  /** Changes the name of a person in every organization that lists it. */
  | { event: 'rename'; cpf: string; nome: string }
  /** Takes back decisions and changes of persons: all, or those of an organization. */
  | { event: 'reset'; organizacao?: string }
  | { event: 'checkpoint'; name: string; organizacao?: string }
  | { event: 'restore'; name: string; organizacao?: string }
  /** Refuses the token of an organization, or accepts it again. */
  | { event: 'token'; organizacao: string; withdrawn: boolean }

/** Where the events of a world are kept. */
export interface Log {
  /** For how many milliseconds a request may wait for it; undefined if it answers at once. */
  readonly limit?: number | undefined
  /** See {@link Store.requestHeader}. */
  readonly requestHeader?: string | undefined
  /** See {@link Store.fresh}. */
  readonly fresh?: (() => Promise<void>) | undefined
  /**
   * Keeps events, and applies each to the world when it is as durable as this log can make it.
   * @param id the same for events that are sent again; they are kept once
   * @param until when nobody waits any more, as `performance.now()` has it
   * @returns what `apply` returned for each
   * @throws when they could not be kept; nothing has changed then, unless it is {@link Unavailable} and `isUndecided`
   */
  commit(events: readonly Event[], options?: { id?: string; until?: number }): Promise<boolean[]>
  /** Has events applied to this world from now on; it has those already that were kept before. */
  bind(world: Applies): void
}

/** What a log needs of its world. */
export interface Applies {
  /** Returns false if the event changed nothing: its report is not there, or keeps an existing decision. */
  apply(event: Event): boolean
  /** Returns the fewest events that make the same world of the same data, checkpoints included. */
  events(): Iterable<Event>
}
