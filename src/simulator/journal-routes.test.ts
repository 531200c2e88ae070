import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../index.ts'
import { callsTo } from '../testing/controlling.ts'
import { MENSAGEM } from '../testing/world.ts'

const test = suite('journal over HTTP')

const sim = await startSimulator({ seed: 5, persons: 60, control: true })
test.after(() => sim.close())
const own = await sim.organization()
const { url, token } = sim.control as { url: string; token: string }
const control = callsTo(sim)

const list = (query = '') =>
  fetch(`${sim.url}/pessoas${query}`, { headers: { authorization: own.token } }).then((response) =>
    response.text(),
  )
const decide = () =>
  fetch(`${sim.url}/relatorios/validar/${own.reports[0]}`, {
    method: 'POST',
    headers: { authorization: own.token, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
  }).then((response) => response.text())

test.before.each(async () => {
  await control('DELETE', '/journal')
  await control('DELETE', `/journal?organization=${own.handle}`)
})

test('exchanges are found by their fields, counted, shown and cleared', async () => {
  await list('?rows=25')
  await decide()
  const of = `organization=${own.handle}`
  const all = await control('GET', `/journal?${of}`)
  assert.is(all.body.exchanges.length, 2)
  assert.ok(all.body.mark >= all.body.exchanges[1].id)
  for (const query of [
    'method=POST',
    'method=POST&status=2xx',
    `report=${own.reports[0]}`,
    `body=${encodeURIComponent('{"aprovar":true}')}`,
    'path=/pessoas&fault=false',
    'limit=1',
    'from=2020-01-01T00:00:00Z&to=2999-01-01T00:00:00Z&method=GET',
  ]) {
    const { body } = await control('GET', `/journal?${of}&${query}`)
    assert.is(body.exchanges.length, 1, query)
  }
  assert.equal((await control('GET', `/journal/count?${of}&method=GET`)).body, { count: 1 })
  const { id } = all.body.exchanges[0]
  assert.is((await control('GET', `/journal/${id}`)).body.headers.authorization.includes(own.token), false)
  assert.is((await control('GET', `/journal/${id}?reveal=true`)).body.headers.authorization, own.token)
  assert.is((await control('GET', '/journal/999999')).body.error.code, 'unknown-exchange')
  const { mark } = (await control('DELETE', `/journal?${of}`)).body
  assert.ok(mark > 0)
  assert.equal((await control('GET', `/journal?${of}`)).body.exchanges, [])
})

test('questions that cannot be asked are refused, with what to do', async () => {
  const cases: [path: string, status: number, code: string][] = [
    ['/journal?organization=nobody', 404, 'unknown-organization'],
    ['/journal?body=3', 400, 'query'],
    ['/journal?body=%7B', 400, 'query'],
    ['/journal?from=yesterday', 400, 'invalid-question'],
  ]
  for (const [path, status, code] of cases) {
    const answer = await control('GET', path)
    assert.equal([answer.status, answer.body.error.code], [status, code], path)
  }
  for (const path of ['/journal?qqq=1', '/journal/export', '/journal/export?format=pdf']) {
    assert.is((await control('GET', path)).status, 400, path)
  }
  assert.is((await control('POST', '/verify', { matcher: { metod: 'GET' } })).status, 400)
  const later = await control('POST', '/verify', { matcher: {}, exactly: 0, since: 99_999 })
  assert.is(later.status, 400)
  assert.match(later.body.error.message, /Take a mark again/)
  await fetch(sim.url, { headers: { 'X-Numero': '1' } }).then((response) => response.text())
  const typed = await control('POST', '/verify', { matcher: { headers: { 'X-Numero': 1 } }, exactly: 1 })
  assert.is(typed.status, 200, typed.text)
  const impossible: [matcher: object, text: RegExp][] = [
    [{ listed: '314.263.997-74' }, /eleven digits, without dots and dash/],
    [{ listed: 31426399774 }, /listed/],
    [{ outcome: 'lost' }, /outcome/],
    [{ why: 'token.withdraw' }, /Did you mean token\.withdrawn\?/],
    [{ path: 'pessoas' }, /Begin it with \//],
  ]
  for (const [matcher, text] of impossible) {
    const { status, body } = await control('POST', '/verify', { matcher, exactly: 0 })
    assert.is(status, 400, JSON.stringify(matcher))
    assert.match(body.error.message, text)
  }
  for (const path of ['/journal', '/journal/count', '/journal/export', '/journal/stream']) {
    const { status, body } = await control(
      'GET',
      `${path}?why=token-bearer${path.endsWith('export') ? '&format=har' : ''}`,
    )
    assert.equal([status, body.error.code], [400, 'invalid-question'], path)
  }
})

test('a matcher says what it can have, and takes a status as a number or a string', async () => {
  await list()
  const ok = await control('POST', '/verify', {
    matcher: { status: '200', organization: own.handle },
    exactly: 1,
  })
  assert.is(ok.status, 200, ok.text)
  const cases: [body: object, message: RegExp][] = [
    [{ matcher: { status: '2yy' } }, /^body\.matcher\.status must look like 200 or 4xx\.$/],
    [{ matcher: { status: [] } }, /^body\.matcher\.status must have at least 1 entry\.$/],
    [{ matcher: {}, noneAfter: false }, /^body\.noneAfter must be true or an object, or be left out\.$/],
    [{ matcher: {}, noneAfter: { status: '2yy' } }, /^body\.noneAfter\.status must look like/],
  ]
  for (const [body, message] of cases) {
    const said = await control('POST', '/verify', body)
    assert.is(said.status, 400)
    assert.match(said.body.error.message, message)
  }
  assert.match(
    (await control('GET', '/journal?status=2yy')).body.error.message,
    /^query\.status must look like/,
  )
  for (const body of [
    { matcher: { organization: 'nobody' } },
    { matcher: {}, after: { organization: 'nobody' } },
    { matcher: {}, noneAfter: { organization: 'nobody' } },
  ]) {
    const { status, body: said } = await control('POST', '/verify', { ...body, exactly: 0 })
    assert.equal([status, said.error.code], [404, 'unknown-organization'])
  }
})

test('what passes because nothing at all came says so', async () => {
  const never = { organization: own.handle, matcher: { method: 'POST' }, exactly: 0 }
  const silent = await control('POST', '/verify', never)
  assert.is(silent.status, 200)
  assert.match(silent.body.hint, /^No exchange at all was received here/)
  await list()
  assert.equal((await control('POST', '/verify', never)).body, { verified: true, matched: [] })
  const { mark } = (await control('GET', '/journal?limit=0')).body
  assert.ok((await control('POST', '/verify', { ...never, since: mark })).body.hint)
})

test('verification is one call: 200 with what matched, 409 with the nearest misses or the gap', async () => {
  const organization = own.handle
  await list()
  const waiting = control('POST', '/verify', {
    organization,
    matcher: { method: 'POST', body: { aprovar: true } },
    exactly: 1,
    after: { method: 'GET' },
    noneAfter: true,
    within: 5_000,
    quiet: 30,
  })
  await decide()
  const verified = await waiting
  assert.is(verified.status, 200, verified.text)
  assert.equal([verified.body.verified, verified.body.matched.length], [true, 1])
  const failed = await control('POST', '/verify', { organization, matcher: { method: 'POST', status: 400 } })
  assert.equal([failed.status, failed.body.error.code], [409, 'not-verified'])
  assert.match(failed.body.error.message, /Nearest miss 1: #\d+ POST/)
  await control('DELETE', '/journal')
  const gap = await control('POST', '/verify', { organization, matcher: { path: '/pessoas' }, exactly: 0 })
  assert.equal([gap.status, gap.body.error.code], [409, 'journal-gap'])
})

test('an answer that a fault replaced is told from one that was sent', async () => {
  own.faults.add({ name: 'x', fault: { kind: 'gateway', status: 502, decided: true } })
  const of = { organization: own.handle, matcher: { method: 'POST', body: { aprovar: true } } }
  await decide()
  own.faults.clear()
  const judged = (matcher: object) =>
    control('POST', '/verify', {
      ...of,
      matcher: { ...of.matcher, ...matcher },
      within: 5_000,
      exactly: 1,
      quiet: 1,
    })
  const { body } = await judged({ status: 502, outcome: 'replaced' })
  assert.equal([body.matched[0].status, body.matched[0].service.status], [502, 200])
  const wrong = await control('POST', '/verify', { ...of, matcher: { ...of.matcher, outcome: 'sent' } })
  assert.is(wrong.body.error.code, 'not-verified')
  assert.match(wrong.body.error.message, /→ 502, replaced/)
})

test('exchanges are streamed as server-sent events', async () => {
  const stop = new AbortController()
  const response = await fetch(`${url}/v1/journal/stream?organization=${own.handle}`, {
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

test('exports are text for download', async () => {
  await list('?rows=25')
  for (const format of ['har', 'http', 'curl', 'vitest', 'jest', 'node:test']) {
    const { status, text } = await control('GET', `/journal/export?format=${encodeURIComponent(format)}`)
    assert.is(status, 200)
    assert.match(text, /pessoas\?rows=25/)
  }
})

test.run()
