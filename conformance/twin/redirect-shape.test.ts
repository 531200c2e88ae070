import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Question } from '../client/exchange.ts'
import type { Evidence } from './evidence.ts'
import { redirectShapeOf } from './redirect-shape.ts'

const test = suite('the form of redirects')

const redirected = (location: string, text = '', headers: Record<string, string> = {}): Evidence => ({
  asked: { stratum: 'path.trailing-slash', risk: 'r', question: { method: 'GET' } as Question },
  answer: { status: 301, headers: { location, ...headers }, json: undefined, text },
})
const learned = (...evidence: Evidence[]) =>
  redirectShapeOf(
    evidence,
    {},
    () => true,
    () => false,
  )
const usual = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }

test('is the usual one where there is a path and nothing else', () => {
  assert.equal(learned(), {})
  assert.equal(learned(redirected('/pessoas', '', usual)), {})
})

test('has the host, the text and the type of the target', () => {
  const html = { ...usual, 'content-type': 'text/html' }
  const moved = (path: string) =>
    redirected(`http://a.example:80${path}`, `<a href="http://a.example:80${path}">`, html)
  assert.equal(learned(moved('/pessoas'), moved('/pessoas?page=2')), {
    redirect: {
      text: '<a href="{location}">',
      headers: { 'content-type': 'text/html', location: 'http://{host}{path}' },
    },
  })
})

test('is that of decisions where no list is redirected', () => {
  const { asked, answer } = redirected('http://a.example/relatorios/validar/1')
  const decision = { asked: { ...asked, question: { method: 'POST' } as Question }, answer }
  assert.is(learned(decision).redirect?.headers?.location, 'http://{host}{path}')
  const read = learned(decision, redirected('/pessoas'))
  assert.is(read.redirect?.headers?.location, undefined)
})

test('has the path alone where the target tells it so', () => {
  const moved = (query: string) => redirected(`/pessoas${query}`, '<a href="/pessoas">', usual)
  assert.equal(learned(moved('?page=2'), moved('')), { redirect: { text: '<a href="{pathname}">' } })
})

test('has the text for every method where others than GET are told it, too', () => {
  const of = (method: string, text: string): Evidence => {
    const { asked, answer } = redirected('/pessoas', text, usual)
    return { asked: { ...asked, question: { method } as Question }, answer }
  }
  const get = of('GET', 'at /pessoas')
  assert.equal(learned(get, of('POST', 'at /pessoas')), {
    redirect: { text: 'at {location}', methods: 'any' },
  })
  for (const text of ['', 'to /pessoas']) {
    assert.equal(learned(get, of('POST', text)), { redirect: { text: 'at {location}' } })
  }
  assert.equal(learned(of('GET', ''), of('POST', '')), {})
})

test('is that of a slash at the end where other paths are redirected in another form', () => {
  const slashes = redirected('/pessoas', '', usual)
  const other = { ...slashes, asked: { ...slashes.asked, stratum: 'path.double-slash' } }
  assert.equal(learned(redirected('/pessoas', 'at /pessoas', usual), other), {
    redirect: { text: 'at {location}' },
  })
})

test('keeps no text that differs, and none that is not harmless', () => {
  const [one, other] = [redirected('/a', 'x', usual), redirected('/b', 'y', usual)]
  assert.equal(learned(one, other), {})
  assert.equal(
    redirectShapeOf(
      [one],
      {},
      () => false,
      () => false,
    ),
    {},
  )
})

test.run()
