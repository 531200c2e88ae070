import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fromByteText } from '../contract/bytes.ts'
import type { FaultName } from '../contract/faults.ts'
import { completeProfile, defaultProfile, type PartialProfile } from '../contract/profile.ts'
import { type Step, steps } from '../contract/seen.ts'
import { ANY_CHARACTER } from '../testing/any-character.ts'
import { asking } from '../testing/asking.ts'
import {
  assertEnvelope,
  DECIDED_REPORT,
  DISABLED_TOKEN,
  FOREIGN_REPORT,
  MENSAGEM,
  OTHER_TOKEN,
  OWN_REPORT,
  smallWorld,
  TOKEN,
  UNKNOWN_REPORT,
} from '../testing/world.ts'
import { worldOf } from '../world/in-memory.ts'
import type { Store } from '../world/store.ts'
import { Unavailable } from '../world/unavailable.ts'
import { wholeOf } from './body.ts'
import { createService } from './service.ts'

const test = suite('service')
const legal = { aprovar: true, mensagem: MENSAGEM }
const REPORT = `/relatorios/validar/${OWN_REPORT}`

const routes: [method: string, url: string, token: boolean, outcome: 200 | 401 | FaultName][] = [
  ['GET', '/', true, 'route.unknown'],
  ['GET', '/nada', false, 'route.unknown'],
  ['GET', '/pessoas/', true, 'route.unknown'],
  ['GET', '/Pessoas', true, 'route.unknown'],
  ['GET', '//pessoas', true, 'route.unknown'],
  ['GET', '/x/../pessoas', true, 'route.unknown'],
  ['GET', '/pessoas%2F', true, 'route.unknown'],
  ['GET', '/pesso%61s?page=2', true, 200],
  ['GET', '/pessoas?', true, 200],
  ['GET', 'http://localhost:3210/pessoas?page=2', true, 200],
  ['GET', 'pessoas', true, 'route.unknown'],
  ['OPTIONS', '*', true, 'route.unknown'],
  ['POST', '/pessoas', false, 'route.method'],
  ['PUT', '/pessoas?page=1', true, 'route.method'],
  ['DELETE', '/pessoas', true, 'route.method'],
  ['OPTIONS', '/pessoas', true, 'route.method'],
  ['GET', REPORT, true, 'route.method'],
  ['HEAD', REPORT, true, 'route.method'],
  ['POST', '/relatorios/validar/', true, 'route.unknown'],
  ['POST', '/relatorios/validar/?a=1', false, 'route.unknown'],
  ['POST', '/relatorios/validar', true, 'route.unknown'],
  ['POST', `${REPORT}/x`, true, 'route.unknown'],
  ['POST', '/relatorios/validar%2Fx', true, 'route.unknown'],
  ['GET', '/%E0%A4%A', true, 'request.escape'],
  ['PUT', '/%zz', false, 'request.escape'],
  ['POST', '/relatorios/validar/%zz', true, 'request.escape'],
  ['GET', '/pessoas?nome=João', true, 'request.character'],
  ['GET', '/pessoas?page=0', false, 401],
  ['POST', `/relatorios/validar/${UNKNOWN_REPORT}`, false, 401],
]
for (const [method, url, token, outcome] of routes) {
  test(`${method} ${url}${token ? '' : ' without a token'} is ${outcome}`, async () => {
    for (const body of [undefined, '{']) {
      const headers = { authorization: token ? TOKEN : undefined }
      const answer = await createService(
        worldOf(smallWorld()),
        defaultProfile,
      )({
        ...{ method, url, headers },
        body: body === undefined ? body : Buffer.from(body),
      })
      const { status, faults } = answer
      assert.is(typeof outcome === 'number' ? status : faults?.[0]?.name, outcome)
      if (outcome === 'request.escape') assert.is(status, 400)
    }
  })
}

test('the body of a GET is ignored, and noted', async () => {
  const headers = { authorization: TOKEN, 'content-length': '3' }
  const { status, notes } = await asking().send('GET', '/pessoas', headers, '{"}')
  assert.equal([status, notes], [200, ['body.ignored']])
})

type Wrong = Partial<Record<Step, FaultName>>
const tokens: Record<string, Wrong> = { [TOKEN]: {}, x: { token: 'token.wrong' } }
const types: Record<string, Wrong> = { 'application/json': {}, 'text/plain': { type: 'type.other' } }
const numbers: Record<string, Wrong> = {
  [OWN_REPORT]: {},
  [UNKNOWN_REPORT]: { report: 'report.unknown' },
  [DECIDED_REPORT]: { state: 'report.decided' },
}
const bodies: Record<string, Wrong> = {
  [JSON.stringify(legal)]: {},
  '{': { json: 'json.malformed', body: 'json.malformed' },
  '[]': { body: 'body.not-an-object' },
  '{"aprovar":true}': { body: 'mensagem.missing' },
}
const queries: Record<string, Wrong> = { '': {}, '?extra=1': { query: 'query.unknown' } }
const oneOf = (some: Record<string, Wrong>) => fc.constantFrom(...Object.keys(some))
const anOrder = fc
  .shuffledSubarray([...steps], { minLength: steps.length })
  .filter((order) => order.indexOf('report') < order.indexOf('state'))

