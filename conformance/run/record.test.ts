import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../../src/testing/deep.ts'
import { createKeyring } from '../client/credentials.ts'
import { type Encoding, type Exchange, encodedName, percentEncoded, type Question } from '../client/exchange.ts'
import { createRedactor } from '../redaction/redact.ts'
import { forbidden, type Organization, organization, spelt } from '../testing/secrets.ts'
import { recordExchange, requestLine } from './record.ts'

const test = suite('record')
const BASE = 'http://127.0.0.1:3000/api'
const TOKEN = 'Bearer eyTokenDaOrganizacaoUm'
const NUMERO = '1b671a64-40d5-491e-99b0-da01ff1f3341'
const { own, none, empty } = createKeyring(TOKEN, undefined, undefined)

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
      const body = `{"mensagem":"${token} ${cpf}"}`
      const exchange = anExchange(text, { query, authorization: keys.own, body }, type)
      const redactor = redactorOf(all)
      const shown = JSON.stringify([
        recordExchange(exchange, BASE, redactor),
        requestLine(exchange.question, redactor),
      ]).toLowerCase()
      for (const secret of forbidden(all)) {
        for (const form of [secret, JSON.stringify(secret).slice(1, -1)])
          assert.not(shown.includes(form.toLowerCase()), `${form} in ${shown}`)
      }
      assert.ok(shown.includes('page=2') && shown.includes('$token'))
    }),
    { numRuns: times(80, 400), seed: 38 },
  )
})

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

test('reveal shows people as they were sent, and credentials no more than before', () => {
  const exchange = anExchange(JSON.stringify({ nome: 'Ana & Zoë', message: `no ${TOKEN}` }), {
    query: [['nome', 'Ana & Zoë']],
  })
  const { sets, curl, body } = recordExchange(exchange, BASE, redactorOf(somebody, true))
  assert.equal(sets, [])
  assert.match(curl, `'${BASE}/pessoas?nome=Ana%20%26%20Zo%C3%AB'`)
  assert.is(body, '{"nome":"Ana & Zoë","message":"no $TOKEN"}')
})

test('what is not JSON is described and never quoted', () => {
  assert.is(bodyOf(''), '(empty)')
  assert.is(bodyOf('<html>Ana'), '(9 bytes, not valid JSON, looks like HTML or XML)')
  assert.is(bodyOf('{"nome":"Ana"'), '(13 bytes, not valid JSON)')
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
  return execFileSync('bash', ['-c', script], {
    env: all,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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

test('any query is asked as it was encoded', () => {
  const text = fc.oneof(
    fc.constantFrom("Joana D'Ávila", 'a+b%20c&d=e#f?g', '-n', '%s', '日本 🎉'),
    fc.string({ unit: fc.constantFrom(...`aé ~'!*()+%&"$\\\`-._/`), minLength: 1, maxLength: 12 }),
  )
  const hows: readonly Encoding[] = [
    {},
    { blank: '+' },
    { escapes: 'upper' },
    { escapes: 'first-letters' },
    { escapes: 'names' },
  ]
  fc.assert(
    fc.property(text, text, fc.constantFrom(...hows), (nome, cpf, how) => {
      const query = [
        ['nome', nome],
        ['cpf', cpf],
        ['sort', '-nome'],
      ] as const
      const asked = query.map(([name, value]) => `${encodedName(name, how)}=${percentEncoded(value, how)}`)
      const { curl } = linesOf({ query, authorization: none, ...how }, nobody, true)
      assert.equal(wordsOf(curl), ['-s', `${BASE}/pessoas?${asked.join('&')}`])
    }),
    { numRuns: 15, seed: 38 },
  )
})

test('a line has the headers of the request and what curl needs', () => {
  assert.equal(wordsOf(linesOf({ authorization: none }).curl), ['-s', `${BASE}/pessoas`])
  assert.match(linesOf({ authorization: empty }).curl, "-H 'Authorization;'")
  assert.match(linesOf({ body: '{}', method: 'POST' }).curl, "-H 'Content-Type:'")
  const { curl } = linesOf({ acceptEncoding: 'gzip, br', accept: null, acceptLanguage: 'en-US,en;q=0.9' })
  assert.match(curl, "-H 'Accept:' -H 'Accept-Encoding: gzip, br' -H 'Accept-Language: en-US,en;q=0.9'")
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
