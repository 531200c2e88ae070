import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Encoding, encodedName, percentEncoded, type Question } from '../client/exchange.ts'
import { createRedactor } from '../redaction/redact.ts'
import { shellLines } from './curl.ts'

const test = suite('lines for a shell')
const BASE = 'http://127.0.0.1:3000/api'
const authorization = { value: undefined, label: '' }
const SHELLS = ['bash', 'dash']

const aQuestion = (parts: Partial<Question>): Question => ({
  method: 'GET',
  path: '/pessoas',
  authorization,
  ...parts,
})

/** Returns the words that `curl` is called with, without any error of the shell. */
function wordsOf(lines: readonly string[], shell: string): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${lines.join('\n')}`
  return execFileSync(shell, ['-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\0')
    .slice(0, -1)
}

const linesOf = (question: Question, redactor = createRedactor({ reveal: true })) => {
  const { sets, curl } = shellLines(question, BASE, redactor)
  for (const line of [...sets, curl]) assert.not.match(line, '\n')
  return [...sets, curl]
}

const names = [
  "Joana D'Ávila",
  'Conceição   Três Blanks',
  'Ana-Maria',
  'a+b%20c&d=e#f?g',
  '$HOME `x` "y" \\ !! *',
  '-n',
  '%s',
  '日本 🎉',
  'a',
]
const HOWS: readonly Encoding[] = [
  {},
  { blank: '+' },
  { escapes: ['upper', 'first-letters'] },
  { escapes: ['lower'] },
  { escapes: ['names'] },
]
for (const shell of SHELLS) {
  test(`${shell}: any name and any CPF, filled in, is asked as it was`, () => {
    const aText = fc.oneof(
      fc.constantFrom(...names),
      fc.string({ unit: fc.constantFrom(...`aé ~'!*()+%&"$\\\`-._/`), minLength: 1, maxLength: 12 }),
    )
    fc.assert(
      fc.property(aText, aText, fc.constantFrom(...HOWS), (nome, cpf, how) => {
        const query = [
          ['rows', '50'],
          ['nome', nome],
          ['cpf', cpf],
          ['sort', '-nome'],
        ] as const
        const words = wordsOf(linesOf(aQuestion({ query, ...how })), shell)
        const asked = query.map(([name, value]) => `${encodedName(name, how)}=${percentEncoded(value, how)}`)
        assert.equal(words, ['-s', `${BASE}/pessoas?${asked.join('&')}`])
      }),
      { numRuns: 15, examples: names.map((nome) => [nome, '012.345.678-90', {}]) },
    )
  })

  test(`${shell}: a report number is asked as it was, percent-encoded, and never shown`, () => {
    const numero = '0f8fad5b-d9cb-469f-a165-70867728950e'
    const redactor = createRedactor()
    redactor.hide(numero, '$REPORT_1')
    const question = aQuestion({ method: 'POST', path: `/relatorios/validar/${numero}`, pathEscapes: true })
    const lines = linesOf(question, redactor)
    const encoded = Buffer.from(numero).toString('hex').toUpperCase().replace(/../g, '%$&')
    for (const line of lines) {
      assert.not.match(line, numero)
      assert.not.match(line, encoded)
    }
    assert.match(lines[0] ?? '', 'REPORT_1=""')
    const filled = lines.map((line) => line.replace('REPORT_1=""', `REPORT_1=${numero}`))
    assert.is(wordsOf(filled, shell).at(-1), `${BASE}/relatorios/validar/${encoded}`)
  })

  test(`${shell}: a line whose variables are empty asks nothing`, () => {
    const query = [['nome', 'Ana Sá']] as const
    assert.throws(() => wordsOf(linesOf(aQuestion({ query }), createRedactor()), shell))
  })

  test(`${shell}: a body is one word, however long and odd`, () => {
    for (const body of [
      '',
      '{"a":"it\'s\nção\\u0301 \u202e 100%"}',
      `{"mensagem":"${'a'.repeat(10_000)}"}`,
      'é'.repeat(300),
    ]) {
      const lines = linesOf(aQuestion({ method: 'POST', contentType: 'application/json', body }))
      assert.ok(lines.join('').length < 2_000)
      assert.is(wordsOf(lines, shell).at(-2), body)
    }
  })
}

test('a line says which encoding and language the request accepts', () => {
  const question = aQuestion({ acceptEncoding: 'gzip, br', acceptLanguage: 'en-US,en;q=0.9' })
  const { curl } = shellLines(question, BASE, createRedactor())
  assert.match(curl, "-H 'Accept-Encoding: gzip, br' -H 'Accept-Language: en-US,en;q=0.9'")
})

test('a line names headers as the request did', () => {
  const lines = (headerNames: 'capitals' | undefined) =>
    linesOf(
      aQuestion({
        authorization: { value: 'x', label: 'x' },
        contentType: 'application/json',
        accept: '*/*',
        headerNames,
      }),
    ).join('\n')
  assert.match(lines('capitals'), /-H "AUTHORIZATION: .*-H 'CONTENT-TYPE: .*-H 'ACCEPT: /)
  assert.match(lines(undefined), /-H "Authorization: .*-H 'Content-Type: .*-H 'Accept: /)
})

test('a variable says whom it stands for', () => {
  const redactor = createRedactor()
  redactor.learn({ cpf: '012.345.678-90', nome: 'Ana Sá' }, 'person 3 of page 1')
  const query = [
    ['cpf', '01234567890'],
    ['nome', 'Ana Sá'],
    ['nome', 'Sá'],
    ['nome', 'Ana Sá'],
  ] as const
  const { sets, curl } = shellLines(aQuestion({ query }), BASE, redactor)
  const [cpf, nome, , part] = sets
  assert.match(cpf as string, /^CPF_1="" {2}# cpf#\w+, person 3 of page 1$/)
  assert.match(nome as string, /^NOME_1="" {2}# nome#\w+, person 3 of page 1$/)
  assert.match(part as string, /^NOME_2="" {2}# nome#\w+, see --reveal$/)
  assert.is(sets.length, 5)
  assert.match(curl, `'${BASE}/pessoas?cpf='"\${CPF_1:?}"'&nome='"\${NOME_1_ENCODED:?}"'&nome='`)
})

test('a search of our own that names nobody is no variable', () => {
  const redactor = createRedactor()
  redactor.vouch('bcdfghjk')
  const { sets, curl } = shellLines(aQuestion({ query: [['nome', 'bcdfghjk']] }), BASE, redactor)
  assert.equal(sets, [])
  assert.match(curl, `'${BASE}/pessoas?nome=bcdfghjk'`)
})

test('a report number and a body with personal data are variables', () => {
  const redactor = createRedactor()
  redactor.hide('1b671a64-40d5-491e-99b0-da01ff1f3341', '$REPORT_1')
  redactor.learn({ cpf: '01234567890', nome: 'Zulmira Quintanilha' })
  const { sets, curl } = shellLines(
    aQuestion({
      method: 'POST',
      path: '/relatorios/validar/1b671a64-40d5-491e-99b0-da01ff1f3341',
      body: '{"mensagem":"Zulmira Quintanilha"}',
    }),
    BASE,
    redactor,
  )
  assert.equal(sets, ['REPORT_1=""  # report 1 of --report', 'BODY_1=""  # a body with personal data, see --reveal'])
  assert.match(curl, `--data-raw "\${BODY_1:?}" '${BASE}/relatorios/validar/'"\${REPORT_1:?}"`)
})

test.run()
