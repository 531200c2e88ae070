import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder, smallWorld } from '../testing/world.ts'
import { datasetOf, datasetText, sourceOfDataset } from './dataset.ts'
import type { Fixture } from './fixture.ts'
import { openData } from './open.ts'
import { recipeText } from './origin.ts'
import { checkFixtureText } from './read-fixture.ts'

const test = suite('data')
const ORIGIN = { seed: 7, persons: 300, organizations: 3 }

test('a seed, its recipe and its written dataset are the same data', async () => {
  const seeded = await openData({ origin: ORIGIN })
  const dataset = datasetOf(seeded)
  assert.equal(datasetOf(seeded), dataset)
  assert.equal(seeded.counts, {
    organizacoes: dataset.organizacoes.length,
    pessoas: dataset.pessoas.length,
    relatorios: dataset.relatorios.length,
  })
  const recipe = await openData({ fixture: JSON.parse(recipeText(ORIGIN)) as Fixture })
  assert.equal([recipe.hash, recipe.seed, datasetOf(recipe)], [seeded.hash, 7, dataset])
  await inFolder(async (folder) => {
    const file = join(folder, 'x.json')
    writeFileSync(file, [...datasetText(dataset)].join(''))
    const written = await openData({ fixture: file })
    assert.equal([written.seed, datasetOf(written)], [null, dataset])
    assert.is.not(written.hash, seeded.hash)
  })
})

test('the default data is what its seed makes, and has the hash of its recipe', async () => {
  const [first, other] = [await openData({}), await openData({ fixture: 'default' })]
  assert.equal(datasetOf(first), datasetOf(other))
  const recipe = await openData({ fixture: { semente: 1, gerar: { pessoas: 137, organizacoes: 2 } } })
  assert.equal([recipe.hash, recipe.seed], [first.hash, first.seed])
})

test('a dataset is a source', () => {
  const about = { seed: 3, hash: 'abc' }
  const source = sourceOfDataset(smallWorld(), about)
  assert.equal(datasetOf(source), smallWorld())
  assert.equal([source.seed, source.hash, source.counts.relatorios], [3, 'abc', 61])
})

const recipes: [gerar: object, beside: object, message: string][] = [
  [{ pessoas: 1 }, {}, ''],
  [{ pessoas: 0, organizacoes: 1 }, { 'x-notas': 1, descricao: 'Uma semente.' }, ''],
  [{ pessoas: 1, organizacoes: 101 }, {}, 'gerar.organizacoes: must be at most 100'],
  [{ pessoas: 2e7, organizacoes: 1 }, {}, 'gerar.pessoas: must be at most 10000000'],
  [{ organizacoes: 1 }, {}, 'gerar.pessoas: is missing'],
  ...['organizacoes', 'pessoas', 'relatorios'].map((key): [object, object, string] => [
    { pessoas: 1, organizacoes: 1 },
    { [key]: key === 'organizacoes' ? [{ id: 'a' }] : [] },
    `${key}: cannot be used beside gerar.organizacoes, which generates all of the data`,
  ]),
]
for (const [gerar, beside, message] of recipes) {
  test(`${JSON.stringify({ gerar, ...beside })}: ${message || 'is taken'}`, async () => {
    for (const form of ['json', 'yaml'] as const) {
      const { findings, counts } = await checkFixtureText(JSON.stringify({ gerar, ...beside }), 'x', form)
      assert.is(findings.map(({ path, message }) => `${path}: ${message}`).join(), message)
      assert.is(counts === undefined, message !== '')
    }
  })
}

test.run()
