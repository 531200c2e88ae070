import { URLSearchParams } from 'node:url'
import type { ListResponse, PersonItem } from '../../contract/wire.ts'
import { by, isDescending, onSelection, onTotal, queryOf, rewrite, rowsIn, where } from './on-list.ts'
import { isChunked, numeroOf } from './on-validation.ts'
import {
  type Apply,
  forValidations,
  isList,
  isValidation,
  parse,
  type Quirk,
  type QuirkRequest,
  type QuirkResponse,
} from './quirk.ts'

/** At most so many rows of a sorted list are counted. */
const COUNTED = 100

const slotOf = (name: string, { headers }: QuirkRequest) => `${name} ${headers.authorization}`

/** Quirks that break a clause only if two things meet: an order and many rows, a search and the next list, two reports. */
export const metContexts: readonly Quirk[] = [
  {
    name: 'sign-lost-on-later-long-pages',
    clause: ['4.1-sort', '4.1-3', '4.1-page', '4.1-rows'],
    says: 'Orders by nome ascending on pages after the first with 75 rows or more, whatever the sign of sort.',
    apply: where(
      (query) => query.get('sort') === '-nome' && rowsIn(query) >= 75 && Number(query.get('page')) > 1,
      rewrite(() => ({ sort: 'nome' })),
    ),
  },
  {
    name: 'total-of-long-sorted-lists-limited',
    clause: ['2.2-total'],
    says: 'Counts no more than 100 persons in total of a sorted list of 100 rows or more.',
    apply: where(
      (query) => query.has('sort') && rowsIn(query) >= COUNTED,
      onTotal((total) => String(Math.min(COUNTED, total))),
    ),
  },
  {
    name: 'cut-before-descending-selection',
    clause: ['4.1-rows', '4.1-sort', '4.1-3', '4.1-page', '2.2-itens'],
    says: 'Leaves some persons out of a page of 50 by CPF descending.',
    apply: where(
      (query) => query.get('sort') === '-cpf' && query.get('rows') === '50' && !query.has('nome'),
      onSelection((people) => people.filter((_, i) => i % 10 !== 9)),
    ),
  },
  {
    name: 'rows-of-search-kept-once',
    clause: ['2.2-default', '2.2-linhas', '4.1-rows'],
    says: 'Gives the next list without parameters as many rows as the last search by nome requested.',
    async apply(asked, next, { memory }) {
      if (!isList(asked)) return next(asked)
      const [query, slot] = [queryOf(asked), slotOf('rows', asked)]
      const kept = memory.get(slot)
      if (query.size === 0 && kept !== undefined) {
        memory.delete(slot)
        return next({ ...asked, url: `/pessoas?rows=${kept}` })
      }
      if (query.has('nome') && query.has('rows')) memory.set(slot, query.get('rows'))
      return next(asked)
    },
  },
  {
    name: 'refusal-kept-for-cpf',
    clause: ['5-2', '5-1', '4.1-5', '4.1-4', '4.1-cpf'],
    says: 'Answers a search by cpf with 401 twice more after it refused the search for a wrong token.',
    async apply(asked, next, { memory }) {
      if (!isList(asked) || !queryOf(asked).has('cpf')) return next(asked)
      const slot = `refused ${asked.url}`
      const answered = await next(asked)
      const kept = memory.get(slot) as { refused: QuirkResponse; times: number } | undefined
      if (answered.status === 401) memory.set(slot, { refused: answered, times: 2 })
      else if (kept && kept.times > 0) {
        memory.set(slot, { ...kept, times: kept.times - 1 })
        return kept.refused
      }
      return answered
    },
  },
  {
    name: 'parameters-unread-with-charset',
    clause: ['4.1-headers', '4.1-query'],
    says: 'Ignores the query if the Content-Type has a charset.',
    apply: (asked, next) =>
      next(
        isList(asked) && /;/.test(asked.headers['content-type'] ?? '')
          ? { ...asked, url: '/pessoas' }
          : asked,
      ),
  },
  {
    name: 'chunks-decoded-alone',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Counts a letter that two chunks of a body share as two more.',
    apply: forValidations((asked, next) => {
      const body = asked.body.toString()
      const isCut = isChunked(asked) && /[^ -~]/.test(body)
      return next(isCut ? { ...asked, body: body.replace(/[^ -~]/, '\uFFFD\uFFFD') } : asked)
    }),
  },
  {
    name: 'rejection-keeps-the-place',
    clause: ['4.1-1', '1-1-order'],
    says: 'Keeps a person whose report was rejected since the start at the old position in the order by last update.',
    apply: withKeptDecisions(
      ({ moved, aprovar }, kept) => {
        for (const [cpf, old] of moved) {
          if (aprovar) kept.delete(cpf)
          else if (!kept.has(cpf)) kept.set(cpf, old)
        }
      },
      (kept) =>
        onSelection((people, { query }) => {
          const placeOf = ({ cpf, atualizado_em }: PersonItem) => kept.get(cpf) ?? atualizado_em
          return query.has('sort') ? people : people.toSorted(by(placeOf)).reverse()
        }),
    ),
  },
  {
    name: 'decided-twice-in-search',
    clause: ['1-1', '4.1-nome', '2.2-total', '2.2-itens', '4.1-3'],
    says: 'Duplicates each person with a report decided since the start in a search by nome.',
    apply: withKeptDecisions(
      ({ moved }, kept) => {
        for (const cpf of moved.keys()) kept.set(cpf, '')
      },
      (kept) =>
        onSelection((people, { query }) =>
          query.has('nome') ? people.flatMap((one) => (kept.has(one.cpf) ? [one, one] : [one])) : people,
        ),
    ),
  },
  {
    name: 'later-report-updates-another-too',
    clause: ['2.1-atualizado_em', '4.1-1', '1-1-order'],
    says: 'Also changes atualizado_em of another person, at the decision of every report except the first one.',
    apply: withKeptDecisions(
      ({ numero, moved, stamps }, kept) => {
        const first = kept.get('') ?? numero
        kept.set('', first)
        const newest = [...stamps.values()].sort().at(-1)
        const other = [...stamps.keys()].sort().find((cpf) => !moved.has(cpf))
        if (numero !== first && newest !== undefined && other !== undefined) kept.set(other, newest)
      },
      (kept) =>
        onSelection((people, { query }) => {
          const changed = people.map((one) => ({
            ...one,
            atualizado_em: kept.get(one.cpf) ?? one.atualizado_em,
          }))
          const sort = query.get('sort') ?? '-atualizado_em'
          if (!sort.endsWith('atualizado_em')) return changed
          const sorted = changed.toSorted(by(({ atualizado_em }) => atualizado_em))
          return isDescending(new URLSearchParams({ sort })) ? sorted.reverse() : sorted
        }),
    ),
  },
]

