import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { MemoryStore } from './memory.ts'
import type { Organization } from './store.ts'
import { Worlds } from './worlds.ts'

const test = suite('handles')

const worldOf = (...ids: string[]) =>
  new MemoryStore({
    organizacoes: ids.map((id, k) => ({ id, nome: id, token: `token-${id}-${k}` })),
    pessoas: [],
    relatorios: [],
  })

function worldsWith(...ids: string[]) {
  const worlds = new Worlds()
  const start = worldOf(...ids)
  worlds.add(start)
  return { worlds, start, add: (...more: string[]) => addTo(worlds, ...more) }
}

function addTo(worlds: Worlds, ...ids: string[]) {
  const world = worldOf(...ids)
  worlds.add(world)
  return { world, first: world.organizations[0] as Organization }
}

test('the handle is the id at the start, and ID~N in each later world', () => {
  const { worlds, add } = worldsWith('a', 'b')
  add('a')
  const { world, first } = add('a', 'b')
  assert.equal(
    worlds.all().map((organization) => worlds.handleOf(organization)),
    ['a', 'b', 'a~1', 'a~2', 'b~2'],
  )
  assert.is(worlds.byHandle('a~2'), first)
  assert.is(worlds.worldOf(first), world)
  for (const unknown of ['a~3', 'c', '__proto__', '']) assert.is(worlds.byHandle(unknown), undefined, unknown)
})

test('a handle outlives its organization and is never given again', () => {
  const { worlds, add } = worldsWith('a')
  const { world, first } = add('a')
  worlds.remove(world)
  assert.is(worlds.byHandle('a~1'), undefined)
  assert.is(worlds.handleOf(first), 'a~1')
  assert.is(worlds.handleOf(add('a').first), 'a~2')
})

test('a world that replaces another keeps its handles', () => {
  const { worlds, start, add } = worldsWith('a')
  add('a')
  const next = worldOf('a', 'c')
  worlds.replace(start, next)
  assert.equal(
    worlds.all().map((organization) => worlds.handleOf(organization)),
    ['a', 'c', 'a~1'],
  )
})

test('an id that looks like a handle keeps it', () => {
  const { worlds, add } = worldsWith('a', 'a~1')
  assert.is(worlds.handleOf(add('a').first), 'a~2')
})

test('of two equal handles, the one of the start is found', () => {
  const { worlds, start, add } = worldsWith('a')
  add('a')
  const next = worldOf('a~1')
  worlds.replace(start, next)
  assert.is(worlds.byHandle('a~1'), next.organizations[0])
})

test('a withdrawn token is refused until it is accepted again, and is still hidden in the log', () => {
  const { worlds, start } = worldsWith('a', 'b')
  const [a, b] = start.organizations as [Organization, Organization]
  worlds.setWithdrawn(a, true)
  assert.equal(worlds.organizations, [b])
  assert.equal(worlds.all(), [a, b])
  assert.equal(
    [a, b].map((one) => worlds.isWithdrawn(one)),
    [true, false],
  )
  assert.equal(
    [a, b].map(({ token }) => worlds.tokens.isWithdrawn(token)),
    [true, false],
  )
  const then = worlds.tokens
  assert.ok(worlds.hasToken(a.token))
  const before = worlds.organizations
  worlds.setWithdrawn(a, false)
  assert.equal(worlds.organizations, [a, b])
  assert.is.not(worlds.organizations, before)
  assert.equal([then.isWithdrawn(a.token), worlds.tokens.isWithdrawn(a.token)], [true, false])
})

test.run()
