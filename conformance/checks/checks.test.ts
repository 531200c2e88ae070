import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { clauses, headings } from '../../src/contract/clauses.ts'
import { risks } from '../client/exchange.ts'
import { readings } from '../judging/readings.ts'
import { untestable } from '../run/coverage.ts'
import { headingOf, selectChecks, topicOf } from '../run/selection.ts'
import { requirements } from '../service/discover.ts'
import { checks } from './index.ts'
import { isBreak } from './observations.ts'

const test = suite('the checks')

/** Pinned for ever: a check may go, its number never comes back with another meaning. */
const PINNED: Record<string, string> = {
  ITEM: '01 02 03 04 06',
  ENV: '01 02 03 04 05 06 07 08 09 10 11 12 13',
  PAG: '01 02 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29',
  BUSCA: '01 02 03 04 05',
  VAL: '01 02 03 04 10 11 12 13 14 15 16 18 20 23 24 25 26 28 29 33 34 35 36 40 41 42 43 44 45',
  HDR: '01 02 03 04 05 06 07',
  ORD: '01 02',
  SORT: '01 02 04 06 08 09 10 11 12 13 14 15',
  CPF: '01 02 03 04 05 06 07 08 09 10 11',
  NOME: '01 02 03 04 05 06 07 08 09 10 11 12 13 14',
  CELL: '01 02 03 04 05 06 07 08 09 20 21 22 23 24 25 26 27 28 30 31 32 33 34 35 36 37 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63',
  AUTH: '01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24',
  ORG: '01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17',
  MEM: '01 02 03 04 05 06 07 08 09 10 11 12 13 14 15',
}

test('have ids that are pinned', () => {
  const pinned = Object.entries(PINNED).flatMap(([topic, numbers]) =>
    numbers.split(' ').map((n) => `${topic}-${n}`),
  )
  const ids = checks.map(({ id }) => id)
  assert.equal([...ids].sort(), pinned.sort())
  assert.is(new Set(ids).size, ids.length)
})

test('name clauses, needs, readings and checks that there are', () => {
  const known = new Set<string>(clauses.map(({ id }) => id))
  for (const { id, clause, needs = [], rests = [], reading, risk, title } of checks) {
    for (const name of clause) assert.ok(known.has(name), `${id}: ${name}`)
    for (const need of needs) assert.ok(Object.hasOwn(requirements, need), `${id}: ${need}`)
    for (const other of rests)
      assert.ok(
        checks.some((check) => check.id === other),
        `${id}: ${other}`,
      )
    if (reading) assert.ok(Object.hasOwn(readings, reading), id)
    assert.ok(risks.includes(risk), id)
    assert.match(title, /^[a-z].*[^.]$/, `${id} completes "the service …"`)
  }
})

test('ask about every clause, or the reason why none can is written', () => {
  for (const { id } of clauses) {
    const asked = checks.some(({ clause }) => (clause as readonly string[]).includes(id))
    const reason = untestable[id]
    assert.is(asked, reason === undefined, `${id}: ${reason ?? 'neither a check nor a reason'}`)
  }
})

test('that demand something are asked about rules, and every rule is demanded by one', () => {
  const open = new Set<string>(clauses.filter((clause) => 'open' in clause).map(({ id }) => id))
  for (const { id, level, clause } of checks) {
    if (level !== 'open')
      assert.not.ok(
        clause.some((name) => open.has(name)),
        `${id} blames an open point`,
      )
  }
  for (const { id } of clauses) {
    const demanded = checks.some(
      ({ level, clause }) => level !== 'open' && (clause as readonly string[]).includes(id),
    )
    assert.is(demanded, !open.has(id), id)
  }
})

test('rest on each other without a circle, and on nothing riskier than themselves', () => {
  const byId = new Map(checks.map((check) => [check.id, check]))
  const visit = (id: string, path: readonly string[]): void => {
    assert.not.ok(path.includes(id), `a circle: ${[...path, id].join(' → ')}`)
    for (const other of byId.get(id)?.rests ?? []) {
      const [mine, its] = [byId.get(id)?.risk, byId.get(other)?.risk].map((risk) =>
        risks.indexOf(risk ?? 'r'),
      ) as [number, number]
      assert.ok(its <= mine || byId.get(other)?.partlyAtR, `${id} rests on ${other}`)
      visit(other, [...path, id])
    }
  }
  for (const { id } of checks) visit(id, [])
})

test('the clauses have headings, in the order of the interface, and unique ids', () => {
  for (const { id } of clauses) assert.ok(Object.hasOwn(headings, headingOf(id)), id)
  const places = clauses.map(({ id }) => Number(headingOf(id)))
  assert.equal(
    places,
    [...places].sort((a, b) => a - b),
  )
  assert.is(new Set(clauses.map(({ id }) => id)).size, clauses.length)
  // The interface says "not shown" in eleven sentences: two of them share a heading in 4.1 and in 8.
  assert.is(clauses.filter((clause) => 'open' in clause).length, 11)
})

for (const [only, skip, expected] of [
  [['PAG-02'], [], ['PAG-02']],
  [['pag-02'], [], ['PAG-02']],
  [['BUSCA'], [], ['BUSCA-01', 'BUSCA-02', 'BUSCA-03', 'BUSCA-04', 'BUSCA-05']],
  [
    ['2.2-busca'],
    [],
    [
      'ENV-03',
      'BUSCA-01',
      'BUSCA-02',
      'BUSCA-03',
      'BUSCA-04',
      'BUSCA-05',
      'CELL-05',
      'MEM-01',
      'MEM-02',
      'MEM-03',
      'MEM-07',
      'MEM-11',
      'MEM-12',
      'MEM-15',
      'ORG-14',
    ],
  ],
  [['BUSCA', 'PAG-02'], ['BUSCA-01'], ['BUSCA-02', 'BUSCA-03', 'BUSCA-04', 'BUSCA-05', 'PAG-02']],
  [['2.3'], ['2.3-open'], ['VAL-33', 'VAL-34', 'CELL-40', 'CELL-55', 'CELL-60', 'ORG-11']],
] as const) {
  test(`are chosen by ${only} without ${skip.join() || 'exception'}`, () => {
    const chosen = selectChecks(only, skip).map(({ id }) => id)
    assert.equal([...chosen].sort(), [...expected].sort())
  })
}

for (const [only, skip, message] of [
  [['PAG-99'], [], /"PAG-99".*--list/],
  [[], ['nothing'], /"nothing"/],
  [['PAG'], ['2.2', '4.1'], /No check is left.*--list/],
  [['6-open'], [], /No check is left/],
] as const) {
  test(`refuse the choice of ${only} without ${skip}`, () => {
    assert.throws(() => selectChecks(only, skip), message)
  })
}

test('every check has a topic of its own words', () => {
  assert.equal([...new Set(checks.map(({ id }) => topicOf(id)))].sort(), Object.keys(PINNED).sort())
})

test('an observation of a time is no break, however long it took', () => {
  for (const came of [500, '503', '502 with a page']) assert.is(isBreak(came), true, String(came))
  for (const came of [200, '512 ms', '503 (2 times)', 'rejected with 500'])
    assert.is(isBreak(came), false, String(came))
})

test.run()
