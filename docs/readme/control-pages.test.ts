import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkPlan } from '../../src/control/faults/schema.ts'
import { examplesOf, runExamples } from './examples.ts'
import { languages, read } from './pages.ts'

const test = suite('pages of faults, the clock, persons and the journal')

test('the examples print what the pages show', async () => {
  const examples = ['faults', 'clock', 'persons', 'journal'].flatMap((page) =>
    examplesOf(read(`docs/control/${page}.md`)),
  )
  assert.is(examples.length, 5)
  const outputs = await runExamples(examples)
  for (const [i, { code, shown }] of examples.entries()) assert.is(outputs[i], shown, code)
})

for (const { folder } of Object.values(languages)) {
  test(`${folder}/control/faults.md: the recipes are faults`, () => {
    const faults = read(`${folder}/control/faults.md`)
    const recipes = [...faults.matchAll(/\| `(\{ "name".*\})` \|$/gm)].map(([, recipe]) =>
      JSON.parse(recipe as string),
    )
    assert.is(checkPlan({ faults: recipes }).faults.length, 5)
  })
}

test.run()
