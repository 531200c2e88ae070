import { counted } from '../../src/contract/counted.ts'
import { type Exchange, FORM_TYPE, JSON_TYPE } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import { kind } from '../service/format.ts'
import { objectOf, type Query } from '../service/lists.ts'
import { type Attempt, LEGAL_BODY, LEGAL_REJECTION, type Service } from '../service/service.ts'
import { escaped } from './bodies.ts'
import type { Check } from './check.ts'
import { attempt, mustNotBreak } from './first-decisions.ts'

const { mensagem } = LEGAL_BODY

/** Other ways to write the JSON of a valid body. */
const WRITTEN: Readonly<Record<string, (aprovar: boolean) => string>> = {
  'mensagem before aprovar': (aprovar) => JSON.stringify({ mensagem, aprovar }),
  'line breaks and tabs between the fields': (aprovar) =>
    `\r\n${JSON.stringify({ aprovar, mensagem }, null, '\t')}\n`,
  'escaped letters': (aprovar) => `{${escaped('aprovar')}:${aprovar},"mensagem":${escaped(mensagem)}}`,
}

const LONGER: Query = { rows: 50 }

/** Other ways to write the documented types. */
const TYPES: Readonly<Record<string, (type: string) => string>> = {
  'a charset': (type) => `${type}; charset=utf-8`,
  'a charset in capitals and no blank': (type) => `${type};charset=UTF-8`,
  capitals: (type) => type.replace(/(?<=^|\/)./g, (letter) => letter.toUpperCase()),
}

