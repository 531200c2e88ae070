import { counted } from '../../src/contract/counted.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { difference, firstDifference } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import { kind } from '../service/format.ts'
import { type ListAnswer, numberOf, type Query } from '../service/lists.ts'
import type { Attempt, Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { settled } from './judge-cells.ts'
import { HEADERS, ids, instant, mustCount, PAGES, partition, rowsOf50, sameWindow } from './listed.ts'
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
    title: 'shows nobody on a page so far after the last one that the number of its first person overflows',
    async run(service) {
      const { size } = await service.facts()
      const seen: string[] = []
      for (const bits of WRAPS) {
        const page = wrapped(bits, Math.ceil(size / PAGE))
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

export const MULTIPLES = [25, 50, 75, 100, 125, 200]

export const rows: readonly Check[] = [
  {
    id: 'PAG-13',
    clause: ['4.1-rows', '2.2-default'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: HEADERS,
    title: 'returns the same list for rows=25 as without rows',
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
        counted(right ?? 0, 'person'),
        counted(list.people.length, 'person'),
        list.exchange,
      )
      return `linhas 50, ${counted(list.people.length, 'person')}`
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
    title: 'returns the persons of pages 1 and 2 on page 1 of rows=50',
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
    title: 'returns the persons of pages 3 and 4 on page 2 of rows=50',
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
    title: 'returns as many persons as its linhas says for rows=75 and rows=100',
    async run(service) {
      const { size } = await service.facts()
      const seen: string[] = []
      for (const rows of [75, 100]) {
        const { list, status } = await service.get({ rows })
        if (!list) {
          seen.push(`rows=${rows} ${status}`)
          continue
        }
        // The document shows no maximum, so the service may return fewer rows, but linhas must say how many.
        const linhas = list.linhas
        must(
          linhas <= rows && linhas > 0 && linhas % ROWS_STEP === 0,
          `linhas ${rows} or a smaller multiple of 25`,
          `linhas is ${kind(list.paginacao.linhas)}`,
          list.exchange,
        )
        const right = Math.min(linhas, size)
        must(
          list.people.length === right,
          counted(right, 'person'),
          counted(list.people.length, 'person'),
          list.exchange,
        )
        seen.push(`rows=${rows} linhas ${linhas}`)
      }
      return seen.join(', ')
    },
  },
  {
    id: 'PAG-27',
    clause: ['4.1-rows', '8-rows', '2.2-linhas'],
    level: 'conditional',
    risk: 'r',
    rests: PAGES,
    reading: 'rows-are-multiples',
    title: 'honours every multiple of 25 up to the largest that it honours',
    async run(service) {
      const lists = await Promise.all(MULTIPLES.map((rows) => service.get({ rows })))
      const isHonoured = MULTIPLES.map((rows, i) => lists[i]?.list?.linhas === rows)
      const largest = isHonoured.lastIndexOf(true)
      const left = isHonoured.indexOf(false)
      const answer = lists[left]
      must(
        answer === undefined || left > largest,
        `linhas ${MULTIPLES[left]}, as for rows=${MULTIPLES[largest]}`,
        answer?.list ? `linhas ${answer.list.linhas}` : String(answer?.status),
        ...[answer, lists[largest]].flatMap((one) => (one ? [one.exchange] : [])),
      )
      return largest < 0 ? 'none is honoured' : `up to ${MULTIPLES[largest]}`
    },
  },
  {
    id: 'PAG-21',
    clause: ['4.1-rows', '8-rows'],
    level: 'required',
    risk: 'r',
    reading: 'rows-off-grid',
    needs: ['two-pages'],
    title: 'returns only multiples of 25 as linhas',
    async run(service) {
      const seen: string[] = []
      const { named } = await service.facts()
      const contexts: Query[] = [
        ...[30, 24, 26].map((rows) => ({ rows })),
        ...named.slice(0, 1).map(({ id, nome }) => ({ rows: 30, nome, cpf: id })),
        ...named.slice(-1).map(({ nome }) => ({ rows: 30, nome })),
        { rows: 30, sort: 'cpf' },
        { page: 2, rows: 30 },
      ]
      const answers = await settled(contexts.map((query) => service.get(query)))
      for (const [i, query] of contexts.entries()) {
        const { list, status } = answers[i] as ListAnswer
        const linhas = list?.linhas ?? Number.NaN
        if (list)
          must(
            linhas % ROWS_STEP === 0,
            'a refusal, or linhas that is a multiple of 25',
            `linhas ${linhas}`,
            list.exchange,
          )
        seen.push(`${Object.keys(query).join('+')} ${list ? `linhas ${linhas}` : status}`)
      }
      return seen.join(', ')
    },
  },
]

/** Compares the list without parameters with the list for a parameter that repeats the default. */
async function samePage(service: Service, query: Query): Promise<string> {
  const without = await service.list()
  const { list, status, exchange } = await service.get(query)
  must(status === 200, '200', status, exchange)
  if (!list) throw new Undecided('blocked', 'the answer is not a list')
  for (const field of ['atual', 'linhas', 'total']) {
    const [a, b] = [without.paginacao[field], list.paginacao[field]]
    must(
      a === b,
      `the same ${field} as without the parameter`,
      `${field} is ${kind(b)}`,
      without.exchange,
      exchange,
    )
  }
  const place = firstDifference(without.people, list.people, instant, ({ id }) => id)
  must(
    place === undefined,
    'the same persons',
    `other persons from person ${(place ?? 0) + 1} on`,
    without.exchange,
    exchange,
  )
  return counted(list.people.length, 'person')
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
