import { counted } from '../../src/contract/counted.ts'
import { Undecided, unlessUndecided, Violation } from '../judging/judgement.ts'
import type { Pages } from './lists.ts'
import type { Service } from './service.ts'

/** Returns how many pages and persons were read. */
export function pagesRead({ pages, people, capped, announced }: Pages): string {
  const of = capped ? ` of ${announced} (--max-pages)` : ''
  return `${counted(pages.length, 'page')}${of}, ${counted(people.length, 'person')}`
}

/** Judges every list of the run by the rule of a check. */
export async function wellFormed(service: Service, rule: string): Promise<string> {
  await unlessUndecided(service.pages())
  const { faults, lists, persons } = service.format
  const fault = faults.get(rule)
  if (fault) throw new Violation(fault.expected, fault.actual, [fault.exchange])
  if (lists === 0) throw new Undecided('blocked', 'no request returned a list')
  return `${counted(lists, 'list')}, ${counted(persons, 'person')}`
}
