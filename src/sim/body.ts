import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Bodies } from '../contract/body-table.ts'
import { BODY_LIMIT } from '../contract/dialect.ts'
import { jsonValue } from '../contract/json-value.ts'
import { withWiderKinds } from '../contract/kind-fallbacks.ts'
import type { Profile } from '../contract/profile.ts'
import { parametersIn } from '../contract/url.ts'
import { type BodyKind, charsetOf, kindOfType } from './body-kinds.ts'
import { whyBodyType, whyMalformedBody, whyOverlooked } from './causes/body.ts'
import { explain } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { createDecode } from './content-coding.ts'
import type { FastifyInstance, FastifyRequest } from './fastify.ts'
import { formOf } from './form-fields.ts'
import { byteSlots, jsonSlots } from './json-slots.ts'
import { multipartFields } from './multipart.ts'
import { Refusal, refusal } from './refusal.ts'
import { repeatedKeyIn } from './repeated-key.ts'
import { escapedSurrogateIn } from './surrogates.ts'

/** Fastify's parser of JSON, which refuses keys that change prototypes. */
export type ParseJson = ReturnType<FastifyInstance['getDefaultJsonParser']>

export interface Sent {
  value: unknown
  /** The JSON text of the value, if it was JSON. */
  text?: string
  /** Whether a body was sent but not read. */
  isUnread?: boolean
  /** Whether it is refused, also where no body at all is taken for an object. */
  isRefused?: boolean
  /** Whether no body was sent, and no Content-Type either. */
  isUntyped?: boolean
}

const NOTHING: Sent = { value: undefined }
const UNTYPED: Sent = { value: undefined, isUntyped: true }
const EMPTY: Sent = { value: {} }
const UNREAD: Sent = { value: undefined, isUnread: true }
const REFUSED: Sent = { ...UNREAD, isRefused: true }

type Treatment = 'refuse' | 'read' | 'as-none' | 'unread' | 'as-empty' | 'form' | 'text' | 'object'

/** How the bytes of a body become a value, by its Content-Type. */
export interface BodyReading {
  /**
   * Judges the size that the headers announce.
   * @throws {Refusal} 413
   */
  requireSize(headers: IncomingHttpHeaders): void
  /** @throws {Refusal} 415 */
  requireType(headers: IncomingHttpHeaders): void
  /** Returns the value of the body, undefined without a body; or the refusal of a body that has none. */
  read(request: FastifyRequest): Sent | Refusal
  /** Returns the text of a body that is not JSON. */
  textOf(request: FastifyRequest): string
}

/** Returns the largest body that is read under a profile, in bytes. */
export function bodyLimitOf({ dialect }: Profile): number {
  return dialect.limits.body ?? BODY_LIMIT
}

