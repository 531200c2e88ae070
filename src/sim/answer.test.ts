import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { lastBytes } from './answer.ts'

const test = suite('answer')
const clock = { now: () => 0 }

for (const [status, line] of [
  [400, 'HTTP/1.1 400 Bad Request'],
  [599, 'HTTP/1.1 599 unknown'],
] as const) {
  test(`the last bytes of a connection begin with ${line}`, () => {
    const bytes = lastBytes({ status, body: 'x' }, clock)
    assert.is(bytes.slice(0, bytes.indexOf('\r\n')), line)
  })
}

test.run()
