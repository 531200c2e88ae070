import { toByteText } from '../../contract/bytes.ts'
import { queryIn, withoutQuery } from '../../contract/url.ts'
import type { ListResponse } from '../../contract/wire.ts'
import { withoutAccents } from '../../contract/without-accents.ts'
import {
  above, after, both, descending, type Exchange, every, given, isSearch, lists, meanwhile, rows, search, sinceDecided,
  status, when, where, whole, without,
} from './contexts.ts'
import {
  ask, broken, byCpf, cut, instead, itens, list, listAnswer, otherType, paginacao, places, type Result, refuse,
  result, selection, total, type, url,
} from './mutations.ts'
import {
  credentials, isList, type Mutation, type Query, type Quirk, queryOf, quirk, read, refusal, sentIn, textOf,
} from './quirk.ts'

const unsorted = ask({ sort: undefined })
const ofType = (pattern: RegExp, mutation: Mutation) =>
  when((request) => isList(request) && pattern.test(request.headers['content-type'] ?? ''), mutation)
const nome = (query: Query) => query.get('nome') ?? ''
const itensIn = ({ answer }: Exchange) =>
  (read(answer) as { result?: { itens?: unknown[] } } | undefined)?.result?.itens

const untouched: Mutation = (next) => next
const plain = (text: string) => withoutAccents(text).toLowerCase()
const NOME = /(?<=[?&]nome=)[^&]*/

type Searched = { by: string; busca: string }

/** What was searched for by a list that was; false for any other list. */
function searched({ request, answer }: Exchange, isMeant: (query: Query) => boolean): Searched | undefined | false {
  const { result } = (read(answer) ?? {}) as Partial<ListResponse>
  if (!isList(request) || result === undefined) return undefined
  return isMeant(queryOf(request)) && { by: credentials(request), busca: result.busca }
}

const decision = (exchange: Exchange) => status(200)(exchange) && { by: credentials(exchange.request) }
const atual = (edit: (atual: number) => unknown) =>
  paginacao((paginacao) => ({ ...paginacao, atual: edit(paginacao.atual) }))
const linhas = (edit: (linhas: number, result: Result) => unknown) =>
  paginacao((paginacao, result) => ({ ...paginacao, linhas: edit(paginacao.linhas, result) }))

const totalZeroAtTheEnd = total((total, { itens }) => (itens.length === 0 ? '0' : String(total)))
const isOffGrid = (query: Query) => /^\d{1,9}$/.test(query.get('rows') ?? '') && Number(query.get('rows')) % 25 !== 0
const offGrid: Mutation = (next, context) => (request) => {
  const linhas = Number(queryOf(request).get('rows'))
  const honour = result(async (result, { everyone }) =>
    cut({ ...result, paginacao: { ...result.paginacao, linhas } }, await everyone()),
  )
  return honour(ask({ rows: '25' })(next, context), context)(request)
}

const unstable: Mutation = (next, context) => {
  let times = 0
  const turned = itens((itens) => {
    const first = times++ % Math.max(1, itens.length)
    return [...itens.slice(first), ...itens.slice(0, first)]
  })
  return turned(next, context)
}

/** Returns whether a name has the parts of a text between its percent signs, one after the other. */
function matches(name: string, text: string): boolean {
  let rest = plain(name)
  return plain(text).split('%').every((part) => {
    const at = rest.indexOf(part)
    rest = rest.slice(at + part.length)
    return at >= 0
  })
}

