import type { ByteText } from '../../contract/bytes.ts'
import { jsonValue } from '../../contract/json-value.ts'
import { originForm, parametersIn, queryIn, withoutQuery } from '../../contract/url.ts'
import { isDeep } from '../is-deep.ts'
import type { Entry } from './entry.ts'

/** What a request says, taken apart; all of it as it was sent. */
export interface Parts {
  /** Without the query, encoded as it was sent. */
  path: string
  /** Undefined without a query. */
  query: string | undefined
  /** Names are decoded; those sent more than once have a list. */
  parameters: Record<string, string | string[]>
  /** Names in lower case. */
  headers: Record<string, string>
  /** The JSON value of the body, its text if it is not JSON or too deep; undefined if none was read. */
  body: unknown
}

const partsOfEntry = new WeakMap<Entry, Parts>()
const answerOfEntry = new WeakMap<Entry, { value: unknown; own: Entry['own'] }>()

/** Takes a request apart, once. */
export function partsOf(entry: Entry): Parts {
  const known = partsOfEntry.get(entry)
  if (known && (known.body !== undefined || entry.body === undefined)) return known
  const parts = takeApart(entry)
  partsOfEntry.set(entry, parts)
  return parts
}

/** Returns the JSON value of an answer, or its text if it is not JSON; undefined if there is none to be had. */
export function answerValueOf(entry: Entry): unknown {
  const { own } = entry
  const known = answerOfEntry.get(entry)
  if (known && known.own === own) return known.value
  const value = bodyValueOf(entry.answer)
  if (value !== undefined) answerOfEntry.set(entry, { value, own })
  return value
}

/** Returns the JSON value of a body, or its text if it is not JSON; undefined if there is none. */
export function bodyValueOf(bytes: ByteText | undefined): unknown {
  return bytes === undefined ? undefined : parsed(textOf(bytes))
}

/** Returns the number of a report from the path of a validation. */
export function reportOf(path: string): string | undefined {
  return /^\/relatorios\/validar\/([^/]+)$/.exec(path)?.[1]
}

/** Returns what a request is for, without taking the rest of it apart. */
export function targetOf({ url }: Pick<Entry, 'url'>): Pick<Parts, 'path' | 'query'> {
  const whole = originForm(url)
  const path = withoutQuery(whole)
  return { path, query: path === whole ? undefined : queryIn(whole) }
}

function takeApart({ url, headers, body }: Entry): Parts {
  const { path, query } = targetOf({ url })
  return {
    path,
    query,
    parameters: collected([...parametersIn(url)]),
    headers: headersOf(headers),
    body: body === undefined ? undefined : parsed(textOf(body)),
  }
}

/** Returns the text that a body is in UTF-8. */
export function textOf(bytes: ByteText): string {
  return Buffer.from(bytes, 'latin1').toString()
}

function parsed(text: string): unknown {
  const value = jsonValue(text)
  return value === undefined || isDeep(value) ? text : value
}

function headersOf(raw: readonly string[]): Record<string, string> {
  const pairs: [string, string][] = []
  for (let i = 0; i < raw.length; i += 2) pairs.push([(raw[i] as string).toLowerCase(), raw[i + 1] as string])
  return Object.fromEntries(
    Object.entries(collected(pairs)).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
}

function collected(pairs: readonly [string, string][]): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>()
  for (const [name, value] of pairs) {
    const before = found.get(name)
    found.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(found)
}
