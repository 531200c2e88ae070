import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aroundOf, type Joined, joiningOf } from './joining.ts'

const test = suite('joining')

const aprovar = { key: 'aprovar', text: '"aprovar" is required', isKnown: true }
const mensagem = { key: 'mensagem', text: '"mensagem" is required', isKnown: true }
const extra = { key: 'extra', text: '"extra" is not allowed', isKnown: false }
const told = (message: string, faults: Joined['faults'], keys?: string[]): Joined => ({
  message,
  faults,
  keys,
})

test('all of them, in an order of their own', () => {
  const found = joiningOf([
    told('"extra" is not allowed. "aprovar" is required', [aprovar, extra], ['extra', 'aprovar']),
    told('"aprovar" is required. "mensagem" is required', [aprovar, mensagem], ['aprovar', 'mensagem']),
  ])
  assert.equal(found, { told: 'all', order: ['*', 'aprovar', 'mensagem'], between: '. ' })
})

test('another separator stands before the last of three', () => {
  const both = told('"aprovar" is required and "mensagem" is required', [aprovar, mensagem])
  const three = told('"aprovar" is required, "mensagem" is required and "extra" is not allowed', [
    aprovar,
    mensagem,
    extra,
  ])
  const found = joiningOf([both, three, three])
  assert.equal([found?.between, found?.last], [', ', ' and '])
})

test('the first of them, with one key or with all', () => {
  const first = '"mensagem" is required'
  assert.equal(joiningOf([told(first, [aprovar, mensagem], ['mensagem'])]), {
    told: 'first',
    order: ['mensagem', 'aprovar'],
  })
  assert.equal(joiningOf([told(first, [aprovar, mensagem], ['mensagem', 'aprovar'])]), {
    told: 'first',
    order: ['mensagem', 'aprovar'],
    keys: 'all',
  })
})

test('the first of them, with the number of the others', () => {
  const message = '"aprovar" is required (and 2 more errors)'
  const found = joiningOf([told(message, [aprovar, mensagem, extra])])
  assert.is(found?.instead, '{text} (and {rest} more errors)')
})

test('a heading stands once around all of them', () => {
  const around = aroundOf(['Validation failed: a is required!', 'Validation failed: b is short!'])
  assert.equal(around, { before: 'Validation failed: ', after: '!' })
  const faults = [
    { key: 'a', text: 'Validation failed: a is required!', isKnown: true },
    { key: 'b', text: 'Validation failed: b is short!', isKnown: true },
  ]
  const found = joiningOf([told('Validation failed: a is required; b is short!', faults)], around)
  assert.equal(found, {
    told: 'all',
    order: ['a', 'b'],
    between: '; ',
    before: 'Validation failed: ',
    after: '!',
  })
})

test('what no rule explains is left', () => {
  assert.is(joiningOf([told('Bad input', [aprovar, mensagem])]), undefined)
})

test('a text may only count the faults', () => {
  const one = (key: string) => ({ key, text: '1 validation error for Request', isKnown: true })
  const [page, rows, sort] = [one('page'), one('rows'), one('sort')] as const
  const found = joiningOf([
    told('2 validation errors for Request', [page, rows]),
    told('3 validation errors for Request', [page, rows, sort]),
  ])
  assert.equal(found, {
    told: 'all',
    order: ['page', 'rows', 'sort'],
    instead: '{count} validation errors for Request',
  })
  assert.is(joiningOf([told('page has 2 errors', [page, rows])]), undefined)
})

test('the text of a field may count faults of its own', () => {
  const number = { ...mensagem, text: '"mensagem" must be a string (and 1 more error)' }
  const found = joiningOf([
    told('"aprovar" is required (and 1 more error)', [aprovar, mensagem]),
    told('"aprovar" is required (and 2 more errors)', [aprovar, number]),
    told('"extra" is not allowed, "x" is not allowed', [
      extra,
      { ...extra, key: 'x', text: '"x" is not allowed' },
    ]),
  ])
  assert.is(found?.instead, '{text} (and {rest} more error{s})')
  assert.is(found?.between, ', ')
})

test('a plural that depends on how many are left', () => {
  const found = joiningOf([
    told('"aprovar" is required (and 2 more errors)', [aprovar, mensagem, extra]),
    told('"aprovar" is required (and 1 more error)', [aprovar, mensagem]),
  ])
  assert.is(found?.instead, '{text} (and {rest} more error{s})')
})

test.run()
