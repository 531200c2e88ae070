import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { places, serveAt } from '../testing/places.ts'
import { shardsOf } from '../testing/shards.ts'
import { allSpellings, type Subject, subjects } from '../testing/spellings.ts'
import { everythingWritten } from '../testing/written.ts'

const test = suite('strangers in any place')

// Here each place has its share of the spellings: all of them in all places take hours, see testing/all-strangers.ts.
const [subject] = subjects as readonly [Subject]
const spellings = allSpellings()
const all = Object.entries(places)
const SHARE = 12

for (const [i, [name, place]] of all.entries()) {
  test(`in ${name}`, async () => {
    const share = Array.from({ length: SHARE }, (_, k) => spellings[(i * SHARE + k * 7) % spellings.length])
    const own = share.flatMap((one) => one ?? [])
    const server = await serveAt(
      place,
      subject,
      own.map(({ of }) => of(subject)),
    )
    // The probe writes little of what it hears.
    const written = await everythingWritten(server.url, subject.token, i % 17 === 0)
    await server.close()
    const low = written.toLowerCase()
    assert.ok(low.length > 20_000)
    for (const { name: spelling, of } of own) {
      const shard = shardsOf(of, subject).find((one) => low.includes(one))
      const at = low.indexOf(shard ?? '')
      assert.is(shard, undefined, `${spelling}: …${written.slice(Math.max(0, at - 100), at + 60)}`)
    }
  })
}

test.run()
