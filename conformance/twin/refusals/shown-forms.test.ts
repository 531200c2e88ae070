import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withShownForms } from './shown-forms.ts'
import type { LearnedSituation } from './situation.ts'

const test = suite('shown forms')

const learned = (name: string, text: string, ...values: string[]): LearnedSituation => ({
  name,
  defaultFrameKey: '400',
  frame: { status: 400, body: '{text}' },
  text,
  bodies: values.map((value) => ({ body: '', slots: { value }, message: '' })),
  matchesDefault: false,
  matchesDefaultText: false,
})
const textsOf = (...all: LearnedSituation[]) => withShownForms(all).map(({ text }) => text)
const supposed = learned('page.word', 'not "{value:unspaced}"', 'abc')

test('a text that is shown to repeat blanks repeats them in each situation', () => {
  assert.equal(textsOf(supposed, learned('rows.tail', 'not "{value}"', '25 a')), [
    'not "{value}"',
    'not "{value}"',
  ])
})

test('without an example with blanks inside, or with other words, the form stays', () => {
  for (const other of [
    learned('rows.tail', 'not "{value}"', '25a', ' 25'),
    learned('rows.tail', 'never "{value}"', '25 a'),
  ])
    assert.equal(textsOf(supposed, other), [supposed.text, other.text])
})

test.run()
