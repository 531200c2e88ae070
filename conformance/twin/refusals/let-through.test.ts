import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withLetThrough } from './let-through.ts'

const test = suite('words for POST on the list')

const stopped = { text: '', frame: 'gateway' }
const own = { text: 'Cannot {method} {path}', frame: 'route.get' }

test('are those of GET on a report where something before the service stops other methods', () => {
  const phrases = { 'route.get': own, 'route.method': stopped, 'route.list-method': stopped }
  assert.equal(withLetThrough(phrases), { ...phrases, 'route.list-post': own })
})

test('are those of other methods on the list everywhere else', () => {
  for (const phrases of [
    { 'route.method': stopped, 'route.list-method': stopped },
    { 'route.get': own, 'route.method': own, 'route.list-method': own },
    { 'route.get': 'Só POST', 'route.method': 'Só POST', 'route.list-method': 'Só GET' },
    { 'route.get': own, 'route.method': stopped, 'route.list-method': own },
  ])
    assert.is(withLetThrough(phrases), phrases)
})

test.run()
