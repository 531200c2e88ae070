import { jsonSyntaxError, offsetsIn, walkJson } from '../operator/json-text.ts'
import { createPlacer, type Place } from '../operator/place.ts'
import type { DatasetLines } from './dataset-lines.ts'
import type { Path } from './finding.ts'
import { bounds } from './fixture.ts'
import { digest } from './origin.ts'

/** The text of a fixture that was read. */
export interface FixtureText {
  /** Undefined or null if there is nothing. */
  readonly value: unknown
  /** The first 12 hexadecimal digits of the SHA-256 of the text. */
  readonly hash: string
  /** The keys that an object has twice. */
  readonly repeated: readonly { path: Path; place: Place }[]
  /** Returns the place of the value or the key at each path, or of the nearest value around it. */
  placesOf(paths: readonly Path[]): Place[]
  /** Returns a character that was probably meant as a space or a quote, and became part of a value. */
  odd?(): { place: Place; message: string } | undefined
  /** The persons and reports, if they are not in the value. */
  readonly lines?: DatasetLines
}

/** Why a text has no value. */
export class TextFault extends Error {
  readonly place: Place
  readonly rule: 'syntax' | 'extent'

  constructor(place: Place, rule: TextFault['rule'], message: string) {
    super(message)
    this.place = place
    this.rule = rule
  }
}

/** @throws {TextFault} for text that is not JSON */
export function jsonText(text: string): FixtureText {
  const placeAt = createPlacer(text)
  const repeated: { path: Path; place: Place }[] = []
  const value = parsed(text, placeAt)
  const mayRepeat = value !== undefined && keysIn(value) !== colonsIn(text)
  const deep = mayRepeat
    ? walkJson(text, (path, offset, isRepeated) => {
        if (isRepeated && repeated.length < bounds.findings)
          repeated.push({ path: [...path], place: placeAt(offset) })
      })
    : undefined
  if (deep) throw new TextFault(placeAt(deep.offset), 'extent', deep.message)
  const placesOf = (paths: readonly Path[]) => offsetsIn(text, paths).map(placeAt)
  return { value, hash: digest([text]), repeated, placesOf }
}

function parsed(text: string, placeAt: (offset: number) => Place): unknown {
  if (/^[ \t\r\n]*$/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    const { offset, message } = jsonSyntaxError(text)
    throw new TextFault(placeAt(offset), 'syntax', message)
  }
}

/** Returns the number of keys inside of a value; no number if it has too many levels. */
function keysIn(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === bounds.depth) return Number.NaN
  const inner = Object.values(value)
  let count = Array.isArray(value) ? 0 : inner.length
  for (const one of inner) if (typeof one === 'object') count += keysIn(one, depth + 1)
  return count
}

/** Returns at least the number of keys in a text. To find those that are repeated takes twenty times as long. */
function colonsIn(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/"\s*:/g)) count++
  return count
}
