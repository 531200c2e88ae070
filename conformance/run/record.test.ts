import { execFileSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createKeyring } from '../client/credentials.ts'
import type { Exchange, Question } from '../client/exchange.ts'
import { createRedactor } from '../redaction/redact.ts'
import type { Organization } from '../testing/secrets.ts'
import { recordExchange } from './record.ts'

const test = suite('record')
const BASE = 'http://127.0.0.1:3000/api'
const TOKEN = 'Bearer eyTokenDaOrganizacaoUm'
const NUMERO = '1b671a64-40d5-491e-99b0-da01ff1f3341'
const { own, none } = createKeyring(TOKEN, undefined, undefined)

const aQuestion = (parts: Partial<Question> = {}): Question => ({
  method: 'GET',
  path: '/pessoas',
  authorization: own,
  ...parts,
})
function anExchange(text: string, parts: Partial<Question> = {}, type?: string): Exchange {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {}
  const size = Buffer.byteLength(text)
  const headers = { 'content-type': type }
  const response = { status: 200, headers, text: json === undefined ? text : '', json, size }
  return { question: aQuestion(parts), risk: 'r', response, ms: 1 }
}
function redactorOf({ tokens, people }: Organization, reveal = false) {
  const redactor = createRedactor({ reveal })
  for (const token of tokens) redactor.hide(token, '$TOKEN')
  redactor.hide(NUMERO, '$REPORT_1')
  for (const person of people) redactor.learn(person, 'person 3 of page 1')
  return redactor
}
const nobody: Organization = { tokens: [TOKEN], people: [] }
const somebody: Organization = { tokens: [TOKEN], people: [{ cpf: '01234567890', nome: 'Ana & Zoë' }] }
const bodyOf = (text: string) => recordExchange(anExchange(text), BASE, redactorOf(nobody)).body
const linesOf = (parts: Partial<Question>, one = nobody, reveal = false) =>
  recordExchange(anExchange('{}', parts), BASE, redactorOf(one, reveal))

test('a person is the same pseudonym in what was sent and in what came', () => {
  const [{ cpf, nome }] = somebody.people as [Organization['people'][number]]
  const query = [
    ['cpf', cpf],
    ['nome', nome],
  ] as const
  const exchange = anExchange(JSON.stringify({ result: { busca: cpf, itens: [{ cpf, nome }] } }), { query })
  const { sets, curl, body } = recordExchange(exchange, BASE, redactorOf(somebody))
  const [, one, two] = /\?cpf=(cpf#\w+)&nome=(nome#\w+)'$/.exec(curl) as unknown as [string, string, string]
  assert.equal(sets, [`# ${one}: person 3 of page 1`, `# ${two}: person 3 of page 1`])
  assert.is(body, JSON.stringify({ result: { busca: one, itens: [{ cpf: one, nome: two }] } }))
})

test('a body is shown by its beginning, however long, wide or deep it is', () => {
  assert.is(bodyOf(`[${Array(25).fill('{"total":1}')}]`), '[{"total":1},{"total":1},… 23 more]')
  assert.match(
    bodyOf('{"cpf":10000000000,"x":12345}'),
    /^\{"cpf":<number cpf#[0-9a-f]{6}>,"x":<number …5 characters…>\}$/,
  )
  assert.match(bodyOf('{"message":"… 3 more"}'), /^\{"message":"… 3 more"\}$/)
  const wide = bodyOf(JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, null]))))
  assert.match(wide, /^\{"k0":null,.*,… 9960 more\}$/)
  assert.is(bodyOf(JSON.stringify({ message: 'x '.repeat(1_000_000) })), '{"message":"…2000000 characters…"}')
  // The client refuses bodies that nest deeper.
  assert.ok(bodyOf('[{"total":'.repeat(100) + 1 + '}]'.repeat(100)).length < 2_010)
  for (const json of ['null', '1', '"x"', '{"__proto__":{"total":1}}', '{"toString":1}'])
    assert.type(bodyOf(json), 'string')
})

/** Returns the words that `curl` is called with. */
function wordsOf(line: string, env: Record<string, string> = {}): string[] {
  assert.not.match(line, '\n')
  const script = `set -- ${line.replace(/^curl /, '')}; for word; do printf '%s\\0' "$word"; done`
  const all = { PATH: process.env.PATH ?? '', ...env }
  return execFileSync('bash', ['-c', script], { env: all, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    .split('\0')
    .slice(0, -1)
}

test('a curl line is what was sent, once a shell has read it', () => {
  const hostile = `it's "$(echo no)" \`echo no\` $HOME \\ ; & | > < * ! # ~ {a,b}`
  const env = { TOKEN: 'the "token" $x', REPORT_1: NUMERO }
  const query = [
    ['page', '2'],
    ['x y', hostile],
  ] as const
  assert.equal(wordsOf(linesOf({ query }).curl, env), [
    ...['-s', '-H', 'Authorization: the "token" $x'],
    `${BASE}/pessoas?page=2&x%20y=${encodeURIComponent(hostile)}`,
  ])
  for (const body of ['', JSON.stringify({ mensagem: `${hostile} ção` }), `it's\n${NUMERO}\u202e 100%`]) {
    const path = `/relatorios/validar/${NUMERO}`
    const post = linesOf({ method: 'POST', path, contentType: 'application/json', body })
    assert.is(post.sets[0], 'REPORT_1=  # report 1 of --report')
    assert.not.match(post.curl, NUMERO)
    assert.equal(wordsOf(post.curl, env), [
      ...['-s', '-X', 'POST', '-H', 'Authorization: the "token" $x', '-H', 'Content-Type: application/json'],
      ...['--data-raw', body, `${BASE}${path}`],
    ])
  }
})

test('a wrong token is a variable with a comment, and a long body is cut', () => {
  const authorization = createKeyring(TOKEN).wrong.get('changed') ?? none
  const { sets, curl } = linesOf({ authorization, method: 'POST', body: 'a'.repeat(10_000) })
  assert.equal(sets, ['TOKEN_CHANGED=  # the token, middle character changed'])
  assert.match(curl, '-H "Authorization: $TOKEN_CHANGED"')
  assert.match(curl, /a… \(10000 characters\)/)
  assert.ok(curl.length < 1_200)
})

test.run()
