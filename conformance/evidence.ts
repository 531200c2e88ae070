import type { Pages } from './lists.ts'

/** How much was looked at. */
export function evidence({ pages, people, capped, announced }: Pages): string {
  const of = capped ? ` of ${announced} (--max-pages)` : ''
  return `${count(pages.length, 'page')}${of}, ${count(people.length, 'person')}`
}

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
