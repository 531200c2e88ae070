import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../../contract/dataset.ts'
import { digest } from '../../fixture/digest.ts'
import { seedDataset } from '../../fixture/make/seed.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { History } from '../../simulator/history.ts'
import { times } from '../../testing/deep.ts'
import { aDataset, aDatasetWith, aName, aNameMatch, anOrder, numeroOf } from '../../testing/model.ts'
import { tellSkipped, testPostgres } from '../../testing/postgres.ts'
import { MENSAGEM, OWN_REPORT, refusalOf, smallWorld } from '../../testing/world.ts'
import { MemoryStore } from '../memory.ts'
import type { Organization, Past, World } from '../store.ts'
import { POSTINGS } from './columns.ts'
import { readPlace } from './connection.ts'

import { Database } from './database.ts'
import { load } from './load.ts'
import { MIGRATIONS, withSchema } from './migrations.ts'
import { NAME_PARTS } from './names.ts'
import { sourceOf } from './source.ts'
import { SqlStore } from './store.ts'
import type { SqlWorld } from './world.ts'

const test = suite('sql store')
const server = await testPostgres()
if (server === null) tellSkipped('stores in PostgreSQL')

let schemas = 0
const nameOfSchema = () => `test_${process.pid}_${schemas++}`

const dataOf = (dataset: Dataset) => async () => ({
  source: sourceOf(dataset),
  hash: digest(JSON.stringify(dataset)),
  seed: null,
})

async function opened<T>(
  dataset: Dataset,
  use: (world: SqlWorld, url: string, store: SqlStore) => Promise<T>,
): Promise<T> {
  if (server === null) throw new Error('no server')
  const schema = nameOfSchema()
  const url = server.url(schema)
  const { store } = await SqlStore.open(url, { clock, data: dataOf(dataset), isDataWanted: false })
  try {
    return await use(store.world, url, store)
  } finally {
    await store.close()
    await server.query(`DROP SCHEMA ${schema} CASCADE`)
  }
}

let now = Date.UTC(2025, 0, 1, 0, 8)
const clock = { now: () => now }

const aRequest = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  rows: fc.constantFrom(1, 3, 25, 50),
  order: anOrder,
  nome: fc.option(aNameMatch, { nil: undefined }),
  cpf: fc.constantFrom(...Array(8).fill(undefined), '00000000000', '00000654321', '1\0'),
})

const aFullDataset = fc.oneof(aDataset, aDatasetWith({ names: 12, reports: 40 }))
const aStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ list: aRequest, organization: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      decide: fc.nat(90),
      organization: fc.nat(1),
      // Most reports of a number that is drawn belong to nobody.
      isOwn: fc.constantFrom(true, true, true, false),
      once: fc.boolean(),
      touch: fc.boolean(),
      // Before, between, at and after the last updates of the data.
      minutes: fc.integer({ min: -1, max: 22 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constantFrom('add', 'add', 'stamp', 'remove', 'remove', 'rename'),
      report: fc.nat(90),
      person: fc.nat(45),
      organization: fc.nat(1),
      nome: fc.oneof(aName, fc.constantFrom('Ana', 'ana', 'Anã Silva')),
      minutes: fc.integer({ min: -1, max: 22 }),
      isDecided: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      past: fc.constantFrom('reset', 'checkpoint', 'restore', 'changes'),
      name: fc.constantFrom('x', 'y'),
      organization: fc.option(fc.nat(1), { nil: undefined }),
      isSince: fc.boolean(),
    }),
  },
)
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never
type PastStep = Extract<Step, { past: string }>
type MoveStep = Extract<Step, { move: string }>

