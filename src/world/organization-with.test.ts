import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError } from '../operator/operator-error.ts'
import { organizationWith } from './organization-with.ts'
import type { Organization } from './store.ts'

const test = suite('an organization by its id')

const listOf = (...given: [id: string, enabled: boolean][]) => ({
  organizations: given.map(([id, enabled]) => ({ id, enabled }) as Organization),
})

const found: [what: string, of: ReturnType<typeof listOf>, id: string | undefined, expected: string][] = [
  ['the one asked for', listOf(['a', true], ['b', true]), 'b', 'b'],
  ['one that is not enabled, when asked for', listOf(['a', true], ['b', false]), 'b', 'b'],
  ['the first enabled one by default', listOf(['a', false], ['b', true], ['c', true]), undefined, 'b'],
  ['the first when none is enabled', listOf(['a', false], ['b', false]), undefined, 'a'],
]
for (const [what, of, id, expected] of found) {
  test(what, () => assert.is(organizationWith(of, id).id, expected))
}

const refused: [id: string, message: string][] = [
  ['parceir', 'The organization "parceir" is unknown: did you mean parceira?'],
  [
    'principal~1',
    'The organization "principal~1" is unknown here, because it is the handle of one in a separate world. Call the method of that organization, such as own.reset().',
  ],
  ['zzz', 'The organization "zzz" is unknown. Use one of principal, parceira.'],
]
for (const [id, message] of refused) {
  test(`${id} is refused with what helps`, () => {
    const of = listOf(['principal', true], ['parceira', true])
    assert.throws(
      () => organizationWith(of, id),
      (fault: Error) => fault instanceof OperatorError && fault.message === message,
    )
  })
}

test.run()
