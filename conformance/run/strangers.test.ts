import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everyFew, isDeep } from '../../src/testing/deep.ts'
import { places, serveAt } from '../testing/places.ts'
import { shardsOf } from '../testing/shards.ts'
import { allSpellings, type Subject, subjects } from '../testing/spellings.ts'
import { everythingWritten } from '../testing/written.ts'

const test = suite('strangers in any place')

// Here each place has its share of the spellings: all of them in all places take hours, see testing/all-strangers.ts.
const [subject] = subjects as readonly [Subject]
const spellings = allSpellings()
const SHARE = 12
const all = Object.entries(places).map(([name, place], i) => {
  const share = Array.from({ length: SHARE }, (_, k) => spellings[(i * SHARE + k * 7) % spellings.length])
  return { name, place, own: share.flatMap((one) => one ?? []), isProbed: i % 17 === 0 }
})

/** What stands for a whole list, or keeps lists from being read, hides what else a service writes. */
const ALONE = /for every list|^the content type/
const together = all.filter(({ name }) => !ALONE.test(name))
const half = Math.ceil(together.length / 2)
/** One of the first, in lists, shares a service with one in refusals. */
const services = everyFew(
  [
    ...together.slice(0, half).map((one, i) => [one, ...together.slice(half + i, half + i + 1)]),
    ...all.filter(({ name }) => ALONE.test(name)).map((one) => [one]),
  ],
  14,
  2,
)

const UUID_4 = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g

for (const wrong of services) {
  test(`in ${wrong.map(({ name }) => name).join(', and in ')}`, async () => {
    const server = await serveAt(
      wrong.map(({ place, own }) => [place, own.map(({ of }) => of(subject))]),
      subject,
    )
    // The probe writes little of what it hears.
    const isProbed = wrong.some((one) => one.isProbed)
    const written = await everythingWritten(server.url, subject.token, isProbed, !isDeep)
    await server.close()
    // A number that the run made may have the digits of anything.
    const low = written.toLowerCase().replace(UUID_4, '')
    assert.ok(low.length > 20_000)
    for (const { name: spelling, of } of wrong.flatMap(({ own }) => own)) {
      const shard = shardsOf(of, subject).find((one) => low.includes(one))
      const at = low.indexOf(shard ?? '')
      assert.is(shard, undefined, `${spelling}: …${low.slice(Math.max(0, at - 100), at + 60)}`)
    }
  })
}

test.run()
