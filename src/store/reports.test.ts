import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Reports } from './reports.ts'

const test = suite('reports')

const ORGANIZATIONS = [{ id: 'a', nome: 'A', token: 'token-a' }]
const first = {
  numero: 'R-1',
  organizacao: 'a',
  cpf: '00000000191',
  atualizado_em: '2026-01-01T00:00:00.000Z',
}
const later = { numero: 'R-2', organization: 0, cpf: '00000000272', stamp: 0, given: null }

test('a report that was added later is found until it is forgotten, and its place is used again', () => {
  const reports = new Reports([first], ORGANIZATIONS)
  const place = reports.add(later)
  assert.is(reports.find('R-1'), 0)
  assert.is(reports.find('R-2'), place)
  assert.is(reports.cpfOf(place), later.cpf)
  reports.forget(place)
  assert.is(reports.find('R-2'), -1)
  assert.is(reports.add({ ...later, numero: 'R-3' }), place)
})

test('a removed report of the dataset is not found, but keeps its place', () => {
  const reports = new Reports([first], ORGANIZATIONS)
  reports.states[0] = 2
  assert.is(reports.find('R-1'), -1)
  assert.is(reports.locate('R-1'), 0)
  assert.is(reports.find('R-9'), -1)
})

test.run()
