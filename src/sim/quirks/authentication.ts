import { firstEnabled, letIn, sentIn } from './let-in.ts'
import { given, queryOf, where } from './on-list.ts'
import { onRefusalAnswer } from './on-refusal.ts'
import { answer, forLists, forValidations, type Quirk } from './quirk.ts'

/** How many characters are compared by quirks that compare only a part of a token. */
const PREFIX = 8

type Find = Parameters<typeof letIn>[0]

/** Finds the first organization for whatever was sent, if it is accepted. */
const firstIf =
  (accepts: (sent: string | undefined) => boolean): Find =>
  (sent, context) =>
    accepts(sent) ? firstEnabled(context) : undefined

/** Finds the first organization whose token matches what was sent. */
const enabledIf =
  (matches: (token: string, sent: string) => boolean): Find =>
  (sent, { organizations }) =>
    organizations.find(({ token, enabled }) => enabled && sent !== undefined && matches(token, sent))

const anybody = firstIf(() => true)
const withoutToken = firstIf((sent) => sent === undefined)
const withEmptyToken = firstIf((sent) => sent === '')
const withAnyToken = firstIf(Boolean)
const withPrefix = enabledIf((token, sent) => token.slice(0, PREFIX) === sent.slice(0, PREFIX))
const withDisabledToken: Find = (sent, context) =>
  context.organizations.some(({ token, enabled }) => !enabled && token === sent)
    ? firstEnabled(context)
    : undefined

