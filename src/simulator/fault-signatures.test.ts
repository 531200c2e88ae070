import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultKinds } from '../control/faults/kinds.ts'
import type { FaultEffect, FaultRule } from '../control/faults/rule.ts'
import { isWhole, openRaw, partsOf, type Wire } from '../testing/wire.ts'
import { MENSAGEM, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { type RunningSimulator, startSimulator } from './start.ts'

// Each fault as a raw socket sees it: which bytes come, when, and how the connection ends.

const test = suite('signatures of faults')

const seen = new Set<string>()
const sim = await startSimulator({
  fixture: smallWorld(),
  profile: { revalidation: 'allow' },
  allowInvalidCpf: true,
})
const port = Number(new URL(sim.url).port)

const HEAD = `Host: localhost\r\nAuthorization: ${TOKEN}\r\n`
const LIST = `GET /pessoas?page=1 HTTP/1.1\r\n${HEAD}\r\n`
const decision = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
const validation = (numero = OWN_REPORT) =>
  `POST /relatorios/validar/${numero} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(decision)}\r\n\r\n${Buffer.from(decision).toString('latin1')}`

/** Runs with one fault that strikes everything. */
async function withFault<T>(
  fault: FaultEffect,
  use: (sim: RunningSimulator) => Promise<T>,
  rule: Partial<FaultRule> = {},
): Promise<T> {
  seen.add(fault.kind)
  await sim.reset()
  sim.faults.add({ name: 'f', fault, ...rule })
  return use(sim).finally(() => sim.faults.clear())
}

/** Sends bytes on a new connection. */
async function once(
  bytes: string,
  rules?: { wait?: number; until?: (text: string) => boolean },
): Promise<Wire> {
  const connection = await openRaw(port)
  return connection.exchange(bytes, rules).finally(() => connection.destroy())
}

const whole = { until: isWhole }
const withoutDate = (text: string) => text.replace(/\r\nDate: [^\r]*/i, '')
const isDecided = () => sim.changes().length > 0

/** What the service answers without faults. */
const rightList = await once(LIST, whole)
const rightBody = partsOf(rightList.text).body

test('stale-keep-alive: no byte, then the end, and only on a connection that was kept', async () => {
  for (const close of ['fin', 'reset'] as const) {
    await withFault({ kind: 'stale-keep-alive', close }, async () => {
      const connection = await openRaw(port)
      const first = await connection.exchange(LIST, whole)
      assert.is(withoutDate(first.text), withoutDate(rightList.text))
      assert.is(first.end, 'open')
      assert.equal(sim.faults.get('f').calls, 0)
      const second = await connection.exchange(LIST)
      assert.equal([second.text, second.end], ['', close])
      assert.ok(second.ms < 500)
      assert.equal([sim.faults.get('f').calls, sim.faults.get('f').strikes], [1, 1])
    })
  }
})

test('lost-answer: the same bytes whether it was decided or not', async () => {
  for (const close of ['fin', 'reset'] as const) {
    for (const sends of ['nothing', 'status-line'] as const) {
      const seen: Wire[] = []
      for (const decided of [true, false]) {
        await withFault({ kind: 'lost-answer', decided, sends, close }, async () => {
          seen.push(await once(validation()))
          assert.is(isDecided(), decided)
        })
      }
      const expected = sends === 'nothing' ? '' : 'HTTP/1.1 200 OK\r\n'
      for (const { text, end } of seen) assert.equal([text, end], [expected, close])
    }
  }
})

test('lost-answer: seeded, it is decided for some, alike in each run, and a refusal is lost the same way', async () => {
  const run = () =>
    withFault({ kind: 'lost-answer', decided: 'seeded' }, async () => {
      const reports = sim.organizations[0]?.reports.slice(0, 12) as string[]
      for (const numero of reports) {
        const { text, end } = await once(validation(numero))
        assert.equal([text, end], ['', 'fin'])
      }
      const refused = await once(validation('no-such-report'))
      assert.equal([refused.text, refused.end], ['', 'fin'])
      return sim.changes().map(({ numero }) => numero)
    })
  const decided = await run()
  assert.ok(decided.length > 0 && decided.length < 12, String(decided.length))
  assert.equal(await run(), decided)
})

test('gateway: HTML of nginx, without our envelope, and nothing decided unless asked', async () => {
  for (const status of [502, 503, 504, 413, 431] as const) {
    await withFault({ kind: 'gateway', status }, async () => {
      const { text, end } = await once(validation(), { ...whole, wait: 1_000 })
      const { line, headers, body } = partsOf(text)
      assert.match(line, `HTTP/1.1 ${status} `)
      assert.equal([headers.server, headers['content-type']], ['nginx', 'text/html'])
      assert.is(headers['x-content-type-options'], undefined)
      assert.match(body, /^<html>\r\n<head><title>\d{3} [\w -]+<\/title>/)
      assert.is(Number(headers['content-length']), body.length)
      assert.is(headers.connection, status < 500 ? 'close' : 'keep-alive')
      assert.is(end === 'open' || status < 500, true)
      assert.not(isDecided())
    })
  }
  await withFault({ kind: 'gateway', status: 504, decided: true }, async () => {
    assert.match((await once(validation(), whole)).text, '504 Gateway Time-out')
    assert.ok(isDecided())
  })
})

test('rate-limit: 429 in the envelope, and Retry-After in seconds, as a date, past, or not at all', async () => {
  sim.clock.freeze('2026-05-01T12:00:00.400Z')
  const expected = {
    seconds: '2',
    date: 'Fri, 01 May 2026 12:00:03 GMT',
    past: 'Fri, 01 May 2026 11:59:00 GMT',
    none: undefined,
  }
  for (const [retryAfter, shown] of Object.entries(expected)) {
    await withFault(
      { kind: 'rate-limit', perSecond: 0.5, burst: 1, retryAfter: retryAfter as 'date' },
      async () => {
        sim.clock.freeze('2026-05-01T12:00:00.400Z')
        assert.is(withoutDate((await once(LIST, whole)).text), withoutDate(rightList.text))
        const { line, headers, body } = partsOf((await once(LIST, whole)).text)
        assert.is(line, 'HTTP/1.1 429 Too Many Requests')
        assert.equal(JSON.parse(body), {
          error: 'Too Many Requests',
          message: 'Too Many Requests',
          status_code: 429,
        })
        assert.is(headers['retry-after'], shown)
        assert.is(headers.date, 'Fri, 01 May 2026 12:00:00 GMT')
        // Who waits as long as it says is let through, and who waits less is not.
        sim.clock.advance(1_999)
        assert.match((await once(LIST, whole)).text, '429')
        sim.clock.advance(1)
        assert.match((await once(LIST, whole)).text, '200 OK')
      },
    )
  }
})

test('silence: the request is taken, and no byte comes', async () => {
  await withFault({ kind: 'silence' }, async () => {
    const { text, end } = await once(validation(), { wait: 400 })
    assert.equal([text, end], ['', 'open'])
    assert.not(isDecided())
  })
  await withFault({ kind: 'silence', decided: true, until: 150 }, async () => {
    const { text, end, ms } = await once(validation())
    assert.equal([text, end], ['', 'fin'])
    assert.ok(ms >= 145, String(ms))
    assert.ok(isDecided())
  })
})

test('trickle: the whole head at once, then the right body in pieces, each after its pause', async () => {
  await withFault({ kind: 'trickle', every: 60, pieces: 5 }, async () => {
    const { text, pieces } = await once(LIST, whole)
    assert.is(withoutDate(text), withoutDate(rightList.text))
    const [head, ...body] = pieces as [Wire['pieces'][0], ...Wire['pieces']]
    assert.ok(head.text.endsWith('\r\n\r\n') && head.at < 60)
    assert.is(body.length, 5)
    for (const [i, { at }] of body.entries()) {
      const gap = at - (body[i - 1] ?? head).at
      assert.ok(gap > 45, `${gap} ms`)
    }
  })
})

test('long-length: the whole body, then the end where more was announced', async () => {
  await withFault({ kind: 'long-length', missing: 7 }, async () => {
    const { text, end } = await once(LIST)
    const { headers, body } = partsOf(text)
    assert.is(body, rightBody)
    assert.is(Number(headers['content-length']), body.length + 7)
    assert.is(end, 'fin')
  })
})

test('broken-json: complete HTTP, on a connection that stays, and a body that is no JSON', async () => {
  for (const how of ['cut', 'comma', 'bytes'] as const) {
    await withFault({ kind: 'broken-json', how }, async () => {
      const { text, end } = await once(LIST, whole)
      const { line, headers, body } = partsOf(text)
      assert.is(line, 'HTTP/1.1 200 OK')
      assert.is(Number(headers['content-length']), body.length)
      assert.is(headers['content-type'], 'application/json; charset=utf-8')
      assert.is(end, 'open')
      const read = () =>
        JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'latin1')))
      assert.throws(read)
      if (how === 'cut') assert.is(body, rightBody.slice(0, Math.floor(rightBody.length / 2)))
      if (how === 'comma') assert.is(body, `${rightBody.slice(0, -1)},}`)
      if (how === 'bytes') assert.ok(body.includes('\xff'))
    })
  }
})

