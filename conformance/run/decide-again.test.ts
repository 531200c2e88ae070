import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { OWN_REPORT, smallWorld, TOKEN } from '../../src/testing/world.ts'
import { createTwin } from '../../src/twin.ts'
import type { Exchange, Question } from '../client/exchange.ts'
import { answerOfTwin, twinRequest } from '../twin/world.ts'
import { decideOnceMore } from './decide-again.ts'

const test = suite('a decision once more')
const moving = { revalidation: 'allow', touchOnValidation: 'yes', sortFields: ['atualizado_em'] } as const
const keeping: PartialProfile = { dialect: { routes: { report: { 'same-decision': 'keep' } } } }

/** Decides a report of the simulator under a profile, and returns what was sent. */
async function deciding(profile: PartialProfile, found: PartialProfile = moving) {
  const twin = createTwin(smallWorld())
  const sent: string[] = []
  const attempt = async (question: Question) => {
    sent.push(question.method)
    const answer = await twin.ask(completeProfile(profile), twinRequest(question))
    return { question, response: answerOfTwin(answer) } as unknown as Exchange
  }
  const authorization = { value: TOKEN, label: '' }
  const again = await decideOnceMore({ target: { attempt }, authorization, numero: OWN_REPORT, found })
  return { again, sent }
}

test('shows whether the person is moved again', async () => {
  assert.is((await deciding({})).again?.isKept, false)
  assert.is((await deciding(keeping)).again?.isKept, true)
})

test('is sent once where it moves nobody, or may not be recorded', async () => {
  for (const found of [{ ...moving, revalidation: 'refuse-409' }, { touchOnValidation: 'no' }] as const) {
    const { again, sent } = await deciding(keeping, found)
    assert.equal([again?.answer.status, again?.isKept, sent], [200, false, ['POST']])
  }
})

test('is none where it is refused', async () => {
  const refusing = { revalidation: 'refuse-409' } as const
  const twin = createTwin(smallWorld())
  const attempt = async (question: Question) =>
    ({
      response: answerOfTwin(await twin.ask(completeProfile(refusing), twinRequest(question))),
    }) as unknown as Exchange
  const authorization = { value: TOKEN, label: '' }
  const one = { target: { attempt }, authorization, numero: OWN_REPORT, found: refusing }
  assert.is((await decideOnceMore(one))?.answer.status, 200)
  assert.is(await decideOnceMore(one), undefined)
})

test.run()
