import { withoutAccents } from '../../src/contract/without-accents.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import type { ListAnswer } from '../service/lists.ts'
import { personsByKind } from '../service/persons.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { HEADERS } from './listed.ts'

/** Other spellings of a text, which a service that folds texts takes for the same. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  'upper case': (text) => text.toUpperCase(),
  'no accents': withoutAccents,
}

/** What the text of a search does, however it is spelled and whatever signs it has. */
export const searchTexts: readonly Check[] = [
  {
    id: 'BUSCA-05',
    clause: ['2.2-busca'],
    level: 'required',
    risk: 'r',
    rests: [...HEADERS, 'BUSCA-02', 'BUSCA-04'],
    needs: ['one-person'],
    title: 'returns the same busca for a text, whatever other spelling of it was searched for before',
    async run(service) {
      const text = await searchedText(service)
      let compared = 0
      for (const [name, spell] of Object.entries(SPELLINGS)) {
        if (spell(text) === text) continue
        const [plain, spelled] = [await buscaOf(service, text), await buscaOf(service, spell(text))]
        if (!plain || !spelled) continue
        compared++
        // Either each search has the text of its own, or one of them has that of the other.
        if (plain.busca === '' || plain.busca !== spelled.busca) continue
        const proof = await firstSpellingStays(service, spell)
        if (!proof) continue
        throw new Violation(
          'busca as for the same search before any other',
          `the text that was searched for before, in another spelling (${name})`,
          [plain.answer.exchange, spelled.answer.exchange, ...proof.map(({ exchange }) => exchange)],
        )
      }
      if (compared === 0) throw new Undecided('thin-data', 'no name with another spelling is searched for')
      return `${compared} other spellings`
    },
  },
  {
    id: 'NOME-14',
    clause: ['4.1-nome'],
    level: 'conditional',
    risk: 'r',
    rests: [...HEADERS, 'NOME-01', 'NOME-08', 'NOME-09'],
    needs: ['one-person'],
    reading: 'signs-are-no-wildcards',
    title: 'finds nobody by a name in which % or _ stands for a letter',
    async run(service) {
      const { people } = await service.facts()
      const [person] = personsByKind(people).get('plain') ?? []
      if (!person || person.nome.length < 3)
        throw new Undecided('thin-data', 'no name has only letters and blanks')
      const finds = async (sign: string) => {
        const answer = await service.get({ nome: withSign(person.nome, sign) })
        return answer.list?.people.some(({ id }) => id === person.id) ? answer : undefined
      }
      if (await finds('.'))
        throw new Undecided('branch-not-taken', 'the service also finds names that are only like the text')
      for (const sign of ['%', '_']) {
        const found = await finds(sign)
        must(
          !found,
          `nobody by a name with ${sign} for its second letter`,
          'whose name it is',
          ...(found ? [found.exchange] : []),
        )
      }
      return '% and _'
    },
  },
]

/** Returns a name with a sign in the place of its second letter. */
export function withSign(nome: string, sign: string): string {
  return nome.replace(/(?<=^.)./, sign)
}

/** Returns the text of which other checks search for the other spellings, too. */
async function searchedText(service: Service): Promise<string> {
  const { people, accented } = await service.facts()
  const person = accented ?? people.find(({ nome }) => nome.includes(' ')) ?? people[0]
  return person?.nome ?? ''
}

async function buscaOf(
  service: Service,
  nome: string,
): Promise<{ busca: unknown; answer: ListAnswer } | undefined> {
  const answer = await service.get({ nome })
  return answer.list && { busca: answer.list.result.busca, answer }
}

/**
 * Returns the answers that show that a search keeps the spelling that came first: for two texts that nobody searched
 * for, of which one comes in the plain and the other in the other spelling first.
 */
async function firstSpellingStays(
  service: Service,
  spell: (text: string) => string,
): Promise<ListAnswer[] | undefined> {
  const answers: ListAnswer[] = []
  for (const isPlainFirst of [true, false]) {
    const text = `${service.gibberish(8)}ção`
    const [first, second] = isPlainFirst ? [text, spell(text)] : [spell(text), text]
    for (const nome of [first, second]) {
      const answer = await service.again({ nome })
      if (answer.list?.result.busca !== first) return undefined
      answers.push(answer)
    }
  }
  return answers
}