/** A request means the same in every form that JSON and HTTP allow. */
export const requestForms: readonly Check[] = [
  {
    id: 'CELL-51',
    clause: ['4.2-aprovar', '4.2-mensagem', '4.2-3'],
    level: 'required',
    risk: 'w0',
    rests: ['VAL-01', 'VAL-02'],
    title: 'accepts a valid body however its JSON is written',
    async run(service) {
      for (const [form, write] of Object.entries(WRITTEN)) {
        for (const aprovar of [true, false]) {
          const exchange = await service.validate(service.unknownNumber(), write(aprovar))
          const { status } = exchange.response
          must(status === 404, `404 for the unknown number, with ${form}`, status, exchange)
        }
      }
      return `${counted(Object.keys(WRITTEN).length, 'form')} of JSON, each approved and rejected`
    },
  },
  {
    id: 'HDR-03',
    clause: ['4.2-headers', '4.1-headers'],
    level: 'conditional',
    risk: 'w0',
    rests: ['VAL-01', 'HDR-01'],
    reading: 'types-as-in-http',
    title: 'accepts the documented Content-Type with a charset and in capitals',
    async run(service) {
      // Without its parameters, this list would have fewer rows.
      const query = (await service.get(LONGER)).status === 200 ? LONGER : { page: 1 }
      const plain = await service.get(query)
      if (plain.status !== 200) throw new Undecided('blocked', `page=1 returned ${plain.status}`)
      for (const [form, write] of Object.entries(TYPES)) {
        const tried = await service.tryOut(query, { contentType: write(FORM_TYPE) })
        const list = heard(tried)
        must(list.response.status === 200, `200 with ${form}`, list.response.status, list)
        for (const field of ['linhas', 'atual']) {
          const [is, was] = [tried.list?.paginacao[field], plain.list?.paginacao[field]]
          const isDefault = is === (field === 'linhas' ? PAGE : 1)
          const what = `${field} ${numeral(is)} instead of ${numeral(was)}${isDefault ? ': the query was ignored' : ''}`
          must(is === was, `the same list with ${form}`, what, plain.exchange, list)
        }
        const contentType = write(JSON_TYPE)
        const refusal = heard(await service.tryValidate(service.unknownNumber(), LEGAL_BODY, { contentType }))
        const { status: refused } = refusal.response
        must(refused === 404, `404 for the unknown number, with ${form}`, refused, refusal)
      }
      return `${counted(Object.keys(TYPES).length, 'form')} of both types`
    },
  },
  {
    id: 'HDR-04',
    clause: ['4.2-headers', '4.2-aprovar', '4.2-mensagem', '4.2-3'],
    level: 'conditional',
    risk: 'w0',
    rests: ['VAL-01', 'VAL-02'],
    reading: 'chunked-as-in-http',
    title: 'reads a body that is sent in chunks',
    async run(service) {
      for (const body of [LEGAL_BODY, LEGAL_REJECTION]) {
        const numero = service.unknownNumber()
        const exchange = heard(await service.tryValidate(numero, body, { chunked: true }))
        const { status } = exchange.response
        if (status === 411) return 'the service asks for the length of a body'
        must(status === 404, '404 for the unknown number, as for a body with its length', status, exchange)
      }
      return 'an approval and a rejection'
    },
  },
  {
    id: 'HDR-07',
    clause: ['5-1', '4.1-headers'],
    level: 'required',
    risk: 'r',
    rests: ['HDR-01', 'AUTH-01'],
    title: 'accepts a list request whose headers are named in capitals or as documented',
    async run({ get, again }) {
      const plain = await get({ page: 1 })
      if (plain.status !== 200) throw new Undecided('blocked', `page=1 returned ${plain.status}`)
      for (const headerNames of ['capitals', 'as-documented'] as const) {
        const { exchange, status } = await again({ page: 1 }, { headerNames })
        const how = headerNames === 'capitals' ? 'headers in capitals' : 'headers as documented'
        must(status === 200, `200 with ${how}, as HTTP has no case in their names`, status, exchange)
      }
      return '2 spellings'
    },
  },
  {
    id: 'VAL-44',
    clause: ['7-404', '7-error', '7-message', '7-status_code', '7-validation', '0-json'],
    level: 'conditional',
    risk: 'w0',
    rests: ['VAL-01'],
    reading: 'any-text-is-a-number',
    title: 'refuses a number that is not a UUID as documented',
    run: refusesText,
  },
  {
    id: 'VAL-45',
    clause: ['4.2-3', '7-404'],
    level: 'required',
    risk: 'w0',
    rests: ['VAL-01', 'VAL-02'],
    title: 'answers an approval and a rejection of a number that is not a UUID',
    async run(service) {
      const statuses: number[] = []
      for (const shape of ['other', 'word'] as const) {
        for (const body of [LEGAL_BODY, LEGAL_REJECTION]) {
          const attempts = await attempt(service, async () =>
            heard(await service.tryValidate(service.unknownNumber(shape), body)),
          )
          mustNotBreak(attempts, `${body.aprovar ? 'an approval' : 'a rejection'} of a text`)
          statuses.push((attempts.answers.at(-1) as Exchange).response.status)
        }
      }
      return statuses.join(', ')
    },
  },
]

async function refusesText(service: Service): Promise<string> {
  const exchange = heard(await service.tryValidate(service.unknownNumber('other'), LEGAL_BODY))
  const { status, json } = exchange.response
  if (status !== 400 && status !== 404) {
    throw new Violation('404, or 400 for a number that is not a UUID', String(status), [exchange])
  }
  const body = objectOf(json)
  must(body !== undefined, 'a JSON object with error, message and status_code', 'no JSON object', exchange)
  for (const name of ['error', 'message'])
    must(
      typeof body?.[name] === 'string',
      `${name} is a string`,
      `${name} is ${kind(body?.[name])}`,
      exchange,
    )
  must(
    body?.status_code === status,
    `status_code ${status}`,
    `status_code is ${kind(body?.status_code)}`,
    exchange,
  )
  const isOdd = status === 404 && body !== undefined && 'validation' in body
  must(!isOdd, 'no validation, which comes only with 400', 'a 404 with validation', exchange)
  return `${status} with error, message and status_code`
}

function numeral(value: unknown): string {
  return typeof value === 'number' ? String(value) : kind(value)
}

function heard({ exchange, failure }: Attempt): Exchange {
  if (!exchange) throw new Undecided('target-failed', failure?.message ?? 'no answer')
  return exchange
}
