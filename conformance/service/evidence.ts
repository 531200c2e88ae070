import { Undecided, Violation } from '../judging/judgement.ts'
import type { FormatRule } from './format.ts'
import type { Pages } from './lists.ts'
import type { Service } from './service.ts'

/** How much was looked at. */
export function evidence({ pages, people, capped, announced }: Pages): string {
  const of = capped ? ` of ${announced} (--max-pages)` : ''
  return `${count(pages.length, 'page')}${of}, ${count(people.length, 'person')}`
}

export function count(n: number, noun: string, many = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : many}`
}

/** Judges a rule over every list that came in the run. */
export async function wellFormed(service: Service, rule: FormatRule): Promise<string> {
  await service.pages().catch((error: unknown) => {
    if (!(error instanceof Undecided)) throw error
  })
  const { faults, lists, persons } = service.format
  const fault = faults.get(rule)
  if (fault) throw new Violation(fault.expected, fault.actual, [fault.exchange])
  if (lists === 0) throw new Undecided('blocked', 'no list came')
  return `${count(lists, 'list')}, ${count(persons, 'person')}`
}
