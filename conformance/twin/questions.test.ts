import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bodyTable } from '../../src/contract/body-table.ts'
import { parameterTable } from '../../src/contract/parameter-table.ts'
import { completeProfile, defaultProfile } from '../../src/contract/profile.ts'
import { routeTable } from '../../src/contract/route-table.ts'
import type { Question, Risk } from '../client/exchange.ts'
import { someTargetData } from '../testing/target-data.ts'
import { createChance, seedOf } from './chance.ts'
import {
  declaredStrata,
  drawQuestions,
  keyOf,
  questionOf,
  type Stratum,
  settledStrata,
  strata,
} from './questions.ts'
import type { TwinQuestion } from './twin-question.ts'

const test = suite('the questions for a twin')
const limits = { body: 3_000, number: 100, page: 40, rows: 1_000 }
const profile = completeProfile(
  { reportFirst: 'yes', rowsMaximum: 100, mensagemMaximum: 80, sortFields: ['cpf', 'nome'] },
  { dialect: { limits } },
)
const data = someTargetData()
/** A field is either sorted by or not. */
const possible = strata.filter(({ name }) => !/^order.*atualizado_em$/.test(name))
const DRAWN = 40

/** Draws questions of one stratum, the same ones in every run. */
function drawn(name: string): Question[] {
  const stratum = strata.find((one) => one.name === name)
  assert.ok(stratum, `there is no stratum ${name}`)
  return Array.from({ length: DRAWN }, (_, i) => {
    const asked = questionOf(
      stratum as NonNullable<typeof stratum>,
      createChance(seedOf(i, name)),
      data,
      profile,
    )
    assert.ok(asked, `${name} has no question`)
    return (asked as NonNullable<typeof asked>).question
  })
}

const values = ({ query = [] }: Question, row: string) =>
  query.filter(([name]) => name === row).map(([, value]) => value)

test('have a stratum for each cell of the tables, and each name once', () => {
  const names = [...strata, ...settledStrata].map(({ name }) => name)
  assert.is(new Set(names).size, names.length)
  for (const [row, columns] of Object.entries({ ...parameterTable, ...bodyTable, ...routeTable })) {
    for (const column of Object.keys(columns)) {
      // Cells of their own say what these two say together.
      if (column === 'same-decision' || column === 'after-rejection') continue
      // Strata of other cells ask for unknown routes without a token.
      if (column === 'without-token') continue
      // Bodies of a type that is a form show how its names are read.
      if (column === 'names') continue
      const cell = `${row}.${column}`
      assert.ok(
        names.some((name) => name === cell || name.startsWith(`${cell}.`)),
        cell,
      )
    }
  }
  for (const { name } of possible) drawn(name)
})

