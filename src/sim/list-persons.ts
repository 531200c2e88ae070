import type { Profile } from '../contract/profile.ts'
import { type Soon, whenThere } from '../store/soon.ts'
import type { Organization, Page, Store } from '../store/store.ts'
import type { Answer } from './answer.ts'
import { createBusca } from './busca.ts'
import type { Because } from './causes/cause.ts'
import { causes, overlooked } from './causes/causes.ts'
import { createWhyNobody } from './causes/nobody.ts'
import { createListBody, createListSlots, type ListedPage, LONG_PAGE } from './list-body.ts'
import { personIn, tellsReports } from './list-item.ts'
import type { ListQuestion } from './list-query.ts'
import { createListRequests } from './list-request.ts'
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
  const { requestOf, keysOf } = createListRequests(profile, settled)
  const whyNobody = createWhyNobody(store, profile)
  const answerWith = (listed: ListedPage): Answer => ({
    status: 200,
    body: bodyOf(listed),
    slots: slotsOf?.(listed),
  })

  /**
   * @param explain records causes, which are found only if the log asks for them
   * @param url returns the URL of the request, which links may repeat
   */
  return (
    organization: Organization,
    question: ListQuestion,
    explain: (why: Because) => void,
    url: () => string = () => '',
  ): Soon<Answer> => {
    const { page, rows, sort, nobody, sent } = question
    const request = requestOf(question)
    let shownPage = page
    const list = (): Soon<Page> => {
      if (nobody) return NOBODY
      const listed = store.list(organization, request)
      return rows === 0 ? whenThere(listed, ({ total }) => ({ items: [], total })) : listed
    }

    const answer = ({ items, total }: Page): Soon<Answer> => {
      const listed: ListedPage = {
        busca: buscaOf(question),
        items,
        page: shownPage,
        rows,
        total,
        sent,
        order: keysOf(sort),
        url: () => urlAsRead(url(), settled.others),
      }
      if (!isOfReports) return answerWith(listed)
      const cpfs = items.map((item) => personIn(item).cpf)
      return whenThere(store.reportsOn(organization, cpfs), (reports) => answerWith({ ...listed, reports }))
    }
    const settle = (listed: Page): Soon<Answer> => {
      const { total } = listed
      const last = Math.max(1, Math.ceil(total / Number(rows)))
      const kind = total === 0 ? 'beyond-nobody' : 'beyond-end'
      const beyondEnd = settled.page[kind]
      if (total === 0 && !nobody) {
        let why: ReturnType<Because> | undefined
        explain(() => {
          why ??= whyNobody(organization, request)
          return why
        })
      }
      if (page <= last) return answer(listed)
      const cause = beyond(last, kind, beyondEnd, profile)
      if (beyondEnd === 'empty') {
        if (total > 0) explain((known) => [overlooked(cause(known), 'the list is empty')])
        return answer(listed)
      }
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
      explain((known) => [overlooked(cause(known), isLast ? 'that one is sent' : 'the first one is sent')])
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

function beyond(last: number, kind: string, choice: string, profile: Profile) {
  return causeOf(profile, {
    row: 'page',
    kind,
    cause: () => causes.query.pageBeyondEnd(last, choice),
  })
}

/** Builds the lists of large organizations in advance. */
export function warmUpLists(store: Store, profile: Profile): void {
  const { requestOf } = createListRequests(profile)
  const first = { page: 1, rows: 1, cpf: undefined, nome: undefined, sort: [] }
  for (const organization of store.organizations) {
    if (!organization.enabled || organization.persons < WARM_UP_FROM) continue
    store.list(organization, requestOf({ ...first, nome: 'a' }))
    for (const by of ['cpf', 'nome', 'atualizado_em'] as const) {
      for (const descending of [false, true])
        store.list(organization, requestOf({ ...first, sort: [{ by, descending }] }))
    }
  }
}
