import type { IncomingMessage } from 'node:http'
import { withoutAround } from '../contract/around.ts'
import { type ByteText, toByteText } from '../contract/bytes.ts'
import { kindsUpwards } from '../contract/kind-fallbacks.ts'
import type { Profile } from '../contract/profile.ts'
import { requestSlots } from '../contract/request-slots.ts'
import { render, type Slots, textWith } from '../contract/template.ts'
import type { RefusalBody } from '../contract/wire.ts'
import type { Frame, Joining } from '../contract/wording.ts'
import { escapedText, forMarkup, htmlSlotsIn, isMarkup } from './escaping.ts'
import { joinedText } from './joined-text.ts'
import { opaqueSlots } from './opaque.ts'
import { isListOrObject, ownSlots, type Told, together } from './own-slots.ts'
import { ownUrl } from './own-url.ts'
import { type Fault, faultText, listed, onlyFirstReason, type Refusal, shown } from './refusal.ts'
import {
  inEachOrder,
  inOne,
  type Merged,
  merged,
  sorted,
  withFirstUnknown,
  withUnknownSorted,
} from './told-faults.ts'

/** Returns the rules by which faults of `alone` are joined. */
function ofThoseAlone(rules: Joining): Joining {
  const { instead, ...joined } = rules
  if (rules.aloneBetween !== undefined) {
    const { last, lists, ...plain } = joined
    return { ...plain, between: rules.aloneBetween }
  }
  return rules.between === undefined ? rules : joined
}

/** The parts of a request that a refusal may repeat. */
export type RequestParts = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  socket?: object
  /** The URL as it was sent, where another one stands for it. */
  originalUrl?: string
}

/** A refusal in the words of a profile. */
export interface Worded {
  status: number
  body: ByteText
  /** The frame that gave the body its form, if there is one. */
  frame?: Frame | undefined
}

/** What a refusal reports. */
interface Telling {
  told: readonly Told[]
  /** The faults that have an element in lists of the body. */
  each: readonly Told[]
  keys: readonly string[]
  count: number
  text: string
}

/**
 * Words refusals with the frames, phrases and joinings of a profile. A situation without a phrase keeps our text.
 * @param isInMarkup whether the texts become part of HTML
 */
