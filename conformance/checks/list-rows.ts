import { counted } from '../../src/contract/counted.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { must } from '../judging/judgement.ts'
import { kind } from '../service/format.ts'
import type { ListAnswer, Query } from '../service/lists.ts'
import type { Check } from './check.ts'
import { waitForAll } from './judge-cells.ts'
import { HEADERS, PAGES, rowsOf50, samePage, sameWindow } from './listed.ts'

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
        // The interface shows no maximum, so the service may return fewer rows, but linhas must say how many.
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
      const answers = await waitForAll(contexts.map((query) => service.get(query)))
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
