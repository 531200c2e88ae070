import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { largestTaken } from './limits.ts'

const test = suite('limits')
const LIKELY = [1_000, 1_024, 16_384, 65_535, 65_536, 102_400, 1_000_000]

/** Finds a limit, and counts the questions. */
async function found(limit: number, hints: readonly number[] = []): Promise<[limit: number, asked: number]> {
  let asked = 0
  const isTaken = async (size: number) => {
    asked++
    return size <= limit
  }
  return [await largestTaken(isTaken, { least: 2, most: 1_048_577, likely: LIKELY, hints }), asked]
}

test('are found to the byte, whatever they are', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 1_048_576 }),
      fc.array(fc.nat(2_000_000)),
      async (limit, hints) => {
        assert.is((await found(limit, hints))[0], limit)
      },
    ),
  ))

test('are found with few questions where they are likely, and with two where the refusal says them', async () => {
  for (const limit of LIKELY) assert.ok((await found(limit))[1] <= 5, `${limit}`)
  assert.equal(await found(65_536, [65_536]), [65_536, 2])
  assert.equal(await found(40_000, [413, 40_000]), [40_000, 4])
})

test.run()
