import { jsonSyntaxError, offsetsIn, walkJson } from '../operator/json-text.ts'
import { createPlacer, type Place } from '../operator/place.ts'
import type { Path } from '../operator/shape.ts'
import { bounds } from './fixture.ts'

/** The text of a fixture that was read. */
export interface FixtureText {
  /** Undefined or null if there is nothing. */
  readonly value: unknown
  /** The keys that an object has twice. */
  readonly repeated: readonly { path: Path; place: Place }[]
  /** Returns the place of the value or the key at each path, or of the nearest value around it. */
  placesOf(paths: readonly Path[]): Place[]
  /** Returns a character that was probably meant as a space or a quote, and became part of a value. */
  odd?(): { place: Place; message: string } | undefined
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

/** Repeated keys are looked for up to this many characters: a program that writes more repeats none. */
const WRITTEN_BY_HAND = 2 ** 22

/** @throws {TextFault} for text that is not JSON */
export function jsonText(text: string): FixtureText {
  const placeAt = createPlacer(text)
  const repeated: { path: Path; place: Place }[] = []
  const value = /^[ \t\r\n]*$/.test(text) ? undefined : parsed(text, placeAt)
  if (value !== undefined && text.length <= WRITTEN_BY_HAND) {
    const deep = walkJson(text, (path, offset, isRepeated) => {
      if (isRepeated && repeated.length < bounds.findings)
        repeated.push({ path: [...path], place: placeAt(offset) })
    })
    if (deep) throw new TextFault(placeAt(deep.offset), 'extent', deep.message)
  }
  return { value, repeated, placesOf: (paths) => offsetsIn(text, paths).map(placeAt) }
}

function parsed(text: string, placeAt: (offset: number) => Place): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { offset, message } = jsonSyntaxError(text)
    throw new TextFault(placeAt(offset), 'syntax', message)
  }
}
