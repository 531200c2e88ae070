import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { datasetOf } from '../../src/data/dataset.ts'
import { checkFixtureText, checkValue } from '../../src/data/read-fixture.ts'
import type { DatasetSource } from '../../src/data/source.ts'
import { somePeople } from '../testing/some-people.ts'
import { type FixtureLike, fixtureLike } from './fixture-like.ts'

const test = suite('a fixture like a list')
const NOW = Date.parse('2026-05-05T12:00:00.000Z')

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
  const people = somePeople(90)
  const fixture = await fixtureLike(people, 5, NOW)
  const { pessoas } = fixture
  assert.is(pessoas.length, people.length)
  const times = await instants(fixture)
  for (const [a, one] of people.entries()) {
    for (const [b, other] of people.entries()) {
      assert.is(isSame(one.nome, other.nome), isSame(pessoas[a]?.nome, pessoas[b]?.nome), 'homonyms')
      const [given, made] = [
        Date.parse(one.stamp) - Date.parse(other.stamp),
        Number(times[a]) - Number(times[b]),
      ]
      assert.is(Math.sign(given), Math.sign(made), 'times')
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

test.run()
