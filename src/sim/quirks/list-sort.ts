import type { URLSearchParams } from 'node:url'
import type { PersonItem } from '../../contract/wire.ts'
import {
  by,
  given,
  isDescending,
  onItens,
  onSelection,
  refuseParameter,
  rewrite,
  textOf,
  where,
} from './on-list.ts'
import type { Quirk } from './quirk.ts'

const SORT = ['sort']
const isBy = (field: keyof PersonItem) => (query: URLSearchParams) =>
  textOf(query, 'sort').replace('-', '') === field

/** Everyone in an order of the quirk's own, descending as asked. */
const ordered = (field: keyof PersonItem, key: (item: PersonItem) => string): Quirk['apply'] =>
  where(
    isBy(field),
    onSelection((selection, { query }) => {
      const ascending = selection.sort(by(key))
      return isDescending(query) ? ascending.reverse() : ascending
    }),
  )

const lastWord = (text: string) => text.slice(text.lastIndexOf(' ') + 1)
const ASCII = /^[ -~]*$/

/** Heading 4.1: `sort`. */
export const listSort: readonly Quirk[] = [
  {
    name: 'sort-refused',
    clause: ['4.1-sort'],
    says: 'Refuses every sort.',
    apply: given(SORT, refuseParameter('sort')),
  },
  {
    name: 'sort-ignored',
    clause: ['4.1-sort'],
    says: 'Keeps the default order, whatever the sort.',
    apply: given(
      SORT,
      rewrite(() => ({ sort: undefined })),
    ),
  },
  {
    name: 'sort-inside-page',
    clause: ['4.1-sort', '4.1-rows'],
    says: 'Sorts the persons of each page of the default order.',
    apply: given(
      SORT,
      onItens(async (_, __, call) => {
        const page = (await call.list({ sort: undefined })).result.itens.map(({ cpf }) => cpf)
        return (await call.everyone()).filter(({ cpf }) => page.includes(cpf))
      }),
    ),
  },
  {
    name: 'sort-forgotten-on-page-2',
    clause: ['4.1-sort', '4.1-page'],
    says: 'Sorts the first page, and goes on in the default order.',
    apply: where(
      (query) => Number(query.get('page')) > 1,
      rewrite(() => ({ sort: undefined })),
    ),
  },
  {
    name: 'sort-forgotten-with-rows',
    clause: ['4.1-sort', '4.1-3', '4.1-rows'],
    says: 'Keeps the default order when rows are requested.',
    apply: given(
      ['rows'],
      rewrite(() => ({ sort: undefined })),
    ),
  },
  {
    name: 'sort-forgotten-with-rows-75',
    clause: ['4.1-sort', '4.1-3', '4.1-rows'],
    says: 'Keeps the default order when 75 rows are requested.',
    apply: where(
      (query) => query.get('rows') === '75',
      rewrite(() => ({ sort: undefined })),
    ),
  },
  {
    name: 'sort-forgotten-with-nome',
    clause: ['4.1-sort', '4.1-3', '4.1-nome'],
    says: 'Keeps the default order of those found by nome.',
    apply: given(
      ['nome'],
      rewrite(() => ({ sort: undefined })),
    ),
  },
  {
    name: 'descending-refused',
    clause: ['4.1-sort'],
    says: 'Refuses a sort with a hyphen.',
    apply: where(isDescending, refuseParameter('sort')),
  },
  {
    name: 'descending-ignored',
    clause: ['4.1-sort'],
    says: 'Sorts ascending when descending is requested.',
    apply: where(
      isDescending,
      rewrite((query) => ({ sort: textOf(query, 'sort').slice(1) })),
    ),
  },
  {
    name: 'descending-unknown',
    clause: ['4.1-sort'],
    says: 'Keeps the default order when descending is requested.',
    apply: where(
      isDescending,
      rewrite(() => ({ sort: undefined })),
    ),
  },
  {
    name: 'descending-inside-page',
    clause: ['4.1-sort'],
    says: 'Reverses each page of the ascending list when descending is requested.',
    apply: where(
      isDescending,
      onItens(async (_, __, call) => {
        const sort = textOf(call.query, 'sort').slice(1)
        return (await call.list({ sort })).result.itens.reverse()
      }),
    ),
  },
  {
    name: 'descending-other-collation',
    clause: ['4.1-sort'],
    says: 'Sorts names descending by code points, and ascending as people do.',
    apply: where(
      (query) => query.get('sort') === '-nome',
      onSelection((selection) => selection.sort(by(({ nome }) => nome)).reverse()),
    ),
  },
  {
    name: 'descending-drops-homonyms',
    clause: ['4.1-sort'],
    says: 'Lists only one person of each name with sort=-nome, but counts all.',
    apply: where(
      (query) => query.get('sort') === '-nome',
      onSelection((selection) => selection.filter(({ nome }, i) => nome !== selection[i + 1]?.nome)),
    ),
  },
  {
    name: 'direction-inverted',
    clause: ['4.1-sort'],
    says: 'Sorts descending without a hyphen, and ascending with one.',
    apply: given(
      SORT,
      rewrite((query) => ({
        sort: isDescending(query) ? textOf(query, 'sort').slice(1) : `-${textOf(query, 'sort')}`,
      })),
    ),
  },
  {
    name: 'sort-cpf-by-last-digits',
    clause: ['4.1-sort'],
    says: 'Sorts cpf by its check digits.',
    apply: ordered('cpf', ({ cpf }) => cpf.slice(-2)),
  },
  {
    name: 'sort-cpf-by-some-digits',
    clause: ['4.1-sort'],
    says: 'Sorts cpf by its first two digits, and then by its last.',
    apply: ordered('cpf', ({ cpf }) => `${cpf.slice(0, 2)}${cpf.slice(-1)}`),
  },
  {
    name: 'sort-nome-by-last-name',
    clause: ['4.1-sort'],
    says: 'Sorts nome by its last word.',
    apply: ordered('nome', ({ nome }) => lastWord(nome)),
  },
  {
    name: 'sort-nome-by-first-letter',
    clause: ['4.1-sort'],
    says: 'Sorts nome only by its first letter.',
    apply: ordered('nome', ({ nome }) => nome.slice(0, 1)),
  },
  {
    name: 'sort-stamp-by-month',
    clause: ['4.1-sort'],
    says: 'Sorts atualizado_em only by its year and month.',
    apply: ordered('atualizado_em', ({ atualizado_em }) => atualizado_em.slice(0, 7)),
  },
  {
    name: 'sort-stamp-by-time-of-day',
    clause: ['4.1-sort'],
    says: 'Sorts atualizado_em by the time of day.',
    apply: ordered('atualizado_em', ({ atualizado_em }) => atualizado_em.slice(11)),
  },
  {
    name: 'sort-loses-accents',
    clause: ['4.1-sort'],
    says: 'Leaves names with an accent out of sort=nome, and does not count them.',
    apply: where(
      isBy('nome'),
      onSelection((selection) => selection.filter(({ nome }) => ASCII.test(nome))),
    ),
  },
  {
    name: 'sort-loses-first',
    clause: ['4.1-sort', '2.2-itens'],
    says: 'Leaves the first person out of the whole list when it is sorted, and counts them.',
    apply: where(
      (query) => query.has('sort') && !query.has('nome'),
      onItens(async (_, { paginacao: { atual, linhas } }, call) => {
        const start = (atual - 1) * linhas + 1
        return (await call.everyone()).slice(start, start + linhas)
      }),
    ),
  },
  {
    name: 'sort-unstable',
    clause: ['4.1-sort', '4.1-page', '4.1-rows'],
    says: 'Begins each page of a sorted list with another person at every request.',
    apply: given(
      SORT,
      onItens((itens, _, { context }) => {
        const first = context.turn % Math.max(1, itens.length)
        return [...itens.slice(first), ...itens.slice(0, first)]
      }),
    ),
  },
]
