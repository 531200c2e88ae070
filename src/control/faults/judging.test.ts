import type { IncomingMessage } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { TokenBucket } from './bucket.ts'
import { delayOf } from './delay.ts'
import { type Drawn, draw } from './draw.ts'
import { FaultSet } from './faults.ts'
import { type Caller, countKeyOf, factsOf, isOn } from './request-key.ts'
import type { FaultRule } from './rule.ts'

const test = suite('which requests a fault strikes')

const A: Caller = { id: 'a', handle: 'a' }
const START = Date.parse('2026-05-01T12:00:00Z')

/** A set of faults over a clock that the test moves, and a way to ask it. */
function faultsOf(...rules: Partial<FaultRule>[]) {
  const clock = { at: START, now: () => clock.at }
  const machine = { at: START, now: () => machine.at }
  const faults = new FaultSet({ clock, machine })
  faults.add(rules.map((rule, i) => ({ name: `f${i}`, fault: { kind: 'silence' }, ...rule })))
  const ask = (url = '/pessoas', { caller = A, method = 'GET', answered = 0 }: Asked = {}) => {
    const request = { method, url, socket: { bytesWritten: answered } } as unknown as IncomingMessage
    return faults.strikes(request, { callerOf: () => caller ?? undefined }).map(({ name }) => name)
  }
  const isStruck = (...asked: Parameters<typeof ask>) => ask(...asked).length > 0
  return { clock, machine, faults, ask, isStruck }
}

interface Asked {
  caller?: Caller | null
  method?: string
  answered?: number
}

/** Returns which of so many calls are struck, from 1. */
function struckCalls(isStruck: () => boolean, calls = 10): number[] {
  return Array.from({ length: calls }, (_, i) => i + 1).filter(() => isStruck())
}

