import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ConformanceOptions, ConformanceUsageError, runConformance } from '../index.ts'
import { settle, settleProbe } from './options.ts'

const test = suite('the options of a run')

function refusal(options: Partial<ConformanceOptions>): string {
  try {
    runConformance({ url: 'http://x.test', token: 'x', ...options })
  } catch (error) {
    assert.instance(error, ConformanceUsageError)
    return (error as Error).message
  }
  return ''
}

const meant: [url: string, instead: string | undefined][] = [
  ['127.0.0.1:4620', 'http://127.0.0.1:4620'],
  ['localhost:4620', 'http://localhost:4620'],
  ['localhost', 'http://localhost'],
  ['[::1]:80', 'http://[::1]:80'],
  ['minha-vm:3000/api', 'http://minha-vm:3000/api'],
  ['staging.example/api', 'https://staging.example/api'],
  ['staging.example:8443/api', 'https://staging.example:8443/api'],
  ['http//localhost:4620', 'http://localhost:4620'],
  ['htps://a.example', 'https://a.example'],
  ['//a.example', 'https://a.example'],
  ['foo', undefined],
  ['mailto:x', undefined],
  ['ftp://a', undefined],
]
for (const [url, instead] of meant) {
  test(`"${url}" is refused, ${instead ? `and ${instead} is meant` : 'and nothing is guessed'}`, () => {
    const says = refusal({ url })
    if (instead === undefined) assert.not.match(says, 'did you mean')
    else assert.ok(says.endsWith(`not "${url}" (did you mean ${instead}?).`), says)
  })
}

const inFlight: [url: string, given: number | undefined, most: number][] = [
  ['http://127.0.0.1:3210', undefined, 4],
  ['http://localhost:3210/api', undefined, 4],
  ['http://pessoas.localhost', undefined, 4],
  ['https://[::1]:3210', undefined, 4],
  ['https://staging.example', undefined, 2],
  ['http://localhost.example', undefined, 2],
  ['http://10.0.0.7', undefined, 2],
  ['http://127.0.0.1:3210', 1, 1],
  ['https://staging.example', 8, 8],
]
for (const [url, concurrency, most] of inFlight) {
  test(`at most ${most} requests are in flight at ${url}${concurrency ? ' if so many are asked for' : ''}`, () => {
    assert.is(settle({ url, token: 'x', concurrency }).concurrency, most)
    assert.is(settleProbe({ url, token: 'x', concurrency }).concurrency, most)
  })
}

const notNumbers: [options: object, says: string][] = [
  [{ timeout: '10' }, 'timeout must be a number above 0, not "10".'],
  [{ timeout: 0 }, 'timeout must be a number above 0, not 0.'],
  [{ concurrency: '2' }, 'concurrency must be a whole number from 1 to 64, not "2".'],
]
for (const [options, says] of notNumbers) {
  test(`${JSON.stringify(options)} is refused`, () => assert.is(refusal(options), says))
}

test('a token that is given twice is named by its option', () => {
  assert.throws(
    () => settleProbe({ url: 'http://a', token: 'x', disabledToken: 'x' }),
    /^--disabled-token is the same as --token: /,
  )
})

test.run()
