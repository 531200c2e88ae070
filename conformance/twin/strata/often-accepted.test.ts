import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { strata } from '../questions.ts'
import { OFTEN_ACCEPTED, refusedFirst } from './often-accepted.ts'

const test = suite('strata of a target where an accepted body uses a report up')

test('have what is refused everywhere first, in its order, and what is often accepted last', () => {
  const before = strata.map(({ name }) => name)
  const names = refusedFirst(before)
  assert.equal(names.toSorted(), before.toSorted())
  const begin = names.indexOf('type.plain')
  assert.ok(begin > 0)
  assert.equal(
    names.slice(0, begin),
    before.filter((name) => names.indexOf(name) < begin),
  )
  for (const refused of ['payload.unknown', 'json.end', 'mensagem.short', 'aprovar.missing', 'body.array'])
    assert.ok(names.indexOf(refused) < begin, refused)
  for (const accepted of ['aprovar.text', 'mensagem.at-minimum', 'type.charset'])
    assert.ok(names.indexOf(accepted) > begin, accepted)
})

test('are all known by their names', () => {
  const names = strata.map(({ name }) => name)
  assert.equal(
    OFTEN_ACCEPTED.filter((name) => !names.includes(name)),
    [],
  )
  assert.is(new Set(OFTEN_ACCEPTED).size, OFTEN_ACCEPTED.length)
})

test.run()
