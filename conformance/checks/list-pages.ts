import { counted } from '../../src/contract/counted.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { difference } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import { numberOf, type Query } from '../service/lists.ts'
import type { Attempt } from '../service/service.ts'
import type { Check } from './check.ts'
import { HEADERS, ids, instant, mustCount, partition, samePage } from './listed.ts'
import { type Case, observations } from './observations.ts'

export const page: readonly Check[] = [
  {
    id: 'PAG-07',
    clause: ['4.1-page', '4.1-query', '2.2-default'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    title: 'returns the same list for page=1 as without page',
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
    title: 'returns other persons for page=2 than for page=1',
    async run(service) {
      const first = await service.list()
      const { list, status, exchange } = await service.get({ page: 2 })
      must(status === 200, '200', status, exchange)
      if (!list) throw new Undecided('blocked', 'page=2 did not return a list')
      must(list.people.length > 0, 'persons on page 2', 'none', first.exchange, exchange)
      const { missing } = difference(ids(list), ids(first))
      const stamps = new Set([...first.people, ...list.people].map(instant))
      if (missing.length === 0 && stamps.size === 1) {
        throw new Undecided(
          'thin-data',
          'all persons have the same atualizado_em, so they may change places between pages',
        )
      }
      must(missing.length > 0, 'persons who are not on page 1', 'the same persons', first.exchange, exchange)
      return `${missing.length} of ${counted(list.people.length, 'person')} are not on page 1`
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
    title: 'neither repeats nor loses a person between the pages of a list',
    async run(service) {
      return partition(service, {})
    },
  },
  {
    id: 'PAG-28',
    clause: ['4.1-page', '2.2-itens', '2.2-total'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: [...HEADERS, 'PAG-09', 'PAG-22', 'ORG-02'],
    needs: ['one-person'],
    title: 'shows nobody on a page far after the last one, even if the number of its first person overflows',
    async run(service) {
      const { size } = await service.facts()
      const seen: string[] = []
      const last = Math.ceil(size / PAGE)
      // Every beginning and every end of the first number is the number of a page.
      for (const page of [`${last}1`, ...WRAPS.map((bits) => wrapped(bits, last))]) {
        const { list, status, exchange } = await service.get({ page })
        // A service may show another page instead, if atual says so.
        const isThatPage = numberOf(list?.paginacao.atual) === Number(page)
        must(
          !isThatPage || list?.people.length === 0,
          `nobody on page ${page}`,
          counted(list?.people.length ?? 0, 'person'),
          exchange,
        )
        seen.push(`page=${page} ${list ? (isThatPage ? 'nobody' : 'another page') : status}`)
      }
      return seen.join(', ')
    },
  },
  {
    id: 'PAG-29',
    clause: ['2.2-total', '4.1-page'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    reading: 'total-counts-selection',
    rests: [...HEADERS, 'PAG-02', 'PAG-09', 'PAG-12', 'PAG-22'],
    needs: ['one-person'],
    title: 'returns the same total on the page after the last one',
    async run(service) {
      const { size } = await service.facts()
      const page = Math.ceil(size / PAGE) + 1
      const { list, status } = await service.get({ page })
      if (!list) return `returned ${status}`
      // A service may show another page instead, if atual says so.
      if (numberOf(list.paginacao.atual) !== page) return 'another page'
      mustCount(list, (await service.list()).total ?? size)
      return `total ${list.total}`
    },
  },
  {
    id: 'PAG-20',
    clause: ['4.1-open-rows', '4.1-page', '8-open-maximum'],
    level: 'open',
    risk: 'r',
    title: 'chooses how to treat page and rows that are out of range, not numbers or not multiples of 25',
    async run(service) {
      const { size } = await service.facts()
      const beyond = Math.ceil(size / PAGE) + 1
      const rows = ['0', '1', '24', '26', '30', '-25', '25.0', 'abc', '']
      const pages = ['0', '-1', '1.5', 'abc', String(beyond), '171798693']
      const queries: Query[] = [
        ...rows.map((rows) => ({ rows })),
        ...pages.map((page) => ({ page })),
        { campo: '1' },
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

/** Where the number of the first person of a page begins again, in bits. */
const WRAPS = [16n, 32n, 64n]

/** Returns the first page after the last one whose first person has a small number if numbers have so many bits. */
function wrapped(bits: bigint, announced: number): string {
  const rows = BigInt(PAGE)
  for (let turn = 1n; ; turn++) {
    const page = (turn * 2n ** bits + rows - 1n) / rows + 1n
    if (page > BigInt(announced)) return String(page)
  }
}

function treatment({ list, status }: Attempt): string {
  if (!list)
    return typeof status === 'number' && status >= 400 && status < 500
      ? `rejected with ${status}`
      : String(status)
  const { atual, linhas } = list.paginacao
  const said = [atual, linhas].map((value) => (Number.isInteger(value) ? value : 'not an integer'))
  return `accepted: atual ${said[0]}, linhas ${said[1]}`
}
