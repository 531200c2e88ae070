import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange } from '../client/exchange.ts'
import { check, clausesOf, type Judged, outcomeOf, type Table } from './table.ts'

const test = suite('a table')

type Aspect = 'status' | 'total' | 'item'
const table: Table<Aspect> = {
  name: 'example',
  risk: 'r',
  axes: { filter: ['none', 'word', 'cpf'], rows: ['25', '50', '100'] },
  aspects: ['status', 'total', 'item'],
  clauses: { status: '4.1-4', total: '2.2-total', item: '2.1-nome' },
  checks: [],
  ask: () => Promise.resolve([]),
}
const exchange = { question: { method: 'GET' }, response: { status: 200 } } as Exchange

/** Judges every cell of the table; the faults are those of a function. */
const judgedBy = (faultOf: (filter: string, rows: string) => Aspect | undefined, shown: Aspect[] = ['status', 'total', 'item']) =>
  ['none', 'word', 'cpf'].flatMap((filter) =>
    ['25', '50', '100'].map((rows): Judged<Aspect> => {
      const aspect = faultOf(filter, rows)
      const faults = aspect ? [{ aspect, expected: 'this', actual: 'that' }] : []
      return { cell: { filter, rows }, exchanges: [exchange], faults, shown: aspect ? [aspect] : shown }
    }),
  )
const total = check<Aspect>('PAG-99', '2.2-total 4.1-3', 'total', 'counts')

test('passes a check of which no cell has a fault, and counts its cells', () => {
  assert.equal(
    outcomeOf(
      table,
      total,
      judgedBy(() => undefined),
    ),
    { verdict: 'pass', detail: '9 cases', asked: 9 },
  )
})

for (const [name, faultOf, told] of [
  ['one value', (filter) => filter === 'word', 'filter:word fails in 3 of 3 cells'],
  ['two values', (filter, rows) => filter === 'cpf' && rows === '50', 'filter:cpf/rows:50 fails in 1 of 1 cell'],
  ['every value but the plainest', (_, rows) => rows !== '25', 'rows:* fails in 6 of 6 cells'],
  ['every cell', () => true, '* fails in 9 of 9 cells'],
] as [string, (filter: string, rows: string) => boolean, string][]) {
  test(`names the least combination that fails: ${name}`, () => {
    const outcome = outcomeOf(
      table,
      total,
      judgedBy((filter, rows) => (faultOf(filter, rows) ? 'total' : undefined)),
    )
    if (outcome.verdict !== 'fault') return assert.unreachable(outcome.verdict)
    assert.is(outcome.told, told)
    assert.is(outcome.asked, 9)
  })
}

test('blames one check for one cause: a later fault where an earlier aspect fails is not told', () => {
  const judged = judgedBy((filter, rows) => (filter !== 'word' ? undefined : rows === '100' ? 'total' : 'status'))
  assert.is(outcomeOf(table, { ...total, aspects: ['status'] }, judged).verdict, 'fault')
  assert.is(outcomeOf(table, total, judged).verdict, 'pass')
})

test('leaves a check undecided that rests on a failed one, that has no cells, or whose cells all have other faults', () => {
  const failing = judgedBy(() => 'total')
  const reasonOf = (outcome: ReturnType<typeof outcomeOf>) => (outcome.verdict === 'inconclusive' ? outcome.reason : outcome.verdict)
  assert.is(reasonOf(outcomeOf(table, total, failing, new Map([['total', 'PAG-12']]))), 'blocked')
  assert.is(reasonOf(outcomeOf(table, { ...total, aspects: ['item'] }, failing)), 'blocked')
  assert.is(reasonOf(outcomeOf(table, { ...total, of: () => false }, failing)), 'thin-data')
})

test('blames the clauses of the aspect, and those of the check that are no other aspect’s', () => {
  const all = check<Aspect>('MEM-99', '4.1-4 2.2-total 2.1-nome 4.1-3', 'status total item', 'answers alike')
  assert.equal(clausesOf(table, all, 'total'), ['2.2-total', '4.1-3'])
  assert.equal(clausesOf(table, total, 'status'), ['4.1-3'])
})

test.run()
