import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fromByteText } from '../contract/bytes.ts'
import type { Dataset, Relatorio } from '../contract/dataset.ts'
import type { Clock } from '../operator/clock.ts'
import { aName, aNameMatch, anOrder } from '../testing/model.ts'
import { NaiveWorld } from '../testing/naive-world.ts'
import { refusalOf } from '../testing/world.ts'
import type { DecisionEvent, Event } from './event.ts'
import { ordersIn, worldOf } from './in-memory.ts'
import { itemsOf, type ListRequest, type Organization, type Page } from './store.ts'
import { NOT_OWN, World } from './world.ts'

const test = suite('world')

const BEGIN = Date.UTC(2025, 0, 1)
const given = { aprovar: false, mensagem: 'Rejeitado na carga inicial dos dados.' }
const timeOf = (minutes: number) => new Date(BEGIN + minutes * 60_000).toISOString()

/** CPFs, most of them as they should be; the others are what allowInvalidCpf lets in. */
const CPFS = [
  ...Array.from({ length: 14 }, (_, i) => String((i * 7_654_321) % 1_000_000).padStart(11, '0')),
  ...['1', '12', '123456789012345', '1234567890123456', 'ABC', 'a"b', 'x\\', '\uffff', '😀', '\t', '{,"'],
]
/** UUIDs, one of them also in capitals. */
const NUMBERS = [
  ...Array.from(
    { length: 40 },
    (_, i) => `${String((i * 17) % 41).padStart(8, '0')}-0000-4000-8000-00000000000a`,
  ),
  'abcdef00-0000-4000-8000-00000000000a',
  'ABCDEF00-0000-4000-8000-00000000000A',
]
const IDS = ['a', 'b', 'c', 'nobody']
const NAMES = ['inicio', 'meio', 'fim']

const aPersonName = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('Ana', 'ana', 'Anã Silva') },
  { weight: 5, arbitrary: aName },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['"', 'a"b \\', '\\u0041', 'Ana\u0001 Silva', 'Ana\tSilva', ' ', ' Ana  Silva ', 'ΑΣ Σ', 'İ'],
    ),
  },
)
const aCpf = fc.constantFrom(...CPFS)
const aNumber = fc.constantFrom(...NUMBERS)
const aTime = fc.integer({ min: -5, max: 25 }).map(timeOf)

/** Three organizations, of which the last has no reports, and numbers and persons that the data leaves out. */
const aDataset: fc.Arbitrary<Dataset> = fc
  .record({
    names: fc.array(aPersonName, { minLength: CPFS.length, maxLength: CPFS.length, size: 'max' }),
    isOdd: fc.boolean(),
    reports: fc.array(fc.record({ k: fc.nat(1), person: fc.nat(50), at: aTime, isDecided: fc.boolean() }), {
      maxLength: NUMBERS.length - 4,
      size: 'max',
    }),
    capitals: fc.boolean(),
  })
  .map(({ names, isOdd, reports, capitals }) => {
    const cpfs = isOdd ? CPFS.filter((_, i) => i % 4 !== 3) : CPFS.slice(0, 12)
    const numbers = capitals ? NUMBERS.toReversed() : NUMBERS
    return {
      organizacoes: ['a', 'b', 'c'].map((id) => ({ id, nome: id.toUpperCase(), token: `token-${id}` })),
      pessoas: cpfs.map((cpf, i) => ({ cpf, nome: names[i] as string })),
      relatorios: reports.map(({ k, person, at, isDecided }, i) => ({
        numero: numbers[i] as string,
        organizacao: k === 0 ? 'a' : 'b',
        cpf: cpfs[person % cpfs.length] as string,
        atualizado_em: at,
        ...(isDecided && given),
      })),
    }
  })

