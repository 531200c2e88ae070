import { foldName } from '../judging/order.ts'
import { PAGE } from './discover.ts'
import { absentCpf } from './persons.ts'
import type { Service } from './service.ts'

/** The searches of which the first one that finds four pages is asked in every order and place. */
const LETTERS = ['a', 'e', 'i', 'o', 's', 'da']

/** Returns a CPF that nobody in the list has, the same as long as the list is. */
export function cpfOfNobody(service: Service): Promise<string> {
  return service.whileSteady('cpf of nobody', async () => absentCpf((await service.facts()).people))
}

/** Returns letters that no name contains, the same for the whole run. */
export function lettersOfNobody(service: Service): Promise<string> {
  return service.once('letters of nobody', async () => service.gibberish(32))
}

/**
 * Returns a part of names that finds four pages of persons, so that a list that forgets the search has many others: of
 * those that seem to find so many the one for the fewest. If none does, the part that finds the most.
 */
export function longSearch(service: Service): Promise<string | undefined> {
  return service.whileSteady('long search', async () => {
    const { size, named, commonWords } = await service.facts()
    const names = named.map(({ nome }) => foldName(nome))
    const hits = (text: string) => names.filter((name) => name.includes(foldName(text))).length
    const texts = [...commonWords.slice(0, 2), ...LETTERS].map((text) => ({ text, hits: hits(text) }))
    const [enough, few] = [texts.filter(isLong), texts.filter((one) => !isLong(one))]
    let most: { text: string; total: number } | undefined
    for (const { text } of [
      ...enough.sort((a, b) => a.hits - b.hits),
      ...few.sort((a, b) => b.hits - a.hits),
    ]) {
      const total = (await service.get({ nome: text })).list?.total ?? 0
      if (total <= 1 || total >= size) continue
      if (total > 3 * PAGE) return text
      if (total > (most?.total ?? 0)) most = { text, total }
    }
    return most?.text

    function isLong({ hits }: { hits: number }): boolean {
      return hits > 3 * PAGE && hits < named.length
    }
  })
}
