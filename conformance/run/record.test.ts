import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../../src/testing/deep.ts'
import { createKeyring } from '../client/credentials.ts'
import type { Exchange, Question } from '../client/exchange.ts'
import { createRedactor } from '../redaction/redact.ts'
import { forbidden, type Organization, organization, spelt } from '../testing/secrets.ts'
import { recordExchange, requestLine } from './record.ts'

const test = suite('record')
const BASE = 'http://127.0.0.1:3000/api'
const TOKEN = 'Bearer eyTokenDaOrganizacaoUm'
const { own } = createKeyring(TOKEN, undefined, undefined)

const aQuestion = (parts: Partial<Question> = {}): Question => ({
  method: 'GET',
  path: '/pessoas',
  authorization: own,
  ...parts,
})
function anExchange(
  text: string,
  parts: Partial<Question> = {},
  headers: Exchange['response']['headers'] = {},
): Exchange {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {}
  const size = Buffer.byteLength(text)
  const response = { status: 200, headers, text: json === undefined ? text : '', json, size, cost: size }
  return { question: aQuestion(parts), risk: 'r', response, ms: 1 }
}
function redactorOf({ tokens, people }: Organization, reveal = false) {
  const redactor = createRedactor({ reveal })
  for (const token of tokens) redactor.hide(token, '$TOKEN')
  for (const person of people) redactor.learn(person)
  return redactor
}
const nobody: Organization = { tokens: [TOKEN], people: [] }
const bodyOf = (text: string) => recordExchange(anExchange(text), BASE, redactorOf(nobody)).body

const sent = organization.chain((all) =>
  fc.record({
    all: fc.constant(all),
    field: fc.constantFrom('cpf', 'nome', 'message', 'error', 'keys', 'total', 'atualizado_em', 'busca', 'numero', 'x'),
    words: fc.array(fc.oneof(spelt(all), fc.constantFrom('campo', '"', '…', '200')), { maxLength: 5 }),
    raw: fc.boolean(),
    type: spelt(all),
  }),
)

test('nothing that is recorded holds a token, a known CPF or a known name', () => {
  fc.assert(
    fc.property(sent, ({ all, field, words, raw, type }) => {
      const sentence = words.join(' ')
      const text = raw ? sentence : JSON.stringify({ [field]: sentence, [sentence]: [{ [field]: words }] })
      const { cpf, nome } = all.people[0] as Organization['people'][number]
      const token = all.tokens[0] as string
      const query = [
        ['nome', nome],
        ['cpf', cpf],
        ['outro', cpf],
        ['mais', nome],
        ['page', '2'],
      ] as const
      const keys = createKeyring(token, undefined, undefined)
      const exchange = anExchange(
        text,
        { query, authorization: keys.own, body: `{"mensagem":"${token} ${cpf}"}` },
        { 'content-type': type },
      )
      const redactor = redactorOf(all)
      const shown = JSON.stringify([
        recordExchange(exchange, BASE, redactor),
        requestLine(exchange.question, redactor),
      ]).toLowerCase()
      for (const secret of forbidden(all)) {
        for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) {
          assert.not(shown.includes(form.toLowerCase()), `${form} in ${shown}`)
        }
      }
      assert.ok(shown.includes('page=2') && shown.includes('$token'))
    }),
    { numRuns: times(150, 400) },
  )
})

test('a person is the same pseudonym in what was sent and in what came, and another one in the next run', () => {
  const [cpf, nome] = ['01234567890', 'Ana Sá']
  const exchange = anExchange(JSON.stringify({ result: { busca: cpf, itens: [{ cpf, nome }] } }), {
    query: [
      ['cpf', cpf],
      ['nome', nome],
    ],
  })
  const run = () => {
    const { sets, body } = recordExchange(exchange, BASE, redactorOf({ tokens: [TOKEN], people: [{ cpf, nome }] }))
    const [, one, two] = /(cpf#\w+).*(nome#\w+)/s.exec(sets.join('\n')) as unknown as [string, string, string]
    assert.is(body, JSON.stringify({ result: { busca: one, itens: [{ cpf: one, nome: two }] } }))
    return one
  }
  assert.ok(new Set(Array.from({ length: 8 }, run)).size > 1)
})

test('reveal shows people as they were sent, and credentials no more than before', () => {
  const people = [{ cpf: '01234567890', nome: 'Ana & Zoë' }]
  const query = [['nome', 'Ana & Zoë']] as const
  const exchange = anExchange(JSON.stringify({ nome: 'Ana & Zoë', message: `no ${TOKEN}` }), { query })
  const { sets, body } = recordExchange(exchange, BASE, redactorOf({ tokens: [TOKEN], people }, true))
  assert.is(sets[0], "NOME_1='Ana & Zoë'")
  assert.is(body, '{"nome":"Ana & Zoë","message":"no $TOKEN"}')
})

test('what is not JSON is described and never quoted', () => {
  assert.is(bodyOf(''), '(empty)')
  assert.is(bodyOf('<html>Ana'), '(9 bytes, not valid JSON, looks like HTML or XML)')
  assert.is(bodyOf('\n <?xml Zoë'), '(12 bytes, not valid JSON, looks like HTML or XML)')
  assert.is(bodyOf('{"nome":"Ana"'), '(13 bytes, not valid JSON)')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      assert.match(bodyOf(`no JSON ${text}`), /^\(\d+ bytes, not valid JSON\)$/)
    }),
  )
})

