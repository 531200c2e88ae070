import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { packageVersion } from './package-version.ts'

const test = suite('package version')

test('it is that of package.json', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  assert.is(packageVersion(), JSON.parse(text).version)
})

test.run()