test('the first step that a request fails decides, in any order that a deployment was seen to have', async () => {
  const request = { order: anOrder, token: oneOf(tokens), type: oneOf(types), numero: oneOf(numbers) }
  await fc.assert(
    fc.asyncProperty(
      fc.record({ ...request, body: oneOf(bodies), query: oneOf(queries) }),
      async ({ order, token, type, numero, body, query }) => {
        const profile = { ...completeProfile({ revalidation: 'refuse-409' }), seen: { order } }
        const { send } = asking({}, undefined, createService(worldOf(smallWorld()), profile))
        const headers = { authorization: token, 'content-type': type }
        const outcome = (wrong: Wrong) => {
          const first = order.find((step) => wrong[step] !== undefined)
          return first === undefined ? [] : [wrong[first]]
        }
        const decided = await send('POST', `/relatorios/validar/${numero}`, headers, body)
        const ofDecision = { ...tokens[token], ...types[type], ...numbers[numero], ...bodies[body] }
        assert.equal(decided.faults, outcome(ofDecision))
        const listed = await send('GET', `/pessoas${query}`, headers)
        assert.equal(listed.faults, outcome({ ...tokens[token], ...queries[query] }))
      },
    ),
    { numRuns: 150, seed: 40 },
  )
})

test('a report that is judged before the token still must be the own one', async () => {
  const order: Step[] = ['report', 'state', 'token']
  const ask = createService(worldOf(smallWorld()), { ...defaultProfile, seen: { order } })
  const { decide } = asking({}, undefined, ask)
  const faultFor = async (authorization: string, body: unknown = legal) =>
    (await decide(OWN_REPORT, body, { authorization })).faults[0]
  assert.is(await faultFor(TOKEN), undefined)
  assert.is(await faultFor(OTHER_TOKEN, {}), 'report.foreign')
  assert.is(await faultFor('x'), 'token.wrong')
})

test('an unknown route is told to a stranger unless the token is judged before it', async () => {
  for (const [order, fault] of [
    [[], 'route.unknown'],
    [['token', 'type'], 'route.unknown'],
    [['token', 'route'], 'token.wrong'],
  ] as const) {
    const ask = createService(worldOf(smallWorld()), { ...defaultProfile, seen: { order } })
    const { faults } = await asking({}, undefined, ask).send('GET', '/nada', { authorization: 'x' })
    assert.equal(faults, [fault])
  }
})

/** The same store, which has to ask others first. */
function later(store: Store): Store {
  return {
    organizations: store.organizations,
    fresh: async () => {},
    list: (...given) => store.list(...given),
    report: (...given) => store.report(...given),
    decide: (...given) => store.decide(...given),
  }
}

const profiles: PartialProfile[] = [
  {},
  { revalidation: 'refuse-409', reportFirst: 'yes', pageBeyondEnd: 'last-page', foreignReport: 'forbidden' },
  { revalidation: 'refuse-400', pageBeyondEnd: 'refuse', reportNumberShape: 'refuse' },
  { pageBeyondEnd: 'not-found', defaultOrder: 'oldest-first' },
]
const numeros = [OWN_REPORT, OWN_REPORT.toUpperCase(), FOREIGN_REPORT, UNKNOWN_REPORT]

/** A request that may be anything that can be sent. One of the texts is empty. */
const TEXTS = ' 0 1 25 -1 1e3 nome -cpf atualizado_em __proto__ % %00 %E9 .. \u0000'.split(' ')
const aText = fc.oneof(fc.string({ unit: ANY_CHARACTER, maxLength: 20 }), fc.constantFrom(...TEXTS))
const aName = fc.oneof(
  fc.constantFrom('page', 'rows', 'cpf', 'nome', 'sort', '__proto__', 'constructor'),
  aText,
)
/** Lone surrogates cannot be percent-encoded. */
const encode = (text: string) => encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '_'))
/** What can stand in a request line: anything else never arrives. */
const ascii = (text: string) => text.replace(/[^!-~]|[#?&/]/g, '_')
const aQuery = fc
  .array(fc.tuple(aName, aText, fc.boolean()), { maxLength: 5 })
  .map((pairs) =>
    pairs.map(([name, value, raw]) => `${encode(name)}=${raw ? ascii(value) : encode(value)}`).join('&'),
  )
const aDecision = fc.record(
  { aprovar: fc.oneof(fc.boolean(), fc.jsonValue()), mensagem: fc.oneof(fc.constant(MENSAGEM), aText) },
  { requiredKeys: [] },
)
const aBody = fc.oneof(
  aDecision.map((body) => JSON.stringify(body)),
  fc.json(),
  aText,
)
const aPath = fc.oneof(
  fc.constant('/pessoas'),
  fc.constantFrom(...numeros, '', 'x').map((numero) => `/relatorios/validar/${numero}`),
  aText.map((text) => `/${ascii(text)}`),
)
const aRequest = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'),
    path: aPath,
    query: aQuery,
    body: aBody,
    authorization: fc.constantFrom(TOKEN, TOKEN, TOKEN, OTHER_TOKEN, DISABLED_TOKEN, '', undefined),
    type: fc.constantFrom('application/json', 'application/json', 'text/plain', '', undefined),
  })
  .map(({ method, path, query, body, authorization, type }) => ({
    method,
    url: query === '' ? path : `${path}?${query}`,
    headers: { authorization, 'content-type': type },
    body: method === 'GET' || method === 'HEAD' ? undefined : Buffer.from(body),
  }))
