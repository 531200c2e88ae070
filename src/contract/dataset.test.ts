import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { smallWorld } from '../testing/world.ts'
import { datasetText } from './dataset.ts'

const test = suite('dataset')

test('what is written is the dataset again, one record a line', () => {
  const many = smallWorld()
  for (let i = 0; i < 1500; i++) many.pessoas.push({ cpf: `9${i}`, nome: `Pessoa ${i}` })
  for (const dataset of [many, { organizacoes: [], pessoas: [], relatorios: [] }]) {
    const text = [...datasetText(dataset)].join('')
    assert.equal(JSON.parse(text), dataset)
    const records = dataset.organizacoes.length + dataset.pessoas.length + dataset.relatorios.length
    assert.is(text.split('\n').filter((line) => line.startsWith('{"')).length, records)
  }
})

test.run()
