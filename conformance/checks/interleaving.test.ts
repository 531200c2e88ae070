import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { nobodysCpfLike, plainText } from './alike.ts'
import { hiddenCells } from './hidden-persons.ts'
import { circuit } from './interleave.ts'
import { isWholeSecond } from './listed.ts'
import { listCells } from './organization-lists.ts'

const test = suite('sequences and contexts')

test('every step of a circuit follows each step once, itself included', () => {
  for (const steps of [['a'], ['a', 'b'], ['a', 'b', 'c', 'd', 'e', 'f']]) {
    const sequence = circuit(steps)
    assert.is(sequence.length, steps.length ** 2 + 1)
    assert.is(new Set(sequence.slice(1).map((step, i) => `${sequence[i]} ${step}`)).size, steps.length ** 2)
  }
})

test('contexts of two organizations cover all pairs, and each subject in each order by both', () => {
  const of = (cells: typeof hiddenCells, axes: string[]) =>
    new Set(cells.map((cell) => axes.map((axis) => cell[axis]).join())).size
  assert.is(of(hiddenCells, ['subject', 'order', 'asker']), 3 * 7 * 2)
  assert.is(of(hiddenCells, ['order', 'rows']), 7 * 3)
  assert.is(of(hiddenCells, ['rows', 'page']), 3 * 2)
  assert.is(hiddenCells.length, 42)
  assert.is(of(listCells, ['rows', 'place', 'asker']), 3 * 4 * 2)
  assert.is(of(listCells, ['order', 'rows', 'asker']), 7 * 3 * 2)
  assert.is(of(listCells, ['order', 'place']), 7 * 4)
  assert.is(of(listCells, ['order', 'filter']), 7 * 3)
})

test('timestamps without milliseconds, and with none but zeros, are of whole seconds', () => {
  for (const [stamp, isWhole] of Object.entries({
    '2026-01-02T03:04:05.000Z': true,
    '2026-01-02T03:04:05Z': true,
    '2026-01-02T03:04:05.000000+00:00': true,
    '2026-01-02T03:04:05.070Z': false,
    '2026-01-02T03:04:05.000400Z': false,
  }))
    assert.is(isWholeSecond({ id: '1', nome: 'Ana', stamp, raw: {} }), isWhole, stamp)
})

test('a CPF of nobody is as valid as the one that it stands for', () => {
  assert.match(nobodysCpfLike('52998224725', new Set()), /^\d{11}$/)
  assert.match(nobodysCpfLike('12345', new Set()), /^\d{5}$/)
  assert.is(plainText('São João'), 'sao joao')
})

test.run()
