import { isUtf8 } from 'node:buffer'
import type { Fault } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import { MENSAGEM_MINIMUM, type ValidationBody } from '../contract/wire.ts'
import { countCharacters } from './characters.ts'

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 1_048_576

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

/** Returns what kind of Content-Type a header names, for a reader of JSON. */
export function kindOfType(header: string | undefined): 'json' | 'other' | 'malformed' {
  if (header === undefined || header === 'application/json') return 'json'
  const type = header.replace(/;.*/s, '').trim().toLowerCase()
  if (type === 'application/json') return 'json'
  if (!MEDIA_TYPE.test(type)) return 'malformed'
  return type.endsWith('+json') && !/^(?:text|multipart)\//.test(type) ? 'json' : 'other'
}

/** The value of a body. */
export interface Sent {
  /** Undefined without a body. */
  value: unknown
  /** What was tolerated in its bytes. */
  notes: readonly Fault[]
}

const NOTHING: Sent = { value: undefined, notes: [] }
/** A key that would change a prototype, in any spelling; quick to look for. */
const PROTO =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i

/** Reads a body as JSON; undefined if it is none, or has the key `__proto__`. */
export function readJson(bytes: Buffer | undefined): Sent | undefined {
  if (bytes === undefined || bytes.length === 0) return NOTHING
  const text = bytes.toString()
  const isMarked = text.charCodeAt(0) === 0xfeff
  const notes: Fault[] = []
  if (isMarked) notes.push({ name: 'body.mark', slots: {} })
  if (text.includes('\uFFFD') && !isUtf8(bytes)) notes.push({ name: 'body.not-utf-8', slots: {} })
  try {
    const value: unknown = JSON.parse(isMarked ? text.slice(1) : text)
    return PROTO.test(text) && hasProto(value) ? undefined : { value, notes }
  } catch {
    return undefined
  }
}

function hasProto(value: unknown): boolean {
  const left = [value]
  for (const one of left) {
    if (typeof one !== 'object' || one === null) continue
    if (Object.hasOwn(one, '__proto__')) return true
    for (const inner of Object.values(one)) left.push(inner)
  }
  return false
}

/** Returns the reader of a decision (clause 4.2), which coerces and drops nothing. */
export function createReadDecision(profile: Profile): (body: unknown) => ValidationBody | Fault[] {
  const { aprovarAsText, characters, mensagemMaximum } = profile
  const count = countCharacters[characters]

  const faultOfAprovar = (value: unknown): Fault | undefined => {
    if (typeof value === 'boolean') return undefined
    const slots = { key: 'aprovar', value }
    if (value === undefined) return { name: 'aprovar.missing', slots }
    if (value === null) return { name: 'aprovar.null', slots }
    const isText = value === 'true' || value === 'false'
    if (!isText) return { name: 'aprovar.wrong-type', slots }
    return aprovarAsText === 'accept' ? undefined : { name: 'aprovar.text', slots }
  }

  const faultOfMensagem = (value: unknown): Fault | undefined => {
    const slots = { key: 'mensagem', value }
    if (value === undefined) return { name: 'mensagem.missing', slots }
    if (value === null) return { name: 'mensagem.null', slots }
    if (typeof value !== 'string') return { name: 'mensagem.wrong-type', slots }
    if (value === '') return { name: 'mensagem.empty', slots }
    const length = count(value)
    if (length < MENSAGEM_MINIMUM)
      return { name: 'mensagem.short', slots: { ...slots, limit: MENSAGEM_MINIMUM, length, characters } }
    if (mensagemMaximum === null || length <= mensagemMaximum) return undefined
    return { name: 'mensagem.long', slots: { ...slots, limit: mensagemMaximum, length } }
  }

  return (body) => {
    if (body === undefined) return [{ name: 'body.none', slots: { key: 'value' } }]
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return [{ name: 'body.not-an-object', slots: { key: 'value', value: body, what: kindOf(body) } }]
    const sent = body as Record<string, unknown>
    const aprovar = own(sent, 'aprovar')
    const mensagem = own(sent, 'mensagem')
    const faults: Fault[] = []
    const ofAprovar = faultOfAprovar(aprovar)
    if (ofAprovar) faults.push(ofAprovar)
    const ofMensagem = faultOfMensagem(mensagem)
    if (ofMensagem) faults.push(ofMensagem)
    for (const key of Object.keys(sent)) {
      if (key === 'aprovar' || key === 'mensagem') continue
      faults.push({ name: 'payload.unknown', slots: { key, value: sent[key] } })
    }
    if (faults.length > 0) return faults
    return { aprovar: aprovar === true || aprovar === 'true', mensagem: mensagem as string }
  }
}

/** Returns a field of a body. Own properties only: `{}` inherits `constructor`. */
function own(body: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(body, key) ? body[key] : undefined
}

function kindOf(body: unknown): string {
  if (body === null) return 'null'
  return Array.isArray(body) ? 'an array' : `a ${typeof body}`
}
