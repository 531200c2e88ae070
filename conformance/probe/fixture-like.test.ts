import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkDigits } from '../../src/contract/cpf.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import { checkText } from '../../src/fixture/check/check.ts'
import { normalise } from '../../src/fixture/make/normalise.ts'
import type { Person } from '../service/lists.ts'
import { somePeople } from '../testing/some-people.ts'
import { createChance } from './chance.ts'
import { type FixtureLike, fixtureLike } from './fixture-like.ts'
import { shapesOf } from './name-shape.ts'

const test = suite('a fixture like a list')
const NOW = Date.parse('2026-05-05T12:00:00.000Z')

const personOf = (cpf: string, nome: string, stamp: string): Person => ({ id: cpf, nome, stamp, raw: {} })

/** Draws a list: names of any form, some of them equal, times with ties, CPFs with leading zeros. */
function anyList(seed: number): Person[] {
  const chance = createChance(seed)
  const words = [
    'Ana',
    'Bento',
    'de',
    'da',
    'e',
    'São',
    "D'Ávila",
    'Lé',
    'MARIA',
    'joão',
    'Ramos-Leão',
    'Sá',
    'Bana',
    'Lena',
    'Rosa',
    '李',
    'O',
    '2º',
  ]
  const people = Array.from({ length: chance.whole(0, 120) }, () => {
    const base = (chance.once(5) ? '0'.repeat(chance.whole(1, 5)) : '').padEnd(9, chance.digits(9))
    const nome = chance.some(words, chance.whole(1, 6)).join(' ')
    const back = chance.once(3) ? 0 : chance.whole(-5, 900) * 10 ** chance.whole(0, 8)
    return personOf(base + checkDigits(base), nome, new Date(NOW - back).toISOString())
  })
  return [...new Map(people.map((person) => [person.id, person])).values()]
}

const plain = (text: string) =>
  ` ${withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Returns the times of a fixture as they are when it is served. */
const instants = ({ pessoas }: FixtureLike) => {
  const { relatorios } = normalise({ pessoas }, NOW, () => '')
  const stamps = new Map(relatorios.map(({ cpf, atualizado_em }) => [cpf, Date.parse(atualizado_em)]))
  return pessoas.map(({ cpf }) => stamps.get(cpf) as number)
}

test('has no name and no CPF of the list anywhere', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const people = anyList(seed)
    const text = JSON.stringify(fixtureLike(people, seed, NOW))
    const made = fixtureLike(people, seed, NOW).pessoas.map(({ nome }) => plain(nome))
    for (const { id, nome } of people) {
      assert.not.ok(text.includes(id), `${seed}: a CPF is in it`)
      assert.not.ok(
        made.some((one) => one.includes(plain(nome))),
        `${seed}: ${nome} is in it`,
      )
    }
  }
})

test('has as many persons, the same homonyms, ties, order of times, leading zeros and order of CPFs', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const people = anyList(seed)
    const fixture = fixtureLike(people, seed, NOW)
    const { pessoas } = fixture
    assert.is(pessoas.length, people.length)
    const times = instants(fixture)
    const zeros = (cpf: string) => (/^0*/.exec(cpf) as RegExpExecArray)[0].length
    for (let a = 0; a < people.length; a += 3) {
      for (let b = 0; b < people.length; b++) {
        const [one, other] = [people[a] as Person, people[b] as Person]
        const [made, otherMade] = [pessoas[a], pessoas[b]] as [
          { nome: string; cpf: string },
          { nome: string; cpf: string },
        ]
        assert.is(one.nome === other.nome, made.nome === otherMade.nome, 'homonyms')
        assert.is(one.id < other.id, made.cpf < otherMade.cpf, 'the order of CPFs')
        assert.is(
          Math.sign(Date.parse(one.stamp) - Date.parse(other.stamp)),
          Math.sign((times[a] as number) - (times[b] as number)),
          'times',
        )
      }
      assert.is(zeros((people[a] as Person).id), zeros((pessoas[a] as { cpf: string }).cpf))
    }
  }
})

test('is a fixture without a finding', async () => {
  for (const people of [somePeople(), somePeople(0), anyList(3), somePeople(600)]) {
    const text = JSON.stringify(fixtureLike(people, 1, NOW))
    assert.equal(await findings(text), [])
  }
})

/** Returns what the check of fixtures finds. */
const findings = async (text: string): Promise<string[]> =>
  (await checkText(text, 'x.json', 'json')).findings.map(({ message }) => message)

test('keeps how far from now the updates are', () => {
  const ages = [0, 5, 3_600, 86_400, 40 * 86_400, 5 * 365 * 86_400]
  const people = ages.map((age, i) =>
    personOf(`0000000000${i}`, `Ana ${i}`, new Date(NOW - age * 1_000).toISOString()),
  )
  assert.equal(
    fixtureLike(people, 1, NOW).pessoas.map(({ atualizado_em }) => atualizado_em),
    ['-0s', '-5s', '-3600s', '-86400s', '-57600m', '-43800h'],
  )
})

test('is the same for the same seed', () => {
  assert.equal(fixtureLike(somePeople(), 4, NOW), fixtureLike(somePeople(), 4, NOW))
  assert.is.not(
    JSON.stringify(fixtureLike(somePeople(), 4, NOW)),
    JSON.stringify(fixtureLike(somePeople(), 5, NOW)),
  )
})

test('keeps a form of a name only if at least five persons have it', () => {
  const rare = ["D'Ávila e Sousa-Lima dos Santos Conceição", 'X']
  const names = [
    ...Array.from({ length: 5 }, (_, i) => `João da Sílvia${'abcde'[i]}`),
    ...Array.from({ length: 4 }, (_, i) => `MARIA${'abcd'[i]} Lé Rosa`),
    ...rare,
  ]
  const shapes = shapesOf(names)
  const own = (shape: (typeof shapes)[number] | undefined) =>
    shape?.map(({ particle, accent, form }) => [particle, accent, form])
  assert.equal(own(shapes[0]), [
    [false, true, 'title'],
    [true, false, 'lower'],
    [false, true, 'title'],
  ])
  const common = [
    [false, false, 'title'],
    [false, false, 'title'],
  ]
  for (const shape of shapes.slice(5)) assert.equal(own(shape), common)
})

test('keeps accents, particles and the number of words', () => {
  const { pessoas } = fixtureLike(somePeople(500), 1, NOW)
  const count = (names: readonly string[], pattern: RegExp) =>
    names.filter((nome) => pattern.test(nome)).length
  const [given, made] = [somePeople(500).map(({ nome }) => nome), pessoas.map(({ nome }) => nome)]
  assert.is(count(made, / (da|de|do|das|dos|e) /), count(given, / (da|de|do|das|dos|e) /))
  assert.is(count(made, /^\S+ \S+$/), count(given, /^\S+ \S+$/))
  assert.ok(Math.abs(count(made, /[^\p{ASCII}]/u) - count(given, /[^\p{ASCII}]/u)) < 10)
})

test.run()
