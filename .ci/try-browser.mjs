import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startSimulator } from '../dist/src/index.js'

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--virtual-time-budget=5000', '--dump-dom'],
  // A name that points to this machine, as a rebound one does.
  '--host-resolver-rules=MAP evil.example 127.0.0.1',
]

/** Returns the text of a page once its scripts have ended. */
async function open(url) {
  const profile = mkdtempSync(join(tmpdir(), 'pessoas-sim-browser-'))
  try {
    const args = [...FLAGS, `--user-data-dir=${profile}`, url]
    const { stdout } = await promisify(execFile)(process.env.CHROMIUM, args, { timeout: 60_000 })
    return stdout
      .replace(/<[^>]+>/g, '')
      .replaceAll('&quot;', '"')
      .trim()
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A page that asks a base URL, and shows what it sees of each answer. */
function page(base, { token, report }) {
  const script = async (base, token, report) => {
    const seen = {}
    const ask = async (what, path, init) => {
      try {
        const response = await fetch(base + path, init)
        const { result, message } = await response.json()
        seen[what] = `${response.status} ${message ?? JSON.stringify(result.paginacao ?? result)}`
      } catch (error) {
        seen[what] = `${error}`
      }
    }
    const headers = { authorization: token, 'content-type': 'application/json' }
    const body = JSON.stringify({ aprovar: true, mensagem: 'Aprovado após conferência manual.' })
    await ask('list', '/pessoas?rows=50', { headers })
    await ask('decide', `/relatorios/validar/${report}`, { method: 'POST', headers, body })
    await ask('wrong token', '/pessoas', { headers: { authorization: 'wrong' } })
    await ask('unknown path', '/nada', { headers })
    await ask('simple POST', `/relatorios/validar/${report}`, { method: 'POST', body: 'x' })
    document.body.textContent = JSON.stringify(seen)
  }
  const call = [base, token, report].map((value) => JSON.stringify(value)).join(', ')
  return `<!doctype html><meta charset="utf-8"><body><script>(${script})(${call})</script>`
}

/** Serves the page, and forwards the two routes as dev servers do: another Host, the other headers as they come. */
async function devServer(sim, world, base) {
  const server = createServer((incoming, outgoing) => {
    if (!/^\/(pessoas|relatorios|nada)/.test(incoming.url)) {
      return void outgoing.setHeader('content-type', 'text/html').end(page(base, world))
    }
    const { method, headers, url } = incoming
    const forwarded = request(sim.url + url, { method, headers: { ...headers, host: new URL(sim.url).host } })
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: server.address().port, close: () => server.closeAllConnections() ?? server.close() }
}

/** Opens one page, and prints what it sees and what the simulator logs. */
async function show(what, { options = {}, viaProxy = false, address }) {
  const logged = []
  const sim = await startSimulator({ ...options, log: 'pretty', write: (text) => logged.push(text) })
  const [{ token, reports }] = sim.organizations
  const world = { token, report: reports[0] }
  const dev = await devServer(sim, world, viaProxy ? '' : sim.url)
  const url = address?.(new URL(sim.url).port) ?? `http://localhost:${dev.port}/`
  const text = await open(url)
  dev.close()
  await sim.close()
  console.log(`\n-- ${what}\n${text.replaceAll('","', '",\n "')}\n${logged.join('\n')}`)
  return { text, seen: text.startsWith('{"list"') ? JSON.parse(text) : {}, logged: logged.join('\n') }
}

const started = Date.now()
const right = {
  list: '200 {"atual":1,"linhas":50,"total":"137"}',
  'unknown path': '404 Not Found',
}
const failed = 'TypeError: Failed to fetch'

const closed = await show('a page of another port, without --cors', {})
assert.deepEqual(new Set(Object.values(closed.seen)), new Set([failed]))
assert.match(closed.logged, /OPTIONS \/pessoas\?rows=50 404 .*\n +route: .*CORS preflight.*--cors/)
assert.match(closed.logged, /POST \/relatorios\S+ 403 .*\n +origin: .*http:\/\/localhost:\d+\. .*--cors/)

const cors = await show('the same page, with --cors', { options: { cors: true } })
for (const what of Object.keys(right)) assert.equal(cors.seen[what], right[what])
assert.match(cors.seen.decide, /^200 \{"numero"/)
assert.match(cors.seen['wrong token'], /^401 Falha na autenticação/)
assert.match(cors.seen['simple POST'], /^401 /)

const exact = await show('the same page, with --cors https://app.example', {
  options: { cors: 'https://app.example' },
})
assert.deepEqual(new Set(Object.values(exact.seen)), new Set([failed]))

const proxied = await show('a page whose dev server forwards, without --cors', { viaProxy: true })
for (const what of Object.keys(right)) assert.equal(proxied.seen[what], right[what])
assert.match(proxied.seen.decide, /^200 \{"numero"/)

const root = await show('the address bar: GET /', { address: (port) => `http://127.0.0.1:${port}/` })
assert.match(root.text, /"status_code":404/)
assert.match(root.logged, /GET \/ 404 .*\n +route: the path is unknown/)

const rebound = await show('a name that was rebound to this machine', {
  address: (port) => `http://evil.example:${port}/pessoas`,
})
assert.match(rebound.text, /"status_code":403/)
assert.match(rebound.logged, /host: the name evil\.example/)

console.log(`\nsix pages in ${Math.round((Date.now() - started) / 1000)} s`)
