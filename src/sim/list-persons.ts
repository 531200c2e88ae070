import type { Ordering } from '../contract/dialect.ts'
import type { Profile } from '../contract/profile.ts'
import type { Whole } from '../contract/whole.ts'
import { type Soon, whenThere } from '../store/soon.ts'
import type {
  ListKey,
  ListRequest,
  NameMatch,
  Order,
  Organization,
  Page,
  SortKey,
  Store,
  TieKey,
} from '../store/store.ts'
import type { Answer } from './answer.ts'
import { createBusca } from './busca.ts'
import { causes, overlooked } from './causes/causes.ts'
import { createListBody, createListSlots, LONG_PAGE } from './list-body.ts'
import { personIn, tellsReports } from './list-item.ts'
import type { ListQuestion, Note } from './list-query.ts'
import { causeOf } from './reading/reading.ts'
import { urlAsRead } from './reading/semicolons.ts'
import { settleParameters } from './reading/settled.ts'
import { reason, refusal } from './refusal.ts'
import { createRefuseNobody } from './refuse-nobody.ts'

/** From this many persons on, building a list takes noticeable time. */
const WARM_UP_FROM = 10_000

/** Returns whether a page has so many rows that building it takes noticeable time. */
export function isLongPage({ rows }: ListQuestion): boolean {
  return rows > LONG_PAGE
}

/**
 * `GET /pessoas` (clause 4.1): one page of the persons that an organization queried.
 * @throws {Refusal} 400 or 404 for a page beyond the end, and for a search that finds nobody where that is refused
 */
export function createListPersons(store: Store, profile: Profile) {
  const settled = settleParameters(profile)
  const refuseNobody = createRefuseNobody(store, profile, settled)
  const buscaOf = createBusca(profile)
  const bodyOf = createListBody(profile.dialect.shape)
  const isOfReports = tellsReports(profile.dialect.shape)
  const slotsOf = createListSlots(profile.dialect.shape)

  /** @param url returns the URL of the request, which links may repeat */
  return (
    organization: Organization,
    question: ListQuestion,
    note: Note,
    url: () => string = () => '',
  ): Soon<Answer> => {
    const { page, rows, sort, nobody, sent } = question
    const request = listRequestOf(question, profile, settled)
    let shownPage = page
    const list = (): Soon<Page> => {
      if (nobody) return NOBODY
      const listed = store.list(organization, request)
      return rows === 0 ? whenThere(listed, ({ total }) => ({ items: [], total })) : listed
    }

    const answer = ({ items, total }: Page): Soon<Answer> => {
      const order = keysOf(sort, profile)
      const ofPage = { busca: buscaOf(question), items, page: shownPage, rows, total, sent, order }
      const listed = { ...ofPage, url: () => urlAsRead(url(), settled.others) }
      const slots = slotsOf && { slots: slotsOf(listed) }
      if (!isOfReports) return { status: 200, body: bodyOf(listed), ...slots }
      const cpfs = items.map((item) => personIn(item).cpf)
      return whenThere(store.reportsOn(organization, cpfs), (reports) => ({
        status: 200,
        body: bodyOf({ ...listed, reports }),
        ...slots,
      }))
    }
    const settle = (listed: Page): Soon<Answer> => {
      const { total } = listed
      const last = Math.max(1, Math.ceil(total / Number(rows)))
      const kind = total === 0 ? 'beyond-nobody' : 'beyond-end'
      const beyondEnd = settled.page[kind]
      if (page <= last || beyondEnd === 'empty') return answer(listed)
      const cause = beyond(last, kind, profile)
      // What judges answers writes slots as JSON, which has no bigint.
      const slots = { value: typeof page === 'bigint' ? String(page) : page, limit: last, last }
      if (beyondEnd === 'not-found') {
        throw refusal
          .routeUnknown()
          .as(`page.${kind}`, { key: 'page', ...slots })
          .because((known) => [cause(known)])
      }
      if (beyondEnd === 'refuse') {
        const reasons = [reason.above('page', last)]
        const fault = { key: 'page', situation: `page.${kind}`, slots, reasons, cause }
        throw refusal.invalid('query', [fault], profile)
      }
      const isLast = beyondEnd === 'last-page'
      note((known) => overlooked(cause(known), isLast ? 'that one is sent' : 'the first one is sent'))
      shownPage = isLast ? last : 1
      request.page = shownPage
      return whenThere(list(), answer)
    }

    return whenThere(list(), (listed) => {
      if (listed.total > 0 || refuseNobody === undefined) return settle(listed)
      return whenThere(refuseNobody(organization, question), (refused) => {
        if (refused) throw refused
        return settle(listed)
      })
    })
  }
}

