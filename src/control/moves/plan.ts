import type { NewPerson, PersonChange, Which } from './move.ts'

/** A move that waits for a page: when a client has been given it, the data moves before its next request. */
export interface MovePlan {
  /** By default `plan-1`, `plan-2` and so on. */
  name?: string
  /** The page of a walk that starts it. */
  after?: AfterPage
  /**
   * What a client that counts pages comes upon at the next page: `skipped-row` removes the first person of the list, so
   * the next page lacks one; `doubled-row` adds one before it, so the next page repeats one.
   */
  makes?: 'skipped-row' | 'doubled-row'
  /** A person that appears. */
  add?: NewPerson
  /** A person or a report that is updated; places are those of the list that the client reads. */
  update?: Which & Omit<PersonChange, 'nome'> & Target
  /** A person or a report that vanishes. */
  remove?: Which
  /** How often it moves data, 1 by default. */
  times?: number
  /**
   * After how many milliseconds of its world's clock it ends; null for never. By default, after ten minutes of the
   * machine's.
   */
  ttl?: number | null
}

/** Where a person goes in the list that the client reads, instead of a time. */
interface Target {
  /** An order by time changes the last update for it, an order by name the name; an order by CPF cannot be changed. */
  to?: 'front' | 'end'
}

/**
 * A page of a walk: what one organization asks for with one order, one search and one number of rows, from page 1 on. A
 * search for a CPF is not a walk.
 */
export interface AfterPage {
  /** 1 by default. A later page counts only if page 1 of its walk was read since the first plan was set. */
  page?: number
  /** Only walks with this many rows a page. */
  rows?: number
  /** Only walks in this order, as the parameter `sort` says it. */
  sort?: string
  /** Only walks of this search, as the parameter `nome` says it; without it, only walks without a search. */
  nome?: string
}

/** A plan and what came of it. */
export interface PlanState {
  name: string
  /** The id of the organization whose reading starts it, and whose data moves. */
  organization: string
  plan: MovePlan
  /** How often it moved data. */
  moves: number
  /** How often the page came and the data could not be moved, such as a list that is too short. */
  misses: number
  /** Why it could not, the last time; null if it always could. */
  why: string | null
  /** When it ends, in UTC; null for never. */
  expires: string | null
}

/** The most plans of one world. */
export const MOST_PLANS = 200
