import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { COMMAND } from '../../bin/testing/command.ts'
import { everyFew } from '../../src/testing/deep.ts'
import { readCases, replay } from './cases.ts'

const test = suite('what attacks found')

for (const { name, kept } of everyFew(readCases(), 3)) {
  test(`${name}: ${kept.what.slice(0, 100)}`, async () => {
    assert.is(await replay(COMMAND, kept), undefined)
  })
}

test.run()
