import { situations } from '../../src/contract/dialect-form.ts'
import { parameterTable } from '../../src/contract/kind-tables.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { Joining } from '../../src/contract/wording.ts'
import { IN_ORDER } from './joining.ts'
import { messageOf } from './refusals/refused.ts'
import { betweenKeysOf, type SeveralFaults, severalKeysOf, severalOwnOf } from './several-keys.ts'

export type Source = 'query' | 'payload'

/** Returns rules that differ in one point from one that was found. */
export type Step = (rule: Joining) => Iterable<Joining>

/** Returns the rules that a search begins with: several ways, each of which is followed to its end. */
export function startsOf(
  own: Joining,
  source: Source,
  { faults }: Profile,
  sets: ReadFirst,
): Iterable<Joining>[] {
  // Of a body, the knob says what is likelier where both explain as much.
  const howMany = source === 'payload' && faults === 'first' ? FIRST_BEFORE_ALL : ALL_BEFORE_FIRST
  return howMany.flatMap((told) => [
    // Of rules that explain as much, the first is chosen: what is read first together says more of other questions.
    ...sets.map((group) => rulesOfTypes(own, told, source, group)),
    rulesNear(own, told),
    rulesOfSchemas(own, told, source),
    rulesOfUnknown(own, told, source),
  ])
}

const ALL_BEFORE_FIRST = ['all', 'first'] as const
const FIRST_BEFORE_ALL = ['first', 'all'] as const

/** Returns what a search changes, one after the other. */
export function stepsOf(several: readonly SeveralFaults[], profile: Profile): Step[] {
  const names = [...new Set(several.flatMap(({ situations }) => situations))]
  const betweens = betweenKeysOf(several)
  return [
    (rule) => withLater(rule, names),
    (rule) => reordered(rule, names),
    ...names.map(
      (name): Step =>
        (rule) =>
          withAlone(rule, name),
    ),
    (rule) => orderedApart(rule, names),
    (rule) => betweens.map((betweenKeys) => ({ ...rule, betweenKeys })),
    (rule) => LASTS.map((last) => ({ ...rule, last })),
    (rule) => joinedApart(several, rule),
    (rule) => (rule.betweenKeys === undefined ? [] : [{ ...rule, mergedKeys: 'all' }]),
    (rule) => BETWEEN.map((between) => ({ ...rule, between })),
    (rule) => listsOf(several, rule),
    (rule) => severalKeysOf(several, profile, rule),
    (rule) => severalOwnOf(several, profile, rule),
    (rule) => MISSING.map((missing) => ({ ...rule, missing })),
    (rule) => UNKNOWN.map((unknown) => ({ ...rule, unknown })),
    (rule) => [{ ...rule, unknownTold: 'first' }],
    (rule) => [{ ...rule, keysOrder: 'sorted' }],
    (rule) => (rule.alone === undefined ? [] : [{ ...rule, aloneIn: 'text' }]),
    (rule) => [
      { ...rule, each: 'all' },
      { ...rule, each: 'all', eachOrder: 'sorted' },
      { ...rule, eachOrder: 'usual' },
    ],
  ]
}

/** Leaves out what says in which order fields are told. */
export const SIMPLER: readonly Step[] = [
  ({ missing, ...rule }) => (missing === undefined ? [] : [rule]),
  (rule) => (typeof rule.order === 'object' && rule.order.length > 1 ? [{ ...rule, order: ['*'] }] : []),
  ({ order, ...rule }) => (order === undefined ? [] : [rule]),
]

