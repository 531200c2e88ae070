import { printable } from '../contract/printable.ts'
import { oddCharacter } from './odd-character.ts'
import { OperatorError } from './operator-error.ts'
import { createPlacer } from './place.ts'

/** Where a text stops being JSON, and why. */
interface JsonSyntaxError {
  offset: number
  message: string
}

/** Returns the first error of a text that JSON.parse refuses. */
export function jsonSyntaxError(text: string): JsonSyntaxError {
  const { offset, message } = walkJson(text) ?? { offset: 0, message: 'it cannot be read' }
  const comma = strayComma(text, offset)
  if (comma !== undefined)
    return { offset: comma, message: `not valid JSON: remove the comma before ${text[offset]}` }
  const odd = oddCharacter(text[offset])
  if (odd !== undefined) return { offset, message: `not valid JSON: ${odd}` }
  // For a CPF without quotes, the error is only a missing comma.
  const isAfterZero = /(?<![\w.])0$/.test(text.slice(Math.max(0, offset - 2), offset))
  const isCpf = isAfterZero && /^\d/.test(text.slice(offset, offset + 1))
  const advice = isCpf ? ' (a number cannot begin with 0: put a CPF in quotes)' : ''
  return { offset, message: `not valid JSON: ${message}${advice}` }
}

/** No document that anybody writes has more levels. */
export const DEPTH = 100
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[^\s{}[\],:"]+/y
const LITERAL = /^(true|false|null)$/

/**
 * Goes through a JSON text. It calls `on` with the path and the offset of each key, each item of a list, and whether the
 * object has this key twice; the path is overwritten afterwards.
 * @returns the first syntax error
 */
export function walkJson(
  text: string,
  on: (path: readonly (string | number)[], offset: number, isRepeated: boolean) => void = () => {},
): JsonSyntaxError | undefined {
  /** The keys of each object around the place, or null for a list. */
  const levels: (Set<string> | null)[] = []
  const path: (string | number)[] = []
  let at = 0
  let next: 'value' | 'key' | 'colon' | 'comma' = 'value'
  /** Whether the last token opened a list or an object, which can end there. */
  let isFirst = false
  for (;;) {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
    const offset = at
    const sign = text[at]
    const keys = levels.at(-1)
    const fail = (message: string) => ({ offset, message })
    if (sign === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) return fail('invalid comment token')
    if (sign === (keys === null ? ']' : '}') && levels.length > 0 && (isFirst || next === 'comma')) {
      levels.pop()
      path.pop()
      at++
      next = 'comma'
      isFirst = false
      continue
    }
    if (next === 'comma') {
      if (levels.length === 0) return at < text.length ? fail('end of file expected') : undefined
      if (at >= text.length) return fail(`close ${keys === null ? 'bracket' : 'brace'} expected`)
      if (sign !== ',') return fail('comma expected')
      at++
      next = keys === null ? 'value' : 'key'
      continue
    }
    if (next === 'colon') {
      if (sign !== ':') return fail('colon expected')
      at++
      next = 'value'
      continue
    }
    if (next === 'value' && keys === null) {
      path[path.length - 1] = (path.at(-1) as number) + 1
      on(path, offset, false)
    }
    isFirst = false
    if (sign === '"') {
      const end = endOfString(text, at)
      if (typeof end === 'string') return fail(end)
      at = end
      if (next === 'value') {
        next = 'comma'
        continue
      }
      const key = JSON.parse(text.slice(offset, end)) as string
      path[path.length - 1] = key
      on(path, offset, (keys as Set<string>).has(key))
      keys?.add(key)
      next = 'colon'
    } else if (next === 'key') {
      return fail(oddCharacter(sign) ?? 'property name expected')
    } else if (sign === '{' || sign === '[') {
      if (levels.length === DEPTH) return fail(`has more than ${DEPTH} levels of nested lists and objects`)
      levels.push(sign === '{' ? new Set() : null)
      path.push(-1)
      at++
      next = sign === '{' ? 'key' : 'value'
      isFirst = true
    } else {
      NUMBER.lastIndex = WORD.lastIndex = at
      const word = NUMBER.exec(text)?.[0] ?? WORD.exec(text)?.[0]
      if (word === undefined) return fail('value expected')
      if (!/^-?\d/.test(word) && !LITERAL.test(word)) return fail('invalid symbol')
      at += word.length
      if (/[.eE]/.test(text.charAt(at))) return fail('unexpected end of number')
      next = 'comma'
    }
  }
}

/** Returns the offset behind a string, or what is wrong with it. */
function endOfString(text: string, start: number): number | string {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code === 0x0a || code === 0x0d) break
    if (code < 0x20) return 'invalid character'
    if (code !== 0x5c) continue
    const escaped = text[++at] ?? ''
    if (escaped === 'u') {
      const digits = text.slice(at + 1, at + 5)
      if (!/^[\da-f]*$/i.test(digits) || (digits.length < 4 && at + 5 < text.length)) return 'invalid unicode'
      at += 4
    } else if (!'"\\/bfnrt'.includes(escaped)) return 'invalid escape character'
  }
  return 'unexpected end of string'
}

/**
 * Returns the offset of the value or the key at each path, or of the longest part of the path that exists. In an object
 * with a key twice, the last one counts.
 */
export function offsetsIn(text: string, paths: readonly (readonly (string | number)[])[]): number[] {
  if (paths.length === 0) return []
  const wanted = new Set(paths.flatMap((path) => path.map((_, i) => JSON.stringify(path.slice(0, i + 1)))))
  const offsets = new Map<string, number>()
  walkJson(text, (path, offset) => {
    const key = JSON.stringify(path)
    if (wanted.has(key)) offsets.set(key, offset)
  })
  return paths.map((path) => {
    for (let length = path.length; length > 0; length--) {
      const offset = offsets.get(JSON.stringify(path.slice(0, length)))
      if (offset !== undefined) return offset
    }
    return 0
  })
}

/**
 * Returns the value of the text of a JSON file.
 * @param what what the file is: profile
 * @throws {OperatorError} with the place of the first error
 */
export function parseJsonFile(text: string, path: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { offset, message } = jsonSyntaxError(text)
    const { line, column } = createPlacer(text)(offset)
    const isOtherForm = /\.ya?ml$/i.test(path) || !/^\s*[{["]/.test(text)
    const advice = isOtherForm ? `\nA ${what} is a JSON file, not YAML.` : ''
    throw new OperatorError(
      `The ${what} ${printable(path)} cannot be used:\n  ${printable(`${path}:${line}:${column}: error: ${message}`)}${advice}`,
    )
  }
}

/** Returns the offset of a comma before the closing bracket at an offset, if only white space lies between them. */
function strayComma(text: string, offset: number): number | undefined {
  if (text[offset] !== ']' && text[offset] !== '}') return undefined
  const before = text.slice(0, offset).trimEnd()
  return before.endsWith(',') ? before.length - 1 : undefined
}
