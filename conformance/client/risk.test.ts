import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Question, Risk } from './exchange.ts'
import { RiskRefused, riskOf, secretOf } from './risk.ts'
import { numberNear, unknownNumber } from './unknown-number.ts'

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

const bodyOf = (aprovar: unknown, mensagem: unknown = 'x'.repeat(25)) => JSON.stringify({ aprovar, mensagem })
const bodies: Partial<Record<Risk, string[]>> = {
  // Some services take a string, 0 or 1 for a boolean. Thirteen emoji are 26 code units.
  w2: [
    LEGAL,
    ...[false, 'true', 0, 1].map((one) => bodyOf(one)),
    ...['é'.repeat(25), '😀'.repeat(13)].map((text) => bodyOf(true, text)),
  ],
  w1: [
    ...['', 'talvez', 2, null, undefined].map((one) => bodyOf(one)),
    ...['x'.repeat(24), 12345, undefined].map((one) => JSON.stringify({ aprovar: true, mensagem: one })),
    ...[LEGAL.replace('{', '{"outro":1,'), LEGAL.replace('{', '{"__proto__":1,'), `[${LEGAL}]`, LEGAL.slice(1), ''],
  ],
}
for (const [risk, all] of Object.entries(bodies)) {
  for (const body of all) {
    test(`the body ${body} for a declared report is ${risk}`, () => {
      assert.is(riskOfPost(DECLARED, { body }), risk)
      assert.is(riskOfPost(UNKNOWN, { body }), 'w0')
      assert.is(riskOfPost(NEAR, { body }), 'w1')
    })
  }
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

const credentials = {
  w1: [undefined, '', 'Bearer outro', `${TOKEN}segredo-de-teste`],
  w2: [TOKEN, ` ${TOKEN} `, 'segredo-de-teste', 'Token  segredo-de-teste'],
}
for (const [risk, all] of Object.entries(credentials)) {
  for (const value of all)
    test(`a decision with the token "${value}" is ${risk}`, () =>
      assert.is(riskOfPost(DECLARED, { authorization: { value, label: '' } }), risk))
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
    ...['/', 'outro', `${DECLARED}/`, `${DECLARED}x`, `${DECLARED}.json`, `${DECLARED}/outro`, '..', '%2e%2e'],
    ...[`x/../${DECLARED}`, '%E3', `${DECLARED}%`, `%25${DECLARED}`, '%252F', `${DECLARED}?x=1`],
    ...[`${DECLARED}#`, `${DECLARED}\\`, `${DECLARED}\t`, `${DECLARED}%09`, `${DECLARED}\0`, unknownNumber()],
  ],
}
for (const [risk, all] of Object.entries(numbers)) {
  for (const numero of all)
    test(`a decision on ${JSON.stringify(numero)} is ${risk}`, () => assert.is(riskOfPost(numero), risk))
}

const rarely = ['HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const
const [AT_DECLARED, AT_UNKNOWN] = [`/relatorios/validar/${DECLARED}`, `/relatorios/validar/${UNKNOWN}`]
const paths: [methods: readonly Question['method'][], risk: Risk | 'refused', ...paths: string[]][] = [
  [['GET'], 'r', AT_DECLARED],
  [['POST'], 'w0', AT_UNKNOWN.replace('r', 'R'), '/relatorios/validar'],
  [['POST'], 'refused', '/pessoas', '/', `/x${AT_DECLARED}`, AT_DECLARED.replace('r', 'R')],
  [rarely, 'w0', '/pessoas', AT_UNKNOWN],
  [rarely, 'refused', AT_DECLARED, `${AT_DECLARED}/`, `${AT_DECLARED}/mais`],
  [['HEAD', 'OPTIONS'], 'w0', '/', '/pessoas/1', '/nada'],
  [['PUT', 'DELETE'], 'refused', '/', '/pessoas/1'],
]
for (const [methods, risk, ...all] of paths) {
  for (const path of all)
    test(`${methods.join(', ')} ${path} is ${risk}`, () => {
      for (const method of methods) assert.is(riskOfPost('', { method, path }), risk)
    })
}

test.run()
