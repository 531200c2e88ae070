import { setImmediate } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fingerprint, sharedLook } from './fingerprint.ts'
import type { ListAnswer, Query } from './lists.ts'

const test = suite('looks at the list')

/** Returns a look that counts, and what tells it that nothing else is asked. */
function counting() {
  const tellers: (() => void)[] = []
  let looks = 0
  const look = sharedLook(
    async () => `look ${++looks}`,
    () => new Promise((resolve) => tellers.push(resolve)),
  )
  return { look, tellIdle: () => tellers.splice(0).forEach((tell) => void tell()) }
}

test('are shared by all who wait, and do not pause while nothing else is asked', async () => {
  const { look, tellIdle } = counting()
  const waiting = [look('A-01'), look('B-01'), look('C-01')]
  await setImmediate()
  tellIdle()
  assert.equal(await Promise.all(waiting), ['look 1', 'look 1', 'look 1'])
})

test('are taken anew for those who come later', async () => {
  const { look, tellIdle } = counting()
  const first = look('A-01')
  await setImmediate()
  tellIdle()
  assert.is(await first, 'look 1')
  // Nobody says that nothing is asked, so this one ends with its pause.
  assert.is(await look('B-01'), 'look 2')
})

for (const [ends, pages] of [
  ['first', [{}]],
  ['last', [{ page: 3 }]],
  ['both', [{ page: 3 }, {}]],
] as const) {
  test(`ask for no other page than that of whoever is updated: ${ends}`, async () => {
    const asked: Query[] = []
    const ask = async (query: Query = {}) => {
      asked.push(query)
      const people = [{ id: '1', nome: 'Ana', stamp: String(query.page ?? 1), raw: {} }]
      return { list: { total: 75, people } } as unknown as ListAnswer
    }
    const print = await fingerprint(ask, 3, ends)
    assert.equal(asked, pages)
    assert.match(print, /^\[75,/)
  })
}

test.run()