export function createBodyReading(profile: Profile, parseJson: ParseJson): BodyReading {
  const { bodies } = profile.dialect
  const limit = bodyLimitOf(profile)
  const cells = withWiderKinds('type', bodies.type) as Partial<Record<BodyKind<'type'>, Treatment>>
  const isUntypedJudged = untypedOf(bodies) !== 'by-type'
  const isMerged = bodies.body?.['with-query'] === 'merge'
  const treatmentOf = (kind: BodyKind<'type'> | undefined): Treatment =>
    kind === undefined ? 'read' : (cells[kind] ?? usualTreatment(kind, profile))

  const ofBodies = withWiderKinds('body', bodies.body)
  const isTextRefused = [ofBodies['not-utf-8'], ofBodies['other-charset']].includes('refuse')
  const isSurrogateRefused = bodies.mensagem?.surrogate === 'malformed'
  const isRepeatRefused = bodies.body?.['repeated-key'] === 'refuse'
  const withValidation = profile.malformedBody === 'with-validation'
  /** Returns the refusal of bytes that are not UTF-8, if the profile refuses them. */
  const refusalOfBytes = (bytes: Buffer, type: string | undefined): Refusal | undefined => {
    if (!isTextRefused || isUtf8(bytes)) return undefined
    const kind = /charset$/.test(kindOfType(type) ?? '') ? 'other-charset' : 'not-utf-8'
    if (ofBodies[kind] !== 'refuse') return undefined
    return refusal
      .malformedBody(withValidation)
      .as(`body.${kind}`, byteSlots(bytes))
      .because(() => [causes.body.latin1()])
  }

  const decode = createDecode(profile.dialect, limit, {
    broken: () => refusal.malformedBody(withValidation),
    tooLong: () => tooLarge(limit, limit + 1),
  })

  const decodedOf = ({ body, raw }: FastifyRequest) => decode(body as Buffer, raw.headers['content-encoding'])

  const readBody: BodyReading['read'] = (request) => {
    const { raw } = request
    const body = request.body as Buffer | undefined
    if (body === undefined || body.length === 0)
      return raw.headers['content-type'] === undefined ? UNTYPED : NOTHING
    const kind = kindOfType(raw.headers['content-type'])
    const treatment = treatmentOf(kind)
    if (treatment === 'as-none') return UNREAD
    if (treatment === 'unread') return REFUSED
    if (treatment === 'as-empty') return EMPTY
    if (ofBodies.chunked === 'refuse' && raw.headers['transfer-encoding'] !== undefined)
      return refusal
        .malformedBody(withValidation)
        .as('body.chunked')
        .because(() => [causes.body.chunked()])
    const bytes = decodedOf(request)
    if (bytes instanceof Refusal) return bytes
    const text = bytes.toString()
    if (treatment === 'text') return { value: text }
    if (treatment === 'object')
      return (isObject(text) && readJson(request, text, parseJson)) || { value: text }
    if (treatment === 'form') {
      const isMultipart = kind === 'multipart'
      const fields = isMultipart ? multipartFields(text, String(raw.headers['content-type'])) : text
      return { value: formOf(fields, bodies.form?.names) }
    }
    const ofBytes = refusalOfBytes(bytes, raw.headers['content-type'])
    if (ofBytes) return ofBytes
    const isMarkRefused = bodies.body?.mark === 'refuse' && text.startsWith('\uFEFF')
    const sent = isMarkRefused ? undefined : readJson(request, text, parseJson)
    if (sent) {
      for (const cause of whyOverlooked(bytes, text)) explain(raw, () => [cause()])
      return sent
    }
    const withConstants =
      bodies.body?.constants === 'read' && !isMarkRefused ? readWithConstants(text) : undefined
    if (withConstants) return withConstants
    const withProto = isMarkRefused ? undefined : readUnguarded(text)
    const { proto = 'refuse' } = bodies.body ?? {}
    if (withProto && proto !== 'refuse') return proto === 'ignore' ? withoutProto(withProto) : withProto
    const { kind: broken, slots } = jsonSlots(text)
    const isCut = broken === 'extra' && bodies.body?.trailing === 'read'
    const before = isCut ? readJson(request, text.slice(0, Number(slots.position)), parseJson) : undefined
    if (before) return before
    return refusal
      .malformedBody(withValidation)
      .as(withProto ? 'payload.proto' : `json.${broken}`, withProto ? { key: '__proto__' } : slots)
      .because(() => whyMalformedBody(bytes, bytes === body ? raw.headers : {}))
  }

  /** Refuses JSON that escapes a lone surrogate anywhere, where a parser does so. */
  const withoutSurrogates = (sent: Sent | Refusal): Sent | Refusal => {
    if (!isSurrogateRefused || sent instanceof Refusal || sent.text === undefined) return sent
    const surrogate = escapedSurrogateIn(sent.text)
    if (surrogate === undefined) return sent
    return refusal
      .malformedBody(withValidation)
      .as('json.surrogate', { surrogate })
      .because(() => [causes.body.surrogate()])
  }

  /** Refuses a field that comes more than once, where a parser does so. */
  const withoutRepeated = (sent: Sent | Refusal): Sent | Refusal => {
    if (!isRepeatRefused || sent instanceof Refusal || sent.text === undefined) return sent
    const repeated = repeatedKeyIn(sent.text)
    if (repeated === undefined) return sent
    return refusal
      .malformedBody(withValidation)
      .as('body.repeated-key', repeated)
      .because(() => [causes.body.repeatedKey(repeated.key)])
  }

  return {
    requireSize(headers) {
      const size = sizeOf(headers)
      // Fastify refuses a malformed type before it looks at the size.
      const isOfFastify = !isMalformedTypeOurs(profile) && kindOfType(headers['content-type']) === 'malformed'
      if (size > limit && !isOfFastify) throw tooLarge(limit, size)
    },

    requireType(headers) {
      const type = headers['content-type']
      const kind = kindOfType(type)
      if (treatmentOf(kind) !== 'refuse') return
      if (isUntypedJudged && kind === 'none' && !hasBody({ headers })) return
      throw refusal
        .bodyType()
        .as(`type.${kind}`, typeSlots(type))
        .because((known) => whyBodyType(String(type), known))
    },

    read(request) {
      const sent = withoutRepeated(withoutSurrogates(readBody(request)))
      return isMerged && 'value' in sent ? withQuery(sent, request.url) : sent
    },

    textOf: (request) => String(decodedOf(request)),
  }
}

