import type { PartialProfile, Profile } from '../../src/contract/profile.ts'
import type { Exchange } from '../exchange.ts'
import { LEGAL_BODY, type Service } from '../service.ts'
import { RiskRefused } from '../target.ts'
import { type Experiment, noSuchChoice, otherStatus } from './experiment.ts'
import { messageOf } from './validate-report.ts'

/** Headings 5 and 7. */
export const both = {
  authorization: {
    async ask(service) {
      const { value = '' } = service.keys.own
      const [scheme] = /^\S+(?=\s)/.exec(value.trim()) ?? []
      if (scheme !== undefined && !/^bearer$/i.test(scheme))
        throw noSuchChoice('the token has another scheme')
      const wrong = await service.tryOut({}, { authorization: service.keys.random })
      if (wrong.status !== 401) throw noSuchChoice(`a wrong token gets ${wrong.status}, see AUTH-02`)
      const other = scheme === undefined ? `Bearer ${value}` : value.trim().replace(/^\S+\s+/, '')
      const label = scheme === undefined ? 'Bearer $TOKEN' : '$BARE_TOKEN'
      const { status } = await service.tryOut({}, { authorization: { value: other, label } })
      const [here, there] = scheme === undefined ? ['without', 'with'] : ['with', 'without']
      const evidence = `the token ${here} Bearer gets 200, ${there} it ${status}`
      if (status === 200) return { choice: 'either', evidence }
      if (status !== 401) throw otherStatus(status, `the token ${there} Bearer`)
      return { choice: scheme === undefined ? 'bare' : 'bearer', evidence }
    },
  },

  texts: {
    async ask(service) {
      const unauthorized = await constantText(service, 401, async () => {
        return (await service.get({}, { authorization: service.keys.random })).exchange
      })
      const notFound = await constantText(service, 404, () =>
        service.validate(service.unknownNumber(), LEGAL_BODY),
      )
      const choice: NonNullable<PartialProfile['texts']> = {
        ...(unauthorized !== undefined && { unauthorized }),
        ...(notFound !== undefined && { notFound }),
      }
      const missing = [...(unauthorized ? [] : ['401']), ...(notFound ? [] : ['404'])]
      if (missing.length === 2) throw noSuchChoice('neither 401 nor 404 has a message that stays the same')
      const doubt =
        missing.length === 0
          ? undefined
          : `the message of ${missing[0]} was not seen, or is not the same twice`
      return { choice, evidence: 'as they were sent, twice', doubt }
    },
  },

  routeUnknown: {
    async ask(service) {
      const { status } = await service.tryGetOf(service.unknownNumber())
      const evidence = `GET where POST belongs gets ${status}`
      if (status === 404) return { choice: 'not-found', evidence }
      if (status === 405) return { choice: 'method-not-allowed', evidence }
      throw otherStatus(status, 'GET where POST belongs')
    },
  },
} satisfies { [K in keyof Profile]?: Experiment<K> }

/** A message that comes twice, and holds no person and no credential. */
async function constantText(
  { redactor }: Service,
  status: number,
  ask: () => Promise<Exchange>,
): Promise<string | undefined> {
  try {
    const [first, second] = [await ask(), await ask()]
    const text = messageOf(first)
    const isConstant = first.response.status === status && text === messageOf(second)
    return isConstant && text !== '' && redactor.ours(text) === text ? text : undefined
  } catch (error) {
    if (error instanceof RiskRefused) return undefined
    throw error
  }
}
