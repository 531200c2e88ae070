import { checkDigits } from '../../src/contract/cpf.ts'
import type { SortField } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import {
  byCodeUnit,
  collations,
  directionOf,
  firstDisorder,
  firstUnequalTie,
  firstUnreversed,
  foldName,
} from '../judging/order.ts'
import { difference, firstDifference, firstRepeat, repeats } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import { count, evidence } from '../service/evidence.ts'
import { kind } from '../service/format.ts'
import {
  type List,
  type ListAnswer,
  numberOf,
  type Pages,
  type Person,
  type Query,
} from '../service/lists.ts'
import { isRestless } from '../service/pages.ts'
import type { Attempt, Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { type Case, observations } from './observations.ts'

const FIELDS = ['cpf', 'nome', 'atualizado_em'] as const satisfies readonly SortField[]
const FORM = 'application/x-www-form-urlencoded'
/** What is said of whole lists takes for granted that their pages hold together. */
const PAGES = ['PAG-11'] as const
/** What is asked with parameters takes for granted that they may be sent as documented. */
const HEADERS = ['HDR-01'] as const

const page: readonly Check[] = [
  {
    id: 'PAG-07',
    clause: ['4.1-page', '4.1-query', '2.2-default'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    title: 'answers page=1 as it answers no page',
    run: (service) => samePage(service, { page: 1 }),
  },
  {
    id: 'PAG-08',
    clause: ['4.1-page', '1-1-select'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['two-pages'],
    title: 'answers page=2 with other persons than page 1',
    async run(service) {
      const first = await service.list()
      const { list, status, exchange } = await service.get({ page: 2 })
      must(status === 200, '200', status, exchange)
      if (!list) throw new Undecided('blocked', 'page=2 answered no list')
      must(list.people.length > 0, 'persons on page 2', 'none', first.exchange, exchange)
      const { missing } = difference(ids(list), ids(first))
      const stamps = new Set([...first.people, ...list.people].map(instant))
      if (missing.length === 0 && stamps.size === 1) {
        throw new Undecided(
          'thin-data',
          'persons who tie may change places between pages, and all of them tie',
        )
      }
      must(missing.length > 0, 'other persons than on page 1', 'the same ones', first.exchange, exchange)
      return `${missing.length} of ${count(list.people.length, 'person')} are not on page 1`
    },
  },
  {
    id: 'PAG-11',
    clause: ['4.1-page', '2.2-itens', '2.2-total', '1-1'],
    level: 'required',
    risk: 'r',
    steady: true,
    reading: 'pages-partition',
    needs: ['two-pages'],
    title: 'repeats and loses nobody between the pages of a list',
    async run(service) {
      return partition(service, {})
    },
  },
  {
    id: 'PAG-20',
    clause: ['4.1-open-rows', '4.1-page', '8-open-maximum'],
    level: 'open',
    risk: 'r',
    title: 'treats pages and rows that are no numbers, or off the grid, in its own way',
    async run(service) {
      const { size } = await service.facts()
      const beyond = Math.ceil(size / PAGE) + 1
      const rows = ['0', '1', '24', '26', '30', '-25', '25.0', 'abc', '']
      const pages = ['0', '-1', '1.5', 'abc', String(beyond), '1000000000']
      const queries: Query[] = [
        ...rows.map((rows) => ({ rows })),
        ...pages.map((page) => ({ page })),
        { parametro_desconhecido: '1' },
      ]
      return observations(
        queries.map((query): Case => {
          const [[name, value]] = Object.entries(query) as [[string, string]]
          return [`${name}=${value}`, () => service.tryOut(query), treatment]
        }),
      )
    },
  },
]

const rows: readonly Check[] = [
  {
    id: 'PAG-13',
    clause: ['4.1-rows', '2.2-default'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    title: 'answers rows=25 as it answers no rows',
    run: (service) => samePage(service, { rows: 25 }),
  },
  {
    id: 'PAG-14',
    clause: ['4.1-rows', '8-rows'],
    level: 'required',
    risk: 'r',
    steady: true,
    reading: 'rows-50-legal',
    rests: PAGES,
    title: 'honours rows=50',
    async run(service) {
      const list = await rowsOf50(service)
      const { size, complete } = await service.facts()
      must(list.linhas === 50, 'linhas 50', `linhas is ${kind(list.paginacao.linhas)}`, list.exchange)
      const right = complete || size > 50 ? Math.min(50, size) : undefined
      must(
        right === undefined || list.people.length === right,
        count(right ?? 0, 'person'),
        count(list.people.length, 'person'),
        list.exchange,
      )
      return `linhas 50, ${count(list.people.length, 'person')}`
    },
  },
  {
    id: 'PAG-15',
    clause: ['4.1-rows', '4.1-page'],
    level: 'required',
    risk: 'r',
    steady: true,
    reading: 'rows-50-legal',
    rests: ['ORD-01'],
    needs: ['two-pages'],
    title: 'begins rows=50 with the persons of the first two pages',
    run: (service) => sameWindow(service, 1),
  },
  {
    id: 'PAG-16',
    clause: ['4.1-rows', '4.1-page'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    reading: 'rows-50-legal',
    rests: ['ORD-01'],
    needs: ['three-pages'],
    title: 'puts the persons of pages 3 and 4 on page 2 of rows=50',
    run: (service) => sameWindow(service, 2),
  },
  {
    id: 'PAG-17',
    clause: ['4.1-rows', '8-rows', '2.2-linhas'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['one-person'],
    title: 'fills the linhas that it says for rows=75 and rows=100',
    async run(service) {
      const { size } = await service.facts()
      const seen: string[] = []
      for (const rows of [75, 100]) {
        const { list, status } = await service.get({ rows })
        if (!list) {
          seen.push(`rows=${rows} ${status}`)
          continue
        }
        // A maximum is not shown, so that fewer may be served; but what linhas says must be so.
        const linhas = list.linhas
        must(
          linhas <= rows && linhas > 0 && linhas % ROWS_STEP === 0,
          `linhas ${rows}, or a multiple of 25 below it`,
          `linhas is ${kind(list.paginacao.linhas)}`,
          list.exchange,
        )
        const right = Math.min(linhas, size)
        must(
          list.people.length === right,
          count(right, 'person'),
          count(list.people.length, 'person'),
          list.exchange,
        )
        seen.push(`rows=${rows} linhas ${linhas}`)
      }
      return seen.join(', ')
    },
  },
  {
    id: 'PAG-21',
    clause: ['4.1-rows', '8-rows'],
    level: 'required',
    risk: 'r',
    reading: 'rows-off-grid',
    needs: ['two-pages'],
    title: 'serves no linhas that are no multiple of 25',
    async run(service) {
      const seen: string[] = []
      for (const rows of [30, 24, 26]) {
        const { list, status } = await service.get({ rows })
        const linhas = list?.linhas ?? Number.NaN
        if (list)
          must(
            linhas % ROWS_STEP === 0,
            'a refusal, or linhas on the grid',
            `linhas ${linhas}`,
            list.exchange,
          )
        seen.push(`rows=${rows} ${list ? `linhas ${linhas}` : status}`)
      }
      return seen.join(', ')
    },
  },
]

const combining: readonly Check[] = [
  {
    id: 'PAG-19',
    clause: ['4.1-3', '4.1-query', '4.1-page', '4.1-rows', '2.2-atual', '2.2-linhas'],
    level: 'required',
    risk: 'r',
    rests: HEADERS,
    needs: ['one-person'],
    title: 'takes page, rows, nome and sort together',
    async run(service) {
      const person = await namedPerson(service)
      const sort = (await service.sortsBy('cpf')) ? { sort: 'cpf' } : {}
      const { list, status, exchange } = await service.get({ page: 1, rows: 25, nome: person.nome, ...sort })
      must(status === 200, '200', status, exchange)
      if (!list) throw new Undecided('blocked', 'the answer is no list')
      const { atual, linhas } = list.paginacao
      must(numberOf(atual) === 1, 'atual 1', `atual is ${kind(atual)}`, exchange)
      must(numberOf(linhas) === 25, 'linhas 25', `linhas is ${kind(linhas)}`, exchange)
      let combinations = 1
      const wide = await service.get({ page: 1, rows: 50, nome: person.nome, ...sort })
      if (wide.list && (await service.get({ rows: 50 })).list?.linhas === 50) {
        const said = wide.list.paginacao.linhas
        must(numberOf(said) === 50, 'linhas 50, as without nome', `linhas is ${kind(said)}`, wide.exchange)
        combinations++
      }
      return count(combinations, 'combination')
    },
  },
  {
    id: 'PAG-23',
    clause: ['4.1-3', '4.1-sort', '4.1-rows', '4.1-query'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    reading: 'rows-50-legal',
    rests: [...PAGES, 'PAG-14', 'PAG-15', 'SORT-04', 'SORT-12'],
    needs: ['two-pages'],
    title: 'keeps the order when rows, page and sort are combined',
    async run(service) {
      await requireSort(service, 'cpf')
      const order = { sort: 'cpf' }
      const { status, exchange } = await service.get({ ...order, rows: 25, page: 1 })
      must(status === 200, '200', status, exchange)
      const first = await sameWindow(service, 1, order)
      const { size } = await service.facts()
      return size > 2 * PAGE
        ? `sort=cpf, ${first}, ${await sameWindow(service, 2, order)}`
        : `sort=cpf, ${first}`
    },
  },
  {
    id: 'HDR-01',
    clause: ['4.1-headers'],
    level: 'required',
    risk: 'r',
    title: 'takes the Content-Type that the document gives for each kind of GET',
    async run(service) {
      const kinds = [
        { query: {}, documented: 'application/json', other: FORM },
        { query: { page: 1 }, documented: FORM, other: 'application/json' },
      ]
      let taken = 0
      for (const { query, documented, other } of kinds) {
        const { status, exchange } = await service.get(query, { contentType: documented })
        if (status === 200) taken++
        // What is refused with any Content-Type is not refused for it.
        else if ((await service.get(query, { contentType: other })).status === 200)
          must(false, '200', status, exchange)
      }
      if (taken === 0)
        throw new Undecided('blocked', 'no GET is answered, whatever its Content-Type: see ENV-01')
      return `${taken} of 2 kinds`
    },
  },
  {
    id: 'HDR-02',
    clause: ['4.1-headers'],
    level: 'open',
    risk: 'r',
    title: 'takes or refuses a GET with another Content-Type than the documented one, or with none',
    run(service) {
      const ways = [
        ['application/json with parameters', { page: 1 }, 'application/json'],
        ['a form without parameters', {}, FORM],
        ['none with parameters', { page: 1 }, null],
        ['none without parameters', {}, null],
      ] as const
      return observations(
        ways.map(([name, query, contentType]): Case => [name, () => service.tryOut(query, { contentType })]),
      )
    },
  },
  {
    id: 'ORD-01',
    clause: ['4.1-1', '1-1-order'],
    level: 'required',
    risk: 'r',
    steady: true,
    reading: 'default-order-field',
    rests: PAGES,
    needs: ['two-stamps'],
    title: 'orders by the last update when no sort is asked for',
    async run(service) {
      const pages = await service.pages()
      const stamps = pages.people.map(instant)
      const direction = directionOf(stamps)
      must(
        direction !== undefined,
        'atualizado_em that only falls, or only rises',
        `it turns at person ${turn(stamps)} of the list`,
        ...exchangesAt(pages, turn(stamps)),
      )
      return `${direction === 'descending' ? 'newest first' : 'oldest first'}, ${evidence(pages)}`
    },
  },
]

const sort: readonly Check[] = [
  {
    id: 'SORT-01',
    clause: ['4.1-sort', '1-1-select'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: [...HEADERS, ...PAGES],
    needs: ['two-persons'],
    title: 'orders by one of cpf, nome and atualizado_em at least',
    async run(service) {
      const accepted: string[] = []
      const answers: ListAnswer[] = []
      const { people } = await service.facts()
      for (const field of FIELDS) {
        answers.push(await service.get({ sort: field }))
        if (await service.sortsBy(field)) accepted.push(field)
        // Where all are alike, an order by it cannot be seen.
        else if (new Set(people.map(keys[field].fine)).size < 2) accepted.push(`${field} perhaps`)
      }
      if (accepted.length > 0 && accepted.every((field) => field.endsWith('perhaps'))) {
        throw new Undecided(
          'thin-data',
          `an order cannot be seen: ${accepted.join(', ')}; seed persons who differ in it`,
        )
      }
      must(
        accepted.length > 0,
        'an order by one of them',
        answers.map(({ status, list }) => (list ? 'the order that comes without sort' : status)).join(', '),
        ...answers.map(({ exchange }) => exchange),
      )
      return `by ${accepted.join(', ')}`
    },
  },
  ordered('SORT-02', 'atualizado_em'),
  ordered('SORT-04', 'cpf'),
  ordered('SORT-06', 'nome'),
  {
    id: 'SORT-08',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-persons'],
    title: 'orders descending as the reverse of ascending',
    run: (service) =>
      bothWays(service, (field, up, down) => {
        const keyOf = keys[field].coarse
        const place = firstUnreversed(up.people.map(keyOf), down.people.map(keyOf))
        must(
          place === undefined,
          `sort=-${field} is sort=${field} read backward`,
          `they differ at person ${(place ?? 0) + 1}`,
          ...exchangesAt(up, place),
          ...exchangesAt(down, down.people.length - 1 - (place ?? 0)),
        )
      }),
  },
  {
    id: 'SORT-09',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-persons'],
    title: 'lists those who tie in both directions',
    run: (service) =>
      bothWays(service, (field, up, down) => {
        const tied = ties(up, keys[field].coarse)
        if (tied === 0) return 'no ties'
        if (moves(field, up, down)) return 'those who tie move between pages'
        const odd = firstUnequalTie(up.people, down.people, keys[field].coarse, ({ id }) => id)
        must(odd === undefined, `the same persons for each ${field}`, 'one that differs', ...ends(up, down))
        return `${count(tied, 'tie')}`
      }),
  },
  {
    id: 'SORT-10',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-persons'],
    title: 'lists the same persons whatever the order',
    run: (service) =>
      bothWays(
        service,
        async (field, up, down) => {
          const unsorted = await service.everyone()
          for (const [name, pages] of [
            [field, up],
            [`-${field}`, down],
          ] as const) {
            const same = pages.total === unsorted.total
            must(
              same,
              `total ${unsorted.total} as without sort`,
              `total ${pages.total}`,
              ...ends(unsorted, pages),
            )
            if (pages.capped || unsorted.capped || moves(field, pages)) continue
            const { missing, extra } = difference(ids(unsorted), ids(pages))
            must(
              missing.length + extra.length === 0,
              `the persons of the list under sort=${name}`,
              `${missing.length} missing, ${extra.length} more`,
              ...ends(unsorted, pages),
            )
          }
        },
        'partial',
      ),
  },
  {
    id: 'SORT-11',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    needs: ['two-persons'],
    title: 'takes every field that it orders by with - before it, too',
    async run(service) {
      const fields = await sortedFields(service)
      for (const field of fields) {
        const { status, exchange } = await service.get({ sort: `-${field}` })
        must(status === 200, '200', status, exchange)
      }
      return fields.map((field) => `-${field}`).join(', ')
    },
  },
  {
    id: 'SORT-12',
    clause: ['4.1-sort', '4.1-3'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-pages'],
    title: 'keeps the order across the borders of pages',
    async run(service) {
      const fields = await sortedFields(service)
      let borders = 0
      for (const field of fields) {
        const { pages } = await service.pages({ sort: field })
        for (const [i, list] of pages.entries()) {
          const before = pages[i - 1]
          const [last, first] = [before?.people.at(-1), list.people[0]]
          if (!before || !last || !first) continue
          borders++
          must(
            firstDisorder([keys[field].fine(last), keys[field].fine(first)], false, keys[field].compares) ===
              undefined,
            `page ${i + 1} goes on where page ${i} ends, by ${field}`,
            'the first person of it belongs before the last one there',
            before.exchange,
            list.exchange,
          )
        }
      }
      return count(borders, 'border')
    },
  },
  {
    id: 'PAG-18',
    clause: ['4.1-sort', '4.1-page'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    needs: ['two-persons'],
    title: 'gives one sorted page in one order however often it is asked',
    async run(service) {
      const [field] = await sortedFields(service)
      const query = { sort: field as SortField }
      const [first, ...others] = [
        await service.list(query),
        await service.list(query),
        await service.list(query),
      ]
      const keyOf = keys[field as SortField].coarse
      for (const other of others) {
        const place = firstDifference(first?.people ?? [], other.people, keyOf, ({ id }) => id)
        must(
          place === undefined,
          'the order of the first time',
          `another from person ${(place ?? 0) + 1} on`,
          ...(first ? [first.exchange] : []),
          other.exchange,
        )
      }
      return `3 times sort=${field}`
    },
  },
  {
    id: 'SORT-13',
    clause: ['4.1-open-match', '4.1-sort'],
    level: 'open',
    risk: 'r',
    needs: ['two-persons'],
    title: 'treats a sort that is no field in its own way',
    async run(service) {
      const others = ['campo_desconhecido', '', '+nome', '--nome', 'NOME', 'nome,-cpf', 'id']
      const sortBy = (value: string, accepted: () => string | Promise<string>): Case => [
        `sort=${value}`,
        () => service.tryOut({ sort: value }),
        ({ list, status }) => (list ? accepted() : status),
      ]
      return observations([
        ...FIELDS.map((field) =>
          sortBy(field, async () =>
            (await service.sortsBy(field)) ? 'orders by it' : 'accepted, no visible order by it',
          ),
        ),
        ...others.map((value) => sortBy(value, () => 'accepted')),
      ])
    },
  },
  {
    id: 'SORT-14',
    clause: ['4.1-3', '4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: [...PAGES, 'NOME-01', 'NOME-02', 'NOME-03', 'NOME-06'],
    needs: ['two-persons'],
    title: 'keeps selection and order when nome and sort are combined',
    async run(service) {
      const fields = await sortedFields(service)
      const nome = await nameWithHits(service, 2)
      const selected = await service.everyone({ nome })
      for (const field of fields) {
        for (const descending of [false, true]) {
          const sort = `${descending ? '-' : ''}${field}`
          const sorted = await service.pages({ nome, sort })
          const { missing, extra } = difference(ids(selected), ids(sorted))
          must(
            selected.capped || sorted.capped || moves(field, sorted) || missing.length + extra.length === 0,
            `the persons of nome under sort=${sort}, too`,
            `${missing.length} missing, ${extra.length} more`,
            ...ends(selected, sorted),
          )
          inOrder(sorted, field, descending)
        }
      }
      return `${count(selected.people.length, 'hit')}, ${count(fields.length * 2, 'order')}`
    },
  },
]

const cpf: readonly Check[] = [
  {
    id: 'CPF-01',
    clause: ['4.1-cpf', '1-1-select'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['one-person'],
    title: 'finds one person by CPF, and nobody else',
    async run(service) {
      const { people } = await service.facts()
      const asked = spread(people)
      for (const person of asked) await findsByCpf(service, person)
      return count(asked.length, 'CPF')
    },
  },
  {
    id: 'CPF-02',
    clause: ['2.2-total', '4.1-cpf'],
    level: 'required',
    risk: 'r',
    reading: 'total-counts-selection',
    needs: ['one-person'],
    title: 'counts one person for a CPF',
    async run(service) {
      const [person] = (await service.facts()).people as [Person]
      const { list, exchange } = await service.get({ cpf: person.id })
      if (list?.people.length !== 1)
        throw new Undecided('blocked', 'cpf does not find one person: see CPF-01')
      if (list.total === undefined) throw new Undecided('blocked', 'total holds no number: see PAG-02')
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
    title: 'shows a person found by CPF as the list does',
    async run(service) {
      const asked = spread((await service.facts()).people)
      let compared = 0
      for (const person of asked) {
        const { list } = await service.get({ cpf: person.id })
        const found = list?.people.find(({ id }) => id === person.id)
        if (!list || !found) continue
        must(found.nome === person.nome, 'the nome of the list', 'another', list.exchange)
        must(instant(found) === instant(person), 'the atualizado_em of the list', found.stamp, list.exchange)
        compared++
      }
      if (compared === 0) throw new Undecided('blocked', 'cpf finds nobody: see CPF-01')
      return count(compared, 'person')
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
    title: 'finds by CPF whoever is on the last page, too',
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
      const { leadingZero } = await service.facts()
      await findsByCpf(service, leadingZero as Person)
      return '1 CPF'
    },
  },
  {
    id: 'CPF-06',
    clause: ['4.1-cpf', '2.2-total'],
    level: 'conditional',
    risk: 'r',
    needs: ['one-person'],
    title: 'finds nobody by a part of a CPF, or by one that it does not list',
    async run(service) {
      const { people, complete } = await service.facts()
      const [{ id }] = people as [Person]
      const parts = [id.slice(0, 5), id.slice(0, 9), id.slice(-9)].filter(
        (part) => part !== id && part !== '',
      )
      const seen: string[] = []
      for (const part of parts) {
        const { list, status, exchange } = await service.get({ cpf: part })
        const other = list?.people.filter((person) => person.id !== part).length ?? 0
        must(other === 0, 'nobody whose CPF is another', count(other, 'person'), exchange)
        seen.push(`${part.length} digits ${list ? found(list) : status}`)
      }
      const listed = new Set(people.map((person) => person.id))
      const absent = absentCpf(listed)
      const { list, status, exchange } = await service.get({ cpf: absent })
      const others = list?.people.filter((person) => person.id !== absent).length ?? 0
      must(others === 0, 'nobody whose CPF is another', count(others, 'person'), exchange)
      if (list && complete) {
        must(list.people.length === 0, 'nobody', count(list.people.length, 'person'), exchange)
        mustCount(list, 0)
      }
      return `${seen.join(', ')}, an absent CPF ${list ? found(list) : status}`
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
    title: 'finds a person by CPF together with name, sort, page and rows, once',
    async run(service) {
      const person = await namedPerson(service)
      const sort: Query = (await service.sortsBy('cpf')) ? { sort: 'cpf' } : {}
      const queries: Query[] = [
        { cpf: person.id, nome: person.nome },
        ...(await homonyms(service)).slice(0, 1).map(({ id, nome }) => ({ cpf: id, nome })),
        { page: 1, rows: 25, cpf: person.id, ...sort },
      ]
      for (const query of queries) {
        const { list, status, exchange } = await service.get(query)
        must(status === 200, '200', status, exchange)
        if (!list) throw new Undecided('blocked', 'the answer is no list')
        must(
          list.people.length === 1 && list.people[0]?.id === query.cpf,
          'that person, once',
          describe(list, service),
          exchange,
        )
      }
      return count(queries.length, 'combination')
    },
  },
  {
    id: 'CPF-08',
    clause: ['4.1-cpf', '4.1-3'],
    level: 'open',
    risk: 'r',
    needs: ['two-persons'],
    title: 'treats a CPF with a mask, with other characters or with the name of another in its own way',
    async run(service) {
      const { people, named } = await service.facts()
      const a = people.find(({ id }) => id.length === 11) ?? (people[0] as Person)
      const other = named.find(({ nome }) => nome !== a.nome)
      const masked = a.id.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
      const forms: [string, Query][] = [
        ...(masked === a.id ? [] : [['a CPF with its mask', { cpf: masked }] as [string, Query]]),
        ['a CPF between blanks', { cpf: ` ${a.id} ` }],
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
]

const nome: readonly Check[] = [
  {
    id: 'NOME-01',
    clause: ['4.1-nome', '1-1-select'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    needs: ['one-person'],
    title: 'finds a person by the whole name, wherever in the list',
    async run(service) {
      const { named, lastPage } = await service.facts()
      const canBeAsked = new Set(named)
      const last = lastPage.filter((person) => canBeAsked.has(person)).slice(-1)
      const asked = [...spread(named), ...last]
      if (asked.length === 0) throw new Undecided('thin-data', 'nobody has a name that can be asked for')
      for (const person of asked) await findsByName(service, person)
      return count(asked.length, 'name')
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
    title: 'finds by name only persons of the list',
    async run(service) {
      const { complete } = await service.facts()
      if (!complete) throw new Undecided('page-limit', 'the list has more pages than --max-pages allows')
      const listed = new Set(ids(await service.everyone()))
      const hits: Pages[] = []
      for (const nome of await searches(service)) {
        const found = await service.pages({ nome })
        const foreign = found.people.filter(({ id }) => !listed.has(id)).length
        must(foreign === 0, 'persons of the list', `${foreign} that are not in it`, ...ends(found))
        hits.push(found)
      }
      return `${count(hits.length, 'search').replace(/hs$/, 'hes')}, ${count(hits.flatMap(({ people }) => people).length, 'hit')}`
    },
  },
  {
    id: 'NOME-03',
    clause: ['2.2-total', '4.1-nome'],
    level: 'required',
    risk: 'r',
    steady: true,
    reading: 'total-counts-selection',
    rests: [...PAGES, 'PAG-19'],
    needs: ['one-person'],
    title: 'counts the persons that a name finds',
    async run(service) {
      const all = await service.pages()
      let asked = 0
      for (const nome of await searches(service)) {
        const found = await service.everyone({ nome })
        if (found.capped || found.total === undefined) continue
        const hits = new Set(ids(found)).size
        must(found.total === hits, `total ${hits}`, `total ${found.total}`, ...ends(found))
        const most = Math.max(all.total ?? 0, all.people.length)
        must(hits <= most, `${most} at the most`, hits, ...ends(found))
        asked++
      }
      if (asked === 0)
        throw new Undecided('blocked', 'no search could be counted: see PAG-02 and --max-pages')
      return `${asked} of the searches`
    },
  },
  {
    id: 'NOME-04',
    clause: ['4.1-nome', '2.2-total'],
    level: 'conditional',
    risk: 'r',
    title: 'finds nobody by letters that no name holds',
    async run(service) {
      const { list, status, exchange } = await service.get({ nome: service.gibberish(32) })
      if (!list) return `answered ${status}`
      must(list.people.length === 0, 'nobody', count(list.people.length, 'person'), exchange)
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
    title: 'reads a name as percent-encoded UTF-8',
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
    title: 'repeats and loses nobody between the pages of a search',
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
    title: 'matches names in its own way',
    async run(service) {
      const { people, accented } = await service.facts()
      const person = accented ?? people.find(({ nome }) => nome.includes(' ')) ?? (people[0] as Person)
      const { nome } = person
      const texts: Record<string, string> = {
        'the first three letters of a name': nome.slice(0, 3),
        'letters inside a name': nome.slice(2, 6),
        'the last word of a name': nome.split(' ').at(-1) ?? '',
        'a name in upper case': nome.toUpperCase(),
        'a name without its accents': nome.normalize('NFD').replace(/\p{M}/gu, ''),
        'nome=%': '%',
        'nome=_': '_',
        'a quote': "'",
        'an empty nome': '',
      }
      const tell = ({ list, status }: Attempt) => {
        if (!list) return status
        if (list.people.some(({ id }) => id === person.id)) return 'finds the person'
        // Whoever is not on a full page may be on the next one.
        return list.people.length >= PAGE
          ? 'finds others; the person is not on the first page'
          : 'does not find'
      }
      return observations(
        Object.entries(texts)
          // A form that is the name itself says nothing of it.
          .filter(([form, text]) => text !== nome && (text !== '' || form === 'an empty nome'))
          .map(([form, nome]): Case => [form, () => service.tryOut({ nome }), tell]),
      )
    },
  },
]

const organization: readonly Check[] = [
  {
    id: 'AUTH-11',
    clause: ['4.1-2', '1-1'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: [...PAGES, 'CPF-01', 'CPF-06'],
    needs: ['other-token'],
    title: 'lists nobody whom only another organization queried',
    async run(service) {
      const { other } = service.keys
      const own = await service.everyone()
      if (own.capped) throw new Undecided('page-limit', 'the list has more pages than --max-pages allows')
      const { list, status } = await service.get({}, { authorization: other })
      if (!list) throw new Undecided('blocked', `the other token gets ${status}`)
      const { missing } = difference(ids(list), ids(own))
      const [foreign] = missing
      if (foreign === undefined) {
        throw new Undecided('thin-data', "the other organization's first page has nobody of its own")
      }
      for (const cpf of missing.slice(0, 3)) {
        const answer = await service.get({ cpf })
        const found = answer.list?.people.length ?? 0
        must(found === 0, 'nobody', `${count(found, 'person')} of another organization`, answer.exchange)
      }
      return `${count(Math.min(3, missing.length), 'person')} of the other organization`
    },
  },
]

/** Heading 4.1: `GET /pessoas`. */
export const listPersons: readonly Check[] = [
  ...page,
  ...rows,
  ...combining,
  ...sort,
  ...cpf,
  ...nome,
  ...organization,
]

/** How persons are ordered by a field: `fine` for a place in the order, `coarse` for who may change places. */
const keys = {
  cpf: { fine: ({ id }: Person) => id, coarse: ({ id }: Person) => id, compares: [byLengthThenUnit] },
  nome: {
    fine: ({ nome }: Person) => nome,
    coarse: ({ nome }: Person) => foldName(nome),
    compares: collations,
  },
  atualizado_em: { fine: instant, coarse: instant, compares: [byCodeUnit] },
}

/** CPFs of different length are left alone: whether they are texts or numbers is not shown. */
function byLengthThenUnit(a: string, b: string): number {
  return a.length === b.length ? byCodeUnit(a, b) : 0
}

/** A timestamp that compares as a text, with either spelling of UTC. */
function instant({ stamp }: Person): string {
  return stamp.replace(/\+00:00$/, 'Z')
}

function ids({ people }: { people: readonly Person[] }): string[] {
  return people.map(({ id }) => id)
}

function turn(values: readonly string[]): number {
  const rises = firstDisorder(values, true, [byCodeUnit]) ?? values.length
  const falls = firstDisorder(values, false, [byCodeUnit]) ?? values.length
  return Math.max(rises, falls)
}

/** The page on which a place of a list is, and the one before it where the place is its first. */
function exchangesAt({ pages }: Pages, place: number | undefined) {
  let from = 0
  for (const [i, list] of pages.entries()) {
    const to = from + list.people.length
    if ((place ?? 0) < to)
      return [...(place === from && pages[i - 1] ? [(pages[i - 1] as List).exchange] : []), list.exchange]
    from = to
  }
  return pages.slice(-1).map(({ exchange }) => exchange)
}

/** The first answers of lists: enough to ask them again. */
function ends(...lists: readonly Pages[]) {
  return lists.flatMap(({ pages }) => pages.slice(0, 1).map(({ exchange }) => exchange))
}

function inOrder(pages: Pages, field: SortField, descending: boolean): void {
  const { fine, compares } = keys[field]
  // Who has no such field has no place in its order.
  const people = pages.people.filter(({ raw }) => typeof raw[field] === 'string')
  const disorder = firstDisorder(people.map(fine), descending, compares)
  const place = disorder === undefined ? undefined : pages.people.indexOf(people[disorder] as Person)
  must(
    place === undefined,
    `${field} ${descending ? 'descending' : 'ascending'}`,
    `person ${(place ?? 0) + 1} of the list belongs before the one before it`,
    ...exchangesAt(pages, place),
  )
}

function ordered(id: string, field: SortField): Check {
  return {
    id,
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-persons'],
    title: `orders by ${field}, ascending and descending`,
    async run(service) {
      await requireSort(service, field)
      const up = await service.pages({ sort: field })
      inOrder(up, field, false)
      const answer = await service.get({ sort: `-${field}` })
      if (!answer.list) return `ascending, ${evidence(up)}`
      inOrder(await service.pages({ sort: `-${field}` }), field, true)
      return `both ways, ${evidence(up)} each`
    },
  }
}

async function requireSort(service: Service, field: SortField): Promise<void> {
  if (!(await service.sortsBy(field))) {
    throw new Undecided(
      'branch-not-taken',
      `sort=${field} is refused or ignored, and which fields it allows is not shown`,
    )
  }
}

async function sortedFields(service: Service): Promise<SortField[]> {
  const fields: SortField[] = []
  for (const field of FIELDS) if (await service.sortsBy(field)) fields.push(field)
  if (fields.length === 0) throw new Undecided('blocked', 'it orders by no field: see SORT-01')
  return fields
}

/** Judges every field in both directions; what is judged only on whole lists is skipped where pages are capped. */
async function bothWays(
  service: Service,
  judge: (field: SortField, up: Pages, down: Pages) => unknown,
  partial?: 'partial',
): Promise<string> {
  const seen: string[] = []
  for (const field of await sortedFields(service)) {
    const answer = await service.get({ sort: `-${field}` })
    if (!answer.list) continue
    const [up, down] = [await service.pages({ sort: field }), await service.pages({ sort: `-${field}` })]
    if (!partial && (up.capped || down.capped)) {
      throw new Undecided('page-limit', `the list has ${up.announced} pages, --max-pages allows fewer`)
    }
    const said = await judge(field, up, down)
    seen.push(`${field} ${typeof said === 'string' ? said : count(up.people.length, 'person')}`)
  }
  if (seen.length === 0) throw new Undecided('blocked', 'no descending order is answered: see SORT-11')
  return seen.join(', ')
}

/** Whether persons who tie by a field changed places between pages of a list. */
function moves(field: SortField, ...lists: readonly Pages[]): boolean {
  return lists.some((pages) => isRestless(pages, keys[field].coarse))
}

/** What `total` counts is an inference. */
function mustCount({ total, exchange }: List, right: number): void {
  if (total === undefined || total === right) return
  throw new Violation(`total "${right}"`, `total ${total}`, [exchange], 'total-counts-selection')
}

function ties({ people }: Pages, keyOf: (person: Person) => string): number {
  return people.length - new Set(people.map(keyOf)).size
}

/** A request and the same with a parameter that says the default. */
async function samePage(service: Service, query: Query): Promise<string> {
  const without = await service.list()
  const { list, status, exchange } = await service.get(query)
  must(status === 200, '200', status, exchange)
  if (!list) throw new Undecided('blocked', 'the answer is no list')
  for (const field of ['atual', 'linhas', 'total']) {
    const [a, b] = [without.paginacao[field], list.paginacao[field]]
    must(a === b, `${field} as without it`, `${field} is ${kind(b)}`, without.exchange, exchange)
  }
  const place = firstDifference(without.people, list.people, instant, ({ id }) => id)
  must(
    place === undefined,
    'the same persons',
    `others from person ${(place ?? 0) + 1} on`,
    without.exchange,
    exchange,
  )
  return count(list.people.length, 'person')
}

async function partition(service: Service, query: Query): Promise<string> {
  const pages = await service.pages(query)
  const repeat = firstRepeat(ids(pages).filter((id) => id !== ''))
  if (repeat !== undefined) {
    // In the order that comes without sort, persons who tie may change places between two pages.
    const isExcused = query.sort === undefined && isRestless(pages, instant)
    if (isExcused && (await service.sortsBy('cpf'))) {
      return `${await partition(service, { ...query, sort: 'cpf' })} under sort=cpf; without sort those who tie move between pages`
    }
    const where = pages.pages.filter((list) => ids(list).includes(repeat)).map(({ exchange }) => exchange)
    throw new Violation(
      'every person once',
      `${service.redactor.cpf(repeat)} twice, on ${count(where.length, 'page')}`,
      where.slice(0, 2),
      isExcused ? 'soft' : undefined,
    )
  }
  const announced = pages.total ?? 0
  if (!pages.capped && pages.people.length < announced) {
    throw new Violation(
      `${announced} persons on the pages`,
      count(pages.people.length, 'person'),
      ends(pages),
      query.nome === undefined ? undefined : 'total-counts-selection',
    )
  }
  return `${evidence(pages)}, 0 repeats`
}

/** `rows=50` may be more than the maximum, which is not shown. */
async function rowsOf50(service: Service, query: Query = {}): Promise<List> {
  const { list, status } = await service.get({ ...query, rows: 50 })
  if (!list)
    throw new Undecided('branch-not-taken', `rows=50 answered ${status}, and the maximum is not shown`)
  return list
}

/** One page of 50 beside the two pages of 25 that it must hold, in the order of a sort or without one. */
async function sameWindow(service: Service, page: number, order: Query = {}): Promise<string> {
  const wide = await rowsOf50(service, { ...order, page })
  if (wide.linhas !== 50) throw new Undecided('blocked', 'rows=50 is not honoured: see PAG-14')
  const { size } = await service.facts()
  const narrow: List[] = []
  for (const k of [2 * page - 1, 2 * page]) {
    // What is on a page after the last one is not shown.
    if ((k - 1) * PAGE < size) narrow.push(await service.list({ ...order, page: k }))
  }
  const right = narrow.flatMap(({ people }) => people)
  const keyOf = order.sort ? ({ id }: Person) => id : instant
  // Those who tie may have changed places at the border of two pages: then the order of their keys is what is left.
  const isMoved = [right, wide.people].some((people) => firstRepeat(ids({ people })) !== undefined)
  const place = firstDifference(right, wide.people, keyOf, isMoved ? keyOf : ({ id }) => id, page > 1)
  must(
    place === undefined,
    `the persons of pages ${2 * page - 1} and ${2 * page} of 25`,
    `others from person ${(place ?? 0) + 1} on`,
    wide.exchange,
    ...narrow.map(({ exchange }) => exchange),
  )
  return count(wide.people.length, 'person')
}

/** A first, a middle and a last one of those that are known. */
function spread(people: readonly Person[]): Person[] {
  const known = people.filter(({ id }) => id !== '')
  const places = new Set([0, Math.floor(known.length / 2), known.length - 1])
  return [...places].flatMap((place) => known[place] ?? [])
}

/** Those who bear the name of somebody before them. */
async function homonyms(service: Service): Promise<Person[]> {
  return repeats((await service.facts()).named, ({ nome }) => nome)
}

async function namedPerson(service: Service): Promise<Person> {
  const person = (await service.facts()).named[0]
  if (!person) throw new Undecided('thin-data', 'nobody has a name that can be asked for')
  return person
}

async function findsByCpf(service: Service, person: Person): Promise<void> {
  const { list, status, exchange } = await service.get({ cpf: person.id })
  must(status === 200, '200', status, exchange)
  if (!list) throw new Undecided('blocked', 'cpf answered no list')
  must(
    list.people.length === 1 && list.people[0]?.id === person.id,
    `${service.redactor.cpf(person.id)}, once and alone`,
    describe(list, service),
    exchange,
  )
}

async function findsByName(service: Service, person: Person): Promise<void> {
  const { status, exchange } = await service.get({ nome: person.nome })
  must(status === 200, '200', status, exchange)
  const found = await service.pages({ nome: person.nome })
  if (found.capped) return
  must(
    ids(found).includes(person.id),
    `${service.redactor.nome(person.nome)} among the hits`,
    `${count(found.people.length, 'hit')} without that person`,
    exchange,
  )
}

function describe({ people }: List, service: Service): string {
  if (people.length === 0) return 'nobody'
  if (people.length > 3) return count(people.length, 'person')
  return people.map(({ id }) => service.redactor.cpf(id)).join(', ')
}

/** Names worth searching for: whole ones, and the word that most names have. */
async function searches(service: Service): Promise<string[]> {
  const { named, commonWords } = await service.facts()
  const names = spread(named).map(({ nome }) => nome)
  return [...new Set([...names, ...commonWords.slice(0, 1)])]
}

/** A name, or a part of one, that finds so many persons, and few more where it can be chosen. */
async function nameWithHits(service: Service, hits: number): Promise<string> {
  const { commonWords } = await service.facts()
  const homonym = (await homonyms(service))[0]?.nome
  const rare = [homonym, ...commonWords.slice(-2).reverse()]
  const frequent = [...commonWords.slice(0, 3), 'a', homonym]
  for (const nome of hits > PAGE ? frequent : [...rare, ...frequent]) {
    if (nome === undefined) continue
    const { list } = await service.get({ nome })
    if (!list) continue
    if (list.people.length >= Math.min(hits, PAGE) && (hits <= PAGE || (list.total ?? 0) >= hits)) return nome
  }
  throw new Undecided('thin-data', `no name that was tried finds ${hits} persons; seed more with one name`)
}

/** A CPF with right check digits that nobody listed has. */
function absentCpf(listed: Set<string>): string {
  for (;;) {
    const base = Array.from({ length: 9 }, () => Math.floor(Math.random() * 10)).join('')
    const made = base + checkDigits(base)
    if (!listed.has(made)) return made
  }
}

/** How many persons a search found, as far as its first page shows. */
function found({ people }: List): string {
  if (people.length === 0) return 'nobody'
  return people.length >= PAGE ? `${PAGE} persons or more` : count(people.length, 'person')
}

function treatment({ list, status }: Attempt): string {
  if (!list)
    return typeof status === 'number' && status >= 400 && status < 500
      ? `refused with ${status}`
      : String(status)
  const { atual, linhas } = list.paginacao
  const said = [atual, linhas].map((value) => (Number.isInteger(value) ? value : 'no integer'))
  return `accepted: atual ${said[0]}, linhas ${said[1]}`
}