/** Kinds that a service which reads a body into types refuses before it looks at any value. */
const OF_TYPES: readonly string[] = [
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

/** What is wrong with a number that was read. */
const OF_VALUES: ReadonlySet<string> = new Set([
  ...['zero', 'negative-zero', 'negative', 'negative-off-grid', 'off-grid', 'below-grid', 'above-maximum'],
])

const OF_NULLS = ['aprovar.null', 'mensagem.null']
/** Everything that a parser into types of a language refuses, such as that of Rust. */
const OF_READING: readonly string[] = [...OF_TYPES, 'payload.unknown', 'aprovar.missing', 'mensagem.missing']

/** Texts that are no whole numbers of any type, or of none that is large enough. */
const OF_NUMBERS: readonly string[] = Object.keys(parameterTable.rows)
  .filter((kind) => !OF_VALUES.has(kind))
  .flatMap((kind) => [`page.${kind}`, `rows.${kind}`])
const OF_REPETITION = ['page', 'rows', 'cpf', 'nome', 'sort'].map((name) => `${name}.repeated`)
/** What a number without a sign cannot be. */
const OF_SIGNS = ['negative', 'negative-off-grid', 'negative-zero'].flatMap((kind) => [
  `page.${kind}`,
  `rows.${kind}`,
])
const OF_QUERY = [...new Set([...OF_NUMBERS, ...OF_REPETITION])]

/**
 * What a service refuses that reads a request into types before it looks at any value. A search begins with each group,
 * because nothing leads from one of another group to it; the largest are last.
 */
const READ_FIRST: Readonly<Record<Source, ReadFirst>> = {
  payload: [
    [OF_TYPES, [...OF_TYPES, 'payload.unknown'], OF_READING].flatMap((names) => [
      names,
      [...names, ...OF_NULLS],
    ]),
  ],
  query: [OF_QUERY, [...OF_QUERY, ...OF_SIGNS]].map((read) =>
    [read, [...read, 'sort.*']].map((names) =>
      names.filter((name) => situations.includes(name) || name.endsWith('.*')),
    ),
  ),
}

/** Sets of situations, in groups with which a search begins. */
type ReadFirst = readonly (readonly (readonly string[])[])[]

/** What some parsers read as a text, so that it is told as one that is too short. */
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

/** Counts what is told alone or later; all that is read first together is one entry, and so is what differs from it. */
export function entriesOf({ alone = [], later = [] }: Joining, sets: ReadFirst): number {
  const counts = sets.flat().map((names) => 1 + without(names, alone).length + without(alone, names).length)
  return Math.min(alone.length, ...counts) + later.length
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name))
}

/** What stands between two texts. */
const BETWEEN = [', ', '; ', '\n', ' ', ' | ', ' e ', ' and ', ' / ', '. ']

/** What stands before the last of several texts in sentences. */
const LASTS = [' e ', ' and ', ', e ', ', and ', ' & ']

/** Returns rules by which what is told alone keeps what stands between two texts, and the others have something else. */
function joinedApart(several: readonly SeveralFaults[], rule: Joining): Joining[] {
  if (rule.alone === undefined) return []
  const aloneBetween = rule.between ?? '. '
  const { last: _, ...plain } = rule
  return [
    ...saidIn(several, LASTS).map((last) => ({ ...rule, aloneBetween, last })),
    ...saidIn(several, BETWEEN).map((between) => ({ ...plain, aloneBetween, between })),
  ]
}

function saidIn(several: readonly SeveralFaults[], signs: readonly string[]): string[] {
  return signs.filter((sign) => several.some(({ answer }) => messageOf(answer).includes(sign)))
}

const MISSING = ['first', 'last'] as const
const UNKNOWN = ['sorted', 'sorted-in-text'] as const

/** What services often judge by themselves, once a validator has found nothing. */
const OFTEN_LATER: ReadonlySet<string> = new Set(['rows.off-grid', 'page.beyond-end'])

/** Returns rules by which one fault, or all of one more field, are told only where there are no others. */
function withLater({ later = [], ...rule }: Joining, names: readonly string[]): Joining[] {
  // Of rules that explain as much, the first is chosen, so one fault comes before all of its field.
  const often = names.filter((name) => OFTEN_LATER.has(name))
  const more = [...often, ...rowsOf(names).map((row) => `${row}.*`)].filter((name) => !later.includes(name))
  return more.map((name) => {
    const others = later.filter((other) => !name.endsWith('.*') || rowOf(other) !== rowOf(name))
    return { ...rule, later: [...others, name] }
  })
}

/** Returns rules by which one field is told before another one that it is told after. */
function reordered({ order, ...rule }: Joining, names: readonly string[]): Joining[] {
  const fields = rowsOf(names).map((row) => (UNKNOWN_ROWS.has(row) ? '*' : row))
  const first = typeof order === 'object' ? order : []
  const known = [...first, ...IN_ORDER.filter((field) => !first.includes(field))]
  const own = known.filter((field) => fields.includes(field))
  return own.flatMap((field, i) =>
    own.slice(0, i).map((_, at): Joining => {
      const others = own.filter((other) => other !== field)
      return { ...rule, order: [...others.slice(0, at), field, ...others.slice(at)] }
    }),
  )
}

