import { foldName } from '../model/order.ts'
import { PAGE, type World } from '../model/world.ts'

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
