import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, openapiOf, overlayOf } from '../src/cli.ts'
import { profiles, startSimulator } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { runHere } from './testing/command.ts'

const test = suite('the OpenAPI document as users get it')

const strict = completeProfile(profiles.strict.choices, { rowsMaximum: 50 })
const flags = ['--profile', 'strict', '--set', 'rowsMaximum=50']

test('the command prints the document of a profile, or its overlay, or writes them', () =>
  inFolder(async (cwd) => {
    const run = (...args: string[]) => runHere(['openapi', ...args], { cwd })
    assert.equal(JSON.parse((await run()).stdout), openapiOf())
    assert.equal(JSON.parse((await run(...flags)).stdout), openapiOf(strict))
    assert.equal(JSON.parse((await run(...flags, '--overlay')).stdout), overlayOf(strict))
    const written = await run(...flags, '--out', 'service.json')
    assert.equal([written.status, written.stdout, written.stderr], [0, '', 'service.json was written.\n'])
    assert.equal(JSON.parse(readFileSync(join(cwd, 'service.json'), 'utf8')), openapiOf(strict))
    const again = await run('--out', 'service.json')
    assert.is(again.status, 2)
    assert.match(again.stderr, 'service.json already exists. Use another file, or --force to replace it.')
    assert.is((await run('--out', 'service.json', '--force')).status, 0)
    assert.is((await run('--profile', 'missing.json')).status, 1)
  }))

test('the control port returns the document of its simulator, with its address', async () => {
  await using sim = await startSimulator({ control: true, profile: strict, fixture: 'empty' })
  const { url, token } = sim.control as { url: string; token: string }
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/service/openapi.json`, { headers })
  assert.equal(await response.json(), openapiOf(strict, sim.url))
})

test.run()