export function createWording(
  profile: Profile,
  isInMarkup = false,
): (refusal: Refusal, asked: RequestParts) => Worded {
  const { refusals, shape } = profile.dialect
  const { frames = {}, phrases = {}, joining = {} } = refusals
  const words = JSON.stringify([frames, phrases])
  const hasOpaque = words.includes('{opaque:')
  const hasDigest = words.includes('{authorization-sha256')
  const usualType = typeIn(shape.refusalHeaders ?? shape.headers) ?? 'application/json'

  // The frame, which decides whether a body is HTML, is known only after the faults are worded.
  const htmlSlots = htmlSlotsIn([phrases, frames])
  const wordingInMarkup = isInMarkup || htmlSlots.length === 0 ? undefined : createWording(profile, true)

  const longestUrl = Math.max(LONGEST_URL, profile.dialect.limits.url ?? 0)

  const phraseOf = (situation: string): Told['phrase'] => {
    const name = namesOf(situation).find((name) => Object.hasOwn(phrases, name))
    const phrase = name ? phrases[name] : undefined
    return typeof phrase === 'string' ? { text: phrase } : phrase
  }
  /** A kind with another message than its wider kind is judged elsewhere, so a rule about the wider kind does not include it. */
  const isLater = (later: readonly string[], situation: string): boolean => {
    const name = nameAmong(later, situation)
    if (name === undefined) return false
    return name.includes('*') || phraseOf(name)?.text === phraseOf(situation)?.text
  }
  /** By their situations, which are names of ours, and few. */
  const found = new Map<string | undefined, Told['phrase']>()
  const frameOf = (name: string | undefined) =>
    name !== undefined && Object.hasOwn(frames, name) ? frames[name] : undefined
  const tell = (situation: string | undefined, usual: string, values: Slots): Told => {
    if (situation !== undefined && !found.has(situation)) found.set(situation, phraseOf(situation))
    const phrase = found.get(situation)
    const all = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, bounded(name, value, longestUrl)]),
    )
    const slots = isInMarkup ? forMarkup(all, htmlSlots) : all
    return { text: phrase?.text === undefined ? usual : textWith(phrase.text, slots), phrase, slots }
  }

  /** Joins the faults of a query or a body to one text. */
  const joined = (refusal: Refusal, source: string, request: Slots): Telling => {
    const isWithNumber = isMixed(refusal)
    const rules = (Object.hasOwn(joining, source) && joining[source as 'query']) || {}
    const ofAllFields = isWithNumber
      ? refusal.faults.filter((fault) => !isNumberFault(fault))
      : refusal.faults
    const ofFields = rules.unknownTold === 'first' ? withFirstUnknown(ofAllFields) : ofAllFields
    const early = ofFields.filter(({ situation }) => !isLater(rules.later ?? [], situation))
    const left = early.length > 0 ? early : ofFields
    const alone = left.filter(({ situation }) => isAmong(rules.alone ?? [], situation))
    const present = alone.length > 0 ? left : untilStop(left, rules, refusal.sent)
    const isAlone = alone.length > 0
    const { aloneOrder } = rules
    const inItsOrder = isAlone && aloneOrder ? { ...rules, order: aloneOrder } : rules
    const ordered = (faults: readonly Fault[], by: Joining) => {
      const fields = sorted(faults, by, refusal.sent)
      return isWithNumber ? withNumber(refusal.faults, fields) : fields
    }
    const inOrder = ordered(isAlone ? alone : present, inItsOrder)
    const isOfText = isAlone && rules.aloneIn === 'text'
    const shown = listed(inOrder)
    const all = isOfText ? listed(ordered(present, rules)) : shown
    const texts = rules.unknown === 'sorted-in-text' ? withUnknownSorted(shown) : shown
    const pool = merged(texts, rules)
    const howMany = isAlone ? (rules.aloneTold ?? 'all') : (rules.told ?? profile.faults)
    const isFirstOnly = howMany === 'first'
    const chosen = isFirstOnly ? pool.slice(0, 1).map(onlyFirstReason) : pool
    const byFault = new Map<Fault, Told>()
    const ofSeveral = (one: Told, members: readonly Fault[]): Told => ({
      ...one,
      ...(rules.severalKeys !== undefined && { text: textWith(rules.severalKeys, one.slots) }),
      members: inOne(members, rules).map(tellFault),
    })
    const ofAll = (one: Told, { names, key, own }: NonNullable<Merged['inOne']>): Told => ({
      ...one,
      phrase: { ...one.phrase, own },
      slots: { ...one.slots, key },
      names,
    })
    const tellFault = (fault: Merged): Told => {
      const known = byFault.get(fault)
      if (known) return known
      const { key, situation, slots } = fault
      const usual = faultText(fault, source, profile.unknownKeyText)
      const whole = tell(situation, usual, { ...request, key, ...slots })
      const isNameless = isJsonSituation(situation) && key === '' && whole.phrase?.keys === undefined
      const named = isNameless ? { ...whole, names: [] } : whole
      const one =
        isWithNumber && isNumberFault(fault) ? { ...named, text: withoutAround(named.text, rules) } : named
      const telling = fault.members
        ? ofSeveral(one, fault.members)
        : fault.inOne
          ? ofAll(one, fault.inOne)
          : one
      byFault.set(fault, telling)
      return telling
    }
    const told = chosen.map(tellFault)
    const inUsualOrder = listed(isAlone && !isOfText ? alone : present)
    const inTextOrder = rules.each === 'all' ? inEachOrder(all, rules) : chosen
    const eachOf = rules.eachOrder === 'usual' ? inUsualOrder : inTextOrder
    const keys = (isAlone && rules.aloneKeys) || rules.keys
    const isKeyOfFirst = keys ? keys === 'first' : isFirstOnly && !isOfText
    const isOfMerged = pool.length < shown.length && pool[0]?.unknown
    const first = all.filter((fault, i) => (isOfMerged ? fault.unknown : i === 0))
    const named = (isKeyOfFirst ? first : all).map(tellFault)
    const unlisted = isFirstOnly ? 0 : inOrder.length - shown.length
    const rule = isAlone ? ofThoseAlone(rules) : rules
    return {
      told,
      each: inOne(eachOf, rules).map(tellFault),
      keys: rules.keysOrder === 'sorted' ? named.flatMap(keysOf).sort() : named.flatMap(keysOf),
      count: inOrder.length,
      text: joinedText({ told: textsOf(told), all: textsOf(shown.map(tellFault)), unlisted }, rule),
    }
  }

  const single = ({ message, situations: [situation], validation }: Refusal, request: Slots): Telling => {
    const told = tell(situation?.name, message, { ...request, ...situation?.slots })
    const isNamed =
      told.phrase?.keys !== undefined || (validation === undefined && told.slots.key !== undefined)
    const keys = isNamed ? keysOf(told) : (validation?.keys ?? [])
    return { told: [told], each: [told], keys, count: 1, text: told.text }
  }

  return (refusal, asked) => {
    const { status, error, validation } = refusal
    const { method, originalUrl: url = asked.url, headers, socket } = asked
    const base = ownUrl({ headers, url: '', ...(socket && { socket }) })
    const request = requestSlots(
      method as string,
      url as string,
      base,
      hasDigest ? headers.authorization : undefined,
    )
    const isOfFaults = validation !== undefined && refusal.faults.length > 0
    const { told, each, keys, count, text } = isOfFaults
      ? joined(refusal, validation.source, refusal.faults.length > 1 ? inShort(request) : request)
      : single(refusal, request)
    const [first] = told as [Told]
    const { slots } = first
    // The phrase of a number, such as its source, does not hold if faults of the body are reported with it.
    const phrase = isMixed(refusal) ? undefined : first.phrase
    const source = phrase?.source ?? validation?.source
    const frame = frameOf(phrase?.frame) ?? frameOf(validation?.source) ?? frameOf(String(status))
    if (frame === undefined) {
      const isValidation = source !== undefined
      const body: RefusalBody = {
        error,
        message: text,
        ...(isValidation && { validation: { source, keys: [...keys] } }),
        status_code: status,
      }
      return { status, body: toByteText(JSON.stringify(body)) }
    }
    const type = typeIn(frame.headers) ?? usualType
    if (wordingInMarkup && typeof frame.body === 'string' && isMarkup(type))
      return wordingInMarkup(refusal, asked)
    const of = { count, rest: count - 1, status: frame.status }
    const usual = { error, source: source ?? '', keys, ...of }
    // The own values of several faults are combined, and so are their keys.
    const usualOf = (one: Told) => (each.length > 1 ? { ...usual, keys: keysOf(one) } : usual)
    const own = each.map((one) => ownSlots(frame, one, usualOf(one)))
    // A value that is not an object is that of the first fault in the text.
    const ofFirst = Object.entries(ownSlots(frame, first, usualOf(first)))
    const ofAll = {
      ...together(own),
      ...Object.fromEntries(ofFirst.filter(([, one]) => !isListOrObject(one))),
    }
    const opaque = hasOpaque ? opaqueSlots(`${asked.method} ${request.url}`) : {}
    const values = { key: keys[0] ?? '', ...opaque, ...slots, ...usual, text, ...ofAll }
    const slotsOfEach = each.map((one, i) => ({ ...one.slots, text: one.text, ...own[i] }))
    return { status: frame.status, body: toByteText(bodyOf(frame, type, values, slotsOfEach)), frame }
  }
}

