/** The risks and what each of them sends, the lowest first. */
export const riskWords = {
  r: 'only GET requests',
  w0: 'requests that name no existing report',
  w1: 'POSTs that name a report and must be rejected',
  w2: 'POSTs that record a decision',
} as const
export type Risk = keyof typeof riskWords
export const risks = Object.keys(riskWords) as Risk[]

/** The documented types of a body and of a query. */
export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The methods of requests. Only a probe that compares a twin uses those which the interface does not mention. */
export type Method = 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE'

/** A request that a check sends. The headers that are not named here are as every client sends them. */
export interface Question {
  method: Method
  path: string
  query?: readonly (readonly [string, string])[]
  /** How a space in the query is encoded, `%20` by default. */
  blank?: '+'
  /** Which bytes are percent-encoded: those of values, with digits of which case, or those of names, or only their first. */
  escapes?: 'upper' | 'lower' | 'names' | 'first-letters'
  /** Whether every byte of the last segment of the path is percent-encoded. */
  pathEscapes?: true
  authorization: Credentials
  contentType?: string | undefined
  /** Null sends no header. */
  accept?: string | null
  /** `identity` by default. */
  acceptEncoding?: string | undefined
  acceptLanguage?: string | undefined
  /** How the names of all headers are written, in lower case by default. */
  headerNames?: 'capitals' | 'as-documented' | undefined
  body?: string
  /** Whether the body is sent in chunks, without its length. */
  chunked?: true | undefined
  /** A connection of its own, or one of two that such requests share. */
  connection?: 'new' | 'same' | 'other-same' | undefined
}

/** A value of the header `Authorization` and what reports show in its place. Undefined sends no header. */
export interface Credentials {
  value: string | undefined
  label: string
  /** The shell expression for it, for use inside double quotes; the label by default. */
  inShell?: string
  /** What a wrong one is, as a report says it. */
  words?: string
}

export type Encoding = Pick<Question, 'blank' | 'escapes'>

/** Percent-encodes a text as UTF-8. Unlike `encodeURIComponent`, it does not throw on a lone surrogate. */
export function percentEncoded(text: string, { blank, escapes }: Encoding = {}): string {
  if (escapes === 'upper' || escapes === 'lower') return everyByte(text, escapes)
  const encoded = encodeURIComponent(Buffer.from(text).toString())
  return blank === undefined ? encoded : encoded.replaceAll('%20', blank)
}

export function encodedName(name: string, { escapes }: Encoding): string {
  if (escapes === 'first-letters') return everyByte(name.slice(0, 1)) + percentEncoded(name.slice(1))
  return escapes === 'names' ? everyByte(name) : percentEncoded(name)
}

export function encodedPath({ path, pathEscapes }: Question): string {
  const [above, last] = lastSegment(path)
  return pathEscapes ? above + everyByte(decodeURIComponent(last)) : path
}

export function lastSegment(path: string): [above: string, last: string] {
  const at = path.lastIndexOf('/') + 1
  return [path.slice(0, at), path.slice(at)]
}

function everyByte(text: string, letters: 'upper' | 'lower' = 'upper'): string {
  const hex = Buffer.from(text).toString('hex')
  return (letters === 'upper' ? hex.toUpperCase() : hex).replace(/../g, '%$&')
}

export interface Body {
  /** The beginning of a body that is not JSON; empty for JSON. */
  text: string
  /** Undefined for a body that is not JSON. */
  json: unknown
  /** Whether a byte order mark precedes the JSON, which RFC 8259 forbids. */
  hasMark?: true
  size: number
}

/** A request and its response, unredacted. It is never written anywhere; `run/record.ts` makes the redacted form. */
export interface Exchange {
  question: Question
  risk: Risk
  response: Body & {
    status: number
    headers: Record<string, string | string[] | undefined>
  }
  ms: number
}
