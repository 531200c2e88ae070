import { groupBy } from '../../src/contract/group-by.ts'
import { type SeenHeaders, type SeenRefusal, typedFaults } from '../../src/contract/seen.ts'
import { type Slots, type Template, typeOf } from '../../src/contract/slots.ts'
import { generalise, isEqual, type Sample, Unlike } from './generalise.ts'

/** A refusal of a target, and what its request could have put into it. */
export interface Refused {
  name: string
  status: number
  body: unknown
  /** Beside those of all answers. */
  headers: SeenHeaders
  slots: Slots
}

/** Refusals that one frame says, but for texts of their own. */
interface Frame {
  samples: Refused[]
  body: Template
  /** By the name of a slot, and by the name of a fault. */
  texts: Map<string, Map<string, Sample[]>>
}

type Rules = Record<string, SeenRefusal>

/** More texts of their own than these do not make one frame. */
const MOST_TEXTS = 4

/**
 * Returns the fewest rules that say these refusals: a frame for all or most of them, and what differs by the groups
 * `*.word` and `page.*` of their names, or by each name.
 */
export function rulesOf(given: readonly Refused[]): { rules: Rules; unlike: string[] } {
  const unlike: string[] = []
  const frames: Frame[] = []
  const refused = given.flatMap((one) => {
    const own = given.filter(({ name }) => name === one.name)
    // Values of other types may be told in other ways.
    const isOne = frameOf(own) !== undefined && own.every(({ status }) => status === one.status)
    const isTyped = (typedFaults as readonly string[]).includes(one.name)
    return isOne || !isTyped ? one : { ...one, name: `${one.name}:${typeOf(one.slots.value)}` }
  })
  const names = [...new Set(refused.map(({ name }) => name))]
  for (const name of names) {
    const own = refused.filter((one) => one.name === name)
    const joined = frames.some((frame) => {
      const both = frameOf([...frame.samples, ...own])
      if (both) Object.assign(frame, both)
      return both !== undefined
    })
    if (joined) continue
    const alone = frameOf(own)
    if (alone === undefined) unlike.push(name)
    // What nothing explains stays as it was first.
    frames.push(alone ?? { samples: own, body: own[0]?.body as Template, texts: new Map() })
  }
  frames.sort((a, b) => b.samples.length - a.samples.length)
  const rules: Rules = {}
  const frameWith = (name: string) =>
    frames.find(({ samples }) => samples.some((one) => one.name === name)) as Frame
  const ofName = (field: 'status' | 'headers') =>
    new Map(names.map((name) => [name, refused.find((one) => one.name === name)?.[field]]))
  const add = (field: string, values: ReadonlyMap<string, unknown>, merge?: Merge) => {
    for (const [rule, value] of fewest(values, merge)) {
      const before: SeenRefusal = rules[rule] ?? {}
      const own = { ...before.own, [field.slice(4)]: value as Template }
      rules[rule] = field.startsWith('own.') ? { ...before, own } : { ...before, [field]: value }
    }
  }
  for (const field of ['status', 'headers'] as const) add(field, ofName(field))
  if (isEqual(rules['*']?.headers, {})) delete rules['*']?.headers
  add('body', new Map(names.map((name) => [name, frameWith(name).body])))
  for (const field of new Set(frames.flatMap(({ texts }) => [...texts.keys()]))) {
    const texts = new Map(names.map((name) => [name, frameWith(name).texts.get(field)?.get(name)]))
    const merge: Merge = (group) => {
      const all = group.map((name) => texts.get(name))
      return all.some((own) => own === undefined) ? undefined : templateOf(all.flat() as Sample[])
    }
    const values = new Map(Array.from(texts, ([name, own]) => [name, own && ownTemplate(own, name, unlike)]))
    add(field, values, merge)
  }
  return { rules, unlike: [...new Set(unlike)] }
}

function ownTemplate(samples: readonly Sample[], name: string, unlike: string[]): Template {
  const template = templateOf(samples)
  if (template === undefined) unlike.push(name)
  return template ?? (samples[0]?.value as Template)
}

