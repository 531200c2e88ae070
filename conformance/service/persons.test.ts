import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Person } from './lists.ts'
import { fewWithAllKinds, personsByKind, plainPerson } from './persons.ts'

const test = suite('persons by kind')

const named = (nome: string, i: number): Person => ({ id: String(i), nome, stamp: '', raw: {} })
const people = [
  "Conceição D'Ávila",
  'Ana Costa',
  "Kléber Sant'Ana",
  'João Gonçalves',
  'Isabelly França',
  'Rui Lima',
].map(named)

test('are few if one of them has several kinds', () => {
  const found = fewWithAllKinds(people, ['apostrophe', 'cedilla', 'tilde', 'accent', 'hyphen', 'plain'])
  const names = [...found].map(([kind, { nome }]) => `${kind} ${nome}`).sort()
  assert.equal(names, [
    "accent Conceição D'Ávila",
    "apostrophe Conceição D'Ávila",
    "cedilla Conceição D'Ávila",
    'plain Rui Lima',
    "tilde Conceição D'Ávila",
  ])
})

test('are two of each kind, where there are two, the last one among them', () => {
  const found = personsByKind(people)
  const namesOf = (kind: Parameters<typeof found.get>[0]) => found.get(kind)?.map(({ nome }) => nome)
  assert.equal(namesOf('apostrophe'), ["Conceição D'Ávila", "Kléber Sant'Ana"])
  assert.equal(namesOf('cedilla'), ["Conceição D'Ávila", 'Isabelly França'])
  assert.equal(namesOf('plain'), ['Ana Costa', 'Rui Lima'])
  assert.equal(namesOf('hyphen'), undefined)
})

test('has one with a plain name, the last of those who share it, if some do', () => {
  assert.is(plainPerson(people)?.nome, 'Rui Lima')
  assert.is(plainPerson([...people, named('Ana Costa', 6)])?.id, '6')
  assert.is(plainPerson([named("Sant'Ana", 0)]), undefined)
})

test.run()
