import { after, decisions, every, given, lists, when } from './contexts.ts'
import { broken, lets, on, refused, unauthorized } from './mutations.ts'
import {
  as, callerOf, isKnown, isList, json, type Mutation, notAllowed, notFound, numeroOf, type Quirk, queryOf, quirk, refusal,
  sentIn,
} from './quirk.ts'

/** Takes a word for a token. */
export const acceptingToken = (word: string): Quirk =>
  quirk(`token-accepted=${word}`, '5-2 4.1-5 4.2-4 7-401', `Accepts the word ${word} as the token of the first organization.`,
    when(({ headers }) => headers.authorization === word, lets(() => true)))

/** Reads the token from a parameter. */
export const readingTokenIn = (parameter: string): Quirk =>
  quirk(`token-in-query=${parameter}`, '5-1 4.1-5 1-3', `Reads the token from the parameter ${parameter} when Authorization is missing.`,
    (next, context) => (request) => {
      const token = isList(request) ? queryOf(request).get(parameter) : null
      const found = context.organizationsOf(undefined).find((one) => one.enabled && one.token === token)
      if (!found || request.headers.authorization !== undefined) return next(request)
      return next(as(found, { ...request, url: '/pessoas' }, context))
    })

const unheard: Mutation = (next, context) => {
  const known = new Set<string>()
  return async (request) => {
    const answer = await next(request)
    if (callerOf(request, context)) known.add(numeroOf(request))
    if (answer.status !== 401 || known.has(numeroOf(request))) return answer
    return notFound(context.profile)
  }
}

/** Heading 5: who is let in, and when that is looked at. */
export const tokens: readonly Quirk[] = [
  quirk('token-optional', '5-1 4.1-5 1-3',
    'Lists the persons of the first organization to a client that sends no Authorization.',
    lists(lets((sent) => sent === undefined))),
  quirk('token-any', '5-2 4.1-5 7-401',
    'Accepts any string as the token of the first organization when a list is requested.', lists(lets(Boolean))),
  quirk('token-with-quote-breaks', '5-2 4.1-5 4.2-4 7-401', 'Answers 500 to a token with a quotation mark.',
    when(({ headers }) => /['"]/.test(headers.authorization ?? ''), broken)),
  quirk('header-looked-up-twice', '5-1 4.1-headers', 'Looks for the token under Authorization and authorization only.',
    when(({ rawHeaders }) => rawHeaders?.some((name) => /^authorization$/i.test(name) && !/^[Aa]uthorization$/.test(name)) ?? false,
      (next) => (request) => next({ ...request, headers: { ...request.headers, authorization: undefined } }))),
  quirk('wrong-token-empty-list', '5-2 4.1-5 7-401', 'Answers a wrong token with 200 and an empty list.',
    lists(refused((answer, _, { headers }) => {
      if (!headers.authorization) return answer
      const paginacao = { atual: 1, linhas: 25, total: '0' }
      return json(200, { result: { busca: '', itens: [], paginacao }, status_code: 200 })
    }, 401))),
  quirk('valid-token-refused-now-and-then', '5-2 4.1-5 4.2-4 7-401', 'Refuses every fiftieth list whatever its token.',
    lists(every(50, unauthorized))),
  quirk('refusal-kept-for-cpf', '5-2 5-1 4.1-5 4.1-4 4.1-cpf',
    'Answers a search by cpf with 401 twice more after it refused the search for a wrong token.',
    given('cpf', after(({ answer }) => (answer.status === 401 ? answer : undefined),
      (kept) => on([200, 204, 400, 404], () => kept), { key: ({ url }) => url, times: 2 }))),
  quirk('body-before-token', '4.2-4 5-2 7-401', 'Refuses an unknown field with 400 before it checks the token.',
    refused((answer, _, request) => {
      const unknown = Object.keys(sentIn(request)).find((key) => !isKnown(key))
      if (unknown === undefined) return answer
      const message = `child "payload" fails because ["${unknown}" is not allowed]`
      return refusal(400, 'Bad Request', message, { source: 'payload', keys: [unknown] })
    }, 401)),
  quirk('query-before-token', '4.1-5 5-2 7-401', 'Refuses page=0 with 400 before it checks the token.',
    lists(refused((answer, _, request) => queryOf(request).get('page') === '0' ? notAllowed('query', 'page') : answer, 401))),
  quirk('decided-report-told-to-strangers', '4.2-4 5-2 5-1 1-3 7-401',
    'Answers a wrong token with the answer to an equal decision that was accepted before.',
    decisions(after(({ answer }) => (answer.status === 200 ? answer : undefined), (known) => on([401], () => known),
      { key: (request) => `${numeroOf(request)} ${request.body}` }))),
  quirk('wrong-token-hears-of-unknown-report', '4.2-4 5-2 5-1 1-3 7-401',
    'Answers 404 to a wrong token for a report number that no organization sent before.', decisions(unheard)),
]