function templateOf(samples: readonly Sample[]): Template | undefined {
  return unlessUnlike(() => generalise(samples))
}

function unlessUnlike<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Unlike) return undefined
    throw error
  }
}

/** A text of its own that each fault has in one place of a frame. */
interface OwnText {
  slot: string
  place: string
  texts: Map<string, Sample[]>
}

function frameOf(refused: readonly Refused[]): Frame | undefined {
  const samples = refused.map(({ name, body, slots }): Sample => ({ about: name, value: body, slots }))
  const found: OwnText[] = []
  const isOne = new Set(refused.map(({ name }) => name)).size === 1
  const body = unlessUnlike(() =>
    generalise(samples, (place, all) => {
      const isScalar = all.every(({ value }) => typeof value !== 'object' || value === null)
      if (!isScalar || isOne || found.length >= MOST_TEXTS) throw new Unlike(place)
      const slot = `{own.${place || 'text'}${found.some((one) => one.place === place) ? found.length : ''}}`
      found.push({ slot, place, texts: groupBy(all, ({ about = '' }) => about) })
      return slot
    }),
  )
  if (body === undefined) return undefined
  const valuesOf = ({ texts }: OwnText) => [...texts.values()].flat().map(({ value }) => value)
  const areTexts = (one: OwnText) => valuesOf(one).every((value) => typeof value === 'string')
  // The longest one is what people read.
  const length = (one: OwnText) => valuesOf(one).join('').length
  const [longest] = found.filter(areTexts).sort((a, b) => length(b) - length(a))
  const fieldOf = (one: OwnText) => (one === longest ? 'text' : one.slot.slice(1, -1))
  let named = JSON.stringify(body)
  for (const one of found) named = named.replaceAll(one.slot, `{${fieldOf(one)}}`)
  const texts = new Map(found.map((one) => [fieldOf(one), one.texts]))
  return { samples: [...refused], body: JSON.parse(named), texts }
}

/** Returns one value for a group of names; undefined if they have none in common. */
type Merge = (names: readonly string[]) => unknown

/** Returns the fewest entries that give each name its value: for all, for groups of names, and for single ones. */
function fewest(given: ReadonlyMap<string, unknown>, merge?: Merge): [rule: string, value: unknown][] {
  const values = new Map(given)
  const names = [...values.keys()]
  const common: Merge = (group) => {
    const [first] = group.map((name) => values.get(name))
    return group.every((name) => isEqual(values.get(name), first)) ? first : merge?.(group)
  }
  const rules = new Map<string, unknown>()
  const isRight = new Map<string, unknown>()
  const set = (rule: string, group: readonly string[], value: unknown) => {
    rules.set(rule, value)
    for (const name of group) isRight.set(name, value)
    return group
  }
  const alike = [...groupBy(names, (name) => JSON.stringify(values.get(name))).values()]
  const [[most = '', ...more] = []] = alike.sort((a, b) => b.length - a.length)
  const usual = values.get(most)
  if (usual !== undefined && (more.length > 0 || names.length === 1)) set('*', names, usual)
  const open = (name: string) =>
    values.get(name) !== undefined && !isEqual(isRight.get(name), values.get(name))
  const groups = [
    ...groupsOf(names, (name) => `*.${name.split('.').slice(1).join('.')}`),
    ...groupsOf(names, (name) => `${name.split('.')[0]}.*`),
  ]
  for (const [rule, group] of groups) {
    const left = group.filter(open)
    if (left.length < 2) continue
    const value = common(group)
    if (value === undefined) continue
    // From here on, each of them has what all of them share.
    for (const name of set(rule, group, value)) values.set(name, value)
  }
  // A rule for a type comes first, so it says all.
  const isOpen = (name: string) => open(name) || (name.includes(':') && values.get(name) !== undefined)
  for (const name of names) if (isOpen(name)) rules.set(name, values.get(name))
  return [...rules]
}

function groupsOf(names: readonly string[], groupOf: (name: string) => string): [string, string[]][] {
  const untyped = names.filter((one) => !one.includes(':'))
  return [...groupBy(untyped, groupOf)].filter(([, group]) => group.length > 1)
}
