import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../index.ts'
import { callsTo, decide as decideOf } from '../testing/controlling.ts'

const test = suite('journal over HTTP')

const sim = await startSimulator({ seed: 5, persons: 60, control: true })
test.after(() => sim.close())
const own = await sim.organization()
const { url, token } = sim.control as { url: string; token: string }
const control = callsTo(sim)
const organization = own.handle

const list = (query = '') =>
  fetch(`${sim.url}/pessoas${query}`, { headers: { authorization: own.token } }).then((response) =>
    response.text(),
  )
const decide = () => decideOf(sim, own.token, own.reports[0] as string)

test.before.each(async () => {
  await control('DELETE', '/journal')
  await control('DELETE', `/journal?organization=${organization}`)
})

test('exchanges are found by their fields, counted, shown, exported and cleared', async () => {
  await list('?rows=25')
  await decide()
  const of = `organization=${organization}`
  const all = await control('GET', `/journal?${of}`)
  assert.is(all.body.exchanges.length, 2)
  assert.ok(all.body.mark >= all.body.exchanges[1].id)
  for (const query of [
    'method=POST&status=2xx',
    `report=${own.reports[0]}`,
    `body=${encodeURIComponent('{"aprovar":true}')}`,
    'path=/pessoas&fault=false',
    'limit=1',
    'from=2020-01-01T00:00:00Z&to=2999-01-01T00:00:00Z&method=GET',
  ])
    assert.is((await control('GET', `/journal?${of}&${query}`)).body.exchanges.length, 1, query)
  assert.equal((await control('GET', `/journal/count?${of}&method=GET`)).body, { count: 1 })
  const { id } = all.body.exchanges[0]
  assert.not((await control('GET', `/journal/${id}`)).text.includes(own.token))
  assert.is((await control('GET', `/journal/${id}?reveal=true`)).body.headers.authorization, own.token)
  assert.is((await control('GET', '/journal/999999')).body.error.code, 'unknown-exchange')
  for (const format of ['har', 'http', 'curl', 'vitest', 'jest', 'node:test']) {
    const { text } = await control('GET', `/journal/export?format=${encodeURIComponent(format)}`)
    assert.match(text, /pessoas\?rows=25/)
  }
  assert.ok((await control('DELETE', `/journal?${of}`)).body.mark > 0)
  assert.equal((await control('GET', `/journal?${of}`)).body.exchanges, [])
})

test('questions that cannot be asked are refused, with what to do', async () => {
  const asked: [path: string, message: RegExp][] = [
    ['/journal?body=3', /body/], ['/journal?body=%7B', /body/], ['/journal?from=yesterday', /from/],
    ['/journal?qqq=1', /qqq/], ['/journal/export', /format/], ['/journal/export?format=pdf', /format/],
    ['/journal?status=2yy', /^query\.status must look like/],
    ...['', '/count', '/stream'].map((path): [string, RegExp] => [`/journal${path}?why=token-bearer`, /why/]),
    ['/journal/export?format=har&why=token-bearer', /why/],
  ]
  for (const [path, message] of asked) {
    const { status, body } = await control('GET', path)
    assert.is(status, 400, path)
    assert.match(body.error.message, message)
  }
  const verified: [body: object, message: RegExp][] = [
    [{ matcher: { metod: 'GET' } }, /metod/],
    [{ matcher: {}, exactly: 0, since: 99_999 }, /Take a mark again/],
    [{ matcher: { listed: '314.263.997-74' } }, /eleven digits, without dots and dash/],
    [{ matcher: { why: 'token.withdraw' } }, /Did you mean token\.withdrawn\?/],
    [{ matcher: { path: 'pessoas' } }, /Begin it with \//],
    [{ matcher: { status: '2yy' } }, /^body\.matcher\.status must look like 200 or 4xx\.$/],
    [{ matcher: { status: [] } }, /^body\.matcher\.status must have at least 1 entry\.$/],
    [{ matcher: {}, noneAfter: false }, /^body\.noneAfter must be true or an object, or be left out\.$/],
    [{ matcher: {}, noneAfter: { status: '2yy' } }, /^body\.noneAfter\.status must look like/],
  ]
  for (const [sent, message] of verified) {
    const { status, body } = await control('POST', '/verify', sent)
    assert.is(status, 400, JSON.stringify(sent))
    assert.match(body.error.message, message)
  }
})

test('verification is one call: 200 with what matched, 409 with the nearest misses or the gap', async () => {
  const never = { organization, matcher: { method: 'POST' }, exactly: 0 }
  const silent = await control('POST', '/verify', never)
  assert.match(silent.body.hint, /^No exchange at all was received here/)
  await list()
  assert.equal((await control('POST', '/verify', never)).body, { verified: true, matched: [] })
  const matcher = { method: 'POST', body: { aprovar: true } }
  const limits = { exactly: 1, after: { status: '200' }, noneAfter: true, within: 5_000, quiet: 30 }
  const waiting = control('POST', '/verify', { organization, matcher, ...limits })
  await decide()
  const { status, body } = await waiting
  assert.equal([status, body.verified, body.matched.length], [200, true, 1])
  const failed = await control('POST', '/verify', { organization, matcher: { method: 'POST', status: 400 } })
  assert.equal([failed.status, failed.body.error.code], [409, 'not-verified'])
  assert.match(failed.body.error.message, /Nearest miss 1: #\d+ POST/)
  await control('DELETE', '/journal')
  const gap = await control('POST', '/verify', { organization, matcher: { path: '/pessoas' }, exactly: 0 })
  assert.equal([gap.status, gap.body.error.code], [409, 'journal-gap'])
})

test('exchanges are streamed as server-sent events', async () => {
  const stop = new AbortController()
  const response = await fetch(`${url}/v1/journal/stream?organization=${organization}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  assert.is(response.headers.get('content-type')?.split(';')[0], 'text/event-stream')
  await Promise.all(Array.from({ length: 120 }, () => list('?rows=25')))
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true })
    const missed = [...text.matchAll(/"missed":(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
    if ((text.match(/event: exchange/g)?.length ?? 0) + missed >= 120) break
  }
  stop.abort()
  assert.match(text, /id: \d+\nevent: exchange\ndata: \{"id":/)
})

test.run()
