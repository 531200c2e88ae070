import { type Exchange, FORM_TYPE } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, decisionQuestion, listQuestion } from '../model/questions.ts'
import type { Survey } from './table.ts'

const cameOf = (answer: Exchange | TargetFailure) =>
  answer instanceof TargetFailure ? `no answer: ${answer.message}` : answer.response.status

const { mensagem } = APPROVAL
const withMensagem = (text: string) => ({ ...APPROVAL, mensagem: text })
const BODIES: readonly (readonly [asked: string, body: unknown, contentType?: string | undefined, number?: 'other'])[] = [
  ['aprovar "true"', { aprovar: 'true', mensagem }], ['aprovar 1', { aprovar: 1, mensagem }],
  ['an array', []], ['malformed JSON', '{"aprovar":'], ['no body', ''], ['two unknown fields', { ...APPROVAL, xyz: 1, abc: 1 }],
  ['13 emoji', withMensagem('👍'.repeat(13))], ['24 letters and a combining accent', withMensagem(`${'a'.repeat(24)}\u0301`)],
  ['25 spaces', withMensagem(' '.repeat(25))], ['24 letters and a space', withMensagem(`${'a'.repeat(24)} `)],
  ['a form', 'aprovar=true', FORM_TYPE], ['a number that is not a UUID', APPROVAL, undefined, 'other'],
]

export const openBodies: Survey = {
  id: 'VAL-29',
  clause: ['4.2-open', '4.2-headers', '8-open-maximum'],
  risk: 'w0',
  title: 'chooses how to treat bodies and numbers that the interface does not mention',
  observe: (service) =>
    Promise.all(
      BODIES.map(async ([asked, body, contentType, number]) => {
        const question = decisionQuestion(service.keys.own, service.unknownNumber(number), body, { contentType })
        return [asked, cameOf(await service.attempt(question))] as const
      }),
    ),
}

export const openTokens: Survey = {
  id: 'AUTH-12',
  clause: ['5-open'],
  risk: 'r',
  title: 'chooses whether to accept the token with a scheme, without one, or both',
  async observe(service) {
    const { own } = service.keys
    const { value = '' } = own
    const scheme = /^Bearer\s+/i.exec(value)?.[0]
    const authorization = scheme
      ? { value: value.slice(scheme.length), label: '$TOKEN_WITHOUT_BEARER' }
      : { value: `Bearer ${value}`, label: `Bearer ${own.label}` }
    const [given, other] = scheme ? ['with', 'without'] : ['without', 'with']
    return [
      [`the token as given, ${given} "Bearer "`, (await service.get()).status],
      [`${other} "Bearer " before it`, cameOf(await service.attempt(listQuestion(own, {}, { authorization })))],
    ]
  },
}

/** Every documented field by its path, the entries of an array without their places. */
const DOCUMENTED = [
  'result', 'status_code', 'error', 'message', 'validation', 'validation.source', 'validation.keys', 'result.numero', 'result.busca',
  'result.itens', 'result.itens.cpf', 'result.itens.nome', 'result.itens.atualizado_em',
  'result.paginacao', 'result.paginacao.atual', 'result.paginacao.linhas', 'result.paginacao.total',
]
/** Whole names, because a name that the service invents can spell a person in a form that nothing recognizes. */
const TELLING_HEADERS = [
  'api-version', 'x-api-version', 'api-supported-versions', 'api-deprecated-versions', 'deprecation', 'sunset', 'server', 'www-authenticate',
  'ratelimit', 'ratelimit-policy', 'ratelimit-limit', 'ratelimit-remaining', 'x-ratelimit-limit', 'x-ratelimit-remaining',
]
/** Limits, because a target may send any number of fields with names of any length. */
const MOST_FIELDS = 20
const LONGEST_NAME = 80

function findFields(value: unknown, above: string, found: Set<string>): void {
  if (Array.isArray(value)) for (const entry of value) findFields(entry, above, found)
  for (const [name, inner] of Object.entries(objectOf(value) ?? {})) {
    const path = above + name
    if (DOCUMENTED.includes(path)) findFields(inner, `${path}.`, found)
    // A long name is not cut, because the redactor would not recognize a part of it.
    else if (found.size < MOST_FIELDS) found.add(path.length > LONGEST_NAME ? `a name of ${path.length} characters` : path)
  }
}

export const beyondDocument: Survey = {
  id: 'ENV-09',
  clause: ['7-open', '8-open-rate', '9-open', '2.4-success'],
  risk: 'r',
  title: 'chooses whether to return fields, headers or statuses that the interface does not show',
  async observe(service) {
    const [fields, statuses, headers] = [new Set<string>(), new Set<string>(), new Set<string>()]
    await service.get()
    for (const { response } of service.heard) {
      if ([200, 400, 401, 404].includes(response.status)) findFields(response.json, '', fields)
      else statuses.add(String(response.status))
      for (const name of TELLING_HEADERS) if (name in response.headers) headers.add(name)
    }
    const listed = (names: Set<string>) => service.redactor.theirs([...names].sort().join(', ')) || 'none'
    return [
      ['undocumented fields', listed(fields)],
      ['statuses other than 200, 400, 401 and 404', statuses.size > 0 ? `also ${listed(statuses)}` : 'none'],
      ['headers about version, rate limit or server', listed(headers)],
    ]
  },
}
