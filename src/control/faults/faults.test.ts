import type { IncomingMessage } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { draw } from './draw.ts'
import { type FaultOwner, FaultSet } from './faults.ts'
import type { FaultRule } from './rule.ts'

const test = suite('which requests a fault strikes')

const START = Date.parse('2026-05-01T12:00:00Z')

/** Sets faults over a clock that the test moves, and returns a way to ask which of them strike. */
function faultsOf(...rules: Partial<FaultRule>[]) {
  const clock = { at: START, now: () => clock.at }
  const set = new FaultSet()
  const owner: FaultOwner = { clock, strikes: (handle) => handle }
  const faults = set.ownedBy(owner)
  faults.add(rules.map((rule, i) => ({ name: `f${i}`, fault: { kind: 'silence' }, ...rule })))
  const ask = (url = '/pessoas', handle = 'a', method = 'GET') => {
    const request = { method, url, socket: { bytesWritten: 0 } } as unknown as IncomingMessage
    const caller = handle === '' ? undefined : { id: handle.charAt(0), handle }
    return set.strikes(request, caller).map(({ name }) => name)
  }
  const isStruck = (...asked: Parameters<typeof ask>) => ask(...asked).length > 0
  return { clock, set, faults, ask, isStruck }
}

test('the n-th calls, a share of them, and at most so many strikes', () => {
  const cases: [Partial<FaultRule>, struck: number[]][] = [
    [{}, [1, 2, 3, 4, 5, 6, 7]],
    [{ calls: [2, 5] }, [2, 5]],
    [{ share: 0 }, []],
    [{ share: 1, times: 3 }, [1, 2, 3]],
    [{ calls: [2, 5, 7], times: 2 }, [2, 5]],
  ]
  for (const [rule, struck] of cases) {
    const { isStruck } = faultsOf(rule)
    const calls = [1, 2, 3, 4, 5, 6, 7].filter(() => isStruck())
    assert.equal(calls, struck)
  }
})

const post = (path: string) => [path, 'a', 'POST'] as const
test('calls are counted by request or by organization, strikes all together', () => {
  const cases: [Partial<FaultRule>, struck: string][] = [
    [{ calls: [1] }, 'yes no yes yes yes'],
    [{ calls: [1], per: 'organization' }, 'yes no no no yes'],
    [{ times: 1 }, 'yes no no no no'],
  ]
  for (const [rule, struck] of cases) {
    const { isStruck } = faultsOf(rule)
    const came = [
      isStruck('/pessoas?page=1&rows=25'),
      isStruck('/pessoas?rows=25&page=1'),
      isStruck('/pessoas?page=2'),
      isStruck(...post('/relatorios/validar/1')),
      isStruck('/pessoas?page=1&rows=25', 'b'),
    ]
    assert.is(came.map((one) => (one ? 'yes' : 'no')).join(' '), struck)
  }
})

test('organizations with one id are counted apart, and struck alike', () => {
  const { isStruck } = faultsOf({ share: 0.5 })
  const struckOf = (handle: string) =>
    Array.from({ length: 40 }, (_, i) => isStruck(`/pessoas?page=${i}`, handle))
  const first = struckOf('a~1')
  assert.equal(struckOf('a~2'), first)
  assert.not.equal(struckOf('b'), first)
})

type Asked = Parameters<ReturnType<typeof faultsOf>['ask']>
const ons: [on: NonNullable<FaultRule['on']>, asked: Readonly<Asked>, expected: boolean][] = [
  [{}, ['/', ''], true],
  [{ organization: 'a' }, ['/pessoas'], true],
  [{ organization: 'a' }, ['/pessoas', 'a~1'], false],
  [{ organization: 'a' }, ['/pessoas', ''], false],
  [{ endpoint: 'list' }, ['/pessoas?page=1', 'a', 'HEAD'], true],
  [{ endpoint: 'list' }, post('/pessoas'), false],
  [{ endpoint: 'validation' }, post('/relatorios/validar/x'), true],
  [{ endpoint: 'validation' }, ['/relatorios/validar/x'], false],
  [{ parameters: { nome: 'José da Silva' } }, ['/pessoas?nome=Jos%C3%A9+da%20Silva'], true],
  [{ parameters: { page: '2' } }, ['/pessoas?page=1&page=2'], false],
  [{ parameters: { page: '' } }, ['/pessoas'], false],
  [{ parameters: { page: '2' } }, ['/pessoas??page=2'], false],
  [{ parameters: { numero_do_relatorio: 'a b' } }, post('/relatorios/validar/a%20b'), true],
  [{ parameters: { numero_do_relatorio: '%ff' } }, post('/relatorios/validar/%ff'), true],
]
test('only requests that it is on', () => {
  for (const [on, asked, expected] of ons)
    assert.is(faultsOf({ on }).isStruck(...asked), expected, JSON.stringify([on, asked]))
})

