import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { SeenRefusal } from '../../src/contract/seen.ts'
import { type Refused, rulesOf } from './refusals.ts'

const test = suite('rules for refusals')

const refused = (name: string, body: unknown, more: Partial<Refused> = {}): Refused => {
  const status = more.status ?? 400
  return { name, status, body, headers: {}, slots: { key: name.split('.')[0], status }, ...more }
}
/** Returns how a fault is told: what its name does not say, a more general one does. */
const told = (rules: Record<string, SeenRefusal>, name: string): SeenRefusal => {
  const [subject, kind] = name.split('.')
  return Object.assign({}, ...['*', `*.${kind}`, `${subject}.*`, name].map((one) => rules[one]))
}
const TYPE = { 'content-type': 'application/json' }

test('are one frame with a text of its own for each fault', () => {
  const { rules } = rulesOf([
    refused('page.word', { code: 'E1', msg: 'page não é número' }),
    refused('rows.word', { code: 'E1', msg: 'rows não é número' }),
    refused('sort.unknown', { code: 'E2', msg: 'sem esta ordem' }),
    refused('token.wrong', { code: 'E3', msg: 'quem é você?' }, { status: 401 }),
  ])
  assert.equal(rules['*']?.body, { code: '{own.code}', msg: '{text}' })
  assert.is(rules['*']?.status, 400)
  for (const name of ['page.word', 'rows.word']) assert.is(told(rules, name).text, '{key} não é número')
  assert.is(rules['token.wrong']?.status, 401)
  assert.equal(rules['sort.unknown']?.own, { code: 'E2' })
})

test('share what all faults of a parameter have', () => {
  const { rules } = rulesOf(
    ['page.word', 'page.zero', 'rows.zero', 'sort.unknown', 'query.unknown'].map((name) =>
      refused(name, { m: name.startsWith('page') ? 'página ruim' : `ruim: ${name}` }),
    ),
  )
  for (const name of ['page.word', 'page.zero']) assert.is(told(rules, name).text, 'página ruim')
  assert.match(told(rules, 'rows.zero').text as string, /ruim/)
  assert.ok(Object.keys(rules).length <= 4, Object.keys(rules).join())
})

test('have another frame where nothing fits into the first', () => {
  const { rules } = rulesOf([
    refused('page.word', { m: 'a' }),
    refused('page.zero', { m: 'b' }),
    refused('json.malformed', '<p>no</p>'),
  ])
  assert.equal(rules['*']?.body, { m: '{text}' })
  assert.is(rules['json.malformed']?.body, '<p>no</p>')
})

test('are told by the type of the value where that makes the difference', () => {
  const of = (value: unknown, kind: string) =>
    refused('aprovar.wrong-type', { m: `veio ${kind}` }, { slots: { key: 'aprovar', value } })
  const { rules, unlike } = rulesOf([of(7, 'número'), of({}, 'objeto'), of([], 'lista')])
  assert.is(JSON.stringify(rules['aprovar.wrong-type:array']).includes('lista'), true)
  assert.equal(unlike, [])
})

test('name what nothing explains, and keep what was first', () => {
  const answers = [refused('json.malformed', { m: 'aqui' }), refused('json.malformed', { m: 'ali' })]
  const { rules, unlike } = rulesOf(answers)
  assert.equal(unlike, ['json.malformed'])
  assert.equal(rules['*']?.body, { m: 'aqui' })
})

test('have the headers that most refusals do not have', () => {
  const all = [
    refused('page.word', '', { headers: TYPE }),
    refused('page.zero', '', { headers: TYPE }),
    refused('route.method', '', { headers: { ...TYPE, allow: 'GET' }, status: 405 }),
  ]
  const { rules } = rulesOf(all)
  assert.equal(rules['*']?.headers, TYPE)
  assert.equal(rules['route.method']?.headers, { ...TYPE, allow: 'GET' })
})

test.run()
