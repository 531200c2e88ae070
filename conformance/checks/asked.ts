import type { Credentials } from '../client/exchange.ts'
import { judgeList, type ListAspect } from '../model/list-faults.ts'
import type { ListAnswer } from '../model/lists.ts'
import { foldName } from '../model/order.ts'
import type { Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { PAGE, type World } from '../model/world.ts'
import type { Judged } from './table.ts'

/** A list of one organization: what is asked for, and who asks. */
export interface Asked {
  filter?: Query | undefined
  sort?: string | undefined
  rows?: number | undefined
  page?: number | undefined
  who?: Credentials | undefined
}

/** Returns the query of a list, which leaves out what is the default. */
export function queryOf({ filter, sort, rows = PAGE, page = 1 }: Asked): Query {
  return { ...filter, ...(sort !== undefined && { sort }), ...(rows !== PAGE && { rows }), ...(page !== 1 && { page }) }
}

/** Asks for a list, and judges the answer by what the list of the organization implies. */
export async function judgeAsked(
  service: Service,
  asked: Asked,
  asking: Promise<ListAnswer> = service.get(queryOf(asked), { authorization: asked.who }),
): Promise<Omit<Judged<ListAspect>, 'cell'>> {
  const answer = await asking
  const { filter = {}, sort, rows, page, who } = asked
  const want = await (await service.world(who)).expected(filter, sort, rows, page)
  return { ...judgeList(want, answer), exchanges: [answer.exchange] }
}

/** Parts of many Brazilian names. */
const LETTERS = ['a', 'e', 'i', 'o', 's', 'da']
/** So many persons fill more than three pages. */
const MANY = 3 * PAGE

/**
 * Returns a part of names that finds more than three pages of persons but not all, so that a list that forgets the search
 * has others; if none does, the one that finds the most.
 */
export async function searchOfMany({ named, service, size, who }: World): Promise<string | undefined> {
  const names = named.map(({ nome }) => foldName(nome))
  const times = new Map<string, number>()
  for (const { nome } of named) for (const word of new Set(nome.split(/\s+/))) times.set(word, (times.get(word) ?? 0) + 1)
  const words = [...times].filter(([word]) => word.length > 3).sort((a, b) => b[1] - a[1])
  const often = words.slice(0, 2).map(([word]) => word)
  const texts = [...often, ...LETTERS].map((text) => ({ text, hits: names.filter((name) => name.includes(foldName(text))).length }))
  // Of those that find enough, the one that finds the fewest.
  const fitness = ({ hits }: { hits: number }) => (hits > MANY && hits < names.length ? 2 * names.length - hits : hits)
  let most: { text: string; total: number } | undefined
  for (const { text, hits } of texts.sort((a, b) => fitness(b) - fitness(a))) {
    const total = (await service.get({ nome: text }, { authorization: who })).list?.total ?? 0
    if (total <= 1 || total >= size) continue
    // A service that finds whole words only may not find letters.
    if (total > Math.min(MANY, hits / 2)) return text
    if (total > (most?.total ?? 0)) most = { text, total }
  }
  return most?.text
}
