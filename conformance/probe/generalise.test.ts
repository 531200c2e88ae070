import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Slots } from '../../src/contract/slots.ts'
import { generalise, type Sample, Unlike } from './generalise.ts'

const test = suite('one template for several answers')

const of = (...pairs: [value: unknown, slots: Slots][]): Sample[] =>
  pairs.map(([value, slots]) => ({ value, slots }))
const page = { key: 'page', value: 'abc' }
const rows = { key: 'rows', value: 'dois', limit: 100 }

const cases: [what: string, samples: Sample[], template: unknown][] = [
  ['what is equal stays', of([{ a: 1 }, page], [{ a: 1 }, rows]), { a: 1 }],
  ['a value that a slot has', of(['abc', page], ['dois', rows]), '{value}'],
  ['a slot inside a text', of(['page: não', page], ['rows: não', rows]), '{key}: não'],
  [
    'slots that follow each other',
    of(['"page" tem "abc", abc', page], ['"rows" tem "dois", dois', rows]),
    '"{key}" tem "{value}", {value}',
  ],
  ['the key of an object', of([{ page: ['x'] }, page], [{ rows: ['x'] }, rows]), { '{key}': ['x'] }],
  ['a key inside a key', of([{ 'q.page': 1 }, page], [{ 'q.rows': 1 }, rows]), { 'q.{key}': 1 }],
  ['lists of the same length', of([[['page']], page], [[['rows']], rows]), [['{key}']]],
  ['a number that is a text', of([1, { total: '1' }], [7, { total: '7' }]), '{total:number}'],
  ['a text that is a number', of(['1', { n: 1 }], ['7', { n: 7 }]), '{n:text}'],
  [
    'another form of a date',
    of(
      ['2026-01-02T03:04:05Z', { at: '2026-01-02T03:04:05.678Z' }],
      ['2026-02-02T03:04:05Z', { at: '2026-02-02T03:04:05.999Z' }],
    ),
    '{at:seconds}',
  ],
  ['null where a slot is', of([null, { next: null }], [2, { next: 2 }]), '{next}'],
  ['a list that was sent', of([['a'], { value: ['a'] }], [{ b: 1 }, { value: { b: 1 } }]), '{value}'],
  ['a long slot of one answer', of(['nada em /pessoas/x', { path: '/pessoas/x' }]), 'nada em {path}'],
  ['no short one, which may be chance', of(['a page', { key: 'a' }]), 'a page'],
  [
    'a constant with the name of its slot',
    of([{ linhas: 25 }, { linhas: 25 }], [{ linhas: 25 }, { linhas: 25 }]),
    { linhas: '{linhas}' },
  ],
]
for (const [what, samples, template] of cases) {
  test(`has ${what}`, () => assert.equal(generalise(samples), template))
}

const unlike: [what: string, samples: Sample[]][] = [
  ['texts that nothing explains', of(['a', page], ['b', rows])],
  ['objects with other fields', of([{ a: 1 }, page], [{ a: 1, b: 2 }, rows])],
  ['lists of other lengths', of([[1], page], [[1, 2], rows])],
  ['keys that nothing explains', of([{ a: 1 }, page], [{ b: 1 }, rows])],
]
for (const [what, samples] of unlike) {
  test(`is never guessed for ${what}`, () => {
    assert.throws(
      () => generalise(samples),
      (error: unknown) => error instanceof Unlike,
    )
  })
}

test('has what somebody else says of the place where nothing explains the values', () => {
  const places: string[] = []
  const template = generalise(of([{ m: 'a', k: 'page' }, page], [{ m: 'b', k: 'rows' }, rows]), (place) => {
    places.push(place)
    return '{text}'
  })
  assert.equal([template, places], [{ m: '{text}', k: '{key}' }, ['m']])
})

test.run()
