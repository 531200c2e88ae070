import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type BodyOfOne, oneBodyOf } from './own-values.ts'

const test = suite('values of their own')

const bodyOf = (
  template: BodyOfOne['template'],
  ...samples: [unknown, Record<string, string>][]
): BodyOfOne => ({
  template,
  samples: (samples.length > 0 ? samples : ([[template, {}]] as typeof samples)).map(([body, slots]) => ({
    body,
    slots,
  })),
})

test('bodies that differ in a code have one template, and most of them the usual code', () => {
  const found = oneBodyOf([
    bodyOf({ code: 'A', list: [{ type: 'a', field: '{key}' }] }),
    bodyOf({ code: 'A', list: [{ type: 'b', field: '{key}' }] }),
    bodyOf({ code: 'B', list: [{ type: 'b', field: '{key}' }] }),
  ])
  assert.equal(found, {
    template: { code: '{own.code}', list: [{ type: '{own.type}', field: '{key}' }] },
    usual: { code: 'A', type: 'b' },
    own: [{ type: 'a' }, {}, { code: 'B' }],
  })
})

test('a slot that says what all of them have is no value of their own', () => {
  const found = oneBodyOf([
    bodyOf({ input: '{value}', at: ['body', '{key}'] }, [
      { input: 'x', at: ['body', 'a'] },
      { value: 'x', key: 'a' },
    ]),
    bodyOf({ input: '0', at: ['body', 'b'] }, [
      { input: '0', at: ['body', 'b'] },
      { value: '0', key: 'b' },
    ]),
  ])
  assert.equal(found, { template: { input: '{value}', at: ['body', '{key}'] }, usual: {}, own: [{}, {}] })
})

test('a slot that fits one of them by chance gives way to what more of them say', () => {
  const allowed = (second: string) => ({ in: ['cpf', second] })
  const found = oneBodyOf([
    bodyOf(allowed('{value:without-dash}'), [allowed('-cpf'), { value: '--cpf' }]),
    bodyOf(allowed('-cpf')),
    bodyOf(allowed('-cpf')),
    bodyOf({ in: 1 }),
  ])
  assert.equal(found?.own, [{}, {}, {}, { in: 1 }])
})

test('two places with one name are told apart, and so are elements of longer lists', () => {
  const found = oneBodyOf([
    bodyOf({ code: 1, in: { code: 1 }, at: [1, 2] }),
    bodyOf({ code: 2, in: { code: 2 }, at: [1, 3] }),
  ])
  assert.equal(found?.template, {
    code: '{own.code}',
    in: { code: '{own.in.code}' },
    at: [1, '{own.1}'],
  })
})

test('what is said under the name of the field is found there', () => {
  const found = oneBodyOf([
    bodyOf({ errors: { '{key}': ['x {value}'] } }, [{ errors: { a: ['x 1'] } }, { key: 'a', value: '1' }]),
    bodyOf({ errors: { '{key}': ['x 2'] } }, [{ errors: { b: ['x 2'] } }, { key: 'b', value: '2' }]),
  ])
  assert.equal(found?.template, { errors: { '{key}': ['x {value}'] } })
})

test('bodies with other fields, and texts, have nothing in common', () => {
  assert.is(oneBodyOf([bodyOf({ a: 1 }), bodyOf({ b: 1 })]), undefined)
  assert.is(oneBodyOf([bodyOf('a')]), undefined)
})

test.run()
