import type { URLSearchParams } from 'node:url'
import {
  cut,
  onItens,
  onPaginacao,
  onResult,
  queryOf,
  refuseParameter,
  rewrite,
  textOf,
  where,
} from './on-list.ts'
import type { Next, Quirk } from './quirk.ts'

const is = (name: string, value: string) => (query: URLSearchParams) => query.get(name) === value
const isBeyond = (name: string, value: number) => (query: URLSearchParams) => Number(query.get(name)) > value

const rowsOf = (query: URLSearchParams) => Number(query.get('rows'))
const isOffGrid = (query: URLSearchParams) =>
  /^\d{1,9}$/.test(textOf(query, 'rows')) && rowsOf(query) % 25 !== 0

/** Heading 4.1: `page` and `rows`. */
export const listPages: readonly Quirk[] = [
  {
    name: 'page-ignored',
    clause: ['4.1-page', '2.2-atual'],
    says: 'Answers every page with the first.',
    apply: rewrite(() => ({ page: undefined })),
  },
  {
    name: 'page-only-echoed',
    clause: ['4.1-page', '2.2-itens'],
    says: 'Sends the persons of the first page on every page, under the requested number.',
    apply: onItens(async (_, __, call) => (await call.list({ page: '1' })).result.itens),
  },
  {
    name: 'page-from-zero',
    clause: ['4.1-page'],
    says: 'Counts the requested page from 0, so that page=1 brings the second.',
    apply: where(
      (query) => query.has('page'),
      onItens(async (_, { paginacao }, call) => {
        const next = String(paginacao.atual + 1)
        return (await call.list({ page: next })).result.itens
      }),
    ),
  },
  {
    name: 'page-1-refused',
    clause: ['4.1-page'],
    says: 'Refuses only page=1.',
    apply: where((query) => query.size === 1 && query.get('page') === '1', refuseParameter('page')),
  },
  {
    name: 'page-2-refused',
    clause: ['4.1-page'],
    says: 'Refuses every page after the first.',
    apply: where(isBeyond('page', 1), refuseParameter('page')),
  },
  {
    name: 'page-3-empty',
    clause: ['4.1-page', '2.2-itens', '2.2-total'],
    says: 'Sends nobody after the second page.',
    apply: where(
      isBeyond('page', 2),
      onItens(() => []),
    ),
  },
  {
    name: 'page-as-offset',
    clause: ['4.1-page', '2.2-itens'],
    says: 'Reads page as the number of persons to skip, so that page 2 begins with the second.',
    apply: onItens(async (_, { paginacao: { atual, linhas } }, call) =>
      (await call.everyone()).slice(atual - 1, atual - 1 + linhas),
    ),
  },
  {
    name: 'pages-overlap',
    clause: ['4.1-page', '2.2-itens'],
    says: 'Begins every page after the first with the last person of the page before.',
    apply: onItens(async (_, { paginacao: { atual, linhas } }, call) => {
      const start = (atual - 1) * (linhas - 1)
      return (await call.everyone()).slice(start, start + linhas)
    }),
  },
  {
    name: 'pages-gap',
    clause: ['4.1-page', '2.2-itens'],
    says: 'Leaves out one person between two pages.',
    apply: onItens(async (_, { paginacao: { atual, linhas } }, call) => {
      const start = (atual - 1) * (linhas + 1)
      return (await call.everyone()).slice(start, start + linhas)
    }),
  },
  {
    name: 'last-person-lost',
    clause: ['4.1-page', '2.2-itens', '2.2-total'],
    says: 'Leaves the last person out of the last page.',
    apply: onItens((itens, { paginacao: { atual, linhas, total } }) =>
      atual > 1 && atual * linhas >= Number(total) ? itens.slice(0, -1) : itens,
    ),
  },
  {
    name: 'sorted-search-loses-first',
    clause: ['4.1-page', '2.2-itens', '4.1-3'],
    says: 'Leaves the first person out of every page of a sorted search except page 1.',
    apply: where(
      (query) => query.has('nome') && query.has('sort') && Number(query.get('page')) > 1,
      onItens((itens) => itens.slice(1)),
    ),
  },
  {
    name: 'last-page-filled-up',
    clause: ['4.1-page', '2.2-itens', '2.2-total'],
    says: 'Fills the last page up with persons of the page before.',
    apply: onItens(async (itens, { paginacao: { atual, linhas } }, call) =>
      atual > 1 && itens.length > 0 && itens.length < linhas ? (await call.everyone()).slice(-linhas) : itens,
    ),
  },
  {
    name: 'rows-25-refused',
    clause: ['4.1-rows'],
    says: 'Refuses only rows=25.',
    apply: where((query) => query.size === 1 && query.get('rows') === '25', refuseParameter('rows')),
  },
  {
    name: 'rows-capped-at-25',
    clause: ['4.1-rows'],
    says: 'Serves 25 rows when more are requested.',
    apply: where(
      isBeyond('rows', 25),
      rewrite(() => ({ rows: '25' })),
    ),
  },
  {
    name: 'rows-only-echoed',
    clause: ['4.1-rows', '2.2-itens', '2.2-linhas'],
    says: 'Says the requested rows in linhas, and sends at most 25.',
    apply: onItens((itens) => itens.slice(0, 25)),
  },
  {
    name: 'rows-100-short',
    clause: ['4.1-rows', '2.2-itens', '2.2-linhas'],
    says: 'Says 100 in linhas for rows=100, and sends 50.',
    apply: where(
      is('rows', '100'),
      onItens((itens) => itens.slice(0, 50)),
    ),
  },
  {
    name: 'rows-50-shifted',
    clause: ['4.1-rows'],
    says: 'Begins with the second person when more than 25 rows are requested.',
    apply: where(
      isBeyond('rows', 25),
      onItens(async (_, { paginacao: { atual, linhas } }, call) => {
        const start = (atual - 1) * linhas + 1
        return (await call.everyone()).slice(start, start + linhas)
      }),
    ),
  },
  {
    name: 'rows-50-page-2-by-25',
    clause: ['4.1-rows'],
    says: 'Begins a page where it would begin with 25 rows, whatever the rows.',
    apply: onItens(async (_, { paginacao: { atual, linhas } }, call) => {
      const start = (atual - 1) * 25
      return (await call.everyone()).slice(start, start + linhas)
    }),
  },
  {
    name: 'rows-75-by-25-in-search',
    clause: ['4.1-rows', '4.1-3', '4.1-page'],
    says: 'Begins a page of a search where it would begin with 25 rows when 75 are requested.',
    apply: where(
      (query) => query.has('nome') && query.get('rows') === '75',
      onItens(async (_, { paginacao: { atual, linhas } }, call) => {
        const start = (atual - 1) * 25
        return (await call.everyone()).slice(start, start + linhas)
      }),
    ),
  },
  {
    name: 'rows-50-twice-25',
    clause: ['4.1-rows', '2.2-itens'],
    says: 'Sends the first 25 persons of a page again when more are requested.',
    apply: onItens((itens) => itens.flatMap((_, i) => itens.slice(i % 25, (i % 25) + 1))),
  },
  {
    name: 'rows-count-total',
    clause: ['4.1-rows', '2.2-total'],
    says: 'Says no more in total than the requested rows, when they are more than 25.',
    apply: where(
      isBeyond('rows', 25),
      onPaginacao((paginacao, { itens }) => ({ ...paginacao, total: String(itens.length) })),
    ),
  },
  {
    name: 'rows-off-grid-honoured',
    clause: ['4.1-rows', '8-rows'],
    says: 'Serves any number of rows, a multiple of 25 or not.',
    apply: where(isOffGrid, (asked, next, context) => {
      const honour = onResult(async (result, call) => {
        const paginacao = { ...result.paginacao, linhas: rowsOf(queryOf(asked)) }
        return cut({ ...result, paginacao }, await call.everyone())
      })
      const onGrid: Next = (asked) => rewrite(() => ({ rows: '25' }))(asked, next, context)
      return honour(asked, onGrid, context)
    }),
  },
  {
    name: 'second-page-reversed',
    clause: ['4.1-page', '4.1-1', '4.1-sort'],
    says: 'Sends the second page in the opposite order.',
    apply: where(
      is('page', '2'),
      onItens((itens) => itens.toReversed()),
    ),
  },
  {
    name: 'pages-from-the-end',
    clause: ['4.1-page', '2.2-itens', '4.1-1', '4.1-sort'],
    says: 'Counts pages from the end of the list, each in its order.',
    apply: onItens(async (_, { paginacao: { atual, linhas } }, call) => {
      const everyone = await call.everyone()
      const end = everyone.length - (atual - 1) * linhas
      return everyone.slice(Math.max(0, end - linhas), Math.max(0, end))
    }),
  },
]