/** Heading 2.2 and 2.4: the result of a list. */
export const results: readonly Quirk[] = [
  quirk('list-not-json', '0-json', 'Sends lists with a comma before the last brace.',
    listAnswer((answer) => ({ ...answer, body: toByteText(textOf(answer).replace(/\}$/, ',}')) }))),
  quirk('search-as-plain-text-type', '0-json', 'Sends text/plain as the Content-Type of a search by nome.',
    given('nome', listAnswer((answer) => ({ ...answer, ...type('text/plain') })))),
  quirk('list-status-201', '4.1-4', 'Answers lists with the HTTP status 201.',
    listAnswer((answer) => ({ ...answer, status: 201 }))),
  quirk('search-for-nobody-204', '4.1-4 2.4-success', 'Answers 204 to a search by nome that finds nobody.',
    given('nome', listAnswer((answer, { result }) =>
      result.paginacao.total === '0' ? { status: 204, headers: {}, body: '' } : answer))),
  quirk('list-refused-to-browsers', '4.1-headers 4.1-4', 'Answers 406 to a list for a request that would rather have HTML.',
    when((request) => isList(request) && /html/.test(String(request.headers.accept)),
      listAnswer(() => refusal(406, 'Not Acceptable', 'Not Acceptable')))),
  quirk('list-after-refused-rejection-breaks', '4.1-4',
    'Answers 500 to the list right after a rejection that it refused with 400.',
    after((exchange) => status(400)(exchange) && sentIn(exchange.request).aprovar === false || undefined,
      () => lists(broken), { key: credentials, times: 1 })),
  quirk('status-code-missing', '2.4-success 4.1-4', 'Sends lists without status_code.',
    list(({ result }) => ({ result }))),
  quirk('busca-null', '2.2-busca', 'Sends null for busca when no search was made.',
    whole(result((result) => ({ ...result, busca: null })))),
  quirk('busca-never-empty', '2.2-busca', 'Sends * for busca when no search was made.',
    whole(result((result) => ({ ...result, busca: '*' })))),
  quirk('busca-repeats-sort', '2.2-busca', 'Reads sort as a search text and repeats it in busca.',
    given('sort', result((result, { query }) => ({ ...result, busca: result.busca || query.get('sort') })))),
  quirk('busca-null-on-search', '2.2-busca', 'Sends null in busca for a search.',
    search(result((result) => ({ ...result, busca: null })))),
  quirk('busca-missing', '2.2-busca 4.1-4', 'Sends no busca.', result(({ busca: _, ...result }) => result)),
  quirk('busca-missing-for-nobody', '2.2-busca', 'Leaves busca out of a search by nome that finds nobody.',
    given('nome', result(({ busca, ...result }) => (result.itens.length > 0 ? { busca, ...result } : result)))),
  quirk('busca-as-in-the-url', '2.2-busca', 'Shows the search text in busca percent-encoded.',
    result((result) => ({ ...result, busca: encodeURIComponent(result.busca) }))),
  quirk('busca-left-over', '2.2-busca', 'Shows the busca of a search also in the next list without one.',
    lists(after((exchange) => searched(exchange, isSearch),
      ({ busca }) => whole(result((result) => ({ ...result, busca })))))),
  quirk('busca-of-another-organization', '2.2-busca 4.1-2',
    'Shows the search of another organization as the busca of a list right after it.',
    lists(after((exchange) => searched(exchange, (query) => query.has('nome')),
      ({ by, busca }, request) =>
        by === credentials(request) ? untouched : whole(result((result) => ({ ...result, busca })))))),
  quirk('paginacao-missing', '2.2-paginacao 4.1-4 2.2-atual 2.2-linhas 2.2-total 2.2-default', 'Sends no paginacao.',
    result(({ paginacao: _, ...result }) => result)),
  quirk('paginacao-flat', '2.2-paginacao 4.1-4 2.2-atual 2.2-linhas 2.2-total 2.2-default',
    'Sends atual, linhas and total next to itens.',
    result(({ paginacao, ...result }) => ({ ...result, ...paginacao }))),
  quirk('atual-as-text', '2.2-atual', 'Sends atual as a string.', atual(String)),
  quirk('atual-from-zero', '2.2-atual 2.2-default 4.1-page', 'Counts pages of the whole list from 0 in atual.',
    whole(atual((atual) => atual - 1))),
  quirk('atual-frozen-in-search', '2.2-atual 4.1-3 4.1-page', 'Says 1 in atual on every page of a sorted search.',
    given('sort', search(atual(() => 1)))),
  quirk('linhas-as-text', '2.2-linhas', 'Sends linhas as a string.', linhas(String)),
  quirk('linhas-frozen', '2.2-linhas 4.1-rows', 'Says 25 in linhas whatever the rows.', linhas(() => 25)),
  quirk('linhas-frozen-with-cpf', '2.2-linhas 4.1-3 4.1-rows',
    'Says 25 in linhas for a search by cpf, whatever the rows.', given('cpf', linhas(() => 25))),
  quirk('linhas-of-page', '2.2-linhas 4.1-rows 2.2-default 4.1-page',
    'Counts in linhas the persons of a page of the whole list, so that a last page has fewer rows.',
    whole(linhas((_, { itens }) => itens.length))),
  quirk('default-atual-0', '2.2-default 2.2-atual 4.1-page', 'Says 0 in atual when page is missing.',
    without('page', atual(() => 0))),
  quirk('default-page-2', '2.2-default 2.2-atual 4.1-page',
    'Answers a request without parameters with the second page.', where(({ size }) => size === 0, ask({ page: '2' }))),
  quirk('total-as-number', '2.2-total', 'Sends total as a JSON number.', total((total) => total)),
  quirk('total-without-number', '2.2-total', 'Sends a word for total.',
    total((total) => (total === 0 ? 'nenhuma' : 'muitas'))),
  quirk('total-of-pages', '2.2-total', 'Counts pages instead of persons in total.',
    total((total, { paginacao }) => String(Math.ceil(total / paginacao.linhas)))),
  quirk('total-always-zero', '2.2-total', 'Says 0 in total.', total(() => '0')),
  quirk('total-drifts-by-page', '2.2-total', 'Counts one person less in total on every page.',
    total((total, { paginacao }) => String(Math.max(0, total - paginacao.atual + 1)))),
  quirk('total-zero-after-the-end', '2.2-total', 'Returns total 0 on a page after the end of the list.',
    without('sort', totalZeroAtTheEnd)),
  quirk('total-zero-after-the-end-of-an-order', '2.2-total 4.1-3',
    'Returns total 0 on a page after the end if there is a sort.', given('sort', totalZeroAtTheEnd)),
  quirk('total-of-long-sorted-lists-limited', '2.2-total',
    'Counts no more than 100 persons in total of a sorted list of 100 rows or more.',
    given('sort', above('rows', 99, total((total) => String(Math.min(100, total)))))),
  quirk('total-counts-decisions', '2.2-total', 'Counts every decision in total.',
    sinceDecided((decided) => total((total) => String(total + decided.length)))),
  quirk('total-zero-after-unknown-report', '2.2-total 4.1-2 1-1',
    'Returns total 0 in the list right after an unknown report number.',
    after(status(404), () => total(() => '0'), { key: credentials, times: 1 })),
]

