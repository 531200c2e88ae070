import type { Profile } from '../../src/contract/profile.ts'
import type { Joining } from '../../src/contract/wording.ts'
import { objectOf } from '../service/lists.ts'
import { SIMPLER, startsOf, stepsOf } from './joining-rules.ts'
import { withDialect } from './options.ts'
import type { Oracle } from './profile-fitter.ts'
import { entriesOf, readFirstOf, type Source } from './read-first.ts'
import { messageOf } from './refusals/refused.ts'
import type { SeveralFaults } from './several-keys.ts'

interface Judging {
  oracle: Pick<Oracle, 'twin'>
  /** Whether a profile may keep a text. */
  isHarmless: (text: string) => boolean
}

/** Finds the rule by which a target joins several faults of one source: the one with which the twin reproduces most answers exactly. */
export async function fitJoining(
  profile: Profile,
  source: Source,
  several: readonly SeveralFaults[],
  { oracle: { twin }, isHarmless }: Judging,
): Promise<Profile> {
  /** The answers, with the number of options that did not reproduce each: those with many show soonest that an option is no better. */
  const told = several.map((one) => ({ ...one, text: JSON.stringify(one.answer.json), misses: 0 }))
  /**
   * Scores an option: 1 for each answer that it reproduces exactly, a part of 1 for one with the same message. Stops early,
   * with an upper bound, once the score cannot exceed `needed`.
   */
  const explained = async (option: Profile, needed: number): Promise<number> => {
    let most = several.length
    for (const one of told.toSorted((a, b) => b.misses - a.misses)) {
      const { asked, answer, text } = one
      const { json } = await twin(option, asked)
      if (JSON.stringify(json) === text) continue
      one.misses++
      most--
      // Other rules may decide the rest of a body, so the message counts for a part, and so does each other field.
      if (messageOf(answer) !== '' && messageOf({ json }) === messageOf(answer))
        most += MESSAGE_WEIGHT + FIELDS_WEIGHT * shareOfFields(json, answer.json)
      if (!isMore(most, needed)) break
    }
    return most
  }
  const sets = readFirstOf(source, profile)
  /** The upper bound of the score of each rule, less the cost of its size. */
  const known = new Map<string, number>()
  const best = async (rules: Iterable<Joining>, than?: Ranked): Promise<Ranked | undefined> => {
    let found = than
    for (const rule of rules) {
      const text = JSON.stringify(rule)
      const needed = found?.count ?? Number.NEGATIVE_INFINITY
      if (!isMore(known.get(text) ?? Number.POSITIVE_INFINITY, needed)) continue
      // Texts before and after messages may identify the service.
      if (!isHarmless(text)) continue
      const option = withJoining(profile, source, rule)
      const cost = ALONE * entriesOf(rule, sets)
      const count = (await explained(option, needed + cost)) - cost
      known.set(text, count)
      if (isMore(count, needed)) found = { rule, option, count }
    }
    return found
  }
  const steps = stepsOf(several, profile)
  const own = profile.dialect.refusals.joining?.[source] ?? {}
  let winner = await best([{}])
  // A rule with `alone` hides how the other faults are joined, so the search is completed from each start.
  for (const start of startsOf(own, source, several, profile, sets)) {
    let found = await best(start)
    for (let before = -1; found && isMore(found.count, before) && found.count < several.length; ) {
      before = found.count
      for (const step of steps) found = (await best(step(found.rule), found)) ?? found
    }
    if (found && isMore(found.count, winner?.count ?? -1)) winner = found
  }
  for (const step of SIMPLER) {
    if (winner === undefined) break
    const simpler = await best(step(winner.rule))
    // A search from another start may have picked up entries that explain nothing.
    if (simpler && !isMore(winner.count, simpler.count)) winner = simpler
  }
  return winner?.option ?? profile
}

/** The score of an answer of which only the message is reproduced, and the most that its other fields can add. */
const MESSAGE_WEIGHT = 0.5
const FIELDS_WEIGHT = 0.4

/** What an entry of `alone` must explain, in answers, so that no rule is made of single odd ones. */
const ALONE = 0.34

/** Returns whether one sum of parts is more than another, and not only rounded otherwise. */
function isMore(one: number, other: number): boolean {
  return one - other > 1e-9
}

/** Returns which share of the fields of an answer a twin says. */
function shareOfFields(twin: unknown, target: unknown): number {
  const own = objectOf(twin) ?? {}
  const fields = Object.entries(objectOf(target) ?? {})
  const alike = fields.filter(([name, value]) => JSON.stringify(own[name]) === JSON.stringify(value))
  return alike.length / Math.max(1, fields.length)
}

interface Ranked {
  rule: Joining
  option: Profile
  /** Its score, less the cost of its size. */
  count: number
}

function withJoining(profile: Profile, source: Source, rule: Joining | undefined): Profile {
  const { joining, ...refusals } = profile.dialect.refusals
  const { [source]: _, ...others } = joining ?? {}
  const rules = { ...others, ...(rule && Object.keys(rule).length > 0 && { [source]: rule }) }
  return withDialect(profile, {
    refusals: { ...refusals, ...(Object.keys(rules).length > 0 && { joining: rules }) },
  })
}
