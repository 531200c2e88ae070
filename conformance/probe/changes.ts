import { knobNames } from '../../src/contract/knobs.ts'
import { isSameChoice, type PartialProfile } from '../../src/contract/profile.ts'
import type { Seen } from '../../src/contract/seen.ts'
import { objectOf } from '../model/lists.ts'
import type { UnseenReason } from './experiment.ts'
import type { ChangedChoice, ProbeReport } from './report.ts'

/** The reasons for which a service behaves like none of the choices. */
const OTHER_WAYS: readonly UnseenReason[] = ['no-such-choice', 'breaks', 'contradictory']

/** Returns the knobs that both the profile and the probe know and in which they differ, and how what was seen differs if the profile has it. */
export function changesSince(
  saved: PartialProfile,
  { profile, findings }: Pick<ProbeReport, 'profile' | 'findings'>,
): ChangedChoice[] {
  const ofSeen =
    saved.seen === undefined || profile.version !== 3 ? [] : changesOfSeen(saved.seen, profile.seen)
  const ofKnobs = knobNames.flatMap((knob): ChangedChoice[] => {
    const finding = findings.find((one) => one.knob === knob)
    const known = saved[knob]
    // Behaviour that was a choice and now is none of them has changed, too.
    if (known !== undefined && finding?.reason && OTHER_WAYS.includes(finding.reason)) {
      return [{ knob, was: known, is: null, evidence: finding.evidence }]
    }
    const [was, is] = inCommon(saved[knob], profile[knob])
    if (was === undefined || is === undefined || isSameChoice(was, is)) return []
    return [{ knob, was, is }]
  })
  return [...ofKnobs, ...ofSeen]
}

export function changesOfSeen(was: Seen = {}, is: Seen = {}): ChangedChoice[] {
  const [one, other] = [entriesOf(was), entriesOf(is)]
  const names = [...new Set([...one.keys(), ...other.keys()])]
  return names.flatMap((name) => {
    const [a, b] = [one.get(name) ?? null, other.get(name) ?? null]
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ knob: `seen.${name}` as const, was: a, is: b }]
  })
}

function entriesOf({ faults = {}, ...seen }: Seen): Map<string, unknown> {
  const told = Object.entries(faults).map(([name, rule]): [string, unknown] => [`faults.${name}`, rule])
  return new Map([...told, ...Object.entries(seen)])
}

/** Reduces two `texts` to the names that both have; returns other values as they are. */
function inCommon<T>(a: T, b: T): [T, T] {
  const [one, other] = [objectOf(a), objectOf(b)]
  if (!one || !other) return [a, b]
  const names = Object.keys(one).filter((name) => name in other)
  const only = (texts: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, texts[name]])) as T
  return [only(one), only(other)]
}
