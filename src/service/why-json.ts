import type { IncomingHttpHeaders } from 'node:http'
import type { Fault, FaultName, Slots } from '../contract/faults.ts'

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

const ENCODING = /^(x-)?(gzip|deflate|br|zstd|compress)$/i

/** Returns why the bytes of a body are not JSON, without any part of the body. */
export function whyMalformed(bytes: Buffer, headers: IncomingHttpHeaders): Fault[] {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (isGzip || ENCODING.test(String(headers['content-encoding'] ?? ''))) return [hint('json.compressed')]
  if (/^(\xff\xfe|\xfe\xff|\0.|.\0)/s.test(bytes.toString('latin1', 0, 2))) return [hint('json.utf-16')]
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const start = text.trimStart().slice(0, 200)
  if (/^[\w.[\]%-]+=|^--[^\r\n]+\r\n/.test(start)) return [hint('json.other', { what: 'a form' })]
  if (start.startsWith('<')) return [hint('json.other', { what: 'XML or HTML' })]
  const stop = stopOf(text)
  // The text is JSON, but was refused anyway.
  if (stop === undefined) return [hint('json.proto')]
  const [at, expected] = stop
  const before = text.slice(0, at)
  const place = { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
  if (at === text.length) return [hint('json.cut', place)]
  const [, mistake, remedy] =
    MISTAKES.find(([pattern, , , where]) => {
      pattern.lastIndex = at
      return (where === undefined || where.test(expected)) && pattern.test(text)
    }) ?? ANY_OTHER
  return [hint('json.malformed', { ...place, mistake, remedy })]
}

function hint(name: FaultName, slots: Slots = {}): Fault {
  return { name, slots }
}

/** What people write by mistake; the first that matches is used. */
const MISTAKES: readonly [at: RegExp, mistake: string, remedy: string, where?: RegExp][] = [
  [
    /['`\u2018\u2019]/y,
    'single quotes',
    'Use double quotes (in a shell, single quotes around the whole body).',
  ],
  [/[\u201c\u201d\u00ab\u00bb]/y, 'typographic quotes', 'Use straight double quotes.'],
  [/[}\]]/y, 'a comma before a bracket', 'Leave the last comma out.', /^(key|value)$/],
  [
    /(True|False|None)\b/y,
    'a word of Python',
    'Encode with json.dumps (in requests, json=… instead of data=…).',
  ],
  [/(undefined|NaN|-?Infinity)\b/y, 'a value that JSON does not have', 'Encode with JSON.stringify.'],
  [/(true|false|null)\b/iy, 'a word in capitals', 'Write true, false and null in lower case.', /^value/],
  [/\/[/*]|#|<!--/y, 'a comment', 'Leave comments out.'],
  [/\p{Cc}/uy, 'a line break or another control character in a string', 'Write a line break as \\n.'],
  [
    /\\/y,
    'a backslash that escapes nothing',
    'Write a backslash as \\\\; JSON escapes " \\ / b f n r t and uXXXX.',
  ],
  [
    /[+.0-9-]/y,
    'a number that JSON writes in another way',
    'Write it without +, leading zeros and a bare point.',
    /^value/,
  ],
  [/["[{\w-]/y, 'a missing comma', 'Put a comma between the fields.', /^comma/],
  [
    /[\p{L}_$]/uy,
    'a key without quotes',
    'Put keys in double quotes (a shell may have taken them away).',
    /^key/,
  ],
  [/[\p{L}_$]/uy, 'a word without quotes', 'Put strings in double quotes.', /^value/],
  [/=/y, 'an equals sign', 'Put a colon between key and value.', /^colon/],
  [/./suy, 'something after the end', 'Send one JSON object.', /^nothing/],
]

const ANY_OTHER = [
  undefined,
  'a character that does not belong there',
  'Check the body with a JSON linter.',
] as const

const BLANKS = /[ \t\n\r]*/y
const PART_OF_STRING = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

/** Returns where a text stops being JSON, and what was expected there; undefined if it is JSON. Takes linear time. */
function stopOf(text: string): [at: number, expected: Expected] | undefined {
  const opened: string[] = []
  let expected: Expected = 'value'
  let at = 0
  const endOf = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : undefined
  }
  for (;;) {
    at = endOf(BLANKS) ?? at
    if (at === text.length) return expected === 'nothing' ? undefined : [at, expected]
    const character = text.charAt(at)
    const isValue = expected.startsWith('value')
    if (expected.endsWith('or end') && character === (opened.at(-1) === '{' ? '}' : ']')) {
      opened.pop()
      expected = opened.length === 0 ? 'nothing' : 'comma or end'
      at++
    } else if (expected === 'comma or end' && character === ',') {
      expected = opened.at(-1) === '{' ? 'key' : 'value'
      at++
    } else if (expected === 'colon' && character === ':') {
      expected = 'value'
      at++
    } else if (isValue && (character === '{' || character === '[')) {
      opened.push(character)
      expected = character === '{' ? 'key or end' : 'value or end'
      at++
    } else if (character === '"' && (isValue || expected.startsWith('key'))) {
      const end = endOf(PART_OF_STRING) as number
      if (text.charAt(end) !== '"') return [isCutEscape(text, end) ? text.length : end, expected]
      expected = isValue ? afterValue(opened) : 'colon'
      at = end + 1
    } else if (isValue) {
      const end = endOf(SCALAR)
      if (end === undefined) return [isCut(text, at) ? text.length : at, expected]
      expected = afterValue(opened)
      at = end
    } else return [at, expected]
  }
}

function afterValue(opened: readonly string[]): Expected {
  return opened.length === 0 ? 'nothing' : 'comma or end'
}

/** The beginning of a scalar that is not complete yet. */
const CUT_SCALAR = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))$/
/** Longer than any reasonable number. */
const LONGEST_SCALAR = 40

function isCut(text: string, at: number): boolean {
  return text.length - at <= LONGEST_SCALAR && CUT_SCALAR.test(text.slice(at))
}

function isCutEscape(text: string, at: number): boolean {
  return text.length - at < 6 && /^\\(?:u[\da-f]{0,3})?$/i.test(text.slice(at))
}
