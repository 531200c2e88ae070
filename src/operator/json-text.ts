import { printable } from '../contract/printable.ts'
import { type ParseErrorCode, printParseErrorCode, visit } from './jsonc-parser.ts'
import { oddCharacter } from './odd-character.ts'
import { OperatorError } from './operator-error.ts'
import { createPlacer } from './place.ts'

/** Calls a visitor with every key and value of a JSON text, and with its errors. */
export const visitJson = visit

/** Where a text stops being JSON, and why. */
export interface JsonSyntaxError {
  offset: number
  message: string
}

/** Returns the first error of a text that JSON.parse refuses, in the words of jsonc-parser. */
export function jsonSyntaxError(text: string): JsonSyntaxError {
  let first: [code: ParseErrorCode, offset: number] | undefined
  const onError = (code: ParseErrorCode, offset: number) => {
    first ??= [code, offset]
  }
  try {
    visit(text, { onError }, { disallowComments: true })
  } catch (error) {
    // jsonc-parser calls itself for each level.
    /* c8 ignore next 1: nothing else is thrown there */
    if (!(error instanceof RangeError)) throw error
  }
  if (first === undefined) return { offset: 0, message: 'not valid JSON: it has too many levels' }
  const [code, offset] = first
  const comma = strayComma(text, offset)
  if (comma !== undefined)
    return { offset: comma, message: `not valid JSON: remove the comma before ${text[offset]}` }
  const odd = oddCharacter(text[offset])
  if (odd !== undefined) return { offset, message: `not valid JSON: ${odd}` }
  // For a CPF without quotes, the parser only reports a missing comma.
  const isAfterZero = /(?<![\w.])0$/.test(text.slice(Math.max(0, offset - 2), offset))
  const isCpf = isAfterZero && /^\d/.test(text.slice(offset, offset + 1))
  const advice = isCpf ? ' (a number cannot begin with 0: put a CPF in quotes)' : ''
  return { offset, message: `not valid JSON: ${phrase(printParseErrorCode(code))}${advice}` }
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

/** Converts `CommaExpected` to words. */
function phrase(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()
}
