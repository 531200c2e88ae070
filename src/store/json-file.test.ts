import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keepAside, replaceFile, setAside } from '../operator/replace-file.ts'
import { mounted } from '../testing/mounted.ts'
import { inFolder } from '../testing/world.ts'
import { readIfPresent } from './json-file.ts'

const test = suite('json file')

test('a file that is mounted by itself is written in place, and set aside by its bytes', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'mounted.json')
    await mounted(path, () => {
      replaceFile(path, ['[1', ']'])
      assert.is(readFileSync(path, 'utf8'), '[1]')
      const aside = setAside(path)
      assert.is(readFileSync(aside, 'utf8'), '[1]')
      assert.is(readFileSync(path, 'utf8'), '')
    })
  }))

test('a file that cannot be replaced stays, and no half of a new one is left', () =>
  inFolder((folder) => {
    const path = join(folder, 'folder.json')
    mkdirSync(join(path, 'inside'), { recursive: true })
    assert.throws(() => replaceFile(path, ['1']))
    assert.ok(existsSync(join(path, 'inside')))
    function* failing() {
      yield '['
      throw new Error('half')
    }
    writeFileSync(join(folder, 'a.json'), '1')
    assert.throws(() => replaceFile(join(folder, 'a.json'), failing()), /half/)
    assert.is(readFileSync(join(folder, 'a.json'), 'utf8'), '1')
    assert.equal(readdirSync(folder).sort(), ['a.json', 'folder.json'])
  }))

test('what a string cannot hold, or has no end, is told with its path', () =>
  inFolder((folder) => {
    const path = join(folder, 'huge.json')
    writeFileSync(path, '')
    truncateSync(path, 3 * 2 ** 30)
    assert.throws(() => readIfPresent(path), /huge\.json has 3221225472 bytes, and the maximum is \d+/)
    const fifo = join(folder, 'fifo.json')
    execFileSync('mkfifo', [fifo])
    for (const endless of ['/dev/zero', fifo]) {
      assert.throws(() => readIfPresent(endless), /(zero|fifo\.json) is not a regular file/)
    }
  }))

test('a file has a second name, or a copy where there are no links', () =>
  inFolder((folder) => {
    const path = join(folder, 'a.json')
    writeFileSync(path, '1')
    const aside = keepAside(path)
    replaceFile(path, ['2'])
    assert.is(readFileSync(aside, 'utf8'), '1')
    assert.throws(() => keepAside(folder), /EISDIR|EPERM|copy/)
  }))

test.run()
