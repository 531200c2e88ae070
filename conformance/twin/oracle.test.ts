import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile } from '../../src/contract/profile.ts'
import { createTwin } from '../../src/twin.ts'
import { someTargetData } from '../testing/target-data.ts'
import { createOracle } from './oracle.ts'
import { strata } from './questions.ts'

const test = suite('who is asked while a profile is fitted')

test('a twin that is asked again and again leaves turns to timers and sockets', async () => {
  const data = someTargetData()
  const profile = completeProfile({})
  const twin = createTwin(data.dataset)
  const oracle = createOracle({ twin, data, profile, strata, seed: 1, ask: async () => undefined })
  const asked = oracle.draw('page.word')
  assert.ok(asked)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const begin = performance.now()
  while (performance.now() - begin < 300) assert.is((await oracle.twin(profile, asked)).status, 400)
  clearInterval(timer)
  assert.ok(turns > 0)
})

test.run()
