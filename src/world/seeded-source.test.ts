import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { datasetText } from '../fixture/dataset-text.ts'
import { digest } from '../fixture/digest.ts'
import { seedDataset } from '../fixture/make/seed.ts'
import { BATCH, type ListSource, sourceOf } from '../store/sql/source.ts'
import { seededSource } from './seeded-source.ts'

const test = suite('seeded source')

/** Returns everything that is written of an organization. */
function written(list: ListSource) {
  const persons = list.persons()
  const rows = Array.from({ length: persons.names.length }, (_, row) => ({
    cpf: persons.cpf(row),
    nome: persons.names.at(row),
    stamp: persons.stamps[row],
  }))
  const { words, ids, ends } = persons.words
  const names = Array.from(ends, (end, row) =>
    Array.from(ids.subarray(row === 0 ? 0 : ends[row - 1], end), (id) => words[id]).join(' '),
  )
  assert.equal(
    names,
    rows.map(({ nome }) => nome),
  )
  assert.is(new Set(ids).size, words.length)
  const reports = Array.from({ length: list.parts }, (_, part) => [...list.reports(part, persons)]).flat()
  // Only their order counts.
  const inOrder = reports.sort((a, b) => a.place - b.place).map(({ place: _, ...report }) => report)
  return { organization: list.organization, rows, reports: inOrder }
}

for (const origin of [
  { seed: 3, persons: 137, organizations: 3 },
  { seed: 1, persons: 1, organizations: 5 },
  { seed: 1, persons: 0, organizations: 1 },
  { seed: 2, persons: 41_000, organizations: 2 },
  // Their names have more words than is usual.
  { seed: 73, persons: 1, organizations: 1 },
]) {
  test(`${origin.persons} persons of ${origin.organizations} organizations are those of the dataset`, () => {
    const dataset = seedDataset(origin)
    const shares: number[] = []
    const { source, hash, counts } = seededSource(origin, (share) => shares.push(share))
    assert.is(hash, digest(datasetText(dataset)))
    assert.equal(counts, {
      organizacoes: dataset.organizacoes.length,
      pessoas: dataset.pessoas.length,
      relatorios: dataset.relatorios.length,
    })
    assert.equal(source.lists.map(written), sourceOf(dataset).lists.map(written))
    assert.is(shares.at(-1), 1)
    assert.ok(BATCH > 0)
  })
}

test.run()