const aRequestName = fc.constantFrom(undefined, undefined, 'q1', 'q2')
const anOwner = fc.constantFrom(undefined, ...IDS)
const anEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        ...{ organizacao: fc.constant('a'), numero: aNumber, aprovar: fc.boolean(), mensagem: fc.uuid() },
        decidido_em: aTime,
        ...{ atualiza: fc.boolean(), once: fc.boolean(), request: aRequestName },
      })
      .map(({ once, request, ...rest }) => ({
        ...{ event: 'decision' as const, ...rest },
        ...(once && { once: true as const }),
        ...(request !== undefined && { request }),
      })),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({
        ...{ organizacao: fc.constantFrom(...IDS), numero: aNumber, cpf: aCpf, nome: aPersonName },
        ...{ atualizado_em: aTime, isDecided: fc.boolean() },
      })
      .map(({ isDecided, ...rest }) => ({ event: 'report' as const, ...rest, ...(isDecided && given) })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ event: fc.constant('touch' as const), numero: aNumber, atualizado_em: aTime }),
  },
  { weight: 3, arbitrary: fc.record({ event: fc.constant('remove' as const), numero: aNumber }) },
  {
    weight: 2,
    arbitrary: fc.record({ event: fc.constant('rename' as const), cpf: aCpf, nome: aPersonName }),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        event: fc.constantFrom('checkpoint', 'restore', 'reset'),
        name: fc.constantFrom(...NAMES),
        organizacao: anOwner,
      })
      .map(({ event, name, organizacao }) => ({
        ...(event === 'reset' ? { event } : { event: event as 'checkpoint', name }),
        ...(organizacao !== undefined && { organizacao }),
      })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      event: fc.constant('token' as const),
      organizacao: fc.constantFrom('a', 'b'),
      withdrawn: fc.boolean(),
    }),
  },
)
const aList: fc.Arbitrary<ListRequest> = fc.record({
  page: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.constantFrom(2, 3, 9) },
  ),
  rows: fc.constantFrom(1, 3, 25, 50),
  order: anOrder,
  nome: fc.option(
    fc.oneof(
      aNameMatch,
      aPersonName.map((text) => ({ text, matching: 'contains' as const, folding: 'case' as const })),
    ),
    { nil: undefined },
  ),
  cpf: fc.option(fc.oneof(aCpf, fc.constantFrom('', '9', '123456789012345678')), { nil: undefined, freq: 8 }),
})
/** Each asks the list of an organization, or takes some events. */
const steps = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ list: aList, k: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ events: fc.array(anEvent, { minLength: 1, maxLength: 4 }) }) },
  ),
  { minLength: 12, maxLength: 60, size: 'max' },
)
/** The second has everything that lists keep evicted and folded in as early as may be. */
const LIMITS = [{}, { changes: 3, viewBytes: 1_500, foundBytes: 60, few: 3 }]

const pageOf = (page: Page) => ({
  items: itemsOf(page).map((item) => JSON.parse(fromByteText(item))),
  total: page.total,
})
const order = { by: 'atualizado_em', descending: true, collation: 'pt-BR' } as const
const everyone = { page: 1, rows: 1_000, order }

