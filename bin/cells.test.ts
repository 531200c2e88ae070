import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  baselineOf,
  type ConformanceOptions,
  ConformanceUsageError,
  type Report,
  renderReport,
  runConformance,
} from '../conformance/index.ts'
import { startSimulator } from '../src/index.ts'
import { serveBreaking } from './testing/breaking-cells.ts'

const test = suite('cells in flags')
const sim = await startSimulator()
const broken = await serveBreaking(sim.url, (query) => query.has('nome') && query.get('sort') === '-nome')
test.after(async () => {
  await broken[Symbol.asyncDispose]()
  await sim[Symbol.asyncDispose]()
})
const token = sim.organizations[0]?.token as string
const run = (options: Partial<ConformanceOptions>) =>
  runConformance({ url: broken.url, token, readOnly: true, ...options }).report()
const cellsOf = ({ results }: Report) => {
  const cells = results.find(({ id }) => id === 'CELL-06')?.cells
  assert.ok(cells)
  return cells
}

test('the report says which cells were asked, which fail, and which the data does not allow', async () => {
  const report = await run({ only: ['CELL-06'] })
  const { asked, failing = [], failed = [], absent } = cellsOf(report)
  assert.ok(asked.length > 50 && failing.length > 1 && failing.length < asked.length)
  assert.ok(failing.every((cell) => asked.includes(cell) && cell.includes('order:-nome')))
  // One person has no order, so only a search that finds several fails.
  assert.equal(
    failed.map(({ cell }) => cell),
    ['filter:word/order:-nome'],
  )
  assert.ok(absent.every((value) => /^[a-z]+:/.test(value)))
  for (const form of ['pretty', 'html'] as const)
    assert.match(renderReport(report, form), `${asked.length} cells asked`)

  const baseline = baselineOf(report)
  assert.ok(baseline.every(({ id }) => id.startsWith('CELL-06@') && id.includes('order:-nome')))
  const known = await run({ only: ['CELL-06'], baseline })
  assert.is(known.exitCode, 0)
  const [entry] = baseline
  assert.ok(entry)
  const wide = { ...entry, id: 'CELL-06@order:-nome/filter:*' }
  assert.is((await run({ only: ['CELL-06'], baseline: [wide] })).exitCode, 0)
  const narrow = { ...entry, id: 'CELL-06@order:-nome/filter:cpf-and-nome' }
  assert.is((await run({ only: ['CELL-06'], baseline: [narrow] })).verdict, 'violated')
  const stale = { ...entry, id: 'CELL-06@order:cpf' }
  const { baselineFaults } = await run({ only: ['CELL-06'], baseline: [...baseline, stale] })
  assert.equal(
    baselineFaults.map(({ id, fault }) => [id, fault]),
    [['CELL-06@order:cpf', 'stale']],
  )
})

test('--only asks these cells only, and --skip leaves them out', async () => {
  const only = await run({ only: ['order:-nome/filter:none', 'order:cpf'] })
  assert.ok(only.results.length > 5 && only.results.every(({ id }) => id.startsWith('CELL')))
  assert.is(only.verdict, 'conformant')
  assert.ok(cellsOf(only).asked.every((cell) => /order:(cpf|-nome)/.test(cell)))
  assert.is((await run({ only: ['CELL-06', 'order:-no*/*'] })).counts.fail, 1)
  const without = await run({ only: ['CELL-06'], skip: ['order:-nome'] })
  assert.is(without.verdict, 'conformant')
  assert.not(cellsOf(without).asked.some((cell) => cell.includes('order:-nome')))
})

test('an unknown axis or value is a usage error that lists them', () => {
  const refused = (options: Partial<ConformanceOptions>, says: RegExp) =>
    assert.throws(
      () => runConformance({ url: broken.url, token, ...options }),
      (error: Error) => error instanceof ConformanceUsageError && says.test(error.message),
    )
  refused({ only: ['colour:red'] }, /unknown axis "colour": the axes are filter, order, rows/)
  refused({ skip: ['order:name'] }, /unknown value "name" of order: the values are none, atualizado_em/)
  const entry = { reason: 'x', expires: '2099-01-01' }
  refused(
    { baseline: [{ ...entry, id: 'CELL-06@order:x' }] },
    /CELL-06@order:x\): unknown value "x" of order/,
  )
  refused(
    { baseline: [{ ...entry, id: 'PAG-01@order:cpf' }] },
    /PAG-01 has no cells: use the id without @order:cpf/,
  )
})

test.run()
