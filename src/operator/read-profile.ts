import type { URL } from 'node:url'
import { isPlainObject, otherKind } from '../contract/plain-object.ts'
import { printable } from '../contract/printable.ts'
import type { PartialProfile } from '../contract/profile.ts'
import { shown } from './fault-text.ts'
import { pathOf } from './file-url.ts'
import { hint } from './hint.ts'
import { parseJsonFile } from './json-text.ts'
import { noSuchSource, OperatorError } from './operator-error.ts'
import { profileSchema } from './profile-schema.ts'
import { type ProfileName, profiles } from './profiles.ts'
import { isMissing, readText } from './read-text.ts'
import { walkShape } from './shape.ts'

/** More bytes than a profile with every knob and text needs. */
const PROFILE_MAXIMUM = 2 ** 20

/**
 * Reads the choices of a profile that ships, by its name, or of a JSON file, by its path or file: URL.
 * @throws {OperatorError} when neither exists, or the file is not a valid profile; it lists every error with a hint
 */
export function readProfile(given: string | URL): PartialProfile {
  const source = pathOf(given)
  if (Object.hasOwn(profiles, source)) return profiles[source as ProfileName].choices
  const names = Object.keys(profiles)
  if (isMissing(source)) {
    throw noSuchSource(source, 'profile', names, `The profiles of this package are ${names.join(', ')}.`)
  }
  const text = readText({ path: source, what: 'profile', most: PROFILE_MAXIMUM })
  if (text.trim() === '')
    throw new OperatorError(`The profile ${printable(source)} is empty. Write {} for the default profile.`)
  return checkProfile(parseJsonFile(text, source, 'profile'), `The profile ${printable(source)}`)
}

/** @throws {OperatorError} listing every error */
export function checkProfile(given: unknown, whose: string): PartialProfile {
  const faults = profileFaults(given)
  if (faults.length === 0) return given as PartialProfile
  throw new OperatorError(
    `${whose} cannot be used:\n${faults.map((fault) => `  ${printable(fault)}\n`).join('')}"npx pessoas-sim profile --list" lists the knobs and their choices.`,
  )
}

/** Returns the errors in a profile, one line each, with the nearest correct spelling; an empty list if it is valid. */
export function profileFaults(value: unknown): string[] {
  if (!isPlainObject(value))
    return [
      `a profile must be an object that has knobs as keys and their choices as values, not ${otherKind(value)}`,
    ]
  const faults: string[] = []
  const schema = profileSchema()
  walkShape(schema, value, { value: shown }, ({ rule, path, message }) => {
    const [knob] = path
    if (rule !== 'unknown-key' || path.length > 1)
      faults.push(`${path.join('.').replace(/\.(\d+)\b/g, '[$1]')} ${message}`)
    else faults.push(`knob "${knob}" is unknown${hint(knob, Object.keys(schema.properties))}`)
  })
  return faults
}
