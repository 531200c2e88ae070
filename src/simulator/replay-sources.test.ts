import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { createReplaySources } from './replay-sources.ts'
import type { StartOptions, WorldOptions } from './start-options.ts'

const test = suite('replay sources')

/** Returns sources, and what adds the organizations `a~1`, `a~2` … to them. */
function sourcesOf(options: StartOptions = {}) {
  let suffix = ''
  const worlds = { suffixOf: () => suffix } as unknown as Worlds
  const sources = createReplaySources(options)
  const add = (number: number, given: WorldOptions = { persons: number }) => {
    suffix = `~${number}`
    return sources.add(worlds, {} as World, given)
  }
  return { sources, add }
}

test('of the organizations that are closed, the latest thousand are remembered, and all that are open', () => {
  const { sources, add } = sourcesOf({ seed: 3 })
  add(1)
  const closes = Array.from({ length: 1_001 }, (_, i) => add(i + 2))
  sources.disturb('~2', 'a move', 5)
  sources.disturb('~3', 'a move', 5)
  sources.disturb('~3', 'a reset', 7)
  for (const close of closes.slice(0, -1)) close()
  const obstacles = () => ['a~1', 'a~2', 'a~3'].map((handle) => sources.all(false).obstacleTo(handle, 6))
  assert.equal(obstacles(), [undefined, 'it came after a move', 'it came after a move'])
  closes.at(-1)?.()
  assert.equal(obstacles(), [undefined, 'its organization was closed too long ago', 'it came after a move'])
  const { start, own } = sources.all(false)
  assert.equal(start, { seed: 3 })
  assert.equal([own.length, own[0], own[1]?.suffix], [1_001, { suffix: '~1', options: { persons: 1 } }, '~3'])
})

test('the start is told unless its fixture is an object, which only reveal tells', () => {
  const { sources } = sourcesOf({ fixture: {} })
  assert.equal([sources.all(false).start, sources.all(true).start], [undefined, { fixture: {} }])
  sources.disturb('', 'a move', 5)
  assert.equal(
    [5, 6].map((id) => sources.all(false).obstacleTo('a', id)),
    [undefined, 'it came after a move'],
  )
})

test.run()
