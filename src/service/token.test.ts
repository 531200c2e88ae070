import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Profile } from '../contract/profile.ts'
import { asking } from '../testing/asking.ts'
import { DISABLED_TOKEN, OTHER_TOKEN, smallWorld, TOKEN } from '../testing/world.ts'
import { worldOf } from '../world/in-memory.ts'
import { Worlds } from '../world/worlds.ts'
import type { TokenFault } from './token.ts'

const test = suite('tokens')

type Case = [form: Profile['authorization'], header: string | undefined, fault: TokenFault | undefined]
const cases: Case[] = [
  ['bare', TOKEN, undefined],
  ['bare', OTHER_TOKEN, undefined],
  ['bare', undefined, 'token.missing'],
  ['bare', '', 'token.missing'],
  ['bare', 'token-of-x', 'token.wrong'],
  ['bare', 'token-of-', 'token.wrong'],
  ['bare', 'token-of-aa', 'token.wrong'],
  ['bare', ` ${TOKEN}`, 'token.wrong'],
  ['bare', `${TOKEN} `, 'token.wrong'],
  ['bare', 'TOKEN-OF-A', 'token.wrong'],
  ['bare', `${TOKEN} ${TOKEN}`, 'token.scheme'],
  ['bare', `Bearer ${TOKEN}`, 'token.scheme'],
  ['bare', DISABLED_TOKEN, 'token.disabled'],
  ['bare', '\u00ff'.repeat(10), 'token.wrong'],
  ['bearer', `Bearer ${TOKEN}`, undefined],
  ['bearer', `bearer  ${TOKEN}`, undefined],
  ['bearer', `Bearer Bearer ${TOKEN}`, 'token.wrong'],
  ['bearer', `Bearer ${DISABLED_TOKEN}`, 'token.disabled'],
  ['bearer', TOKEN, 'token.scheme'],
  ['bearer', 'Bearer', 'token.scheme'],
  ['bearer', 'Bearer x', 'token.wrong'],
  ['either', `Bearer ${TOKEN}`, undefined],
  ['either', TOKEN, undefined],
  ['either', `Basic ${TOKEN}`, 'token.scheme'],
]
for (const [authorization, header, fault] of cases) {
  test(`${authorization}: ${JSON.stringify(header)} is ${fault ?? 'taken'}`, async () => {
    const { send } = asking({ authorization })
    const { status, faults, body, answer } = await send('GET', '/pessoas', { authorization: header })
    assert.equal([status, faults], fault === undefined ? [200, []] : [401, [fault]])
    if (fault === undefined) return
    assert.equal(Object.keys(body), ['error', 'message', 'status_code'])
    assert.match(body.message, /token.*acesso/)
    assert.is(answer.headers, undefined)
    assert.is(answer.caller, undefined)
  })
}

test('a world that comes or goes while the service runs brings its tokens, or takes them along', async () => {
  const [store, world] = [new Worlds(), worldOf(smallWorld())]
  const { list } = asking({}, store)
  assert.is((await list()).status, 401)
  store.add(world)
  assert.is((await list()).status, 200)
  store.remove(world)
  assert.is((await list()).status, 401)
})

test.run()
