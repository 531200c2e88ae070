import { randomInt } from 'node:crypto'
import { counted } from '../../src/contract/counted.ts'
import { checkDigits } from '../../src/contract/cpf.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { must, Undecided } from '../judging/judgement.ts'
import type { ListAnswer, Query } from '../service/lists.ts'
import { lettersOfNobody } from '../service/searches.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { judgeRefusal, mustRefuseAt, REFUSAL_CLAUSES } from './errors.ts'
import { waitForAll } from './judge-cells.ts'
import { observations } from './observations.ts'

/** Checks heading 5: which tokens are accepted. */
export const authentication: readonly Check[] = [
  {
    id: 'AUTH-01',
    clause: ['5-1', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    title: 'returns 401 for a list request without Authorization',
    run: (service) => refusesList(service, service.keys.none),
  },
  {
    id: 'AUTH-02',
    clause: ['5-2', '4.1-5', '7-401'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    title: 'returns 401 for a list request with a random token',
    run: (service) => refusesList(service, service.keys.random),
  },
  {
    id: 'AUTH-03',
    clause: ['5-2', '4.1-5', '7-401'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    title: 'returns 401 for a list request with a token that differs in one character',
    run: (service) => refusesList(service, service.keys.changed),
  },
  {
    id: 'AUTH-04',
    clause: ['5-1', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    title: 'returns 401 for a list request with an empty Authorization',
    run: (service) => refusesList(service, service.keys.empty),
  },
  {
    id: 'AUTH-09',
    clause: ['5-2', '5-1', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    title: 'returns 401 for a list request with parameters and a random token or none',
    async run(service) {
      const { none, random } = service.keys
      const queries = Object.values(await queriesToRefuse(service))
      const controls = await waitForAll(queries.map((query) => service.get(query)))
      const skipped: string[] = []
      const accepted = queries.filter((query, i) => {
        const { status } = controls[i] as ListAnswer
        if (status !== 200) skipped.push(`${Object.keys(query).join(', ')} ${status}`)
        return status === 200
      })
      const answers = await waitForAll(
        accepted.flatMap((query) =>
          [none, random].map((authorization) => service.get(query, { authorization })),
        ),
      )
      for (const { status, exchange } of answers) must(status === 401, '401', status, exchange)
      const refused = accepted.map((query) => Object.keys(query).join(', '))
      if (refused.length === 0) {
        throw new Undecided(
          'blocked',
          `with the token, none of these requests returns 200: ${skipped.join('; ')}`,
        )
      }
      const notAsked = skipped.length > 0 ? `; not 200 with the token: ${skipped.join('; ')}` : ''
      return `${counted(refused.length * 2, 'refusal')}: with ${refused.join('; with ')}${notAsked}`
    },
  },
  {
    id: 'AUTH-14',
    clause: ['5-2', '4.1-5', '7-401'],
    level: 'required',
    risk: 'r',
    sendsWrongTokens: true,
    title:
      'returns 401 for a list request with a part of the token, the token twice, or its letters in the other case',
    async run(service) {
      const { half, twice, swapped } = service.keys
      const asked = [half, twice, swapped].filter((key) => key !== undefined)
      await waitForAll(asked.map((key) => refusesList(service, key)))
      return counted(asked.length, 'refusal')
    },
  },
  {
    id: 'AUTH-13',
    clause: ['7-401', '5-2'],
    level: 'required',
    risk: 'r',
    needs: ['disabled-token'],
    title: 'returns 401 for a token whose access is not enabled',
    run: (service) => refusesList(service, service.keys.disabled as Credentials),
  },
  {
    id: 'AUTH-07',
    clause: ['4.2-4', '5-1', '1-3'],
    level: 'required',
    risk: 'w0',
    title: 'returns 401 for a validation with a missing or empty Authorization',
    run: (service) => refusesValidations(service, [service.keys.none, service.keys.empty]),
  },
  {
    id: 'AUTH-08',
    clause: ['4.2-4', '5-2', '7-401'],
    level: 'required',
    risk: 'w0',
    title: 'returns 401 for a validation with a wrong token or one that is not enabled',
    run(service) {
      const { random, changed, half, twice, disabled } = service.keys
      return refusesValidations(service, [random, changed, half, twice, disabled])
    },
  },
  {
    id: 'AUTH-10',
    clause: ['4.2-4', '5-1', '5-2', '7-401', '1-3', ...REFUSAL_CLAUSES],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    title: 'returns 401 for a validation of an existing report, whatever is wrong with the token',
    async run(service) {
      const [report] = service.reports as [Numero]
      const { none, empty, random, changed, half, twice, swapped, disabled } = service.keys
      const asked = [none, empty, random, changed, half, twice, swapped, disabled]
      const refusals: Exchange[] = []
      for (const authorization of asked.filter((key) => key !== undefined)) {
        const exchange = await service.validate(report, LEGAL_BODY, { authorization })
        await mustRefuseAt(service, report, 401, exchange)
        refusals.push(exchange)
      }
      refusals.forEach(judgeRefusal)
      return counted(refusals.length, 'refusal')
    },
  },
  {
    id: 'AUTH-12',
    clause: ['5-open'],
    level: 'open',
    risk: 'r',
    title: 'chooses whether to accept the token with a scheme, without one, or both',
    async run(service) {
      const { value = '' } = service.keys.own
      const scheme = /^Bearer\s+/i.exec(value)?.[0]
      const authorization = scheme
        ? { value: value.slice(scheme.length), label: '$TOKEN_WITHOUT_BEARER' }
        : { value: `Bearer ${value}`, label: 'Bearer $TOKEN' }
      return observations([
        [`the token as given, ${scheme ? 'with' : 'without'} "Bearer "`, () => service.tryOut({})],
        [`${scheme ? 'without' : 'with'} "Bearer " before it`, () => service.tryOut({}, { authorization })],
      ])
    },
  },
]

/** A service may refuse so many rows. */
const MANY_ROWS = 100

/** Returns queries by name, which the checks of a run send with wrong tokens. They find nobody, where they search. */
export function queriesToRefuse(service: Service): Promise<Readonly<Record<string, Query>>> {
  return service.once('queries to refuse', async () => {
    const search = { nome: await lettersOfNobody(service) }
    const cpf = nobodysCpf()
    const many = await service.get({ rows: MANY_ROWS })
    return {
      nome: search,
      cpf: { cpf },
      sorted: { sort: 'cpf' },
      whole: { ...search, cpf, sort: '-atualizado_em', page: 1, rows: many.list ? MANY_ROWS : 50 },
    }
  })
}

/** Sends a bad token. The refusal counts only if the same request with the valid token returns 200. */
async function refusesList(service: Service, authorization: Credentials, query: Query = {}): Promise<string> {
  const control = await service.get(query)
  if (control.status !== 200) {
    throw new Undecided('blocked', `the same request with the valid token returned ${control.status}`)
  }
  const { status, exchange } = await service.get(query, { authorization })
  must(status === 401, '401', status, exchange)
  return '1 refusal, and 200 with the valid token'
}

/**
 * Sends validations of an unknown report with bad tokens and expects 401 for at least one. The interface does not show
 * whether 401 or 404 wins, and the answer may differ from token to token, so a 404 decides nothing about the others.
 */
async function refusesValidations(
  service: Service,
  keys: readonly (Credentials | undefined)[],
): Promise<string> {
  const asked = keys.filter((key) => key !== undefined)
  let refused = 0
  for (const authorization of asked) {
    const exchange = await service.validate(service.unknownNumber(), LEGAL_BODY, { authorization })
    const { status } = exchange.response
    must(status === 401 || status === 404, '401', status, exchange)
    if (status === 401) refused++
  }
  if (refused === 0) {
    throw new Undecided(
      'precedence-open',
      'the service reports the unknown number before the bad token; only an existing report can show the 401',
    )
  }
  const notFound = asked.length - refused
  return counted(refused, 'refusal') + (notFound > 0 ? `; ${notFound} returned 404 for the number first` : '')
}

/** Returns a CPF with wrong check digits, so that no real person's CPF is sent with a bad token. */
export function nobodysCpf(): string {
  const base = Array.from({ length: 9 }, () => randomInt(10)).join('')
  const [first, second] = Array.from(checkDigits(base), Number) as [number, number]
  return `${base}${first}${(second + 1 + randomInt(9)) % 10}`
}
