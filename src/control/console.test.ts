import { existsSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CONTROL_TOKEN, requestText, statusOf } from '../testing/control.ts'
import { bytesBack } from '../testing/wire.ts'
import { openDoor } from './door.ts'

const test = suite('the console on the control port')

interface Opened {
  url: string
  port: number
  code: string
  /** Sends a code to be exchanged, and returns the status and what was answered. */
  enter(code: unknown, headers?: Record<string, string>): Promise<[status: number, answer: string]>
}

async function opened(use: (opened: Opened) => Promise<void>): Promise<void> {
  const door = await openDoor({ port: 0, token: CONTROL_TOKEN, routes: () => [] })
  const { host, port, hash } = new URL(door.console)
  try {
    await use({
      url: door.url,
      port: Number(port),
      code: hash.slice('#code='.length),
      enter: async (code, headers) => {
        const body = JSON.stringify({ code })
        const type = 'application/json'
        const given = { Host: host, 'Content-Type': type, ...headers }
        const request = requestText('/v1/session', given, { method: 'POST', body, token: null })
        const answer = await bytesBack(Number(port), [request])
        return [statusOf(answer), answer]
      },
    })
  } finally {
    await door.close()
  }
}

test('the code of the link gives the token once', () =>
  opened(async ({ code, enter }) => {
    assert.ok(code.length >= 24)
    const [status, answer] = await enter(code)
    assert.is(status, 200)
    assert.match(answer, `{"token":"${CONTROL_TOKEN}"}`)
    const [again, refusal] = await enter(code)
    assert.is(again, 403)
    assert.match(refusal, /This link was used already, or is of another run/)
    assert.not.match(refusal, CONTROL_TOKEN)
  }))

test('a wrong code is refused, and leaves the right one as it is', () =>
  opened(async ({ code, enter }) => {
    for (const wrong of ['', 'x', code.slice(1), `${code} `, code.toUpperCase(), null, 1, [code], { code }]) {
      const [status, answer] = await enter(wrong)
      assert.ok(status === 403 || status === 400, `${JSON.stringify(wrong)}: ${status}`)
      assert.not.match(answer, CONTROL_TOKEN)
    }
    assert.is((await enter(code))[0], 200)
  }))

test('no page of another origin, and no foreign name of this machine, can use the code', () =>
  opened(async ({ port, code, enter }) => {
    const foreign: Record<string, string>[] = [
      { Origin: 'http://evil.example' },
      { Origin: `http://localhost:${port + 1}` },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Host: `evil.example:${port}` },
      { Host: `127.0.0.1.evil.example:${port}` },
      { 'Content-Type': 'text/plain' },
    ]
    for (const headers of foreign) {
      const [status, answer] = await enter(code, headers)
      assert.ok(status === 403 || status === 415, `${JSON.stringify(headers)}: ${status}`)
      assert.not.match(answer, CONTROL_TOKEN)
      assert.not.match(answer, /access-control|set-cookie/i)
    }
    assert.is((await enter(code))[0], 200)
  }))

test('the page is its own files only, and needs the token for everything else', async () => {
  assert.ok(existsSync('dist/console/index.html'), 'node build.mjs --scripts makes the page')
  await opened(async ({ url, port }) => {
    const page = await fetch(`${url}/`)
    const html = await page.text()
    assert.is(page.status, 200)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/)
    assert.match(policy, "frame-ancestors 'none'")
    assert.is(page.headers.get('set-cookie'), null)
    assert.not.match(html, / style=|<style|<script>|https?:|data:/)
    const files = [...html.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path)
    assert.is(files.length, 3)
    for (const path of files) {
      const { status, headers } = await fetch(url + path)
      assert.is(status, 200, path)
      assert.match(headers.get('content-type') ?? '', /^(text\/javascript|text\/css|image\/svg\+xml)/)
    }
    for (const page of ['profiles', 'pt-BR/profiles', 'conformance', 'pt-BR/conformance']) {
      const guide = await fetch(`${url}/docs/${page}.md`)
      assert.is(guide.status, 200, page)
      assert.is(guide.headers.get('content-type'), 'text/plain; charset=utf-8')
    }
    for (const path of [
      `/console/${encodeURIComponent('../package.json')}`,
      '/console/../../package.json',
      '/console/none.js',
      '/console/pt-BR%2Fa.md',
      `/docs/${encodeURIComponent('../README.md')}`,
      '/docs/generate.ts',
      `/docs/pt-BR/${encodeURIComponent('../state.md')}`,
      '/docs/a.__proto__',
    ]) {
      const text = requestText(path, { Host: `127.0.0.1:${port}` }, { token: null })
      const status = statusOf(await bytesBack(port, [text]))
      assert.ok(status === 404 || status === 401, `${path}: ${status}`)
    }
    assert.is((await fetch(`${url}/v1/openapi.json`)).status, 401)
    assert.is((await fetch(`${url}/`, { headers: { origin: 'http://evil.example' } })).status, 403)
  })
})

test.run()