/** Fails unless both are the same; the difference that uvu prints takes minutes while a case is shrunk. */
function same(is: unknown, expected: unknown, what = ''): void {
  if (!isDeepStrictEqual(is, expected))
    throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`)
}

/** Fails unless a world is in every respect what plain arrays are. */
function assertSame(world: World, naive: NaiveWorld): void {
  for (const organization of world.organizations) {
    const { id } = organization
    for (const by of ['cpf', 'atualizado_em', 'nome'] as const) {
      const request = { ...everyone, order: { ...order, by } }
      same(pageOf(world.list(organization, request)), naive.list(id, request))
    }
    assert.is(organization.persons, world.list(organization, everyone).total)
    for (const numero of NUMBERS) {
      assert.is(world.report(organization, numero), naive.status(id, numero))
      assert.is(world.report(organization, numero, 'q1'), naive.status(id, numero, 'q1'))
    }
    same(world.undecided(organization, 1_000).sort(), naive.undecided(id).sort())
    same(world.undecided(organization, 2), world.undecided(organization, 1_000).slice(0, 2))
    for (const cpf of CPFS) same(world.reportsOf(organization, cpf), naive.reportsOf(id, cpf))
  }
  for (const cpf of CPFS) assert.is(world.nameOf(cpf), naive.nameOf(cpf))
  for (const numero of NUMBERS) {
    const report = naive.find(numero)
    same(world.ownerOf(numero), report && { organizacao: report.organizacao, cpf: report.cpf })
  }
  same([...world.withdrawn].sort(), [...naive.withdrawn].sort())
  assert.is(world.strangers, naive.strangers.size)
  same(world.checkpoints.toSorted(), [...naive.checkpoints.keys()].sort())
  for (const since of [undefined, ...world.checkpoints])
    for (const id of [undefined, ...IDS])
      same(world.changes(since, id).sort(byNumber), naive.changes(since, id).sort(byNumber))
}

const byNumber = (a: { numero: string }, b: { numero: string }) => (a.numero < b.numero ? -1 : 1)

function assertList(world: World, naive: NaiveWorld, k: number, request: ListRequest): void {
  const organization = world.organizations[k] as Organization
  same(
    pageOf(world.list(organization, request)),
    naive.list(organization.id, request),
    JSON.stringify(request),
  )
}

for (const [i, limits] of LIMITS.entries()) {
  test(`any events and questions give what plain arrays give, with limits ${i}`, () => {
    fc.assert(
      fc.property(aDataset, steps, (dataset, steps) => {
        const [world, naive] = [new World(ordersIn(dataset, limits)), new NaiveWorld(dataset)]
        for (const step of steps) {
          if ('list' in step) assertList(world, naive, step.k, step.list)
          else
            for (const event of step.events) {
              const before = world.organizations.map((organization) => listed(world, organization))
              const isApplied = world.apply(event)
              assert.is(isApplied, naive.apply(event), JSON.stringify(event))
              for (const [k, organization] of world.organizations.entries()) {
                const [was, is] = [before[k], listed(world, organization)]
                if (was?.page !== is.page)
                  assert.ok(is.version > (was?.version as number), JSON.stringify(event))
                else if (event.event === 'decision' && !event.atualiza) assert.is(is.version, was?.version)
              }
            }
        }
        assertSame(world, naive)
      }),
      { seed: 39, numRuns: 30 },
    )
  })
}

const listed = (world: World, organization: Organization) => ({
  page: JSON.stringify(world.list(organization, everyone)),
  version: world.versionOf(organization),
})

test('the events of a world make the same world, at once and checkpoints included', () => {
  fc.assert(
    fc.property(
      aDataset,
      fc.array(anEvent, { minLength: 10, maxLength: 60, size: 'max' }),
      (dataset, events) => {
        const [orders, naive] = [ordersIn(dataset), new NaiveWorld(dataset)]
        const [world, other, again] = [new World(orders), new World(orders), new World(orders)]
        for (const event of events) {
          world.apply(event)
          naive.apply(event)
        }
        assertSame(other, new NaiveWorld(dataset))
        const fewest = JSON.parse(JSON.stringify([...world.events()])) as Event[]
        for (const event of fewest) other.apply(event)
        // The order of what was added may be another one from then on.
        assertSame(other, naive)
        assert.equal([...other.events()].length, fewest.length)
        void again.commit(fewest)
        for (const name of NAMES) {
          for (const organizacao of [undefined, 'a', 'b', 'c']) {
            const restore = { event: 'restore' as const, name, ...(organizacao && { organizacao }) }
            const reset = { event: 'reset' as const }
            for (const event of [restore, ...(organizacao === 'b' ? [reset] : [])]) {
              assert.is(again.apply(event), naive.apply(event))
              assertSame(again, naive)
            }
          }
        }
      },
    ),
    { seed: 39, numRuns: 30 },
  )
})

const numero = NUMBERS[0] as string
const once = { once: true, touch: true }
const twice = { once: false, touch: true }
const yes = { aprovar: true, mensagem: 'Aprovado após conferência manual.' }
const no = { aprovar: false, mensagem: 'Rejeitado após conferência manual.' }

function oneReport(minutes = 0): Dataset {
  return {
    organizacoes: ['a', 'b'].map((id) => ({ id, nome: id, token: `token-${id}` })),
    pessoas: [{ cpf: '1', nome: 'Ana' }],
    relatorios: [{ numero, organizacao: 'a', cpf: '1', atualizado_em: timeOf(minutes) }],
  }
}

/** A clock that stands still at minutes after the beginning. */
const clockAt = (minutes: number) => ({ now: () => BEGIN + minutes * 60_000 }) as Clock
const updateOf = (world: World) =>
  pageOf(world.list(world.organizations[0] as Organization, everyone)).items[0]?.atualizado_em

test('a decision on a report of nobody or of another organization is refused', async () => {
  const world = worldOf(oneReport())
  const [a, b] = world.organizations as [Organization, Organization]
  for (const [organization, number] of [
    [b, numero],
    [a, NUMBERS[1] as string],
  ] as const) {
    const error = await refusalOf(world.decide(organization, number, yes, twice))
    assert.is(error, NOT_OWN)
  }
  assert.is(world.report(a, numero), 'undecided')
  assert.is(world.strangers, 0)
})

test('of decisions that may be made only once, the first stays', async () => {
  const world = worldOf(oneReport())
  const [a] = world.organizations as [Organization]
  // Asked for in one turn, as two requests at once do.
  same(await Promise.all([yes, no].map((one) => world.decide(a, numero, one, once))), [true, false])
  assert.is(world.report(a, numero), 'approved')
  assert.ok(await world.decide(a, numero, no, twice))
  assert.is(world.report(a, numero), 'rejected')
  assert.not(await world.decide(a, numero, yes, once))
  assert.is(world.decisions, 1)
})

test('a request that is sent again is answered as the first time', async () => {
  const world = worldOf(oneReport())
  const [a] = world.organizations as [Organization]
  for (let i = 0; i < 2; i++) assert.ok(await world.decide(a, numero, yes, { ...once, request: 'q' }))
  assert.is(world.report(a, numero, 'q'), 'undecided')
  assert.is(world.report(a, numero), 'approved')
  assert.not(await world.decide(a, numero, no, { ...once, request: 'r' }))
})

test('a decision never takes a last update back, a touch does', async () => {
  const world = worldOf(oneReport(60), { clock: clockAt(5) })
  const [a] = world.organizations as [Organization]
  assert.ok(await world.decide(a, numero, yes, twice))
  assert.is(updateOf(world), timeOf(60))
  world.apply({ event: 'touch', numero, atualizado_em: timeOf(2) })
  assert.is(updateOf(world), timeOf(2))
  assert.ok(await world.decide(a, numero, no, { once: false, touch: false }))
  assert.is(updateOf(world), timeOf(2))
  assert.ok(await world.decide(a, numero, no, twice))
  assert.is(updateOf(world), timeOf(5))
})

test('a decision on a report of other data is kept for it, until a reset', () => {
  const world = worldOf(oneReport())
  const stranger: DecisionEvent = {
    ...{ event: 'decision', organizacao: 'a', numero: NUMBERS[9] as string, ...yes },
    ...{ decidido_em: timeOf(1), atualiza: true },
  }
  assert.not(world.apply(stranger))
  same([...world.events()], [stranger])
  // A report that comes later with its number is undecided, also where the events are applied again.
  const report = {
    event: 'report',
    organizacao: 'b',
    numero: stranger.numero,
    cpf: '2',
    nome: 'Eva',
  } as const
  world.apply({ ...report, atualizado_em: timeOf(1) })
  const again = worldOf(oneReport())
  for (const event of world.events()) again.apply(event)
  for (const one of [world, again]) {
    same([one.strangers, one.report(one.organizations[1] as Organization, stranger.numero)], [1, 'undecided'])
    one.apply({ event: 'reset' })
    same([one.strangers, one.isAsGiven], [0, true])
  }
})

test('undecided reports come in the order of the data, those that were added last', () => {
  const dataset = oneReport()
  const [one] = dataset.relatorios
  for (const i of [5, 2, 8]) dataset.relatorios.push({ ...one, numero: NUMBERS[i] } as Relatorio)
  const world = worldOf(dataset)
  const [a] = world.organizations as [Organization]
  const report = { event: 'report', organizacao: 'a', nome: 'Eva', atualizado_em: timeOf(1) } as const
  for (const i of [7, 1]) world.apply({ ...report, numero: NUMBERS[i] as string, cpf: `${i}` })
  world.apply({ event: 'remove', numero: NUMBERS[2] as string })
  const expected = [0, 5, 8, 7, 1].map((i) => NUMBERS[i])
  same([world.undecided(a, 9), world.undecided(a, 4)], [expected, expected.slice(0, 4)])
})

test('changes begin when they are told to, and know nothing of an unknown checkpoint or organization', async () => {
  const world = worldOf(oneReport(), { clock: clockAt(5) })
  const [a] = world.organizations as [Organization]
  await world.decide(a, numero, yes, twice)
  const change = { organizacao: 'a', numero, cpf: '1', nome: 'Ana', atualizado_em: timeOf(5) }
  same(world.changes(), [{ ...change, before: null, after: yes }])
  world.begin()
  same(world.changes(), [])
  await world.decide(a, numero, no, twice)
  same(world.changes(undefined, 'a'), [{ ...change, before: yes, after: no }])
  for (const [since, id] of [
    [undefined, 'b'],
    [undefined, 'x'],
    ['x', undefined],
  ] as const)
    same(world.changes(since, id), [])
  assert.not(world.knows('x'))
})

test('tokens are given or those of the data, and whoever hears of them hears of changes only', () => {
  const heard: number[] = []
  const world = worldOf(oneReport(), { tokens: [undefined, 'mine'] })
  world.whenTokensChange = () => heard.push(world.withdrawn.size)
  same(
    world.organizations.map(({ token }) => token),
    ['token-a', 'mine'],
  )
  const token = { event: 'token', organizacao: 'a' } as const
  for (const withdrawn of [true, true, false, false, true]) world.apply({ ...token, withdrawn })
  for (const organizacao of ['b', 'a']) world.apply({ event: 'reset', organizacao })
  world.apply({ event: 'reset' })
  same(heard, [1, 0, 1, 0])
})

test('a name that came later is known as one', () => {
  const world = worldOf(oneReport())
  same(
    ['ana', 'zeca'].map((word) => world.hasName(word)),
    [true, false],
  )
  world.apply({ event: 'rename', cpf: '1', nome: 'Zeca Silva' })
  assert.ok(world.hasName('zeca'))
})

test.run()
