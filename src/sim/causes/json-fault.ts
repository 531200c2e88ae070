/**
 * What a parser expected where the text stops being JSON, or what it found there: parsers have a text for each. `end-…`
 * is the end of the text, where something was expected or was not complete.
 */
export type JsonFaultKind =
  | 'end-empty'
  | 'end-value'
  | 'end-key'
  | 'end-colon'
  | 'end-comma'
  | 'end-string'
  /** A string that is in no object and no list. */
  | 'end-string-first'
  /** The key of an object. */
  | 'end-string-key'
  | 'end-scalar'
  | 'value'
  /** A value that begins neither with a letter nor with a digit, as words do, which parsers repeat. */
  | 'value-sign'
  /** The first character of the text. */
  | 'value-first'
  | 'sign-first'
  /** A `-` without a digit after it, as the first character. Parsers look for a number there, and a multipart body begins so. */
  | 'minus-first'
  /** A byte order mark. */
  | 'mark'
  /** `NaN`, `Infinity` or `-Infinity`. */
  | 'constant'
  /** A bracket or a comma in place of a value. */
  | 'value-close'
  /** A word that begins as `true`, `false` or `null` does. */
  | 'literal'
  /** `trues` */
  | 'literal-tail'
  /** The first key of an object. */
  | 'key-first'
  /** `,}` */
  | 'key-close'
  | 'key'
  | 'colon'
  | 'comma'
  /** In a list. */
  | 'comma-list'
  | 'string'
  | 'string-escape'
  | 'extra'

/** Where a text stops being JSON, and the usual mistake at that place. */
export interface JsonFault {
  kind: JsonFaultKind
  /** Starts at 0. */
  at: number
  /** Where the string or word begins that has the fault; `at` where it is in none. */
  start: number
  /** The keys and places of the value that has the fault, or of the object whose key has it. */
  path: readonly (string | number)[]
  /** Starts at 1. */
  line: number
  column: number
  /** Whether the text is the beginning of JSON. */
  endsEarly: boolean
  mistake: string
  remedy: string
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

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

const ANY_OTHER: (typeof MISTAKES)[number] = [
  /./,
  'a character that does not belong there',
  'Check the body with a JSON linter.',
]

/** Finds the first fault in a text that should be JSON; undefined if it is JSON. Takes linear time. */
export function jsonFault(text: string): JsonFault | undefined {
  const opened: ('{' | '[')[] = []
  // Where the last key begins, or the place in a list, of each object and list that is open.
  const places: number[] = []
  let expected: Expected = 'value'
  let at = 0
  const fault = (at: number, start = at, isInString = false) =>
    faultAt(text, { at, start, expected, isInString, opened, places })
  for (;;) {
    at = skipBlanks(text, at)
    if (at === text.length) return expected === 'nothing' ? undefined : fault(at)
    const character = text.charAt(at)
    const closes = character === (opened.at(-1) === '{' ? '}' : ']') && opened.length > 0
    if (closes && expected.endsWith('or end')) {
      opened.pop()
      places.pop()
      expected = opened.length === 0 ? 'nothing' : 'comma or end'
      at++
    } else if (expected === 'comma or end' && character === ',') {
      expected = opened.at(-1) === '{' ? 'key' : 'value'
      if (expected === 'value') places.push((places.pop() as number) + 1)
      at++
    } else if (expected === 'colon' && character === ':') {
      expected = 'value'
      at++
    } else if (expected.startsWith('key') && character === '"') {
      const end = endOrFaultOfString(text, at)
      if (end < 0) return fault(-1 - end, at, true)
      places.splice(-1, 1, at)
      expected = 'colon'
      at = end
    } else if (expected.startsWith('value') && (character === '{' || character === '[')) {
      opened.push(character)
      places.push(character === '[' ? 0 : -1)
      expected = character === '{' ? 'key or end' : 'value or end'
      at++
    } else if (expected.startsWith('value')) {
      const isString = character === '"'
      const end = isString ? endOrFaultOfString(text, at) : endOfScalar(text, at)
      if (end < 0) return fault(-1 - end, at, isString)
      expected = opened.length === 0 ? 'nothing' : 'comma or end'
      at = end
    } else return fault(at)
  }
}

/** What is known where a text stops being JSON. */
interface Stop {
  at: number
  start: number
  expected: Expected
  isInString: boolean
  opened: readonly ('{' | '[')[]
  places: readonly number[]
}

function kindOf(text: string, { at, start, expected, isInString, opened }: Stop): JsonFaultKind {
  const character = text.charAt(at)
  if (at === text.length) {
    if (isInString && expected.startsWith('key')) return 'end-string-key'
    if (isInString) return opened.length > 0 ? 'end-string' : 'end-string-first'
    if (start < at) return 'end-scalar'
    if (expected.startsWith('key')) return 'end-key'
    if (expected === 'colon') return 'end-colon'
    if (expected.startsWith('comma')) return 'end-comma'
    return opened.length === 0 ? 'end-empty' : 'end-value'
  }
  if (isInString) return character === '\\' ? 'string-escape' : 'string'
  if (expected === 'nothing') return 'extra'
  if (expected === 'colon') return 'colon'
  if (expected === 'key or end') return 'key-first'
  if (expected === 'key') return character === '}' ? 'key-close' : 'key'
  if (expected.startsWith('comma')) return opened.at(-1) === '[' ? 'comma-list' : 'comma'
  if (/[}\],]/.test(character)) return 'value-close'
  if (CONSTANT.test(text.slice(at, at + LONGEST_CONSTANT))) return 'constant'
  if (/^(?:true|false|null)/.test(text.slice(at, at + 'false'.length))) return 'literal-tail'
  if (/[tfn]/.test(character)) return 'literal'
  const isWord = /[\p{L}\p{N}_$]/u.test(character)
  if (opened.length > 0) return isWord ? 'value' : 'value-sign'
  if (character === '-') return 'minus-first'
  if (character === '\uFEFF') return 'mark'
  return isWord ? 'value-first' : 'sign-first'
}

