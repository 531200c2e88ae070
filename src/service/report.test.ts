import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FaultName } from '../contract/faults.ts'
import type { PartialProfile } from '../contract/profile.ts'
import { asking } from '../testing/asking.ts'
import {
  DECIDED_REPORT,
  FOREIGN_REPORT,
  MENSAGEM,
  OTHER_TOKEN,
  OWN_REPORT,
  smallWorld,
  UNKNOWN_REPORT,
} from '../testing/world.ts'
import { ordersIn } from '../world/in-memory.ts'
import { World } from '../world/world.ts'

const test = suite('reports')
const legal = { aprovar: true, mensagem: MENSAGEM }

test('an approval and a rejection answer alike, with the number', async () => {
  const { decide } = asking()
  for (const aprovar of [true, false]) {
    const { status, body, answer } = await decide(OWN_REPORT, { aprovar, mensagem: MENSAGEM })
    assert.is(status, 200)
    assert.equal(body, { result: { numero: OWN_REPORT }, status_code: 200 })
    assert.equal(answer.slots?.(), { numero: OWN_REPORT, aprovar, mensagem: MENSAGEM })
    assert.is(answer.caller?.id, 'a')
  }
})

test('a decision moves the person to the front of the list, for this organization only', async () => {
  const { decide, list } = asking()
  await decide(OWN_REPORT, legal)
  const [first] = (await list()).body.result.itens
  assert.is(first.cpf, '00000000007')
  assert.ok(Math.abs(Date.parse(first.atualizado_em) - Date.now()) < 5_000)
  const [other] = (await list('', OTHER_TOKEN)).body.result.itens
  assert.is(other.atualizado_em, '2025-06-01T00:00:00.000Z')
})

test('a decision that is no update moves nobody', async () => {
  const { decide, list } = asking({ touchOnValidation: 'no' })
  assert.is((await decide(OWN_REPORT, legal)).status, 200)
  assert.is((await list()).body.result.itens[0].cpf, '00000065556')
})

const outcomes: [
  profile: PartialProfile,
  numero: string,
  body: unknown,
  outcome: 200 | [number, FaultName],
][] = [
  [{}, UNKNOWN_REPORT, {}, [400, 'aprovar.missing']],
  [{}, UNKNOWN_REPORT, legal, [404, 'report.unknown']],
  [{}, FOREIGN_REPORT, legal, [404, 'report.foreign']],
  [{ reportFirst: 'yes' }, UNKNOWN_REPORT, {}, [404, 'report.unknown']],
  [{ reportFirst: 'yes' }, UNKNOWN_REPORT, '{', [400, 'json.malformed']],
  [{ reportFirst: 'yes' }, OWN_REPORT, {}, [400, 'aprovar.missing']],
  [{ reportFirst: 'yes', revalidation: 'refuse-409' }, DECIDED_REPORT, {}, [400, 'aprovar.missing']],
  [{}, 'no-uuid', legal, [404, 'report.shape']],
  [{}, OWN_REPORT.replace('1', '%31'), legal, 200],
  [{}, 'a'.repeat(5_000), legal, [404, 'report.shape']],
  [{}, 'constructor', legal, [404, 'report.shape']],
  [{ reportNumberShape: 'refuse' }, 'no-uuid', {}, [400, 'report.shape']],
  [{ reportNumberShape: 'refuse' }, 'no-uuid', '{', [400, 'json.malformed']],
  [{ reportNumberShape: 'refuse' }, OWN_REPORT, legal, 200],
  [{ foreignReport: 'forbidden' }, FOREIGN_REPORT, legal, [403, 'report.foreign']],
  [{ foreignReport: 'forbidden' }, UNKNOWN_REPORT, legal, [404, 'report.unknown']],
  [{}, DECIDED_REPORT, legal, 200],
  [{ revalidation: 'refuse-400' }, DECIDED_REPORT, legal, [400, 'report.decided']],
  [{ revalidation: 'refuse-409' }, DECIDED_REPORT, legal, [409, 'report.decided']],
  [{ revalidation: 'refuse-409' }, OWN_REPORT, legal, 200],
  // It was rejected.
  [{ revalidation: 'repeat-only' }, DECIDED_REPORT, { ...legal, aprovar: false }, 200],
  [{ revalidation: 'repeat-only' }, DECIDED_REPORT, legal, [409, 'report.decided']],
]
for (const [profile, numero, body, outcome] of outcomes) {
  test(`${JSON.stringify(profile)} ${numero.slice(0, 36)} ${JSON.stringify(body).slice(0, 20)}: ${outcome}`, async () => {
    const { status, faults } = await asking(profile).decide(numero, body)
    assert.equal(status === 200 ? status : [status, faults[0]], outcome)
  })
}

test('an unknown report and one of another organization are told alike', async () => {
  const { decide } = asking()
  const { body } = await decide(UNKNOWN_REPORT, legal)
  assert.equal(body, { error: 'Not Found', message: 'Protocolo não encontrado.', status_code: 404 })
  assert.equal((await decide(FOREIGN_REPORT, legal)).body, body)
})

test('a second decision is refused where it is, and not the first', async () => {
  const { decide } = asking({ revalidation: 'refuse-409' })
  assert.is((await decide(OWN_REPORT, legal)).status, 200)
  const { status, body } = await decide(OWN_REPORT, legal)
  assert.is(status, 409)
  assert.equal(Object.keys(body), ['error', 'message', 'status_code'])
})

test('a decision that another one came before while it was judged is refused', async () => {
  class LateStore extends World {
    override async decide(): Promise<boolean> {
      return false
    }
  }
  const { decide } = asking({ revalidation: 'refuse-409' }, new LateStore(ordersIn(smallWorld())))
  assert.is((await decide(OWN_REPORT, legal)).status, 409)
})

test.run()
