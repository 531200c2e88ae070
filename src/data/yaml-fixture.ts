import * as yaml from 'yaml'
import { oddCharacter } from '../operator/odd-character.ts'
import { createPlacer, type Place } from '../operator/place.ts'
import type { Path } from './finding.ts'
import { bounds } from './fixture.ts'
import { type FixtureText, TextFault } from './fixture-text.ts'
import { digest } from './origin.ts'

/** What is wrong, by the code of the package: its own messages repeat words of the file, which may be personal. */
const MESSAGES: Partial<Record<yaml.ErrorCode, string>> = {
  BAD_ALIAS: 'a string that begins with & or * must be in quotes',
  BAD_DQ_ESCAPE: 'unknown escape sequence: write \\\\ for a backslash',
  BAD_INDENT: 'the indentation does not fit the lines above (is a quote or a bracket above it unclosed?)',
  BAD_SCALAR_START: 'a string cannot begin with this character: put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a string that contains ": " must be in quotes',
  MISSING_CHAR: 'something is missing here (is a quote or a bracket above it unclosed?)',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line (is the colon behind it missing?)',
  TAB_AS_INDENT: 'a tab cannot indent a line: use spaces',
  TAG_RESOLVE_FAILED: 'unknown tag: put a string that begins with ! in quotes',
}

const TOO_DEEP = `has more than ${bounds.depth} levels of nested lists and objects`
const START: Place = { line: 1, column: 1 }

/**
 * Reads a fixture as YAML 1.2, which is small.
 * @throws {TextFault} for text that is not YAML, and for more than the bounds allow
 */
export function yamlText(text: string): FixtureText {
  const document = parse(text)
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined) throw syntaxFault(text, error)
  const repeated = repeatedKeys(text, document.contents)
  const value = valueIn(document)
  const placeAt = createPlacer(text)
  const placesOf = (paths: readonly Path[]) => paths.map((path) => placeAt(offsetOf(document, path)))
  const odd = () => {
    const offset = oddIn(text)
    return offset === undefined
      ? undefined
      : { place: placeAt(offset), message: oddCharacter(text[offset]) as string }
  }
  return { value, hash: digest([text]), repeated, placesOf, odd }
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

function parse(text: string): yaml.Document.Parsed {
  try {
    const options = { merge: true, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const
    const [first, second] = yaml.parseAllDocuments(text, options) as yaml.Document.Parsed[]
    if (second !== undefined)
      throw faultAt(text, second.range[0], 'syntax', 'contains more than one YAML document: keep one')
    return first ?? (new yaml.Document(null) as yaml.Document.Parsed)
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw new TextFault(START, 'extent', TOO_DEEP)
    throw error
  }
}

function valueIn(document: yaml.Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: bounds.aliases })
  } catch {
    throw new TextFault(START, 'extent', TOO_MANY_ALIASES)
  }
}

/**
 * Returns the places of the keys that an object has twice.
 * @throws {TextFault} for too many levels or aliases, and for an alias of nothing or of what it is in
 */
function repeatedKeys(text: string, contents: unknown): FixtureText['repeated'] {
  const placeAt = createPlacer(text)
  const found: { path: Path; place: Place }[] = []
  /** Whether the value of each anchor so far is complete. */
  const anchors = new Map<string, boolean>()
  let aliases = 0
  const visit = (node: unknown, path: Path): void => {
    if (path.length > bounds.depth) throw faultAt(text, startOf(node), 'extent', TOO_DEEP)
    if (yaml.isAlias(node)) {
      const isComplete = anchors.get(node.source)
      if (isComplete === undefined) throw faultAt(text, startOf(node), 'syntax', NO_ANCHOR)
      if (!isComplete) throw faultAt(text, startOf(node), 'extent', TOO_DEEP)
      if (++aliases > bounds.aliases) throw faultAt(text, startOf(node), 'extent', TOO_MANY_ALIASES)
    }
    const { anchor } = (node ?? {}) as { anchor?: string }
    if (anchor !== undefined) anchors.set(anchor, false)
    if (yaml.isSeq(node)) for (const [i, item] of node.items.entries()) visit(item, [...path, i])
    const keys = new Set<unknown>()
    for (const { key, value } of yaml.isMap(node) ? node.items : []) {
      const inside = [...path, keyOf(key)]
      const isRepeated = keys.has(keyOf(key)) && found.length < bounds.findings
      if (isRepeated) found.push({ path: inside, place: placeAt(startOf(key)) })
      keys.add(keyOf(key))
      visit(value, inside)
    }
    if (anchor !== undefined) anchors.set(anchor, true)
  }
  visit(contents, [])
  return found
}

const TOO_MANY_ALIASES = `has more than ${bounds.aliases} aliases, or as many values by aliases of aliases`
const NO_ANCHOR =
  'not valid YAML: no & before it has the name behind * (a string that begins with * must be in quotes)'

function faultAt(text: string, offset: number, rule: TextFault['rule'], message: string): TextFault {
  return new TextFault(createPlacer(text)(offset), rule, message)
}

function syntaxFault(text: string, { pos, code }: yaml.YAMLError): TextFault {
  // On the line of the error or the one before.
  const lineStart = text.lastIndexOf('\n', pos[0] - 1)
  const end = text.indexOf('\n', pos[0])
  const odd = oddIn(text, text.lastIndexOf('\n', lineStart - 1) + 1, end === -1 ? undefined : end)
  const message = odd === undefined ? MESSAGES[code] : oddCharacter(text[odd])
  const other =
    'this cannot be here (put a string that begins with @, -, & or *, or contains ": ", in quotes)'
  return faultAt(text, odd ?? pos[0], 'syntax', `not valid YAML: ${message ?? other}`)
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
