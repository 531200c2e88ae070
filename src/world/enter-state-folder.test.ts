import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError } from '../operator/operator-error.ts'
import { FolderInUse } from '../store/folder-in-use.ts'
import { inFolder } from '../testing/world.ts'
import { enterStateFolder } from './enter-state-folder.ts'

const test = suite('state folder')

const enter = (state: string) => {
  const { folder, abandon } = enterStateFolder(state, {})
  return {
    leave: () => folder.leave(),
    abandon: () => {
      abandon()
      folder.leave()
    },
  }
}

test('a folder that was made is removed when it is abandoned, with those above it', () =>
  inFolder(async (folder) => {
    const state = join(folder, 'a', 'b')
    const { abandon } = enter(state)
    writeFileSync(join(state, 'decisions.json'), '{}')
    abandon()
    assert.equal(readdirSync(folder), [])
    enter(state).leave()
    assert.ok(existsSync(state))
  }))

test('what is in a folder that was there stays, and so does what others have put above one that was made', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'mine.txt'), '')
    enter(folder).abandon()
    assert.ok(existsSync(join(folder, 'mine.txt')))
    const { abandon } = enter(join(folder, 'a', 'b'))
    writeFileSync(join(folder, 'a', 'theirs.txt'), '')
    abandon()
    assert.equal(readdirSync(join(folder, 'a')), ['theirs.txt'])
  }))

test('a folder in use is told with its process, and left as it is', () =>
  inFolder(async (folder) => {
    const state = join(folder, 'state')
    const { leave } = enter(state)
    const before = readdirSync(state)
    assert.throws(
      () => enter(state),
      (error: unknown) => error instanceof FolderInUse && error.pid === process.pid,
    )
    assert.equal(readdirSync(state), before)
    leave()
    enter(state).leave()
  }))

test('an attempt that fails leaves nothing behind, wherever it fails', () =>
  inFolder(async (folder) => {
    // The name of the folder is too long, or that of the files in it: of some, or of all.
    for (const length of [60, 40, 15, 8, 5, -5, -300]) {
      let state = join(folder, 'new')
      while (state.length < 4_096 - length)
        state = join(state, 'x'.repeat(Math.min(200, 4_096 - length - state.length)))
      assert.not(existsSync(join(folder, 'new')))
      try {
        enter(state).abandon()
      } catch (error) {
        assert.instance(error, OperatorError)
        assert.match((error as Error).message, /cannot be used: ENAMETOOLONG/)
      }
      assert.equal(readdirSync(folder), [], String(length))
    }
    mkdirSync(join(folder, 'a'))
    writeFileSync(join(folder, 'a', 'file'), '')
    assert.throws(() => enter(join(folder, 'a', 'file', 'b')), /cannot be used/)
    assert.equal(readdirSync(join(folder, 'a')), ['file'])
  }))

test.run()