for (const [i, profile] of profiles.entries()) {
  test(`profile ${i}: a store that answers later is answered like one that answers at once`, async () => {
    const clock = { now: () => Date.UTC(2026, 0, 1) }
    const stores = [worldOf(smallWorld(), { clock }), later(worldOf(smallWorld(), { clock }))]
    const [one, other] = [...stores, { ...stores[1], limit: 1_000 } as Store].map((store) =>
      createService(store, completeProfile(profile)),
    ) as [ReturnType<typeof createService>, ReturnType<typeof createService>]
    const requests = fc.sample(aRequest, { numRuns: 80, seed: i })
    for (const request of requests) {
      const answers = await Promise.all(
        [one, other].map(async (ask) => {
          const { status, body, faults } = await ask(request)
          return { status, body: wholeOf(body), faults: faults?.map(({ name, slots }) => ({ name, slots })) }
        }),
      )
      assert.equal(answers[1], answers[0], JSON.stringify(request))
    }
  })
}

test('random requests are answered in the envelope, and none with a 5xx', async () => {
  const ask = createService(worldOf(smallWorld()), defaultProfile)
  await fc.assert(
    fc.asyncProperty(aRequest, async (request) => {
      const { status, body } = await ask(request)
      assert.ok(status < 500, `${request.method} ${request.url} gave ${status}`)
      // A server sends no body to HEAD.
      if (request.method !== 'HEAD') assertEnvelope(request.url, status, fromByteText(wholeOf(body)))
    }),
    { numRuns: 350, seed: 40 },
  )
})

for (const isUndecided of [false, true]) {
  test(`a database that is gone is a 503${isUndecided ? ', also in the middle of a decision' : ''}`, async () => {
    const gone = async () => {
      throw new Unavailable('connection refused', { isUndecided })
    }
    const { list, decide } = asking({}, { ...later(worldOf(smallWorld())), limit: 100, fresh: gone })
    for (const asked of [await list(), await decide(OWN_REPORT, legal)]) {
      assert.equal(asked.body, {
        error: 'Service Unavailable',
        message: 'Service Unavailable',
        status_code: 503,
      })
      assert.equal(asked.faults, [isUndecided ? 'service.undecided' : 'service.store-gone'])
      assert.equal(asked.answer.faults?.[0]?.slots, { why: 'connection refused' })
    }
  })
}

type Fake = (...given: unknown[]) => unknown
for (const what of ['fresh', 'decide'] as const) {
  for (const then of ['fails', 'answers']) {
    test(`a request whose store does not answer in time (${what}) is a 503, if the store ${then} later`, async () => {
      const own = later(worldOf(smallWorld()))
      let answer = () => {}
      let given: unknown[] = []
      const hang = (...all: unknown[]) => {
        given = all
        return new Promise((resolve, reject) => {
          answer = () =>
            then === 'fails' ? reject(new Error('too late')) : resolve((own[what] as Fake)(...all))
        })
      }
      const store = { ...own, limit: 20, requestHeader: 'x-request-id', [what]: hang } as Store
      const before = performance.now()
      const { list, decide } = asking({}, store)
      const asked = what === 'fresh' ? list() : decide(OWN_REPORT, legal, { 'x-request-id': 'r1' })
      const { status, faults } = await asked
      answer()
      await new Promise((resolve) => setTimeout(resolve, 5))
      assert.equal([status, faults], [503, [what === 'decide' ? 'service.undecided' : 'service.store-gone']])
      if (what !== 'decide') return
      const { until, request } = given[3] as { until: number; request: string }
      assert.ok(until > before && until <= performance.now())
      assert.is(request, 'r1')
    })
  }
}

test('what nobody foresaw is thrown', async () => {
  const fail = async () => Promise.reject(new Error('unforeseen'))
  const refused = (promise: Promise<unknown>) =>
    promise.then(
      () => assert.unreachable(),
      ({ message }) => message,
    )
  for (const limit of [undefined, 100]) {
    const { list, decide } = asking({}, { ...later(worldOf(smallWorld())), limit, fresh: fail })
    assert.is(await refused(list()), 'unforeseen')
    assert.is(await refused(decide(OWN_REPORT, legal)), 'unforeseen')
  }
})

test.run()