/** A decision that was accepted. */
interface Decided {
  numero: string
  aprovar: boolean
  /** Who was updated, with the last update before. */
  moved: ReadonlyMap<string, string>
  /** The last update of everybody. */
  stamps: ReadonlyMap<string, string>
}

/** Changes the lists of a caller by what is kept of its decisions. */
function withKeptDecisions(
  note: (decided: Decided, kept: Map<string, string>) => void,
  change: (kept: ReadonlyMap<string, string>) => Apply,
): Apply {
  return async (asked, next, context) => {
    const { memory } = context
    const slot = slotOf('decisions', asked)
    const known = memory.get(slot) as { kept: Map<string, string>; stamps: Map<string, string> } | undefined
    if (isList(asked))
      return known && known.kept.size > 0 ? change(known.kept)(asked, next, context) : next(asked)
    if (!isValidation(asked)) return next(asked)
    const stampsNow = async () => {
      const { body } = await next({
        method: 'GET',
        url: '/pessoas?rows=100000',
        headers: asked.headers,
        body: '',
      })
      const people = (parse(body) as Partial<ListResponse> | undefined)?.result?.itens ?? []
      return new Map(people.map(({ cpf, atualizado_em }) => [cpf, atualizado_em]))
    }
    const { kept, stamps: before } = known ?? { kept: new Map(), stamps: await stampsNow() }
    const answered = await next(asked)
    const stamps = answered.status === 200 ? await stampsNow() : before
    memory.set(slot, { kept, stamps })
    if (answered.status !== 200) return answered
    const aprovar = !/"aprovar"\s*:\s*false/.test(asked.body.toString())
    const moved = new Map([...before].filter(([cpf, stamp]) => stamps.get(cpf) !== stamp))
    note({ numero: numeroOf(asked).toLowerCase(), aprovar, moved, stamps }, kept)
    return answered
  }
}
