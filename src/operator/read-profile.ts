import type { URL } from 'node:url'
import { printable } from '../contract/printable.ts'
import type { PartialProfile } from '../contract/profile.ts'
import { pathOf } from './file-url.ts'
import { parseJsonFile } from './json-text.ts'
import { noSuchSource, OperatorError } from './operator-error.ts'
import { profileFaults } from './profile-faults.ts'
import { type ProfileName, profiles } from './profiles.ts'
import { isMissing, readText } from './read-text.ts'

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
