import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Running } from '../../bin/testing/running.ts'
import { type SimulatorOrganization, startSimulator } from '../../src/index.ts'
import { freePort, tellSkipped, testPostgres } from '../../src/testing/postgres.ts'
import { inFolder } from '../../src/testing/world.ts'
import { codeOf } from './pages.ts'
import { hasProgram, variablesWithNpx } from './shell.ts'

const test = suite('pages: shared state')

const page = 'docs/shared-state.md'
const mensagem = 'Aprovado após conferência manual.'
const schema = `page_${process.pid}`
const server = await testPostgres()
if (server === null) tellSkipped(`the blocks of ${page}`)
const store = server?.url(schema) as string

test.after(async () => {
  await server?.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  await server?.stop()
})

async function decide(url: string, { token, reports }: SimulatorOrganization): Promise<number> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const body = JSON.stringify({ aprovar: true, mensagem })
  return (await fetch(`${url}/relatorios/validar/${reports[0]}`, { method: 'POST', headers, body })).status
}

/** Starts nginx with the block of the page in front of two simulators, and returns its URL; undefined where there is none. */
async function startBalancer(folder: string, urls: readonly string[]) {
  if (!hasProgram('nginx -v', `the block for nginx of ${page}`)) return
  const [block] = codeOf(page, 'nginx') as [string]
  const port = await freePort()
  const http = ['sim-1:3210', 'sim-2:3210'].reduce(
    (text, host, i) => text.replace(host, new URL(urls[i] as string).host),
    block.replace('listen 80', `listen 127.0.0.1:${port}`),
  )
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder};\n`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log; events {}\nhttp {\naccess_log off;\n${paths.join('')}${http}}\n`,
  )
  const child = spawn('nginx', ['-c', file, '-e', join(folder, 'log')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let i = 0; i < 200 && !(await fetch(url).catch(() => undefined)); i++) await setTimeout(20)
  return { url, child }
}

if (server)
  test('the shell lines load a schema and serve it', () =>
    inFolder(async (folder) => {
      const [lines] = codeOf(page, 'sh') as [string]
      const code = lines
        .replace(/'postgres:.*'/, `'${store}'`)
        .replace('1000000', '100')
        .replace('npx pessoas-sim --port 3210', 'exec npx pessoas-sim --port 0 --no-control')
      const running = new Running('sh', ['-ec', code], { cwd: folder, env: variablesWithNpx(folder) })
      assert.match(await running.says(/Ctrl-C/), /100 persons/)
      await running.end('SIGTERM')
    }))

if (server)
  test('two simulators behind the balancer are one service, and the queries show what happened', () =>
    inFolder(async (folder) => {
      const options = { store: `${store}&request_header=x-request-id`, allowedHosts: ['api'] }
      await using one = await startSimulator(options)
      await using other = await startSimulator(options)
      const balancer = await startBalancer(folder, [one.url, other.url])
      try {
        const [own] = one.organizations as [SimulatorOrganization]
        assert.is(await decide(balancer?.url ?? one.url, own), 200)
        assert.is((await other.changes()).length, 1)
        for (const code of codeOf(page, 'sql')) {
          const [row] = await server.query(code.replaceAll('pessoas_sim', schema))
          assert.equal([row?.numero, row?.aprovar], [own.reports[0], true])
        }
      } finally {
        balancer?.child.kill()
      }
    }))

test.run()
