import { deflateSync, gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Bodies } from '../contract/body-table.ts'
import { completeProfile } from '../contract/profile.ts'
import { MENSAGEM, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin } from '../twin.ts'
import { whyCompressed } from './causes/body.ts'

const test = suite('content codings')

const legal = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
const LIMIT = 2_000

async function answerTo(coding: Bodies['coding'], body: string | Uint8Array, name: string) {
  const profile = completeProfile({
    version: 2,
    dialect: { bodies: coding ? { coding } : {}, limits: { body: LIMIT } },
  })
  const { status, situations } = await createTwin(smallWorld()).ask(profile, {
    method: 'POST',
    url: `/relatorios/validar/${OWN_REPORT}`,
    headers: { authorization: TOKEN, 'content-type': 'application/json', 'content-encoding': name },
    body,
  })
  return [status, ...situations.map(({ name }) => name)]
}

const long = JSON.stringify({ aprovar: true, mensagem: 'a'.repeat(2 * LIMIT) })
const cases: [
  what: string,
  coding: Bodies['coding'],
  body: string | Uint8Array,
  name: string,
  answer: unknown[],
][] = [
  ['is not looked at by default', undefined, legal, 'gzip', [200]],
  ['may be what the body has', { deflated: 'inflate' }, gzipSync(legal), 'gzip', [200]],
  ['may be in capitals', { deflated: 'inflate' }, deflateSync(legal), 'Deflate', [200]],
  ['may be what the body does not have', { deflated: 'inflate' }, legal, 'gzip', [400, 'coding.deflated']],
  [
    'may hide more than a body may have',
    { deflated: 'inflate' },
    gzipSync(long),
    'gzip',
    [413, 'body.too-large'],
  ],
  ['may be none', { deflated: 'inflate', other: 'refuse' }, legal, 'identity', [200]],
  ['may be unknown', { other: 'refuse' }, legal, 'x', [415, 'coding.other']],
  [
    'may be the name of a method',
    { deflated: 'inflate', other: 'refuse' },
    legal,
    'toString',
    [415, 'coding.other'],
  ],
]
for (const [what, coding, body, name, answer] of cases)
  test(`a coding ${what}`, async () => assert.equal(await answerTo(coding, body, name), answer))

test('of a body that breaks, the fields before are judged as they were before they were compressed', async () => {
  const profile = completeProfile({
    version: 2,
    dialect: { bodies: { coding: { deflated: 'inflate' }, body: { broken: 'judged' } } },
  })
  const headers = { authorization: TOKEN, 'content-type': 'application/json' }
  const broken = '{"aprovar":"x", bad'
  for (const [coding, body] of [
    ['identity', broken],
    ['gzip', gzipSync(broken)],
  ] as const) {
    const { situations } = await createTwin(smallWorld()).ask(profile, {
      method: 'POST',
      url: `/relatorios/validar/${OWN_REPORT}`,
      headers: { ...headers, 'content-encoding': coding },
      body,
    })
    assert.equal(
      situations.map(({ name }) => name),
      ['aprovar.word'],
    )
  }
})

test('the log names a coding that is known, and no other text of a client', () => {
  const reasonOf = (coding: string) => whyCompressed(coding)[0]?.reason
  assert.is(reasonOf('gzip'), 'Content-Encoding gzip is not inflated')
  assert.is(reasonOf('sim-0123'), 'Content-Encoding is not supported')
})

test.run()
