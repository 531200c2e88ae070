import { counted } from '../../src/contract/counted.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { foldName } from '../judging/order.ts'
import { PAGE } from '../service/discover.ts'
import type { ListAnswer, Pages, Person } from '../service/lists.ts'
import { personsAlike, personsByKind } from '../service/persons.ts'
import { lettersOfNobody, longSearch } from '../service/searches.ts'
import type { Attempt, Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { answerOf, waitForAll } from './judge-cells.ts'
import { ends, HEADERS, homonyms, ids, mustCount, nameWithHits, PAGES, partition, spread } from './listed.ts'
import { type Case, observations } from './observations.ts'
import { withSign } from './search-texts.ts'

export const nome: readonly Check[] = [
  {
    id: 'NOME-01',
    clause: ['4.1-nome', '1-1-select'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['one-person'],
    title: 'finds a person by the full name, anywhere in the list',
    async run(service) {
      const { named, lastPage } = await service.facts()
      const canBeAsked = new Set(named)
      const last = lastPage.filter((person) => canBeAsked.has(person)).slice(-1)
      const asked = [...spread(named), ...last]
      if (asked.length === 0)
        throw new Undecided('thin-data', 'no person has a name that can be searched for')
      for (const person of asked) await findsByName(service, person)
      return counted(asked.length, 'name')
    },
  },
  {
    id: 'NOME-02',
    clause: ['4.1-2', '4.1-nome'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['one-person'],
    title: 'finds only listed persons by name',
    async run(service) {
      const { complete } = await service.facts()
      if (!complete) throw new Undecided('page-limit', 'the list has more pages than --max-pages allows')
      const listed = new Set(ids(await service.everyone()))
      const hits: Pages[] = []
      for (const nome of await searches(service)) {
        const found = await service.pages({ nome })
        const foreign = found.people.filter(({ id }) => !listed.has(id)).length
        must(foreign === 0, 'only listed persons', `${foreign} that are not listed`, ...ends(found))
        hits.push(found)
      }
      return `${counted(hits.length, 'search', 'searches')}, ${counted(hits.flatMap(({ people }) => people).length, 'hit')}`
    },
  },
  {
    id: 'NOME-03',
    clause: ['2.2-total', '4.1-nome'],
    level: 'required',
    risk: 'r',
    steady: true,
    reading: 'total-counts-selection',
    rests: [...PAGES, 'PAG-19', 'NOME-06'],
    needs: ['one-person'],
    title: 'returns in total how many persons a name finds',
    async run(service) {
      const all = await service.pages()
      let asked = 0
      for (const nome of await searches(service)) {
        const found = await service.everyone({ nome })
        if (found.capped || found.total === undefined) continue
        const hits = new Set(ids(found)).size
        must(found.total === hits, `total ${hits}`, `total ${found.total}`, ...ends(found))
        const most = Math.max(all.total ?? 0, all.people.length)
        must(hits <= most, `at most ${most}`, hits, ...ends(found))
        asked++
      }
      if (asked === 0)
        throw new Undecided(
          'blocked',
          'no search has a total and a list that was read to its end: see PAG-02 and --max-pages',
        )
      return `${asked} searches`
    },
  },
  {
    id: 'NOME-04',
    clause: ['4.1-nome', '2.2-total'],
    level: 'conditional',
    risk: 'r',
    title: 'finds nobody by letters that no name contains',
    async run(service) {
      const { list, status, exchange } = await service.get({ nome: await lettersOfNobody(service) })
      if (!list) return `returned ${status}`
      must(list.people.length === 0, 'nobody', counted(list.people.length, 'person'), exchange)
      mustCount(list, 0)
      return 'nobody'
    },
  },
  {
    id: 'NOME-05',
    clause: ['4.1-nome', '4.1-query'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['accented-name'],
    title: 'decodes a name as percent-encoded UTF-8',
    async run(service) {
      const { accented } = await service.facts()
      await findsByName(service, accented as Person)
      return '1 name with an accent'
    },
  },
  {
    id: 'NOME-06',
    clause: ['4.1-3', '4.1-page', '4.1-nome', '2.2-total'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    reading: 'pages-partition',
    needs: ['two-pages'],
    title: 'neither repeats nor loses a person between the pages of a search',
    async run(service) {
      const nome = await nameWithHits(service, PAGE + 1)
      return partition(service, { nome })
    },
  },
  {
    id: 'NOME-07',
    clause: ['4.1-open-match', '4.1-nome'],
    level: 'open',
    risk: 'r',
    needs: ['one-person'],
    title: 'chooses how to match names',
    async run(service) {
      const { people, accented } = await service.facts()
      const person = accented ?? people.find(({ nome }) => nome.includes(' ')) ?? (people[0] as Person)
      const { nome } = person
      const texts: Record<string, string> = {
        'the first three letters of a name': nome.slice(0, 3),
        'letters inside a name': nome.slice(2, 6),
        'the last word of a name': nome.split(' ').at(-1) ?? '',
        'a name in upper case': nome.toUpperCase(),
        'a name without its accents': withoutAccents(nome),
        'nome=%': '%',
        'nome=_': '_',
        'a single quote': "'",
        'an empty nome': '',
      }
      const tell = ({ list, status }: Attempt) => {
        if (!list) return status
        if (list.people.some(({ id }) => id === person.id)) return 'finds the person'
        // A person who is missing from a full page may be on the next one.
        return list.people.length >= PAGE
          ? 'finds others; the person is not on page 1'
          : 'does not find the person'
      }
      return observations(
        Object.entries(texts)
          // A form that equals the name is the plain search, not a variant of it.
          .filter(([form, text]) => text !== nome && (text !== '' || form === 'an empty nome'))
          .map(([form, nome]): Case => [form, () => service.tryOut({ nome }), tell]),
      )
    },
  },
  {
    id: 'NOME-08',
    clause: ['4.1-nome', '1-1-select'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: [...HEADERS, 'NOME-01'],
    needs: ['one-person'],
    title: 'finds a person by the full name, whatever characters and words it has',
    async run(service) {
      const { people } = await service.facts()
      const kinds = personsByKind(people)
      const asked = new Set([...kinds.values()].flat())
      for (const person of asked) {
        if ((await isTooShort(service, person)) || (await isTooLong(service, person))) asked.delete(person)
        else await findsByName(service, person)
      }
      return `${counted(asked.size, 'name')} of ${counted(kinds.size, 'kind')}: ${[...kinds.keys()].join(', ')}`
    },
  },
  {
    id: 'NOME-13',
    clause: ['4.1-open-match', '4.1-nome'],
    level: 'open',
    risk: 'r',
    steady: true,
    needs: ['one-person'],
    title: 'chooses whether a search by nome has a least length',
    async run(service) {
      const { people } = await service.facts()
      const persons = new Set([...personsByKind(people).values()].flat())
      const short = [...persons].filter(({ nome }) => [...nome].length <= SHORT)
      if (short.length === 0) return [['a full name of at most three letters', 'nobody has one']]
      for (const person of short) {
        if (!(await isTooShort(service, person))) continue
        const { exchange, status } = await service.get({ nome: person.nome })
        const length = counted([...person.nome].length, 'letter')
        throw new Violation(
          `200 for a listed name of ${length}`,
          `${status}, as for every text of ${length}`,
          [exchange],
          'names-of-any-length',
        )
      }
      return [['a full name of at most three letters', 'is searched for']]
    },
  },
  {
    id: 'NOME-09',
    clause: ['4.1-nome'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: [...HEADERS, 'NOME-01', 'NOME-08', 'ITEM-01'],
    needs: ['one-person'],
    title:
      'finds only names that contain the whole search text, for every kind of name if it does so for plain ones',
    async run(service) {
      const { people } = await service.facts()
      const kinds = personsByKind(people)
      for (const { nome } of kinds.get('plain') ?? []) {
        const { list } = await service.get({ nome })
        if (list?.people.some((hit) => !containsWords(hit.nome, nome))) {
          throw new Undecided(
            'branch-not-taken',
            'the service also finds names without some words of the search',
          )
        }
      }
      // A search text that is cut also finds names that begin alike.
      const names = [...kinds.values(), personsAlike(people)].flat().map(({ nome }) => nome)
      const [plain = ''] = kinds.get('plain')?.map(({ nome }) => nome) ?? []
      const { texts, isAlike } = await textsOfNobody(service)
      // Whoever finds a name with another letter finds it with a sign in its place, too.
      const signs = ['_', '%', ...(isAlike ? [] : ['.'])].map((sign) => withSign(plain, sign))
      // A query that is decoded before it is split has another parameter here.
      const patterns = [...signs, `${plain}&page=1`]
      const asked = new Set([
        ...names,
        ...PARTICLES,
        ...(plain.length > 2 ? patterns : []),
        ...texts,
        ...otherFields(people),
      ])
      for (const nome of asked) {
        const { list, exchange } = await service.get({ nome })
        // Whether signs stand for letters, as in SQL, is not said; the probe learns it.
        const isMatch = (hit: string) => containsWords(hit, nome) || matchesWildcards(hit, nome)
        const others = list?.people.filter((hit) => !isMatch(hit.nome)).length ?? 0
        must(
          others === 0,
          'only names with every word of the search',
          `${counted(others, 'name')} without`,
          exchange,
        )
      }
      return counted(asked.size, 'search text')
    },
  },
  {
    id: 'NOME-10',
    clause: ['4.1-nome', '4.1-query'],
    level: 'required',
    risk: 'r',
    rests: [...HEADERS, 'NOME-01'],
    title: 'returns no 5xx for a search by any text',
    async run(service) {
      const texts = [...SIGNS, await longText(service)]
      await waitForAll(texts.map((nome) => service.get({ nome })))
      // What a group breaks or is refused for is asked in parts, because one sign may hide the others.
      await waitForAll(
        TOGETHER.map(async (signs) => {
          const nome = signs.join(' ')
          const answer = await answerOf(async () => (await service.get({ nome })).exchange)
          if (answer.response.status === 200) return
          await waitForAll(signs.map((sign) => service.get({ nome: sign })))
          await service.get({ nome })
        }),
      )
      const all = [...SIGNS, ...TOGETHER.flat()]
      return `${counted(all.length, 'text')}: ${all.join(' ')}`
    },
  },
  {
    id: 'NOME-12',
    clause: ['4.1-nome', '4.1-2'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: [...PAGES, 'NOME-03', 'NOME-06', 'PAG-19'],
    needs: ['two-names'],
    title: 'finds everybody with a name if it finds one of them',
    async run(service) {
      const { complete } = await service.facts()
      if (!complete) throw new Undecided('page-limit', 'the list has more pages than --max-pages allows')
      const everybody = (await service.everyone()).people
      const shared = spread(await homonyms(service)).map(({ nome }) => nome)
      let others = 0
      for (const nome of new Set([...shared, ...(await searches(service))])) {
        const found = await service.everyone({ nome })
        if (found.capped) continue
        const hits = new Set(ids(found))
        const names = new Set(found.people.map((person) => person.nome))
        const alike = everybody.filter((person) => names.has(person.nome))
        const missing = alike.filter(({ id }) => !hits.has(id)).length
        must(
          missing === 0,
          'everybody with the names that it finds',
          `${counted(missing, 'person')} missing`,
          ...ends(found),
        )
        others += alike.length - names.size
      }
      if (others === 0) throw new Undecided('thin-data', 'no two of the persons found have one name')
      return `${counted(others, 'namesake')}`
    },
  },
]

/** Words of names that some services drop from a search, which then finds everybody. */
const PARTICLES = ['de', 'da', 'do', 'das', 'dos', 'e']

/** Texts that mean something in SQL, in regular expressions, in JSON or in HTML; each is a question like any other. */
const SIGNS = ["'", '"', "d'Ávila", '%', '_', '(']
/** Signs that mean as much beside others, which one search asks for. */
const TOGETHER = [
  [')', '*', '\\', '[z-a]'],
  ['+', ';', '--', '&', '#', '<b>'],
  ['?', '^', '$', '|', '{', '👍', 'ß', '\u0301'],
]

/** The most letters of a name that a service may find too few for a search. */
const SHORT = 3
/** A search box may have a limit from about this many characters on. */
const BOX = 50

/** More letters than a column of names holds. */
const LONG = 300

/** Returns a long text that begins with a name, so that whoever cuts it finds the person. */
async function longText(service: Service): Promise<string> {
  const person = await longestPlain(service)
  const name = person?.nome ?? ''
  return service.once('long text', async () => name + service.gibberish(Math.max(12, LONG - name.length)))
}

/** Returns the person with the longest name of plain letters and blanks, of whose letters most are compared. */
async function longestPlain(service: Service): Promise<Person | undefined> {
  const { named } = await service.facts()
  const plain = named.filter(({ nome }) => /^[a-z ]{5,60}$/i.test(nome))
  return plain.reduce<Person | undefined>(
    (longest, one) => (one.nome.length > (longest?.nome.length ?? 0) ? one : longest),
    undefined,
  )
}

/**
 * Returns texts that are like a name and that no name contains: with letters behind it, and with another one at its end.
 * If the service finds a name also with another letter at its beginning or within, it searches for what is alike, and only
 * a text that is much longer than the name is left.
 */
function textsOfNobody(service: Service): Promise<{ texts: string[]; isAlike: boolean }> {
  return service.whileSteady('texts of nobody', async () => {
    const person = await longestPlain(service)
    if (!person) return { texts: [], isAlike: false }
    const { nome } = person
    const changedAt = (at: number) => {
      const letter = [...service.gibberish(24)].find((one) => one !== nome[at]?.toLowerCase())
      return `${nome.slice(0, at)}${letter}${nome.slice(at + 1)}`
    }
    const finds = async (text: string) =>
      (await service.get({ nome: text })).list?.people.some(({ id }) => id === person.id)
    const long = await longText(service)
    const middle = [...nome].findIndex((letter, at) => at >= nome.length / 2 && letter !== ' ')
    if ((await finds(changedAt(1))) || (await finds(changedAt(middle))))
      return { texts: [long], isAlike: true }
    const texts = [long, `${nome}${service.gibberish(3)}`, changedAt(nome.length - 1)]
    return { texts, isAlike: false }
  })
}

/** Returns what other fields of a person hold, whole and in part. */
function otherFields(people: readonly Person[]): string[] {
  const person = people.findLast(({ id, nome }) => id.length > 5 && !/\d/.test(nome))
  return person ? [person.id, person.id.slice(0, 5), person.stamp.slice(0, 'YYYY-MM-DD'.length)] : []
}

/** Returns whether a name contains a text in which `%` stands for any letters and `_` for any letter, as in SQL. */
function matchesWildcards(nome: string, text: string): boolean {
  if (!/[%_]/.test(text)) return false
  const [name = '', pattern = ''] = [nome, text].map((one) => withoutAccents(one).toLowerCase())
  let from = 0
  for (const part of pattern.split('%')) {
    const fits = (at: number) => [...part].every((sign, i) => sign === '_' || sign === name[at + i])
    while (from + part.length <= name.length && !fits(from)) from++
    from += part.length
    if (from > name.length) return false
  }
  return true
}

/** Returns whether a name has every word of a text, in any order and spelling. */
function containsWords(nome: string, text: string): boolean {
  const words = foldName(nome)
  return text.split(/\s+/).every((word) => words.includes(foldName(word)))
}

/** Returns whether a service refuses a short name, every text of its length and no longer one. */
async function isTooShort(service: Service, { nome }: Person): Promise<boolean> {
  const length = [...nome].length
  if (length > SHORT || isRefused(await service.get({ nome })) === false) return false
  const alike = await Promise.all(
    [service.gibberish(length), 'ana'.slice(0, length)].map((nome) => service.get({ nome })),
  )
  return alike.every(isRefused) && !isRefused(await service.get({ nome: service.gibberish(12) }))
}

/** Returns whether a service refuses a long name, and every text of its length: search boxes have a limit. */
async function isTooLong(service: Service, { nome }: Person): Promise<boolean> {
  const length = [...nome].length
  if (length < BOX || !isRefused(await service.get({ nome }))) return false
  return (
    isRefused(await service.get({ nome: service.gibberish(length) })) &&
    !isRefused(await service.get({ nome: service.gibberish(12) }))
  )
}

function isRefused({ status }: ListAnswer): boolean {
  return status === 400 || status === 422
}

async function findsByName(service: Service, person: Person): Promise<void> {
  const { status, exchange } = await service.get({ nome: person.nome })
  must(status === 200, '200', status, exchange)
  const found = await service.pages({ nome: person.nome })
  if (found.capped) return
  must(
    ids(found).includes(person.id),
    `${service.redactor.nome(person.nome)} among the persons found`,
    `${counted(found.people.length, 'person')} found, without that one`,
    exchange,
  )
}

/** Returns texts to search for: full names, and a part of many names. */
async function searches(service: Service): Promise<string[]> {
  const { named, commonWords } = await service.facts()
  const names = spread(named).map(({ nome }) => nome)
  const part = (await longSearch(service)) ?? commonWords[0]
  return [...new Set([...names, ...(part === undefined ? [] : [part])])]
}
