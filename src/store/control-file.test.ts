import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../testing/world.ts'
import { CONTROL_FILE, readControlFile, writeControlFile } from './control-file.ts'

const test = suite('control file')

const place = { url: 'http://127.0.0.1:3211', token: 'a-token-of-a-run' }

test('it has the control port of this process, for its owner only', () =>
  inFolder((folder) => {
    writeControlFile(folder, place)
    assert.equal(readControlFile(folder), { ...place, pid: process.pid })
    if (process.platform !== 'win32') assert.is(statSync(join(folder, CONTROL_FILE)).mode & 0o777, 0o600)
  }))

for (const text of ['', 'null', '[]', '{"url":1}', `{"url":"x","token":"x","pid":"1"}`, '{"url":"x"}'])
  test(`${JSON.stringify(text)} names no control port`, () =>
    inFolder((folder) => {
      writeFileSync(join(folder, CONTROL_FILE), text)
      assert.is(readControlFile(folder), undefined)
    }))

test('without a file, there is no control port', () =>
  inFolder((folder) => assert.is(readControlFile(folder), undefined)))

test.run()
