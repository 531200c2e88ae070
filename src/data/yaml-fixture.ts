import * as yaml from 'yaml'
import { oddCharacter } from '../operator/odd-character.ts'
import { createPlacer } from '../operator/place.ts'
import type { Path } from '../operator/shape.ts'
import { bounds } from './fixture.ts'
import { type FixtureText, TextFault } from './fixture-text.ts'

/** What is wrong, by the code of the package: its own messages repeat words of the file, which may be personal. */
const MESSAGES: Partial<Record<yaml.ErrorCode, string>> = {
  BAD_ALIAS: 'a string that begins with & or * must be in quotes',
  BAD_DQ_ESCAPE: 'unknown escape sequence: write \\\\ for a backslash',
  BAD_INDENT: 'the indentation does not fit the lines above (is a quote or a bracket above it unclosed?)',
  BAD_SCALAR_START: 'a string cannot begin with this character: put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a string that contains ": " must be in quotes',
  MISSING_CHAR: 'something is missing here (is a quote or a bracket above it unclosed?)',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line (is the colon behind it missing?)',
  MULTIPLE_DOCS: 'contains more than one YAML document: keep one',
  TAB_AS_INDENT: 'a tab cannot indent a line: use spaces',
  TAG_RESOLVE_FAILED: 'unknown tag: put a string that begins with ! in quotes',
}
const OTHER = 'this cannot be here (put a string that begins with @, -, & or *, or contains ": ", in quotes)'
const NO_ANCHOR = 'no & before it has the name behind * (a string that begins with * must be in quotes)'
const TOO_DEEP = `has more than ${bounds.depth} levels of nested lists and objects`
const TOO_MANY_ALIASES = `has more than ${bounds.aliases} aliases, or as many values by aliases of aliases`

/**
 * Reads a fixture as YAML 1.2, which is small.
 * @throws {TextFault} for text that is not YAML, and for more than the bounds allow
 */
export function yamlText(text: string): FixtureText {
  const placeAt = createPlacer(text)
  const extent = (message: string, offset = 0) => new TextFault(placeAt(offset), 'extent', message)
  const syntax = (offset: number, message: string) =>
    new TextFault(placeAt(offset), 'syntax', `not valid YAML: ${message}`)
  let document: yaml.Document.Parsed
  try {
    document = yaml.parseDocument(text, { merge: true, prettyErrors: false })
  } catch (error) {
    // The parser calls itself for each level.
    throw error instanceof RangeError ? extent(TOO_DEEP) : error
  }
  const faults = [...document.errors, ...document.warnings]
  const fault = faults.find(({ code }) => code !== 'DUPLICATE_KEY')
  if (fault !== undefined) {
    const odd = oddNear(text, fault.pos[0])
    const message = odd === undefined ? (MESSAGES[fault.code] ?? OTHER) : oddCharacter(text[odd])
    throw syntax(odd ?? fault.pos[0], message as string)
  }
  const anchors = new Map<string, yaml.Node>()
  yaml.visit(document, (_, node, path) => {
    if (yaml.isCollection(node) && path.length >= bounds.depth) {
      if (path.filter(yaml.isCollection).length >= bounds.depth) throw extent(TOO_DEEP, startOf(node))
    }
    if (yaml.isAlias(node)) {
      const target = anchors.get(node.source)
      if (target === undefined) throw syntax(startOf(node), NO_ANCHOR)
      if (path.includes(target)) throw extent(TOO_DEEP, startOf(node))
    } else if (yaml.isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, node)
  })
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: bounds.aliases })
  } catch {
    throw extent(TOO_MANY_ALIASES)
  }
  const repeated = faults.slice(0, bounds.findings).map(({ pos }) => ({ path: [], place: placeAt(pos[0]) }))
  const odd = () => {
    const offset = oddIn(text)
    return offset === undefined
      ? undefined
      : { place: placeAt(offset), message: oddCharacter(text[offset]) as string }
  }
  const placesOf = (paths: readonly Path[]) => paths.map((path) => placeAt(offsetOf(document, path)))
  return { value, repeated, placesOf, odd }
}

function offsetOf({ contents }: yaml.Document.Parsed, path: Path): number {
  let offset = startOf(contents)
  let node: unknown = contents
  for (const part of path) {
    if (yaml.isMap(node)) {
      const pair = node.items.findLast(({ key }) => keyOf(key) === part)
      if (pair === undefined) break
      offset = startOf(pair.key)
      node = pair.value
    } else if (yaml.isSeq(node)) {
      node = node.items[part as number]
      offset = startOf(node) || offset
    } else break
  }
  return offset
}

/** Returns the offset of an odd character on the line of an error or the one before. */
function oddNear(text: string, offset: number): number | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1)
  const end = text.indexOf('\n', offset)
  return oddIn(text, text.lastIndexOf('\n', lineStart - 1) + 1, end === -1 ? undefined : end)
}

/** Where the first key or value of a line begins with a character that is not ASCII. */
const BEGINNING = /^(?:[ \t{[-]|["\w]+:)*(?=[^\0-\x7f])/gmu

/** Returns the offset of an odd character where a key or a value begins. */
function oddIn(text: string, start = 0, end = text.length): number | undefined {
  const begun = [...text.slice(start, end).matchAll(BEGINNING)]
  return begun
    .map((found) => start + found.index + found[0].length)
    .find((offset) => oddCharacter(text[offset]) !== undefined)
}

function keyOf(key: unknown): string {
  return String(yaml.isScalar(key) ? key.value : key)
}

function startOf(node: unknown): number {
  return (node as yaml.Node | null)?.range?.[0] ?? 0
}
