import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createJournal } from '../control/journal/journal.ts'
import { Recorder } from '../control/journal/recorder.ts'
import { JournalGapError, startSimulator } from '../index.ts'
import { controlling, decide } from '../testing/controlling.ts'

const test = suite('journal over HTTP')

const options = { seed: 5, persons: 60, journal: { exchanges: 200 } }

test('exchanges are found by their fields, shown and cleared, as the OpenAPI document says', () =>
  controlling(options, async (call, sim) => {
    const own = await sim.organization()
    const of = `organization=${own.handle}`
    const list = (query: string) =>
      fetch(`${sim.url}/pessoas${query}`, { headers: { authorization: own.token } }).then((one) => one.text())
    await list('?rows=25')
    await list('?rows=30')
    await decide(sim, own.token, own.reports[0] as string)
    const all = await call('GET', `/journal?${of}`)
    assert.equal([all.body.exchanges.length, all.body.total], [3, 3])
    assert.equal(all.body.totals, { kept: 3, inFlight: 0, dropped: 0 })
    const found: [query: string, urls: string[]][] = [
      ['method=GET&status=2xx', ['/pessoas?rows=25']],
      ['status=400', ['/pessoas?rows=30']],
      ['why=rows.off-grid', ['/pessoas?rows=30']],
      [`report=${own.reports[0]}`, [`/relatorios/validar/${own.reports[0]}`]],
      [`body=${encodeURIComponent('{"aprovar":true}')}`, [`/relatorios/validar/${own.reports[0]}`]],
      ['path=/pessoas&fault=false&limit=1', ['/pessoas?rows=30']],
      ['fault=true', []],
      ['limit=1&status=200&method=GET', ['/pessoas?rows=25']],
      [`since=${all.body.exchanges[1].id}`, [`/relatorios/validar/${own.reports[0]}`]],
    ]
    for (const [query, urls] of found) {
      const { exchanges } = (await call('GET', `/journal?${of}&${query}`)).body
      assert.equal(
        exchanges.map(({ url }: { url: string }) => url),
        urls,
        query,
      )
    }
    const none = await call('GET', `/journal?${of}&limit=0&method=GET`)
    assert.equal([none.body.exchanges, none.body.total, none.body.mark], [[], 2, all.body.mark])
    const { id } = all.body.exchanges[1]
    const one = await call('GET', `/journal/${id}`)
    assert.match(one.body.hints[0], /rows=25/)
    assert.match(one.body.curl, /-H "Authorization: \$CLIENT_TOKEN" .* 'http:\/\/\S+\/pessoas\?rows=30'$/)
    assert.not(one.text.includes(own.token))
    const har = await call('GET', `/journal?${of}&format=har&limit=2`)
    assert.equal([har.body.log.version, har.body.log.entries.length], ['1.2', 2])
    const text = await call('GET', `/journal/text?${of}&limit=1`)
    assert.equal([text.status, text.text], [200, own.journal.text({}, { limit: 1 })])
    assert.is((await call('GET', '/journal/999999')).body.error.code, 'unknown-exchange')
    const { mark } = (await call('DELETE', `/journal?${of}`)).body
    assert.is(mark, all.body.mark)
    assert.equal((await call('GET', `/journal?${of}`)).body.exchanges, [])
    assert.is((await call('GET', `/journal/${id}`)).status, 404)
  }))

test('questions that cannot be asked are refused, with what to do', () =>
  controlling(options, async (call) => {
    const asked: [path: string, message: RegExp][] = [
      ['/journal?body=3', /^body is not a JSON object/],
      ['/journal?body=%7B', /^body is not a JSON object/],
      ['/journal?qqq=1', /qqq/],
      ['/journal?reveal=true', /reveal is unknown/],
      ['/journal?format=pdf', /^query\.format must be "json" or "har"/],
      ['/journal?status=2yy', /^query\.status must look like/],
      ['/journal?since=9999', /Take a mark again/],
      ['/journal?why=token-wrong', /did you mean token\.wrong/],
      ['/journal/stream?method=get', /^query\.method must look like GET/],
    ]
    for (const [path, message] of asked) {
      const { status, body } = await call('GET', path)
      assert.is(status, 400, path)
      assert.match(body.error.message, message)
    }
    const verified: [body: object, message: RegExp][] = [
      [{}, /^body\.matcher is missing/],
      [{ matcher: { metod: 'GET' } }, /^body\.matcher\.metod is unknown: did you mean method\?/],
      [{ matcher: {}, exactly: 0, since: 99_999 }, /Take a mark again/],
      [{ matcher: { why: 'token.withdraw' } }, /did you mean token\.withdrawn\?/],
      [{ matcher: { path: 'pessoas' } }, /^body\.matcher\.path must look like \/pessoas/],
      [{ matcher: { status: [] } }, /^body\.matcher\.status must have at least 1 entry\.$/],
      [{ matcher: {}, after: { status: '2yy' } }, /^body\.after\.status must look like/],
      [{ matcher: {}, noneAfter: true }, /^body\.noneAfter is unknown/],
      [{ matcher: { organization: 'nobody' }, exactly: 0 }, /which is neither open nor has exchanges/],
      [{ matcher: {}, exactly: 1, atMost: 2 }, /^exactly cannot be used with/],
    ]
    for (const [sent, message] of verified) {
      const { status, body } = await call('POST', '/verify', sent)
      assert.is(status, 400, JSON.stringify(sent))
      assert.match(body.error.message, message)
    }
  }))

