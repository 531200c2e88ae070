import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, ownVariables } from './testing/command.ts'
import { Running } from './testing/running.ts'

const test = suite('--layer and --faults')

test('layers and faults are warned of, the first layer is the outermost, and the log has what they did', () =>
  inFolder(async (folder) => {
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const marking = (name: string) =>
      `export default (next) => async (request) => {
        if (request.url === '/${name}') throw new Error('as it was told')
        const answer = await next(request)
        return { ...answer, headers: { ...answer.headers, 'x-by': (answer.headers['x-by'] ?? '') + '${name}' } }
      }`
    const busy = { name: 'busy', fault: { kind: 'status', status: 503 }, calls: [1] }
    const faults = file('faults.json', JSON.stringify({ faults: [busy] }))
    const layers = ['outer', 'inner'].flatMap((name) => ['--layer', file(`${name}.mjs`, marking(name))])
    const args = ['serve', '--memory', '--json', '--port', '0', '--no-control', ...layers]
    const env = { ...(ownVariables() as Record<string, string>), PESSOAS_SIM_FAULTS: faults }
    const sim = new Running(process.execPath, [...COMMAND, ...args], { env })
    try {
      const { url, organizations } = await sim.ready()
      const headers = { authorization: organizations[0]?.token as string }
      assert.is((await fetch(`${url}/pessoas`, { headers })).status, 503)
      const list = await fetch(`${url}/pessoas`, { headers })
      assert.equal([list.status, list.headers.get('x-by')], [200, ['inner', 'outer'].join('')])
      const failing = async () => (await fetch(`${url}/inner`)).status
      assert.equal([await failing(), await failing()], [503, 500])
      for (const said of [
        /warning: layers may change every request and answer: \S*outer\.mjs, \S*inner\.mjs\./,
        /warning: faults strike requests: busy \(status\)\./,
        /service: the fault busy strikes \(status\)\./,
        /error: the layer \S*inner\.mjs failed: Error: as it was told\s+at /,
      ])
        await sim.says(said, 'stderr')
    } finally {
      await sim.end('SIGTERM')
    }
  }))

test('the layer of the page does what the page says, in both languages', () =>
  inFolder(async (folder) => {
    const texts = ['docs/profiles.md', 'docs/pt-BR/profiles.md'].map((page) => {
      const text = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8')
      return /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
    })
    assert.is(texts[0], texts[1])
    const file = join(folder, 'staging.mjs')
    writeFileSync(file, texts[0] as string)
    await using sim = await startSimulator({ layers: [file, (next) => (request) => next(request)] })
    const answers = ['/pessoas;a=1', '/pessoas'].map((path) => fetch(sim.url + path))
    const [forbidden, refused] = await Promise.all(answers)
    assert.equal([forbidden?.status, await forbidden?.json()], [403, { error: 'Forbidden' }])
    assert.equal([refused?.status, refused?.headers.get('content-type')], [401, 'application/problem+json'])
  }))

test.run()
