import { checkProfile, completeProfile, readChoice } from '../../src/cli.ts'
import { OperatorError, type PartialProfile, type Profile, readProfile } from '../../src/index.ts'
import type { Values } from './flag.ts'
import type { profileFlags } from './flags.ts'
import { UsageError } from './usage-error.ts'

/** The profile that the flags select. */
export interface ChosenProfile {
  profile: Profile
  /** The sources of the choices; later ones win over earlier ones. */
  sources: readonly { name: string; choices: PartialProfile }[]
}

/**
 * @throws {UsageError} for an invalid --set
 * @throws {OperatorError} for a file that is not a valid profile
 */
export function chooseProfile({ profile, set = [] }: Values<typeof profileFlags>): ChosenProfile {
  const sources = [
    ...(profile === undefined ? [] : [{ name: profile, choices: readProfile(profile) }]),
    ...set.map(([knob, text]) => ({ name: '--set', choices: readSet(knob, text) })),
  ]
  return { profile: completeProfile(...sources.map(({ choices }) => choices)), sources }
}

function readSet(knob: string, text: string | undefined): PartialProfile {
  if (text === undefined)
    throw new UsageError(
      `--set needs a choice: --set ${knob}=… ("npx pessoas-sim profile --list" lists them).`,
    )
  if (knob === 'texts')
    throw new UsageError(
      '--set texts needs the name of a text: --set texts.unauthorized=… or --set texts.notFound=…',
    )
  try {
    return checkProfile(readChoice(knob, text), `--set ${knob}=${text}`)
  } catch (error) {
    if (error instanceof OperatorError) throw new UsageError(error.message)
    throw error
  }
}