test('of several faults each latency strikes, and the first of the others; none keeps another from counting', () => {
  const { ask, faults } = faultsOf(
    { calls: [2] },
    { fault: { kind: 'latency', ms: 1 } },
    { fault: { kind: 'status', status: 401 } },
    { fault: { kind: 'latency', ms: 2 }, times: 1 },
  )
  assert.is([ask(), ask()].join(' then '), 'f1,f2,f3 then f0,f1')
  const counts = faults.list().map(({ calls, strikes }) => `${strikes} of ${calls}`)
  assert.equal(counts, ['1 of 2', '2 of 2', '1 of 2', '1 of 2'])
})

test('a share strikes about that share of many requests, evenly over keys and calls', () => {
  for (const vary of [
    (i: number) => [`GET /pessoas?page=${i}`, 1] as const,
    (i: number) => ['k', i] as const,
  ]) {
    const numbers = Array.from({ length: 10_000 }, (_, i) => draw(1, 'f', 'org-1', ...vary(i), 'strike'))
    const below = (share: number) => numbers.filter((number) => number < share).length / numbers.length
    assert.ok(Math.abs(below(0.02) - 0.02) < 0.006, String(below(0.02)))
    assert.ok(Math.abs(below(0.5) - 0.5) < 0.02, String(below(0.5)))
  }
  // Pinned: the same plan strikes the same requests in the next version, too.
  assert.is(draw(1, 'flaky-stale', 'org-1', 'k', 1, 'strike').toFixed(6), '0.246168')
})

test('a bucket gives its burst at once, then one for each interval, also when the clock goes back', () => {
  const of = (rate: object) => faultsOf({ fault: { kind: 'rate-limit', perSecond: 3, ...rate } })
  const { clock, isStruck } = of({ burst: 2 })
  const steps = [0, 0, 0, 333, 1, -9_000, 60_000, 0, 0].map((passed, page) => {
    clock.at += passed
    return isStruck(`/pessoas?page=${page}`) ? 'struck' : 'through'
  })
  assert.is(steps.join(' '), 'through through struck struck through struck through through struck')
  assert.not(isStruck('/pessoas', 'b'))
  // By default, it holds as many as come back in a second.
  const usual = of({ perSecond: 2.5 })
  assert.equal(
    [1, 2, 3, 4].filter(() => usual.isStruck()),
    [4],
  )
})

test('it ends after its time to live by the clock of its world, or after ten minutes by that of the machine', () => {
  const { clock, set, faults, ask } = faultsOf({}, { ttl: 5_000 }, { ttl: null })
  const [byMachine, byWorld, never] = faults.list()
  assert.is(Date.parse(byMachine?.expires as string) - Date.parse(byMachine?.set as string), 600_000)
  assert.equal([byWorld?.set, byWorld?.expires], ['2026-05-01T12:00:00.000Z', '2026-05-01T12:00:05.000Z'])
  assert.is(never?.expires, null)
  faults.remove('f2')
  clock.at += 5_000
  assert.equal([ask(), faults.list().length], [['f0'], 1])
  faults.remove('f0')
  faults.add({ name: 'last', fault: { kind: 'silence' }, ttl: 1 })
  clock.at++
  assert.equal([set.isEmpty, ask(), set.isEmpty], [false, [], true])
})

test('one of the same name takes the place of another; names that are unknown are told', () => {
  const { faults, ask, set } = faultsOf({ times: 1 }, {})
  ask()
  const [state] = faults.add({ name: 'f0', fault: { kind: 'status', status: 401 } }, { seed: 9 })
  assert.equal([state?.strikes, state?.seed, state?.rule.fault.kind], [0, 9, 'status'])
  assert.throws(() => faults.get('f2'), /No fault is named "f2". Use one of f1, f0\./)
  assert.equal([faults.remove('f1'), faults.remove('f1')], [true, false])
  faults.clear()
  assert.ok(set.isEmpty)
  assert.throws(() => faults.get('f0'), /None is set, or all have expired\./)
})

test('what it remembers is bounded: the request that came first counts from the beginning', () => {
  const { isStruck } = faultsOf({ calls: [1] })
  for (let page = 0; page <= 20_000; page++) assert.ok(isStruck(`/pessoas?page=${page}`))
  assert.equal([isStruck('/pessoas?page=20000'), isStruck('/pessoas?page=0')], [false, true])
})

test.run()
