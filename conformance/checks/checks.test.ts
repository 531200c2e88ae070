import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { clauses } from '../../src/contract/clauses.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import { risks } from '../client/exchange.ts'
import { untestable } from '../run/reporting.ts'
import { selectChecks, topicOf } from '../run/selection.ts'
import { checks, isSurvey, stages } from './index.ts'
import type { Table } from './table.ts'

const test = suite('the checks')

/** Baselines name checks by id, so a number keeps its meaning. A new check adds its number. */
const PINNED: Record<string, string> = {
  AUTH: '01 07 10 12 13 16 20 21 22 23 24',
  BUSCA: '01 03 04',
  CELL: '01 02 03 04 05 06 07 08 09 27 36 37 40 41 42 44 45 47 49 50 52 53 55 57 58 60 62',
  CPF: '01 02 03 07 08 09 10 11',
  ENV: '01 02 03 04 05 06 08 09 13',
  HDR: '01 02 03 05 06 08',
  ITEM: '01 03 04',
  MEM: '01 03 08 09 11 15',
  NOME: '01 02 03 07 09 10 11 14',
  ORD: '01',
  ORG: '01 02 05 06 07 08 09 10 13 15',
  PAG: '02 04 05 07 08 09 10 11 12 13 14 15 20 21 26 27 28 29',
  SORT: '01 02 11 13 15',
  VAL: '01 04 10 20 26 29 36 40 42 43 45 50 51 53',
}

/** Fields, values of `sort` and headers are named as they are sent. */
const KEBAB_CASE = /^(-?[a-z0-9_]+(--?[a-z0-9_]+)*|Authorization)$/

const tables = stages.flat().filter((one): one is Table => !isSurvey(one))
const rules = new Set<string>(clauses.filter((clause) => !('open' in clause)).map(({ id }) => id))

test('have ids that are unique and pinned', () => {
  const topics = groupBy(checks, ({ id }) => topicOf(id))
  const numbers = [...topics].map(([topic, some]) => [
    topic,
    some
      .map(({ id }) => id.slice(topic.length + 1))
      .sort()
      .join(' '),
  ])
  assert.equal(Object.fromEntries(numbers), PINNED)
})

test('have titles that complete "the service …", or "the service chooses …" for an open point', () => {
  for (const { id, title, level, why } of checks) {
    assert.match(title, level === 'open' ? /^\S.*[^.]$/ : /^(never )?[a-z]+s .*[^.]$/, `${id}: ${title}`)
    assert.is(
      why !== undefined,
      level === 'should',
      `${id} ${level === 'should' ? 'warns without a reason' : 'gives a reason and does not warn'}`,
    )
    assert.match(why ?? '.', /\.$/, `${id}: ${why}`)
  }
})

test('ask about every clause, unless the reason why none can is written', () => {
  for (const { id } of clauses) {
    const about = checks.filter(({ clause }) => clause.includes(id))
    assert.is(about.length === 0, untestable[id] !== undefined, `${id}: ${untestable[id] ?? 'neither a check nor a reason'}`)
  }
})

test('demand every rule and no open point', () => {
  for (const { id, level, clause } of checks) {
    const open = clause.find((name) => !rules.has(name))
    if (level !== 'open') assert.is(open, undefined, `${id} blames an open point`)
    for (const name of clause)
      assert.ok(
        clauses.some(({ id }) => id === name),
        `${id}: ${name}`,
      )
  }
  for (const rule of rules)
    assert.ok(
      checks.some(({ level, clause }) => level === 'must' && (clause as readonly string[]).includes(rule)),
      rule,
    )
})

test('are rows of tables: aspects and clauses that exist, axes and values in kebab-case, nothing riskier than it says', () => {
  for (const { name, axes, aspects, clauses: ofAspects, checks: rows, risk } of tables) {
    assert.ok(risks.includes(risk), name)
    for (const [axis, values] of Object.entries(axes)) {
      if (name === 'odd texts' && axis === 'text') continue // They are named by themselves.
      for (const word of [axis, ...values]) assert.match(word, KEBAB_CASE, `${name}: ${axis}`)
    }
    assert.is(new Set(aspects).size, aspects.length, name)
    for (const aspect of Object.keys(ofAspects ?? {})) assert.ok(aspects.includes(aspect), `${name} has no aspect ${aspect}`)
    for (const { id, aspects: judged } of rows)
      for (const aspect of judged) assert.ok(aspects.includes(aspect), `${id}: ${name} has no aspect ${aspect}`)
  }
  assert.is(new Set(tables.map(({ name }) => name)).size, tables.length)
})

for (const [only, skip, chosen] of [
  [['PAG-02'], [], /^PAG-02$/],
  [['pag-02', 'VAL-01'], [], /^(PAG-02|VAL-01)$/],
  [['BUSCA'], ['BUSCA-01'], /^BUSCA-(?!01)/],
  [['2.2-busca'], [], undefined],
  [['2'], [], undefined],
] as const)
  test(`are chosen by ${only.join()} without ${skip.join() || 'any'}`, () => {
    const expected = checks.filter(({ id, clause }) => chosen?.test(id) ?? clause.some((name) => name.startsWith(only[0])))
    assert.equal(selectChecks(only, skip), expected)
    assert.ok(expected.length > 0)
  })

for (const [only, skip, message] of [
  [['PAG-99'], [], /"PAG-99".*--list/],
  [[], ['nothing'], /"nothing"/],
  [['PAG'], ['PAG'], /No check is left.*--list/],
  [['6-open'], [], /"6-open"/],
] as const)
  test(`refuse the choice of ${only} without ${skip}`, () => assert.throws(() => selectChecks(only, skip), message))

test.run()
