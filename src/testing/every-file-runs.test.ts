import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('every test file')
const root = fileURLToPath(new URL('../../', import.meta.url))

test('runs its suite, which uvu does not notice when it is forgotten, and skips and singles out none', () => {
  const files = ['src', 'bin', 'conformance', 'bench', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join(root, folder, file)),
  )
  assert.ok(files.length >= 15)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    assert.match(text, /^test\.run\(\)\n$/m, file)
    assert.not.match(text, /^test\.(only|skip|before(?!\.each))\b/m, file)
  }
})

test.run()
