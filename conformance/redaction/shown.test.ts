import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createRedactor, type Redactor, Remark } from './redact.ts'

const test = suite('what is shown')

const NOME = 'Zilda Qwrtza'
const CPF = '52998224725'
const TOKEN = 'wq7ZkP0vN4xR'

function aRedactor(options?: { reveal: boolean }): Redactor {
  const redactor = createRedactor(options)
  redactor.learn({ cpf: CPF, nome: NOME }, 'page 3')
  redactor.hide(TOKEN, '$TOKEN')
  return redactor
}

/** Returns a text with N and C in place of the pseudonyms of the person, and n and c in place of those of others. */
function plain(redactor: Redactor, text: string): string {
  const [nome, cpf] = [redactor.nome(NOME), redactor.cpf(CPF)]
  const letters = new Map([
    [nome, 'N'],
    [cpf, 'C'],
  ])
  return text.replace(/(?:nome|cpf)#[\da-f]+/g, (one) => letters.get(one) ?? one.charAt(0))
}

const texts: [text: string, theirs: string, ours: string][] = [
  // The person, and the form of the CPF.
  [`a ${NOME} b`, 'a N b', 'a N b'],
  [`a ${CPF} b`, 'a C b', 'a C b'],
  ['a 529.982.247-25 b', 'a C (ddd.ddd.ddd-dd) b', 'a C (ddd.ddd.ddd-dd) b'],
  ['a 529 982/247-25 b', 'a C (ddd ddd/ddd-dd) b', 'a C (ddd ddd/ddd-dd) b'],
  ['a 529_982:247-25 b', 'a C (ddd?ddd?ddd-dd) b', 'a C (ddd?ddd?ddd-dd) b'],
  ['a 5299822&#8203;4725 b', 'a C (ddddddd??dddd?dddd) b', 'a C (ddddddd??dddd?dddd) b'],
  ['a ***.982.247-** b', 'a c (???.ddd.ddd-??) b', 'a c (???.ddd.ddd-??) b'],
  ['a &#42;**.982.247-** b', 'a c (??dd???.ddd.ddd-??) b', 'a c (??dd???.ddd.ddd-??) b'],
  ['a 529.982.247 b', 'a c (ddd.ddd.ddd) b', 'a c (ddd.ddd.ddd) b'],
  ...[
    '529_982_247_25',
    '529 . 982 . 247 - 25',
    '529|982|247|25',
    '%35%32%39%39%38%32%32%34%37%32%35',
  ].flatMap((cpf) => {
    const form = cpf.replace(/\d/g, 'd').replace(/[^d.\- /]/g, '?')
    const all = [encoded(cpf, 1), encoded(`x=${cpf}`, 2), Buffer.from(cpf).toString('hex')]
    return all.map((text): [string, string, string] => [text, `C (${form})`, `C (${form})`])
  }),
  // Others, whom only their texts may name.
  ['a 11122233344 b', 'a c b', 'a c b'],
  ['a 12345 b', 'a c b', 'a 12345 b'],
  ['a 1234 b', 'a 1234 b', 'a 1234 b'],
  ['a Xerxes Brino b', 'a n b', 'a Xerxes Brino b'],
  ['a Xerxes b', 'a Xerxes b', 'a Xerxes b'],
  // The credential, also behind one to three encodings.
  [`a ${TOKEN} b`, 'a $TOKEN b', 'a $TOKEN b'],
  [`a ${TOKEN.slice(0, 8)} b`, 'a … b', 'a … b'],
  [`a ${encoded(TOKEN, 1)} b`, 'a $TOKEN b', 'a $TOKEN b'],
  [`a ${encoded(`the ${TOKEN}`, 3)} b`, 'a $TOKEN b', 'a $TOKEN b'],
  // Encodings that say nothing, and others that nobody reads to their end.
  [`a ${encoded('ordinary text', 4)} b`, 'a … b', 'a … b'],
  [`a ${encoded(`x ${NOME}`, 1)} b`, 'a n b', 'a n b'],
  [`a ${encoded(`x ${CPF}`, 1)} b`, 'a C b', 'a C b'],
  // What looks like a pseudonym or a UUID, and what is one.
  [
    'a 1b671a64-40d5-491e-99b0-446655440000 b',
    'a 1b671a64-40d5-491e-99b0-446655440000 b',
    'a 1b671a64-40d5-491e-99b0-446655440000 b',
  ],
  [
    'a 1b671a64-40d5-491e-99b0-4466554400001 b',
    'a 1b671a64-40d5-491e-99b0-c b',
    'a 1b671a64-40d5-491e-99b0-4466554400001 b',
  ],
]
function encoded(text: string, times: number): string {
  return times === 0 ? text : encoded(Buffer.from(text).toString('base64').replaceAll('=', ''), times - 1)
}
for (const [text, theirs, ours] of texts) {
  test(JSON.stringify(text), () => {
    const redactor = aRedactor()
    const shown = [redactor.theirs(text), redactor.ours(text)].map((one) => plain(redactor, one))
    assert.equal(shown, [theirs, ours])
  })
}

test('a value of a field becomes what the field allows', () => {
  const redactor = aRedactor()
  const shown = (field: string, value: unknown) => {
    const { [field]: one } = redactor.json({ [field]: value }) as Record<string, unknown>
    return plain(redactor, one instanceof Remark ? one.text : JSON.stringify(one))
  }
  const cases: [field: string, value: unknown, shown: string][] = [
    // About the interface: texts of theirs.
    ...['error', 'source', 'keys', 'message', 'numero'].flatMap((field): [string, unknown, string][] => [
      [field, 'not found', '"not found"'],
      [field, `no ${NOME}`, '"no N"'],
      [field, 'no Xerxes Brino, 12345', '"no n, c"'],
      [field, `token ${TOKEN}`, '"token $TOKEN"'],
      [field, 1234, '1234'],
      [field, 12345, '<number c>'],
    ]),
    // Measures may be long numbers and stamps, but nothing else.
    ...['atual', 'linhas', 'total', 'status_code', 'atualizado_em'].flatMap(
      (field): [string, unknown, string][] => [
        [field, 1234567, '1234567'],
        [field, -1.5, '-1.5'],
        [field, '1234567', '"1234567"'],
        [field, '2026-01-02T03:04:05.678+03:00', '"2026-01-02T03:04:05.678+03:00"'],
        [field, '1'.repeat(40), `"${'1'.repeat(40)}"`],
        [field, '1'.repeat(41), '"c"'],
        [field, '1234567 x', '"c x"'],
        [field, 'x1234567', '"xc"'],
        [field, Number(CPF), '<number C>'],
        [field, '11122233344', '"c"'],
      ],
    ),
    // Persons.
    ['cpf', CPF, '"C"'],
    ['cpf', Number(CPF), '<number C>'],
    ['cpf', '529.982.247-25', '"C (ddd.ddd.ddd-dd)"'],
    ['cpf', 'none', '"n"'],
    ['cpf', 'x1', '"c"'],
    ['cpf', '1'.repeat(70), '"c"'],
    ['cpf', `${'1.'.repeat(30)}`, `"c (${'d.'.repeat(30)})"`],
    ['cpf', `${'1.'.repeat(30)}1`, '"c"'],
    ['nome', NOME, '"N"'],
    ['nome', 7, '<number n>'],
    ['nome', CPF, '"n"'],
    ['busca', NOME, '"N"'],
    ['busca', CPF, '"C"'],
    ['busca', 'x 1', '"c"'],
    // Others are described, unless they say nothing.
    ['telefone', '9', '"…1 characters…"'],
    ['telefone', 1.25, '<number …4 characters…>'],
    ...['nome', 'cpf', 'total', 'message', 'telefone'].flatMap((field): [string, unknown, string][] => [
      [field, true, 'true'],
      [field, null, 'null'],
      [field, '', '""'],
      [field, [], '[]'],
      [field, {}, '{}'],
    ]),
    // A list has the field of its values; an object has fields of its own.
    ['nome', [NOME, [7]], '["N",[{"text":"<number n>"}]]'],
    ['nome', { total: 1234567, telefone: '9' }, '{"total":1234567,"telefone":"…1 characters…"}'],
    [
      'telefone',
      { [NOME]: NOME, [TOKEN]: 1 },
      '{"N":"…12 characters…","$TOKEN":{"text":"<number …1 characters…>"}}',
    ],
  ]
  for (const [field, value, expected] of cases) {
    assert.is(shown(field, value), expected, `${field} ${JSON.stringify(value)}`)
  }
  const remark = new Remark('as it is')
  assert.is((redactor.json({ nome: remark }) as { nome: unknown }).nome, remark)
  assert.is(plain(redactor, redactor.json('x') as string), '…1 characters…')
})

test('a search is shown with the place of its person, unless it names nobody', () => {
  const redactor = aRedactor()
  const searched = (kind: 'cpf' | 'nome', value: string) => {
    const found = redactor.searched(kind, value)
    return found && [plain(redactor, found.shown), found.place]
  }
  assert.equal(searched('nome', NOME), ['N', 'page 3'])
  assert.equal(searched('nome', 'Xerxes'), ['n', undefined])
  assert.equal(searched('nome', CPF), ['n', undefined])
  assert.equal(searched('cpf', CPF), ['C', 'page 3'])
  assert.equal(searched('cpf', '529.982.247-25'), ['C (ddd.ddd.ddd-dd)', 'page 3'])
  assert.equal(searched('cpf', NOME), ['N', undefined])
  assert.is(searched('nome', ''), undefined)
  assert.is(searched('cpf', ''), undefined)
  redactor.vouch('none of all')
  assert.is(searched('nome', 'none of all'), undefined)
  // The first place is the one, and a person without a place takes it from nobody.
  redactor.learn({ cpf: CPF, nome: NOME }, 'page 4')
  redactor.learn({ cpf: CPF, nome: NOME })
  assert.equal(searched('nome', NOME), ['N', 'page 3'])
  redactor.learn({ cpf: 7, nome: 8 }, 'page 5')
  assert.equal(searched('cpf', '7'), ['c', undefined])
  const long = 'Zilda '.repeat(60)
  redactor.learn({ nome: long }, 'page 6')
  assert.equal(searched('nome', long), ['n', 'page 6'])
  assert.equal(searched('nome', `${long}Z`), ['n', undefined])
})

test('a long text is shown in part, a shorter one in whole', () => {
  const redactor = aRedactor()
  const blank = (length: number) => ' '.repeat(length)
  assert.is(redactor.theirs(blank(4_400)), blank(4_400))
  assert.is(redactor.theirs(blank(4_401)), `${blank(4_000)}…`)
  assert.is(plain(redactor, redactor.theirs(`${NOME}${blank(4_500)}`)), `N${blank(3_988)}…`)
  assert.is(plain(redactor, redactor.theirs(`${blank(3_990)}${NOME}${blank(500)}`)), `${blank(3_990)}N…`)
  assert.is(plain(redactor, redactor.theirs(`${blank(4_000)}${NOME}${blank(500)}`)), `${blank(4_000)}…`)
  assert.is(
    plain(redactor, redactor.theirs(`${blank(3_999)}${NOME}${blank(300)}`)),
    `${blank(3_999)}N${blank(300)}`,
  )
})

test('a pseudonym has six digits, and more where another one begins with the same', () => {
  const redactor = aRedactor()
  const names = Array.from({ length: 300 }, (_, i) => redactor.nome(`Pessoa ${i}`))
  assert.is(Math.min(...names.map((name) => name.length)), 'nome#123456'.length)
  assert.ok(names.every((name) => /^nome#[\da-f]{6,}$/.test(name)))
  assert.is(new Set(names).size, 300)
  assert.is(redactor.cpf('1'), redactor.cpf('1'))
  assert.match(redactor.cpf('1'), /^cpf#[\da-f]{6,}$/)
  assert.is(redactor.nome('a'.repeat(250)), redactor.nome('a'.repeat(250)))
  assert.is.not(redactor.nome('a'.repeat(250)), redactor.nome('a'.repeat(251)))
})

test('digits of a UUID or in words of ours are no CPF, those beside them are', () => {
  const redactor = aRedactor()
  const uuid = `1b671a64-40d5-491e-99b0-${CPF}0`
  assert.is(redactor.theirs(`a ${uuid} b`), `a ${uuid} b`)
  assert.is(plain(redactor, redactor.ours(`${uuid} ${CPF}`)), `${uuid} C`)
  redactor.trust(`host:${CPF}`)
  for (const text of [`to host:${CPF}/`, `host:${CPF} host:${CPF}`]) {
    assert.is(redactor.theirs(text), text)
    assert.is(redactor.ours(text), text)
  }
  assert.is(plain(redactor, redactor.ours(`${CPF} host:${CPF} hosts:${CPF}`)), `C host:${CPF} hosts:C`)
  const shown = redactor.cpf('12345678901')
  assert.is(redactor.theirs(shown), shown)
  assert.is.not(redactor.theirs('cpf#1234567'), 'cpf#1234567')
})

test('reveal shows people in every kind of field, and no credential', () => {
  const redactor = aRedactor({ reveal: true })
  const body = {
    cpf: CPF,
    nome: NOME,
    busca: NOME,
    total: Number(CPF),
    mae: 'Xerxes Brino',
    [NOME]: { idade: 7 },
  }
  assert.equal(redactor.json(body), body)
  assert.is(redactor.reveals, true)
  assert.is(aRedactor().reveals, false)
  assert.is(redactor.nome(`${NOME} ${TOKEN}`), `${NOME} $TOKEN`)
  assert.is(redactor.cpf(`${CPF} ${TOKEN}`), `${CPF} $TOKEN`)
  assert.equal(redactor.json({ mae: TOKEN, nome: TOKEN, message: TOKEN }), {
    mae: '$TOKEN',
    nome: '$TOKEN',
    message: '$TOKEN',
  })
  assert.equal(redactor.searched('cpf', CPF), { shown: CPF, place: 'page 3' })
  assert.is(redactor.theirs(`a ${encoded(NOME, 1)} b`), `a ${encoded(NOME, 1)} b`)
})

test.run()
