import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../contract/dataset.ts'
import { languages } from '../messages/translate.ts'
import { datasetOf } from './dataset.ts'
import { checkFixture, checkFixtureText, describeFixture, readFixture } from './read-fixture.ts'
import { isShipped, shippedFixtures, starterText } from './shipped.ts'

const test = suite('shipped fixtures')
const world = async (name: string): Promise<Dataset> => datasetOf(await readFixture(name))
const counted = <T>(values: readonly T[]): number[] => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts.values()].sort((a, b) => b - a)
}

test('each is sound, without a warning, and says what it is for', async () => {
  const fixtures = shippedFixtures()
  assert.is(fixtures.length, 12)
  for (const fixture of fixtures) {
    const { name } = fixture
    assert.equal((await checkFixture(name)).findings, [], name)
    assert.match(await describeFixture(fixture), /^\S.{20,110}\.$/)
    assert.ok(isShipped(name))
  }
  assert.not(isShipped('accent'))
})

test('each has what it is for', async () => {
  const persons = async (name: string) => (await world(name)).pessoas.length
  assert.equal(
    await Promise.all(
      ['empty', 'one-person', 'full-page', 'page-and-one', 'homonyms', 'ten-thousand', 'default'].map(
        persons,
      ),
    ),
    [0, 1, 25, 26, 60, 10_000, 151],
  )
  const homonyms = await world('homonyms')
  assert.ok((counted(homonyms.pessoas.map(({ nome }) => nome))[0] as number) >= 6)
  assert.ok((counted(homonyms.relatorios.map(({ atualizado_em }) => atualizado_em))[0] as number) > 25)

  const accents = (await world('accents')).pessoas.map(({ nome }) => nome)
  const plain = accents.map((nome) => nome.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
  assert.ok(accents.length - new Set(plain).size > 10)

  const zeros = (await world('leading-zeros')).pessoas.map(({ cpf }) => /^0*/.exec(cpf)?.[0].length)
  assert.equal([...new Set(zeros)].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8])

  const decided = (await world('decided')).relatorios.map(({ aprovar }) => aprovar)
  assert.equal(counted(decided), [2, 2, 2])

  const shared = await world('shared-persons')
  assert.is(shared.organizacoes.length, 3)
  assert.equal(counted(shared.relatorios.map(({ cpf }) => cpf)), [3, 2, 2, 1, 1])

  const { organizacoes, relatorios } = await world('disabled-token')
  assert.equal(
    organizacoes.map(({ habilitada }) => habilitada),
    [undefined, false],
  )
  assert.ok(relatorios.some(({ organizacao }) => organizacao === organizacoes[1]?.id))
})

test('the same world at every start', async () => {
  for (const { name } of shippedFixtures()) assert.equal(await world(name), await world(name), name)
})

test('the fixtures to begin with are sound, and one world in every language', async () => {
  const worlds = await Promise.all(
    languages.map(async (language) => {
      const text = starterText(language, '../x/y.json')
      assert.match(text, /^# yaml-language-server: \$schema=\.\.\/x\/y\.json\n/)
      const { findings, dataset } = await checkFixtureText(text, language, 'yaml')
      assert.equal(findings, [])
      return dataset as Dataset
    }),
  )
  const [first, ...others] = worlds.map(({ pessoas, organizacoes }) => ({ pessoas, organizacoes }))
  assert.is(first?.pessoas.length, 79)
  for (const other of others) assert.equal(other, first)
})

test.run()