/** Heading 5: who is let in. */
export const authentication: readonly Quirk[] = [
  {
    name: 'token-optional',
    clause: ['5-1', '4.1-5', '1-3'],
    says: 'Lists the persons of the first organization to a client that sends no Authorization.',
    apply: forLists(letIn(withoutToken)),
  },
  {
    name: 'token-empty-accepted',
    clause: ['5-1', '4.1-5', '1-3'],
    says: 'Lists the persons of the first organization to a client that sends an empty Authorization.',
    apply: forLists(letIn(withEmptyToken)),
  },
  {
    name: 'token-any',
    clause: ['5-2', '4.1-5', '7-401'],
    says: 'Accepts any string as the token of the first organization when a list is requested.',
    apply: forLists(letIn(withAnyToken)),
  },
  {
    name: 'token-any-of-its-length',
    clause: ['5-2', '4.1-5', '7-401'],
    says: 'Compares only the length of a token when a list is requested.',
    apply: forLists(letIn(enabledIf((token, sent) => token.length === sent.length))),
  },
  {
    name: 'disabled-token-empty-pages',
    clause: ['5-2', '4.1-5', '7-401'],
    says: 'Answers a disabled token with an empty list on every page after the first.',
    apply: where(
      (query) => Number(query.get('page')) > 1,
      async (asked, next, context) => {
        const answered = await next(asked)
        if (answered.status !== 401 || !withDisabledToken(sentIn(asked), context, asked)) return answered
        const [page, rows] = ['page', 'rows'].map((name) => Number(queryOf(asked).get(name)))
        const paginacao = { atual: page, linhas: rows || 25, total: '0' }
        return answer(200, { result: { busca: '', itens: [], paginacao }, status_code: 200 })
      },
    ),
  },
  {
    name: 'token-by-prefix',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Compares only the first 8 characters of a token.',
    apply: letIn(withPrefix),
  },
  {
    name: 'token-by-its-end',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Compares only the last 8 characters of a token.',
    apply: letIn(enabledIf((token, sent) => token.slice(-PREFIX) === sent.slice(-PREFIX))),
  },
  {
    name: 'token-of-every-object',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Looks tokens up in an object, and finds what every object inherits.',
    apply: letIn((sent, context) => (sent && sent in {} ? firstEnabled(context) : undefined)),
  },
  {
    name: 'token-part-accepted',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Accepts half a token.',
    apply: letIn(enabledIf((token, sent) => sent.length >= token.length / 2 && token.startsWith(sent))),
  },
  {
    name: 'token-with-tail',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Accepts a token followed by any text.',
    apply: letIn(enabledIf((token, sent) => sent.startsWith(token))),
  },
  {
    name: 'token-skipped-with-query',
    clause: ['5-1', '5-2', '4.1-5', '1-3'],
    says: 'Ignores the token when a list is requested with parameters.',
    apply: letIn((_, context, { url }) => (url.startsWith('/pessoas?') ? firstEnabled(context) : undefined)),
  },
  {
    name: 'token-skipped-with-cpf',
    clause: ['5-1', '5-2', '4.1-5', '1-3'],
    says: 'Ignores the token when a list is requested with cpf.',
    apply: given(['cpf'], letIn(anybody)),
  },
  {
    name: 'token-optional-with-nome',
    clause: ['5-1', '4.1-5', '1-3'],
    says: 'Answers requests without Authorization when a list is requested with nome.',
    apply: given(['nome'], letIn(withoutToken)),
  },
  {
    name: 'token-skipped-with-sort',
    clause: ['5-1', '5-2', '4.1-5', '1-3'],
    says: 'Ignores the token when a list is requested with sort.',
    apply: given(['sort'], letIn(anybody)),
  },
  {
    name: 'token-case-blind',
    clause: ['5-2', '4.1-5', '4.2-4', '7-401'],
    says: 'Ignores the case of letters when it compares tokens.',
    apply: letIn(enabledIf((token, sent) => token.toLowerCase() === sent.toLowerCase())),
  },
  {
    name: 'disabled-token-accepted',
    clause: ['5-2', '4.1-5', '7-401'],
    says: 'Lists persons for the token of a disabled organization.',
    apply: forLists(letIn(withDisabledToken)),
  },
  {
    name: 'disabled-token-accepted-with-cpf',
    clause: ['5-2', '4.1-5', '7-401'],
    says: 'Answers a search by cpf for the token of a disabled organization.',
    apply: given(['cpf'], forLists(letIn(withDisabledToken))),
  },
  {
    name: 'post-token-optional',
    clause: ['4.2-4', '5-1', '1-3'],
    says: 'Accepts decisions from a client that sends no Authorization.',
    apply: forValidations(letIn(withoutToken)),
  },
  {
    name: 'post-token-empty-accepted',
    clause: ['4.2-4', '5-1', '1-3'],
    says: 'Accepts decisions from a client that sends an empty Authorization.',
    apply: forValidations(letIn(withEmptyToken)),
  },
  {
    name: 'post-token-by-prefix',
    clause: ['4.2-4', '5-2', '7-401'],
    says: 'Compares only the first 8 characters of a token when a report is decided.',
    apply: forValidations(letIn(withPrefix)),
  },
  {
    name: 'post-disabled-token-accepted',
    clause: ['4.2-4', '5-2', '7-401'],
    says: 'Accepts decisions with the token of a disabled organization.',
    apply: forValidations(letIn(withDisabledToken)),
  },
  {
    name: 'post-token-any',
    clause: ['4.2-4', '5-2', '7-401'],
    says: 'Accepts any string as a token when a report is decided.',
    apply: forValidations(letIn(withAnyToken)),
  },
  {
    name: 'wrong-token-empty-list',
    clause: ['5-2', '4.1-5', '7-401'],
    says: 'Answers a wrong token with 200 and an empty list.',
    apply: forLists(
      onRefusalAnswer((answered, _, { headers }) => {
        if (!headers.authorization) return answered
        const paginacao = { atual: 1, linhas: 25, total: '0' }
        return answer(200, { result: { busca: '', itens: [], paginacao }, status_code: 200 })
      }, 401),
    ),
  },
  {
    name: 'missing-token-400',
    clause: ['4.1-5', '4.2-4', '5-2'],
    says: 'Answers 400 when Authorization is missing.',
    apply: onRefusalAnswer(
      (answered, { message }, { headers }) =>
        headers.authorization === undefined
          ? answer(400, { error: 'Bad Request', message, status_code: 400 })
          : answered,
      401,
    ),
  },
  {
    name: 'unauthorized-403',
    clause: ['4.1-5', '4.2-4', '5-2', '7-401'],
    says: 'Answers a missing or wrong token with 403.',
    apply: onRefusalAnswer(
      (_, { message }) => answer(403, { error: 'Forbidden', message, status_code: 403 }),
      401,
    ),
  },
  {
    name: 'unauthorized-text',
    clause: ['5-2', '7-401'],
    says: 'Mentions neither token nor access in the message of a 401.',
    apply: onRefusalAnswer((_, { error }) => answer(401, { error, message: 'Erro.', status_code: 401 }), 401),
  },
]
