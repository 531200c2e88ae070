import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { counted } from './counted.ts'

const test = suite('counted')

test('only one takes the singular, and a plural may be irregular', () => {
  assert.equal([counted(0, 'page'), counted(1, 'page'), counted(2, 'page')], ['0 pages', '1 page', '2 pages'])
  assert.equal(
    [counted(1, 'search', 'searches'), counted(2, 'search', 'searches')],
    ['1 search', '2 searches'],
  )
})

test.run()