test('verification is one call: 200 with what matched, 409 with the nearest misses or the gap', () =>
  controlling({ ...options, journal: { exchanges: 3 } }, async (call, sim) => {
    const own = await sim.organization()
    const organization = own.handle
    const list = () => fetch(`${sim.url}/pessoas`, { headers: { authorization: own.token } })
    const never = { organization, matcher: { method: 'POST' }, exactly: 0 }
    const silent = await call('POST', '/verify', never)
    assert.match(silent.body.hint, /^No exchange at all was received here/)
    await list()
    assert.equal((await call('POST', '/verify', never)).body, { verified: true, matched: [] })
    const limits = { exactly: 1, after: { status: '200' }, within: 10_000 }
    const matcher = { method: 'POST', body: { aprovar: true } }
    const waiting = call('POST', '/verify', { organization, matcher, ...limits })
    await decide(sim, own.token, own.reports[0] as string)
    const { status, body } = await waiting
    assert.equal([status, body.verified, body.matched.length], [200, true, 1])
    const failed = await call('POST', '/verify', { organization, matcher: { method: 'POST', status: 400 } })
    assert.equal([failed.status, failed.body.error.code], [409, 'not-verified'])
    assert.match(failed.body.error.message, /Nearest miss 1: #\d+ POST/)
    assert.is((await call('GET', '/verify')).body.last.message, failed.body.error.message)
    await list()
    await list()
    const gap = await call('POST', '/verify', { ...never, matcher: { method: 'PUT' } })
    assert.equal([gap.status, gap.body.error.code], [409, 'journal-gap'])
    assert.match(gap.body.error.message, /^1 exchange is no longer kept/)
  }))

/** Reads a stream until a text has come, and returns all. */
async function readUntil(response: Response, isEnough: (text: string) => boolean): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true })
    if (isEnough(text)) return text
  }
  return text
}

test('exchanges are streamed as server-sent events, one line each', async () => {
  await using sim = await startSimulator({ ...options, control: true })
  const own = await sim.organization()
  const { url, token } = sim.control as { url: string; token: string }
  const response = await fetch(`${url}/v1/journal/stream?organization=${own.handle}&method=GET`, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.is(response.headers.get('content-type')?.split(';')[0], 'text/event-stream')
  const headers = { authorization: own.token }
  await Promise.all(Array.from({ length: 120 }, () => fetch(`${sim.url}/pessoas?rows=25`, { headers })))
  const text = await readUntil(response, (all) => (all.match(/event: exchange/g)?.length ?? 0) >= 120)
  assert.match(text, /^: nothing came\n\nid: \d+\nevent: exchange\ndata: \{"id":.*"hints":\[\]\}\n\n/)
  assert.not.match(text, /"headers"|sim-[0-9a-f]{8}/)
})

const slow = () => {
  const recorder = new Recorder({ ownerOf: () => undefined, whyOf: () => undefined }, { exchanges: 5_000 })
  const parts = { recorder, mask: (text: string) => text, hasHandle: () => true }
  const journal = createJournal(parts, { has: () => true, tally: recorder.tally })
  const hear = (count: number) => {
    for (let k = 0; k < count; k++) recorder.stray({ status: 400, body: '{}' }, () => [])
  }
  return { journal, hear }
}

test('a slow reader of a stream learns how many it missed, and a quiet stream shows that it lives', async () => {
  const { journal, hear } = slow()
  const stop = new AbortController()
  const events = journal.stream({}, stop.signal, { heartbeat: 1 })
  assert.is((await events.next()).value, ': nothing came\n\n')
  const next = events.next()
  hear(1_070)
  const text = (await next).value as string
  assert.is(text.match(/^event: exchange$/gm)?.length, 1_000)
  assert.match(text, /\nevent: missed\ndata: \{"missed":70,"byStatus":\{"4":70\}\}\n\n$/)
  stop.abort()
  assert.ok((await events.next()).done)
})

test('a reader in code that is too slow is told', async () => {
  const { journal, hear } = slow()
  const following = journal.follow()
  const first = following.next()
  hear(1_001)
  assert.is((await first).value?.id, 1)
  for (let k = 2; k <= 1_000; k++) assert.is((await following.next()).value?.id, k)
  const error = await following.next().catch((error: unknown) => error)
  assert.instance(error, JournalGapError)
  assert.match((error as Error).message, /^1 more exchanges? came while the reader was busy/)
})

test.run()