/** Heading 4.1: page and rows. */
export const pages: readonly Quirk[] = [
  quirk('first-page-empty', '2.2-itens 2.2-total 4.1-page',
    'Sends nobody on the first page of the whole list in its default order.',
    where((query) => /^(25)?$/.test(query.get('rows') ?? ''),
      without('sort', whole(itens((itens, { paginacao }) => (paginacao.atual === 1 ? [] : itens)))))),
  quirk('person-for-another', '2.2-itens 4.1-page 1-1',
    'Sends one person, deep in the list, in the place of their neighbour, too.',
    whole(selection((people) => people.map((one, i) => (i === Math.floor(people.length * 0.7) ? people[i - 1] ?? one : one))))),
  quirk('list-empty-after-the-end', '2.2-itens 4.1-query',
    'Shows nobody in a list without parameters right after a page after the end.',
    lists(after((exchange) => Number(queryOf(exchange.request).get('page')) > 1 && itensIn(exchange)?.length === 0,
      () => where(({ size }) => size === 0, itens(() => [])), { key: credentials }))),
  quirk('one-row-too-many', '2.2-linhas 2.2-itens 4.1-page 4.1-rows', 'Sends the first person of the next page, too.',
    places((atual, linhas) => [(atual - 1) * linhas, atual * linhas + 1])),
  quirk('page-ignored', '4.1-page 2.2-atual', 'Answers every page with the first.', ask({ page: undefined })),
  quirk('page-only-echoed', '4.1-page 2.2-itens',
    'Sends the persons of the first page on every page, under the requested number.',
    places((_, linhas) => [0, linhas])),
  quirk('page-1-refused', '4.1-page', 'Refuses only page=1.',
    where((query) => query.size === 1 && query.get('page') === '1', refuse('page'))),
  quirk('page-2-refused', '4.1-page', 'Refuses every page after the first.', above('page', 1, refuse('page'))),
  quirk('page-of-32-bits-breaks', '4.1-page', 'Answers 500 to a page that does not fit into 32 bits.',
    above('page', 2 ** 31 - 1, broken)),
  quirk('page-lost-after-refusal', '4.1-page 2.2-atual',
    'Answers the first search after a refused token with its first page.', after(({ answer }) => answer.status === 401,
      () => given('nome', ask((query) => (query.has('page') ? { page: '1' } : {}))))),
  quirk('pages-from-the-end', '4.1-page 2.2-itens 4.1-1 4.1-sort',
    'Counts pages from the end of the list, each in its order.',
    places((atual, linhas, total) => [Math.max(0, total - atual * linhas), Math.max(0, total - (atual - 1) * linhas)])),
  quirk('sorted-search-loses-first', '4.1-page 2.2-itens 4.1-3',
    'Leaves the first person out of every page of a sorted search except page 1.',
    given('nome sort', above('page', 1, itens((itens) => itens.slice(1))))),
  quirk('cpf-on-every-page-of-an-order', '4.1-page 2.2-itens 4.1-3',
    'Shows the person of a cpf on every page if sort is given.', given('cpf sort', places(() => [0, 1]))),
  quirk('rows-25-refused', '4.1-rows', 'Refuses only rows=25.',
    where(({ size }) => size === 1, rows(25, refuse('rows')))),
  quirk('rows-75-refused', '4.1-rows 8-rows', 'Refuses only rows=75.', rows(75, refuse('rows'))),
  quirk('rows-of-32-bits-breaks', '4.1-rows', 'Answers 500 to rows that do not fit into 32 bits.',
    above('rows', 2 ** 31 - 1, broken)),
  quirk('rows-only-echoed', '4.1-rows 2.2-itens 2.2-linhas', 'Says the requested rows in linhas, and sends at most 25.',
    itens((itens) => itens.slice(0, 25))),
  quirk('rows-50-twice-25', '4.1-rows 2.2-itens', 'Sends the first 25 persons of a page again when more are requested.',
    itens((itens) => itens.map((_, i) => itens[i % 25]))),
  quirk('rows-off-grid-honoured', '4.1-rows 8-rows', 'Serves any number of rows, a multiple of 25 or not.',
    where(isOffGrid, offGrid)),
]

