import type { URLSearchParams } from 'node:url'
import type { PersonItem } from '../../contract/wire.ts'
import { refusal } from '../refusal.ts'
import { by, given, onItens, onListAnswer, onSelection, refuseParameter, rewrite, where } from './on-list.ts'
import { type Apply, type Quirk, refuse } from './quirk.ts'

const isUnsorted = (query: URLSearchParams) => !query.has('sort')
const withNomeAnd = (names: readonly string[]) => (query: URLSearchParams) =>
  query.has('nome') && names.some((name) => query.has(name))

const refuseType = (pattern: RegExp): Apply =>
  onListAnswer((answered, _, { headers }) =>
    pattern.test(headers['content-type'] ?? '') ? refuse(refusal.bodyType()) : answered,
  )

/** The default order with another idea of what is newer. */
const newestBy = (key: (item: PersonItem) => string): Apply =>
  where(
    isUnsorted,
    onSelection((selection, { context }) => {
      const oldestFirst = selection.sort(by(key))
      return context.profile.defaultOrder === 'newest-first' ? oldestFirst.reverse() : oldestFirst
    }),
  )

/** Heading 4.1: what is sent, how parameters go together, the order without `sort`. */
export const listPersons: readonly Quirk[] = [
  {
    name: 'get-form-refused',
    clause: ['4.1-headers', '4.1-query', '4.1-page', '4.1-rows'],
    says: 'Refuses GET /pessoas with the Content-Type of a form.',
    apply: refuseType(/x-www-form-urlencoded/i),
  },
  {
    name: 'get-json-refused',
    clause: ['4.1-headers', '4.1-4'],
    says: 'Refuses GET /pessoas with the Content-Type of JSON.',
    apply: refuseType(/json/i),
  },
  {
    name: 'page-needs-rows',
    clause: ['4.1-query', '4.1-page'],
    says: 'Refuses a page after the first without rows.',
    apply: where((query) => Number(query.get('page')) > 1 && !query.has('rows'), refuseParameter('page')),
  },
  {
    name: 'combining-refused',
    clause: ['4.1-3', '4.1-query'],
    says: 'Refuses nome together with page, rows or sort.',
    apply: where(withNomeAnd(['page', 'rows', 'sort']), refuseParameter('nome')),
  },
  {
    name: 'combining-drops-rows',
    clause: ['4.1-3', '4.1-rows', '4.1-query'],
    says: 'Falls back to the first page of 25 rows when nome is given.',
    apply: given(
      ['nome'],
      rewrite(() => ({ page: undefined, rows: undefined })),
    ),
  },
  {
    name: 'combining-drops-nome',
    clause: ['4.1-3', '4.1-nome'],
    says: 'Lists everyone when nome is given together with sort.',
    apply: where(
      withNomeAnd(['sort']),
      rewrite(() => ({ nome: undefined })),
    ),
  },
  {
    name: 'rows-and-sort-refused',
    clause: ['4.1-3', '4.1-query', '4.1-sort', '4.1-rows'],
    says: 'Refuses rows together with sort.',
    apply: where((query) => query.has('rows') && query.has('sort'), refuseParameter('sort')),
  },
  {
    name: 'default-order-by-nome',
    clause: ['4.1-1', '1-1-order'],
    says: 'Orders by nome without sort.',
    apply: where(
      isUnsorted,
      rewrite(() => ({ sort: 'nome' })),
    ),
  },
  {
    name: 'default-order-by-nome-in-search',
    clause: ['4.1-1', '1-1-order', '4.1-3'],
    says: 'Orders a search by nome when it has no sort.',
    apply: where(
      (query) => isUnsorted(query) && query.has('nome'),
      rewrite(() => ({ sort: 'nome' })),
    ),
  },
  {
    name: 'default-order-by-month',
    clause: ['4.1-1', '1-1-order'],
    says: 'Orders only by year and month of the last update without sort.',
    apply: newestBy(({ atualizado_em }) => atualizado_em.slice(0, 7)),
  },
  {
    name: 'default-order-by-month-first',
    clause: ['4.1-1', '1-1-order'],
    says: 'Orders by month, day and then year without sort.',
    apply: newestBy(({ atualizado_em }) => atualizado_em.slice(5) + atualizado_em.slice(0, 4)),
  },
  {
    name: 'default-order-inside-page',
    clause: ['4.1-1', '1-1-order'],
    says: 'Orders by cpf without sort, and each page by the last update.',
    apply: where(
      isUnsorted,
      onItens(async (_, __, call) => {
        const page = (await call.list({ sort: 'cpf' })).result.itens.map(({ cpf }) => cpf)
        return (await call.everyone()).filter(({ cpf }) => page.includes(cpf))
      }),
    ),
  },
  {
    name: 'default-order-first-as-last',
    clause: ['4.1-1', '1-1-order'],
    says: 'Puts the person of the first place into the last without sort.',
    apply: where(
      isUnsorted,
      onSelection(([first, ...others]) => (first ? [...others, first] : others)),
    ),
  },
  {
    name: 'default-order-lost-late',
    clause: ['4.1-1', '1-1-order'],
    says: 'Reverses ten persons deep in the list without sort.',
    apply: where(
      isUnsorted,
      onSelection((selection) => {
        const place = Math.floor(selection.length * 0.6)
        const moved = selection.slice(place, place + 10)
        return [...selection.slice(0, place), ...moved.reverse(), ...selection.slice(place + 10)]
      }),
    ),
  },
]