/** Moves data of a world, and returns what is there then. */
function moveBy(store: World, memory: MemoryStore, step: MoveStep) {
  const { move, report, person, minutes, isDecided } = step
  const numero = numeroOf(report)
  const cpf = String((person * 7_654_321) % 1_000_000).padStart(11, '0')
  const stamp = Date.UTC(2025, 0, 1) + minutes * 60_000
  const organization = memory.organizations[step.organization] as Organization
  const owner = memory.ownerOf(numero)
  const name = memory.nameOf(cpf)
  return async () =>
    await store.move(async (moving) => {
      assert.is((await moving.ownerOf(numero))?.cpf, owner?.cpf)
      assert.is(await moving.nameOf(cpf), name)
      if (move === 'add' && owner === null) {
        const given = isDecided ? decision : null
        await moving.addReport(organization, { numero, cpf, nome: name ?? step.nome, stamp, given })
      }
      if (move === 'stamp' && owner !== null) await moving.stampReport(numero, stamp)
      if (move === 'remove' && owner !== null) await moving.removeReport(numero)
      if (move === 'rename' && name !== undefined) await moving.rename(cpf, step.nome)
      return [await moving.reportsOf(organization, cpf), await moving.isMoved(), await moving.nameOf(cpf)]
    })
}

/** Returns what came of a step, or the message of its error. */
async function outcomeOf(past: Past, { past: act, name, isSince }: PastStep, id?: string) {
  try {
    if (act !== 'changes') return await (act === 'reset' ? past.reset(id) : past[act](name, id))
    const changes = await past.changes(isSince ? name : undefined, id)
    // Each store has its own order of decisions at the same time.
    return [...changes].sort((a, b) => (a.numero < b.numero ? -1 : 1))
  } catch (error) {
    return (error as Error).message.replace(/ Use one of .*/, '')
  }
}

const decision = { aprovar: true, mensagem: `${MENSAGEM} \0 \ud800 \\ "` }

