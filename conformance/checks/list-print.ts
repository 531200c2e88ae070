import type { Credentials, Exchange } from '../client/exchange.ts'
import { Undecided } from '../judging/judgement.ts'
import { firstAndLast } from '../service/pages.ts'
import type { Service } from '../service/service.ts'

export interface Print {
  lines: string
  exchanges: Exchange[]
  /** Who is on which page with which time, by that text; and the total. */
  entries: ReadonlyMap<string, string>
}

/** Returns the persons of the first and the last page. */
export async function printOf(service: Service, how: { authorization: Credentials }): Promise<Print> {
  const answers = await firstAndLast((query) => service.again(query, how))
  const entries = new Map([[`total ${answers[0]?.list?.total}`, 'total']])
  for (const [page, { list }] of answers.entries())
    for (const { id, stamp } of list?.people ?? []) entries.set(`${page} ${stamp} ${id}`, id)
  return {
    lines: JSON.stringify([...entries.keys()].sort()),
    exchanges: answers.map(({ exchange }) => exchange),
    entries,
  }
}

/** Returns who is in one print with another time or on another page than in the other one, or only in one. */
export function changesOf(before: Print, after: Print): string[] {
  const apart = [before, after].flatMap(({ entries }, i) => {
    const others = (i === 0 ? after : before).entries
    return [...entries].flatMap(([entry, id]) => (others.has(entry) ? [] : [id]))
  })
  return [...new Set(apart)]
}

/** @throws {Undecided} if a list changed although nothing was decided */
export function mustRest(before: Print, after: Print): void {
  if (changesOf(before, after).length > 0)
    throw new Undecided('data-drift', 'the list changes without a decision')
}
