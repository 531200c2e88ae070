import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { probe } from '../../conformance/index.ts'
import { measuredTwin } from '../../conformance/testing/measured-twin.ts'
import { type PartialProfile, profiles, startSimulator } from '../../src/index.ts'
import { aDialect, type SomeDialect } from '../../src/testing/a-dialect.ts'
import { everyFew, isDeep, times } from '../../src/testing/deep.ts'
import { someKnobs } from '../testing/any-profile.ts'
import { everythingOf } from '../testing/asking.ts'

const test = suite('the law of twins')
const PERSONS = 60
const QUESTIONS = times(60, 150)

/** Learns what a simulator shows, with its tables. */
async function learned(profile: PartialProfile): Promise<PartialProfile> {
  await using sim = await startSimulator({ persons: PERSONS, profile })
  return (await probe(everythingOf(sim)).report()).profile
}

/**
 * Law 1 of the tables: the simulator with the profile that a probe learns of a simulator answers new questions as that
 * one does, to the letter, and a probe learns the same profile of it.
 */
async function assertTwin(dialect: SomeDialect, choices: PartialProfile = {}): Promise<void> {
  const profile: PartialProfile = { ...choices, version: 2, dialect }
  await using sim = await startSimulator({ persons: PERSONS, profile })
  const options = everythingOf(sim)
  const found = (await probe(options).report()).profile
  const likeness = await measuredTwin(options, found, { questions: QUESTIONS, seed: 1 })
  const differences = likeness.differences.map(
    ({ stratum, point, example }) =>
      `${stratum} ${point}: ${example.request} → ${example.target}, but the twin ${example.twin}`,
  )
  assert.equal(differences, [], differences.join('\n'))
  assert.is(likeness.unmeasured, null)
  for (const shares of [likeness, likeness.decisions])
    assert.equal([shares?.behaves.share, shares?.toTheLetter.share], [1, 1])
  if (isDeep) assert.equal(await learned(found), found)
}

// The knobs decide wherever the tables have no entry.
test('holds for random knobs and tables together', () =>
  fc.assert(
    fc.asyncProperty(someKnobs, aDialect, (choices, dialect) => assertTwin(dialect, choices)),
    { numRuns: 1, seed: 8, endOnFailure: true },
  ))

const styles = () =>
  assertTwin({
    refusals: { frames: { 404: { status: 404, body: { message: '{text}', status: 404 }, json: {} } } },
    shape: {
      json: { colon: ': ', comma: ', ', nonAscii: 'lower-case' },
      refusalJson: { end: '\n', signs: '&<>\u2028\u2029' },
    },
  })
if (isDeep) test('holds for the styles of JSON of successes, of refusals and of one answer', styles)

for (const [name, { choices }] of isDeep ? everyFew(Object.entries(profiles), 1, 4) : []) {
  test(`a probe learns no tables of the profile ${name}, which has none`, async () => {
    const found = await learned(choices)
    assert.is(found.dialect, undefined, JSON.stringify(found.dialect))
  })
}

const OTHER_WORDS = 'A mensagem deve ter no mínimo 25 caracteres'
type Steps = NonNullable<NonNullable<PartialProfile['dialect']>['steps']>

/** Learns what is wrong with bodies where a decision is final and the report is judged before the body. */
async function bodiesLearned(steps: Steps): Promise<PartialProfile['dialect']> {
  const refusals = { phrases: { 'mensagem.short': OTHER_WORDS } }
  const bodies = { aprovar: { bit: 'accept' }, mensagem: { blank: 'refuse' } } as const
  await using sim = await startSimulator({
    persons: 30,
    profile: {
      version: 2,
      revalidation: 'refuse-409',
      reportFirst: 'yes',
      dialect: { steps, refusals, bodies },
    },
  })
  const [own] = sim.organizations
  const { profile } = await probe({ ...everythingOf(sim), reports: own?.reports.slice(0, 6) }).report()
  return profile.dialect
}

const all = ['route', 'token', 'number', 'query', 'type', 'json', 'report'] as const

const stateLast = async () => {
  const dialect = await bodiesLearned([...all, 'body', 'state'])
  assert.is(dialect?.refusals?.phrases?.['mensagem.short'], OTHER_WORDS)
  assert.equal(dialect?.bodies, { aprovar: { bit: 'accept' }, mensagem: { blank: 'refuse' } })
}

const stateFirst = async () => {
  const dialect = await bodiesLearned([...all, 'state', 'body'])
  assert.is(dialect?.refusals?.phrases?.['mensagem.short'], OTHER_WORDS)
  assert.is(dialect?.bodies?.mensagem?.blank, 'refuse')
  const { steps = [] } = dialect ?? {}
  assert.ok(steps.indexOf('state') < steps.indexOf('body'), steps.join())
}
if (isDeep) {
  test(
    'a service that looks at the report first shows bodies at a decided one if the state comes last',
    stateLast,
  )
  test('each accepted body uses a report up if the state comes first', stateFirst)
}

test.run()
