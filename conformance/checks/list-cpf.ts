import { counted } from '../../src/contract/counted.ts'
import { maskedCpf } from '../../src/contract/cpf.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import type { List, Person, Query } from '../service/lists.ts'
import { cpfOfNobody } from '../service/searches.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { HEADERS, homonyms, instant, isWhole, mustCount, namedPerson, spread } from './listed.ts'
import { type Case, observations } from './observations.ts'

export const cpf: readonly Check[] = [
  {
    id: 'CPF-01',
    clause: ['4.1-cpf', '1-1-select'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['one-person'],
    title: 'finds exactly one person by CPF',
    async run(service) {
      const { people } = await service.facts()
      const asked = spread(people)
      for (const person of asked) await findsByCpf(service, person)
      return counted(asked.length, 'CPF')
    },
  },
  {
    id: 'CPF-02',
    clause: ['2.2-total', '4.1-cpf'],
    level: 'required',
    risk: 'r',
    reading: 'total-counts-selection',
    needs: ['one-person'],
    title: 'returns total 1 for a CPF',
    async run(service) {
      const [person] = (await service.facts()).people as [Person]
      const { list, exchange } = await service.get({ cpf: person.id })
      if (list?.people.length !== 1)
        throw new Undecided('blocked', 'cpf does not find one person: see CPF-01')
      if (list.total === undefined) throw new Undecided('blocked', 'total contains no number: see PAG-02')
      must(list.total === 1, 'total "1"', `total ${list.total}`, exchange)
      return 'total 1'
    },
  },
  {
    id: 'CPF-03',
    clause: ['4.1-cpf', '2.1-nome', '2.1-atualizado_em'],
    level: 'required',
    risk: 'r',
    steady: true,
    needs: ['one-person'],
    title: 'returns a person found by CPF with the same fields as in the list',
    async run(service) {
      const asked = spread((await service.facts()).people)
      let compared = 0
      for (const person of asked) {
        const { list } = await service.get({ cpf: person.id })
        const found = list?.people.find(({ id }) => id === person.id)
        if (!list || !found) continue
        must(found.nome === person.nome, 'the same nome as in the list', 'another one', list.exchange)
        must(
          instant(found) === instant(person),
          'the same atualizado_em as in the list',
          found.stamp,
          list.exchange,
        )
        compared++
      }
      if (compared === 0) throw new Undecided('blocked', 'cpf finds nobody: see CPF-01')
      return counted(compared, 'person')
    },
  },
  {
    id: 'CPF-04',
    clause: ['4.1-cpf'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['two-pages'],
    title: 'finds a person of the last page by CPF',
    async run(service) {
      const person = (await service.facts()).lastPage.at(-1)
      if (!person) throw new Undecided('thin-data', 'the last page is empty')
      await findsByCpf(service, person)
      return '1 CPF of the last page'
    },
  },
  {
    id: 'CPF-05',
    clause: ['4.1-cpf', '2.1-cpf'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['leading-zero'],
    title: 'finds a CPF that begins with 0',
    async run(service) {
      const { leadingZeros } = await service.facts()
      for (const person of leadingZeros) await findsByCpf(service, person)
      return counted(leadingZeros.length, 'CPF')
    },
  },
  {
    id: 'CPF-06',
    clause: ['4.1-cpf', '2.2-total'],
    level: 'conditional',
    risk: 'r',
    needs: ['one-person'],
    title: 'finds nobody by a part of a CPF, by one with a digit more or by a CPF that is not listed',
    async run(service) {
      const { people, complete } = await service.facts()
      const [{ id }] = people as [Person]
      const texts = [id.slice(0, 5), id.slice(0, 9), id.slice(-9), id.slice(0, 10), `${id}0`]
      const parts = texts.filter((part) => part !== id && part !== '')
      const seen: string[] = []
      for (const part of parts) {
        const { list, status, exchange } = await service.get({ cpf: part })
        const other = list?.people.filter((person) => person.id !== part).length ?? 0
        must(other === 0, 'nobody with another CPF', counted(other, 'person'), exchange)
        seen.push(`${part.length} digits ${list ? found(list) : status}`)
      }
      const absent = await cpfOfNobody(service)
      const { list, status, exchange } = await service.get({ cpf: absent })
      const others = list?.people.filter((person) => person.id !== absent).length ?? 0
      must(others === 0, 'nobody with another CPF', counted(others, 'person'), exchange)
      if (list && complete) {
        must(list.people.length === 0, 'nobody', counted(list.people.length, 'person'), exchange)
        mustCount(list, 0)
      }
      return `${seen.join(', ')}, a CPF that is not listed ${list ? found(list) : status}`
    },
  },
  {
    id: 'CPF-07',
    clause: ['4.1-3', '4.1-cpf', '4.1-nome', '4.1-query', '4.1-page', '4.1-rows', '4.1-sort'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['one-person'],
    title: 'finds a person once by CPF combined with nome, sort, page and rows',
    async run(service) {
      const person = await namedPerson(service)
      const { people } = await service.facts()
      const shared = await homonyms(service)
      const first = people.find(({ id }) => /^[1-9]/.test(id)) ?? person
      const sort: Query = (await service.sortsBy('cpf')) ? { sort: 'cpf' } : {}
      const queries: Query[] = [
        { cpf: person.id, nome: person.nome },
        ...(shared.includes(person) ? [] : shared.slice(0, 1)).map(({ id, nome }) => ({ cpf: id, nome })),
        { page: 1, rows: 25, ...sort, cpf: first.id },
      ]
      for (const query of queries) {
        const { list, status, exchange } = await service.get(query)
        must(status === 200, '200', status, exchange)
        if (!list) throw new Undecided('blocked', 'the answer is not a list')
        must(
          list.people.length === 1 && list.people[0]?.id === query.cpf,
          'that person, once',
          describe(list, service),
          exchange,
        )
      }
      return counted(queries.length, 'combination')
    },
  },
  {
    id: 'CPF-08',
    clause: ['4.1-cpf', '4.1-3'],
    level: 'open',
    risk: 'r',
    needs: ['two-persons'],
    title: 'chooses how to treat a CPF with a mask, with other characters or with the name of another person',
    async run(service) {
      const { people, named } = await service.facts()
      const a = people.find(({ id }) => id.length === 11) ?? (people[0] as Person)
      const other = named.find(({ nome }) => nome !== a.nome)
      const masked = maskedCpf(a.id)
      const forms: [string, Query][] = [
        ...(masked === a.id ? [] : [['a CPF with its mask', { cpf: masked }] as [string, Query]]),
        ['a CPF between spaces', { cpf: ` ${a.id} ` }],
        ['cpf=abc', { cpf: 'abc' }],
        ['an empty cpf', { cpf: '' }],
        ...(other
          ? [['a CPF with the name of another person', { cpf: a.id, nome: other.nome }] as [string, Query]]
          : []),
      ]
      return observations(
        forms.map(
          ([form, query]): Case => [
            form,
            () => service.tryOut(query),
            ({ list, status }) => (list ? found(list) : status),
          ],
        ),
      )
    },
  },
  {
    id: 'CPF-10',
    clause: ['4.1-cpf', '2.1-cpf'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    reading: 'cpf-is-whole',
    rests: ['CPF-05', 'CPF-06'],
    needs: ['leading-zero'],
    title: 'finds nobody by a CPF without its leading zeros',
    async run(service) {
      const { id } = (await service.facts()).leadingZero as Person
      const { list, status, exchange } = await service.get({ cpf: id.replace(/^0+/, '') })
      must(
        !list?.people.some((person) => person.id === id),
        'nobody',
        'the person whose CPF has the zeros',
        exchange,
      )
      return list ? found(list) : `returned ${status}`
    },
  },
  {
    id: 'CPF-11',
    clause: ['4.1-3', '4.1-cpf', '4.1-nome'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    reading: 'filters-combine',
    rests: ['CPF-01', 'CPF-07', 'NOME-01', 'NOME-05'],
    needs: ['two-persons'],
    title: 'finds nobody by the CPF of one person and the name of another one',
    async run(service) {
      const { people, named } = await service.facts()
      const isIn = ({ id }: Person, list: List | undefined) => list?.people.some((one) => one.id === id)
      for (const person of people.filter(({ id }) => id.length === 11).slice(0, MOST_PAIRS)) {
        const other = named.find(({ nome }) => nome !== person.nome)
        if (!other) continue
        const alone = await service.get({ nome: other.nome })
        // Each of the two parameters must select by itself.
        if (!alone.list || !isWhole(alone.list) || !isIn(other, alone.list) || isIn(person, alone.list))
          continue
        const { list, status, exchange } = await service.get({ cpf: person.id, nome: other.nome })
        must(!isIn(person, list), 'nobody', 'the person of the CPF', exchange, alone.exchange)
        must(!isIn(other, list), 'nobody', 'the person of the name', exchange, alone.exchange)
        return list ? found(list) : `returned ${status}`
      }
      throw new Undecided('thin-data', 'no name is found that does not find another person, too')
    },
  },
]

/** How many persons are tried to find one whom the name of another one does not find. */
const MOST_PAIRS = 3

async function findsByCpf(service: Service, person: Person): Promise<void> {
  const { list, status, exchange } = await service.get({ cpf: person.id })
  must(status === 200, '200', status, exchange)
  if (!list) throw new Undecided('blocked', 'the search by cpf did not return a list')
  must(
    list.people.length === 1 && list.people[0]?.id === person.id,
    `only ${service.redactor.cpf(person.id)}, once`,
    describe(list, service),
    exchange,
  )
}

function describe({ people }: List, service: Service): string {
  if (people.length === 0) return 'nobody'
  if (people.length > 3) return counted(people.length, 'person')
  return people.map(({ id }) => service.redactor.cpf(id)).join(', ')
}

/** Returns how many persons a search found, as far as its first page shows. */
function found({ people }: List): string {
  if (people.length === 0) return 'nobody'
  return people.length >= PAGE ? `at least ${PAGE} persons` : counted(people.length, 'person')
}
