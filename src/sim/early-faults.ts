import type { Profile } from '../contract/profile.ts'
import type { Sent } from './body.ts'
import { readDecision } from './decision.ts'
import { type Fault, refusal, refusalOf } from './refusal.ts'

/** Situations that concern values, not types: a parser does not report them. */
const FAULTS_OF_VALUES =
  /^(?:aprovar\.(?:missing|null)|mensagem\.(?:missing|null|empty-text|blank|short|short-blank|padded|long))$/

/** Returns whether a parser that checks types as it reads refuses a field: its type is wrong, or it is unknown. */
export function isRefusedByParser({ situation }: Fault): boolean {
  return !FAULTS_OF_VALUES.test(situation)
}

/**
 * Refuses what `body.early` of the profile reports in the step `json`, before the report is looked up: lists, and unknown
 * fields, wrong types or both, without all other faults.
 * @throws {Refusal} 400
 */
export function requireRead(read: Sent, profile: Profile): void {
  const { early = 'none' } = profile.dialect.bodies.body ?? {}
  if (early === 'none' || early === 'unknown-after-report') return
  const why = refusalOf(() => readDecision(read, profile))
  if (why === undefined) return
  if (why.faults.length === 0 && Array.isArray(read.value)) throw why
  const isEarly = {
    unknown: ({ unknown }: Fault) => unknown === true,
    types: (fault: Fault) => !fault.unknown && isRefusedByParser(fault),
    'types-and-unknown': isRefusedByParser,
  }[early]
  const faults = why.faults.filter(isEarly)
  if (faults.length > 0) throw refusal.invalid('payload', faults, profile, why.sent)
}

/**
 * Refuses unknown fields, and a body that is not an object, for services that do so between the steps `report` and `state`.
 * @throws {Refusal} 400
 */
export function requireKnown(read: Sent, profile: Profile): void {
  const why = refusalOf(() => readDecision(read, profile))
  if (why === undefined) return
  if (why.faults.length === 0 && read.value !== undefined) throw why
  const unknown = why.faults.filter((fault) => fault.unknown)
  if (unknown.length > 0) throw refusal.invalid('payload', unknown as [Fault], profile, why.sent)
}
