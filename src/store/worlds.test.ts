import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { smallWorld } from '../testing/world.ts'
import { MemoryStore } from './memory.ts'
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
    [0, 1, 1_000].map((i) => worlds.wasKnown(`token-${i}`)),
    [false, true, true],
  )
})

test.run()
