import { toByteText } from '../contract/bytes.ts'
import type { Fault } from '../contract/faults.ts'
import type { Profile, SortField } from '../contract/profile.ts'
import {
  itemsOf,
  type ListRequest,
  type Order,
  type Organization,
  type Page,
  type Store,
} from '../world/store.ts'
import type { Answer } from './ask.ts'
import { listBody } from './body.ts'
import { plainQuestion, type Question } from './query.ts'
import type { Refuse } from './refusal.ts'
import { whyNobody } from './why-nobody.ts'

/** Returns one page of a list as an answer. Its slot `itens` is a list of persons that are JSON already. */
function answerOf({ page, rows }: Question, listed: Page, busca: string, notes?: Fault[]): Answer {
  const { text, ends, total } = listed
  const head = `{"result":{"busca":${busca === '' ? '""' : toByteText(JSON.stringify(busca))},"itens":[`
  const tail = `],"paginacao":{"atual":${page},"linhas":${rows},"total":"${total}"}},"status_code":200}`
  return {
    status: 200,
    body: listBody(head, text, tail, ends.length),
    notes,
    caller: undefined,
    slots: () => ({ busca, itens: itemsOf(listed), atual: page, linhas: rows, total: String(total) }),
  }
}

type Listed = Pick<Question, 'page' | 'rows' | 'cpf' | 'nome' | 'sort'>

/** Returns what makes of a question what a store is asked for, as a profile searches and sorts. */
function createListRequest(profile: Profile): (question: Listed) => ListRequest {
  const { defaultOrder, nomeMatching: matching, nomeFolding: folding, nomeCollation: collation } = profile
  const orders = (by: SortField): [ascending: Order, descending: Order] => [
    { by, descending: false, collation },
    { by, descending: true, collation },
  ]
  const ordersBy = {
    cpf: orders('cpf'),
    nome: orders('nome'),
    atualizado_em: orders('atualizado_em'),
  }
  const usual = ordersBy.atualizado_em[defaultOrder === 'newest-first' ? 1 : 0]
  return ({ page, rows, cpf, nome, sort }) => ({
    page,
    rows,
    cpf,
    order: sort === undefined ? usual : ordersBy[sort.by][sort.descending ? 1 : 0],
    nome: nome === undefined ? undefined : { text: nome, matching, folding },
  })
}

/** Returns what answers `GET /pessoas` (clause 4.1): one page of the persons that an organization queried. */
export function createList(
  store: Store,
  profile: Profile,
  refuse: Refuse,
): (organization: Organization, question: Question) => Answer {
  const { pageBeyondEnd, busca } = profile
  const requestOf = createListRequest(profile)

  /** What `busca` repeats of a search: the name where there was a name and a CPF. */
  const buscaOf = ({ nome, cpf }: Question): string => {
    if (busca === 'always-empty') return ''
    return nome ?? (busca === 'nome-or-cpf' ? cpf : undefined) ?? ''
  }

  const beyondEnd = (organization: Organization, question: Question, listed: Page, last: number) => {
    const slots = { key: 'page', value: question.page, limit: last, last }
    const fault: Fault = { name: 'page.beyond-end', slots }
    if (pageBeyondEnd === 'refuse' || pageBeyondEnd === 'not-found') return refuse([fault])
    const note: Fault = { ...fault, tolerated: true }
    if (pageBeyondEnd === 'empty') return answerOf(question, listed, buscaOf(question), [note])
    const onLast = { ...question, page: last }
    return answerOf(onLast, store.list(organization, requestOf(onLast)), buscaOf(question), [note])
  }

  const answer = (organization: Organization, question: Question, listed: Page): Answer => {
    const { page, rows } = question
    // The first page is never beyond the end.
    if (page > 1) {
      const last = Math.max(1, Math.ceil(listed.total / rows))
      if (page > last) return beyondEnd(organization, question, listed, last)
    }
    if (listed.total > 0 || question === plainQuestion) return answerOf(question, listed, buscaOf(question))
    const hints = () => whyNobody(store, organization, requestOf(question))
    return answerOf(question, listed, buscaOf(question), [{ name: 'nome.nobody', slots: {}, hints }])
  }

  return (organization, question) =>
    answer(organization, question, store.list(organization, requestOf(question)))
}
