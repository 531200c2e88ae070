import { encodingsOf } from '../client/body.ts'
import { type Exchange, FORM_TYPE } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, decisionQuestion, type How, listQuestion } from '../model/questions.ts'
import type { Survey } from './table.ts'

type Rows = Awaited<ReturnType<Survey['observe']>>

function cameOf(answer: Exchange | TargetFailure): string | number {
  return answer instanceof TargetFailure ? `no answer: ${answer.message}` : answer.response.status
}

const { mensagem } = APPROVAL
const withMensagem = (text: string) => ({ ...APPROVAL, mensagem: text })
const BODIES: Readonly<Record<string, unknown>> = {
  'aprovar "true"': { aprovar: 'true', mensagem },
  'aprovar 1': { aprovar: 1, mensagem },
  'an array': [],
  'malformed JSON': '{"aprovar":',
  'no body': '',
  'two unknown fields': { ...APPROVAL, xyz: 1, abc: 1 },
  '13 emoji': withMensagem('👍'.repeat(13)),
  '24 letters and a combining accent': withMensagem(`${'a'.repeat(24)}\u0301`),
  '25 spaces': withMensagem(' '.repeat(25)),
  '24 letters and a space': withMensagem(`${'a'.repeat(24)} `),
}

export const openBodies: Survey = {
  id: 'VAL-29',
  clause: ['4.2-open', '4.2-headers', '8-open-maximum'],
  risk: 'w0',
  title: 'chooses how to treat bodies and numbers that the interface does not mention',
  async observe(service) {
    const ask = async (asked: string, body: unknown, how?: How, shape?: 'other'): Promise<Rows[number]> => [
      asked,
      cameOf(await service.attempt(decisionQuestion(service.keys.own, service.unknownNumber(shape), body, how))),
    ]
    const rows: Rows[number][] = []
    for (const [asked, body] of Object.entries(BODIES)) rows.push(await ask(asked, body))
    rows.push(await ask('a form', 'aprovar=true', { contentType: FORM_TYPE }))
    rows.push(await ask('a number that is not a UUID', APPROVAL, {}, 'other'))
    return rows
  },
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

/** The documented fields of a body; `true` for a field without fields of its own. */
interface Shown {
  [field: string]: Shown | true
}

const ITEM: Shown = { cpf: true, nome: true, atualizado_em: true }
const LIST: Shown = { result: { busca: true, itens: ITEM, paginacao: { atual: true, linhas: true, total: true } }, status_code: true }
const DECISION: Shown = { result: { numero: true }, status_code: true }
const REFUSAL: Shown = { error: true, message: true, status_code: true }
const BAD_REQUEST: Shown = { ...REFUSAL, validation: { source: true, keys: true } }

/** Limits, because a target may send any number of fields with names of any length. */
const MOST_FIELDS = 20
const LONGEST_NAME = 80
/** The documented statuses. */
const STATUSES = [200, 400, 401, 404]
/** Whole names only: a name that the service invents can spell a person in a form that nothing recognizes. */
const TELLING_HEADERS =
  /^(?:(?:x-)?(?:api-|app-|service-)?version|api-(?:supported|deprecated)-versions|x-aspnet(?:mvc)?-version|(?:x-)?rate-?limit(?:-(?:limit|remaining|reset|policy|used|resource))?|deprecation|sunset|server(?:-timing)?|www-authenticate)$/i

/** Returns the undocumented fields of a value by their dotted paths; the entries of an array share one path. */
function* fieldsBeyond(value: unknown, shown: Shown, above = ''): Generator<string> {
  if (Array.isArray(value)) for (const entry of value) yield* fieldsBeyond(entry, shown, above)
  for (const [field, inner] of Object.entries(objectOf(value) ?? {})) {
    const below = Object.hasOwn(shown, field) ? shown[field] : undefined
    if (below === undefined) yield above + field
    else if (below !== true) yield* fieldsBeyond(inner, below, `${above}${field}.`)
  }
}

function kindOfAnswer({ question: { method }, response: { status } }: Exchange): [kind: string, shown: Shown] {
  if (status !== 200) return [`a ${status}`, status === 400 ? BAD_REQUEST : REFUSAL]
  return method === 'GET' ? ['a list', LIST] : ['a decision', DECISION]
}

export const beyondDocument: Survey = {
  id: 'ENV-09',
  clause: ['7-open', '8-open-rate', '9-open', '2.4-success'],
  risk: 'r',
  title: 'chooses whether to return fields, headers or statuses that the interface does not show',
  async observe(service) {
    const { exchange, status } = await service.again()
    const { theirs } = service.redactor
    const fields = new Map<string, Set<string>>()
    const [statuses, encodings] = [new Set<number>(), new Set<string>()]
    for (const one of service.heard) {
      const { response, question } = one
      if (question.acceptEncoding === undefined)
        for (const encoding of encodingsOf(response.headers['content-encoding'])) encodings.add(encoding)
      if (!STATUSES.includes(response.status)) {
        statuses.add(response.status)
        continue
      }
      const [kind, shown] = kindOfAnswer(one)
      const known = fields.get(kind) ?? new Set()
      for (const path of fieldsBeyond(response.json, shown)) {
        if (known.size === MOST_FIELDS) break
        // A long name is not cut, because the redactor would not recognize a part of it.
        known.add(path.length > LONGEST_NAME ? `a name of ${path.length} characters` : path)
      }
      if (known.size > 0) fields.set(kind, known)
    }
    const { headers } = exchange.response
    const type = String(headers['content-type'] ?? 'missing').split(';')[0] as string
    const telling = Object.keys(headers).filter((name) => TELLING_HEADERS.test(name))
    const compressed = encodings.size > 0 ? theirs([...encodings].join(', ')) : 'no'
    const told = [...fields].map(([kind, names]): Rows[number] => [`undocumented fields of ${kind}`, theirs([...names].join(', '))])
    return [
      ['content-type of GET /pessoas', theirs(type.slice(0, LONGEST_NAME))],
      ['compressed although the request accepts only identity', compressed],
      ...(told.length > 0 ? told : [['undocumented fields', 'none'] as const]),
      ['statuses other than 200, 400, 401 and 404', `${[...statuses].sort().join(', ') || 'none'}`],
      ['headers about version, rate limit or server', telling.join(', ') || 'none'],
      [`time of GET /pessoas, which returned ${status}`, `${Math.round(exchange.ms)} ms`],
    ]
  },
}
