import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Question, Risk } from './exchange.ts'
import { RiskRefused, riskOf, secretOf } from './risk.ts'
import { nearTexts, numberNear, sharedGroups, unknownNumber } from './unknown-number.ts'

const test = suite('the risk of a request')
const TOKEN = 'Bearer segredo-de-teste'
const DECLARED = '1B671a64-40d5-491e-99b0-da01ff1f3341'
const [UNKNOWN, WORD, NEAR] = [unknownNumber(), unknownNumber('other'), numberNear(DECLARED, 'first')]
const LEGAL = JSON.stringify({ aprovar: true, mensagem: 'x'.repeat(25) })

const accepted = new Set([secretOf(TOKEN)])
const declared = new Set([DECLARED.toLowerCase(), 'nº 7/2026'])
const invented = new Map<string, Risk>([
  [UNKNOWN, 'w0'],
  [WORD, 'w0'],
  [NEAR, 'w1'],
])

function riskOfPost(numero: string, parts: Partial<Question> = {}): Risk | 'refused' {
  const question: Question = {
    method: 'POST',
    path: `/relatorios/validar/${numero}`,
    contentType: 'application/json',
    authorization: { value: TOKEN, label: '$TOKEN' },
    body: LEGAL,
    ...parts,
  }
  try {
    return riskOf(question, accepted, invented, declared)
  } catch (error) {
    assert.instance(error, RiskRefused)
    return 'refused'
  }
}

const bodies: [title: string, body: string, risk: Risk][] = [
  ['a legal body', LEGAL, 'w2'],
  ['a rejection', LEGAL.replace('true', 'false'), 'w2'],
  ['letters beyond ASCII', JSON.stringify({ aprovar: true, mensagem: 'é'.repeat(25) }), 'w2'],
  ['a string, which some services take for a boolean', LEGAL.replace('true', '"true"'), 'w2'],
  ['an empty string', LEGAL.replace('true', '""'), 'w1'],
  ['1, which some services take for a boolean', LEGAL.replace('true', '1'), 'w2'],
  ['2', LEGAL.replace('true', '2'), 'w1'],
  ['an unknown field', LEGAL.replace('{', '{"outro":1,'), 'w1'],
  ['the field __proto__', LEGAL.replace('{', '{"__proto__":1,'), 'w1'],
  ['no aprovar', JSON.stringify({ mensagem: 'x'.repeat(25) }), 'w1'],
  ['no mensagem', '{"aprovar":true}', 'w1'],
  ['24 characters', JSON.stringify({ aprovar: true, mensagem: 'x'.repeat(24) }), 'w1'],
  ['13 emoji, which are 26 code units', JSON.stringify({ aprovar: true, mensagem: '😀'.repeat(13) }), 'w2'],
  ['a number as mensagem', '{"aprovar":true,"mensagem":12345}', 'w1'],
  ['an array', `[${LEGAL}]`, 'w1'],
  ['invalid JSON', LEGAL.slice(1), 'w1'],
  ['nothing', '', 'w1'],
]
for (const [title, body, risk] of bodies) {
  test(`a body with ${title} for a declared report is ${risk}`, () => {
    assert.is(riskOfPost(DECLARED, { body }), risk)
    assert.is(riskOfPost(UNKNOWN, { body }), 'w0')
    assert.is(riskOfPost(NEAR, { body }), 'w1')
  })
}

test('a form with both fields is a decision, whoever reads it', () => {
  const body = new URLSearchParams({ mensagem: 'x'.repeat(25), aprovar: 'true' }).toString()
  for (const [contentType, risk] of [
    ['application/x-www-form-urlencoded', 'w2'],
    ['multipart/form-data; boundary=x', 'w2'],
    ['text/plain', 'w1'],
  ] as const)
    assert.is(riskOfPost(DECLARED, { contentType, body }), risk)
})

