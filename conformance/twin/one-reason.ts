import { groupBy } from '../../src/contract/group-by.ts'
import type { Evidence } from './evidence.ts'
import type { Refused } from './refusals/refused.ts'
import { hasTwoReasons } from './step-of.ts'

/**
 * Leaves out what may be about another reason than its situation: requests with two reasons, where the situation was
 * also asked about alone, and answers with another status than those to the questions that have its name.
 */
export function ofOneReason<T extends Refused & Evidence>(refused: readonly T[]): T[] {
  const nameOf = ({ situations: [first] }: T) => first?.name ?? ''
  const groups = groupBy(refused, nameOf)
  return refused.filter((one) => {
    const group = groups.get(nameOf(one)) ?? []
    if (hasTwoReasons(one) && group.some((other) => !hasTwoReasons(other))) return false
    const named = group.filter(({ asked: { stratum } }) => isNamed(stratum, nameOf(one)))
    return named.length === 0 || named.some(({ answer }) => answer.status === one.answer.status)
  })
}

/** Returns whether a stratum is named after a situation. */
export function isNamed(stratum: string, situation: string): boolean {
  return stratum === situation || stratum.startsWith(`${situation}.`)
}
