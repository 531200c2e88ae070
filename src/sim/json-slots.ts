import { type JsonFaultKind, jsonFault } from './causes/json-fault.ts'

/** Where a body ceases to be JSON, as the texts of parsers say it. */
interface JsonSlots {
  kind: JsonFaultKind | 'malformed'
  slots: Record<string, string | number>
}

/** Returns what a refusal may say of a text that is not JSON. */
export function jsonSlots(text: string): JsonSlots {
  const parser = parserText(text)
  const fault = jsonFault(text)
  if (fault === undefined) return { kind: 'malformed', slots: { parser } }
  const { kind, at, line, column } = fault
  const character = text.slice(at, at + 2).replace(/^([^\ud800-\udbff]).*$/s, '$1')
  const code = character.codePointAt(0) ?? 0
  const hex = `0x${code.toString(16).toUpperCase()}`
  return { kind, slots: { parser, position: at, line, column, character, code, hex } }
}

/** Returns what the parser of this runtime says of a text, which services that run on it repeat. */
function parserText(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Returns what body-parser of Express says of JSON that is not an object: the words of its runtime, as if the first
 * character were not expected.
 */
export function strictParserText(text: string): string {
  const core = text.trimStart()
  return parserText('#'.repeat(core.length)).replace(/#+/g, (run) => core.slice(0, run.length))
}
