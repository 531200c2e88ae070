import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Dialect, noDialect } from '../contract/dialect.ts'
import { defaultProfile, type Profile } from '../contract/profile.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin } from '../twin.ts'

const test = suite('the forms of a token')
const twin = createTwin(smallWorld())

type Form = Profile['authorization']
type Cells = NonNullable<Dialect['routes']['token']>

/** What may come before the token, each in the letters and with the blanks that services tell apart. */
const words = [
  '',
  'Bearer ',
  'bearer ',
  'Bearer  ',
  'Token ',
  'token ',
  'TOKEN ',
  'Token   ',
  'JWT ',
  'Bearer Bearer ',
  'Token: ',
]

const once = words.filter((word) => word !== 'Bearer Bearer ')

const taken: [form: Form, cells: Cells, words: string[]][] = [
  ['bare', {}, ['']],
  ['bare', { 'scheme-token': 'refuse' }, ['']],
  ['bare', { 'scheme-token': 'same' }, ['', 'Token ', 'token ', 'TOKEN ', 'Token   ']],
  ['bare', { 'scheme-token': 'exact' }, ['', 'Token ', 'Token   ']],
  ['bearer', {}, ['Bearer ', 'bearer ', 'Bearer  ']],
  ['bearer', { 'scheme-capitals': 'refuse' }, ['Bearer ', 'Bearer  ']],
  ['bearer', { 'scheme-gaps': 'refuse' }, ['Bearer ', 'bearer ']],
  ['bearer', { 'scheme-token': 'exact' }, ['Bearer ', 'bearer ', 'Bearer  ', 'Token ', 'Token   ']],
  ['bare', { 'scheme-twice': 'same' }, ['']],
  ['bearer', { 'scheme-twice': 'same' }, ['Bearer ', 'bearer ', 'Bearer  ', 'Bearer Bearer ']],
  ['either', { 'scheme-twice': 'same' }, ['', 'Bearer ', 'bearer ', 'Bearer  ', 'Bearer Bearer ']],
  ['either', {}, ['', 'Bearer ', 'bearer ', 'Bearer  ']],
  ['either', { 'scheme-other': 'same' }, once],
  ['either', { 'scheme-other': 'same', 'scheme-token': 'same' }, once],
  [
    'either',
    { 'scheme-other': 'same', 'scheme-token': 'exact' },
    once.filter((word) => word !== 'token ' && word !== 'TOKEN '),
  ],
  [
    'either',
    { 'scheme-other': 'same', 'scheme-token': 'refuse' },
    once.filter((word) => !/^token +$/i.test(word)),
  ],
]
for (const [authorization, token, expected] of taken) {
  test(`${authorization} with ${JSON.stringify(token)} takes ${JSON.stringify(expected)}`, async () => {
    const profile = { ...defaultProfile, authorization, dialect: { ...noDialect, routes: { token } } }
    const statusOf = async (header: string) =>
      (await twin.ask(profile, { method: 'GET', url: '/pessoas', headers: { authorization: header } })).status
    const statuses = await Promise.all(words.map((word) => statusOf(word + TOKEN)))
    assert.equal(
      words.filter((_, i) => statuses[i] === 200),
      expected,
    )
    // Neither a longer nor a shorter token is one, whatever comes before it.
    const others = words.flatMap((word) => [`${word}${TOKEN}x`, word + TOKEN.slice(0, -1), word])
    for (const header of others) assert.is(await statusOf(header), 401, header)
  })
}

test('what is wrong with a word before a token is told apart', async () => {
  const situationOf = async (token: Cells, authorization = 'bearer x') => {
    const profile: Profile = {
      ...defaultProfile,
      authorization: 'bearer',
      dialect: { ...noDialect, routes: { token } },
    }
    const headers = { authorization }
    return (await twin.ask(profile, { method: 'GET', url: '/pessoas', headers })).situations[0]?.name
  }
  assert.is(await situationOf({}), 'token.wrong')
  assert.is(await situationOf({ 'scheme-capitals': 'refuse' }), 'token.scheme')
  assert.is(await situationOf({}, 'Bearer'), 'token.scheme-only')
  assert.is(await situationOf({}, 'Basic'), 'token.scheme')
  assert.is(await situationOf({}, 'Bearer Bearer x'), 'token.several-words')
})

test.run()
