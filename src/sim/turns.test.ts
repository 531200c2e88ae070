import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { atMost } from './turns.ts'

const test = suite('turns')

test('so many run at once, the others in the order in which they came, and one that fails gives way, too', async () => {
  const inTurn = atMost(2)
  const running = new Set<number>()
  const began: number[] = []
  const works = Array.from({ length: 6 }, (_, i) =>
    inTurn(async () => {
      began.push(i)
      running.add(i)
      assert.ok(running.size <= 2)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running.delete(i)
      if (i % 2 === 0) throw new Error(`no ${i}`)
      return i
    }),
  )
  const ends = await Promise.allSettled(works)
  assert.equal(began, [0, 1, 2, 3, 4, 5])
  assert.equal(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message)),
    ['no 0', 1, 'no 2', 3, 'no 4', 5],
  )
  assert.is(await inTurn(() => Promise.resolve('again')), 'again')
})

test.run()
