/** What a parser expected where the text stops being JSON, or what it found there. */
export type JsonFaultKind = 'end' | 'value' | 'literal' | 'key' | 'colon' | 'comma' | 'string' | 'extra'

/** Where a text stops being JSON, and the usual mistake at that place. */
export interface JsonFault {
  kind: JsonFaultKind
  /** Starts at 0. */
  at: number
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
  [/./suy, 'something behind the end', 'Send one JSON object.', /^nothing/],
]

const ANY_OTHER: (typeof MISTAKES)[number] = [
  /./,
  'a character that does not belong there',
  'Check the body with a JSON linter.',
]

/** Finds the first fault in a text that should be JSON; undefined if it is JSON. Takes linear time. */
export function jsonFault(text: string): JsonFault | undefined {
  const opened: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = skipBlanks(text, at)
    if (at === text.length) return expected === 'nothing' ? undefined : faultAt(text, at, expected)
    const character = text.charAt(at)
    const closes = character === (opened.at(-1) === '{' ? '}' : ']') && opened.length > 0
    if (closes && expected.endsWith('or end')) {
      opened.pop()
      expected = opened.length === 0 ? 'nothing' : 'comma or end'
      at++
    } else if (expected === 'comma or end' && character === ',') {
      expected = opened.at(-1) === '{' ? 'key' : 'value'
      at++
    } else if (expected === 'colon' && character === ':') {
      expected = 'value'
      at++
    } else if (expected.startsWith('key') && character === '"') {
      const end = endOfString(text, at)
      if (end < 0) return faultAt(text, -1 - end, expected, true)
      expected = 'colon'
      at = end
    } else if (expected.startsWith('value') && (character === '{' || character === '[')) {
      opened.push(character)
      expected = character === '{' ? 'key or end' : 'value or end'
      at++
    } else if (expected.startsWith('value')) {
      const isString = character === '"'
      const end = isString ? endOfString(text, at) : endOfScalar(text, at)
      if (end < 0) return faultAt(text, -1 - end, expected, isString)
      expected = opened.length === 0 ? 'nothing' : 'comma or end'
      at = end
    } else return faultAt(text, at, expected)
  }
}

function kindOf(text: string, at: number, expected: Expected): JsonFaultKind {
  if (expected === 'nothing') return 'extra'
  if (expected === 'colon') return 'colon'
  if (expected.startsWith('key')) return 'key'
  if (expected.startsWith('comma')) return 'comma'
  return /[tfn]/.test(text.charAt(at)) ? 'literal' : 'value'
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return at
}

/** Returns the end of the string that begins here, or -1 minus the place of its fault. */
function endOfString(text: string, from: number): number {
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
/** Longer than any reasonable number. */
const LONGEST_SCALAR = 40

function endOfScalar(text: string, from: number): number {
  SCALAR.lastIndex = from
  const scalar = SCALAR.exec(text)?.[0]
  if (scalar !== undefined) return from + scalar.length
  const isCut = text.length - from <= LONGEST_SCALAR && CUT_SCALAR.test(text.slice(from))
  return -1 - (isCut ? text.length : from)
}

function faultAt(text: string, at: number, expected: Expected, isInString = false): JsonFault {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  const endsEarly = at === text.length
  const found = MISTAKES.find(([pattern, , , where]) => {
    pattern.lastIndex = at
    return (where === undefined || where.test(expected)) && pattern.test(text)
  })
  const [, mistake, remedy] = found ?? ANY_OTHER
  const kind = endsEarly ? 'end' : isInString ? 'string' : kindOf(text, at, expected)
  return { kind, at, line, column, endsEarly, mistake, remedy }
}
