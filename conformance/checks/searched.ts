import { foldName } from '../model/order.ts'
import { PAGE, type World } from '../model/world.ts'

/** Parts of many Brazilian names. */
const LETTERS = ['a', 'e', 'i', 'o', 's', 'da']

/**
 * Returns a part of names that finds more than three pages of persons but not all, so that a list that forgets the search
 * has others; if none does, the one that finds the most.
 */
export async function searchOfMany(world: World): Promise<string | undefined> {
  const names = world.named.map(({ nome }) => foldName(nome))
  const hits = (text: string) => names.filter((name) => name.includes(foldName(text))).length
  const counts = new Map<string, number>()
  for (const { nome } of world.named) for (const word of new Set(nome.split(/\s+/))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const words = [...counts].filter(([word, times]) => word.length > 3 && times > 1).sort((a, b) => b[1] - a[1])
  const texts = [...words.slice(0, 2).map(([word]) => word), ...LETTERS].map((text) => ({ text, hits: hits(text) }))
  const isLong = ({ hits }: { hits: number }) => hits > 3 * PAGE && hits < names.length
  let most: { text: string; total: number } | undefined
  const inOrder = [
    ...texts.filter(isLong).sort((a, b) => a.hits - b.hits),
    ...texts.filter((one) => !isLong(one)).sort((a, b) => b.hits - a.hits),
  ]
  for (const { text } of inOrder) {
    const total = (await world.service.get({ nome: text }, { authorization: world.who })).list?.total ?? 0
    if (total <= 1 || total >= world.size) continue
    if (total > 3 * PAGE) return text
    if (total > (most?.total ?? 0)) most = { text, total }
  }
  return most?.text
}