test('what is hidden keeps its JSON type, and remarks of ours are no values of the target', () => {
  assert.match(
    bodyOf('{"cpf":10000000000,"nome":7,"busca":null,"x":12,"y":"12","sim":true}'),
    /^\{"cpf":<number cpf#[0-9a-f]{6}>,"nome":<number nome#[0-9a-f]{6}>,"busca":null,"x":<number …2 characters…>,"y":"…2 characters…","sim":true\}$/,
  )
  assert.match(bodyOf('{"cpf":"10000000000"}'), /^\{"cpf":"cpf#[0-9a-f]{6}"\}$/)
  assert.match(bodyOf('{"message":"<number 1>, … 3 more"}'), /^\{"message":"<number 1>, … 3 more"\}$/)
  assert.is(bodyOf(`${'['.repeat(9)}1${']'.repeat(9)}`), `${'['.repeat(8)}[…]${']'.repeat(8)}`)
})

test('a body is shown by its beginning, however long, wide or deep it is', () => {
  assert.is(
    bodyOf('[{"total":1},{"total":2},{"total":3},{"total":4},{"total":5}]'),
    '[{"total":1},{"total":2},{"total":3},… 2 more]',
  )
  const wide = bodyOf(JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, null]))))
  assert.match(wide, /^\{"k0":null,.*,… 9960 more\}$/)
  const long = bodyOf(JSON.stringify({ message: 'x '.repeat(1_000_000) }))
  assert.ok(long.length < 2_002 && long.startsWith('{"message":"x x x '))
  const deep = 100_000
  assert.ok(bodyOf('[{"total":'.repeat(deep) + 1 + '}]'.repeat(deep)).length < 200)
  for (const json of ['null', '1', 'true', '"x"', '[]', '{}', '{"__proto__":{"total":1}}', '{"toString":1}']) {
    assert.type(bodyOf(json), 'string')
  }
})

/** What a shell makes of a line: its words. */
function wordsOf(line: string, env: Record<string, string> = {}): string[] {
  const script = `set -- ${line.replace(/^curl /, '')}; for word; do printf '%s\\0' "$word"; done`
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('a curl line is what was sent, once a shell has read it', () => {
  const hostile = `it's "$(echo no)" \`echo no\` $HOME \\ ; & | > < * ! # ~ {a,b}`
  const redactor = createRedactor()
  redactor.hide('1b671a64-40d5-491e-99b0-da01ff1f3341', '$REPORT_1')
  const curl = (parts: Partial<Question>, base = BASE) => recordExchange(anExchange('{}', parts), base, redactor).curl
  const env = { TOKEN: 'the "token" $x', REPORT_1: 'the number' }

  assert.equal(wordsOf(curl({}), env), ['-s', '-H', 'Authorization: the "token" $x', `${BASE}/pessoas`])
  assert.equal(
    wordsOf(
      curl({
        query: [
          ['page', '2'],
          ['x y', hostile],
        ],
      }),
      env,
    ).slice(3),
    [`${BASE}/pessoas?page=2&x%20y=${encodeURIComponent(hostile)}`],
  )
  const post = curl({
    method: 'POST',
    path: '/relatorios/validar/1b671a64-40d5-491e-99b0-da01ff1f3341',
    contentType: 'application/json',
    body: JSON.stringify({ mensagem: `${hostile}\nção` }),
  })
  assert.equal(wordsOf(post, env), [
    ...['-s', '-X', 'POST', '-H', 'Authorization: the "token" $x', '-H', 'Content-Type: application/json'],
    ...['--data-raw', JSON.stringify({ mensagem: `${hostile}\nção` }), `${BASE}/relatorios/validar/the number`],
  ])
  assert.equal(wordsOf(curl({}, "http://h/it's/$(echo no)"), env).at(-1), "http://h/it's/$(echo no)/pessoas")
})

test('no credentials, and empty ones, are what curl sends, too', () => {
  const { none, empty } = createKeyring(TOKEN, undefined, undefined)
  const words = (authorization: Question['authorization']) =>
    wordsOf(recordExchange(anExchange('{}', { authorization }), BASE, createRedactor()).curl)
  assert.equal(words(none), ['-s', `${BASE}/pessoas`])
  assert.equal(words(empty), ['-s', '-H', 'Authorization;', `${BASE}/pessoas`])
})

test('half a character in a query is recorded', () => {
  const exchange = anExchange('{}', {
    query: [
      ['nome', 'a\ud800'],
      ['q', '\udc00'],
    ],
  })
  const { sets, curl } = recordExchange(exchange, BASE, createRedactor({ reveal: true }))
  assert.is(sets[0], "NOME_1='a\ufffd'")
  assert.match(curl, 'q=%EF%BF%BD')
})

test.run()
