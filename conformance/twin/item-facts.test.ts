import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { somePeople } from '../testing/target-data.ts'
import { factsOf } from './item-facts.ts'
import { targetDataOf } from './target-data.ts'

const test = suite('what items say of reports')

const people = (more: (i: number) => object) =>
  somePeople(30).map((person, i) => ({ ...person, raw: { ...person.raw, ...more(i) } }))
const uuid = (i: number) => `0000000a-0000-4000-8000-${String(i).padStart(12, '0')}`

test('counts are small, begin with one and have a name of counts', () => {
  const some = people((i) => ({ resumo: { quantidade_relatorios: 1 + (i % 3) } }))
  const { counts, numbers } = factsOf(some, [])
  assert.is(numbers, undefined)
  assert.equal([...(counts?.values() ?? [])].slice(0, 4), [1, 2, 3, 1])
  for (const more of [
    (i: number) => ({ idade: 1 + (i % 3) }),
    (i: number) => ({ relatorios: i % 3 }),
    (i: number) => ({ relatorios: 1_000 + (i % 3) }),
    (i: number) => ({ relatorios: String(1 + (i % 3)) }),
    (i: number) => ({ numero: i + 1 }),
    // The place on a page.
    (i: number) => ({ numero: (i % 25) + 1 }),
  ])
    assert.equal(factsOf(people(more), []), {})
  assert.equal(factsOf(some.slice(0, 9), []), {})
  assert.equal(factsOf([], []), {})
})

test('numbers are those of reports, of which some are declared', () => {
  const some = people((i) => ({ ultimo: uuid(i) }))
  assert.equal(factsOf(some, []), {})
  assert.equal([...(factsOf(some, [uuid(7).toUpperCase()]).numbers?.values() ?? [])].slice(0, 2), [
    uuid(0),
    uuid(1),
  ])
  assert.equal(
    factsOf(
      people(() => ({ ultimo: uuid(7) })),
      [uuid(7)],
    ),
    {},
  )
})

test('the twin has as many reports, with these numbers', () => {
  const some = people((i) => ({ ultimo: uuid(i), relatorios: 1 + (i % 3) }))
  const reports = [uuid(7), uuid(99)]
  const { dataset } = targetDataOf({
    ...{ people: some, complete: true, reports, foreignReport: undefined, facts: factsOf(some, reports) },
    keys: { own: {} } as never,
    unknownNumber: () => uuid(1_000),
  })
  const of = (cpf: string | undefined) => dataset.relatorios.filter((report) => report.cpf === cpf)
  assert.equal(
    some.slice(1, 4).map(({ id }) => of(id).length),
    [2, 3, 1],
  )
  assert.is(of(some[7]?.id)[0]?.numero, uuid(7))
  assert.ok(dataset.relatorios.some(({ numero }) => numero === uuid(99)))
  assert.is(new Set(dataset.relatorios.map(({ numero }) => numero)).size, dataset.relatorios.length)
})

test.run()
