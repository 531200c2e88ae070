import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkPlan } from '../../src/control/faults/check.ts'
import { faultPlanSchema } from '../../src/control/faults/schema.ts'
import { examplesOf, runExamples } from './examples.ts'
import { faultKindsTable, faultPlansTable } from './fault-tables.ts'

const test = suite('pages of faults, the clock, moves and the journal')

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const faults = read('docs/control/faults.md')

test('the examples print what the pages show: npm run generate writes it', async () => {
  const examples = ['faults', 'clock', 'moves'].flatMap((page) => examplesOf(read(`docs/control/${page}.md`)))
  assert.is(examples.length, 6)
  const outputs = await runExamples(examples)
  for (const [i, { code, shown }] of examples.entries()) assert.is(outputs[i], shown, code)
})

test('the tables are those of the code: npm run generate writes them', () => {
  const between = (mark: string) =>
    new RegExp(`<!-- ${mark} -->\n(.*?)<!-- /${mark} -->`, 's').exec(faults)?.[1]
  assert.is(between('kinds'), faultKindsTable())
  assert.is(between('plans'), faultPlansTable())
})

test('the plan that the page shows is one', () => {
  const shown = /^```json\n(.*?)^```$/ms.exec(faults)?.[1] as string
  assert.is(checkPlan(JSON.parse(shown)).faults.length, 2)
})

test('the recipes are faults', () => {
  const recipes = [...faults.matchAll(/\| `(\{ "name".*\})` \|$/gm)].map(([, recipe]) =>
    JSON.parse(recipe as string),
  )
  assert.is(checkPlan({ faults: recipes }).faults.length, 7)
})

test('the schema that ships is that of the code: npm run generate writes it', () => {
  assert.equal(JSON.parse(read('fixtures/fault-plan.schema.json')), faultPlanSchema())
})

test.run()
