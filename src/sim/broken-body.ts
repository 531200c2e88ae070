import { jsonValue } from '../contract/json-value.ts'
import type { Profile } from '../contract/profile.ts'
import { jsonFault } from './causes/json-fault.ts'
import { readDecision } from './decision.ts'
import { isRefusedByParser } from './early-faults.ts'
import { type Refusal, refusal, refusalOf } from './refusal.ts'

/** A longer body is refused as malformed JSON, whatever its fields are. */
const LONGEST = 20_000
/** At most this many commas before the syntax error are tried as the end of the last whole field. */
const MOST_CUTS = 50

/**
 * Returns how a parser that checks types as it reads refuses a body that is not valid JSON: with the first field before the
 * syntax error that is unknown or has a wrong type; undefined if there is none.
 */
export function faultBeforeBreak(text: string, profile: Profile): Refusal | undefined {
  const fields = fieldsBeforeBreak(text)
  if (fields === undefined) return undefined
  const keys = Object.keys(fields)
  const faults = refusalOf(() => readDecision({ value: fields }, profile))?.faults ?? []
  const [first] = faults.filter(isRefusedByParser).sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))
  return first && refusal.invalid('payload', [first], profile, fields)
}

/** Returns the whole fields of an object before the place where it breaks. */
function fieldsBeforeBreak(text: string): object | undefined {
  const fault = text.length > LONGEST ? undefined : jsonFault(text)
  if (fault === undefined || !text.startsWith('{')) return undefined
  let end = fault.at
  for (let cut = 0; cut < MOST_CUTS && end > 0; cut++) {
    const value = jsonValue(`${text.slice(0, end)}}`)
    if (value !== undefined) return value as object
    end = text.lastIndexOf(',', end - 1)
  }
  return undefined
}