function textsOf(told: readonly Told[]): string[] {
  return told.map(({ text }) => text)
}

const SHAPE = 'report.shape'

function isNumberFault({ situation }: Fault): boolean {
  return situation === SHAPE
}

/** Returns whether faults of the report number and of the body are in one refusal. */
function isMixed({ faults }: Refusal): boolean {
  return faults.length > 1 && faults.some(isNumberFault)
}

function isJsonSituation(situation: string): boolean {
  return situation.startsWith('json.')
}

/** Returns faults of fields in a new order, with that of the report number before or after all of them, as it was. */
function withNumber(faults: readonly Fault[], ordered: readonly Fault[]): readonly Fault[] {
  const number = faults.find(isNumberFault) as Fault
  return faults[0] === number ? [number, ...ordered] : [...ordered, number]
}

/** Situations are names of ours, and few. */
const known = new Map<string, readonly string[]>()

/** Returns the names under which a phrase for a situation may be found, the most specific first. */
function namesOf(situation: string): readonly string[] {
  const before = known.get(situation)
  if (before !== undefined) return before
  const [row = '', column = ''] = situation.split('.')
  const names = [...kindsUpwards(row, column).flatMap((kind) => [`${row}.${kind}`, `*.${kind}`]), `${row}.*`]
  known.set(situation, names)
  return names
}

