import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type Profile } from '../../src/contract/profile.ts'
import { createTwin } from '../../src/twin.ts'
import type { Question } from '../client/exchange.ts'
import { isHarmless } from '../experiments/both.ts'
import { LEGAL_BODY } from '../service/service.ts'
import { someWorld } from '../testing/twin-world.ts'
import { fitJoining } from './fit-joining.ts'
import type { TwinQuestion } from './twin-question.ts'
import { answerOfTwin, twinRequest } from './world.ts'

const test = suite('rules for several faults')

const PERSON = ' (Maria, 529.982.247-25) '

/** Fits rules to a target that writes a person between the names of two unknown fields. */
async function betweenKeys(isKept: (text: string) => boolean): Promise<string | undefined> {
  const world = someWorld()
  const twin = createTwin(world.dataset)
  const phrases = { 'payload.unknown': 'sem {key}' }
  const profile = completeProfile({ version: 2, dialect: { refusals: { phrases } } })
  const ask = async (option: Profile, { question }: TwinQuestion) =>
    answerOfTwin(await twin.ask(option, twinRequest(question)))
  const target = completeProfile({
    version: 2,
    dialect: { refusals: { phrases, joining: { payload: { told: 'all', betweenKeys: PERSON } } } },
  })
  const pairs = [
    ['cor', 'peso'],
    ['altura', 'idade'],
    ['rua', 'bairro'],
  ]
  const several = await Promise.all(
    pairs.map(async (keys) => {
      const question: Question = {
        method: 'POST',
        path: `/relatorios/validar/${world.mint()}`,
        authorization: world.keys.own,
        contentType: 'application/json',
        body: JSON.stringify({ ...LEGAL_BODY, ...Object.fromEntries(keys.map((key) => [key, 1])) }),
      }
      const asked: TwinQuestion = { stratum: 'payload.unknown', risk: 'w0', question }
      const answer = await ask(target, asked)
      assert.match(JSON.stringify(answer.json), `sem ${keys.join(PERSON)}`)
      return { asked, answer, situations: ['payload.unknown', 'payload.unknown'] }
    }),
  )
  const oracle = {
    twin: async (option: Profile, asked: TwinQuestion) => ({ ...(await ask(option, asked)), situations: [] }),
  }
  const fitted = await fitJoining(profile, 'payload', several, { oracle, isHarmless: isKept })
  return fitted.dialect.refusals.joining?.payload?.betweenKeys
}

test('what stands between the names of unknown fields is learned, and no person who stands there', async () => {
  assert.is(await betweenKeys(() => true), PERSON)
  assert.not.ok((await betweenKeys(isHarmless))?.includes('Maria'))
})

test.run()
