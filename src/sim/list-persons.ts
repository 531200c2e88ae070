import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Profile } from '../contract/profile.ts'
import type { ListResponse } from '../contract/wire.ts'
import type { ListRequest, NameMatch, Order, Organization, Store } from '../store/store.ts'
import type { Answer } from './answer.ts'
import { causes } from './causes/causes.ts'
import type { ListQuestion, Note } from './list-query.ts'
import { type Body, longList } from './long-body.ts'
import { reason, refusal } from './refusal.ts'

/** From this many persons on, making a list takes a while. */
const WARM_UP_FROM = 10_000

const LONG_PAGE = 1_000

/** Whether a page has so many rows that it takes a while. */
export function isLongPage({ rows }: ListQuestion): boolean {
  return rows > LONG_PAGE
}

/**
 * `GET /pessoas` (clause 4.1): one page of the persons that an organization queried.
 * @throws {Refusal} 400 or 404 for a page beyond the end
 */
export function createListPersons(store: Store, profile: Profile) {
  const { pageBeyondEnd } = profile

  return (organization: Organization, question: ListQuestion, note: Note): Answer => {
    const { page, rows, cpf, nome, sort } = question
    const request: ListRequest = {
      page,
      rows,
      cpf,
      order: orderOf(sort, profile),
      nome: nome === undefined ? nome : matchOf(nome, profile),
    }
    let listed = store.list(organization, request)
    const last = Math.max(1, Math.ceil(listed.total / rows))
    if (page > last && pageBeyondEnd !== 'empty') {
      const cause = () => causes.query.pageBeyondEnd(last)
      if (pageBeyondEnd === 'not-found') throw refusal.routeUnknown().because(() => [cause()])
      if (pageBeyondEnd === 'refuse') {
        throw refusal.invalid(
          'query',
          [{ key: 'page', reasons: [reason.above('page', last)], cause }],
          profile,
        )
      }
      note(() => causes.query.overlooked(cause(), 'that one is sent'))
      request.page = last
      listed = store.list(organization, request)
    }
    const body = envelope(busca(question, profile.busca), listed.items, request.page, rows, listed.total)
    return { status: 200, body }
  }
}

/** Makes the lists of organizations ready that would take a while at their first request. */
export function warmUpLists(store: Store, profile: Profile): void {
  for (const organization of store.organizations) {
    if (!organization.enabled || organization.persons < WARM_UP_FROM) continue
    const first = { page: 1, rows: 1 }
    store.list(organization, { ...first, order: orderOf(undefined, profile), nome: matchOf('a', profile) })
    for (const by of ['cpf', 'nome', 'atualizado_em'] as const) {
      for (const descending of [false, true])
        store.list(organization, { ...first, order: orderOf({ by, descending }, profile) })
    }
  }
}

function orderOf(sort: ListQuestion['sort'], { defaultOrder, nomeCollation }: Profile): Order {
  const { by, descending } = sort ?? { by: 'atualizado_em', descending: defaultOrder === 'newest-first' }
  return { by, descending, collation: nomeCollation }
}

function matchOf(text: string, { nomeMatching, nomeFolding }: Profile): NameMatch {
  return { text, matching: nomeMatching, folding: nomeFolding }
}

/** What `busca` repeats of a search; the name where there was a name and a CPF. */
function busca({ cpf, nome }: ListQuestion, knob: Profile['busca']): string {
  if (knob === 'always-empty') return ''
  return nome ?? (knob === 'nome-or-cpf' ? cpf : undefined) ?? ''
}

/** A {@link ListResponse}, put together from persons that are JSON already. */
function envelope(
  busca: string,
  items: readonly ByteText[],
  atual: number,
  linhas: number,
  total: number,
): Body {
  const head = `{"result":{"busca":${toByteText(JSON.stringify(busca))},"itens":[`
  const tail = `],"paginacao":{"atual":${atual},"linhas":${linhas},"total":"${total}"}},"status_code":200}`
  return items.length > LONG_PAGE ? longList(head, items, tail) : head + items.join(',') + tail
}
