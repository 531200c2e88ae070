import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetSink } from '../../../data/source.ts'
import { tellSkipped, testPostgres } from '../../../testing/postgres.ts'
import { decisionOn, RegisterWorld, recordsOf } from '../../../testing/register-world.ts'
import { openReplica, type Replica, until, works } from '../../../testing/replica.ts'
import { refusalOf } from '../../../testing/world.ts'
import type { DecisionEvent, Event } from '../../event.ts'
import { openShared, type SharedLog } from './log.ts'
import type { StoredSource } from './origin.ts'

const test = suite('a log in PostgreSQL')
const server = await testPostgres()
if (server === null) tellSkipped('a log in PostgreSQL')

const NUMERO = '11111111-1111-4111-8111-111111111111'
const SEED = { seed: 7, persons: 40, organizations: 2, hash: 'seeded' }

let schemas = 0
const notices: string[] = []
const notice = (line: string) => void notices.push(line)
type Open = (options?: Parameters<typeof openReplica>[1]) => Promise<Replica>

/** Uses a new schema, and closes every replica that was opened on it. */
async function inSchema(use: (open: Open, schema: string) => Promise<void>): Promise<void> {
  if (server === null) throw new Error('no server')
  const schema = `log_${process.pid}_${schemas++}`
  const opened: SharedLog[] = []
  const open: Open = async (options) => {
    const replica = await openReplica(server.url(schema), { notice, ...options })
    opened.push(replica.shared)
    return replica
  }
  try {
    await use(open, schema)
  } finally {
    for (const shared of opened) await shared.close()
    await server.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  }
}

/** Every kind of event, with texts that PostgreSQL or UTF-8 cannot have. */
const EVENTS: readonly Event[] = [
  decisionOn(NUMERO, 'Aspas " e \\ barra, \0 nulo, \ud800 metade, {chaves}, NULL, ç\n', { request: 'r-1' }),
  decisionOn('ABC', '', { once: true, atualiza: false, aprovar: false }),
  {
    event: 'report',
    organizacao: 'a',
    numero: 'n',
    cpf: '1',
    nome: 'Ana\0',
    atualizado_em: '2026-01-01T00:00:00.000Z',
  },
  { event: 'touch', numero: 'n', atualizado_em: '2027-01-01T00:00:00.000Z' },
  { event: 'remove', numero: 'n' },
  { event: 'rename', cpf: '1', nome: 'Bia \ud800' },
  { event: 'checkpoint', name: 'a', organizacao: 'b' },
  { event: 'restore', name: 'a' },
  { event: 'token', organizacao: 'a', withdrawn: true },
  { event: 'reset' },
]

