import type { Profile } from '../../src/contract/profile.ts'
import type { Joining } from '../../src/contract/wording.ts'
import { objectOf } from '../service/lists.ts'
import { IN_ORDER } from './joining.ts'
import { type ReadFirst, type Source, stopsOf, UNKNOWN_FIELD, without } from './read-first.ts'
import { messageOf } from './refusals/refused.ts'
import { betweenKeysOf, type SeveralFaults, severalKeysOf, severalOwnOf } from './several-keys.ts'

/** Returns rules that differ in one point from one that was found. */
export type Step = (rule: Joining) => Iterable<Joining>

/** Returns the rules that a search begins with: several ways, each of which is followed to its end. */
export function startsOf(
  own: Joining,
  source: Source,
  several: readonly SeveralFaults[],
  { faults }: Profile,
  sets: ReadFirst,
): Iterable<Joining>[] {
  // Of a body, the knob says what is likelier where both explain as much.
  const howMany = source === 'payload' && faults === 'first' ? FIRST_BEFORE_ALL : ALL_BEFORE_FIRST
  const ofEach = howMany.flatMap((told) => [
    // Of rules that explain as much, the first is chosen: what is read first together says more of other questions.
    ...sets.map((group) => rulesOfTypes(own, told, source, group)),
    rulesNear(own, told),
    rulesOfSchemas(own, told, source),
    rulesOfUnknown(own, told, source),
  ])
  // Which faults a list has is found only with a list of all of them, even where the text is about the first.
  const ofLists = several.some(({ answer }) => listsSeveral(answer.json))
    ? [[{ ...own, told: 'first', each: 'all' } as const]]
    : []
  const ofParsers = source === 'query' ? [] : [rulesOfParsers(own, several, sets)]
  return [...ofEach, ...ofLists, ...ofParsers]
}

/** Returns whether an answer has a list of several objects, such as one for each fault. */
function listsSeveral(json: unknown): boolean {
  if (Array.isArray(json)) return json.filter((one) => objectOf(one) !== undefined).length > 1
  return Object.values(objectOf(json) ?? {}).some(listsSeveral)
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
    (rule) => names.flatMap((name) => withStop(rule, name)),
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
    (rule) => (rule.alone === undefined ? [] : inText(rule)),
    (rule) => [
      { ...rule, each: 'all' },
      { ...rule, each: 'all', eachOrder: 'sorted' },
      { ...rule, eachOrder: 'usual' },
    ],
  ]
}

/** Returns rules by which `{keys}` also lists the faults that `alone` suppresses in the text: each in its place, or after those of `alone`. */
function inText(rule: Joining): Joining[] {
  return [
    { ...rule, aloneIn: 'text' },
    { ...rule, aloneIn: 'text', order: ['*'] },
  ]
}

/** Removes the entries that set the order of fields. */
export const SIMPLER: readonly Step[] = [
  ({ missing, ...rule }) => (missing === undefined ? [] : [rule]),
  (rule) => (typeof rule.order === 'object' && rule.order.length > 1 ? [{ ...rule, order: ['*'] }] : []),
  ({ order, ...rule }) => (order === undefined ? [] : [rule]),
]

/** What stands between two texts. */
const BETWEEN = [', ', '; ', '\n', ' ', ' | ', ' e ', ' and ', ' / ', '. ']

/** What stands before the last of several texts in sentences. */
const LASTS = [' e ', ' and ', ', e ', ', and ', ' & ']

/** Returns rules by which faults of `alone` keep the text between two messages, and all others have another one. */
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

/** Returns rules by which one kind of fault, or all kinds of one more field, are reported only if there are no others. */
function withLater({ later = [], ...rule }: Joining, names: readonly string[]): Joining[] {
  // Of rules that explain as much, the first is chosen, so one fault comes before all of its field.
  const often = names.filter((name) => OFTEN_LATER.has(name))
  const more = [...often, ...rowsOf(names).map((row) => `${row}.*`)].filter((name) => !later.includes(name))
  return more.map((name) => {
    const others = later.filter((other) => !name.endsWith('.*') || rowOf(other) !== rowOf(name))
    return { ...rule, later: [...others, name] }
  })
}

/** Returns rules by which one field comes before another one that it comes after now. */
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

/** Returns rules by which only faults of `alone` are in the order of the request, for services that parse a body before they validate it. */
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

/** Returns rules with one more situation in `alone`, or one fewer. */
function withAlone({ alone = [], aloneTold = 'all', ...rule }: Joining, name: string): Joining[] {
  const others = without(alone, [name])
  if (others.length < alone.length) return others.length === 0 ? [] : [{ ...rule, alone: others, aloneTold }]
  return (['all', 'first'] as const).map((aloneTold) => ({ ...rule, alone: [...alone, name], aloneTold }))
}

/** Returns rules by which a parser stops at one more fault, or one fewer. */
function withStop({ stopAt, ...rule }: Joining, name: string): Joining[] {
  if (stopAt === undefined) return []
  const others = without(stopAt, [name])
  return [{ ...rule, stopAt: others.length < stopAt.length ? others : [...stopAt, name] }]
}

// An order of fields explains few answers by chance, so a simpler rule that explains as many goes first.
/** Returns a rule that reports all faults or the first, and rules that differ from it in the order and in the keys. */
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

/** Returns rules in the order of JSON schema validators: missing fields, unknown fields, then the values of fields. */
function rulesOfSchemas(rule: Joining, told: 'all' | 'first', source: Source): Joining[] {
  if (source === 'query') return []
  return [
    { ...rule, told, missing: 'first', order: ['*'] },
    { ...rule, told, missing: 'first' },
  ]
}

/** Returns rules by which unknown fields suppress all other faults, everywhere or in the text only. */
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

/**
 * Returns rules that report only unknown fields; without any, only the first wrong type; and otherwise all faults, joined
 * in another way: a service with a parser and a validator after it does so.
 */
function* rulesOfParsers(
  { missing: _, keys: _keys, ...rule }: Joining,
  several: readonly SeveralFaults[],
  sets: ReadFirst,
): Generator<Joining> {
  const { order: _order, ...plain } = rule
  const ways: readonly Joining[] = [
    { aloneTold: 'all' },
    { aloneTold: 'first' },
    { aloneTold: 'first', aloneKeys: 'all' },
  ]
  for (const stopAt of stopsOf(sets)) {
    for (const own of rule.order === undefined ? [plain] : [plain, rule]) {
      for (const way of ways) {
        const near: Joining = { ...own, told: 'all', alone: [UNKNOWN_FIELD], ...way, stopAt }
        yield near
        yield* joinedApart(several, near)
      }
    }
  }
}

/** Returns rules that report faults of parsing, such as wrong types, before all others. */
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
      // A parser stops at the first fault that came, and a validator behind it has an order of its own.
      if (source === 'payload' && near.order === undefined)
        yield { ...near, alone, aloneTold: 'first', aloneOrder: 'sent' }
    }
  }
}
