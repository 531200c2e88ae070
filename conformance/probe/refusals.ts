import { type SeenHeaders, type SeenRefusal, typedFaults } from '../../src/contract/seen.ts'
import { type Slots, type Template, typeOf } from '../../src/contract/slots.ts'
import { generalise, isEqual, nothingSpare, type Sample, type Spare, Unlike } from './generalise.ts'

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
    frames.push(alone ?? frameOfMost(own))
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
  return { rules: inOrder(rules), unlike: [...new Set(unlike)] }
}

function ownTemplate(samples: readonly Sample[], name: string, unlike: string[]): Template {
  const template = templateOf(samples)
  if (template === undefined) unlike.push(name)
  return template ?? (samples[0]?.value as Template)
}

function templateOf(samples: readonly Sample[], spare: Spare = nothingSpare): Template | undefined {
  try {
    return generalise(samples, spare)
  } catch (error) {
    if (error instanceof Unlike) return undefined
    throw error
  }
}

/** Returns the frame of refusals; undefined if they do not have one. */
function frameOf(refused: readonly Refused[]): Frame | undefined {
  const samples = refused.map(({ name, body, slots }): Sample => ({ about: name, value: body, slots }))
  const found: { slot: string; place: string; length: number; texts: Map<string, Sample[]> }[] = []
  const isOne = new Set(refused.map(({ name }) => name)).size === 1
  try {
    const body = generalise(samples, (place, all) => {
      const isScalar = all.every(({ value }) => typeof value !== 'object' || value === null)
      if (!isScalar || isOne || found.length >= MOST_TEXTS) throw new Unlike(place)
      const texts = new Map<string, Sample[]>()
      for (const one of all) texts.set(one.about as string, [...(texts.get(one.about as string) ?? []), one])
      const length = all.reduce((sum, { value }) => sum + String(value).length, 0)
      const slot = `{own.${place || 'text'}${found.some((one) => one.place === place) ? found.length : ''}}`
      found.push({ slot, place, length, texts })
      return slot
    })
    // The longest one is what people read.
    const areTexts = ({ texts }: (typeof found)[0]) =>
      [...texts.values()].flat().every(({ value }) => typeof value === 'string')
    const [longest] = found.filter(areTexts).sort((a, b) => b.length - a.length)
    const fieldOf = (one: (typeof found)[0]) => (one === longest ? 'text' : one.slot.slice(1, -1))
    const named = found.reduce(
      (text, one) => text.replaceAll(one.slot, `{${fieldOf(one)}}`),
      JSON.stringify(body) ?? 'null',
    )
    return {
      samples: [...refused],
      body: JSON.parse(named),
      texts: new Map(found.map((one) => [fieldOf(one), one.texts])),
    }
  } catch (error) {
    if (error instanceof Unlike) return undefined
    throw error
  }
}

/** Returns the frame of one fault, of which something is explained by nothing: that stays as it was first. */
function frameOfMost(refused: readonly Refused[]): Frame {
  const samples = refused.map(({ body, slots }): Sample => ({ value: body, slots }))
  for (let count = samples.length; count > 0; count--) {
    const some = samples.slice(0, count)
    const body = templateOf(some, (_, [first]) => {
      if (typeof first?.value === 'object' && first.value !== null) throw new Unlike()
      return first?.value as Template
    })
    if (body !== undefined) return { samples: [...refused], body, texts: new Map() }
  }
  return { samples: [...refused], body: refused[0]?.body as Template, texts: new Map() }
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
  const counts = new Map<string, number>()
  for (const value of Array.from(values.values(), (one) => JSON.stringify(one)))
    counts.set(value, (counts.get(value) ?? 0) + 1)
  const [[most, count] = [undefined, 0]] = [...counts].sort((a, b) => b[1] - a[1])
  if (most !== undefined && (count > 1 || names.length === 1)) set('*', names, JSON.parse(most))
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
  const groups = new Map<string, string[]>()
  for (const name of names.filter((one) => !one.includes(':')))
    groups.set(groupOf(name), [...(groups.get(groupOf(name)) ?? []), name])
  return [...groups].filter(([, group]) => group.length > 1)
}

function inOrder(rules: Rules): Rules {
  const rank = (rule: string) =>
    rule === '*' ? 0 : rule.startsWith('*') ? 1 : rule.endsWith('*') ? 2 : rule.includes(':') ? 4 : 3
  return Object.fromEntries(Object.entries(rules).sort(([a], [b]) => rank(a) - rank(b)))
}
