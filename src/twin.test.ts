import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from './contract/profile.ts'
import { createSimulator } from './sim/sim.ts'
import { MemoryStore } from './store/memory.ts'
import { times } from './testing/deep.ts'
import { aRequest } from './testing/random-request.ts'
import { OWN_REPORT, smallWorld, TOKEN, UNKNOWN_REPORT } from './testing/world.ts'
import { createTwin } from './twin.ts'

const test = suite('a twin')

const profiles: readonly PartialProfile[] = [
  {},
  { dialect: { routes: { path: { 'trailing-slash': 'same', 'double-slash': 'moved' } } } },
  {
    bodyType: 'any',
    dialect: { steps: ['token', 'route', 'json', 'type'], shape: { headers: { 'x-a': '1' } } },
  },
]

/** Headers that belong to a connection, which a twin has none of. */
const CONNECTION_HEADERS = ['date', 'connection', 'keep-alive']

for (const [i, partial] of profiles.entries()) {
  test(`answers any request as over a connection, profile ${i}`, async () => {
    const profile = completeProfile(partial)
    const twin = createTwin(smallWorld())
    const app = createSimulator({ store: new MemoryStore(smallWorld()), profile })
    await fc.assert(
      fc.asyncProperty(aRequest([OWN_REPORT, UNKNOWN_REPORT], [TOKEN, 'x']), async ({ body, ...asked }) => {
        const { pathname, search } = new URL(asked.url, 'http://localhost')
        const request = { ...asked, url: pathname + search, headers: { 'user-agent': 'x', ...asked.headers } }
        const { status, headers, text } = await twin.ask(profile, {
          ...request,
          ...(body && { body: body.toString() }),
        })
        const other = await app.inject({
          ...request,
          method: request.method as 'GET',
          ...(body && { payload: body.toString() }),
        })
        const own = Object.entries(other.headers).filter(([name]) => !CONNECTION_HEADERS.includes(name))
        assert.equal(
          withoutStamps([status, Object.entries(headers), text]),
          withoutStamps([other.statusCode, own, other.payload]),
        )
      }),
      { numRuns: times(60, 150) },
    )
  })
}

/** Both date a decision. */
function withoutStamps(value: unknown): string {
  return JSON.stringify(value).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW')
}

test.run()
