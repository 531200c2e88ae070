import { withWiderKinds } from '../contract/kind-fallbacks.ts'
import type { Profile } from '../contract/profile.ts'
import { decisionFields, MENSAGEM_MINIMUM, type ValidationBody } from '../contract/wire.ts'
import type { Situation } from '../contract/wording.ts'
import { type Sent, untypedOf } from './body.ts'
import { type BodyKind, kindOfAprovar, kindOfBody, kindOfMensagem } from './body-kinds.ts'
import { whyNotAnObject } from './causes/body.ts'
import type { BecauseOne } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { countingOf } from './characters.ts'
import { type BytePlace, placesOfFields } from './json-places.ts'
import { strictParserText } from './json-slots.ts'
import { type Fault, type Refusal, reason, refusal } from './refusal.ts'
import { loneSurrogateIn } from './surrogates.ts'

const { body: cause } = causes
const FIELDS = decisionFields as readonly string[]

/**
 * Reads the decision in a body without dropping anything; without tables, nothing is coerced either.
 * @throws {Refusal} 400 with the faults of known fields in the order of the schema, then unknown keys as they came
 */
export function readDecision(read: Sent, profile: Profile): ValidationBody {
  const { value: body, text, isUnread, isRefused } = read
  const { kind, choice } = choiceFor(read, profile)
  const isTaken = choice === 'as-object' || choice === 'as-keys'
  if (kind && (isRefused || !isTaken)) throw noObjectOf(read, isUnread ? 'unread' : kind)
  const asKeys = choice === 'as-keys' ? { ...(body as unknown[]) } : {}
  const fields = (kind === undefined ? body : asKeys) as Record<string, unknown>
  const repeated = repeatedKeys(text, profile)
  const counted = { ...fields, ...repeated.fields }
  const sent = profile.dialect.bodies.body?.capitals === 'read' ? inOurLetters(counted) : counted
  const faults: Fault[] = []
  const aprovar = readAprovar(own(sent, 'aprovar'), profile, faults)
  const mensagem = readMensagem(own(sent, 'mensagem'), profile, faults, digitsOf('mensagem', sent, text))
  for (const key of Object.keys(sent)) {
    if (FIELDS.includes(key)) continue
    const unknown: BecauseOne = (known) => cause.unknownField(key, FIELDS, known)
    faults.push({
      key,
      reasons: [reason.notAllowed(key)],
      situation: UNKNOWN[key] ?? 'payload.unknown',
      slots: valueSlots(sent[key]),
      unknown: true,
      cause: unknown,
    })
  }
  if (faults.length > 0) {
    const placed = text === undefined ? faults : withPlaces(faults, text, repeated.places)
    throw refusal.invalid('payload', placed, profile, sent)
  }
  return { aprovar, mensagem }
}

/**
 * Refuses no body at all, and what is JSON but no object and no array, where a parser does so.
 * @throws {Refusal} 400
 */
export function requireStrict(read: Sent, profile: Profile): void {
  const { none, scalar } = profile.dialect.bodies.body ?? {}
  if (none !== 'malformed' && scalar !== 'malformed') return
  const { kind, choice } = choiceFor(read, profile)
  if (choice === 'malformed') throw noObjectOf(read, kind as string)
  if (scalar !== 'malformed' || read.text === undefined) return
  if (kind && !kind.endsWith('array')) throw noObjectOf(read, kind)
}

/** Returns the kind of a body that is not an object, and what happens to it. */
function choiceFor({ value, isUntyped }: Sent, { dialect }: Profile) {
  const kind = kindOfBody(value, isUntyped)
  const cells: Record<string, string> = {
    ...withWiderKinds('body', dialect.bodies.body),
    untyped: untypedOf(dialect.bodies),
  }
  // Its type has been judged by now.
  const known = kind === 'untyped' && cells.untyped === 'by-type' ? 'none' : kind
  return { kind, choice: known && (cells[known] ?? 'refuse') }
}

function noObjectOf({ value, text }: Sent, kind: string): Refusal {
  const places = text !== undefined && { parser: strictParserText(text), bytes: Buffer.byteLength(text) }
  return noObject(`body.${kind}`, value, places || {})
}