if (server !== null) {
  test('what one commits, another applies before its next answer, and one that starts later, too', () =>
    inSchema(async (open) => {
      const [one, other] = [await open(), await open()]
      assert.equal(
        await one.log.commit(EVENTS),
        EVENTS.map(() => true),
      )
      assert.equal(one.world.applied, EVENTS)
      await other.log.fresh?.()
      assert.equal(other.world.applied, EVENTS)
      assert.equal(await other.log.commit([EVENTS[0] as Event]), [true])
      assert.equal((await open()).world.applied, [...EVENTS, EVENTS[0]])
      await one.log.fresh?.()
      assert.is(one.world.applied.length, EVENTS.length + 1)
    }))

  test('of decisions that are made once, the first of the log wins on every replica', () =>
    inSchema(async (open) => {
      const replicas = [await open(), await open(), await open()]
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, async (_, i) => {
          const { log } = replicas[i % 3] as Replica
          const [isFirst] = await log.commit([decisionOn(`${NUMERO}-${i % 10}`, `from ${i}`, { once: true })])
          return { report: i % 10, mensagem: `from ${i}`, isFirst }
        }),
      )
      const winners = outcomes.filter(({ isFirst }) => isFirst).sort((a, b) => a.report - b.report)
      assert.equal(
        winners.map(({ report }) => report),
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      )
      for (const { log, world } of [...replicas, await open()]) {
        await log.fresh?.()
        for (const { report, mensagem } of winners)
          assert.is(world.decided.get(`${NUMERO}-${report}`), mensagem)
      }
    }))

  test('many events at once come in their order, to one that runs and to one that starts', () =>
    inSchema(async (open, schema) => {
      const one = await open()
      await one.log.commit([decisionOn('first', '0')])
      await server.query(
        `INSERT INTO ${schema}.events (seq, id, world, event, organizacao, numero, aprovar, mensagem, decidido_em, atualiza)
          SELECT i, gen_random_uuid(), 0, 'decision', 'a', 'n', true, i, '2026-01-01T00:00:00.000Z', true
          FROM generate_series(2, 45000) i;
        UPDATE ${schema}.head SET seq = 45001`,
      )
      const last = one.log.commit([decisionOn('last', '45002')])
      for (const { log, world } of [one, await open()]) {
        await last
        await log.fresh?.()
        assert.is(world.applied.length, 45_001)
        const isOrdered = world.applied.every(
          (event, i) => i === 0 || i === 45_000 || Number((event as DecisionEvent).mensagem) === i + 1,
        )
        assert.ok(isOrdered)
        assert.is(world.decided.get('last'), '45002')
      }
    }))

  test('an event that is sent again under its name is kept once, with the outcome of the first time', () =>
    inSchema(async (open, schema) => {
      const [one, other] = [await open(), await open()]
      const first = decisionOn(NUMERO, 'first', { once: true })
      const lost = decisionOn(NUMERO, 'lost', { once: true })
      assert.equal(await one.log.commit([first], { id: 'a' }), [true])
      assert.equal(await other.log.commit([lost], { id: 'b' }), [false])
      for (const { log } of [one, other, await open()]) {
        assert.equal(await log.commit([first], { id: 'a' }), [true])
        assert.equal(await log.commit([lost], { id: 'b' }), [false])
      }
      // A name is that of a request on one report, in one world.
      assert.equal(await one.log.commit([decisionOn('other', 'first', { once: true })], { id: 'a' }), [true])
      const again = [one, other, one, other].map(({ log }) =>
        log.commit([decisionOn('c', 'c', { once: true })], { id: 'c' }),
      )
      assert.equal(await Promise.all(again), [[true], [true], [true], [true]])
      const rows = await server.query(`SELECT mensagem FROM ${schema}.events ORDER BY seq`)
      assert.equal(
        rows.map(({ mensagem }) => mensagem),
        ['first', 'lost', 'first', 'c'],
      )
    }))

  test('commits whose connections are cut are made once each, in one order for all', () =>
    inSchema(async (open, schema) => {
      const [one, other] = [await open(), await open()]
      let isOver = false
      const cutting = (async () => {
        for (let cuts = 0; !isOver || cuts < 5; cuts++) {
          await server.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pessoas-sim' AND query LIKE '%${schema}%'`,
          )
          await sleep(10)
        }
      })()
      for (let round = 0; round < 15; round++) {
        await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            (i % 2 === 0 ? one : other).log.commit([decisionOn(`${i}`, `${round} ${i}`)]),
          ),
        )
        await sleep(5)
      }
      isOver = true
      await cutting
      await Promise.all([one.log.fresh?.(), other.log.fresh?.()])
      assert.is(one.world.applied.length, 300)
      assert.equal(one.world.applied, other.world.applied)
      assert.is(new Set(one.world.applied.map((event) => JSON.stringify(event))).size, 300)
    }))

  test('two that begin an empty schema at once have the same data: one loads it', () =>
    inSchema(async (open, schema) => {
      const replicas = await Promise.all(
        [1, 2, 3].map(() => open({ source: async () => recordsOf(300), wanted: { hash: 'records-300' } })),
      )
      assert.equal(replicas.map(({ shared }) => shared.isLoaded).sort(), [false, false, true])
      const [counted] = await server.query(`SELECT count(*)::int AS n FROM ${schema}.persons`)
      assert.is(counted?.n, 300)
    }))

  test('a loading that was killed leaves nothing, and the next start loads again', () =>
    inSchema(async (open, schema) => {
      const killed = () => {
        throw new Error('killed')
      }
      const source = async () => recordsOf(12_000)
      const refusal = await refusalOf(openShared(server.url(schema), { source, onProgress: killed }))
      assert.match(refusal, /cannot be used/)
      const { shared } = await open({ source })
      assert.ok(shared.isLoaded)
      assert.equal(await recordsFrom(shared.origin as StoredSource), await recordsFrom(recordsOf(12_000)))
    }))

  test('a seed is one line of numbers, which a start may ask for', () =>
    inSchema(async (open, schema) => {
      const { shared } = await open({ wanted: SEED })
      assert.equal(shared.origin, SEED)
      assert.not((await open({ wanted: SEED })).shared.isLoaded)
      const [{ persons } = {}] = await server.query(`SELECT count(*)::int AS persons FROM ${schema}.persons`)
      assert.is(persons, 0)
    }))

  const refusals: [
    what: string,
    options: { wanted?: { hash: string } | typeof SEED },
    change: string,
    why: RegExp,
  ][] = [
    [
      'another seed',
      { wanted: { ...SEED, seed: 8, hash: 'other' } },
      '',
      /contains the data of seed 7, 40 persons, 2 organizations; this start wants the data of seed 8, .*\. Use another schema \(\?schema=NAME\), or drop this one: DROP SCHEMA log_\S+ CASCADE\.$/,
    ],
    ['a fixture', { wanted: { hash: 'abc' } }, '', /this start wants the data abc\./],
    [
      'another version',
      {},
      'UPDATE {}.head SET version = 2',
      /has tables of version 2; this pessoas-sim knows version 1\. Use the version of pessoas-sim that created them, or another schema/,
    ],
    [
      'tables of another program',
      {},
      'ALTER TABLE {}.head DROP COLUMN version',
      /42703: .*The schema log_\S+ lacks tables of ours, or has those of another program\. Use another/,
    ],
  ]
  for (const [what, options, change, why] of refusals) {
    test(`a start on ${what} is refused`, () =>
      inSchema(async (open, schema) => {
        await open()
        if (change !== '') await server.query(change.replace('{}', schema))
        assert.match(await refusalOf(open(options)), why)
      }))
  }

  test('a world that one mints is opened by all, with its own events, until one closes it', () =>
    inSchema(async (open, schema) => {
      const [one, other] = [await open({ listens: true }), await open({ listens: true })]
      const n = await one.shared.mint({ origin: recordsOf(3), about: '{"a":1}', ttl: 60_000 })
      assert.equal(one.heard, ['opened 1 {"a":1} records-3'])
      await until(() => other.heard.length === 1)
      await one.shared.logOf(n).commit([decisionOn('x', 'in 1')])
      await one.log.commit([decisionOn('x', 'in 0')])
      await other.log.fresh?.()
      assert.is(other.minted.get(n)?.decided.get('x'), 'in 1')
      assert.is(other.world.decided.get('x'), 'in 0')
      const late = await open({ listens: true })
      await late.log.fresh?.()
      assert.equal(late.heard, one.heard)
      assert.equal([...(late.minted.get(n)?.decided ?? [])], [['x', 'in 1']])

      const seed = await other.shared.mint({ origin: { ...SEED, hash: 'h' }, about: 'two', ttl: 60_000 })
      await other.shared.closeMinted(n)
      assert.is(seed, 2)
      assert.equal(other.heard.slice(1), ['opened 2 two h', 'closed 1'])
      await until(() => one.heard.length === 3 && late.heard.length === 3)
      const commit = one.shared.logOf(n).commit([decisionOn('x', 'late')])
      assert.match(await refusalOf(commit), /world 1 is not open/)
      const left = `SELECT 1 FROM ${schema}.persons UNION ALL SELECT 1 FROM ${schema}.events WHERE world = 1`
      await until(async () => (await server.query(left)).length === 0)
      // What is gone of one world does not make the log another one.
      await one.log.commit([decisionOn('y', 'still')])
      await other.log.fresh?.()
      assert.is(other.world.decided.get('y'), 'still')
      assert.not(one.heard.includes('replaced'))
    }))

  test('replicas begin again after a dump was restored into the same tables, and then agree', () =>
    inSchema(async (open, schema) => {
      const [one, other] = [await open({ listens: true }), await open({ listens: true })]
      await one.log.commit([decisionOn('a', 'kept')])
      const { url, query } = server
      const dump = `${schema}_dump`
      const tables = ['head', 'events']
      const copy = (name: string) => `CREATE TABLE ${dump}.${name} AS SELECT * FROM ${schema}.${name};`
      await query(`CREATE SCHEMA ${dump}; ${tables.map(copy).join(' ')}`)
      for (const numero of ['b', 'c']) await one.log.commit([decisionOn(numero, 'lost')])
      await other.log.fresh?.()
      const refill = (name: string) =>
        `DELETE FROM ${schema}.${name}; INSERT INTO ${schema}.${name} SELECT * FROM ${dump}.${name};`
      await query(`BEGIN; ${tables.map(refill).join(' ')} DROP SCHEMA ${dump} CASCADE; COMMIT`)
      const late = await openReplica(url(schema))
      // Numbers that other events had before are given again.
      for (const numero of ['d', 'e', 'f']) await late.log.commit([decisionOn(numero, 'new')])
      await late.shared.close()
      for (const { log, world } of [one, other]) {
        await until(() => works(log.fresh?.()))
        assert.equal([...world.decided.keys()], ['a', 'd', 'e', 'f'])
      }
    }))

  test('data that was replaced has to be made anew; until then, nobody is answered', () =>
    inSchema(async (open, schema) => {
      const { shared, log } = await open()
      await server.query(`DROP SCHEMA ${schema} CASCADE`)
      const late = await open({ source: async () => recordsOf(2) })
      assert.not(await works(log.fresh?.()))
      assert.is(await shared.outage(), 'The data of the database is being replaced.')
      assert.match(await refusalOf(log.commit([decisionOn('a', 'a')])), /world 0 is not open/)
      assert.is(shared.origin.hash, 'records-2')
      const world = new RegisterWorld()
      log.bind(world)
      await late.log.commit([decisionOn('a', 'a')])
      await log.fresh?.()
      assert.is(world.decided.get('a'), 'a')
      assert.is(await shared.outage(), undefined)
    }))

  test('nothing was wrong meanwhile', () => {
    assert.equal(
      notices.filter((line) => !line.includes('42P01')),
      [],
    )
  })

  test.after(() => server.stop())
}

/** Returns all records of data, each as an array. */
async function recordsFrom(source: { write(sink: DatasetSink): Promise<void> | void }): Promise<unknown> {
  const [organizations, persons, reports]: unknown[][] = [[], [], []]
  await source.write({
    organization: (organization) => void organizations?.push(organization),
    person: (...person) => void persons?.push(person),
    report: (...report) => void reports?.push(report),
  })
  return [organizations, persons, reports]
}

test.run()
