import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as library from './index.ts'

const test = suite('public names of the suite')

test('the package exports what docs/in-a-test.md lists, and nothing that only the command line needs', () => {
  assert.equal(Object.keys(library).sort(), [
    'ConformanceUsageError',
    'baselineOf',
    'changesSince',
    'checks',
    'probe',
    'renderChanges',
    'renderProbe',
    'renderReport',
    'reporters',
    'runConformance',
  ])
})

test.run()
