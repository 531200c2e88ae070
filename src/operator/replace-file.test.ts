import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../testing/world.ts'
import { setAside } from './replace-file.ts'

const test = suite('replace file')

test('files that are set aside in one millisecond have names of their own', () =>
  inFolder((folder) => {
    const { toISOString } = Date.prototype
    Date.prototype.toISOString = () => '2026-11-22T08:00:00.000Z'
    try {
      const path = join(folder, 'decisions.json')
      const asides = ['a', 'b', 'c'].map((text) => {
        writeFileSync(path, text)
        return setAside(path)
      })
      assert.is(new Set(asides).size, 3)
      assert.equal(
        asides.map((aside) => readFileSync(aside, 'utf8')),
        ['a', 'b', 'c'],
      )
    } finally {
      Date.prototype.toISOString = toISOString
    }
  }))

test.run()
