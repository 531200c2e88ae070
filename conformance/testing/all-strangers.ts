import { parseArgs } from 'node:util'
import { places, serveAt } from './places.ts'
import { shardsOf } from './shards.ts'
import { allSpellings, subjects } from './spellings.ts'
import { everythingWritten } from './written.ts'

/**
 * Runs the suite and the probe against a service that names a person, in every spelling and every place, and prints
 * every leak: node --import tsx conformance/testing/all-strangers.ts [--every N] [--place TEXT]
 */
const { values } = parseArgs({
  options: { every: { type: 'string', default: '1' }, place: { type: 'string', default: '' } },
})
const [subject] = subjects as [(typeof subjects)[0]]
let runs = 0
let leaks = 0
for (const [name, place] of Object.entries(places)) {
  if (!name.includes(values.place)) continue
  for (const { name: spelling, of } of allSpellings()) {
    if (++runs % Number(values.every) !== 0) continue
    const server = await serveAt([[place, [of(subject)]]], subject)
    const all = (await everythingWritten(server.url, subject.token)).toLowerCase()
    await server.close()
    const shard = shardsOf(of, subject).find((one) => all.includes(one))
    if (shard === undefined) continue
    leaks++
    const at = all.indexOf(shard)
    console.log(
      `${name} | ${spelling} | ${JSON.stringify(shard)} in …${JSON.stringify(all.slice(Math.max(0, at - 60), at + 60))}`,
    )
  }
}
console.log(`${Math.floor(runs / Number(values.every))} runs of suite and probe, ${leaks} leaks`)
