import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { datasetOf } from '../../src/data/dataset.ts'
import { checkFixtureText, checkValue } from '../../src/data/read-fixture.ts'
import type { DatasetSource } from '../../src/data/source.ts'
import type { Person } from '../model/lists.ts'
import { somePeople } from '../testing/some-people.ts'
import { type FixtureLike, fixtureLike } from './fixture-like.ts'

const test = suite('a fixture like a list')
const NOW = Date.parse('2026-05-05T12:00:00.000Z')

const personOf = (cpf: string, nome: string, stamp: string): Person => ({ id: cpf, nome, stamp, raw: {} })

const withTies = (people: Person[]) =>
  people.map((person, i) => ({ ...person, stamp: people[i - (i % 3)]?.stamp ?? person.stamp }))

const isSame = (one = '', other = '') => one.toLowerCase() === other.toLowerCase()

/** Returns the times of a fixture as they are when it is served. */
const instants = async ({ pessoas }: FixtureLike) => {
  const { source } = await checkValue({ pessoas }, NOW, {})
  const { relatorios } = datasetOf(source as DatasetSource)
  const stamps = new Map(relatorios.map(({ cpf, atualizado_em }) => [cpf, Date.parse(atualizado_em)]))
  return pessoas.map(({ cpf = '' }) => stamps.get(cpf) as number)
}

test('has no name and no CPF of the list', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const people = somePeople(60 + seed)
    const { pessoas } = await fixtureLike(people, seed, NOW)
    const text = JSON.stringify(pessoas)
    const made = new Set(pessoas.map(({ nome }) => nome.toLowerCase()))
    for (const { id, nome } of people) {
      assert.not.ok(text.includes(id), `${seed}: a CPF is in it`)
      assert.not.ok(made.has(nome.toLowerCase()), `${seed}: ${nome} is in it`)
    }
  }
})

test('has as many persons, the same homonyms, ties and order of times', async () => {
  for (const people of [somePeople(90), withTies(somePeople(90))]) {
    const fixture = await fixtureLike(people, 5, NOW)
    const { pessoas } = fixture
    assert.is(pessoas.length, people.length)
    const times = await instants(fixture)
    for (const [a, one] of people.entries()) {
      for (const [b, other] of people.entries()) {
        assert.is(isSame(one.nome, other.nome), isSame(pessoas[a]?.nome, pessoas[b]?.nome), 'homonyms')
        assert.is(
          Math.sign(Date.parse(one.stamp) - Date.parse(other.stamp)),
          Math.sign((times[a] as number) - (times[b] as number)),
          'times',
        )
      }
    }
  }
})

test('is a fixture without a finding', async () => {
  for (const people of [somePeople(), somePeople(0), somePeople(600)]) {
    const text = JSON.stringify(await fixtureLike(people, 1, NOW))
    assert.equal(await findings(text), [])
  }
})

/** Returns what the check of fixtures finds. */
const findings = async (text: string): Promise<string[]> =>
  (await checkFixtureText(text, 'x.json', 'json')).findings.map(({ message }) => message)

test('keeps how far from now the updates are', async () => {
  const ages = [0, 5, 3_600, 86_400, 40 * 86_400, 5 * 365 * 86_400]
  const people = ages.map((age, i) =>
    personOf(`0000000000${i}`, `Ana ${i}`, new Date(NOW - age * 1_000).toISOString()),
  )
  assert.equal(
    (await fixtureLike(people, 1, NOW)).pessoas.map(({ atualizado_em }) => atualizado_em),
    ['-0s', '-5s', '-3600s', '-86400s', '-57600m', '-43800h'],
  )
})

test('is the same for the same seed', async () => {
  assert.equal(await fixtureLike(somePeople(), 4, NOW), await fixtureLike(somePeople(), 4, NOW))
  assert.is.not(
    JSON.stringify(await fixtureLike(somePeople(), 4, NOW)),
    JSON.stringify(await fixtureLike(somePeople(), 5, NOW)),
  )
})

test('keeps accents, particles and the number of words', async () => {
  const { pessoas } = await fixtureLike(somePeople(500), 1, NOW)
  const count = (names: readonly string[], pattern: RegExp) =>
    names.filter((nome) => pattern.test(nome)).length
  const [given, made] = [somePeople(500).map(({ nome }) => nome), pessoas.map(({ nome }) => nome)]
  assert.is(count(made, / (da|de|do|das|dos|e) /), count(given, / (da|de|do|das|dos|e) /))
  assert.is(count(made, /^\S+ \S+$/), count(given, /^\S+ \S+$/))
  assert.ok(Math.abs(count(made, /[^\p{ASCII}]/u) - count(given, /[^\p{ASCII}]/u)) < 10)
})

test.run()
