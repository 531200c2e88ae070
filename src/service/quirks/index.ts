import { type ClauseId, clauses } from '../../contract/clauses.ts'
import { nearest as nearestWord } from '../../operator/hint.ts'
import { OptionError } from '../../operator/operator-error.ts'
import type { Ask } from '../ask.ts'
import { bodies, results as decisionResults, ignoringField, reports } from './decisions.ts'
import { items } from './items.ts'
import { orders, pages, requests, results, searches } from './list.ts'
import { organizations } from './organizations.ts'
import type { Quirk, QuirkContext } from './quirk.ts'
import { refusals } from './refusals.ts'
import { acceptingToken, readingTokenIn, tokens } from './tokens.ts'

export type { Quirk, QuirkContext } from './quirk.ts'

const place = ([first]: readonly ClauseId[]) => clauses.findIndex(({ id }) => id === first)

/** Every quirk, in the order of the clauses that they break. */
export const quirks: readonly Quirk[] = [
  items,
  results,
  pages,
  searches,
  orders,
  requests,
  decisionResults,
  reports,
  bodies,
  tokens,
  organizations,
  refusals,
]
  .flat()
  .sort((a, b) => place(a.clause) - place(b.clause))

/** Quirks of which there is one for each value: `unknown-key-ignored=numero`. */
export const families = {
  'unknown-key-ignored': ignoringField,
  'token-accepted': acceptingToken,
  'token-in-query': readingTokenIn,
} as const

/** A service that breaks clauses on purpose: the first quirk is the outermost. */
export function withQuirks(ask: Ask, quirks: readonly Quirk[], context: QuirkContext): Ask {
  return quirks.reduceRight((next, { layer }) => layer(context)(next), ask)
}

/**
 * The quirks of these names, each once.
 * @throws {OptionError} when there is none of a name
 */
export function findQuirks(names: readonly string[]): Quirk[] {
  return [...new Set(names)].map((name) => {
    const [family, ...value] = name.split('=')
    const make = Object.entries(families).find(([known]) => known === family)?.[1]
    const quirk = make && value.length > 0 ? make(value.join('=')) : quirks.find((quirk) => quirk.name === name)
    if (quirk) return quirk
    const near = nearest(name)
    const hint = near.length > 0 ? `did you mean ${near.join(', ')}? ` : ''
    throw new OptionError(`quirk "${name}" is unknown: ${hint}"npx pessoas-sim --list-quirks" lists what there is.`)
  })
}

const NEAR = 3

/** The name that differs in a few letters, then those that share most of their words with another. */
function nearest(name: string): string[] {
  const close = nearestWord(
    name,
    quirks.map(({ name }) => name),
  )
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const related = quirks
    .map(({ name }) => ({ name, shared: name.split('-').filter((word) => words.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ name }) => name)
  return [...new Set([...(close === undefined ? [] : [close]), ...related])].slice(0, NEAR)
}
