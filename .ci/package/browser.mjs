// Opens pages in Chromium that ask the simulator: of another port with and without --cors, and under a foreign name.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { startSimulator } from 'pessoas-sim'

if (!process.env.CHROMIUM) {
  console.log('SKIPPED: there is no Chromium.')
  process.exit(0)
}

/** Returns the text of a page once its scripts have ended. A name points to this machine, as a rebound one does. */
async function open(url) {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=5000', '--dump-dom']
  const args = [...flags, '--host-resolver-rules=MAP evil.example 127.0.0.1', url]
  const { stdout } = await promisify(execFile)(process.env.CHROMIUM, args, { timeout: 60_000 })
  return stdout
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .trim()
}

/** What a page of another port sees of a list and of a decision, and what the log says. */
async function asked(options, address) {
  const logged = []
  const sim = await startSimulator({ ...options, log: 'pretty', write: (text) => logged.push(text) })
  const [{ token, reports }] = sim.organizations
  const script = async (base, token, report) => {
    const headers = { authorization: token, 'content-type': 'application/json' }
    const body = JSON.stringify({ aprovar: true, mensagem: 'Aprovado após conferência manual.' })
    const seen = [`${base}/pessoas?rows=50`, `${base}/relatorios/validar/${report}`].map((url, i) =>
      fetch(url, i === 0 ? { headers } : { method: 'POST', headers, body }).then(
        ({ status }) => status,
        String,
      ),
    )
    document.body.textContent = JSON.stringify(await Promise.all(seen))
  }
  const call = JSON.stringify([sim.url, token, reports[0]])
  const page = `<!doctype html><meta charset="utf-8"><body><script>(${script})(...${call})</script>`
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const text = await open(address?.(new URL(sim.url).port) ?? `http://localhost:${server.address().port}/`)
  server.close()
  await sim.close()
  return [text, logged.join('\n')]
}

const failed = '["TypeError: Failed to fetch","TypeError: Failed to fetch"]'
const [closed, log] = await asked({})
assert.equal(closed, failed)
assert.match(log, /OPTIONS \/pessoas\?rows=50 404 .*\n +route: .*CORS preflight.*--cors/)
assert.deepEqual(await asked({ cors: true }).then(([text]) => text), '[200,200]')
assert.equal((await asked({ cors: 'https://app.example' }))[0], failed)
const [rebound, why] = await asked({}, (port) => `http://evil.example:${port}/pessoas`)
assert.match(rebound, /"status_code":403/)
assert.match(why, /host: the name evil\.example/)
console.log('  four pages in a browser')