test('reset-in-body: the head, a share of the body, then RST', async () => {
  for (const share of [0.25, 0]) {
    await withFault({ kind: 'reset-in-body', share }, async () => {
      const { text, end } = await once(LIST)
      const { line, headers, body } = partsOf(text)
      assert.is(line, 'HTTP/1.1 200 OK')
      assert.is(Number(headers['content-length']), rightBody.length)
      assert.is(body, rightBody.slice(0, Math.floor(rightBody.length * share)))
      assert.is(end, 'reset')
    })
  }
})

test('unauthorized: the bytes of an unknown token, and nothing decided', async () => {
  const stranger = await once(LIST.replace(TOKEN, 'no-token-of-anybody'), whole)
  await withFault({ kind: 'unauthorized' }, async () => {
    assert.is(withoutDate((await once(LIST, whole)).text), withoutDate(stranger.text))
    assert.match((await once(validation(), whole)).text, '401 Unauthorized')
    assert.not(isDecided())
  })
})

test('latency: the right answer, later, before or after the decision', async () => {
  for (const fault of [{ fixed: 120 }, { uniform: [120, 140] }, { logNormal: { median: 120, sigma: 0 } }]) {
    await withFault({ kind: 'latency', ...(fault as object) }, async () => {
      const { text, ms } = await once(LIST, whole)
      assert.is(withoutDate(text), withoutDate(rightList.text))
      assert.ok(ms >= 118, String(ms))
    })
  }
  for (const decided of [true, false]) {
    await withFault({ kind: 'latency', fixed: 150, decided }, async () => {
      // The client goes before its answer comes.
      const { text } = await once(validation(), { wait: 60 })
      assert.is(text, '')
      await new Promise((resolve) => setTimeout(resolve, 150))
      assert.is(isDecided(), decided)
    })
  }
})

