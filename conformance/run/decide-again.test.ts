import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { smallWorld, TOKEN } from '../../src/testing/world.ts'
import { createTwin } from '../../src/twin.ts'
import type { Exchange, Question } from '../client/exchange.ts'
import { LEGAL_BODY } from '../service/service.ts'
import { answerOfTwin, twinRequest } from '../twin/world.ts'
import { type Decided, decideAgain, otherThanKnob, type Seconds } from './decide-again.ts'

const test = suite('decisions one after another')
const world = smallWorld()
const token = world.organizacoes.find((one) => one.token === TOKEN)?.id
const reports = world.relatorios
  .filter((one) => one.organizacao === token && one.aprovar === undefined)
  .map(({ numero }) => numero)

/** Decides reports of the simulator under a profile, of which the experiments know so much. */
async function deciding(
  profile: PartialProfile,
  found: PartialProfile,
  some: readonly string[] = reports,
): Promise<Decided & { sent: number }> {
  const twin = createTwin(world)
  let sent = 0
  const attempt = async (question: Question) => {
    sent++
    const answer = await twin.ask(completeProfile(profile), twinRequest(question))
    return { question, response: answerOfTwin(answer) } as unknown as Exchange
  }
  const authorization = { value: TOKEN, label: '' }
  // The experiments that find the knob leave the last report approved.
  if (found.revalidation !== undefined) {
    await twin.ask(completeProfile(profile), {
      method: 'POST',
      url: `/relatorios/validar/${some.at(-1)}`,
      headers: { authorization: TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify(LEGAL_BODY),
    })
  }
  const decided = await decideAgain({ target: { attempt }, authorization, reports: some, found })
  return { ...decided, sent }
}

const cases: [name: string, profile: PartialProfile, seconds: Required<Seconds>][] = [
  ['all are recorded', {}, all('accept')],
  ['none is', { revalidation: 'refuse-409' }, all('refuse')],
  [
    'the same one is kept',
    of({ 'approved-again': 'keep', 'rejected-again': 'keep' }),
    {
      ...all('accept'),
      'approved-again': 'keep',
      'rejected-again': 'keep',
    },
  ],
  [
    'the same one is refused',
    of({ 'approved-again': 'refuse', 'rejected-again': 'refuse' }),
    {
      ...all('accept'),
      'approved-again': 'refuse',
      'rejected-again': 'refuse',
    },
  ],
  ['the first one counts', of(all('keep')), all('keep')],
  [
    'a rejection is the end',
    of({ 'rejected-again': 'refuse', 'rejected-approved': 'refuse' }),
    {
      ...all('accept'),
      'rejected-again': 'refuse',
      'rejected-approved': 'refuse',
    },
  ],
  [
    'an approval is the end',
    of({ 'approved-again': 'refuse', 'approved-rejected': 'refuse' }),
    {
      ...all('accept'),
      'approved-again': 'refuse',
      'approved-rejected': 'refuse',
    },
  ],
]

function all(choice: 'accept' | 'refuse' | 'keep'): Required<Seconds> {
  return {
    'approved-again': choice,
    'approved-rejected': choice,
    'rejected-approved': choice,
    'rejected-again': choice,
  }
}

function of(report: Seconds): PartialProfile {
  return { dialect: { routes: { report } } }
}

const found = { touchOnValidation: 'yes', sortFields: ['atualizado_em'] } as const
for (const [name, profile, seconds] of cases) {
  test(`${name}: each is found, and in which state reports are left`, async () => {
    for (const known of [found, { ...found, revalidation: profile.revalidation ?? 'allow' }]) {
      const decided = await deciding(profile, known)
      assert.equal(decided.seconds, seconds)
      assert.ok(decided.answer)
      const { approved, rejected, used } = decided
      for (const one of [approved, rejected]) assert.ok(one === undefined || used.includes(one))
      const isOneRefused = Object.values(seconds).includes('refuse')
      assert.is(approved !== undefined || rejected !== undefined, true)
      if (isOneRefused) assert.not.equal(approved, rejected)
    }
  })
}

test('only what the knob does not say is kept for a profile', async () => {
  const kept = { 'approved-again': 'keep', 'rejected-again': 'keep' } as const
  const { seconds } = await deciding(of(kept), { ...found, revalidation: 'allow' })
  assert.equal(otherThanKnob({ seconds }, { revalidation: 'allow' }), kept)
  assert.equal(otherThanKnob({ seconds }, {}), seconds)
})

test('one report is enough where the experiments know its state, and nothing is decided without', async () => {
  const one = await deciding(
    { revalidation: 'refuse-409' },
    { revalidation: 'refuse-409' },
    reports.slice(0, 1),
  )
  assert.equal(one.seconds, { 'approved-again': 'refuse', 'approved-rejected': 'refuse' })
  assert.is((await deciding({}, {}, reports.slice(0, 1))).sent, 0)
  assert.is((await deciding({}, { revalidation: 'allow' }, [])).sent, 0)
})

test.run()
