import { constants } from 'node:buffer'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../testing/world.ts'
import { replaceFile, setAside, toText } from './json-file.ts'

const test = suite('json file')

/** Mounts a file by itself, as containers do; renaming it, or over it, then gives EBUSY. */
function mounted(path: string, use: () => void): void {
  writeFileSync(path, '')
  if (spawnSync('mount', ['--bind', path, path]).status !== 0) {
    assert.not(
      process.env.CI,
      'where the change is judged, mounts must be possible: without them EBUSY is not tried',
    )
    console.log('not run: this user may not mount, so a rename that gives EBUSY cannot be tried')
    return
  }
  try {
    use()
  } finally {
    execFileSync('umount', [path])
  }
}

test('a file that is mounted by itself is written in place, and set aside by its bytes', () =>
  inFolder((folder) => {
    const path = join(folder, 'mounted.json')
    mounted(path, () => {
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

test('bytes that no text can hold are told as such', () => {
  const huge = { length: constants.MAX_STRING_LENGTH + 1 } as Buffer
  assert.throws(() => toText(huge), /more than the \d+ that can be read/)
})

test.run()
