import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type JudgingStep, steps } from '../contract/dialect.ts'
import { completeProfile } from '../contract/profile.ts'
import { times } from '../testing/deep.ts'
import {
  DECIDED_REPORT,
  MENSAGEM,
  OTHER_TOKEN,
  OWN_REPORT,
  smallWorld,
  TOKEN,
  UNKNOWN_REPORT,
} from '../testing/world.ts'
import { createTwin } from '../twin.ts'

const test = suite('judging')
const twin = createTwin(smallWorld())
const anOrder = fc.shuffledSubarray([...steps], { minLength: steps.length })
const strict = { reportNumberShape: 'refuse', revalidation: 'refuse-409' } as const
const routes = { type: { get: 'refuse' } } as const

const legal = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
/** What a request can have wrong, and the situations by which the steps that it fails refuse it. */
type Wrong = Partial<Record<JudgingStep, string>>
const tokens: Record<string, Wrong> = { [TOKEN]: {}, 'token-of-nobody': { token: 'token.wrong' } }
const types: Record<string, Wrong> = { 'application/json': {}, 'text/plain': { type: 'type.plain' } }
const numbers: Record<string, Wrong> = {
  [OWN_REPORT]: {},
  [UNKNOWN_REPORT]: { report: 'report.unknown' },
  [DECIDED_REPORT]: { state: 'report.rejected' },
  x: { number: 'report.shape', report: 'report.shape' },
}
const bodies: Record<string, Wrong> = {
  [legal]: {},
  '{': { json: 'json.end-key' },
  '[]': { body: 'body.empty-array' },
  '{"aprovar":true}': { body: 'mensagem.missing' },
}
const queries: Record<string, Wrong> = { '': {}, '?extra=1': { query: 'others.unknown' } }
const oneOf = (some: Record<string, Wrong>) => fc.constantFrom(...Object.keys(some))

test('the first step that a validation fails decides, in any order', async () => {
  const aValidation = fc.record({
    order: anOrder,
    token: oneOf(tokens),
    type: oneOf(types),
    numero: oneOf(numbers),
    body: oneOf(bodies),
  })
  await fc.assert(
    fc.asyncProperty(aValidation, async ({ order, token, type, numero, body }) => {
      const profile = completeProfile(strict, { dialect: { steps: order } })
      const answer = await twin.ask(profile, {
        method: 'POST',
        url: `/relatorios/validar/${numero}`,
        headers: { authorization: token, 'content-type': type },
        body,
      })
      await twin.restore()
      const wrong: Wrong = { ...tokens[token], ...types[type], ...numbers[numero], ...bodies[body] }
      const first = order.find((step) => wrong[step] !== undefined)
      assert.is(answer.situations[0]?.name, first && wrong[first])
      assert.is(answer.status === 200, first === undefined)
    }),
    { numRuns: times(120, 400) },
  )
})

test('the first step that a list fails decides, in any order', async () => {
  const aList = fc.record({ order: anOrder, token: oneOf(tokens), type: oneOf(types), query: oneOf(queries) })
  await fc.assert(
    fc.asyncProperty(aList, async ({ order, token, type, query }) => {
      const profile = completeProfile({ dialect: { steps: order, routes } })
      const headers = { authorization: token, 'content-type': type }
      const answer = await twin.ask(profile, { method: 'GET', url: `/pessoas${query}`, headers })
      const wrong: Wrong = {
        ...tokens[token],
        ...(types[type]?.type && { type: 'type.get' }),
        ...queries[query],
      }
      const first = order.find((step) => wrong[step] !== undefined)
      assert.is(answer.situations[0]?.name, first && wrong[first])
    }),
    { numRuns: times(60, 200) },
  )
})

const tooLarge = 'a'.repeat(2_000_000)
const orders: [steps: JudgingStep[], status: number][] = [
  [[], 401],
  [['token', 'json'], 401],
  [['report', 'number', 'token', 'body'], 401],
  [['json', 'token'], 413],
  [['body', 'token'], 413],
]
for (const [order, status] of orders) {
  test(`the body of a stranger is read only where the order asks for it: ${order}`, async () => {
    const answer = await twin.ask(completeProfile({ dialect: { steps: order } }), {
      method: 'POST',
      url: `/relatorios/validar/${OWN_REPORT}`,
      headers: { authorization: 'x', 'content-type': 'application/json' },
      body: tooLarge,
    })
    assert.is(answer.status, status)
  })
}

