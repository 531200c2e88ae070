import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as library from './index.ts'

const test = suite('public names')

test('the package exports what docs/in-a-test.md lists, and nothing that only the command line needs', () => {
  assert.equal(Object.keys(library).sort(), [
    'JournalGapError',
    'OperatorError',
    'OptionError',
    'VerificationError',
    'changesText',
    'checkFixture',
    'faultPlans',
    'fixtureFromCsv',
    'knobs',
    'listFixtures',
    'profiles',
    'quirks',
    'readProfile',
    'seedDataset',
    'startSimulator',
  ])
})

test('the entries are four, and nothing else of the package can be imported', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  assert.equal(Object.keys(exports), ['.', './conformance', './playwright', './vitest', './package.json'])
})

test.run()