test('the n-th calls, every so many, from one on', () => {
  const cases: [FaultRule['when'], number[]][] = [
    [undefined, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [{ calls: [2, 5] }, [2, 5]],
    [{ from: 8 }, [8, 9, 10]],
    [{ every: 4 }, [4, 8]],
    [{ from: 2, every: 3 }, [2, 5, 8]],
    [{ share: 0 }, []],
    [{ share: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ]
  for (const [when, expected] of cases) {
    const { isStruck } = faultsOf({ ...(when && { when }) })
    assert.equal(
      struckCalls(() => isStruck()),
      expected,
    )
  }
})

test('at most so many strikes, with a rest in calls or time after each', () => {
  const few = faultsOf({ strikes: 2 })
  assert.equal(
    struckCalls(() => few.isStruck()),
    [1, 2],
  )
  const resting = faultsOf({ rest: { calls: 3 } })
  assert.equal(
    struckCalls(() => resting.isStruck()),
    [1, 5, 9],
  )
  const timed = faultsOf({ rest: { time: 1_000 } })
  assert.equal(
    struckCalls(() => {
      timed.clock.at += 400
      return timed.isStruck()
    }),
    [1, 4, 7, 10],
  )
})

test('a rest is no longer than it says, also when the clock goes back', () => {
  const { clock, isStruck } = faultsOf({ rest: { time: 1_000 }, ttl: null })
  assert.ok(isStruck())
  clock.at -= 86_400_000
  assert.not(isStruck())
  clock.at += 999
  assert.not(isStruck())
  clock.at += 1
  assert.ok(isStruck())
})

test('calls are counted by request, endpoint, organization, or all together', () => {
  const b = { caller: { id: 'b', handle: 'b' } }
  const asks: [string, Asked?][] = [
    ['/pessoas?page=1&rows=25'],
    ['/pessoas?rows=25&page=1'],
    ['/pessoas?page=2'],
    ['/relatorios/validar/1', { method: 'POST' }],
    ['/pessoas?page=1&rows=25', b],
  ]
  const expected: [FaultRule['per'], boolean[]][] = [
    ['request', [true, false, true, true, true]],
    ['endpoint', [true, false, false, true, true]],
    ['organization', [true, false, false, false, true]],
    ['all', [true, false, false, false, false]],
  ]
  for (const [per, struck] of expected) {
    const { isStruck } = faultsOf({ strikes: 1, ...(per && { per }) })
    assert.equal(
      asks.map((asked) => isStruck(...asked)),
      struck,
      per,
    )
  }
})

test('organizations with one id are counted apart, and struck alike', () => {
  const { isStruck } = faultsOf({ when: { share: 0.5 } })
  const urls = Array.from({ length: 40 }, (_, i) => `/pessoas?page=${i}`)
  const [first, second, other] = [
    { id: 'a', handle: 'a~1' },
    { id: 'a', handle: 'a~2' },
    { id: 'b', handle: 'b' },
  ].map((caller) => urls.map((url) => isStruck(url, { caller })))
  assert.equal(first, second)
  assert.not.equal(first, other)
})

test('only requests that it is on', () => {
  const facts = (method: string, url: string, caller: Caller | undefined = A) =>
    factsOf({ method, url }, caller)
  const cases: [FaultRule['on'], ReturnType<typeof factsOf>, boolean][] = [
    [undefined, facts('GET', '/'), true],
    [{ organization: 'a' }, facts('GET', '/pessoas'), true],
    [{ organization: 'a' }, facts('GET', '/pessoas', { id: 'a', handle: 'a~1' }), false],
    [{ organization: 'a' }, factsOf({}, undefined), false],
    [{ endpoint: 'list' }, facts('HEAD', '/pessoas?page=1'), true],
    [{ endpoint: 'list' }, facts('POST', '/pessoas'), false],
    [{ endpoint: 'validation' }, facts('POST', '/relatorios/validar/x'), true],
    [{ endpoint: 'validation' }, facts('GET', '/relatorios/validar/x'), false],
    [{ parameters: { nome: 'José da Silva' } }, facts('GET', '/pessoas?nome=Jos%C3%A9+da%20Silva'), true],
    [{ parameters: { page: '2' } }, facts('GET', '/pessoas?page=1&page=2'), false],
    [{ parameters: { page: '' } }, facts('GET', '/pessoas'), false],
    [{ parameters: { page: '2' } }, facts('GET', '/pessoas??page=2'), false],
    [{ parameters: { numero_do_relatorio: 'a b' } }, facts('POST', '/relatorios/validar/a%20b'), true],
    [{ parameters: { numero_do_relatorio: '%ff' } }, facts('POST', '/relatorios/validar/%ff'), true],
  ]
  for (const [on, asked, expected] of cases) assert.is(isOn(on, asked), expected, JSON.stringify(on))
  assert.is(countKeyOf('endpoint', facts('PUT', '/x')).key, 'other')
})

test('only within its window, by times or by milliseconds since it was set', () => {
  const { clock, isStruck, faults } = faultsOf({ when: { after: 1_000, before: '2026-05-01T12:00:03Z' } })
  const at = [0, 999, 1_000, 2_999, 3_000]
  const struck = at.map((milliseconds) => {
    clock.at = START + milliseconds
    return isStruck()
  })
  assert.equal(struck, [false, false, true, true, false])
  assert.equal([faults.get('f0').calls, faults.get('f0').strikes], [2, 2])
})

test('a stale connection is one that has answered', () => {
  const { isStruck, faults } = faultsOf({ fault: { kind: 'stale-keep-alive' } })
  assert.equal(
    [0, 100].map((answered) => isStruck('/pessoas', { answered })),
    [false, true],
  )
  assert.is(faults.get('f0').calls, 1)
})

test('of several faults each latency strikes, and the first of the others', () => {
  const { ask, faults } = faultsOf(
    { when: { calls: [2] } },
    { fault: { kind: 'latency', fixed: 1 } },
    { fault: { kind: 'unauthorized' } },
    { fault: { kind: 'latency', fixed: 2 }, strikes: 1 },
  )
  assert.equal(ask(), ['f1', 'f2', 'f3'])
  assert.equal(ask(), ['f0', 'f1'])
  assert.equal(
    faults.list().map(({ calls, strikes }) => [calls, strikes]),
    [
      [2, 1],
      [2, 2],
      [2, 1],
      [2, 1],
    ],
  )
})

test('a share strikes about that share of many requests, evenly over names, keys and calls', () => {
  const drawn: Drawn = { seed: 1, fault: 'flaky-stale', organization: 'org-1', key: 'k', call: 1 }
  const vary: [string, (i: number) => Partial<Drawn>][] = [
    ['key', (i) => ({ key: `GET /pessoas?page=${i}` })],
    ['call', (call) => ({ call })],
    ['seed', (seed) => ({ seed })],
    ['fault', (i) => ({ fault: `f${i}` })],
  ]
  for (const [what, of] of vary) {
    const numbers = Array.from({ length: 10_000 }, (_, i) => draw({ ...drawn, ...of(i) }, 'strike'))
    const below = (share: number) => numbers.filter((number) => number < share).length / numbers.length
    assert.ok(Math.abs(below(0.02) - 0.02) < 0.006, `${what} ${below(0.02)}`)
    assert.ok(Math.abs(below(0.5) - 0.5) < 0.02, `${what} ${below(0.5)}`)
  }
  assert.is.not(draw(drawn, 'strike'), draw(drawn, 'delay'))
  // Pinned: the same plan strikes the same requests in the next version, too.
  assert.is(draw(drawn, 'strike').toFixed(6), '0.246168')
})

test('delays are fixed, between two, or log-normal below a limit', () => {
  const numbers = Array.from({ length: 4_000 }, (_, i) => {
    const draws = (purpose: string) =>
      draw({ seed: 1, fault: 'f', organization: 'a', key: 'k', call: i }, purpose)
    return {
      uniform: delayOf({ kind: 'latency', uniform: [100, 300] }, draws),
      normal: delayOf({ kind: 'latency', logNormal: { median: 200, sigma: 0.5, most: 1_000 } }, draws),
    }
  })
  const sorted = (name: 'uniform' | 'normal') => numbers.map((one) => one[name]).sort((a, b) => a - b)
  const uniform = sorted('uniform')
  assert.ok((uniform[0] as number) >= 100 && (uniform.at(-1) as number) <= 300)
  assert.ok(Math.abs((uniform[2_000] as number) - 200) < 6)
  const normal = sorted('normal')
  assert.ok(Math.abs((normal[2_000] as number) - 200) < 8, String(normal[2_000]))
  // One standard deviation above the median is e^0.5 times as long.
  assert.ok(Math.abs((normal[3_365] as number) - 330) < 15, String(normal[3_365]))
  assert.ok((normal.at(-1) as number) <= 1_000)
  assert.is(
    delayOf({ kind: 'latency', fixed: 7 }, () => 0),
    7,
  )
  assert.is(
    delayOf({ kind: 'latency' }, () => 0),
    0,
  )
})

test('a bucket gives its burst at once, then one for each interval, also when the clock goes back', () => {
  const bucket = new TokenBucket(3, 2, 0)
  assert.equal([bucket.take(0), bucket.take(0)], [0, 0])
  assert.is(Math.round(bucket.take(0)), 333)
  assert.is(Math.round(bucket.take(100)), 233)
  assert.is(bucket.take(334), 0)
  assert.is(Math.round(bucket.take(0)), 333)
  assert.equal([bucket.take(60_000), bucket.take(60_000)], [0, 0])
  assert.ok(bucket.take(60_000) > 0)
})

test('a rate limit counts by organization, and takes as many at once as come back in a second', () => {
  const { clock, isStruck } = faultsOf({ fault: { kind: 'rate-limit', perSecond: 2.5 } })
  let page = 0
  const ask = (caller = A) => isStruck(`/pessoas?page=${page++}`, { caller })
  assert.equal([ask(), ask(), ask(), ask()], [false, false, false, true])
  assert.not(ask({ id: 'b', handle: 'b' }))
  clock.at += 400
  assert.equal([ask(), ask()], [false, true])
})

test('it ends after its time to live by the clock of its world, or after ten minutes by that of the machine', () => {
  const { clock, machine, faults, isStruck } = faultsOf({}, { ttl: 5_000 }, { ttl: null })
  assert.equal(
    faults.list().map(({ expires }) => expires),
    ['2026-05-01T12:10:00.000Z', '2026-05-01T12:00:05.000Z', null],
  )
  clock.at += 5_000
  assert.equal(
    faults.list().map(({ name }) => name),
    ['f0', 'f2'],
  )
  clock.at += 3_600_000
  assert.ok(isStruck())
  machine.at += 599_999
  assert.ok(isStruck())
  machine.at++
  assert.equal(
    faults.list().map(({ name }) => name),
    ['f2'],
  )
})

test('one of the same name takes the place of another; names that are unknown are told', () => {
  const { faults, isStruck } = faultsOf({ strikes: 1 }, {})
  isStruck()
  const [state] = faults.add({ name: 'f0', fault: { kind: 'unauthorized' } }, { seed: 9 })
  assert.equal([state?.strikes, state?.seed, state?.rule.fault.kind], [0, 9, 'unauthorized'])
  assert.equal(
    faults.list().map(({ name }) => name),
    ['f1', 'f0'],
  )
  assert.throws(() => faults.get('f2'), /No fault is named "f2". Those that are set: f1, f0\./)
  assert.equal([faults.remove('f1'), faults.remove('f1')], [true, false])
  faults.clear()
  assert.ok(faults.isEmpty)
  assert.throws(() => faults.get('f0'), /None is set, or all have expired\./)
})

test('a reset returns to those of the start, which count from the beginning and live for ever', () => {
  const changes: boolean[] = []
  const plan = { seed: 4, faults: [{ name: 's', fault: { kind: 'silence' as const } }] }
  const faults = new FaultSet({
    clock: { now: () => START },
    start: plan,
    changed: (isEmpty) => void changes.push(isEmpty),
  })
  faults.strikes({ method: 'GET', url: '/', socket: {} } as IncomingMessage, { callerOf: () => undefined })
  faults.add('rate-limited')
  faults.remove('s')
  faults.reset()
  assert.equal(
    faults.list().map(({ name, calls, seed, expires }) => [name, calls, seed, expires]),
    [['s', 0, 4, null]],
  )
  assert.equal(changes, [false, false, false, false])
})

test('what it remembers is bounded, and a long path costs no more than a short one', () => {
  const { isStruck, faults } = faultsOf({ strikes: 1 })
  const long = `/pessoas?nome=${'x'.repeat(8_000)}`
  assert.equal([isStruck(long), isStruck(long), isStruck(`${long}y`)], [true, false, true])
  for (let page = 0; page < 20_000; page++) isStruck(`/pessoas?page=${page}`)
  // The first is forgotten, so it counts from the beginning.
  assert.ok(isStruck(long))
  assert.not(isStruck('/pessoas?page=19999'))
  const many = Array.from({ length: 200 }, (_, i) => ({ name: `n${i}`, fault: { kind: 'silence' as const } }))
  assert.throws(() => faults.add(many), /at most 200 faults at once/)
})

test.run()
