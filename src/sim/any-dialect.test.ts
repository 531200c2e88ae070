import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dialect } from '../contract/dialect.ts'
import { dialectForm } from '../contract/dialect-form.ts'
import { completeProfile } from '../contract/profile.ts'
import { MemoryStore } from '../store/memory.ts'
import { aValueOf } from '../testing/a-form.ts'
import { times } from '../testing/deep.ts'
import { aRequest } from '../testing/random-request.ts'
import { OWN_REPORT, smallWorld, TOKEN, UNKNOWN_REPORT } from '../testing/world.ts'
import { createSimulator } from './sim.ts'

const test = suite('any dialect')

test('whatever a profile says, every request is answered, and nothing goes wrong', async () => {
  const store = new MemoryStore(smallWorld())
  const requests = fc.array(aRequest([OWN_REPORT, UNKNOWN_REPORT], [TOKEN, 'x']), {
    minLength: 5,
    maxLength: 15,
  })
  await fc.assert(
    fc.asyncProperty(aValueOf(dialectForm), requests, async (dialect, asked) => {
      const errors: unknown[] = []
      const app = createSimulator({
        store,
        profile: completeProfile({ dialect: dialect as Partial<Dialect> }),
        onError: (error) => errors.push(error),
      })
      for (const { method, url, headers, body } of asked) {
        const answer = await app.inject({
          method: method as 'GET',
          url,
          headers,
          ...(body && { payload: body }),
        })
        assert.equal(errors, [])
        assert.is(typeof answer.payload, 'string')
      }
      await store.restore([])
    }),
    { numRuns: times(60, 150) },
  )
})

test.run()
