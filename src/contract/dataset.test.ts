import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { datasetText } from '../data/dataset.ts'
import { smallWorld } from '../testing/world.ts'
import { TOKEN } from './dataset.ts'
import { UUID } from './wire.ts'

const test = suite('dataset')

test('what is written is the dataset again, one record a line', () => {
  const many = smallWorld()
  for (let i = 0; i < 1500; i++) many.pessoas.push({ cpf: `9${i}`, nome: `Pessoa ${i}` })
  for (const dataset of [many, { organizacoes: [], pessoas: [], relatorios: [] }]) {
    const text = [...datasetText(dataset)].join('')
    assert.equal(JSON.parse(text), dataset)
    const records = dataset.organizacoes.length + dataset.pessoas.length + dataset.relatorios.length
    assert.is(text.split('\n').filter((line) => line.startsWith('{"')).length, records)
    // The end of a list is a line of its own, so a record that is added at the end changes no other line.
    assert.is(text.split('\n').filter((line) => /^\],?$/.test(line)).length, records > 0 ? 3 : 0)
  }
})

test('a token is visible ASCII without blanks, and nothing else', () => {
  for (const token of ['a', '!', '~', 'Bearer-a.b_c']) assert.ok(TOKEN.test(token), token)
  for (const text of ['', ' a', 'a ', 'a b', 'é', 'aé', 'éa', 'a\n']) assert.not(TOKEN.test(text), text)
})

test('the shape of a report number is that of a UUID, and nothing else', () => {
  const numero = '1b671a64-40d5-491e-99b0-da01ff1f3341'
  for (const text of [numero, numero.toUpperCase()]) assert.ok(UUID.test(text), text)
  for (const text of [` ${numero}`, `${numero}a`, numero.slice(1), numero.replace('-', '')])
    assert.not(UUID.test(text), text)
})

test.run()