/** Returns a body with the names of its known fields in lower case; if two names become equal, the last one counts. */
function inOurLetters(fields: Record<string, unknown>): Record<string, unknown> {
  const ours = (name: string) => {
    const lower = name.toLowerCase()
    return FIELDS.includes(lower) ? lower : name
  }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [ours(name), value]))
}

/** Returns the values of repeated fields that count instead of the last ones, and their places. */
function repeatedKeys(text: string | undefined, profile: Profile) {
  const fields: Record<string, unknown> = {}
  const places = new Map<string, BytePlace>()
  const { 'repeated-key': choice = 'last' } = profile.dialect.bodies.body ?? {}
  if (choice === 'last' || choice === 'refuse' || text === undefined) return { fields, places }
  for (const [key, own] of placesOfFields(text)) {
    if (own.length === 1 || !FIELDS.includes(key)) continue
    const valueAt = ({ characters }: BytePlace): unknown =>
      JSON.parse(text.slice(characters.start, characters.end))
    const isWrong = (place: BytePlace) => hasWrongType(key, valueAt(place), profile)
    const place = (choice === 'first' ? own[0] : own.find(isWrong)) ?? (own.at(-1) as BytePlace)
    fields[key] = valueAt(place)
    places.set(key, place)
  }
  return { fields, places }
}

function hasWrongType(key: string, value: unknown, profile: Profile): boolean {
  const faults: Fault[] = []
  if (key === 'aprovar') readAprovar(value, profile, faults)
  else if (typeof value !== 'string') readMensagem(value, profile, faults)
  return faults.length > 0
}

/** Names of unknown fields that parsers of JSON or of paths treat differently. */
const UNKNOWN: Readonly<Record<string, string | undefined>> = Object.assign(Object.create(null), {
  '': 'payload.nameless',
  ['__proto__']: 'payload.proto',
})

/**
 * Adds slots that some services report: the whole body, its length, and where the value of the field begins and ends, in
 * bytes and in characters.
 */
function withPlaces(
  faults: readonly Fault[],
  text: string,
  repeated: ReadonlyMap<string, BytePlace>,
): Fault[] {
  const bytes = Buffer.byteLength(text)
  let places: ReturnType<typeof placesOfFields> | undefined
  const slotsOf = ({ key, slots }: Fault): NonNullable<Fault['slots']> => {
    places ??= placesOfFields(text)
    const place = repeated.get(key) ?? places.get(key)?.at(-1)
    const own = place && {
      'value-start': place.start,
      'value-end': place.end,
      'value-token': place.token,
      'start-character': place.characters.start,
      'end-character': place.characters.end,
      'token-character': place.characters.token,
    }
    return { ...slots, body: text, bytes, ...own }
  }
  // A body may have tens of thousands of faults, and few are told: only those are placed.
  return faults.map((fault) => ({
    ...fault,
    get slots() {
      return slotsOf(fault)
    },
  }))
}

function readAprovar(value: unknown, { dialect, aprovarAsText }: Profile, faults: Fault[]): boolean {
  const key = 'aprovar'
  const kind = kindOfAprovar(value)
  if (kind === undefined) return value as boolean
  const usual = kind === 'text' ? aprovarAsText : 'refuse'
  const { [kind]: choice } = withWiderKinds(key, dialect.bodies.aprovar)
  if ((choice ?? usual) === 'accept') {
    if (kind === 'listed') return (value as [boolean])[0]
    return MEANT.has(kind) ? /^\s*(true|y|yes|on|t|1)\s*$/i.test(value as string) : Boolean(value)
  }
  const isMissing = kind === 'missing'
  const isByKnob = kind === 'text' && choice === undefined
  const wrong = () => (isByKnob ? cause.aprovarText() : cause.wrongType(key, 'true or false'))
  faults.push({
    key,
    reasons: [isMissing ? reason.required(key) : reason.type(key, 'a boolean')],
    situation: `${key}.${kind}`,
    slots: valueSlots(value),
    cause: isMissing ? () => cause.required(key) : wrong,
  })
  return false
}

/** At least as many digits as a `mensagem` has characters. */
const MANY_DIGITS = /^-?\d{25,}$/

