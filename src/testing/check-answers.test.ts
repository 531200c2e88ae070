import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile } from '../contract/profile.ts'

const test = suite('answers checked in every process')

const ROOT = new URL('../../', import.meta.url)
const source = (path: string) => new URL(path, ROOT).href

/** Runs code in a process that checks answers, and returns what it found. */
async function foundIn(code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-answers-'))
  const file = join(folder, 'found.txt')
  writeFileSync(file, '')
  const { NODE_OPTIONS: _, ...env } = process.env
  const modules = [import.meta.resolve('tsx'), source('src/testing/check-answers.ts')]
  const args = [...modules.flatMap((url) => ['--import', url]), '--input-type=module', '--eval', code]
  try {
    await promisify(execFile)(process.execPath, args, { env: { ...env, CHECKED_ANSWERS: file }, cwd: ROOT })
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const service = (body: string) => `
  import { announced } from '${source('src/service/announced.ts')}'
  import { defaultProfile } from '${source('src/contract/profile.ts')}'
  const ask = announced(defaultProfile)(() => ({ status: 200, body: '${body}' }))
  ask({ method: 'GET', url: '/pessoas', headers: {} })
`
const list = (total: string) =>
  `{"result":{"busca":"","itens":[],"paginacao":{"atual":1,"linhas":25,"total":${total}}},"status_code":200}`

test('an answer that is not as the document says is written down with its request, and others are counted', async () => {
  assert.is(await foundIn(service(list('"0"'))), '1 checked\n')
  const found = await foundIn(service(list('0')))
  assert.match(found, /^GET \/pessoas\n {2}is answered 200: \/result\/paginacao\/total must be string/)
  assert.match(found, /\n1 checked\n$/)
})

test('a quirk stands in front of what is announced, and what a simulator serves is checked', async () => {
  const code = `
    import { startSimulator } from '${source('src/index.ts')}'
    const sim = await startSimulator({ quirks: ['total-as-number'], persons: 3 })
    const response = await fetch(sim.url + '/pessoas', { headers: { authorization: sim.organizations[0].token } })
    if ((await response.json()).result.paginacao.total !== 3) throw new Error('no quirk')
    await sim.close()
  `
  assert.is(await foundIn(code), '1 checked\n')
})

test('without anybody who listens, nothing stands between', async () => {
  const code = `
    import { announced } from '${source('src/service/announced.ts')}'
    const next = () => ({ status: 200, body: '' })
    console.log(announced(${JSON.stringify(defaultProfile)})(next) === next)
  `
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code]
  const { NODE_OPTIONS: _, ...env } = process.env
  assert.is((await promisify(execFile)(process.execPath, args, { env, cwd: ROOT })).stdout, 'true\n')
})

test.run()