function keysOf({ phrase, slots, names }: Told): readonly string[] {
  if (names) return names
  if (phrase?.keys) return phrase.keys.map((key) => textWith(key, slots))
  return [String(slots.key)]
}

/** Returns only the first fault of the request at which a parser stops; all faults if there is none. */
function untilStop(faults: readonly Fault[], { stopAt = [] }: Joining, sent: object): readonly Fault[] {
  const stops = faults.filter(({ situation }) => isAmong(stopAt, situation))
  return stops.length > 0 ? sorted(stops, { order: 'sent' }, sent).slice(0, 1) : faults
}

function isAmong(names: readonly string[], situation: string): boolean {
  return nameAmong(names, situation) !== undefined
}

/** Returns which of these names a situation has, the most specific one. */
function nameAmong(names: readonly string[], situation: string): string | undefined {
  if (names.length === 0) return undefined
  // `__proto__` is an unknown field where nothing else is said of it.
  const own = situation === 'payload.proto' ? [situation, 'payload.unknown'] : [situation]
  return own.flatMap(namesOf).find((name) => names.includes(name))
}

/** Slots whose values together are at most as long as the body, so a phrase may repeat them whole. */
const FIELD_SLOTS: ReadonlySet<string> = new Set(['value', 'json'])
const LONGEST_VALUE = 100_000
/** Slots that are at most as long as the URL, whose length is limited. */
const URL_SLOTS: ReadonlySet<string> = new Set(['url', 'path', 'resource', 'route'])
const LONGEST_URL = 16_384

/** Shortens the slots of the request, which each of several faults may repeat. */
function inShort(request: Slots): Slots {
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, shown(String(value))]))
}

/** Cuts the value of a slot that is longer than any real one. */
function bounded(name: string, value: unknown, longestUrl: number): unknown {
  if (typeof value !== 'string') return value
  const longest = FIELD_SLOTS.has(name) ? LONGEST_VALUE : URL_SLOTS.has(name) ? longestUrl : 0
  return value.length <= longest ? value : shown(value)
}

function bodyOf({ body }: Frame, type: string, slots: Slots, each: readonly Slots[]): string {
  return typeof body === 'string' ? escapedText(body, type, slots) : JSON.stringify(render(body, slots, each))
}

/** Returns the Content-Type among headers, if it is there. */
function typeIn(headers: Frame['headers'] = {}): string | undefined {
  const [, type] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? []
  return type ?? undefined
}
