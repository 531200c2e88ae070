import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from '../contract/faults.ts'
import { jsonValue } from '../contract/json-value.ts'
import { jsonSyntaxError } from '../operator/json-text.ts'
import { createPlacer } from '../operator/place.ts'

const ENCODING = /^(x-)?(gzip|deflate|br|zstd|compress)$/i
/** What people write by mistake; the first that matches is used. */
const MISTAKES: readonly [at: RegExp, mistake: string, remedy: string][] = [
  [
    /^['`\u2018\u2019]/,
    'single quotes',
    'Use double quotes (in a shell, single quotes around the whole body).',
  ],
  [/^[\u201c\u201d\u00ab\u00bb]/, 'typographic quotes', 'Use straight double quotes.'],
  [/^,\s*[}\]]/, 'a comma before a bracket', 'Leave the last comma out.'],
  [
    /^(True|False|None)\b/,
    'a word of Python',
    'Encode with json.dumps (in requests, json=… instead of data=…).',
  ],
]
const OF_KEY = 'Put keys in double quotes (a shell may have taken them away).'
const OF_WORD = 'Put strings in double quotes, and write true, false and null in lower case.'

/** Returns why the bytes of a body are not JSON, without any part of the body but an odd character. */
export function whyMalformed(bytes: Buffer, headers: IncomingHttpHeaders): Fault[] {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (isGzip || ENCODING.test(String(headers['content-encoding'] ?? '')))
    return [{ name: 'json.compressed', slots: {} }]
  if (/^(\xff\xfe|\xfe\xff|\0.|.\0)/s.test(bytes.toString('latin1', 0, 2)))
    return [{ name: 'json.utf-16', slots: {} }]
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const start = text.trimStart().slice(0, 200)
  if (/^[\w.[\]%-]+=|^--[^\r\n]+\r\n/.test(start)) return [{ name: 'json.other', slots: { what: 'a form' } }]
  if (start.startsWith('<')) return [{ name: 'json.other', slots: { what: 'XML or HTML' } }]
  // The text is JSON, but was refused anyway.
  if (jsonValue(text) !== undefined) return [{ name: 'json.proto', slots: {} }]
  const { offset, message } = jsonSyntaxError(text)
  const place = createPlacer(text)(offset)
  const [rest, before] = [text.slice(offset), text.slice(0, offset).trimEnd().slice(-1)]
  // A string or a word has no end.
  const isOpen = message.endsWith('end of string') && !/[\r\n]/.test(rest)
  if (rest === '' || isOpen || (/[:,[]/.test(before) && /^[\w.+-]+$/.test(rest)))
    return [{ name: 'json.cut', slots: { ...place } }]
  const [mistake, remedy] = mistakeAt(rest, before) ?? [
    message.replace('not valid JSON: ', ''),
    'Check the body with a JSON linter.',
  ]
  return [{ name: 'json.malformed', slots: { ...place, mistake, remedy } }]
}

function mistakeAt(rest: string, before: string): [mistake: string, remedy: string] | undefined {
  const [, ...known] = MISTAKES.find(([at]) => at.test(rest)) ?? []
  if (known.length > 0) return known as [string, string]
  if (!/^[\p{L}_$]/u.test(rest)) return undefined
  return /[{,]/.test(before) ? ['a key without quotes', OF_KEY] : ['a word without quotes', OF_WORD]
}