const NOBODY: Page = { items: [], total: 0 }

/** Returns what the store is asked for. */
export function listRequestOf(
  { page, rows, cpf, nome, sort }: ListQuestion,
  profile: Profile,
  settled = settleParameters(profile),
): ListRequest {
  const isBeginning = cpf !== undefined && settled.cpf.short === 'beginning' && /^\d{1,10}$/.test(cpf)
  return {
    page: finite(page),
    rows: finite(rows) || 1,
    ...(isBeginning ? { cpfBeginning: cpf } : { cpf }),
    order: orderOf(sort, profile),
    nome: nome === undefined ? nome : matchOf(nome, profile),
  }
}

/** A store counts with whole numbers. */
function finite(whole: Whole): number {
  const number = Number(whole)
  return Number.isFinite(number) ? number : Number.MAX_SAFE_INTEGER
}

function beyond(last: number, kind: string, profile: Profile) {
  return causeOf(profile, {
    row: 'page',
    kind,
    cause: () => causes.query.pageBeyondEnd(last),
  })
}

/** Builds the lists of large organizations in advance. */
export function warmUpLists(store: Store, profile: Profile): void {
  for (const organization of store.organizations) {
    if (!organization.enabled || organization.persons < WARM_UP_FROM) continue
    const first = { page: 1, rows: 1 }
    store.list(organization, { ...first, order: orderOf([], profile), nome: matchOf('a', profile) })
    for (const by of ['cpf', 'nome', 'atualizado_em'] as const) {
      for (const descending of [false, true])
        store.list(organization, { ...first, order: orderOf([{ by, descending }], profile) })
    }
  }
}

function orderOf(sort: readonly ListKey[], profile: Profile): Order {
  const isStored = sort[0]?.by === 'stored'
  const {
    collation = profile.nomeCollation,
    ties: ofSort = 'cpf',
    defaultTies = ofSort,
    lastTies = 'cpf',
  } = profile.dialect.ordering
  const ties = sort.length > 0 ? ofSort : defaultTies
  const [{ by, descending }, ...others] = keysOf(sort, profile)
  const tie = tieKey(ties, { by, descending })
  const last = tie && tieKey(lastTies, { by, descending })
  return {
    by,
    descending,
    collation,
    ...(isStored && { isStored }),
    ties: [...others, tie, last].filter((key) => key !== undefined),
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

/** Returns the fields to sort by; those of the default order if the query has none. */
function keysOf(sort: readonly ListKey[], { defaultOrder }: Profile): readonly [SortKey, ...SortKey[]] {
  const [first, ...others] = sort.filter((key) => key.by !== 'stored')
  if (first !== undefined) return [first, ...others]
  return [{ by: 'atualizado_em', descending: defaultOrder === 'newest-first' }]
}

function matchOf(text: string, { nomeMatching, nomeFolding, dialect }: Profile): NameMatch {
  const { words, composed, wildcards, dividers, divided, wordless, folding = nomeFolding } = dialect.search
  return {
    text,
    matching: words ?? nomeMatching,
    folding,
    composed: composed === 'yes',
    wildcards: wildcards === 'escaped' || wildcards === 'expression' ? wildcards : wildcards === 'yes',
    dividers,
    divided,
    wordless,
  }
}
