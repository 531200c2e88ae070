import type { Profile } from '../../src/contract/profile.ts'
import type { ItemFacts } from './item-facts.ts'
import type { Oracle } from './profile-fitter.ts'
import type { Answer } from './target-data.ts'

export interface LearningOptions {
  /** What the experiments have found, completed. */
  profile: Profile
  /** Names of knobs whose experiments found no choice: one that explains the answers is taken. */
  open: ReadonlySet<string>
  /** Names of the strata that the run may ask. */
  strata: readonly string[]
  oracle: Oracle
  /** The answers to an approval and to a rejection, where the run has made them. */
  decisions?: ReadonlyMap<'approved' | 'rejected', Answer> | undefined
  /** What items say of reports. */
  facts?: ItemFacts | undefined
  /** Where the target is, if its links may be told. */
  baseUrl?: string | undefined
  /** Whether a profile may keep a text of the target: no person, no token, no report number. */
  isHarmless(text: string): boolean
}
