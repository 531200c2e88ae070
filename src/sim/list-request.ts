import type { Ordering } from '../contract/dialect.ts'
import type { Profile } from '../contract/profile.ts'
import type { Whole } from '../contract/whole.ts'
import type { ListKey, ListRequest, NameMatch, Order, SortKey, TieKey } from '../store/store.ts'
import type { ListQuestion } from './list-query.ts'
import { type Settled, settleParameters } from './reading/settled.ts'

/** Makes what the store is asked for, as a profile searches and sorts. */
export interface ListRequests {
  /** Returns the request for one page. */
  requestOf(question: Pick<ListQuestion, 'page' | 'rows' | 'cpf' | 'nome' | 'sort'>): ListRequest
  /** Returns the fields that a list is sorted by; those of the default order if the query has none. */
  keysOf(sort: readonly ListKey[]): readonly [SortKey, ...SortKey[]]
}

export function createListRequests(
  profile: Profile,
  { cpf: cpfs }: Settled = settleParameters(profile),
): ListRequests {
  const sortingOf = createSorting(profile)
  const matchOf = createMatch(profile)
  return {
    keysOf: (sort) => sortingOf(sort).keys,
    requestOf({ page, rows, cpf, nome, sort }) {
      const isBeginning = cpf !== undefined && cpfs.short === 'beginning' && /^\d{1,10}$/.test(cpf)
      return {
        page: finite(page),
        rows: finite(rows) || 1,
        cpf: isBeginning ? undefined : cpf,
        cpfBeginning: isBeginning ? cpf : undefined,
        order: sortingOf(sort).order,
        nome: nome === undefined ? undefined : matchOf(nome),
      }
    },
  }
}

/** Returns a number of rows or pages as a store counts them: finite. */
function finite(whole: Whole): number {
  const number = Number(whole)
  return Number.isFinite(number) ? number : Number.MAX_SAFE_INTEGER
}

/** What a list is sorted by, and the order that comes of it. */
interface Sorting {
  readonly keys: readonly [SortKey, ...SortKey[]]
  readonly order: Readonly<Order>
}

function createSorting(profile: Profile): (sort: readonly ListKey[]) => Sorting {
  const { defaultOrder, nomeCollation, dialect } = profile
  const { collation = nomeCollation, ties: ofSort = 'cpf', lastTies = 'cpf' } = dialect.ordering
  const { defaultTies = ofSort } = dialect.ordering
  const usualKeys: Sorting['keys'] = [{ by: 'atualizado_em', descending: defaultOrder === 'newest-first' }]

  const sortingBy = (sort: readonly ListKey[]): Sorting => {
    const [first, ...others] = sort.filter((key) => key.by !== 'stored')
    const keys: Sorting['keys'] = first === undefined ? usualKeys : [first, ...others]
    const [{ by, descending }, ...next] = keys
    const tie = tieKey(sort.length > 0 ? ofSort : defaultTies, { by, descending })
    const last = tie && tieKey(lastTies, { by, descending })
    const ties = [...next, tie, last].filter((key) => key !== undefined)
    return { keys, order: { by, descending, collation, isStored: sort[0]?.by === 'stored', ties } }
  }
  // Nearly all lists are in the default order or sorted by one field: what these come to is made once.
  const known = new Map<string, Sorting>()
  return (sort) => {
    const [first, second] = sort
    if (second !== undefined) return sortingBy(sort)
    const name = first === undefined ? '' : first.descending ? `-${first.by}` : first.by
    const made = known.get(name)
    if (made !== undefined) return made
    const sorting = sortingBy(sort)
    known.set(name, sorting)
    return sorting
  }
}

/** Returns the keys that order ties before the CPF does. */
function tieKey(ties: NonNullable<Ordering['ties']>, { by, descending }: SortKey): TieKey | undefined {
  if (ties === 'cpf' || (ties === 'cpf-with-order' && !descending)) return undefined
  if (ties === 'cpf-descending' || ties === 'cpf-with-order') return { by: 'cpf', descending: true }
  if (ties === 'newest' || ties === 'oldest') return { by: 'atualizado_em', descending: ties === 'newest' }
  if (ties === 'stored-with-order') return { by: 'stored', descending }
  if (ties === 'stored-backwards') return { by: 'stored', descending: true }
  if (ties === 'nome-pt-BR') return { by: 'nome', descending: false, collation: 'pt-BR' }
  if (ties === 'nome-code-point') return { by: 'nome', descending: false, collation: 'code-point' }
  if (ties === 'nome-exact') return by === 'nome' ? { by, descending, collation: 'code-point' } : undefined
  return { by: ties, descending: false }
}

function createMatch({
  nomeMatching,
  nomeFolding,
  dialect: { search },
}: Profile): (text: string) => NameMatch {
  const { words, composed, wildcards, dividers, divided, wordless, folding = nomeFolding } = search
  const like = wildcards === 'escaped' || wildcards === 'expression' ? wildcards : wildcards === 'yes'
  return (text) => ({
    text,
    matching: words ?? nomeMatching,
    folding,
    composed: composed === 'yes',
    wildcards: like,
    dividers,
    divided,
    wordless,
  })
}
