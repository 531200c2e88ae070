import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../src/index.ts'
import { isDeep } from '../../src/testing/deep.ts'
import type { Report } from './report.ts'
import { runConformance } from './run.ts'

const test = suite('a service whose reports are decided once')

/** Runs the whole suite with so many declared reports. */
async function runWith(declared: number, quirks: string[] = []): Promise<Report> {
  await using sim = await startSimulator({ quirks, profile: { revalidation: 'refuse-409' } })
  const [own, other, disabled] = sim.organizations
  const undecided = own?.reports.slice(0, declared) as string[]
  assert.is(undecided.length, declared)
  return await runConformance({
    url: sim.url,
    token: own?.token as string,
    otherToken: other?.token,
    disabledToken: disabled?.token,
    reports: undecided,
    foreignReport: other?.reports[0],
    allowWrites: true,
  }).report()
}

function verdictsOf({ results }: Report, ids: readonly string[]): string[] {
  return ids.map((id) => `${id} ${results.find((one) => one.id === id)?.verdict}`)
}

// Each needs a decision that is accepted after those which every run makes.
const AFTER_DECISIONS = ['CELL-44', 'CELL-53', 'CELL-57', 'CELL-58', 'CELL-62', 'CELL-63', 'ORG-10']

test('shows the lists after an approval and after a rejection if ten are declared', async () => {
  const report = await runWith(10)
  assert.is(report.verdict, 'conformant', report.headline)
  assert.equal(
    verdictsOf(report, [...AFTER_DECISIONS, 'CELL-40', 'ORG-09']),
    [...AFTER_DECISIONS, 'CELL-40', 'ORG-09'].map((id) => `${id} pass`),
  )
  assert.match(report.results.find(({ id }) => id === 'CELL-40')?.detail ?? '', /^\d decisions? on \d reports$/)
})

if (isDeep) {
  test('is conformant with few reports, which leave more undecided', async () => {
    const report = await runWith(3)
    assert.is(report.verdict, 'conformant', report.headline)
    const expected = AFTER_DECISIONS.map((id) => `${id} ${id === 'CELL-44' ? 'pass' : 'inconclusive'}`)
    assert.equal(verdictsOf(report, AFTER_DECISIONS), expected)
  })

  test('is blamed for a decision of another organization that it refuses and records', async () => {
    const report = await runWith(10, ['foreign-report-decided-with-404'])
    assert.equal(
      report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
      ['ORG-09'],
    )
  })
}

test.run()
