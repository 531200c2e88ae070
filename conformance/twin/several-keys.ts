import { withoutAround } from '../../src/contract/around.ts'
import { jsonValue } from '../../src/contract/json-value.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { Template } from '../../src/contract/template.ts'
import { decisionFields, parameters } from '../../src/contract/wire.ts'
import type { Frame, Joining, Phrase } from '../../src/contract/wording.ts'
import type { Question } from '../client/exchange.ts'
import { objectOf } from '../service/lists.ts'
import type { Evidence } from './profile-fitter.ts'
import { messageOf } from './refusals/refused.ts'

/** A question with several faults, and the situations that the twin finds in it. */
export interface SeveralFaults extends Evidence {
  situations: readonly string[]
}

/** The text between the names of unknown fields, if one message names all of them. */
const BETWEEN_KEYS = [', ', "', '", '", "', ' e ', ' and ', '; ', ' ']

/** At most this many characters are between two names of a list; more are a text about something else. */
const LONGEST_BETWEEN = 60

/** Returns what may stand between the names of unknown fields: what often does, and what several answers have. */
export function betweenKeysOf(several: readonly SeveralFaults[]): readonly string[] {
  const found = several.flatMap(({ asked, answer }) => {
    const keys = unknownKeysIn(asked.question)
    const message = messageOf(answer)
    const gaps: string[] = []
    let end = -1
    for (const key of keys) {
      const at = message.indexOf(key, Math.max(0, end))
      if (at === -1) return []
      if (end !== -1) gaps.push(message.slice(end, at))
      end = at + key.length
    }
    const [gap] = gaps
    return gap !== undefined && gap.length <= LONGEST_BETWEEN && new Set(gaps).size === 1 ? [gap] : []
  })
  const counts = new Map<string, number>()
  for (const gap of found) counts.set(gap, (counts.get(gap) ?? 0) + 1)
  const repeated = [...counts].filter(([, count]) => count > 1).map(([gap]) => gap)
  return [...new Set([...BETWEEN_KEYS, ...repeated])]
}

function unknownKeysIn({ query, body }: Question): string[] {
  const ofQuery = new Set(query?.map(([name]) => name).filter((name) => !PARAMETERS.has(name)))
  const ofBody = Object.keys(objectOf(jsonValue(body ?? '')) ?? {}).filter((key) => !FIELDS.has(key))
  return [...ofQuery, ...ofBody]
}

/** Rules with another message for several unknown fields: the one that they have if nothing else is reported. */
export function severalKeysOf(several: readonly SeveralFaults[], profile: Profile, rule: Joining): Joining[] {
  const { phrases = {} } = profile.dialect.refusals
  const { before = '', after = '' } = rule
  const texts = several.flatMap(({ asked, answer, situations }) => {
    const [situation = ''] = situations
    if (!UNKNOWN.has(situation) || !situations.every((name) => name === situation)) return []
    const { [situation]: phrase } = phrases
    const single = typeof phrase === 'string' ? phrase : phrase?.text
    const keys = unknownKeysIn(asked.question)
    const message = withoutAround(messageOf(answer), { before, after })
    const inOrder = keys.toSorted()
    const orders = inOrder.join() === keys.join() ? [keys] : [keys, inOrder]
    return BETWEEN_KEYS.flatMap((betweenKeys) =>
      orders.flatMap((order): Joining[] => {
        const named = order.join(betweenKeys)
        const at = message.indexOf(named)
        if (at === -1 || message.split(named).length !== 2) return []
        const severalKeys = `${message.slice(0, at)}{key}${message.slice(at + named.length)}`
        if (severalKeys === single) return []
        return [{ betweenKeys, severalKeys, ...(order === inOrder && { unknown: 'sorted-in-text' }) }]
      }),
    )
  })
  return [...new Map(texts.map((one) => [JSON.stringify(one), one])).values()].map((one) => ({
    ...rule,
    ...one,
  }))
}

/** Rules by which lists in the body have one element for several unknown fields. */
export function severalOwnOf(
  several: readonly SeveralFaults[],
  { dialect }: Profile,
  rule: Joining,
): Joining[] {
  const { phrases = {}, frames = {} } = dialect.refusals
  const found = several.flatMap(({ asked, answer, situations }) => {
    const phrase = phrases[situations.find((name) => UNKNOWN.has(name)) ?? '']
    const named = typeof phrase === 'object' ? phrase.frame : undefined
    const frame = frames[named ?? (asked.question.query ? 'query' : 'payload')] ?? frames['400']
    const keys = unknownKeysIn(asked.question)
    return (keys.length > 1 && severalOwnIn(answer.json, keys, { frame, phrase })) || []
  })
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()].map((severalOwn) => ({
    ...rule,
    severalOwn,
  }))
}

const PARAMETERS = new Set<string>(parameters)
const FIELDS = new Set<string>(decisionFields)
const UNKNOWN: ReadonlySet<string> = new Set(['others.unknown', 'payload.unknown'])

type SeveralOwn = NonNullable<Joining['severalOwn']>

/** The same in an element of a list. */
const LONGEST_IN_ELEMENT = 20

/**
 * Finds what an answer about several unknown fields has for all of them together: in a list of its body, which a frame
 * fills from what each fault has of its own, one element that names every field.
 */
function severalOwnIn(
  json: unknown,
  keys: readonly string[],
  { frame, phrase }: { frame: Frame | undefined; phrase: Phrase | undefined },
): SeveralOwn | undefined {
  const own = typeof phrase === 'object' ? phrase.own : undefined
  for (const [name, template] of Object.entries({ ...frame?.own, ...own })) {
    const list = valueAt(json, frame?.body, `{own.${name}}`)
    if (!Array.isArray(template) || template.length !== 1 || !Array.isArray(list)) continue
    for (const element of list) {
      const between = betweenIn(element, keys)
      if (between === undefined) continue
      return { between, own: { ...own, [name]: [templateOf(element, keys, between)] } }
    }
  }
  return undefined
}

/** Returns the value in an answer where its frame has a slot. */
function valueAt(json: unknown, body: unknown, slot: string): unknown {
  if (body === slot) return json
  const [own, value] = [objectOf(body), objectOf(json)]
  for (const [name, part] of Object.entries(own ?? {})) {
    const found = valueAt(value?.[name], part, slot)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns what stands between names that a text of a value has one after the other. */
function betweenIn(value: unknown, keys: readonly string[]): string | undefined {
  if (typeof value !== 'string') {
    const parts = typeof value === 'object' && value !== null ? Object.values(value) : []
    return parts.map((part) => betweenIn(part, keys)).find((found) => found !== undefined)
  }
  const [first = '', second = ''] = keys
  const begin = value.indexOf(first)
  const next = value.indexOf(second, begin + first.length)
  if (begin === -1 || next === -1) return undefined
  const between = value.slice(begin + first.length, next)
  return between.length <= LONGEST_IN_ELEMENT && value.includes(keys.join(between)) ? between : undefined
}

function templateOf(value: unknown, keys: readonly string[], between: string): Template {
  if (typeof value === 'string') return value.replace(keys.join(between), () => '{key}')
  if (Array.isArray(value))
    return value.length === keys.length && value.every((key, i) => key === keys[i])
      ? '{keys}'
      : value.map((part) => templateOf(part, keys, between))
  const fields = objectOf(value)
  if (fields === undefined) return value as Template
  return Object.fromEntries(
    Object.entries(fields).map(([name, part]) => [name, templateOf(part, keys, between)]),
  )
}
