import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ConformanceOptions, ConformanceUsageError, runConformance } from '../index.ts'

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

for (const url of ['127.0.0.1:4620', 'localhost', 'staging.example/api', '//a.example', 'mailto:x', 'ftp://a']) {
  test(`"${url}" is refused as a base URL`, () =>
    assert.is(refusal({ url }), `The base URL must look like https://staging.example/api, not "${url}".`))
}

test('a base URL with a password is not repeated', () => {
  assert.not.match(refusal({ url: 'https://ana:senha@ho st' }), 'senha')
  assert.match(refusal({ url: 'https://ana:senha@a.example' }), 'must not contain a user or a password')
})

const given = { url: 'http://a.example', token: 'abc' }
const NUMERO = 'c0ffee00-0000-4000-8000-00000000000a'
for (const [options, message] of [
  [{ ...given, report: ['x'] }, /^The option "report" is unknown: did you mean reports\? Use one of url, .*reports/],
  [{ ...given, colour: 1 }, /^The option "colour" is unknown\. Use one of url, /],
  [{ ...given, url: 'http://a/?x=1' }, /not contain a query/],
  [{ url: 'http://a' }, /the token is missing/i],
  [{ ...given, token: '' }, /token is empty/i],
  [{ ...given, token: 'a\nb' }, /not allowed in a header/],
  [{ ...given, token: 'ação→' }, /not allowed in a header/],
  [{ ...given, otherToken: 'abc' }, /^--other-token is the same as --token: /],
  [{ ...given, only: 'PAG' }, /^only must be an array, not "PAG"\.$/],
  [{ ...given, only: ['nope'] }, /"nope"/],
  [{ ...given, concurrency: 65 }, /whole number from 1 to 64/],
  [{ ...given, allowWrites: true, reports: [''] }, /"" is not a report number: give a UUID such as /],
  [{ ...given, allowWrites: true, foreignReport: '..' }, /"\.\." is not a report number/],
  [{ ...given, reports: [NUMERO] }, /--allow-writes/],
  [{ ...given, allowWrites: true }, /--report NUMBER/],
  [{ ...given, allowWrites: true, readOnly: true, reports: [NUMERO] }, /--read-only/],
  [{ ...given, allowWrites: true, reports: [NUMERO, NUMERO.toUpperCase()] }, /--report names the same report twice/],
  [{ ...given, baseline: [{ id: 'X-1', reason: 'r', expires: '2030-01-01' }] }, /unknown check id/],
] as const)
  test(`${JSON.stringify(options)} is refused`, () => {
    assert.throws(
      () => runConformance(options as unknown as ConformanceOptions),
      (error: Error) => error instanceof ConformanceUsageError && message.test(error.message),
    )
  })

test.run()