/** Returns an object with the parameters of the query as further fields; anything else as it was sent. */
function withQuery(sent: Sent, url: string): Sent {
  const { value } = sent
  const query = Object.fromEntries(parametersIn(url))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return sent
  return { ...sent, value: { ...value, ...query, ...value } }
}

/** Returns what a refusal may say of a Content-Type. */
export function typeSlots(type = ''): Record<'key' | 'value' | 'mime' | 'charset', string> {
  const mime = type.replace(/;.*/s, '').trim()
  return { key: 'content-type', value: type, mime, charset: charsetOf(type) }
}

/** Returns the bytes of a body that its headers announce; 0 for none, and for a body of unknown size. */
export function sizeOf(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? 0) || 0
}

export function tooLarge(limit: number, size: number): Refusal {
  return refusal.bodyTooLarge(limit, size).because(() => [causes.body.tooLarge(limit)])
}

/** Returns what happens to a request with neither a body nor a Content-Type; see `body.untyped`. */
export function untypedOf({ body, type }: Bodies): NonNullable<NonNullable<Bodies['body']>['untyped']> {
  const usual = body?.none === 'as-object' ? 'as-object' : 'refuse'
  return body?.untyped ?? (type?.none === 'refuse' ? 'by-type' : usual)
}

/** Whether our steps judge a malformed Content-Type. Otherwise Fastify refuses it before it reads the body. */
export function isMalformedTypeOurs({ dialect: { steps, bodies } }: Profile): boolean {
  return steps.length > 0 || bodies.type?.malformed !== undefined
}

/** Hides a malformed Content-Type from Fastify. */
export function hideMalformedType(request: FastifyRequest): void {
  if (kindOfType(request.raw.headers['content-type']) === 'malformed')
    request.headers = { 'content-type': 'application/json' }
}

/** Returns whether a type is read as JSON, whatever the knob `bodyType` says. */
export function isReadByDefault(kind: BodyKind<'type'>): boolean {
  return ['none', 'suffix', 'json-api', 'charset', 'unknown-charset'].includes(kind)
}

/** Returns how the knob `bodyType` treats a type that the table does not name. */
function usualTreatment(kind: BodyKind<'type'>, { bodyType }: Profile): Treatment {
  if (isReadByDefault(kind)) return 'read'
  return bodyType === 'any' && kind !== 'malformed' ? 'read' : 'refuse'
}

function readJson(request: FastifyRequest, text: string, parseJson: ParseJson): Sent | undefined {
  let sent: Sent | undefined
  parseJson(request, text, (error, value) => {
    if (!error) sent = { value, text }
  })
  return sent
}

function isObject(text: string): boolean {
  return /^\s*\{/.test(text)
}

function readUnguarded(text: string): Sent | undefined {
  const value = jsonValue(text.replace(/^\uFEFF/, ''))
  return value === undefined ? undefined : { value }
}

/** Returns an object without the key that changes prototypes. */
function withoutProto({ value, ...sent }: Sent): Sent {
  const { ['__proto__']: _, ...others } = value as Record<string, unknown>
  return { ...sent, value: others }
}

const CONSTANT = /-?\b(?:NaN|Infinity)\b/g

/** Reads JSON in which numbers may be `NaN` and `Infinity`, as Python does. */
function readWithConstants(text: string): Sent | undefined {
  // No client can send what nobody knows before.
  const mark = randomUUID()
  const marked = outsideOfStrings(text.replace(/^\uFEFF/, ''), (part) =>
    part.replace(CONSTANT, (found) => `"${mark}${found}"`),
  )
  try {
    const isMarked = (value: unknown): value is string => typeof value === 'string' && value.startsWith(mark)
    const value: unknown = JSON.parse(marked, (_, one: unknown) =>
      isMarked(one) ? Number(one.slice(mark.length)) : one,
    )
    return { value, text }
  } catch {
    return undefined
  }
}

/** Changes what stands between the strings of a JSON text. */
function outsideOfStrings(text: string, change: (part: string) => string): string {
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const begin = quote === -1 ? text.length : quote
    let end = begin + 1
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    parts.push(change(text.slice(at, begin)), text.slice(begin, end + 1))
    at = end + 1
  }
  return parts.join('')
}

/** Returns whether a body comes with a request, as its head says. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}
