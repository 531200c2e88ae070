import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as conformance from '../../conformance/index.ts'
import { probeOptions, runOptions, suiteOptions } from '../../conformance/run/option-tables.ts'
import * as simulator from '../../src/index.ts'
import { profileFaults } from '../../src/operator/profile-faults.ts'
import { everyFew } from '../../src/testing/deep.ts'
import { controlDocument, controlPage } from './control-page.ts'
import { examplesOf, runExamples } from './examples.ts'
import { faultsPage } from './faults-page.ts'
import { optionsPage } from './options.ts'
import { example, profilePage } from './profile-page.ts'

const test = suite('reference')

const page = (name: string) => readFileSync(new URL(`../reference/${name}`, import.meta.url), 'utf8')
const api = page('api.md')

test('the examples print what the page shows: npm run generate writes it', async () => {
  const examples = examplesOf(api)
  assert.is(examples.length, [...api.matchAll(/^```js$/gm)].length)
  const some = everyFew(examples, 12, 4)
  const outputs = await runExamples(some)
  for (const [i, { code, shown }] of some.entries()) assert.is(outputs[i], shown, code)
})

test('an example imports each public name', () => {
  const code = examplesOf(api)
    .map(({ code }) => code)
    .join('')
  const importedFrom = (entry: string) => {
    const names = [...code.matchAll(/^import \{ (.*) \} from '(.*)'$/gm)]
      .filter(([, , from]) => from === entry)
      .flatMap(([, names]) => (names as string).split(', '))
    return [...new Set(names)].sort()
  }
  assert.equal(importedFrom('pessoas-sim'), Object.keys(simulator).sort())
  assert.equal(importedFrom('pessoas-sim/conformance'), Object.keys(conformance).sort())
})

test('the table of startSimulator has every option, and no other', async () => {
  const [, table] = /^\| option \| default \| \|\n.*\n((?:\|.*\n)+)/m.exec(api) as RegExpExecArray
  const shown = [...(table as string).matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name)
  const unknown = { unknown: 1 } as object
  const message = await simulator.startSimulator(unknown).then(
    () => '',
    (error: Error) => error.message,
  )
  const known = /Use one of (.*)\.$/.exec(message)?.[1]?.split(', ') ?? []
  assert.equal(shown.sort(), known.sort())
})

test('the table of the simulator has every member, and no other', async () => {
  const [, table] = /^The simulator that it returns:\n\n\| member .*\n.*\n((?:\|.*\n)+)/m.exec(
    api,
  ) as RegExpExecArray
  const names = [...(table as string).matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell as string).join()
  const shown = [...names.matchAll(/`(\w+)/g)].map(([, name]) => name)
  await using sim = await simulator.startSimulator({ fixture: 'empty' })
  assert.equal(shown.sort(), Object.keys(sim).sort())
})

test('options.md is what the tables of options say: npm run generate writes it', () => {
  assert.is(page('options.md'), optionsPage())
  const shown = [...page('options.md').matchAll(/^\| `(\w+)` .* \| `--/gm)].map(([, name]) => name)
  assert.equal(shown, [
    ...Object.keys(runOptions),
    ...Object.keys(suiteOptions),
    ...Object.keys(probeOptions),
  ])
})

test('the pages of faults and of profiles are what the tables say: npm run generate writes them', () => {
  assert.is(page('faults.md'), faultsPage())
  assert.is(page('profile.md'), profilePage())
  assert.not.match(page('faults.md') + page('profile.md'), /undefined|NaN|\[object Object/)
  assert.equal(profileFaults(example), [])
})

test('the pages of the control port are what it says itself: npm run generate writes them', async () => {
  const document = await controlDocument()
  assert.is(page('control.md'), controlPage(document))
  assert.equal(JSON.parse(page('control.openapi.json')), document)
  assert.not.match(page('control.md'), /undefined|\[object/)
})

test.run()