const listed = new Set(data.people.map(({ id }) => id))
const NUMBER = /^[1-9]\d*$/
const patterns: Record<string, (value: string, row: string) => boolean> = {
  empty: (value) => value === '',
  blank: (value) => /^ +$/.test(value),
  padded: (value) => value !== value.trim() && value.trim() !== '',
  plus: (value) => /^\+[a-z\d_]+$/.test(value),
  'leading-zeros': (value) => /^0+[1-9]\d*$/.test(value),
  point: (value) => /^\d+\.0+$/.test(value),
  fraction: (value) => /^\d+\.\d*[1-9]$/.test(value),
  exponent: (value) => /^\d+(\.\d)?e-?\d+$/i.test(value),
  hexadecimal: (value) => /^0x[\da-f]+$/.test(value),
  tail: (value) => /^\d+[^\d.]/.test(value) && Number.isNaN(Number(value)),
  large: (value) => /^\d+$/.test(value) && Number(value) >= 2 ** 31 && Number.isSafeInteger(Number(value)),
  huge: (value) => /^\d+$/.test(value) && Number(value) > Number.MAX_SAFE_INTEGER,
  zero: (value) => value === '0',
  negative: (value) => /^-[1-9]\d*$/.test(value),
  'above-limit': (value) => Number(value) > 40,
  'beyond-end': (value) => Number(value) > 3,
  'beyond-nobody': (value) => Number(value) > 1,
  'below-grid': (value) => Number(value) > 0 && Number(value) < 25,
  'negative-off-grid': (value) => Number(value) < 0 && Number(value) % 25 !== 0,
  gaps: (value, row) =>
    row === 'cpf' ? /^[\d ]+$/.test(value) && listed.has(value.replace(/\D/g, '')) : /\S {2,3}\S/.test(value),
  'half-masked': (value) => /^[\d-]+$/.test(value) && listed.has(value.replace(/\D/g, '')),
  'same-digits': (value) => /^(\d)\1{10}$/.test(value),
  'negative-zero': (value) => value === '-0',
  'huge-multiple': (value) => BigInt(value) > Number.MAX_SAFE_INTEGER && BigInt(value) % 25n === 0n,
  'beyond-64-bits': (value) => BigInt(value) >= 2n ** 63n,
  infinity: (value) => /^-?Infinity$/.test(value),
  'other-digits': (value) => /^\p{Nd}+$/u.test(value) && !/\d/.test(value),
  'off-grid': (value) => NUMBER.test(value) && Number(value) < 100 && Number(value) % 25 !== 0,
  'above-off-grid': (value) => Number(value) > 100 && Number(value) % 25 !== 0,
  'above-maximum': (value) => Number(value) > 100 && Number(value) % 25 === 0,
  masked: (value) => /^\d{3}\.\d{3}\.\d{3}-\d\d$/.test(value) && listed.has(value.replace(/\D/g, '')),
  short: (value, row) => (row === 'cpf' ? /^\d{1,10}$/ : /^\S{1,2}$/u).test(value),
  long: (value, row) => (row === 'cpf' ? /^\d{12,}$/ : /^.{51,}$/u).test(value),
  'wrong-digits': (value) => /^\d{11}$/.test(value) && !listed.has(value),
  unknown: (value, row) =>
    row === 'cpf'
      ? /^\d{11}$/.test(value) && !listed.has(value)
      : !data.people.some(({ nome }) => nome.toLowerCase().includes(value)),
  signs: (value) => !/\p{L}/u.test(value),
  capitals: (value) => /[A-Z]/.test(value),
  dash: (value) => value === '-',
  'two-dashes': (value) => /^--[a-z_]+$/.test(value),
  list: (value) => /^-?[a-z_]+,-?[a-z_]+$/.test(value),
  unsupported: (value) => /^-?atualizado_em$/.test(value),
}

for (const row of ['page', 'rows', 'cpf', 'nome', 'sort'] as const) {
  test(`about ${row} fall into their own kind`, () => {
    for (const column of Object.keys(parameterTable[row])) {
      for (const question of drawn(`${row}.${column}`)) {
        const [value = 'none', second] = values(question, row)
        assert.is(second !== undefined, column === 'repeated', `${row}.${column}`)
        const holds = patterns[column]?.(value, row) ?? (column === 'repeated' || !NUMBER.test(value))
        assert.ok(holds, `${row}.${column}: "${value}"`)
      }
    }
  })
}

test('of a kind have many values', () => {
  const different = (name: string) =>
    new Set(drawn(name).map((question) => keyOf({ risk: 'w0', question }))).size
  for (const name of [
    'page.word',
    'rows.off-grid',
    'cpf.masked',
    'nome.unknown',
    'mensagem.short',
    'payload.unknown',
    'search.inside',
  ])
    assert.ok(different(name) > 12, `${name} has ${different(name)}`)
})

test('about bodies break the rule that they are named after', () => {
  const bodies = (name: string) => drawn(name).map(({ body = '' }) => body)
  for (const kind of ['end', 'value', 'literal', 'key', 'colon', 'comma', 'string', 'extra']) {
    for (const body of bodies(`json.${kind}`)) assert.throws(() => JSON.parse(body), undefined, body)
  }
  for (const body of bodies('aprovar.missing')) assert.not.ok('aprovar' in JSON.parse(body))
  for (const body of bodies('mensagem.short')) assert.ok(JSON.parse(body).mensagem.length < 25)
  for (const body of bodies('mensagem.long')) assert.ok(JSON.parse(body).mensagem.length > 80)
  for (const body of bodies('mensagem.blank')) assert.match(JSON.parse(body).mensagem, /^ {25,}$/)
  for (const body of bodies('mensagem.padded')) assert.ok(JSON.parse(body).mensagem.trim().length < 25)
  for (const body of bodies('payload.unknown')) assert.is(Object.keys(JSON.parse(body)).length, 3)
  for (const body of bodies('payload.several-unknown')) assert.ok(Object.keys(JSON.parse(body)).length > 3)
  for (const body of bodies('body.none')) assert.is(body, '')
})