/** Returns rules by which only what is told alone is told as it was sent, as by a service that reads a body first. */
function orderedApart({ order, ...rule }: Joining, names: readonly string[]): Joining[] {
  if (order !== 'sent' || rule.alone === undefined) return []
  const apart: Joining = { ...rule, aloneOrder: 'sent' }
  return [apart, ...reordered(apart, names)]
}

const UNKNOWN_ROWS: ReadonlySet<string> = new Set(['others', 'payload'])

function rowsOf(names: readonly string[]): string[] {
  return [...new Set(names.map(rowOf))]
}

function rowOf(name: string): string {
  return name.replace(/\..*/s, '')
}

/** Returns rules by which texts are lists themselves, for what stands in some answers. */
function listsOf(several: readonly SeveralFaults[], rule: Joining): Joining[] {
  return saidIn(several, LASTS).flatMap((last) =>
    saidIn(several, BETWEEN)
      .filter((between) => between !== last)
      .map((between): Joining => ({ ...rule, between, last, lists: 'own' })),
  )
}

/** Returns rules by which one more fault is told alone, or one fewer. */
function withAlone({ alone = [], aloneTold = 'all', ...rule }: Joining, name: string): Joining[] {
  const others = without(alone, [name])
  if (others.length < alone.length) return others.length === 0 ? [] : [{ ...rule, alone: others, aloneTold }]
  return (['all', 'first'] as const).map((aloneTold) => ({ ...rule, alone: [...alone, name], aloneTold }))
}

// An order of fields explains few answers by chance, so a simpler rule that explains as many goes first.
/** Returns a rule that tells so many faults, and those that differ from it in the order and in the keys. */
function* rulesNear(rule: Joining, told: 'all' | 'first'): Generator<Joining> {
  const { told: _, order: _order, keys: _keys, instead, ...rest } = rule
  for (const order of new Set([undefined, 'sent', 'sorted', rule.order] as const)) {
    for (const keys of new Set([undefined, rule.keys, 'all', 'first'] as const)) {
      for (const other of new Set([instead, undefined])) {
        yield {
          told,
          ...(order && { order }),
          ...rest,
          ...(other && { instead: other }),
          ...(keys && { keys }),
        }
      }
    }
  }
}

/** Returns rules that tell what a JSON schema asks for in its order: that fields are there, no others, then each of them. */
function rulesOfSchemas(rule: Joining, told: 'all' | 'first', source: Source): Joining[] {
  if (source === 'query') return []
  return [
    { ...rule, told, missing: 'first', order: ['*'] },
    { ...rule, told, missing: 'first' },
  ]
}

/** Returns rules that tell unknown fields without the others, everywhere or in the text only. */
function* rulesOfUnknown(rule: Joining, told: 'all' | 'first', source: Source): Generator<Joining> {
  const alone = [source === 'query' ? 'others.*' : 'payload.*']
  const { order: _, missing: _missing, keys: _keys, ...plain } = rule
  for (const own of [plain, rule]) {
    for (const aloneTold of ['first', 'all'] as const) {
      for (const keys of [undefined, 'all'] as const) {
        for (const each of [undefined, 'all'] as const) {
          const near: Joining = {
            ...own,
            told,
            alone,
            aloneTold,
            ...(keys && { keys }),
            ...(each && { each }),
          }
          yield near
          yield { ...near, aloneIn: 'text' }
          if (keys) yield { ...near, aloneKeys: 'first' }
        }
      }
    }
  }
}

/** Returns rules that tell what is read first, such as wrong types, before all others. */
function* rulesOfTypes(
  rule: Joining,
  told: 'all' | 'first',
  source: Source,
  sets: readonly (readonly string[])[],
): Generator<Joining> {
  const { keys: _, ...own } = rule
  for (const near of rulesNear(own, told)) {
    for (const alone of sets) {
      // A query is read one parameter after the other.
      for (const aloneTold of source === 'query' ? (['first', 'all'] as const) : (['all', 'first'] as const))
        yield { ...near, alone, aloneTold }
    }
  }
}