const credentials: [title: string, value: string | undefined, risk: Risk][] = [
  ['no token', undefined, 'w1'],
  ['an empty one', '', 'w1'],
  ['another token', 'Bearer outro', 'w1'],
  ['the token twice', `${TOKEN}segredo-de-teste`, 'w1'],
  ['the token', TOKEN, 'w2'],
  ['the token with spaces around it', ` ${TOKEN} `, 'w2'],
  ['the token without its scheme', 'segredo-de-teste', 'w2'],
  ['the token with another scheme', 'Token  segredo-de-teste', 'w2'],
]
for (const [title, value, risk] of credentials) {
  test(`a decision with ${title} is ${risk}`, () => {
    assert.is(riskOfPost(DECLARED, { authorization: { value, label: '' } }), risk)
  })
}

const encoded = Array.from(DECLARED, (char) => `%${char.charCodeAt(0).toString(16)}`).join('')
const numbers: Record<Risk | 'refused', readonly string[]> = {
  r: [],
  w2: [
    DECLARED.toUpperCase(),
    DECLARED.toLowerCase(),
    encoded,
    encodeURIComponent('nº 7/2026'),
    `${DECLARED}%20`,
    `%20${DECLARED}`,
  ],
  w1: [NEAR],
  w0: [
    ...[UNKNOWN, WORD, UNKNOWN.replace('-', '%2d'), '', '%zz', `${UNKNOWN}/`, `/${UNKNOWN}`],
    ...[`${UNKNOWN}/mais`, UNKNOWN.replaceAll('-', ''), `%7B${UNKNOWN}%7D`],
  ],
  refused: [
    ...[
      '/',
      'outro',
      `${DECLARED}/`,
      `${DECLARED}x`,
      `${DECLARED}.json`,
      `${DECLARED}/outro`,
      '..',
      '%2e%2e',
    ],
    ...[`x/../${DECLARED}`, '%E3', `${DECLARED}%`, `%25${DECLARED}`, '%252F', `${DECLARED}?x=1`],
    ...[`${DECLARED}#`, `${DECLARED}\\`, `${DECLARED}\t`, `${DECLARED}%09`, `${DECLARED}\0`, unknownNumber()],
  ],
}
for (const [risk, all] of Object.entries(numbers)) {
  for (const numero of all)
    test(`a decision on ${JSON.stringify(numero)} is ${risk}`, () => assert.is(riskOfPost(numero), risk))
}

const paths: [method: Question['method'], path: string, risk: Risk | 'refused'][] = [
  ['GET', `/relatorios/validar/${DECLARED}`, 'r'],
  ['POST', '/pessoas', 'refused'],
  ['POST', '/', 'refused'],
  ['POST', `/x/relatorios/validar/${DECLARED}`, 'refused'],
  ['POST', `/Relatorios/validar/${DECLARED}`, 'refused'],
  ['POST', `/Relatorios/validar/${UNKNOWN}`, 'w0'],
  ['POST', '/relatorios/validar', 'w0'],
  ...(['HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const).flatMap((method): typeof paths => [
    [method, '/pessoas', 'w0'],
    [method, `/relatorios/validar/${UNKNOWN}`, 'w0'],
    ...['', '/', '/mais'].map((end): (typeof paths)[number] => [
      method,
      `/relatorios/validar/${DECLARED}${end}`,
      'refused',
    ]),
    [method, '/pessoas/1', method === 'HEAD' || method === 'OPTIONS' ? 'w0' : 'refused'],
  ]),
]
for (const [method, path, risk] of paths)
  test(`${method} ${path} is ${risk}`, () => assert.is(riskOfPost('', { method, path }), risk))

test('unknown numbers are new each time, and near ones share what they say', () => {
  const shapes = ['uuid', 'v1', 'v7', 'upper-case', 'other', 'word'] as const
  for (const shape of shapes) assert.is.not(unknownNumber(shape), unknownNumber(shape))
  assert.match(unknownNumber('v7'), /^.{8}-.{4}-7/)
  assert.is(unknownNumber('nil'), '00000000-0000-0000-0000-000000000000')
  const groups = DECLARED.split('-')
  for (const near of sharedGroups) {
    const shared = numberNear(DECLARED, near)
      .split('-')
      .map((group, i) => group === groups[i])
    const one = near.endsWith('first') ? 0 : 4
    assert.equal(
      shared,
      groups.map((_, i) => (i === one) === !near.startsWith('all')),
      near,
    )
  }
  for (const near of nearTexts) assert.is.not(numberNear(DECLARED, near), DECLARED)
})

test.run()
