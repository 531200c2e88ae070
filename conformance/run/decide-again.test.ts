import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { smallWorld, TOKEN } from '../../src/testing/world.ts'
import { createTwin } from '../../src/twin.ts'
import type { Exchange, Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { LEGAL_BODY } from '../service/service.ts'
import { type Answer, answerOfTwin, twinRequest } from '../twin/target-data.ts'
import { type Decided, decideAgain, isDecidedOnce, otherThanKnob, type Seconds } from './decide-again.ts'

const test = suite('decisions one after another')
const small = smallWorld()
/** Numbers with letters have another form in capitals. */
const withLetters = small.relatorios.map((one) => ({
  ...one,
  numero: one.numero.replace(/^0{8}/, 'abcdef00'),
}))
const world = { ...small, relatorios: withLetters }
const token = world.organizacoes.find((one) => one.token === TOKEN)?.id
const reports = world.relatorios
  .filter((one) => one.organizacao === token && one.aprovar === undefined)
  .map(({ numero }) => numero)

/** What comes of an answer, to the request of this number. */
type Edit = (response: Answer, question: Question, sent: number) => Answer | TargetFailure

/** Decides reports of the simulator under a profile, of which the experiments know so much. */
async function deciding(
  profile: PartialProfile,
  found: PartialProfile,
  some: readonly string[] = reports,
  edit: Edit = (response) => response,
): Promise<Decided & { sent: number }> {
  const twin = createTwin(world)
  let sent = 0
  const attempt = async (question: Question) => {
    sent++
    const answer = await twin.ask(completeProfile(profile), twinRequest(question))
    const response = edit(answerOfTwin(answer), question, sent)
    return response instanceof TargetFailure ? response : ({ question, response } as unknown as Exchange)
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

const inCapitals: [choice: 'unknown' | 'same' | 'as-sent', found: Decided['capitals']][] = [
  ['unknown', undefined],
  ['same', 'same'],
  ['as-sent', 'as-sent'],
]
for (const [choice, expected] of inCapitals) {
  test(`a number in capitals is ${choice} where each report is decided once`, async () => {
    const once = { revalidation: 'refuse-409' } as const
    const dialect = { routes: { report: { capitals: choice } } }
    const { capitals, approved, rejected, answers } = await deciding(
      { ...once, dialect },
      { ...found, ...once },
    )
    assert.is(capitals, expected)
    assert.equal(
      [...answers].map(([state, { status }]) => [state, status]),
      [['rejected', 200]],
    )
    assert.equal(
      [approved, rejected].map((numero) => numero && reports.includes(numero)),
      [true, true],
    )
  })
}

const found = { touchOnValidation: 'yes', sortFields: ['atualizado_em'] } as const
for (const [name, profile, seconds] of cases) {
  test(`${name}: each is found, and in which state reports are left`, async () => {
    for (const known of [found, { ...found, revalidation: profile.revalidation ?? 'allow' }]) {
      const decided = await deciding(profile, known)
      assert.equal(decided.seconds, seconds)
      assert.ok(decided.answers.size > 0)
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

const lost = new TargetFailure('timeout', 'no answer')
const isDecision = ({ method }: Question) => method === 'POST'

for (const [what, answer] of [
  ['no answer', () => lost],
  ['500', (response: Answer) => ({ ...response, status: 500 })],
  ['429', (response: Answer) => ({ ...response, status: 429 })],
] as const) {
  test(`${what} to a decision teaches nothing, and no report has a state for it`, async () => {
    const known = { ...found, revalidation: 'allow' } as const
    const { seconds, answers } = await deciding({}, known, reports, (response, question) =>
      isDecision(question) ? answer(response) : response,
    )
    assert.equal(seconds, {})
    assert.is(answers.size, 0)
    const none = await deciding({}, found, reports, (response, question) =>
      isDecision(question) ? answer(response) : response,
    )
    assert.equal([none.seconds, none.approved, none.rejected], [{}, undefined, undefined])
  })
}

test("an approved report whose rejection got no answer is nobody's example", async () => {
  const known = { ...found, revalidation: 'allow' } as const
  const bodies: string[] = []
  const { seconds, approved } = await deciding({}, known, reports, (response, question) => {
    if (!isDecision(question)) return response
    bodies.push(question.path)
    return bodies.length === 2 ? lost : response
  })
  assert.equal(seconds, { 'approved-again': 'accept' })
  assert.ok(approved !== undefined && approved !== reports.at(-1))
})

test('without a list that shows it, nobody knows whether a second decision is kept', async () => {
  const known = { ...found, revalidation: 'allow' } as const
  const withoutLists: Edit = (response, question) => (isDecision(question) ? response : lost)
  for (const profile of [{}, of(all('keep'))])
    assert.equal((await deciding(profile, known, reports, withoutLists)).seconds, {})
  // The second list of a pair is missing each time.
  const half = await deciding(of(all('keep')), known, reports, (response, question, sent) =>
    isDecision(question) || sent % 4 === 1 ? response : lost,
  )
  assert.not.ok(Object.values(half.seconds).includes('accept'), JSON.stringify(half.seconds))
  const isUntouched = { ...known, touchOnValidation: 'no' } as const
  assert.equal((await deciding({ touchOnValidation: 'no' }, isUntouched)).seconds, all('accept'))
})

test('somebody else who is updated meanwhile shows nothing of a decision', async () => {
  const known = { ...found, revalidation: 'allow' } as const
  let decisions = 0
  const { seconds } = await deciding(of(all('keep')), known, reports, (response, question) => {
    if (isDecision(question)) decisions++
    const { itens } = (response.json as { result?: { itens?: object[] } }).result ?? {}
    if (isDecision(question) || itens === undefined) return response
    const other = { ...itens[0], cpf: String(decisions).padStart(11, '0') }
    const stamped = { ...other, atualizado_em: `2099-01-01T00:00:0${decisions}.5Z` }
    return {
      ...response,
      json: {
        ...(response.json as object),
        result: { ...(response.json as { result: object }).result, itens: [stamped, ...itens] },
      },
    }
  })
  assert.is(seconds['approved-rejected'], undefined)
})

test('a report can be decided once unless every second decision, or the knob, says otherwise', () => {
  assert.is(isDecidedOnce({}, {}), true)
  assert.is(isDecidedOnce({}, { revalidation: 'refuse-409' }), true)
  assert.is(isDecidedOnce({}, { revalidation: 'allow' }), false)
  assert.is(isDecidedOnce({ 'approved-again': 'accept' }, {}), true)
  assert.is(isDecidedOnce(all('accept'), {}), false)
  assert.is(isDecidedOnce({ ...all('accept'), 'rejected-again': 'refuse' }, { revalidation: 'allow' }), true)
})

test.run()
