import { counted } from '../../src/contract/counted.ts'
import { FORM_TYPE, JSON_TYPE } from '../client/exchange.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { byCodeUnit, directionOf, firstDisorder } from '../judging/order.ts'
import { PAGE } from '../service/discover.ts'
import { pagesRead } from '../service/evidence.ts'
import { kind } from '../service/format.ts'
import { numberOf } from '../service/lists.ts'
import type { Check } from './check.ts'
import { cpf } from './list-cpf.ts'
import { nome } from './list-nome.ts'
import { page } from './list-pages.ts'
import { MULTIPLES, rows } from './list-rows.ts'
import { sort } from './list-sort.ts'
import {
  exchangesAt,
  firstDirection,
  HEADERS,
  instant,
  namedPerson,
  PAGES,
  requireSort,
  sameWindow,
} from './listed.ts'
import { type Case, observations } from './observations.ts'
import { organizations } from './organizations.ts'
import { searchTexts } from './search-texts.ts'
import { unbroken } from './unbroken.ts'

const combining: readonly Check[] = [
  {
    id: 'PAG-19',
    clause: ['4.1-3', '4.1-query', '4.1-page', '4.1-rows', '2.2-atual', '2.2-linhas'],
    level: 'required',
    risk: 'r',
    rests: HEADERS,
    needs: ['one-person'],
    title: 'accepts page, rows, nome and sort together',
    async run(service) {
      const person = await namedPerson(service)
      const [sort, backwards] = (await service.sortsBy('cpf'))
        ? [{ sort: 'cpf' }, { sort: '-cpf' }]
        : [{}, {}]
      const { list, status, exchange } = await service.get({ page: 1, rows: 25, ...sort, nome: person.nome })
      must(status === 200, '200', status, exchange)
      if (!list) throw new Undecided('blocked', 'the answer is not a list')
      const { atual, linhas } = list.paginacao
      must(numberOf(atual) === 1, 'atual 1', `atual is ${kind(atual)}`, exchange)
      must(numberOf(linhas) === 25, 'linhas 25', `linhas is ${kind(linhas)}`, exchange)
      let combinations = 1
      const wide = await service.get({ page: 1, rows: 50, ...backwards, nome: person.nome })
      if (wide.list && (await service.get({ rows: 50 })).list?.linhas === 50) {
        const said = wide.list.paginacao.linhas
        must(
          numberOf(said) === 50,
          'linhas 50, the same as without nome',
          `linhas is ${kind(said)}`,
          wide.exchange,
        )
        combinations++
      }
      return counted(combinations, 'combination')
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
      const { status, exchange } = await service.get({ page: 1, rows: 25, ...order })
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
    title: 'accepts the documented Content-Type for each kind of GET',
    async run(service) {
      const kinds = [
        { query: {}, other: FORM_TYPE },
        { query: { page: 1 }, other: JSON_TYPE },
      ]
      let taken = 0
      for (const { query, other } of kinds) {
        // Every request has the documented type, unless it says otherwise.
        const { status, exchange } = await service.get(query)
        if (status === 200) taken++
        // A GET that is rejected with any Content-Type is not rejected because of it.
        else if ((await service.get(query, { contentType: other })).status === 200)
          must(false, '200', status, exchange)
      }
      if (taken === 0)
        throw new Undecided('blocked', 'no GET returns 200, whatever its Content-Type: see ENV-01')
      return `${taken} of 2 kinds`
    },
  },
  {
    id: 'HDR-02',
    clause: ['4.1-headers'],
    level: 'open',
    risk: 'r',
    title: 'chooses whether to accept a GET with another Content-Type or without one',
    run(service) {
      const ways = [
        ['application/json with parameters', { page: 1 }, JSON_TYPE],
        ['a form without parameters', {}, FORM_TYPE],
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
    title: 'orders by the last update without sort',
    async run(service) {
      const pages = await service.pages()
      const stamps = pages.people.map(instant)
      const direction = directionOf(stamps)
      must(
        direction !== undefined,
        'atualizado_em that only falls or only rises',
        `it changes direction at person ${turn(stamps)} of the list`,
        ...exchangesAt(pages, turn(stamps)),
      )
      await firstDirection(service)
      return `${direction === 'descending' ? 'newest first' : 'oldest first'}, ${pagesRead(pages)}`
    },
  },
  {
    id: 'ORD-02',
    clause: ['4.1-1', '1-1-order', '4.1-rows'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    reading: 'default-order-field',
    rests: [...PAGES, 'ORD-01', 'PAG-27'],
    needs: ['two-stamps'],
    title: 'orders by the last update with every rows that it honours',
    async run(service) {
      const usual = await firstDirection(service)
      const seen: number[] = []
      for (const rows of MULTIPLES) {
        const { list } = await service.get({ rows })
        if (!list || list.linhas !== rows) continue
        const direction = directionOf(list.people.map(instant))
        const isUsual = direction === 'either' || usual === 'either' || direction === usual
        must(
          direction !== undefined && isUsual,
          `atualizado_em in one direction with rows=${rows}, the same as without`,
          direction ?? 'it changes direction',
          list.exchange,
        )
        seen.push(rows)
      }
      return seen.length === 0 ? 'none is honoured' : `rows ${seen.join(', ')}`
    },
  },
]

/** Checks heading 4.1: `GET /pessoas`. */
export const listPersons: readonly Check[] = [
  ...page,
  ...rows,
  ...combining,
  ...sort,
  ...cpf,
  ...nome,
  ...searchTexts,
  ...unbroken,
  ...organizations,
]

/** Returns the place at which values have both risen and fallen. */
function turn(values: readonly string[]): number {
  const rises = firstDisorder(values, true, [byCodeUnit]) ?? values.length
  const falls = firstDisorder(values, false, [byCodeUnit]) ?? values.length
  return Math.max(rises, falls)
}
