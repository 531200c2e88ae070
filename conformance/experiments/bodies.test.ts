import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Service, UNKNOWN_KEY } from '../service/service.ts'
import { firstRefusal, openBodies } from './bodies.ts'
import { Unseen } from './experiment.ts'

const test = suite('bodies at declared reports')

/** A service that looks at the report first, then at whether it is decided, and at a body last. */
function decidesFirst(): Service {
  const decided = new Set<string>()
  const known = new Map<string, unknown>()
  const answer = (status: number) => ({ status, exchange: { response: { status } } })
  const ask = async ({ value }: { value: string }, body: object) => {
    if (value === 'unknown') return answer(404)
    if (decided.has(value)) return answer(409)
    if (!('aprovar' in body)) return answer(400)
    decided.add(value)
    return answer(200)
  }
  return {
    reports: ['a', 'b', 'c'].map((value) => ({ value })),
    unknownNumber: () => ({ value: 'unknown' }),
    once: async (name: string, work: () => Promise<unknown>) => {
      if (!known.has(name)) known.set(name, await work())
      return known.get(name)
    },
    validate: async (numero: { value: string }, body: object) => (await ask(numero, body)).exchange,
    tryValidate: ask,
  } as unknown as Service
}

test('one report is used up, and nobody is told to declare more, which would change nothing', async () => {
  const { isAccepted, refusalOf } = await openBodies(decidesFirst())
  assert.is(await isAccepted({}), true)
  try {
    await isAccepted({})
    assert.unreachable()
  } catch (error) {
    assert.instance(error, Unseen)
    const { reason, remedy } = error as Unseen
    assert.equal([reason, remedy], ['branch-not-taken', undefined])
  }
  assert.is((await refusalOf({})).response.status, 400)
})

test('a field that is refused before the report is looked for does not hide that the report is', async () => {
  const knows = decidesFirst()
  const service = {
    ...knows,
    validate: async (numero: never, body: object) =>
      UNKNOWN_KEY in body ? { response: { status: 400 } } : knows.validate(numero, body),
  } as unknown as Service
  assert.equal(await firstRefusal(service), { first: 404, isUniform: false })
  assert.equal(await firstRefusal(decidesFirst()), { first: 404, isUniform: true })
})

test.run()