if (server !== null) {
  test('any decisions, restores and questions give what memory gives, also on a second replica that rebuilds the orders', async () => {
    let rebuilds = 0
    let moves = 0
    await fc.assert(
      fc.asyncProperty(aFullDataset, fc.array(aStep, { minLength: 30, maxLength: 60 }), (dataset, steps) =>
        opened(dataset, async (one, url) => {
          const { store } = await SqlStore.open(url, {
            clock,
            data: dataOf(dataset),
            isDataWanted: true,
            rebuildFrom: 0,
          })
          const other = store.world
          const memory = new MemoryStore(dataset, { clock })
          const past = new History(() => memory)
          assert.equal(one.organizations, memory.organizations)
          for (const [i, step] of steps.entries()) {
            const store = i % 2 === 0 ? one : other
            if ('past' in step) {
              const id =
                step.organization === undefined ? undefined : memory.organizations[step.organization]?.id
              const found = await outcomeOf(store.history, step, id)
              assert.equal(found, await outcomeOf(past, step, id), JSON.stringify(step))
              continue
            }
            if ('move' in step) {
              const [found, expected] = [moveBy(store, memory, step), moveBy(memory, memory, step)]
              assert.equal(await found(), await expected(), JSON.stringify(step))
              await store.refresh()
              const counts = (world: World) => world.organizations.map(({ persons }) => persons)
              assert.equal(counts(store), counts(memory))
              moves++
              continue
            }
            const { relatorios } = dataset
            const own =
              'decide' in step && step.isOwn ? relatorios[step.decide % relatorios.length] : undefined
            const organization = memory.organizations.find(
              ({ id }) => (own?.organizacao ?? memory.organizations[step.organization]?.id) === id,
            ) as Organization
            if ('list' in step) {
              const found = await store.list(organization, step.list)
              assert.equal(found, memory.list(organization, step.list), JSON.stringify(step))
              continue
            }
            const numero = own?.numero ?? numeroOf(step.decide)
            assert.is(await store.report(organization, numero), memory.report(organization, numero))
            now = Date.UTC(2025, 0, 1) + step.minutes * 60_000
            const outcomes = await Promise.allSettled(
              [store, memory].map((each) => each.decide(organization, numero, decision, step)),
            )
            const [found, expected] = outcomes.map((outcome) =>
              outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
            )
            assert.is(found, expected)
            assert.is(await store.report(organization, numero), memory.report(organization, numero))
          }
          const schema = new URL(url).searchParams.get('schema')
          const epochs = async () =>
            Number(
              (await server.query(`SELECT sum(epoch) AS epochs FROM ${schema}.organizations`))[0]?.epochs,
            )
          // The steps may have moved nothing that was read in time: whether they rebuilt an order is luck.
          const [report] = dataset.relatorios
          const owner = memory.organizations.find(({ id }) => id === report?.organizacao)
          for (let minute = 0; report && owner && (await epochs()) === 0; minute++) {
            now = Date.UTC(2025, 0, 2) + minute * 60_000
            const rules = { once: false, touch: true }
            for (const each of [one, memory]) await each.decide(owner, report.numero, decision, rules)
            const order = { by: 'atualizado_em', descending: true, collation: 'pt-BR' } as const
            const request = { page: 1, rows: 50, order }
            for (const each of [other, one])
              assert.equal(await each.list(owner, request), memory.list(owner, request))
            await new Promise((resolve) => setTimeout(resolve, 5))
          }
          rebuilds += await epochs()
          await other.close()
        }),
      ),
      {
        numRuns: Number(process.env.RUNS ?? times(2, 4)),
        endOnFailure: true,
      },
    )
    assert.ok(rebuilds > 0 && moves > 0)
  })

  const past = (act: PastStep['past'], organization?: number): PastStep => ({
    ...{ past: act, name: 'x', organization, isSince: false },
  })
  const renamed = (nome: string): MoveStep => ({
    ...{ move: 'rename', report: 0, person: 0, organization: 0, nome, minutes: 0, isDecided: false },
  })
  const came: MoveStep = { ...renamed('Bia'), move: 'add', report: 80, person: 40 }
  const PASTS: Record<string, (PastStep | MoveStep)[]> = {
    'one organization, after somebody came to another': [
      renamed('Ana'),
      past('checkpoint'),
      came,
      past('restore', 1),
    ],
    'all, after the first move of all': [past('checkpoint'), renamed('Ana'), past('restore')],
    'one organization, after the first move of all': [past('checkpoint'), renamed('Ana'), past('restore', 1)],
    'all, after a later checkpoint of one organization': [
      ...[past('checkpoint'), renamed('Ana'), past('checkpoint', 0), renamed('Eva'), past('restore')],
    ],
  }
  for (const [what, steps] of Object.entries(PASTS)) {
    test(`a restore gives what memory gives: of ${what}`, () => {
      const [first, ...others] = smallWorld().pessoas
      const { relatorios, ...world } = smallWorld()
      const cpf = '0'.repeat(11)
      const dataset = {
        ...world,
        pessoas: [{ cpf, nome: first?.nome as string }, ...others],
        relatorios: relatorios.map((each) => (each.cpf === first?.cpf ? { ...each, cpf } : each)),
      }
      return opened(dataset, async (one) => {
        const memory = new MemoryStore(dataset, { clock })
        const history = new History(() => memory)
        for (const step of steps) {
          const id = memory.organizations[step.organization ?? -1]?.id
          if ('past' in step) for (const each of [one.history, history]) await outcomeOf(each, step, id)
          else for (const each of [one, memory]) await moveBy(each, memory, step)()
        }
        const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
        const request = { page: 1, rows: 50, order }
        for (const organization of one.organizations)
          assert.equal(await one.list(organization, request), memory.list(organization, request))
      })
    })
  }

  test('the stored orders are rebuilt with what decisions moved, which a restore may undo', () =>
    opened(smallWorld(), async (one, url) => {
      const options = { clock, data: dataOf(smallWorld()), isDataWanted: true, rebuildFrom: 1 }
      const { store } = await SqlStore.open(url, options)
      const other = store.world
      const memory = new MemoryStore(smallWorld(), { clock })
      const past = new History(() => memory)
      const [organization] = memory.organizations as [Organization]
      const numeros = memory.undecided(organization, 60)
      const schema = new URL(url).searchParams.get('schema')
      // Later than all of the data, wherever the test before left the clock: only then does every decision move somebody.
      now = Date.UTC(2027, 0, 1)
      const told = async (text: string) => Number((await server.query(text))[0]?.told)
      const moved = () => told(`SELECT count(*) AS told FROM ${schema}.moved`)
      const same = async () => {
        for (const descending of [false, true]) {
          const order = { by: 'atualizado_em', descending, collation: 'pt-BR' } as const
          for (const [page, world] of [one, other, one, other].entries()) {
            const request = { page: page + 1, rows: 7, order }
            assert.equal(await world.list(organization, request), memory.list(organization, request))
          }
        }
      }
      for (const [i, numero] of numeros.slice(0, 9).entries()) {
        now += 60_000
        if (i === 4) for (const each of [one.history, past]) await each.checkpoint('four')
        const rules = { once: false, touch: true }
        for (const each of [one, memory]) await each.decide(organization, numero, decision, rules)
        await same()
        // The replica that read of two of them rebuilds the orders.
        while ((await moved()) > 1) await new Promise((resolve) => setTimeout(resolve, 5))
        await same()
      }
      assert.ok((await told(`SELECT max(epoch) AS told FROM ${schema}.organizations`)) >= 4)
      for (const each of [other.history, past]) await each.restore('four')
      await same()
      for (const each of [other.history, past]) await each.reset()
      await same()
      await other.close()
    }))

  test('of decisions that may be made only once, one wins, whichever replica they come to', () =>
    opened(smallWorld(), async (one, url) => {
      const {
        store: { world: other },
      } = await SqlStore.open(url, {
        clock,
        data: dataOf(smallWorld()),
        isDataWanted: false,
      })
      const [organization] = one.organizations as [Organization]
      const won = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 === 0 ? one : other).decide(organization, OWN_REPORT, decision, { once: true, touch: true }),
        ),
      )
      assert.is(won.filter(Boolean).length, 1)
      assert.match(await other.report(organization, OWN_REPORT), /approved|rejected/)
      await other.close()
    }))

  test('a schema that the first version of the tables wrote is migrated, with its decisions', () =>
    opened(smallWorld(), async (one, url) => {
      const schema = new URL(url).searchParams.get('schema')
      const old = nameOfSchema()
      const memory = new MemoryStore(smallWorld(), { clock })
      const [organization] = memory.organizations as [Organization]
      const rules = { once: false, touch: true }
      now = Date.UTC(2025, 5, 1)
      for (const each of [one, memory]) await each.decide(organization, OWN_REPORT, decision, rules)
      const [first] = MIGRATIONS as [string]
      const named = first.replace(/\{(\w+)\}/g, `${old}.$1`).replace(/INSERT INTO[^;]*;/, '')
      await server.query(
        `CREATE SCHEMA ${old}; CREATE TABLE ${old}.versions (version int PRIMARY KEY); ${named};
        ALTER TABLE ${old}.persons ALTER place SET DEFAULT 0`,
      )
      const columns = await server.query(
        `SELECT table_name AS name, string_agg(column_name, ',') AS columns FROM information_schema.columns
        WHERE table_schema = '${old}' AND table_name <> 'versions' AND (table_name, column_name) IN
          (SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = '${schema}')
        GROUP BY table_name`,
      )
      assert.is(columns.length, 9)
      for (const { name, columns: all } of columns)
        await server.query(`INSERT INTO ${old}.${name} (${all}) SELECT ${all} FROM ${schema}.${name}`)
      await server.query(`INSERT INTO ${old}.versions VALUES (1)`)
      const { store } = await SqlStore.open(server.url(old), {
        clock,
        data: dataOf(smallWorld()),
        isDataWanted: true,
      })
      const order = { by: 'atualizado_em', descending: true, collation: 'pt-BR' } as const
      const same = async () => {
        const page = { page: 1, rows: 10, order }
        assert.equal(await store.world.list(organization, page), memory.list(organization, page))
        assert.is((await store.world.history.changes()).length, memory.decisions().length)
      }
      await same()
      const namesIn = (where: string) => server.query(`SELECT * FROM ${where}.names ORDER BY org, part`)
      assert.ok((await namesIn(schema as string)).length > 0)
      assert.equal(await namesIn(old), await namesIn(schema as string))
      await store.world.history.reset()
      await memory.restore([])
      await same()
      await store.close()
      await server.query(`DROP SCHEMA ${old} CASCADE`)
    }))

  test('other data, a newer version and a database that is away are errors that name the place, not the password', () =>
    opened(smallWorld(), async (_, url) => {
      const other = { ...smallWorld(), relatorios: [] }
      const open = (to: string) => SqlStore.open(to, { data: dataOf(other), isDataWanted: true })
      assert.match(
        await refusalOf(open(url)),
        /contains the data .*; this start wants .*Use another schema \(\?schema=NAME\), or drop this one: DROP SCHEMA/,
      )
      const schema = new URL(url).searchParams.get('schema')
      await server.query(`INSERT INTO ${schema}.versions VALUES (99)`)
      assert.match(await refusalOf(open(url)), /written by a newer pessoas-sim \(version 99/)
      const away = 'postgres://me:s3cret@127.0.0.1:9/db'
      const message = await refusalOf(open(away))
      assert.match(
        message,
        /The store postgres:\/\/me@127\.0\.0\.1:9\/db \(schema pessoas_sim\) cannot be used: .*ECONNREFUSED/,
      )
      assert.not.match(message, /s3cret/)
    }))

  test('much data is read alike with COPY and from a server that does not know it', () =>
    opened(smallWorld(), async (_, url) => {
      // A setting whose value is that of bytes can be shown, but not copied.
      const setting = encodeURIComponent('-c sim.bytes=\\\\x0a00ff')
      const [copying, other] = await Promise.all(
        [url, `${url}&options=${setting}`].map((one) => Database.open(readPlace(one))),
      )
      assert.equal(await other?.readColumn('SHOW sim.bytes', []), [Uint8Array.of(10, 0, 255)])
      for (const text of [NAME_PARTS, POSTINGS]) {
        for (const values of text === NAME_PARTS
          ? [[0, 0, 16]]
          : [
              [0, [0, 1, 2, 3]],
              [0, [1]],
            ]) {
          const found = await copying?.readColumn(text, values)
          assert.ok(found?.some(({ length }) => length > 0))
          assert.equal(await other?.readColumn(text, values), found)
        }
        assert.equal(await copying?.readColumn(text, text === NAME_PARTS ? [99, 0, 16] : [0, []]), [])
      }
      const refused = await copying?.readColumn('SELECT 1 / 0', []).catch((error: Error) => error.message)
      assert.match(String(refused), /division by zero/)
      assert.is((await copying?.query('SELECT 1 AS one'))?.length, 1)
      await Promise.all([copying, other].map((database) => database?.close()))
    }))

  test('a process that waits for another says so, and how far the other one is', () =>
    opened(smallWorld(), async (store, url) => {
      const schema = new URL(url).searchParams.get('schema')
      const [one, other] = await Promise.all([1, 2].map(() => Database.open(readPlace(url))))
      const lines: string[] = []
      let heard = (_: string) => {}
      const notice = (line: string) => {
        lines.push(line)
        heard(line)
      }
      const next = (pattern: RegExp) =>
        new Promise<void>((resolve) => {
          heard = (line) => pattern.test(line) && resolve()
        })
      const [{ k }] = (await server.query(`SELECT min(k) AS k FROM ${schema}.organizations`)) as [
        { k: number },
      ]
      let waiting: Promise<void> | undefined
      await withSchema(one as Database, async () => {
        waiting = withSchema(other as Database, async () => {}, notice, { first: 1, again: 5 })
        await next(/^Still waiting for the other process\.$/)
        await server.query(`DELETE FROM ${schema}.names WHERE org = ${k}`)
        await next(/^Still waiting for the other process, which has indexed \d+ % of the names\.$/)
        await server.query(`UPDATE ${schema}.world SET state = 'loading', pieces = 7`)
        await next(/^Still waiting for the other process, which has written 7 pieces of the data\.$/)
        await server.query(`UPDATE ${schema}.world SET state = 'ready'`)
      })
      await waiting
      assert.match(
        String(lines[0]),
        /^Another process is preparing or loading .*\. Waiting for it to finish\.$/,
      )
      assert.ok(store.organizations.length > 0)
      await Promise.all([one, other].map((database) => database?.close()))
    }))

  test('a loading that was interrupted goes on where it was', () =>
    opened(smallWorld(), async (store, url) => {
      const schema = new URL(url).searchParams.get('schema')
      const organizations = store.organizations
      await server.query(
        `UPDATE ${schema}.world SET state = 'loading', pieces = pieces - 1; DELETE FROM ${schema}.organizations`,
      )
      const notices: string[] = []
      const again = await SqlStore.open(url, {
        data: dataOf(smallWorld()),
        isDataWanted: false,
        notice: (line) => notices.push(line),
        onProgress: (share) => notices.push(String(share)),
      })
      assert.equal(again.store.world.organizations, organizations)
      assert.match(String(notices[0]), /continues where it was interrupted/)
      assert.equal(notices.slice(1), ['1'])
      await again.store.close()
    }))

  test('a loading that is interrupted after each piece, or done twice at once, writes what one without a break does', async () => {
    // So many that the indexes are created when all rows are there.
    const dataset = seedDataset({ seed: 3, persons: 20_100, organizations: 2 })
    const source = sourceOf(dataset)
    const data = async () => ({ source, hash: 'x', seed: 3 })
    const written = async (schema: string) => {
      const texts = ['persons', 'orders', 'words', 'postings', 'names', 'reports', 'organizations'].map(
        (table) =>
          `SELECT '${table}' AS what, md5(string_agg(t::text, ' ' ORDER BY t::text)) AS told FROM ${schema}.${table} t`,
      )
      const indexes = `SELECT 'indexes', string_agg(replace(indexdef, '${schema}.', ''), ' ' ORDER BY indexname)
        FROM pg_indexes WHERE schemaname = '${schema}'`
      const state = `SELECT 'state', state || ' ' || pieces FROM ${schema}.world`
      return server.query(`${[...texts, indexes, state].join(' UNION ALL ')} ORDER BY 1`)
    }
    const [whole, broken, doubled] = [nameOfSchema(), nameOfSchema(), nameOfSchema()]
    const shares: string[] = []
    const { store } = await SqlStore.open(server.url(whole), {
      data,
      isDataWanted: false,
      onProgress: (share, step) => shares.push(`${step} ${share}`),
    })
    await store.close()
    assert.is(shares.filter((share) => share === 'loading 1').length, 1)
    assert.equal(shares.slice(-5), [
      'indexing 0.2',
      'indexing 0.4',
      'indexing 0.6',
      'indexing 0.8',
      'indexing 1',
    ])

    let breaks = 0
    for (let isLoaded = false; !isLoaded; ) {
      const opening = SqlStore.open(server.url(broken), {
        data,
        isDataWanted: false,
        onProgress: () => {
          throw new OperatorError('interrupted')
        },
      })
      const opened = await opening.catch((error: Error) => error)
      if (opened instanceof Error) assert.is(opened.message, 'interrupted')
      else await opened.store.close()
      isLoaded = !(opened instanceof Error)
      breaks++
    }
    assert.is(breaks, shares.length + 1)
    assert.equal(await written(broken), await written(whole))

    const loaders = await Promise.all([1, 2].map(() => Database.open(readPlace(server.url(doubled)))))
    const [first] = loaders as [Database]
    await withSchema(first, async () => {})
    const steps: string[][] = [[], []]
    await Promise.all(
      loaders.map((database, i) =>
        load(database, {
          source: sourceOf(dataset),
          done: 0,
          onProgress: (share, step) => steps[i]?.push(`${step} ${share}`),
        }),
      ),
    )
    assert.equal(steps, [shares, shares])
    await server.query(`UPDATE ${doubled}.world SET state = 'ready'`)
    assert.equal(await written(doubled), await written(whole))

    await server.query(`UPDATE ${doubled}.world SET pieces = 0`)
    const replaced = await load(first, { source: sourceOf(dataset), done: 1 }).catch((error: Error) => error)
    assert.match((replaced as Error).message, /is being replaced/)
    await Promise.all(loaders.map((database) => database.close()))
    for (const schema of [whole, broken, doubled]) await server.query(`DROP SCHEMA ${schema} CASCADE`)
  })
  test.after(() => server.stop())
}

test('without a server, nothing of it can be tested', () => {
  assert.ok(true)
})

test.run()