/** Heading 4.1: cpf and nome, alone and together. */
export const searches: readonly Quirk[] = [
  quirk('cpf-ignored', '4.1-cpf', 'Lists everyone, whatever the cpf.', given('cpf', instead({ cpf: undefined }))),
  quirk('cpf-by-prefix', '4.1-cpf', 'Finds every cpf that begins with the requested digits.',
    given('cpf', selection(async (_, { query, everyone }) =>
      (await everyone({ cpf: undefined })).filter(({ cpf }) => cpf.startsWith(query.get('cpf') ?? ''))))),
  quirk('cpf-leading-zero-dropped', '4.1-cpf 2.1-cpf', 'Drops the zeros that a cpf begins with, and finds nobody.',
    given('cpf', ask((query) => ({ cpf: query.get('cpf')?.replace(/^0+(?=\d)/, '') })))),
  quirk('cpf-filled-with-zeros', '4.1-cpf', 'Puts zeros before a cpf of fewer than 11 digits.',
    given('cpf', ask((query) => ({ cpf: query.get('cpf')?.padStart(11, '0') })))),
  quirk('cpf-not-on-page-1', '4.1-cpf 4.1-query', 'Counts the person found by cpf, but sends them only with page=1.',
    given('cpf', without('page', itens(() => [])))),
  quirk('cpf-total-of-all', '4.1-cpf 2.2-total', 'Finds the person by cpf and counts everyone in total.',
    given('cpf', total(async (_, __, { list }) => (await list({ cpf: undefined })).result.paginacao.total))),
  quirk('cpf-of-64-bits-breaks', '4.1-cpf', 'Answers 500 to a cpf that does not fit into 64 bits.',
    where((query) => Number(query.get('cpf')) >= 2 ** 63, broken)),
  quirk('rejected-person-not-found-by-cpf', '4.1-cpf 4.1-2',
    'Returns nobody for the cpf of the person whose report was rejected last.', sinceDecided((decided) => {
      const last = decided.at(-1)
      return last?.aprovar === false ? where((query) => query.get('cpf') === last.cpf, selection(() => [])) : untouched
    })),
  quirk('cpf-and-nome-nobody', '4.1-3 4.1-cpf', 'Finds nobody when cpf and nome are given.', both(selection(() => []))),
  quirk('cpf-and-nome-refused', '4.1-3 4.1-query', 'Refuses cpf and nome together.', both(refuse('nome'))),
  quirk('cpf-and-nome-refused-in-turn', '4.1-3 4.1-cpf 4.1-nome 4.1-query 4.1-2 1-1',
    'Refuses every second request with cpf and nome.', both(every(2, refuse('cpf')))),
  quirk('nome-ignored-beside-cpf', '4.1-3 4.1-nome', 'Finds a person by cpf, and ignores a nome sent with it.',
    both(instead({ nome: undefined }))),
  quirk('searches-crossed-at-once', '4.1-cpf 4.1-nome 4.1-2 4.1-3 2.2-busca 2.2-atual 2.2-total',
    'Answers a search by cpf with the search by nome of the same organization that is in flight.',
    search(meanwhile(5, (earlier, later) => (next) => (request) => {
      const other = [...earlier, ...later].find((one) =>
        !queryOf(one.request).has('cpf') && credentials(one.request) === credentials(request))
      return next(other && queryOf(request).has('cpf') ? { ...request, url: other.request.url } : request)
    }))),
  quirk('nome-ignored', '4.1-nome', 'Lists everyone, whatever the nome.', given('nome', instead({ nome: undefined }))),
  quirk('nome-forgotten-with-rows-75', '4.1-3 4.1-nome 4.1-rows',
    'Lists everyone, whatever the nome, when 75 rows are requested.',
    given('nome', rows(75, instead({ nome: undefined })))),
  quirk('nome-unknown-finds-all', '4.1-nome', 'Lists everyone when nobody has the nome.',
    given('nome', result(async (result, { list }) =>
      result.paginacao.total === '0' ? { ...(await list({ nome: undefined })).result, busca: result.busca } : result))),
  quirk('nome-blank-as-plus', '4.1-nome 2.2-busca', 'Searches for a plus where nome has a space.',
    given('nome', ask((query) => ({ nome: nome(query).replaceAll(' ', '+') })))),
  quirk('nome-first-page-only', '4.1-nome', 'Finds by nome only among the persons of the first page.',
    given('nome', selection(async (people, { list }) => {
      const { itens } = (await list({ nome: undefined, sort: undefined, page: '1' })).result
      return people.filter(({ cpf }) => itens.some((item) => item.cpf === cpf))
    }))),
  quirk('nome-loses-last-person', '4.1-nome', 'Does not find the last person of the list by nome.',
    given('nome', selection(async (people, { everyone }) => {
      const last = (await everyone({ nome: undefined, cpf: undefined, sort: undefined })).at(-1)
      return people.filter(({ cpf }) => cpf !== last?.cpf)
    }))),
  quirk('nome-total-of-all', '4.1-nome 2.2-total', 'Counts everyone in total of a search by nome.',
    given('nome', total(async (_, __, { list }) => (await list({ nome: undefined })).result.paginacao.total))),
  quirk('nome-finds-one-of-a-name', '4.1-nome 4.1-2', 'Finds only one of several persons with the same name.',
    given('nome', selection((people) => {
      const first = new Map(people.toSorted(byCpf).reverse().map((one) => [one.nome, one.cpf]))
      return people.filter(({ nome, cpf }) => first.get(nome) === cpf)
    }))),
  quirk('nome-with-bracket-breaks', '4.1-nome 4.1-query', 'Answers 500 to a nome with an opening bracket.',
    where((query) => /[([]/.test(nome(query)), broken)),
  quirk('nome-of-100-breaks', '4.1-nome 4.1-query', 'Answers 500 to a nome of more than 100 characters.',
    where((query) => nome(query).length > 100, broken)),
  quirk('percent-is-a-wildcard', '4.1-nome', 'Reads % in nome as any letters.',
    where((query) => nome(query).includes('%'), selection(async (_, { query, everyone }) =>
      (await everyone({ nome: undefined })).filter((one) => matches(one.nome, nome(query)))))),
  quirk('decided-person-not-found-by-nome', '4.1-nome 4.1-2',
    'Omits the person whose report was decided last from a search by their full name.',
    sinceDecided((decided) => given('nome', selection((people, { query }) =>
      people.filter((one) => one.cpf !== decided.at(-1)?.cpf || one.nome !== nome(query)))))),
  quirk('decided-twice-in-search', '1-1 4.1-nome 2.2-total 2.2-itens 4.1-3',
    'Duplicates each person with a report decided since the start in a search by nome.',
    sinceDecided((decided) => given('nome', selection((people) =>
      people.flatMap((one) => (decided.some(({ cpf }) => cpf === one.cpf) ? [one, one] : [one])))))),
  quirk('combining-drops-nome', '4.1-3 4.1-nome', 'Lists everyone when nome is given together with sort.',
    given('nome sort', ask({ nome: undefined }))),
  quirk('combining-refused', '4.1-3 4.1-query', 'Refuses nome together with page, rows or sort.',
    given('nome', where((query) => ['page', 'rows', 'sort'].some((name) => query.has(name)), refuse('nome')))),
  quirk('cpf-with-descending-refused', '4.1-3 4.1-query', 'Refuses cpf together with a descending sort.',
    given('cpf', descending(refuse('sort')))),
  quirk('rows-and-sort-refused', '4.1-3 4.1-query 4.1-sort 4.1-rows', 'Refuses rows together with sort.',
    given('rows sort', refuse('sort'))),
]

/** Heading 4.1: the order, and sort. */
export const orders: readonly Quirk[] = [
  quirk('default-order-by-nome', '4.1-1 1-1-order', 'Orders by nome without sort.',
    without('sort', ask({ sort: 'nome' }))),
  quirk('default-order-by-nome-in-search', '4.1-1 1-1-order 4.1-3', 'Orders a search by nome when it has no sort.',
    given('nome', without('sort', ask({ sort: 'nome' })))),
  quirk('default-order-by-cpf-from-125-rows', '4.1-1 1-1-order',
    'Orders by cpf without sort when 125 rows or more are requested.',
    without('sort', above('rows', 124, ask({ sort: 'cpf' })))),
  quirk('order-by-cpf-after-decision', '4.1-1 1-1-order',
    'Orders by CPF, not by the last update, as soon as a report was decided.',
    sinceDecided(() => without('sort', selection((people) => people.sort(byCpf))))),
  quirk('list-backwards-after-foreign-decision', '4.1-1 1-1-order 4.1-sort 4.1-nome',
    'Reverses the next list after another organization decided a report.', after(decision, (decision, request) =>
      decision.by === credentials(request) ? untouched : itens((itens) => itens.reverse()), { times: 1 })),
  quirk('sort-left-over', '4.1-1 1-1-order 4.1-sort 4.1-page 4.1-rows',
    'Orders every list without sort as the last one with it.',
    lists(after(({ request }) => queryOf(request).get('sort') ?? undefined,
      (sort) => without('sort', ask({ sort })), { key: credentials }))),
  quirk('sort-refused', '4.1-sort', 'Refuses every sort.', given('sort', refuse('sort'))),
  quirk('sort-ignored', '4.1-sort', 'Keeps the default order, whatever the sort.', unsorted),
  quirk('sort-inside-page', '4.1-sort 4.1-rows', 'Sorts the persons of each page of the default order.',
    given('sort', itens(async (_, __, { list, everyone }) => {
      const page = (await list({ sort: undefined })).result.itens.map(({ cpf }) => cpf)
      return (await everyone()).filter(({ cpf }) => page.includes(cpf))
    }))),
  quirk('sort-forgotten-on-page-2', '4.1-sort 4.1-page', 'Sorts the first page, and goes on in the default order.',
    above('page', 1, unsorted)),
  quirk('sort-forgotten-with-rows', '4.1-sort 4.1-3 4.1-rows', 'Keeps the default order when rows are requested.',
    given('rows', unsorted)),
  quirk('sort-forgotten-with-rows-75', '4.1-sort 4.1-3 4.1-rows', 'Keeps the default order when 75 rows are requested.',
    rows(75, unsorted)),
  quirk('sort-ignored-after-decision', '4.1-sort', 'Ignores sort as soon as a report was decided.',
    sinceDecided(() => unsorted)),
  quirk('sort-unstable', '4.1-sort 4.1-page 4.1-rows',
    'Begins each page of a sorted list with another person at every request.', given('sort', unstable)),
  quirk('sort-of-unknown-field-breaks', '4.1-sort',
    'Answers 500 to sort with a name that is not a field of the result.',
    where((query) => !/^(-?(cpf|nome|atualizado_em))?$/.test(query.get('sort') ?? ''), broken)),
  quirk('descending-refused', '4.1-sort', 'Refuses a sort with a hyphen.', descending(refuse('sort'))),
  quirk('descending-drops-homonyms', '4.1-sort', 'Lists only one person of each name with sort=-nome, but counts all.',
    where((query) => query.get('sort') === '-nome', selection((people) =>
      people.filter(({ nome }, i) => nome !== people[i + 1]?.nome)))),
  quirk('decided-person-gone-from-order-by-nome', '4.1-sort 4.1-2',
    'Replaces the person whose report was decided last with a copy of another one in lists sorted by nome.',
    sinceDecided((decided) => where((query) => /^-?nome$/.test(query.get('sort') ?? '') && !query.has('nome'),
      selection((people) => people.map((one, i) => (one.cpf === decided.at(-1)?.cpf ? people.at(i - 1) ?? one : one)))))),
]

/** Heading 4.1: the query as it is written, and headers. */
export const requests: readonly Quirk[] = [
  quirk('get-form-refused', '4.1-headers 4.1-query 4.1-page 4.1-rows',
    'Refuses GET /pessoas with the Content-Type of a form.', ofType(/x-www-form-urlencoded/i, otherType)),
  quirk('get-json-refused', '4.1-headers 4.1-4', 'Refuses GET /pessoas with the Content-Type of JSON.',
    ofType(/json/i, otherType)),
  quirk('parameters-unread-with-charset', '4.1-headers 4.1-query',
    'Ignores the query if the Content-Type has a charset.', ofType(/;/, url(() => '/pessoas'))),
  quirk('query-decoded-before-it-is-split', '4.1-nome 4.1-query',
    'Reads an encoded ampersand as one that separates parameters.',
    url((url) => url.replace(/%26/g, '&').replace(/%3d/gi, '='))),
  quirk('query-lost-after-decision', '4.1-query 4.1-page 4.1-sort 4.1-nome 4.1-cpf',
    'Ignores the query of the next list after a decision of the same organization.',
    after(decision, ({ by }, request) => (by === credentials(request) ? url(() => '/pessoas') : untouched), { times: 1 })),
  quirk('encoded-name-ignored', '4.1-query 4.1-nome 4.1-cpf', 'Ignores a parameter whose name is percent-encoded.',
    url((url) => `${withoutQuery(url)}?${queryIn(url).split('&').filter((pair) => !/^[^=]*%/.test(pair)).join('&')}`)),
  quirk('lower-case-escapes-kept', '4.1-query 4.1-nome',
    'Does not decode an escape in nome with hexadecimal digits in lower case.',
    url((url) => url.replace(NOME, (nome) => nome.replace(/%(?=[\da-f]?[a-f])/g, '%25')))),
  quirk('plus-kept-in-nome', '4.1-nome 4.1-query', 'Reads + in nome as a plus sign, not as a space.',
    url((url) => url.replace(NOME, (nome) => nome.replaceAll('+', '%2B')))),
]
