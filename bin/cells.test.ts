import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
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

test('the report says how many cells were asked and which fail', async () => {
  const report = await run({ only: ['CELL-06'] })
  const { asked, failing = [], failed = [] } = cellsOf(report)
  assert.ok(asked > 50 && failing.length > 1 && failing.length < asked)
  assert.ok(failing.every((cell) => cell.includes('order:-nome')))
  // One person has no order, so only a search that finds several fails.
  assert.equal(
    failed.map(({ cell }) => cell),
    ['filter:word/order:-nome'],
  )
  for (const form of ['pretty', 'html', 'junit'] as const)
    assert.match(renderReport(report, form), /filter:word\/order:-nome \(\d+ of \d+\)/)
})

test('--only asks these cells only, and --skip leaves them out', async () => {
  const only = await run({ only: ['order:-nome/filter:none', 'order:cpf'] })
  assert.ok(only.results.length > 5 && only.results.every(({ id }) => id.startsWith('CELL')))
  assert.is(only.verdict, 'conformant')
  assert.is((await run({ only: ['CELL-06', 'order:-no*/*'] })).counts.fail, 1)
  const without = await run({ only: ['CELL-06'], skip: ['order:-nome'] })
  assert.is(without.verdict, 'conformant')
})

test('an unknown axis or value is a usage error that lists them', () => {
  const refused = (options: Partial<ConformanceOptions>, says: RegExp) =>
    assert.throws(
      () => runConformance({ url: broken.url, token, ...options }),
      (error: Error) => error instanceof ConformanceUsageError && says.test(error.message),
    )
  refused({ only: ['colour:red'] }, /unknown axis "colour": the axes are filter, order, rows/)
  refused({ skip: ['order:name'] }, /unknown value "name" of order: the values are none, atualizado_em/)
})

test.run()
