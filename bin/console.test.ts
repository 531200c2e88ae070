import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultPlans, type RunningSimulator, startSimulator } from '../src/index.ts'

// The console in a real browser. Scripts of the page are texts here: this side has no DOM.

const CHROMIUM = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
const TOKEN = 'control-token-of-the-console'
const MENSAGEM = 'Decidido manualmente na página de controle.'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const test = suite('the console in a browser')

const args = ['--no-sandbox', '--host-resolver-rules=MAP evil.example 127.0.0.1']
const browser = (CHROMIUM && (await chromium.launch({ executablePath: CHROMIUM, args }))) as Browser
const inBrowser = (name: string, run: () => Promise<void>) => void (browser && test(name, run))
test.after(() => browser?.close())

const USUAL = { viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'UTC', bypassCSP: true }
const pageOf = async (context: BrowserContextOptions) => {
  const page = await browser.newPage({ ...USUAL, ...context })
  page.setDefaultTimeout(6_000)
  return page
}
/** Most tests share one page: the simulator of each is an origin of its own, with nothing stored. */
const usual = browser && (await pageOf({}))

interface Shown {
  sim: RunningSimulator
  page: Page
  /** Goes to a view by its address. */
  go(path: string): Promise<void>
  /** Has something of everything in the views. */
  furnish(): Promise<void>
  /** Presses a button, fills the fields of its dialog and confirms it. */
  act(button: string, fields?: Record<string, string>): Promise<void>
  /** Sends a request of a client as the first organization. */
  ask(path: string, init?: RequestInit): Promise<Response>
}

