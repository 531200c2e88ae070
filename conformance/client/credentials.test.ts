import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createKeyring } from './credentials.ts'

const test = suite('credentials')

/** Every wrong token that is made of `aB3-xyZ9`. */
const made: Record<string, string> = {
  changed: 'aB3-ayZ9',
  'changed-first': 'bB3-xyZ9',
  'changed-late': 'aB3-xyA9',
  'first-half': 'aB3-',
  'first-half-percent': 'aB3-%',
  'without-last': 'aB3-xyZ',
  'last-percent': 'aB3-xyZ%',
  'one-more': 'aB3-xyZ9x',
  twice: 'aB3-xyZ9aB3-xyZ9',
  'case-swapped': 'Ab3-XYz9',
  capitals: 'AB3-XYZ9',
  accent: 'aB3-éyZ9',
  blank: 'aB3- yZ9',
}

for (const scheme of ['', 'Bearer ', 'Token  ', 'ApiKey id=1 ']) {
  test(`wrong tokens keep the scheme "${scheme}"`, () => {
    const { own, none, empty, random, wrong } = createKeyring(`${scheme}aB3-xyZ9`)
    assert.is(own.value, `${scheme}aB3-xyZ9`)
    assert.equal([none.value, empty.value], [undefined, ''])
    assert.match(random.value ?? '', new RegExp(`^${scheme}[a-z0-9]{8}$`))
    const listed = `${random.value},aB3-xyZ9`
    const expected = { none: undefined, empty: '', random: random.value, ...withScheme(scheme), listed }
    assert.equal(Object.fromEntries([...wrong].map(([name, { value }]) => [name, value])), expected)
  })
}

function withScheme(scheme: string): Record<string, string> {
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, scheme + value]))
}

test('no wrong token is the token, and no two are alike', () => {
  for (const token of ['q', 'ab', '12345', 'ABC', 'abc=', 'eyJhbGciOi.J9-_.x==', 'Bearer x']) {
    const { wrong } = createKeyring(token)
    const values = [...wrong.values()].map(({ value }) => value)
    assert.is(new Set(values).size, values.length, token)
    assert.not(values.includes(token), token)
  }
  assert.not(createKeyring('abc=').wrong.has('without-last'), 'the end of Base64 may be padding')
})

test('each has a label that reveals nothing and words for the reader', () => {
  const { wrong } = createKeyring('Bearer segredo')
  for (const [name, { label, words }] of wrong) {
    assert.match(label, name === 'none' || name === 'empty' ? /^$/ : /^\$[A-Z_]+$/)
    assert.match(words ?? '', /token|half/)
  }
  assert.is(wrong.get('changed')?.label, '$TOKEN_CHANGED')
})

test('a disabled token must be refused, another organization has its own', () => {
  const { other, disabled, wrong } = createKeyring('abc', 'def', 'ghi')
  assert.is(other?.label, '$OTHER_TOKEN')
  assert.is(disabled?.label, '$DISABLED_TOKEN')
  assert.is(wrong.get('disabled'), disabled)
  assert.not([...wrong.values()].includes(other as never))
})

test('a shell gets a declared token as the operator says', () => {
  const { own } = createKeyring('abc', undefined, undefined, { token: '$(cat token.txt)' })
  assert.equal([own.label, own.inShell], ['$TOKEN', '$(cat token.txt)'])
})

test.run()