/** Returns an integer of many digits as it was written, because JavaScript keeps only some of them; undefined for any other value. */
function digitsOf(key: string, sent: Record<string, unknown>, text: string | undefined): string | undefined {
  const value = own(sent, key)
  if (text === undefined || typeof value !== 'number' || Number.isSafeInteger(value)) return undefined
  const { start, end } = placesOfFields(text).get(key)?.at(-1)?.characters ?? {}
  const written = text.slice(start, end)
  return MANY_DIGITS.test(written) ? written : undefined
}

/** Kinds of messages that are accepted by default. */
const ACCEPTED: ReadonlySet<string> = new Set(['blank', 'padded', 'surrogate'])

/** @param digits the value as it was written, if it is a number of many digits */
function readMensagem(value: unknown, profile: Profile, faults: Fault[], digits?: string): string {
  const { dialect, mensagemMaximum } = profile
  const { characters, count } = countingOf(profile)
  const key = 'mensagem'
  const kind = digits ? 'long-number' : kindOfMensagem(value, count, mensagemMaximum)
  if (kind === undefined) return value as string
  const usual = ACCEPTED.has(kind) ? 'accept' : 'refuse'
  if ((withWiderKinds(key, dialect.bodies.mensagem)[kind] ?? usual) === 'accept')
    return kind === 'listed'
      ? readMensagem((value as [string])[0], profile, faults)
      : (digits ?? String(slotValue(value)))

  const length = typeof value === 'string' ? count(kind === 'padded' ? value.trim() : value) : 0
  const surrogate = kind === 'surrogate' && { surrogate: loneSurrogateIn(value as string) as string }
  const limit = kind === 'long' ? (mensagemMaximum as number) : MENSAGEM_MINIMUM
  faults.push({
    key,
    ...mensagemFault(kind, { length, limit, characters }),
    situation: `${key}.${kind}`,
    slots: {
      ...valueSlots(value),
      ...(digits && { value: digits, json: digits }),
      ...surrogate,
      limit,
      length,
    },
  })
  return ''
}

interface Length {
  length: number
  limit: number
  characters: Profile['characters']
}

function mensagemFault(
  kind: BodyKind<'mensagem'>,
  { length, limit, characters }: Length,
): Pick<Fault, 'reasons' | 'cause'> {
  const key = 'mensagem'
  switch (kind) {
    case 'missing':
      return { reasons: [reason.required(key)], cause: () => cause.required(key) }
    case 'empty-text':
    case 'blank':
      return { reasons: [reason.empty(key)], cause: () => cause.emptyText(key) }
    case 'short':
    case 'short-blank':
    case 'padded':
      return { reasons: [reason.short(key, limit)], cause: () => cause.short(length, limit, characters) }
    case 'long':
      return { reasons: [reason.long(key, limit)], cause: () => cause.long(length, limit) }
    case 'surrogate':
      return { reasons: [reason.type(key, 'a string')], cause: () => cause.surrogate() }
    default:
      return { reasons: [reason.type(key, 'a string')], cause: () => cause.wrongType(key, 'a string') }
  }
}

/** Returns the refusal of a body that is not an object; of none at all by default. */
export function noObject(situation = 'body.none', body?: unknown, slots: Situation['slots'] = {}): Refusal {
  return refusal
    .notAnObject()
    .as(situation, { key: 'value', ...valueSlots(body), ...slots })
    .because(() => whyNotAnObject(body))
}

/** Returns a field of a body. Own properties only: `{}` inherits `constructor`. */
function own(body: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(body, key) ? body[key] : undefined
}

/** Kinds of strings that mean true or false. */
const MEANT: ReadonlySet<string> = new Set(['text', 'capitals', 'bit-text', 'yes', 'on', 'letter', 'padded'])

/** Returns a value as a refusal may repeat it, as a text and as JSON. */
function valueSlots(value: unknown): { value: string | number; json: string } {
  const text = slotValue(value)
  return { value: text, json: typeof value === 'string' ? JSON.stringify(value) : String(text) }
}

/** Returns a value as the text of a refusal repeats it; one that is nested too deep to be written is left out. */
function slotValue(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
