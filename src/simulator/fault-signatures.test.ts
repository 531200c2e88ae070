import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultKinds } from '../control/faults/kinds.ts'
import type { FaultEffect } from '../control/faults/rule.ts'
import { isWhole, openRaw, partsOf, type Wire } from '../testing/wire.ts'
import { MENSAGEM, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { startSimulator } from './start.ts'

// Each fault as a raw socket sees it: which bytes come, when, and how the connection ends.

const test = suite('signatures of faults')
const sim = await startSimulator({ fixture: smallWorld(), allowInvalidCpf: true })
test.after(() => sim.close())
const port = Number(new URL(sim.url).port)

const HEAD = `Host: localhost\r\nAuthorization: ${TOKEN}\r\n`
const LIST = `GET /pessoas?page=1 HTTP/1.1\r\n${HEAD}\r\n`
const decision = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
const validation = (numero = OWN_REPORT) =>
  `POST /relatorios/validar/${numero} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(decision)}\r\n\r\n${Buffer.from(decision).toString('latin1')}`

/** Sends bytes on a new connection. */
async function once(bytes: string, rules?: { wait?: number; until?: (text: string) => boolean }) {
  const connection = await openRaw(port)
  return connection.exchange(bytes, rules).finally(() => connection.destroy())
}
const whole = { until: isWhole }
const withoutDate = (text: string) => text.replace(/\r\nDate: [^\r]*/i, '')
const isDecided = async () => (await sim.changes()).length > 0
/** What the service answers without faults. */
const right = await once(LIST, whole)
const rightBody = partsOf(right.text).body
const stranger = await once(LIST.replace(TOKEN, 'no-token-of-anybody'), whole)

type Parts = ReturnType<typeof partsOf>
interface Signature {
  /** By default the list. */
  sends?: string
  wait?: number
  text?: string
  line?: string
  headers?: Record<string, string | undefined>
  body?: (body: string, headers: Parts['headers']) => boolean
  end?: Wire['end']
  decided?: boolean
  atLeast?: number
}
const json = (error: string, message: string, status_code: number) => (body: string) =>
  Buffer.from(body, 'latin1').toString() === JSON.stringify({ error, message, status_code })
const isNoJson = (body: string) => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'latin1'))) === 0
  } catch {
    return true
  }
}
const html = (body: string, headers: Parts['headers']) =>
  /^<html>\r\n<head><title>\d{3} [\w -]+<\/title>/.test(body) &&
  Number(headers['content-length']) === body.length
const sends = validation()
const nginx = { server: 'nginx', 'content-type': 'text/html', 'x-content-type-options': undefined }
const half = rightBody.slice(0, Math.floor(rightBody.length / 2))
const line = 'HTTP/1.1 200 OK'
const signatures: [fault: FaultEffect, signature: Signature][] = [
  ...(['fin', 'reset'] as const).flatMap((close) => [true, false].flatMap((decided): [FaultEffect, Signature][] => [
    [{ kind: 'drop', decided, close }, { sends, text: '', end: close, decided }],
    [{ kind: 'drop', decided, after: 'status-line', close }, { sends, text: `${line}\r\n`, end: close, decided }],
  ])),
  ...(['fin', 'reset'] as const).map((close): [FaultEffect, Signature] => [{ kind: 'drop', after: 'half', close }, { line, headers: { 'content-length': String(rightBody.length) }, body: (body) => body === half, end: close }]),
  ...[502, 503, 504].map((status): [FaultEffect, Signature] => [{ kind: 'status', status, html: true }, { sends, line: `HTTP/1.1 ${status} `, headers: { ...nginx, connection: 'keep-alive' }, body: html, end: 'open', decided: false }]),
  ...[413, 431].map((status): [FaultEffect, Signature] => [{ kind: 'status', status, html: true }, { sends, line: `HTTP/1.1 ${status} `, headers: { ...nginx, connection: 'close' }, body: html, decided: false }]),
  [{ kind: 'status', status: 504, html: true, decided: true, retryAfter: 9 }, { sends, line: 'HTTP/1.1 504 ', body: html, headers: { 'retry-after': '9' }, decided: true }],
  [{ kind: 'silence' }, { sends, wait: 300, text: '', end: 'open', decided: false }],
  [{ kind: 'silence', decided: true, until: 150 }, { sends, text: '', end: 'fin', decided: true, atLeast: 145 }],
  [{ kind: 'corrupt', how: 'length' }, { line, body: (body, headers) => body === rightBody && Number(headers['content-length']) === body.length + 1, end: 'fin' }],
  [{ kind: 'corrupt', how: 'cut' }, { line, body: (body) => isNoJson(body) && body === half, end: 'open' }],
  [{ kind: 'corrupt', how: 'comma' }, { line, body: (body) => isNoJson(body) && body === `${rightBody.slice(0, -1)},}`, end: 'open' }],
  [{ kind: 'corrupt', how: 'bytes' }, { line, body: (body) => isNoJson(body) && body.includes('\xff'), end: 'open' }],
  [{ kind: 'trickle', every: 60, pieces: 5 }, { text: withoutDate(right.text), atLeast: 5 * 58 }],
  [{ kind: 'status', status: 401 }, { text: withoutDate(stranger.text) }],
  [{ kind: 'status', status: 401 }, { sends, line: 'HTTP/1.1 401 Unauthorized', decided: false }],
  ...[120, [120, 140]].map((ms): [FaultEffect, Signature] => [{ kind: 'latency', ms: ms as number }, { text: withoutDate(right.text), atLeast: 118 }]),
  [{ kind: 'status', status: 500 }, { sends, body: json('Internal Server Error', 'An internal server error occurred', 500), headers: { 'retry-after': undefined }, decided: false }],
  [{ kind: 'status', status: 503, message: 'Em manutenção.' }, { sends, body: json('Service Unavailable', 'Em manutenção.', 503), decided: false }],
  [{ kind: 'status', status: 599 }, { sends, body: json('Error', 'Error', 599), decided: false }],
  [{ kind: 'status', status: 503, retryAfter: 3, decided: true }, { sends, headers: { 'retry-after': '3' }, decided: true }],
]
test('the bytes, the end and what was decided are those of each fault', async () => {
  for (const [fault, expected] of signatures) {
    await sim.reset()
    sim.faults.add({ name: 'f', fault })
    const bytes = expected.sends ?? LIST
    const stays = expected.end === undefined || (expected.end === 'open' && expected.wait === undefined)
    const { text, end, ms } = await once(
      bytes,
      stays ? whole : expected.wait ? { wait: expected.wait } : undefined,
    )
    const what = JSON.stringify(fault)
    if (expected.text !== undefined) assert.is(withoutDate(text), expected.text, what)
    const { line, headers, body } = partsOf(text)
    if (expected.line !== undefined) assert.ok(line.startsWith(expected.line), what)
    for (const [name, value] of Object.entries(expected.headers ?? {})) assert.is(headers[name], value, what)
    if (expected.body) assert.ok(expected.body(body, headers), `${what} ${text}`)
    if (expected.end !== undefined) assert.is(end, expected.end, what)
    if (expected.decided !== undefined) assert.is(await isDecided(), expected.decided, what)
    if (expected.atLeast !== undefined) assert.ok(ms >= expected.atLeast, what)
  }
  const shown = new Set<string>(signatures.map(([{ kind }]) => kind))
  const others = Object.keys(faultKinds).filter((kind) => !shown.has(kind))
  assert.equal(others, ['rate-limit'])
})