/** Opens the console of a simulator of its own, past the code; in a page of its own if its settings are not the usual. */
async function showing(use: (shown: Shown) => Promise<void>, context?: BrowserContextOptions): Promise<void> {
  await using sim = await startSimulator({ port: 0, control: { port: 0, token: TOKEN } })
  const page = context ? await pageOf(context) : usual
  const problems: string[] = []
  const onError = ({ message }: Error) => void problems.push(message)
  page.on('pageerror', onError)
  const url = sim.control?.url as string
  try {
    await page.goto(`${url}/#token=${TOKEN}`)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await use({
      sim,
      page,
      go: async (path) => {
        await page.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`)
        await page.waitForFunction("!/(Loading|Carregando)…/.test(document.querySelector('main').innerText)")
      },
      furnish: async () => {
        await fetch(`${sim.url}/pessoas?page=0`)
        sim.faults.add(faultPlans.flaky)
      },
      act: async (button, fields = {}) => {
        await page.getByRole('button', { name: button, exact: true }).click()
        const dialog = page.getByRole('dialog')
        for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
        await dialog.getByRole('button', { name: button, exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
      },
      ask: (path, init) => {
        const headers = { authorization: sim.organizations[0]?.token as string }
        return fetch(sim.url + path, { ...init, headers: { ...headers, ...init?.headers } })
      },
    })
    assert.equal(problems, [])
  } finally {
    page.off('pageerror', onError)
    await (context ? page.close() : page.goto('about:blank'))
  }
}

/** Waits until a text is on the page. */
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

inBrowser('the link enters once; its code leaves the address, and a tab that is reloaded stays in', () =>
  showing(async ({ sim }) => {
    const link = sim.control?.console as string
    const page = await browser.newPage()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    assert.is(page.url(), `${sim.control?.url}/`)
    await page.reload()
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    assert.equal(await page.context().cookies(), [])
    const other = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await other.goto(link)
    await see(other, 'This link was used already')
    await other.getByLabel('Token').fill(TOKEN)
    await other.getByRole('button', { name: 'Enter' }).click()
    await other.getByRole('heading', { name: 'Organizations' }).waitFor()
    await other.context().close()
    await page.close()
  }),
)

inBrowser('finds a person as a client would, and decides her report by hand', () =>
  showing(async ({ page, act, sim, ask }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy Token org-1' }).click()
    assert.is(await page.evaluate('navigator.clipboard.readText()'), sim.organizations[0]?.token)
    await page.getByRole('link', { name: /^org-1/ }).click()
    await see(page, 'Page 1 of 6 (137 in all)')
    await page.getByRole('button', { name: 'Next page' }).click()
    await see(page, 'Page 2 of 6 (137 in all)')
    await page.getByLabel('Order').selectOption('name A to Z')
    await see(page, /^What a client gets: GET \/pessoas\?sort=nome&page=1&rows=25$/)
    await page.getByLabel('Search').fill('zzzz')
    await see(page, 'Nobody matches this search. Accents count by default')
    await page.getByLabel('Search').fill('314.263.997-74')
    await page.getByRole('link', { name: 'Heloísa Costa' }).click()
    await see(page, 'undecided')
    await act('Reject', { Message: MENSAGEM })
    await see(page, 'rejected')
    await page.getByRole('button', { name: 'Approve' }).click()
    const deciding = page.getByRole('dialog')
    await deciding.getByLabel('Message').fill('short')
    await deciding.getByRole('button', { name: 'Approve' }).click()
    await deciding.getByText(/^The service refuses: 400 /).waitFor()
    assert.is(await deciding.getByLabel('Message').inputValue(), 'short')
    await page.keyboard.press('Escape')
    await deciding.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Reset' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Heloísa Costa: rejected → undecided').waitFor()
    await dialog.getByText('The same from a shell').click()
    await dialog.getByText("/v1/reset'").waitFor()
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.match(await (await ask('/pessoas?cpf=31426399774')).text(), 'Heloísa Costa')
  }),
)

inBrowser('adds, renames, updates and removes a person; saves, restores, and withdraws a token', () =>
  showing(async ({ page, go, act, ask }) => {
    await go('world/org-1')
    await act('Save a checkpoint', { Name: 'before' })
    await act('Add a person', { Name: 'Zuleica Teste', CPF: '52998224725' })
    await page.getByRole('heading', { name: 'Zuleica Teste' }).waitFor()
    await act('Rename', { Name: 'Zuleica Provada' })
    await page.getByRole('heading', { name: 'Zuleica Provada' }).waitFor()
    await act('Update now')
    await act('Approve', { Message: MENSAGEM })
    await see(page, 'approved')
    await go('world/org-1')
    const saved = page.waitForEvent('download')
    await act('Save as a fixture')
    const fixture = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
    await using other = await startSimulator({ port: 0, fixture })
    assert.is(other.organizations[0]?.persons, 138)
    const { relatorios } = fixture as { relatorios: { cpf: string; aprovar?: boolean }[] }
    assert.ok(relatorios.some(({ cpf, aprovar }) => cpf === '52998224725' && aprovar === true))
    await go('world/org-1/52998224725')
    await act('Remove')
    await see(page, 'Page 1 of 6 (137 in all)')
    await act('Restore')
    await act('Withdraw the token')
    assert.is((await ask('/pessoas')).status, 401)
    await see(page, 'token withdrawn')
    await act('Give the token back')
    assert.is((await ask('/pessoas')).status, 200)
  }),
)

inBrowser('shows what somebody else changed', () =>
  showing(async ({ page, go, ask }) => {
    await go('world/org-1/31426399774')
    await see(page, 'undecided')
    const numero = await page.locator('.detail code').first().textContent()
    const body = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
    const headers = { 'content-type': 'application/json' }
    assert.is((await ask(`/relatorios/validar/${numero}`, { method: 'POST', body, headers })).status, 200)
    await see(page, 'approved')
  }),
)

inBrowser('tells why a request was refused, live; filters, pauses, saves and forgets requests', () =>
  showing(async ({ page, go, act, ask, sim }) => {
    await go('traffic')
    await see(page, 'No request has come yet. Try one:')
    await see(page, `curl -H 'Authorization: ${sim.organizations[0]?.token}' ${sim.url}/pessoas`)
    await ask('/pessoas?page=0')
    await page.getByRole('link', { name: '400 GET /pessoas?page=0' }).click()
    await see(page, 'page is less than 1')
    await page.locator('.detail .hint', { hasText: 'Count from 1' }).waitFor()
    await see(page, /^curl -sSig/)
    await page.getByText('The same as a table').click()
    assert.is(await page.locator('figure tbody tr').first().locator('td').nth(1).textContent(), '1')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('5xx')
    await see(page, 'No request matches these filters.')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
    await page.getByRole('button', { name: 'Pause' }).click()
    for (let i = 0; i < 3; i++) await ask('/pessoas?rows=75')
    await see(page, '3 skipped')
    assert.is(await page.getByRole('link', { name: /rows=75/ }).count(), 0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page
      .getByRole('link', { name: /rows=75/ })
      .nth(2)
      .waitFor()
    const saved = page.waitForEvent('download')
    await act('Save as HAR')
    const { log } = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
    assert.is(log.entries.length, 4)
    await go('traffic')
    const failing = sim.journal?.verify({ path: '/pessoa' }) ?? Promise.reject()
    assert.ok(
      await failing.then(
        () => false,
        () => true,
      ),
    )
    await see(page, 'Expected at least 1 exchange to match')
    await act('Clear')
    await see(page, 'No request has come yet. Try one:')
  }),
)

inBrowser('tells it in Portuguese on a page in Portuguese, and the journal stays English', () =>
  showing(
    async ({ page, go, ask, sim }) => {
      await go('traffic')
      await ask('/pessoas?page=0')
      await page.getByRole('link', { name: '400 GET /pessoas?page=0' }).click()
      await see(page, 'page é menor que 1')
      const remedy = 'Conte a partir de 1, ou inicie o pessoas-sim com --set pageBelowOne=use-first.'
      await page.locator('.detail .hint', { hasText: remedy }).waitFor()
      assert.is(sim.journal.find()[0]?.why[0]?.reason, 'page is less than 1')
    },
    { locale: 'pt-BR' },
  ),
)

inBrowser('keeps up with a flood, and scrolling pauses the list', () =>
  showing(async ({ page, go, ask }) => {
    for (let i = 0; i < 40; i++) await ask(`/pessoas?rows=${25 * (i + 1)}`)
    await go('traffic')
    const list = page.locator('.scroll')
    await list.locator('li').nth(39).waitFor()
    await page.evaluate("document.querySelector('.scroll').scrollTo(0, 400)")
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 50 }, () => ask('/pessoas')))
    await see(page, '500 skipped')
    await page.evaluate("document.querySelector('.scroll').scrollTo(0, 0)")
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await list.getByRole('link', { name: '200 GET /pessoas' }).first().waitFor()
    assert.is(await list.locator('li').count(), 200)
  }),
)

inBrowser('switches faults on and off, counts their strikes, and moves the clock', () =>
  showing(async ({ page, go, act, ask }) => {
    await go('faults')
    await see(page, 'No fault is set.')
    await act('Turn on lossy')
    await see(page, 'is on')
    await page
      .getByRole('button', { name: /^Remove lossy-/ })
      .nth(2)
      .waitFor()
    assert.is(await page.getByRole('button', { name: /^Remove lossy-/ }).count(), 3)
    await act('Turn off lossy')
    await see(page, 'No fault is set.')
    await page.getByLabel('For').selectOption('org-1')
    await act('status')
    assert.is((await ask('/pessoas')).status, 503)
    await see(page, 'struck 1 of 1 requests')
    await act('Remove busy')
    await see(page, 'No fault is set.')
    await act('Turn on flaky')
    await act('Remove all')
    await see(page, 'No fault is set.')
    await page.getByRole('button', { name: 'latency' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Rule').fill('{')
    await dialog.getByRole('button', { name: 'latency' }).click()
    await dialog.getByText('This is not valid JSON.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await act('Stop', { Time: '2030-01-31T12:00:00Z' })
    await see(page, '31/01/2030, 12:00:00')
    await act('Advance', { Minutes: '90' })
    await see(page, '31/01/2030, 13:30:00')
    await act('Shift', { Minutes: '-60' })
    await see(page, 'Shifted by -60 min')
    await act("Follow the machine's clock")
    await see(page, "The machine's time")
  }),
)

inBrowser('arrows move in lists, Escape goes back, and the focus is where one was', () =>
  showing(async ({ page, go }) => {
    const focused = () => page.evaluate('document.activeElement.textContent')
    const isOn = (text: string) => page.waitForFunction(`document.activeElement.textContent === '${text}'`)
    await page.getByRole('link', { name: /^org-1/ }).focus()
    await page.keyboard.press('ArrowDown')
    assert.match(String(await focused()), /^org-2/)
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByLabel('Search').fill('costa')
    await see(page, /in all\)/)
    await page.keyboard.press('Escape')
    assert.is(await page.getByLabel('Search').inputValue(), '')
    await page.getByRole('link', { name: 'Samuel da Costa' }).press('ArrowUp')
    await isOn('Heloísa Costa')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Heloísa Costa' }).waitFor()
    await isOn('Heloísa Costa')
    await page.getByRole('button', { name: 'Approve' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isOn('Approve')
    await page.keyboard.press('Escape')
    await isOn('Heloísa Costa')
    await page.keyboard.press('Escape')
    await see(page, 'Choose an organization.')
    await go('nonsense/x')
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
  }),
)

inBrowser(
  'says that the connection is lost, and comes back by itself; asks for the token of another run',
  async () => {
    const control = { port: 0, token: TOKEN }
    const started = await startSimulator({ port: 0, control })
    const url = started.control?.url as string
    const again = (token: string) =>
      startSimulator({ port: 0, control: { port: Number(new URL(url).port), token } })
    const page = await browser.newPage({ locale: 'en-US' })
    await page.goto(`${url}/#token=${TOKEN}`)
    await page.getByRole('link', { name: 'Traffic' }).click()
    await see(page, 'No request has come yet.')
    await started.close()
    await see(page, 'The simulator does not answer.')
    const second = await again(TOKEN)
    await page.getByText('The simulator does not answer.').waitFor({ state: 'hidden' })
    await fetch(`${second.url}/pessoas`)
    await page.getByRole('link', { name: '401 GET /pessoas' }).waitFor()
    await second.close()
    const third = await again('another-token-of-the-console')
    await see(page, 'The token is not the one of this run.')
    await page.close()
    await third.close()
  },
)

inBrowser('a page of another origin and a rebound name get nothing', () =>
  showing(async ({ sim }) => {
    const { url, token } = sim.control as { url: string; token: string }
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p>evil'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const page = await browser.newPage()
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
    const tries = [
      `fetch('${url}/v1/faults', { headers: { authorization: 'Bearer ${token}' } })`,
      `fetch('${url}/')`,
    ]
    for (const one of tries)
      assert.match(
        String(await page.evaluate(`${one}.then(({ status }) => status, String)`)),
        'Failed to fetch',
      )
    await page.setContent(`<iframe src="${url}/"></iframe>`)
    assert.not.match((await page.frames()[1]?.content()) ?? '', 'pessoas-sim')
    const rebound = await page.goto(url.replace('127.0.0.1', 'evil.example'))
    assert.is(rebound?.status(), 403)
    await page.close()
    server.close()
  }),
)

const VIEWS = ['world', 'world/org-1', 'world/org-1/31426399774', 'traffic', 'traffic/1', 'faults']

/** What is wrong with where things are: a page that scrolls sideways, or controls that cover one another. */
const GEOMETRY = `(() => {
  const found = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push('scrolls sideways by ' + (scrollWidth - innerWidth))
  const shown = [...document.querySelectorAll('main a, button, input, select, summary')].filter(
    (one) => one.checkVisibility() && !one.closest('.scroll'),
  )
  const boxes = shown.map((one) => [one.textContent.trim() || one.name, one.getBoundingClientRect()])
  for (const [i, [a, p]] of boxes.entries())
    for (const [b, q] of boxes.slice(i + 1))
      if (Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1)
        found.push(a + ' covers ' + b)
  for (const [a, p] of boxes) if (p.right > innerWidth + 1 || p.left < 0) found.push(a + ' is outside')
  return found
})()`
/** What axe finds serious or critical. */
const AXE_FINDS = `axe.run({ resultTypes: ['violations'] })
  .then(({ violations }) => violations.filter(({ impact }) => /serious|critical/.test(impact))
    .map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target)))`

for (const [locale, colorScheme] of [
  ['en-US', 'light'],
  ['pt-BR', 'dark'],
] as const)
  inBrowser(`axe finds nothing serious, and nothing overlaps, in ${locale}, ${colorScheme}`, () =>
    showing(
      async ({ page, go, furnish }) => {
        await furnish()
        await page.evaluate(axe)
        for (const view of VIEWS) {
          await go(view)
          for (const width of [390, 800, 2560, 1280]) {
            await page.setViewportSize({ width, height: 800 })
            assert.equal(await page.evaluate(GEOMETRY), [], `${view} at ${width} px`)
          }
          assert.equal(await page.evaluate(AXE_FINDS), [], view)
        }
        await page.getByRole('button', { name: /^(Advance|Avançar)$/ }).click()
        await page
          .getByRole('dialog')
          .getByText(/^(The same from a shell|O mesmo no terminal)$/)
          .click()
        assert.equal(await page.evaluate(AXE_FINDS), [], 'a dialog')
      },
      { locale, colorScheme },
    ),
  )

inBrowser('fits forced colours, less motion, and a phone with letters of twice the size', () =>
  showing(
    async ({ page, go, furnish }) => {
      await furnish()
      // As 200 % zoom does: half as many pixels, twice as large.
      await page.setViewportSize({ width: 640, height: 400 })
      for (const view of VIEWS) {
        await go(view)
        assert.equal(await page.evaluate(GEOMETRY), [], view)
      }
      const outline = `getComputedStyle(document.querySelector('[aria-current="page"]')).outlineStyle`
      assert.is(await page.evaluate(outline), 'solid')
    },
    { forcedColors: 'active', reducedMotion: 'reduce', deviceScaleFactor: 2 },
  ),
)

/** Compares with a file; UPDATE_SNAPSHOTS=1 writes it, for a reviewer to read. */
function assertSnapshot(name: string, text: string): void {
  const file = new URL(`testing/console/${name}.aria.yaml`, import.meta.url)
  if (process.env.UPDATE_SNAPSHOTS) writeFileSync(file, `${text}\n`)
  assert.snapshot(text, readFileSync(file, 'utf8').trimEnd())
}

inBrowser('a screen reader meets the views as they are meant', () =>
  showing(async ({ page, go, sim }) => {
    const main = page.locator('main')
    await go('world/org-1')
    await page.getByLabel('Search').fill('heloísa c')
    await see(page, '(1 in all)')
    assertSnapshot('world', await main.ariaSnapshot())
    await go('traffic')
    await see(page, 'No request has come yet. Try one:')
    assertSnapshot('traffic', (await main.ariaSnapshot()).replaceAll(sim.url, 'URL'))
    await go('faults')
    await page.getByRole('button', { name: 'Português' }).click()
    assertSnapshot('faults', (await main.ariaSnapshot()).replace(/time: .*/, 'time: NOW'))
  }),
)

if (!browser)
  console.log('SKIPPED: there is no Chromium, so no test of the console ran. apt-get install chromium')
test.run()
