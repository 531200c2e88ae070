import { randomInt } from 'node:crypto'
import { checkDigits } from '../../src/contract/cpf.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { count } from '../service/evidence.ts'
import type { Query } from '../service/lists.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { judgeRefusal, mustRefuseAt, REFUSAL_CLAUSES } from './errors.ts'
import { observations } from './observations.ts'

/** Heading 5: who is let in. */
export const authentication: readonly Check[] = [
  {
    id: 'AUTH-01',
    clause: ['5-1', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    title: 'refuses a list without Authorization with 401',
    run: (service) => refusesList(service, service.keys.none),
  },
  {
    id: 'AUTH-02',
    clause: ['5-2', '4.1-5', '7-401'],
    level: 'required',
    risk: 'r',
    title: 'refuses a list for a random token with 401',
    run: (service) => refusesList(service, service.keys.random),
  },
  {
    id: 'AUTH-03',
    clause: ['5-2', '4.1-5', '7-401'],
    level: 'required',
    risk: 'r',
    title: 'refuses a list for a token that differs in one character with 401',
    run: (service) => refusesList(service, service.keys.changed),
  },
  {
    id: 'AUTH-04',
    clause: ['5-1', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    title: 'refuses a list for an empty Authorization with 401',
    run: (service) => refusesList(service, service.keys.empty),
  },
  {
    id: 'AUTH-09',
    clause: ['5-2', '5-1', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    title: 'refuses a list with parameters for a random token, and without one, with 401',
    async run(service) {
      const { none, random } = service.keys
      const queries: Query[] = [
        { page: 1, rows: 25, nome: service.gibberish(12) },
        { cpf: nobodysCpf() },
        { sort: 'cpf' },
      ]
      const refused: string[] = []
      const skipped: string[] = []
      for (const query of queries) {
        const names = Object.keys(query).join(', ')
        const control = await service.get(query)
        if (control.status !== 200) {
          skipped.push(`${names} ${control.status}`)
          continue
        }
        for (const authorization of [none, random]) {
          const { status, exchange } = await service.get(query, { authorization })
          must(status === 401, '401', status, exchange)
        }
        refused.push(names)
      }
      if (refused.length === 0) {
        throw new Undecided('blocked', `no such list is answered with the token: ${skipped.join('; ')}`)
      }
      const notAsked = skipped.length > 0 ? `; not answered with the token: ${skipped.join('; ')}` : ''
      return `${count(refused.length * 2, 'refusal')}: with ${refused.join('; with ')}${notAsked}`
    },
  },
  {
    id: 'AUTH-14',
    clause: ['5-2', '4.1-5', '7-401'],
    level: 'required',
    risk: 'r',
    title: 'refuses a list for a part of the token, for more than it, or in other letter case, with 401',
    async run(service) {
      const { half, twice, swapped } = service.keys
      const asked = [half, twice, swapped].filter((key) => key !== undefined)
      for (const key of asked) await refusesList(service, key)
      return count(asked.length, 'refusal')
    },
  },
  {
    id: 'AUTH-13',
    clause: ['7-401', '5-2'],
    level: 'required',
    risk: 'r',
    needs: ['disabled-token'],
    title: 'refuses a token whose access is not enabled with 401',
    run: (service) => refusesList(service, service.keys.disabled as Credentials),
  },
  {
    id: 'AUTH-07',
    clause: ['4.2-4', '5-1', '1-3'],
    level: 'required',
    risk: 'w0',
    title: 'refuses a validation without Authorization, or with an empty one, with 401',
    run: (service) => refusesValidations(service, [service.keys.none, service.keys.empty]),
  },
  {
    id: 'AUTH-08',
    clause: ['4.2-4', '5-2', '7-401'],
    level: 'required',
    risk: 'w0',
    title: 'refuses a validation for a token that is not the own one, or not enabled, with 401',
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
    title: 'refuses a validation of a report that there is, whatever is wrong with the token, with 401',
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
      return count(refusals.length, 'refusal')
    },
  },
  {
    id: 'AUTH-12',
    clause: ['5-open'],
    level: 'open',
    risk: 'r',
    title: 'takes the token with a scheme before it, without, or both ways',
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

/** A refusal counts only where the same call with the token is answered. */
async function refusesList(service: Service, authorization: Credentials, query: Query = {}): Promise<string> {
  const control = await service.get(query)
  if (control.status !== 200) {
    throw new Undecided('blocked', `the same request with the token answered ${control.status}`)
  }
  const { status, exchange } = await service.get(query, { authorization })
  must(status === 401, '401', status, exchange)
  return '1 refusal, and 200 with the token'
}

/**
 * Whether a bad token or an unknown number is told first is not shown, and a service may look for the header before
 * the number and at the token after it: no 404 tells anything of another.
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
      'an unknown number is told before a bad token: only a real report shows it',
    )
  }
  const told = asked.length - refused
  return count(refused, 'refusal') + (told > 0 ? `; ${told} told of the number first, with 404` : '')
}

/** Eleven digits with wrong check digits, which nobody has: no person is sent with a bad token. */
function nobodysCpf(): string {
  const base = Array.from({ length: 9 }, () => randomInt(10)).join('')
  const [first, second] = Array.from(checkDigits(base), Number) as [number, number]
  return `${base}${first}${(second + 1 + randomInt(9)) % 10}`
}