test('status: an error in the envelope, with the text of the service or another one', async () => {
  const cases: [FaultEffect & { kind: 'status' }, object][] = [
    [
      { kind: 'status', status: 500 },
      { error: 'Internal Server Error', message: 'An internal server error occurred' },
    ],
    [
      { kind: 'status', status: 503, message: 'Em manutenção.' },
      { error: 'Service Unavailable', message: 'Em manutenção.' },
    ],
    [
      { kind: 'status', status: 404 },
      { error: 'Not Found', message: 'Not Found' },
    ],
    [
      { kind: 'status', status: 599 },
      { error: 'Error', message: 'Error' },
    ],
  ]
  for (const [fault, said] of cases) {
    await withFault(fault, async () => {
      const { headers, body } = partsOf((await once(validation(), whole)).text)
      const { status } = fault
      assert.equal(JSON.parse(Buffer.from(body, 'latin1').toString()), { ...said, status_code: status })
      assert.is(headers['retry-after'], undefined)
      assert.not(isDecided())
    })
  }
  await withFault({ kind: 'status', status: 503, retryAfter: 3, decided: true }, async () => {
    assert.is(partsOf((await once(validation(), whole)).text).headers['retry-after'], '3')
    assert.ok(isDecided())
  })
})

test('pipelined requests: the answers before a fault are not lost', async () => {
  await withFault(
    { kind: 'lost-answer' },
    async () => {
      const { text, end } = await once(LIST + validation())
      assert.is(withoutDate(text), withoutDate(rightList.text))
      assert.is(end, 'fin')
    },
    { on: { endpoint: 'validation' } },
  )
})

test('every kind was shown here', () => {
  assert.equal([...seen].sort(), Object.keys(faultKinds).sort())
})

test('a simulator that closes waits for no silent request', async () => {
  const own = await startSimulator({ faults: { faults: [{ name: 'f', fault: { kind: 'silence' } }] } })
  const connection = await openRaw(Number(new URL(own.url).port))
  const waiting = connection.exchange(LIST)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const start = performance.now()
  await own.close()
  assert.ok(performance.now() - start < 1_000)
  assert.is((await waiting).text, '')
  await sim.close()
})

test.run()
