import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startSimulator } from '../../src/index.ts'

// Photographs the console as the guides show it: npm run console:pictures, after npm run build, with Chromium.

const executablePath = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  existsSync,
)
if (executablePath === undefined) throw new Error('There is no Chromium. Run apt-get install chromium.')

await using sim = await startSimulator({ port: 3210, control: true })
const { url, token } = sim.control as { url: string; token: string }
const headers = { authorization: sim.organizations[0]?.token as string }
const post = (path: string, body: object) =>
  fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({
  viewport: { width: 1000, height: 600 },
  ...{ locale: 'en-US', timezoneId: 'UTC', colorScheme: 'light' },
})
await page.goto(`${url}/#token=${token}`)

const photograph = async (name: string, path: string, text: string) => {
  await page.evaluate(`location.hash = '#/${path}'`)
  await page.getByText(text).first().waitFor()
  const file = fileURLToPath(new URL(`console-${name}.png`, import.meta.url))
  await page.screenshot({ path: file })
  console.log(`docs/pictures/console-${name}.png was written`)
}
await photograph('world', 'world/org-1', 'Page 1 of 6')
await page.evaluate("location.hash = '#/traffic'")
await page.getByText('No request has come yet.').waitFor()
const requests = [
  'rows=50',
  'nome=silva',
  'cpf=31426399774',
  'rows=50&page=2',
  'sort=nome',
  'rows=30',
  'page=0',
]
for (const query of requests) await fetch(`${sim.url}/pessoas?${query}`, { headers })
const report = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
await fetch(`${sim.url}/relatorios/validar/${sim.organizations[0]?.reports[0]}`, {
  ...report,
  body: '{"aprovar":true,"message":"Aprovado após conferência."}',
})
await page.getByText('message was sent').waitFor()
await photograph('traffic', 'traffic/8', 'Why')
await page.emulateMedia({ colorScheme: 'dark' })
await photograph('traffic-dark', 'traffic/8', 'Why')
await post('/faults', { plan: 'rate-limited' })
await photograph('faults', 'faults', 'is on')
await browser.close()
