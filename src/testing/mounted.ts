import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import * as assert from 'uvu/assert'

/** Mounts a file by itself, as containers do; renaming it, or over it, then gives EBUSY. */
export async function mounted(path: string, use: () => unknown): Promise<void> {
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
    await use()
  } finally {
    execFileSync('umount', ['--lazy', path])
  }
}
