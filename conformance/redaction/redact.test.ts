import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { forbidden, type Organization, organization, spelt } from '../testing/secrets.ts'
import { createRedactor, type Redactor, Remark } from './redact.ts'

const test = suite('redactor')

function redactorOf({ tokens, people }: Organization, reveal = false): Redactor {
  const redactor = createRedactor({ reveal })
  for (const [i, token] of tokens.entries()) redactor.hide(token, `$TOKEN_${i}`)
  for (const person of people) redactor.learn(person)
  return redactor
}

function mustHide(shown: string, secrets: readonly string[], context: unknown): void {
  const low = shown.toLowerCase()
  for (const secret of secrets) {
    assert.not(
      low.includes(secret.toLowerCase()),
      `${JSON.stringify(secret)} in ${shown} of ${JSON.stringify(context)}`,
    )
  }
}

test('nothing known is in any JSON: in texts, numbers, keys, and fields that are about something else', () => {
  const fields = [
    ...['cpf', 'nome', 'atualizado_em', 'busca', 'atual', 'linhas', 'total', 'numero', 'error', 'message'],
    ...['status_code', 'source', 'keys', 'validation', 'itens', 'telefone', '__proto__', ''],
  ]
  const value = (one: Organization) =>
    fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        spelt(one),
        fc.constantFrom(...one.people.map(({ cpf }) => Number(cpf))),
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('any'), { maxLength: 3 }),
        fc
          .array(fc.tuple(fc.oneof(fc.constantFrom(...fields), spelt(one)), tie('any')), { maxLength: 4 })
          .map(Object.fromEntries),
      ),
    })).any
  fc.assert(
    fc.property(
      organization.chain((one) => fc.tuple(fc.constant(one), value(one))),
      ([one, json]) => {
        const shown = JSON.stringify(redactorOf(one).json(json)) ?? ''
        mustHide(shown, forbidden(one), json)
        mustHide(
          shown,
          forbidden(one).map((secret) => JSON.stringify(secret).slice(1, -1)),
          json,
        )
      },
    ),
    { numRuns: 80, seed: 38 },
  )
})

