import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { explainFor, serving } from '../testing/serving.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { worldOf } from '../world/in-memory.ts'
import type { Organization } from '../world/store.ts'
import { createAccessLog } from './access-lines.ts'
import type { LoggedAnswer } from './access-log.ts'

const test = suite('access log')
const explain = explainFor(worldOf(smallWorld()))

/** What the log writes of a few requests. */
async function written(format: 'pretty' | 'json'): Promise<string[]> {
  const texts: string[] = []
  const accessLog = createAccessLog(format, (text) => texts.push(text), explain)
  await serving({ accessLog }, async ({ recordOf }) => {
    const authorized = `Host: localhost\r\nAuthorization: ${TOKEN}\r\n`
    await recordOf(`GET /pessoas?nome=ana&cpf=00000001118 HTTP/1.1\r\n${authorized}\r\n`)
    await recordOf('GET /pessoas HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await recordOf(`GET /pessoas?rows=24&page=0 HTTP/1.1\r\n${authorized}\r\n`)
    await recordOf('GET /ana%0Asilva HTTP/1.1\r\nHost: localhost\r\n\r\n')
  })
  accessLog({ status: 431, faults: [{ name: 'request.too-large', slots: {} }] })
  accessLog({ status: 400, faults: [] })
  accessLog({ status: 500, faults: [{ name: 'request.abandoned', slots: {} }] })
  return texts
}

test('pretty: a line a request, with the time, and one for each cause', async () => {
  const texts = await written('pretty')
  assert.is(texts.length, 7)
  assert.not.match(texts.join('\n'), /\bana\b|silva|00000001118|token-of/)
  const time = String.raw`^\d\d:\d\d:\d\d\.\d{3}`
  const cause = String.raw`\n {13}`
  const right = [
    String.raw`GET /pessoas\?nome=\*\*\*&cpf=\*\*\* 200 [\d.]+ ms a$`,
    String.raw`GET /pessoas 401 [\d.]+ ms -${cause}token: the header Authorization is missing\. Send Authorization: TOKEN\.$`,
    String.raw`GET /pessoas\?rows=24&page=0 400 [\d.]+ ms a${cause}query: page is less than 1\. .*${cause}query: rows=24 is not a positive multiple of 25\. Send rows=25.*$`,
    String.raw`GET /\*\*\* 404 [\d.]+ ms -${cause}route: the path is unknown\. .*$`,
    `- - 431 0 ms -${cause}request: .*$`,
    '- - 400 0 ms -$',
    `- - 500 0 ms -${cause}request: the client closed the connection before the answer\\.$`,
  ]
  for (const [i, pattern] of right.entries())
    assert.match(texts[i] as string, new RegExp(`${time} ${pattern}`))
})

test('json: one line a request, the first cause flat in it, the others beside it', async () => {
  const texts = await written('json')
  assert.not.match(texts.join(''), /\n/)
  assert.not.match(texts.join('\n'), /\bana\b|silva|00000001118|token-of/)
  const told = texts.map((text) => JSON.parse(text))
  const keys = ['time', 'method', 'path', 'status', 'ms', 'organization']
  const cause = ['step', 'code', 'reason', 'remedy']
  assert.equal(
    told.map((record) => Object.keys(record)),
    [
      keys,
      [...keys, ...cause, 'clause'],
      [...keys, ...cause, 'field', 'clause', 'knob', 'choice', 'others'],
      [...keys, ...cause],
      [...keys, ...cause],
      keys,
      [...keys, ...cause.slice(0, 3)],
    ],
  )
  assert.equal(
    told.map(({ organization }) => organization),
    ['a', null, 'a', null, null, null, null],
  )
  const { time, step, code, field, knob, others } = told[2]
  assert.match(time, /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.equal([step, code, field, knob], ['query', 'page.zero', 'page', 'pageBelowOne'])
  assert.equal(
    others.map(({ knob }: { knob: string }) => knob),
    ['rowsOffGrid'],
  )
})

test('what the world is made of does not act in a line, and JSON stays JSON', () => {
  const id = 'a\n12:00:00.000 GET /pessoas 200\u001b[31m\u202e\u{e0041}'
  const answered: LoggedAnswer = { status: 200, organization: { id } as Organization, faults: [] }
  for (const format of ['pretty', 'json'] as const) {
    const texts: string[] = []
    createAccessLog(format, (text) => texts.push(text), explain)(answered)
    assert.is(texts.length, 1)
    assert.not.match(texts[0] as string, /[\p{Cc}\p{Cf}]/u)
    if (format === 'json') assert.match(JSON.parse(texts[0] as string).organization, /^a\\u000a12/)
  }
})

test('a reason that cannot be told ends nothing', () => {
  const texts: string[] = []
  const explain = () => {
    throw new TypeError('Ana Silva')
  }
  const faults = [{ name: 'request.abandoned', slots: {} }] as const
  createAccessLog('pretty', (text) => texts.push(text), explain)({ status: 400, faults })
  assert.match(
    texts[0] as string,
    /400 0 ms -\n {13}service: the cause could not be determined \(TypeError\)/,
  )
  assert.not.match(texts[0] as string, /Ana/)
})

test.run()
