import type { Check } from '../check.ts'
import type { Credentials } from '../exchange.ts'
import { must, Undecided } from '../judgement.ts'
import { LEGAL_BODY, type Numero, type Query, type Service } from '../service.ts'

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
    clause: ['5-2', '4.1-5', '1-3'],
    level: 'required',
    risk: 'r',
    title: 'refuses a list with parameters for a random token with 401',
    run: (service) =>
      refusesList(service, service.keys.random, { page: 1, rows: 25, nome: service.gibberish(12) }),
  },
  {
    id: 'AUTH-14',
    clause: ['5-2', '4.1-5', '7-401'],
    level: 'required',
    risk: 'r',
    title: 'refuses a list for a part of the token, or for more than it, with 401',
    async run(service) {
      const { half, twice } = service.keys
      if (half) await refusesList(service, half)
      await refusesList(service, twice)
      return half ? '2 refusals' : '1 refusal'
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
    title: 'refuses a validation without Authorization with 401',
    run: (service) => refusesValidation(service, service.keys.none),
  },
  {
    id: 'AUTH-08',
    clause: ['4.2-4', '5-2', '7-401'],
    level: 'required',
    risk: 'w0',
    title: 'refuses a validation for a random token with 401',
    run: (service) => refusesValidation(service, service.keys.random),
  },
  {
    id: 'AUTH-10',
    clause: ['4.2-4', '5-1', '5-2', '7-401', '1-3'],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    title: 'refuses a validation of a report that there is for a random token, and without one, with 401',
    async run(service) {
      const [report] = service.reports as [Numero]
      for (const authorization of [service.keys.random, service.keys.none]) {
        const exchange = await service.validate(report, LEGAL_BODY, { authorization })
        must(exchange.response.status === 401, '401', exchange.response.status, exchange)
      }
      return '2 refusals'
    },
  },
  {
    id: 'AUTH-12',
    clause: ['5-open'],
    level: 'open',
    risk: 'r',
    title: 'takes the token with a scheme before it, or without',
    async run(service) {
      const { value = '' } = service.keys.own
      const scheme = /^Bearer\s+/i.exec(value)?.[0]
      const authorization = scheme
        ? { value: value.slice(scheme.length), label: '$TOKEN_WITHOUT_BEARER' }
        : { value: `Bearer ${value}`, label: 'Bearer $TOKEN' }
      const { status } = await service.tryOut({}, { authorization })
      return `as declared 200, ${scheme ? 'without' : 'with'} "Bearer " ${status}`
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

async function refusesValidation(service: Service, authorization: Credentials): Promise<string> {
  const exchange = await service.validate(service.unknownNumber(), LEGAL_BODY, { authorization })
  const { status } = exchange.response
  if (status === 404 && !(await judgesTokenFirst(service))) {
    throw new Undecided(
      'precedence-open',
      'an unknown number is told before a bad token: only a real report shows it',
    )
  }
  must(status === 401, '401', status, exchange)
  return '1 refusal'
}

/** Whether this service tells a bad token, of one kind at least, before an unknown number. */
function judgesTokenFirst(service: Service): Promise<boolean> {
  return service.once('token-first', async () => {
    for (const authorization of [service.keys.none, service.keys.random]) {
      const { response } = await service.validate(service.unknownNumber(), LEGAL_BODY, { authorization })
      if (response.status === 401) return true
    }
    return false
  })
}