test('a report that is judged before the token still must be the own one', async () => {
  const profile = completeProfile({ dialect: { steps: ['report', 'state', 'token'] } })
  const statusFor = async (authorization: string) => {
    const { status, situations } = await twin.ask(profile, {
      method: 'POST',
      url: `/relatorios/validar/${OWN_REPORT}`,
      headers: { authorization, 'content-type': 'application/json' },
      body: legal,
    })
    await twin.restore()
    return [status, situations[0]?.name]
  }
  assert.equal(await statusFor(TOKEN), [200, undefined])
  assert.equal(await statusFor(OTHER_TOKEN), [404, 'report.unknown'])
  assert.equal(await statusFor('x'), [401, 'token.wrong'])
})

test('an unknown route is told to a stranger unless the token is judged before it', async () => {
  for (const [order, expected] of [
    [[], 404],
    [['token', 'type'], 404],
    [['token', 'route'], 401],
    [['query', 'token', 'route'], 401],
  ] as [JudgingStep[], number][]) {
    const profile = completeProfile({ dialect: { steps: order, routes: { method: { options: 'ok' } } } })
    const statusOf = async (method: string, url: string, authorization: string) =>
      (await twin.ask(profile, { method, url, headers: { authorization } })).status
    assert.is(await statusOf('GET', '/x', 'x'), expected)
    assert.is(await statusOf('PUT', '/pessoas', 'x'), expected)
    assert.is(await statusOf('GET', '/x', TOKEN), 404)
    assert.is(await statusOf('OPTIONS', '/pessoas', 'x'), 200)
  }
})

test('a body is judged before the route where the order says so', async () => {
  const statusOf = async (
    order: JudgingStep[],
    url: string,
    body: string | undefined,
    type = 'application/json',
  ) => {
    const profile = completeProfile({ dialect: { steps: order, limits: { body: 400 } } })
    const headers = { authorization: 'x', 'content-type': type }
    const { status, situations } = await twin.ask(profile, { method: 'POST', url, headers, body })
    return `${status} ${situations[0]?.name}`
  }
  const large = legal.padEnd(401)
  for (const url of ['/x', '/pessoas', '/relatorios/validar/']) {
    const route = { '/pessoas': 'method', '/x': 'elsewhere' }[url]
    const unknown = `404 ${route ? `route.${route === 'method' ? 'list-post' : route}` : 'report.no-number'}`
    const jsonFirst: JudgingStep[] = ['size', 'json', 'route', 'token', 'type']
    assert.is(await statusOf(jsonFirst, url, '{'), '400 json.end-key')
    assert.is(await statusOf(jsonFirst, url, large), '413 body.too-large')
    assert.is(await statusOf(jsonFirst, url, legal), unknown)
    assert.is(await statusOf(jsonFirst, url, undefined), unknown)
    assert.is(await statusOf(['json', 'token', 'route'], url, legal), '401 token.wrong')
    assert.is(await statusOf(['type', 'route'], url, legal, 'text/plain'), '415 type.plain')
    assert.is(await statusOf(['type', 'route'], url, undefined, 'text/plain'), unknown)
    assert.is(await statusOf([], url, '{'), unknown)
    assert.is(await statusOf([], url, large), unknown)
  }
})

test('the size is judged where its order says, but never after the body is read', async () => {
  const large = '{'.padEnd(401)
  const nameOf = async (order: JudgingStep[], type: string) => {
    const profile = completeProfile({ dialect: { steps: order, limits: { body: 400 } } })
    const { situations } = await twin.ask(profile, {
      method: 'POST',
      url: `/relatorios/validar/${UNKNOWN_REPORT}`,
      headers: { authorization: TOKEN, 'content-type': type },
      body: large,
    })
    return situations[0]?.name
  }
  assert.is(await nameOf([], 'text/plain'), 'body.too-large')
  assert.is(await nameOf(['token', 'type', 'size', 'json'], 'text/plain'), 'type.plain')
  assert.is(await nameOf(['token', 'type', 'size', 'json'], 'application/json'), 'body.too-large')
  assert.is(await nameOf(['token', 'report', 'size'], 'application/json'), 'report.unknown')
  assert.is(await nameOf(['json', 'size', 'body'], 'application/json'), 'body.too-large')
})

test('steps that are left out follow in the usual order', async () => {
  const profile = completeProfile({ dialect: { steps: ['report'] } })
  const answer = await twin.ask(profile, {
    method: 'POST',
    url: `/relatorios/validar/${UNKNOWN_REPORT}`,
    headers: { authorization: 'x' },
  })
  assert.is(answer.status, 404)
})

test.run()
