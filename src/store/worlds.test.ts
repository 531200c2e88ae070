import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OWN_REPORT, smallWorld } from '../testing/world.ts'
import { MemoryStore } from './memory.ts'
import type { Organization } from './store.ts'
import { Worlds } from './worlds.ts'

const test = suite('worlds')

/** A world with one organization, whose token this is. */
function worldOf(token: string): MemoryStore {
  const [organizacao] = smallWorld().organizacoes
  return new MemoryStore({
    organizacoes: [{ ...organizacao, id: token, nome: token, token }],
    pessoas: [],
    relatorios: [],
  })
}

test('the tokens of the latest thousand organizations that are gone are remembered, and no others', () => {
  const worlds = new Worlds()
  worlds.add(new MemoryStore(smallWorld()))
  for (let i = 0; i <= 1_000; i++) {
    const world = worldOf(`token-${i}`)
    worlds.add(world)
    worlds.remove(world)
  }
  assert.equal(
    [0, 1, 1_000].map((i) => worlds.tokens.wasKnown(`token-${i}`)),
    [false, true, true],
  )
})

test('people and tokens of every world are known, also of those that are gone', () => {
  const worlds = new Worlds()
  const first = new MemoryStore(smallWorld())
  worlds.add(first)
  assert.ok(worlds.hasName('conceicao') && worlds.hasName('silva'))
  assert.not(worlds.hasName('xerxes') || worlds.hasName('da'))
  for (const text of ['token-of-a', 'the token-of-a', 'token-of', 'The TOKEN-OF-A', 'Token-Of'])
    assert.ok(worlds.hasToken(text), text)
  for (const text of ['token', 'a', '', 'of-a']) assert.not(worlds.hasToken(text), text)
  worlds.add(worldOf('x'))
  assert.ok(worlds.hasToken('x'))
  assert.not(worlds.hasToken('xy'))
  worlds.remove(first)
  assert.ok(worlds.hasToken('token-of-a'))
  assert.not(worlds.hasName('silva'))
})

test('what is asked of an organization is asked of its world', async () => {
  const worlds = new Worlds()
  const world = new MemoryStore(smallWorld())
  for (const each of [worldOf('x'), world]) worlds.add(each)
  const [own, other] = world.organizations as [Organization, Organization]
  assert.is(await worlds.report(own, OWN_REPORT), 'undecided')
  assert.is(await worlds.report(other, OWN_REPORT), 'foreign')
  assert.is(await worlds.report(worlds.organizations[0] as Organization, OWN_REPORT), 'unknown')
  assert.is(worlds.clockIn(own), world.clock)
})

test.run()
