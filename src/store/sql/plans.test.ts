import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { seedDataset } from '../../fixture/make/seed.ts'
import { times } from '../../testing/deep.ts'
import { aNameMatch, anOrder } from '../../testing/model.ts'
import { tellSkipped, testPostgres } from '../../testing/postgres.ts'
import { MENSAGEM } from '../../testing/world.ts'
import { MemoryStore } from '../memory.ts'
import { upTo } from '../persons.ts'
import type { ListRequest, Organization } from '../store.ts'
import { BLOCKS_OF_ORDER, BY_CPF, NAMES, PERSONS, POSTINGS, WHOLE_ORDER } from './columns.ts'
import { readPlace } from './connection.ts'
import { Database } from './database.ts'
import { DECIDE } from './decide.ts'
import { completeNames, NAME_PARTS } from './names.ts'
import { CHANGED } from './overlay.ts'
import { sourceOf } from './source.ts'
import { SqlStore } from './store.ts'
import { REPORT, UNDECIDED_REPORTS } from './world.ts'

const test = suite('plans at 100,000 persons')
const server = await testPostgres()
if (server === null) tellSkipped('the plans of statements in PostgreSQL')

if (server !== null) {
  const dataset = seedDataset({ seed: 1, persons: 100_000, organizations: 2 })
  const schema = `plans_${process.pid}`
  const clock = { now: () => Date.UTC(2026, 1, 1) }
  const data = async () => ({ source: sourceOf(dataset), hash: 'x', seed: 1 })
  const {
    store: { world: store },
  } = await SqlStore.open(server.url(schema), { clock, data, isDataWanted: false })
  const database = await Database.open(readPlace(server.url(schema)))
  const [own] = store.organizations as [Organization]
  const numeros = dataset.relatorios
    .filter(({ organizacao }) => organizacao === own.id)
    .map(({ numero }) => numero)
  const [{ cpf }] = dataset.pessoas as [(typeof dataset.pessoas)[0]]
  const decided = numeros.slice(0, 4_000 * 20).filter((_, i) => i % 20 === 0)
  const decision = { aprovar: true, mensagem: MENSAGEM }
  const rules = { once: false, touch: true }
  // They share some twenty transactions, the last of which is what a replica has missed.
  await Promise.all(decided.map((numero) => store.decide(own, numero, decision, rules)))
  // Of three parts of names, an index would only be a detour: there are those of many minted organizations.
  await server.query(`INSERT INTO ${schema}.names SELECT k, 0, '' FROM generate_series(1000, 4000) k`)
  for (const table of ['moved', 'decisions', 'names']) await server.query(`ANALYZE ${schema}.${table}`)

  const one = [[randomUUID()], [numeros[0]], [true], [MENSAGEM], [1], [true], [true]]
  /** Each access path, and the indexes that it must use. */
  const paths: [what: string, text: string, values: unknown[], indexes: string[]][] = [
    ['a page by its rows', PERSONS, [0, [5, 70_000, 99_999]], ['persons_pkey']],
    ['the names of many rows', NAMES, [0, Array.from(upTo(300), (row) => 300 * row)], ['persons_pkey']],
    ['one person', BY_CPF, [0, [cpf]], ['persons_cpf']],
    ['a page of an order, at any depth', BLOCKS_OF_ORDER, [0, 2, [390]], ['orders_pkey']],
    ['an order as a whole', WHOLE_ORDER, [0, 2], ['orders_pkey']],
    ['the rows of words', POSTINGS, [0, [1, 2, 3]], ['postings_pkey']],
    ['the names of everyone', NAME_PARTS, [0, 0, 16], ['names_pkey']],
    [
      'what decisions moved since another',
      CHANGED,
      [0, 20, 0],
      ['moved_seq', 'persons_pkey', 'persons_stamp'],
    ],
    ['a report', REPORT, [numeros[0], 0], ['reports_pkey']],
    ['undecided reports', UNDECIDED_REPORTS, [0, 60], ['reports_place']],
    ['decisions', DECIDE, [0, 300, ...one], ['reports_pkey', 'persons_pkey']],
  ]
  for (const [what, text, values, indexes] of paths) {
    test(`${what}: ${indexes.join(', ')}, and no sequential scan`, async () => {
      const rows = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      // The organizations are few, and read whatever way is cheapest.
      assert.not.match(plan, /Seq Scan on (?!organizations)/, plan)
      for (const index of indexes) assert.ok(plan.includes(index), `${index} is not in\n${plan}`)
    })
  }

  const frequent = [PERSONS, NAMES, BY_CPF, BLOCKS_OF_ORDER, REPORT, DECIDE]
  test('the plans that the server keeps for any values use the same indexes', () =>
    database.session(async ({ query }) => {
      const literal = (value: unknown): string =>
        Array.isArray(value) ? `'{${value.map((one) => `"${one}"`).join(',')}}'` : `'${value}'`
      await query('SET plan_cache_mode = force_generic_plan')
      for (const [i, [what, text, values, indexes]] of paths.entries()) {
        if (!frequent.includes(text)) continue
        await query(`PREPARE kept_${i} AS ${text}`)
        const rows = await query<{ 'QUERY PLAN': string }>(
          `EXPLAIN EXECUTE kept_${i}(${values.map(literal).join(', ')})`,
        )
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        assert.not.match(plan, /Seq Scan on (?!organizations)/, `${what}\n${plan}`)
        for (const index of indexes) assert.ok(plan.includes(index), `${index} is not in\n${plan}`)
      }
      await query('DISCARD ALL')
    }))

  test('random pages are those of memory', async () => {
    const memory = new MemoryStore(dataset, { clock })
    for (const numero of decided) await memory.decide(own, numero, decision, rules)
    const names = dataset.pessoas.slice(0, 100_000).map(({ nome }) => nome)
    const aRequest: fc.Arbitrary<ListRequest> = fc.record({
      page: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4_000 })),
      rows: fc.constantFrom(25, 50, 1_000),
      order: anOrder,
      nome: fc.option(
        fc.oneof(
          aNameMatch,
          fc.record({
            text: fc.constantFrom(...names.slice(0, 200), 'an', 'silva', 'da', 'Maria', 'a da ', 'e s'),
            matching: fc.constantFrom('contains', 'prefix', 'word', 'exact', 'words', 'text-at-word'),
            folding: fc.constantFrom('case', 'case-and-accents', 'none'),
          }),
        ),
      ),
    }) as fc.Arbitrary<ListRequest>
    for (const { nome, ...rest } of fc.sample(aRequest, { numRuns: times(8, 100), seed: 1 })) {
      const request = nome ? { ...rest, nome } : rest
      assert.equal(await store.list(own, request), memory.list(own, request), JSON.stringify(request))
    }
  })

  test('of the names, those that an interrupted update did not write are written', async () => {
    await server.query(`DELETE FROM ${schema}.names WHERE org >= 1000`)
    const written = () =>
      server.query(`SELECT org, part, md5(ids) AS ids, xmin::text FROM ${schema}.names ORDER BY org, part`)
    const before = await written()
    assert.equal(
      before.map(({ org, part }) => [org, part]),
      [
        [0, 0],
        [0, 1],
        [1, 0],
      ],
    )
    await server.query(`DELETE FROM ${schema}.names WHERE (org, part) IN ((0, 0), (1, 0))`)
    const notices: string[] = []
    await completeNames(database, (line) => notices.push(line))
    const after = await written()
    const texts = (rows: Record<string, unknown>[]) => rows.map(({ org, part, ids }) => [org, part, ids])
    assert.equal(texts(after), texts(before))
    assert.equal(after[1], before[1])
    assert.not.equal(after[0]?.xmin, before[0]?.xmin)
    assert.match(String(notices[0]), /Indexing the names of .*, once after an update/)
    const lines = notices.length
    await completeNames(database, (line) => notices.push(line))
    assert.is(notices.length, lines)
    assert.equal(await written(), after)
  })

  test.after(async () => {
    await store.close()
    await database.close()
    await server.query(`DROP SCHEMA ${schema} CASCADE`)
    await server.stop()
  })
}

test('the statements are there', () => {
  assert.match(DECIDE, /^\s*WITH given/)
})

test.run()