const PERSON = { nome: 'Zilda Qwrtza', cpf: '52998224725' }
function aRedactor(): Redactor {
  const redactor = redactorOf({ tokens: ['wq7ZkP0vN4xR'], people: [PERSON] })
  redactor.hide('1b671a64-40d5-491e-99b0-da01ff1f3341', '$REPORT_1')
  return redactor
}
/** Returns a text with N and C in place of the pseudonyms of the person, and n and c in place of those of others. */
function plain(redactor: Redactor, text: string): string {
  const known = new Map([
    [redactor.nome(PERSON.nome), 'N'],
    [redactor.cpf(PERSON.cpf), 'C'],
  ])
  return text.replace(/(?:nome|cpf)#[\da-f]+/g, (one) => known.get(one) ?? one.charAt(0))
}

const sentences: [text: string, theirs: string, ours: string][] = [
  ['a Zilda Qwrtza b', '…16 characters…', 'a N b'],
  ['de Zilda', '…8 characters…', 'de Zilda'],
  ['a 52998224725 b', '…15 characters…', 'a C b'],
  ['a 529.982.247-25 b', '…18 characters…', 'a C (ddd.ddd.ddd-dd) b'],
  ['a ***.982.247-** b', '…18 characters…', 'a c (???.ddd.ddd-??) b'],
  ['a 11122233344 b', '…15 characters…', 'a c b'],
  ['a 12345 b', 'a 12345 b', 'a 12345 b'],
  ['de Xerxes Brino', '…15 characters…', 'de Xerxes Brino'],
  ['token wq7ZkP0vN4xR', 'token $TOKEN_0', 'token $TOKEN_0'],
  ['token wq7ZkP0v…', '…15 characters…', 'token wq7ZkP0v…'],
  ['Protocolo 1B671A64-40d5-491e-99b0-da01ff1f3341', 'Protocolo $REPORT_1', 'Protocolo $REPORT_1'],
]
const harmless = [
  ...['child "body" fails because ["campo_desconhecido" is not allowed]', 'Not Found', 'Unprocessable Entity'],
  ...['Protocolo 9c858901-8a57-4791-81fe-4c455b099bc9 não encontrado.', 'Erro Interno', 'rows must be <= 100'],
  ...['Verifique o token e se o acesso foi habilitado.', 'Recurso /pessoas?rows=25 (página 2) inválido: 10%'],
]
const suspicious = [
  ...['<p>erro</p>', 'a%2541', 'Н е', 'J?ose', 'z i l d a q', 'x\u200by', 'bm90IGZvdW5kIGF0IGFsbCAx', '1 234 567 890'],
  ...[createHash('sha256').update('x').digest('hex'), 'x '.repeat(251)],
]
test('a text is shown, or described, or its persons and credentials are replaced', () => {
  const cases = [
    ...sentences,
    ...harmless.map((text): (typeof sentences)[number] => [text, text, text]),
    ...suspicious.map((text): (typeof sentences)[number] => [text, `…${text.length} characters…`, text]),
  ]
  const redactor = aRedactor()
  for (const [text, theirs, ours] of cases) {
    assert.is(plain(redactor, redactor.theirs(text)), theirs)
    assert.is(plain(redactor, redactor.ours(text)), ours)
    assert.is(redactor.ours(redactor.ours(text)), redactor.ours(text))
  }
})

test('a value of a field becomes what the field allows', () => {
  const redactor = aRedactor()
  redactor.vouch('bcdfghjk')
  const cases: [field: string, value: unknown, shown: string][] = [
    ...['error', 'source', 'keys', 'message'].flatMap((field): [string, unknown, string][] => [
      [field, 'not found', '"not found"'],
      [field, 'no Zilda', '"…8 characters…"'],
      [field, 1234, '1234'],
      [field, 'not '.repeat(200), '"…800 characters…"'],
    ]),
    ...['atual', 'linhas', 'total', 'status_code', 'atualizado_em'].flatMap((field): [string, unknown, string][] => [
      [field, 1234567, '1234567'],
      [field, '1234567', '"1234567"'],
      [field, '2026-01-02T03:04:05.678+03:00', '"2026-01-02T03:04:05.678+03:00"'],
      [field, '1234567 x', '"…9 characters…"'],
      [field, Number(PERSON.cpf), '<number C>'],
    ]),
    ['numero', '1b671a64-40d5-491e-99b0-da01ff1f3341', '"$REPORT_1"'],
    ['numero', 'de Zilda', '"…8 characters…"'],
    ['cpf', PERSON.cpf, '"C"'],
    ['cpf', Number(PERSON.cpf), '<number C>'],
    ['cpf', '529.982.247-25', '"C (ddd.ddd.ddd-dd)"'],
    ['nome', PERSON.nome, '"N"'],
    ['busca', PERSON.nome, '"N"'],
    ['busca', 'bcdfghjk', '"bcdfghjk"'],
    ['telefone', '9', '"…1 characters…"'],
    ['telefone', 11_987_654, '<number …8 characters…>'],
    ...['nome', 'total', 'telefone'].flatMap((field): [string, unknown, string][] =>
      [true, null, '', [], {}].map((value) => [field, value, JSON.stringify(value)]),
    ),
    ['nome', [PERSON.nome, { total: 1 }], '["N",{"total":1}]'],
    [
      'x',
      { 'Zilda Qwrtza': 1, telefone: 'x', 'um campo': 1 },
      '{"…12 characters…":1,"telefone":"…1 characters…","…8 characters…":1}',
    ],
  ]
  for (const [field, value, expected] of cases) {
    const { [field]: one } = redactor.json({ [field]: value }) as Record<string, unknown>
    assert.is(plain(redactor, one instanceof Remark ? one.text : JSON.stringify(one)), expected, `${field} ${value}`)
  }
})

test('a short token is hidden where a credential is expected, and spoils no sentence of ours', () => {
  for (const token of ['a', 'get', 'teste', '200', 'Bearer e']) {
    const redactor = createRedactor()
    redactor.hide(token, '$TOKEN')
    const bare = token.replace('Bearer ', '')
    const sentence = `GET returns 200 to a teste with e`
    assert.is(redactor.ours(sentence), sentence)
    for (const echo of [`Authorization: ${bare}`, `token "${bare}" expired`, `{"authorization":"${bare}"}`])
      for (const show of [redactor.ours, redactor.theirs])
        assert.not.match(show(echo), new RegExp(`[: "]${bare}(?![\\p{L}\\d])`, 'u'))
  }
})

const run = { token: 'sim-1', target: 'http://127.0.0.1:1' }
const sameOrNot: [what: string, other: typeof run | undefined, isSame: boolean][] = [
  ['the same target and token', { ...run }, true],
  ['another token', { ...run, token: 'sim-2' }, false],
  ['another target', { ...run, target: 'http://127.0.0.1:2' }, false],
  ['no token', undefined, false],
]
for (const [what, other, isSame] of sameOrNot) {
  test(`a person in a run with ${what} has ${isSame ? 'the same' : 'another'} pseudonym`, () => {
    const [one, two] = [createRedactor({ run }), createRedactor({ ...(other && { run: other }) })]
    // Others are shown before, because checks run side by side.
    two.cpf('52998224725')
    const of = ({ cpf, nome, ours }: Redactor) => [cpf('11144477735'), nome('Ana Sá'), ours('a 11144477735')].join()
    assert.is(of(one) === of(two), isSame)
    assert.match(of(two), /^cpf#([0-9a-f]{6}),nome#[0-9a-f]{6},a cpf#\1$/)
  })
}

test('a reader without the token cannot compute a pseudonym from a CPF and the target', () => {
  const shown = createRedactor({ run }).cpf('11144477735').slice('cpf#'.length)
  const { target } = run
  const guesses = ['cpf:11144477735', '11144477735', `${target}11144477735`].flatMap((text) => [
    createHash('sha256').update(text).digest('hex'),
    ...['', target, 'pessoas-sim pseudonyms'].map((key) => createHmac('sha256', key).update(text).digest('hex')),
  ])
  assert.not(guesses.some((guess) => guess.startsWith(shown)))
})

test('two persons never share a pseudonym, and nobody can hide behind the look of one', () => {
  const redactor = aRedactor()
  const names = Array.from({ length: 5_000 }, (_, i) => redactor.nome(`Pessoa ${i}`))
  assert.is(new Set(names).size, names.length)
  for (const shown of names.slice(0, 500)) assert.is(redactor.ours(redactor.theirs(shown)), shown)
  assert.not.match(redactor.theirs(`cpf#${PERSON.cpf}`), /998224/)
})

test('no text makes it throw', () => {
  const redactor = createRedactor()
  redactor.hide('Bearer a.b*c+d(e)[f]{g}|h^i$j?k\\l/m-n', '$TOKEN')
  for (const odd of ['((', '', ' ']) redactor.hide(odd, '$OTHER')
  redactor.learn({ cpf: { toString: 1 }, nome: ['x'] })
  redactor.learn({ cpf: undefined, nome: '' })
  redactor.learn({ cpf: null, nome: '-' })
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.string({ unit: fc.constantFrom('\ud800', '\udc00', ..."%E3\\uAa' -1((&#;") }),
  )
  fc.assert(
    fc.property(text, (one) => {
      for (const show of [redactor.theirs, redactor.ours, redactor.cpf, redactor.nome]) assert.type(show(one), 'string')
    }),
    { seed: 40 },
  )
  fc.assert(
    fc.property(fc.jsonValue(), (json) => assert.type(JSON.stringify(redactor.json(json)), 'string')),
    { seed: 40 },
  )
})

test.run()