test('about sizes are larger than the limits that the profile has', () => {
  for (const { body = '' } of drawn('size.body')) assert.ok(body.length > limits.body, `${body.length}`)
  const inventing = {
    ...data,
    unknownNumber: (shape?: string) => 'x'.repeat(Number(shape?.replace('of-', ''))),
  }
  const ofNumber = strata.find(({ name }) => name === 'size.number') as Stratum
  for (let i = 0; i < DRAWN; i++) {
    const { question } = questionOf(ofNumber, createChance(i), inventing, profile) as TwinQuestion
    assert.ok(question.path.replace(/^.*\//, '').length > limits.number, question.path)
  }
})

test('are the same for the same seed, but for report numbers', () => {
  const draw = (seed: number) =>
    drawQuestions({ count: 400, seed, data, profile, allows: () => true }).map(keyOf)
  assert.equal(draw(5), draw(5))
  assert.is.not(draw(5).join(), draw(6).join())
})

test('are all different, and ask each stratum before any is asked again', () => {
  const asked = drawQuestions({ count: possible.length, seed: 1, data, profile, allows: () => true })
  assert.is(new Set(asked.map(({ stratum }) => stratum)).size, possible.length)
  const more = drawQuestions({ count: 600, seed: 1, data, profile, allows: () => true })
  assert.is(new Set(more.map(keyOf)).size, 600)
})

test('that were asked before are asked again only where a stratum has no other', () => {
  const before = new Set(drawQuestions({ count: 300, seed: 1, data, profile, allows: () => true }).map(keyOf))
  const again = drawQuestions({ count: 300, seed: 2, data, profile, allows: () => true, asked: before })
  const repeated = again.filter((one) => before.has(keyOf(one)))
  assert.ok(repeated.length > 0 && repeated.length < 60, `${repeated.length} are repeated`)
})

test('to two unknown reports are the same question, and to two declared ones are not', () => {
  const [question] = drawn('report.unknown') as [Question]
  const numbers = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7']
  const keys = (risk: Risk) =>
    new Set(
      numbers.map((numero) =>
        keyOf({ risk, question: { ...question, path: `/relatorios/validar/${numero}` } }),
      ),
    )
  assert.is(keys('w0').size, 1)
  assert.is(keys('w2').size, 2)
})

test('never name a declared report, unless they are about one, and never use DELETE or PATCH', () => {
  const reports = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7']
  const own = someTargetData({ reports: [reports[0] as string], foreignReport: reports[1] })
  const names = ({ question }: { question: Question }) =>
    reports.some((numero) => question.path.includes(numero))
  const asked = drawQuestions({ count: 1_000, seed: 1, data: own, profile, allows: () => true })
  assert.is(asked.filter(names).length, 0)
  for (const { question, risk } of asked) {
    assert.ok(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'POST'].includes(question.method))
    assert.is(risk, question.method === 'GET' ? 'r' : 'w0')
  }
  const about = drawQuestions({
    count: 18,
    seed: 1,
    data: own,
    profile,
    from: declaredStrata,
    allows: () => true,
  })
  assert.is(about.length, about.filter(names).length)
  assert.ok(about.every(({ risk }) => risk === 'w2'))
  assert.is(
    drawQuestions({
      count: 9,
      seed: 1,
      data: own,
      profile,
      from: declaredStrata,
      allows: (risk) => risk === 'r',
    }).length,
    0,
  )
})

test('can be drawn for a list without persons', () => {
  const empty = someTargetData({ people: [] })
  const asked = drawQuestions({
    count: 200,
    seed: 1,
    data: empty,
    profile: defaultProfile,
    allows: () => true,
  })
  assert.is(asked.length, 200)
})

test.run()
