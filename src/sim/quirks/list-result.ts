import type { URLSearchParams } from 'node:url'
import {
  cut,
  given,
  onItens,
  onPaginacao,
  onResult,
  onSelection,
  onTotal,
  rewrite,
  textOf,
  where,
} from './on-list.ts'
import type { Quirk } from './quirk.ts'

const SEARCH = ['nome', 'cpf']
const isSearch = (query: URLSearchParams) => SEARCH.some((name) => query.has(name))
const isWhole = (query: URLSearchParams) => !isSearch(query)

/** Heading 2.2: the `result` of a list. */
export const listResult: readonly Quirk[] = [
  {
    name: 'busca-null',
    clause: ['2.2-busca'],
    says: 'Sends null for busca when no search was made.',
    apply: where(
      isWhole,
      onResult((result) => ({ ...result, busca: null })),
    ),
  },
  {
    name: 'busca-never-empty',
    clause: ['2.2-busca'],
    says: 'Sends * for busca when no search was made.',
    apply: where(
      isWhole,
      onResult((result) => ({ ...result, busca: '*' })),
    ),
  },
  {
    name: 'busca-repeats-sort',
    clause: ['2.2-busca'],
    says: 'Reads sort as a search text and repeats it in busca.',
    apply: given(
      ['sort'],
      onResult((result, { query }) => ({ ...result, busca: result.busca || query.get('sort') })),
    ),
  },
  {
    name: 'busca-null-on-search',
    clause: ['2.2-busca'],
    says: 'Sends null in busca for a search.',
    apply: given(
      SEARCH,
      onResult((result) => ({ ...result, busca: null })),
    ),
  },
  {
    name: 'busca-escaped-for-html',
    clause: ['2.2-busca'],
    says: 'Escapes an apostrophe of busca as in HTML.',
    apply: given(
      SEARCH,
      onResult((result) => ({ ...result, busca: String(result.busca).replaceAll("'", '&#39;') })),
    ),
  },
  {
    name: 'busca-empty-on-page-2',
    clause: ['2.2-busca', '4.1-3'],
    says: 'Sends an empty busca after the first page of a search.',
    apply: where(
      (query) => isSearch(query) && Number(query.get('page')) > 1,
      onResult((result) => ({ ...result, busca: '' })),
    ),
  },
  {
    name: 'busca-empty-in-sorted-search',
    clause: ['2.2-busca', '4.1-3'],
    says: 'Sends an empty busca when a search is sorted.',
    apply: where(
      (query) => isSearch(query) && query.has('sort'),
      onResult((result) => ({ ...result, busca: '' })),
    ),
  },
  {
    name: 'busca-missing',
    clause: ['2.2-busca', '4.1-4'],
    says: 'Sends no busca.',
    apply: onResult(({ itens, paginacao }) => ({ itens, paginacao })),
  },
  {
    name: 'itens-as-object',
    clause: ['2.2-itens'],
    says: 'Sends itens as an object with the positions for keys.',
    apply: onResult((result) => ({ ...result, itens: { ...result.itens } })),
  },
  {
    name: 'itens-null-when-empty',
    clause: ['2.2-itens', '4.1-cpf', '4.1-nome'],
    says: 'Sends null for itens when nobody is found.',
    apply: onResult((result) => ({ ...result, itens: result.itens.length > 0 ? result.itens : null })),
  },
  {
    name: 'first-page-empty',
    clause: ['2.2-itens', '2.2-total', '4.1-page'],
    says: 'Sends nobody on the first page of the whole list in its default order.',
    apply: where(
      (query) => isWhole(query) && !query.has('sort') && /^(25)?$/.test(textOf(query, 'rows')),
      onItens((itens, { paginacao }) => (paginacao.atual === 1 ? [] : itens)),
    ),
  },
  {
    name: 'one-row-too-many',
    clause: ['2.2-linhas', '2.2-itens', '4.1-page', '4.1-rows'],
    says: 'Sends the first person of the next page, too.',
    apply: onItens(async (itens, { paginacao: { atual, linhas } }, call) =>
      itens.concat((await call.everyone()).slice(atual * linhas, atual * linhas + 1)),
    ),
  },
  {
    name: 'paginacao-missing',
    clause: ['2.2-paginacao', '4.1-4', '2.2-atual', '2.2-linhas', '2.2-total', '2.2-default'],
    says: 'Sends no paginacao.',
    apply: onResult(({ busca, itens }) => ({ busca, itens })),
  },
  {
    name: 'paginacao-flat',
    clause: ['2.2-paginacao', '4.1-4', '2.2-atual', '2.2-linhas', '2.2-total', '2.2-default'],
    says: 'Sends atual, linhas and total next to itens.',
    apply: onResult(({ busca, itens, paginacao }) => ({ busca, itens, ...paginacao })),
  },
  {
    name: 'atual-as-text',
    clause: ['2.2-atual'],
    says: 'Sends atual as a string.',
    apply: onPaginacao((paginacao) => ({ ...paginacao, atual: String(paginacao.atual) })),
  },
  {
    name: 'atual-frozen',
    clause: ['2.2-atual', '4.1-page'],
    says: 'Says that every page is the first.',
    apply: onPaginacao((paginacao) => ({ ...paginacao, atual: 1 })),
  },
  {
    name: 'atual-from-zero',
    clause: ['2.2-atual', '2.2-default', '4.1-page'],
    says: 'Counts pages of the whole list from 0 in atual.',
    apply: where(
      isWhole,
      onPaginacao((paginacao) => ({ ...paginacao, atual: paginacao.atual - 1 })),
    ),
  },
  {
    name: 'atual-frozen-in-search',
    clause: ['2.2-atual', '4.1-3', '4.1-page'],
    says: 'Says 1 in atual on every page of a sorted search.',
    apply: where(
      (query) => isSearch(query) && query.has('sort'),
      onPaginacao((paginacao) => ({ ...paginacao, atual: 1 })),
    ),
  },
  {
    name: 'linhas-as-text',
    clause: ['2.2-linhas'],
    says: 'Sends linhas as a string.',
    apply: onPaginacao((paginacao) => ({ ...paginacao, linhas: String(paginacao.linhas) })),
  },
  {
    name: 'linhas-frozen',
    clause: ['2.2-linhas', '4.1-rows'],
    says: 'Says 25 in linhas whatever the rows.',
    apply: onPaginacao((paginacao) => ({ ...paginacao, linhas: 25 })),
  },
  {
    name: 'linhas-frozen-with-cpf',
    clause: ['2.2-linhas', '4.1-3', '4.1-rows'],
    says: 'Says 25 in linhas for a search by cpf, whatever the rows.',
    apply: given(
      ['cpf'],
      onPaginacao((paginacao) => ({ ...paginacao, linhas: 25 })),
    ),
  },
  {
    name: 'linhas-of-page',
    clause: ['2.2-linhas', '4.1-rows', '2.2-default', '4.1-page'],
    says: 'Counts in linhas the persons of a page of the whole list, so that a last page has fewer rows.',
    apply: where(
      isWhole,
      onPaginacao((paginacao, { itens }) => ({ ...paginacao, linhas: itens.length })),
    ),
  },
  {
    name: 'total-as-number',
    clause: ['2.2-total'],
    says: 'Sends total as a JSON number.',
    apply: onTotal((total) => total),
  },
  {
    name: 'total-as-number-in-search',
    clause: ['2.2-total'],
    says: 'Sends total as a JSON number in a search.',
    apply: given(
      SEARCH,
      onTotal((total) => total),
    ),
  },
  {
    name: 'total-with-separator',
    clause: ['2.2-total'],
    says: 'Sends total with a point before its last three digits.',
    apply: onTotal((total) => (total / 1000).toFixed(3)),
  },
  {
    name: 'total-without-number',
    clause: ['2.2-total'],
    says: 'Sends a word for total.',
    apply: onTotal((total) => (total === 0 ? 'nenhuma' : 'muitas')),
  },
  {
    name: 'total-missing',
    clause: ['2.2-total', '2.2-paginacao'],
    says: 'Sends no total.',
    apply: onPaginacao(({ atual, linhas }) => ({ atual, linhas })),
  },
  {
    name: 'total-of-page',
    clause: ['2.2-total'],
    says: 'Counts in total the persons of the page.',
    apply: onTotal((_, { itens }) => String(itens.length)),
  },
  {
    name: 'total-so-far',
    clause: ['2.2-total'],
    says: 'Counts in total the persons up to the end of the page.',
    apply: onTotal((_, { itens, paginacao: { atual, linhas } }) =>
      String((atual - 1) * linhas + itens.length),
    ),
  },
  {
    name: 'total-of-pages',
    clause: ['2.2-total'],
    says: 'Counts pages instead of persons in total.',
    apply: onTotal((total, { paginacao }) => String(Math.ceil(total / paginacao.linhas))),
  },
  {
    name: 'total-understated',
    clause: ['2.2-total'],
    says: 'Leaves out of total the persons of the last page, which is still served.',
    apply: onTotal((total, { paginacao: { linhas } }) =>
      String(total > linhas ? Math.floor((total - 1) / linhas) * linhas : total),
    ),
  },
  {
    name: 'total-overstated',
    clause: ['2.2-total'],
    says: 'Counts one person too many in total of the whole list.',
    apply: where(
      isWhole,
      onTotal((total) => String(total + 1)),
    ),
  },
  {
    name: 'total-always-zero',
    clause: ['2.2-total'],
    says: 'Says 0 in total.',
    apply: onTotal(() => '0'),
  },
  {
    name: 'total-drifts-by-page',
    clause: ['2.2-total'],
    says: 'Counts one person less in total on every page.',
    apply: onTotal((total, { paginacao }) => String(Math.max(0, total - paginacao.atual + 1))),
  },
  {
    name: 'total-by-order',
    clause: ['2.2-total', '4.1-sort'],
    says: 'Counts one person less in total when sort is given.',
    apply: given(
      ['sort'],
      onTotal((total) => String(Math.max(0, total - 1))),
    ),
  },
  {
    name: 'total-of-all-in-search-of-50',
    clause: ['2.2-total', '4.1-3'],
    says: 'Counts everyone in total of a search with 50 rows.',
    apply: where(
      (query) => isSearch(query) && query.get('rows') === '50',
      onTotal(async (_, __, call) => {
        const whole = await call.list({ nome: undefined, cpf: undefined })
        return whole.result.paginacao.total
      }),
    ),
  },
  {
    name: 'default-rows-20',
    clause: ['2.2-default', '2.2-linhas', '4.1-rows', '4.1-page'],
    says: 'Puts 20 rows on a page when rows is missing.',
    apply: where(
      (query) => !query.has('rows'),
      onResult(async (result, call) => {
        const paginacao = { ...result.paginacao, linhas: 20 }
        return cut({ ...result, paginacao }, await call.everyone())
      }),
    ),
  },
  {
    name: 'default-page-2',
    clause: ['2.2-default', '2.2-atual', '4.1-page'],
    says: 'Answers a request without parameters with the second page.',
    apply: where(
      (query) => query.size === 0,
      rewrite(() => ({ page: '2' })),
    ),
  },
  {
    name: 'default-atual-0',
    clause: ['2.2-default', '2.2-atual', '4.1-page'],
    says: 'Says 0 in atual when page is missing.',
    apply: where(
      (query) => !query.has('page'),
      onPaginacao((paginacao) => ({ ...paginacao, atual: 0 })),
    ),
  },
  {
    name: 'person-for-another',
    clause: ['2.2-itens', '4.1-page', '1-1'],
    says: 'Sends one person, deep in the list, in the place of their neighbour, too.',
    apply: where(
      isWhole,
      onSelection((selection) => {
        const place = Math.floor(selection.length * 0.7)
        const neighbour = selection.slice(Math.max(0, place - 1), Math.max(1, place))
        return [...selection.slice(0, place), ...neighbour, ...selection.slice(place + 1)]
      }),
    ),
  },
]
