import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ListAnswer, Person } from '../service/lists.ts'
import { somePeople } from '../testing/some-people.ts'
import { listChange, stampFault } from './cells-after-decision.ts'

const test = suite('lists around a decision')

const PAGE = 25
/** The newest first. */
const people = somePeople(3 * PAGE + 1).sort((a, b) => (a.stamp < b.stamp ? 1 : -1))

function faultOf(page: number, shown: readonly Person[]): string | undefined {
  const after = { list: { people: shown } } as ListAnswer
  return stampFault(people, {
    cell: { filter: 'none', order: 'none', place: 'last' },
    query: { page },
    after,
  })
}

test('the page that was the last one is compared with the same page of a list that has grown', () => {
  const third = people.slice(2 * PAGE, 3 * PAGE)
  assert.is(faultOf(3, third), undefined)
  assert.is(faultOf(3, third.toReversed()), 'another order from person 1 on')
  assert.is(faultOf(4, people.slice(3 * PAGE)), undefined)
})

test('a search that found somebody else already lost nobody', () => {
  const [person, another] = people as [Person, Person]
  const found = (one: Person) => ({ list: { people: [one], total: 1 } }) as unknown as ListAnswer
  const cell = { filter: 'nome', order: 'none' }
  const lossFrom = (before: Person, after: Person) =>
    listChange({ cell, before: found(before), after: found(after) }, { person, total: people.length })
  assert.is(lossFrom(another, another), undefined)
  assert.is(lossFrom(person, person), undefined)
  assert.is(lossFrom(person, another), 'nobody whose report was decided')
})

test.run()
