import { situations } from '../../src/contract/dialect-form.ts'
import { parameterTable } from '../../src/contract/parameter-table.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { Joining } from '../../src/contract/wording.ts'

/** The part of a request that faults are in. */
export type Source = 'query' | 'payload'

/** Kinds that a service which reads a body into types refuses before it looks at any value. */
const TYPE_FAULTS: readonly string[] = [
  ...[
    'text',
    'capitals',
    'bit-text',
    'yes',
    'letter',
    'padded',
    'word',
    'bit',
    'number',
    'fraction',
    'array',
    'object',
  ].map((kind) => `aprovar.${kind}`),
  ...['number', 'boolean', 'array', 'object'].map((kind) => `mensagem.${kind}`),
]

/** Kinds of numbers that were read, and break a rule. */
export const READ_NUMBERS: ReadonlySet<string> = new Set([
  ...['zero', 'negative-zero', 'negative', 'negative-off-grid', 'off-grid', 'below-grid', 'above-maximum'],
  'above-off-grid',
])

const NULL_FAULTS = ['aprovar.null', 'mensagem.null']
/** Everything that a parser into types of a language refuses, such as that of Rust. */
const READING_FAULTS: readonly string[] = [
  ...TYPE_FAULTS,
  'payload.unknown',
  'aprovar.missing',
  'mensagem.missing',
]

/** Values that are not integers, or are too large for any integer type. */
const NUMBER_FAULTS: readonly string[] = Object.keys(parameterTable.rows)
  .filter((kind) => !READ_NUMBERS.has(kind))
  .flatMap((kind) => [`page.${kind}`, `rows.${kind}`])
const REPETITION_FAULTS = ['page', 'rows', 'cpf', 'nome', 'sort'].map((name) => `${name}.repeated`)
/** What a number without a sign cannot be. */
const SIGN_FAULTS = ['negative', 'negative-off-grid', 'negative-zero'].flatMap((kind) => [
  `page.${kind}`,
  `rows.${kind}`,
])
const QUERY_FAULTS = [...new Set([...NUMBER_FAULTS, ...REPETITION_FAULTS])]

/**
 * What a service refuses that reads a request into types before it looks at any value. A search begins with each group,
 * because nothing leads from one of another group to it; the largest are last.
 */
const READ_FIRST: Readonly<Record<Source, ReadFirst>> = {
  payload: [
    [TYPE_FAULTS, [...TYPE_FAULTS, 'payload.unknown'], READING_FAULTS].flatMap((names) => [
      names,
      [...names, ...NULL_FAULTS],
    ]),
  ],
  query: [QUERY_FAULTS, [...QUERY_FAULTS, ...SIGN_FAULTS]].map((read) =>
    [read, [...read, 'sort.*']].map((names) =>
      names.filter((name) => situations.includes(name) || name.endsWith('.*')),
    ),
  ),
}

/** Sets of situations, in groups with which a search begins. */
export type ReadFirst = readonly (readonly (readonly string[])[])[]

/** Values that some parsers read as a string, and then report as too short. */
const OFTEN_TEXTS = ['mensagem.number', 'mensagem.boolean']

/** Returns what a service may read first, without the values that its own words call too short. */
export function readFirstOf(source: Source, { dialect }: Profile): ReadFirst {
  const { phrases = {} } = dialect.refusals
  const textOf = (name: string) => {
    const phrase = phrases[name]
    return typeof phrase === 'object' ? phrase.text : phrase
  }
  const short = textOf('mensagem.short')
  const isText = (name: string) => short !== undefined && OFTEN_TEXTS.includes(name) && textOf(name) === short
  return READ_FIRST[source].map((group) => group.map((names) => names.filter((name) => !isText(name))))
}

/** Counts the entries of `alone`, `later` and `stopAt`; all that a parser reads first count as one entry, and so does each difference from them. */
export function entriesOf({ alone = [], stopAt = [], later = [] }: Joining, sets: ReadFirst): number {
  return entriesIn(alone, sets.flat()) + entriesIn(stopAt, stopsOf(sets)) + later.length
}

function entriesIn(own: readonly string[], sets: readonly (readonly string[])[]): number {
  const counts = sets.map((names) => 1 + without(names, own).length + without(own, names).length)
  return Math.min(own.length, ...counts)
}

/** Returns what a parser stops at of what may be read first, where unknown fields are looked for before. */
export function stopsOf(sets: ReadFirst): string[][] {
  return sets
    .flat()
    .filter((names) => !names.includes(UNKNOWN_FIELD))
    .map((names) => [...names])
}

export const UNKNOWN_FIELD = 'payload.unknown'

export function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name))
}