test('drop, keptAlive: no byte, then the end, and only on a connection that was kept', async () => {
  for (const close of ['fin', 'reset'] as const) {
    await sim.reset()
    sim.faults.add({ name: 'f', fault: { kind: 'drop', keptAlive: true, close } })
    const connection = await openRaw(port)
    const first = await connection.exchange(LIST, whole)
    assert.equal([withoutDate(first.text), first.end], [withoutDate(right.text), 'open'])
    // The head of a request is enough, and its body is not waited for.
    const second = await connection.exchange(`${validation().split('\r\n\r\n')[0]}\r\n\r\n`)
    assert.equal([second.text, second.end, await isDecided()], ['', close, false])
    assert.equal([sim.faults.get('f').calls, sim.faults.get('f').strikes], [1, 1])
  }
})

test('drop, seeded: it is decided for some, alike in each run, and answers before it are not lost', async () => {
  const run = async () => {
    await sim.reset()
    sim.faults.add({ name: 'f', fault: { kind: 'drop', decided: 'seeded' }, on: { endpoint: 'validation' } })
    for (const numero of sim.organizations[0]?.reports.slice(0, 12) as string[]) {
      const { text, end } = await once(LIST + validation(numero))
      assert.equal([text.match(/HTTP/g)?.length, isWhole(text), end], [1, true, 'fin'])
    }
    return (await sim.changes()).map(({ numero }) => numero)
  }
  const decided = await run()
  assert.ok(decided.length > 0 && decided.length < 12, String(decided.length))
  assert.equal(await run(), decided)
})

test('rate-limit: 429 in the envelope, and who waits as long as it says is let through', async () => {
  await sim.reset()
  sim.clock.freeze('2026-05-01T12:00:00.400Z')
  sim.faults.add({ name: 'f', fault: { kind: 'rate-limit', perSecond: 0.6, burst: 1 } })
  assert.is(withoutDate((await once(LIST, whole)).text), withoutDate(right.text))
  const { line, headers, body } = partsOf((await once(LIST, whole)).text)
  assert.is(line, 'HTTP/1.1 429 Too Many Requests')
  assert.ok(json('Too Many Requests', 'Too Many Requests', 429)(body))
  // The next token comes after 1,667 ms.
  assert.equal([headers['retry-after'], headers.date], ['2', 'Fri, 01 May 2026 12:00:00 GMT'])
  for (const [after, status] of [[1_600, '429'], [400, '200 OK']] as const) {
    sim.clock.advance(after)
    assert.match((await once(LIST, whole)).text, status)
  }
})

test('latency: before or after the decision, of a client that goes before its answer comes', async () => {
  for (const decided of [true, false]) {
    await sim.reset()
    sim.faults.add({ name: 'f', fault: { kind: 'latency', ms: 150, decided } })
    assert.is((await once(validation(), { wait: 60 })).text, '')
    await sim.journal.verify({ fault: 'f', outcome: 'unanswered' }, { within: 5_000 })
    assert.is(await isDecided(), decided)
    sim.journal.clear()
  }
})

test('a simulator that closes waits for no silent request', async () => {
  const own = await startSimulator({ faults: { faults: [{ name: 'f', fault: { kind: 'silence' } }] } })
  const connection = await openRaw(Number(new URL(own.url).port))
  const waiting = connection.exchange(LIST)
  await own.journal.verify({ outcome: 'pending' }, { within: 5_000 })
  await own.close()
  assert.is((await waiting).text, '')
})

test.run()
