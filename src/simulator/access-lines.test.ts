import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { maskedPath } from '../operator/masked-path.ts'
import type { LoggedAnswer } from '../server/access-log.ts'
import { MemoryStore } from '../store/memory.ts'
import type { Organization } from '../store/store.ts'
import { explainFor, serving } from '../testing/serving.ts'
import { OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { createAccessLog } from './access-lines.ts'

const test = suite('access log')
const explain = explainFor(new MemoryStore(smallWorld()))

const masked: [url: string, path: string][] = [
  ['/pessoas', '/pessoas'],
  ['/pessoas?', '/pessoas?'],
  ['/pessoas?page=2&rows=50&sort=-nome', '/pessoas?page=2&rows=50&sort=-nome'],
  ['/pessoas?cpf=11144477735&nome=Ana%20Silva', '/pessoas?cpf=***&nome=***'],
  ['/pessoas?cpf=&nome=&page', '/pessoas?cpf=&nome=&page'],
  ['/pessoas?page=11144477735&sort=Ana', '/pessoas?page=***&sort=***'],
  ['/pessoas?token=secret&CPF=111&Ana', '/pessoas?token=***&CPF=***&***'],
  ['/pessoas?perPage=2&nmoe=ana&limit', '/pessoas?perPage=***&nmoe=***&limit'],
  ['/pessoas?constructor=1&nome=a=b', '/pessoas?constructor=***&nome=***'],
  ['/pessoas?nome=a?b', '/pessoas?nome=***'],
  ['/pessoas/11144477735', '/pessoas/***'],
  ['/Ana/Silva', '/***/***'],
  ['/x', '/x'],
  ['/nada/p%C3%A1gina', '/nada/p%C3%A1gina'],
  ['/nada/jo%E3o/jo%C3%A3o', '/nada/***/***'],
  ['/pessoas/xerxes/y', '/pessoas/***/***'],
  ['/api/clientes/xerxes', '/api/clientes/***'],
  ['/relatorios/xerxes', '/relatorios/***'],
  [
    '/pessoas?utm_source=a&_=1&page[]=2&page%5B%5D=2&filter[nome]=x',
    '/pessoas?utm_source=***&_=***&page[]=***&page%5B%5D=***&filter[nome]=***',
  ],
  ['/pessoas?email=a@b&cpf2=1&maria=1&filter[ana]=1&debug', '/pessoas?email=***&cpf2=***&***&***&debug'],
  ['/pessoas?page=1&amp;rows=25&amp;ana=1', '/pessoas?page=1&amp;rows=***&***'],
  ['/api/v1/Pessoas', '/api/v1/Pessoas'],
  ['/api/ana/pessoas', '/api/***/pessoas'],
  ['http://ana.example/pessoas', '/pessoas'],
  [`/relatorios/validar/${OWN_REPORT}`, `/relatorios/validar/${OWN_REPORT}`],
  [`/api/relatorios/validar/${OWN_REPORT}/`, `/api/relatorios/validar/${OWN_REPORT}/`],
  ['/relatorios/validar/11144477735', '/relatorios/validar/***'],
  [`/${OWN_REPORT}`, '/***'],
  ['*', '***'],
  [`${'/pessoas'.repeat(62)}/cpf`, `${'/pessoas'.repeat(62)}/cpf`],
  [`${'/pessoas'.repeat(62)}/nome`, `${'/pessoas'.repeat(62)}/nom…`],
  [`/${'a/'.repeat(1_000)}`, `/${'a/'.repeat(1_000)}`.slice(0, 500).concat('…')],
  [`/${'ana/'.repeat(1_000)}`, `/${'***/'.repeat(1_000)}`.slice(0, 500).concat('…')],
]
for (const [url, path] of masked) test(url.slice(0, 100), () => assert.is(maskedPath(url), path))

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
