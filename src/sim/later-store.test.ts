import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, defaultProfile, type PartialProfile } from '../contract/profile.ts'
import { NOBODY } from '../service/words.ts'
import { MemoryStore } from '../store/memory.ts'
import type { Store } from '../store/store.ts'
import { Unavailable } from '../store/unavailable.ts'
import { times } from '../testing/deep.ts'
import { aRequest } from '../testing/random-request.ts'
import {
  FOREIGN_REPORT,
  get,
  MENSAGEM,
  OTHER_TOKEN,
  OWN_REPORT,
  post,
  simulate,
  smallWorld,
  TOKEN,
  UNKNOWN_REPORT,
} from '../testing/world.ts'
import { createSimulator } from './sim.ts'

const test = suite('a store that answers later')

/** The same store, whose answers are promises. */
function later(store: Store): Store {
  return {
    organizations: store.organizations,
    list: async (...given) => store.list(...given),
    reportsOn: async (...given) => store.reportsOn(...given),
    holderOf: async (...given) => store.holderOf(...given),
    report: async (...given) => store.report(...given),
    decide: (...given) => store.decide(...given),
  }
}

const numeros = [OWN_REPORT, OWN_REPORT.toUpperCase(), FOREIGN_REPORT, UNKNOWN_REPORT]
const requests = aRequest(numeros, [TOKEN, OTHER_TOKEN])

const profiles: PartialProfile[] = [
  {},
  { revalidation: 'refuse-409', reportFirst: 'yes', pageBeyondEnd: 'last-page', foreignReport: 'forbidden' },
  { revalidation: 'refuse-400', pageBeyondEnd: 'refuse', reportNumberShape: 'refuse' },
  { pageBeyondEnd: 'not-found', defaultOrder: 'oldest-first' },
  { dialect: { steps: ['report', 'state', 'token'] } } as PartialProfile,
]

for (const [i, profile] of profiles.entries()) {
  test(`profile ${i}: the answers are those of a store that answers at once`, async () => {
    const world = smallWorld()
    const clock = { now: () => Date.UTC(2026, 0, 1) }
    const stores = [new MemoryStore(world, { clock }), later(new MemoryStore(world, { clock }))]
    const complete = completeProfile(profile)
    const [one, other] = stores.map((store) => createSimulator({ store: store as Store, profile: complete }))
    for (const { method, url, headers, body } of fc.sample(requests, { numRuns: times(80, 400), seed: i })) {
      const request = { method: method as 'GET', url, headers, ...(body !== undefined && { payload: body }) }
      const ask = async (app: typeof one) => {
        const answer = await (app as NonNullable<typeof one>).inject(request)
        return { status: answer.statusCode, body: answer.body }
      }
      assert.equal(await ask(other), await ask(one), JSON.stringify(request))
    }
  })
}

for (const isUndecided of [false, true]) {
  test(`a database that is gone is a 503 in the envelope${isUndecided ? ', also in the middle of a decision' : ''}`, async () => {
    const gone = async () => {
      throw new Unavailable('connection refused', { isUndecided })
    }
    const store = { ...later(new MemoryStore(smallWorld())), list: gone, report: gone }
    const errors: unknown[] = []
    const causes: string[] = []
    const app = createSimulator({
      store,
      profile: defaultProfile,
      onError: (error) => errors.push(error),
      onAnswer: (_, answer) => {
        causes.push(...(answer.why?.(NOBODY) ?? []).map(({ code, reason }) => `${code}: ${reason}`))
      },
    })
    const body = { error: 'Service Unavailable', message: 'Service Unavailable', status_code: 503 }
    assert.equal((await get(app, '/pessoas')).body, body)
    assert.equal((await post(app, OWN_REPORT, { aprovar: true, mensagem: MENSAGEM })).body, body)
    assert.equal(errors, [])
    const reason = isUndecided
      ? 'it is unknown whether the decision was recorded'
      : 'the database does not answer'
    assert.equal(causes, Array(2).fill(`service-store-gone: ${reason} (connection refused)`))
  })
}

type Fake = (...given: unknown[]) => unknown
for (const [what, isLost] of [
  ['list', true],
  ['list', false],
  ['report', true],
  ['report', false],
  ['decide', true],
  ['decide', false],
] as const) {
  const then = isLost ? 'fails' : 'answers'
  test(`a request whose store does not answer in time (${what}) is a 503 once, if the store ${then} later`, async () => {
    let answer = () => {}
    const asked: unknown[] = []
    const own = later(new MemoryStore(smallWorld()))
    const hang = (...given: unknown[]) => {
      asked.push(given[3])
      return new Promise((resolve, reject) => {
        answer = () => (isLost ? reject(new Error('too late')) : resolve((own[what] as Fake)(...given)))
      })
    }
    const store = { ...own, limit: 20, [what]: hang }
    const causes: string[] = []
    const errors: unknown[] = []
    const app = createSimulator({
      store,
      profile: defaultProfile,
      onError: (error) => errors.push(error),
      onAnswer: (_, { why }) =>
        causes.push(...(why?.(NOBODY) ?? []).map(({ code, reason }) => `${code}: ${reason}`)),
    })
    const before = performance.now()
    const reply = await (what === 'list'
      ? get(app, '/pessoas')
      : post(app, OWN_REPORT, { aprovar: true, mensagem: MENSAGEM }))
    assert.is(reply.status, 503)
    answer()
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.is(causes.length, 1)
    assert.match(causes[0] as string, /within the time limit/)
    assert.is(/it is unknown/.test(causes[0] as string), what === 'decide')
    assert.is(asked.length, 1)
    if (what === 'decide') {
      const { until } = asked[0] as { until: number }
      assert.ok(until > before && until <= performance.now())
    }
  })
}

test('other errors are still a 500', async () => {
  const store = { ...later(new MemoryStore(smallWorld())), list: async () => Promise.reject(new Error('x')) }
  assert.is((await get(simulate({}, store), '/pessoas')).status, 500)
})

test.run()
