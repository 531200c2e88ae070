import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkPlan } from '../../src/control/faults/schema.ts'
import { examplesOf, runExamples } from './examples.ts'

const test = suite('pages of faults, the clock, persons and the journal')

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const faults = read('docs/control/faults.md')

test('the examples print what the pages show', async () => {
  const examples = ['faults', 'clock', 'persons'].flatMap((page) =>
    examplesOf(read(`docs/control/${page}.md`)),
  )
  assert.is(examples.length, 4)
  const outputs = await runExamples(examples)
  for (const [i, { code, shown }] of examples.entries()) assert.is(outputs[i], shown, code)
})

test('the recipes are faults', () => {
  const recipes = [...faults.matchAll(/\| `(\{ "name".*\})` \|$/gm)].map(([, recipe]) =>
    JSON.parse(recipe as string),
  )
  assert.is(checkPlan({ faults: recipes }).faults.length, 4)
})

test.run()
