import type { Exchange } from '../client/exchange.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { LEGAL_BODY, type Service, UNKNOWN_KEY } from './service.ts'

/** @throws {Undecided} unless a valid body for an unknown number is answered 404 */
export async function mustNotKnow(service: Service): Promise<void> {
  const control = await service.once('control', () => service.validate(service.unknownNumber(), LEGAL_BODY))
  const { status } = control.response
  if (status !== 404)
    throw new Undecided(
      'blocked',
      `a valid body for an unknown number returns ${status}, not 404: see VAL-01`,
    )
}

/** Returns the answer to a body that must be rejected with 400, sent for an unknown number. */
export async function refusalOf(service: Service, body: Record<string, unknown>): Promise<Exchange> {
  await mustNotKnow(service)
  const exchange = await service.validate(service.unknownNumber(), body)
  const { status } = exchange.response
  if (status === 400) return exchange
  if (status !== 404) throw new Violation('400', String(status), [exchange])
  if (await service.once('payload-first', () => judgesBodyFirst(service))) {
    throw new Violation(
      '400, the same as for a body with a missing field and an unknown number',
      '404, so the service did not check the body or accepted it',
      [exchange],
      'payload-first-is-uniform',
    )
  }
  throw new Undecided(
    'precedence-open',
    'the service reports the unknown number before the bad body; only an existing report can show the 400',
  )
}

/** Asks for one documented refusal of each kind. */
export async function askRefusals(service: Service, mayPost: boolean): Promise<void> {
  await service.get({}, { authorization: service.keys.none })
  await service.get({}, { authorization: service.keys.random })
  if (!mayPost) return
  await service.validate(service.unknownNumber(), LEGAL_BODY)
  await service.validate(service.unknownNumber(), {})
  await service.validate(service.unknownNumber(), { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 })
}

/** Returns whether the service rejects a body with a missing field before it looks at the number. */
export async function judgesBodyFirst(service: Service): Promise<boolean> {
  for (const body of [{}, { aprovar: true }]) {
    const { response } = await service.validate(service.unknownNumber(), body)
    if (response.status === 400) return true
  }
  return false
}
