import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../src/index.ts'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, ownVariables } from './testing/command.ts'
import { Running } from './testing/running.ts'

const test = suite('--layer')

const env = ownVariables() as Record<string, string>
const SERVE = ['serve', '--memory', '--json', '--port', '0', '--no-control']

test('layers change requests and answers, the first is the outermost, and the log has their errors', () =>
  inFolder(async (folder) => {
    const [outer, inner] = [join(folder, 'outer.mjs'), join(folder, 'inner.mjs')]
    writeFileSync(
      outer,
      `export default (next) => async (request) => {
        if (request.url === '/fails') throw new Error('as it was told')
        const answer = await next({ ...request, url: request.url.replace('/api', '') })
        return { ...answer, headers: { ...answer.headers, 'x-outer': answer.headers['x-inner'] + ' ' + answer.faults?.[0]?.name } }
      }`,
    )
    writeFileSync(
      inner,
      `export default (next) => async (request) => {
        const answer = await next(request)
        const body = answer.body.replace('"Not Found"', '"Não há"') + ' '.repeat(request.body?.length ?? 0)
        return { ...answer, body, headers: { ...answer.headers, 'x-inner': 'yes' } }
      }`,
    )
    const args = [...COMMAND, ...SERVE, '--layer', outer, '--layer', inner]
    const sim = new Running(process.execPath, args, { env })
    try {
      const { url, organizations } = await sim.ready()
      await sim.says(
        /warning: layers may change every request and answer: \S*outer\.mjs, \S*inner\.mjs\./,
        'stderr',
      )
      const headers = { authorization: organizations[0]?.token as string }
      const list = await fetch(`${url}/api/pessoas?rows=50`, { headers })
      assert.equal([list.status, list.headers.get('x-outer')], [200, 'yes undefined'])
      const { result } = (await list.json()) as { result: { itens: unknown[] } }
      assert.is(result.itens.length, 50)
      const missing = await fetch(`${url}/nada`, { headers, method: 'POST', body: 'ãã' })
      assert.equal([missing.status, missing.headers.get('x-outer')], [404, 'yes route.unknown'])
      const text = '{"error":"Não há","message":"Not Found","status_code":404}  '
      assert.is(await missing.text(), text)
      assert.is(missing.headers.get('content-length'), String(Buffer.byteLength(text)))
      assert.is((await fetch(`${url}/fails`)).status, 500)
      await sim.says(/error: the layer \S*outer\.mjs failed: Error: as it was told\s+at /, 'stderr')
      await sim.says(/\/fails 500 [^\n]*\n +service: the layer \S*outer\.mjs failed\./, 'stderr')
    } finally {
      await sim.end('SIGTERM')
    }
  }))

test('the layer of the page does what the page says, in both languages', () =>
  inFolder(async (folder) => {
    const texts = ['docs/profiles.md', 'docs/pt-BR/profiles.md'].map((page) => {
      const [, text = ''] =
        /```js\n([\s\S]*?)```/.exec(readFileSync(new URL(`../${page}`, import.meta.url), 'utf8')) ?? []
      return text
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
