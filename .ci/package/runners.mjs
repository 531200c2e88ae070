// Runs tests with the fixtures for Vitest and Playwright, also one that fails, whose output must have its journal.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** @returns the status and what was printed, without colours */
function run(...args) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1' }
  const { status, stdout, stderr } = spawnSync('npx', args, { encoding: 'utf8', env, timeout: 120_000 })
  return { status, text: stdout + stderr }
}

// The examples of the guide have the name of their file in their first line.
const guide = readFileSync('node_modules/pessoas-sim/docs/in-a-test.md', 'utf8')
const examples = [...guide.matchAll(/^```js\n(\/\/ (pessoas\.\w+\.js)\n.*?)^```$/gms)]
assert.equal(examples.length, 2)
for (const [, code, name] of examples) writeFileSync(`runners/${name}`, code)

// What the guide says of Jest: its hooks, expect and require.
const [, recipe] = /^```js\n(import assert [^`]*node:test'.*?)^```$/ms.exec(guide)
const inJest = recipe
  .replace(/^import .* from 'node:.*'\n/gm, '')
  .replace(/^import (.*) from (.*)$/m, 'const $1 = require($2)')
  .replace(/assert\.deepEqual\((.*), (\[.*\])\)/, 'expect($1).toEqual($2)')
  .replace('\nbefore(', '\nbeforeAll(')
  .replace('\nafter(', '\nafterAll(')
writeFileSync('runners/recipe.jest.js', inJest)
const jest = run('jest', '--testMatch', '**/recipe.jest.js')
assert.match(jest.text, /Tests: +1 passed, 1 total/)

for (const [runner, passes, fails] of [
  [
    'vitest',
    ['vitest', 'run', 'runners/passes.test.ts', 'runners/quirk.test.ts', 'runners/pessoas.test.js'],
    ['vitest', 'run', 'runners/fails.test.ts'],
  ],
  [
    'playwright',
    ['playwright', 'test', 'passes.spec', 'quirk.spec', 'pessoas.spec'],
    ['playwright', 'test', 'fails.spec'],
  ],
]) {
  const passed = run(...passes)
  assert.equal(passed.status, 0, passed.text)
  assert.doesNotMatch(passed.text, /The journal of pessoas-sim/)
  const failed = run(...fails)
  assert.equal(failed.status, 1, failed.text)
  for (const shown of [
    /The journal of pessoas-sim for this test:\n#\d+ GET \/pessoas → 200 \(org-1~\d+\)\n/,
    /GET \/pessoas\?rows=30 → 400 \(org-1~\d+\)\n {2}why: rows\.off-grid: rows=30 is not a positive multiple of 25\. /,
    / {2}curl -sSig .*-H "Authorization: \$CLIENT_TOKEN" .*\/pessoas\?rows=30'\n/,
    /Dalva de Teste/,
  ])
    assert.match(failed.text, shown)
  assert.doesNotMatch(failed.text, /rows=75/)
  const [, token] = /token (\S+)/.exec(failed.text)
  assert.ok(token.length > 20 && failed.text.split(token).length === 2, failed.text)
  const [, count] = /^ *(?:Tests +)?(\d+) passed/m.exec(passed.text)
  console.log(`  the fixtures of ${runner}: ${count} tests passed, and one failed with its journal`)
}