const CONSTANT = /^(?:NaN|-?Infinity)\b/
const LONGEST_CONSTANT = '-Infinity'.length + 1

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return at
}

/** Returns the end of the string that begins here, or -1 minus the place of its fault. */
function endOrFaultOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return -1 - at
    if (code !== 0x5c) continue
    ESCAPE.lastIndex = at
    const escaped = ESCAPE.exec(text)?.[0]
    if (escaped === undefined) return isCut(text, at) ? -1 - text.length : -1 - at
    at += escaped.length - 1
  }
  return -1 - text.length
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

function isCut(text: string, at: number): boolean {
  return /^\\(?:u[\da-f]{0,3})?$/i.test(text.slice(at))
}

/** The beginning of a scalar that is not complete yet. */
const CUT_SCALAR = /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))$/
/** A path with more parts is not told. */
const MOST_LEVELS = 100
/** Longer than any reasonable number. */
const LONGEST_SCALAR = 40

function endOfScalar(text: string, from: number): number {
  SCALAR.lastIndex = from
  const scalar = SCALAR.exec(text)?.[0]
  if (scalar !== undefined) return from + scalar.length
  const isCut = text.length - from <= LONGEST_SCALAR && CUT_SCALAR.test(text.slice(from))
  return -1 - (isCut ? text.length : from)
}

/** Returns the keys and places that lead to where a text stops being JSON. */
function pathTo(text: string, { opened, places, expected }: Stop): (string | number)[] {
  // A key that is not complete, or has no colon behind it, names nothing yet.
  const own = expected.startsWith('key') || expected === 'colon' ? opened.slice(0, -1) : opened
  return own.map((bracket, i) => {
    const place = places[i] as number
    return bracket === '[' ? place : keyAt(text, place)
  })
}

function keyAt(text: string, from: number): string {
  const written = text.slice(from, endOrFaultOfString(text, from))
  return String(JSON.parse(written))
}

function faultAt(text: string, stop: Stop): JsonFault {
  const { at, start, expected } = stop
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  const endsEarly = at === text.length
  const found = MISTAKES.find(([pattern, , , where]) => {
    pattern.lastIndex = at
    return (where === undefined || where.test(expected)) && pattern.test(text)
  })
  const [, mistake, remedy] = found ?? ANY_OTHER
  const path = stop.opened.length > MOST_LEVELS ? [] : pathTo(text, stop)
  return { kind: kindOf(text, stop), at, start, path, line, column, endsEarly, mistake, remedy }
}
