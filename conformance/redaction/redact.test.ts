import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { times } from '../../src/testing/deep.ts'
import { forbidden, type Organization, organization, spelt } from '../testing/secrets.ts'
import { createRedactor, Remark } from './redact.ts'

const test = suite('redactor')

function redactorOf({ tokens, people }: Organization, reveal = false) {
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

const sentence = (sep = ' ') =>
  organization.chain((all) =>
    fc
      .array(fc.oneof(spelt(all), fc.constantFrom('o campo', 'cpf:', '"', "'", '(', '&x=', '200', 'é')), {
        maxLength: 6,
      })
      .map((parts) => [all, parts.join(sep)] as const),
  )

test('no text of theirs keeps a token, a known CPF or a known name, however they are spelt', () => {
  fc.assert(
    fc.property(sentence(), ([all, text]) => {
      mustHide(redactorOf(all).theirs(text), forbidden(all), text)
    }),
    { numRuns: times(80, 400) },
  )
})

test('no text of ours keeps a token or a known CPF, or a name as it is', () => {
  fc.assert(
    fc.property(organization, fc.nat(), (all, at) => {
      const person = all.people[at % all.people.length] as Organization['people'][number]
      for (const token of all.tokens) {
        const text = `page 3 has ${person.nome} (${person.cpf}), asked with ${token} by GET`
        const shown = redactorOf(all).ours(text)
        mustHide(shown, [...all.tokens, person.cpf, person.nome], text)
        assert.match(shown, /^page 3 has nome#\S+ .*asked with \S*\$TOKEN_\d.* by GET$/)
      }
    }),
  )
})

test('any 8 characters of a token are taken out of any text, and what is around them stays', () => {
  const token = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((c) => String.fromCharCode(c)),
    minLength: 8,
  })
  fc.assert(
    fc.property(token, fc.nat(), fc.constantFrom('', 'Bearer ', 'Token  '), (secret, at, scheme) => {
      const redactor = createRedactor()
      redactor.hide(scheme + secret, '$TOKEN')
      const start = at % (secret.length - 7)
      const part = secret.slice(start, start + 8)
      for (const form of [part, part.toUpperCase(), part.toLowerCase()]) {
        const text = `é ${form} ü`
        const shown = redactor.theirs(text)
        assert.not(shown.toLowerCase().includes(form.toLowerCase()), shown)
        assert.not(redactor.ours(text).toLowerCase().includes(form.toLowerCase()))
        assert.ok(shown.startsWith('é ') && shown.endsWith(' ü'), shown)
      }
    }),
    { examples: [['!!A!!!!!', 0, '']] },
  )
})

test('a credential of marks around an everyday word is taken out', () => {
  for (const secret of ['!!!!!!!A', '!!iD!!!!', '***com***']) {
    const redactor = createRedactor()
    redactor.hide(secret, '$TOKEN')
    assert.is(redactor.theirs(`é ${secret} ü`), 'é $TOKEN ü')
    assert.is(redactor.ours(`é ${secret} ü`), 'é $TOKEN ü')
  }
})

test('a text keeps its place beside letters whose lower case is longer', () => {
  const redactor = createRedactor()
  redactor.hide('secret-of-the-house', '$TOKEN')
  for (const text of ['İİİİ secret-of-the-house', 'secret-of-the-house İ', 'ß SECRET-OF-THE-HOUSE']) {
    assert.is(redactor.theirs(text), text.replace(/secret-of-the-house/i, '$TOKEN'))
  }
})

test('a credential is written as its own label, and the longest that fits', () => {
  const redactor = createRedactor()
  redactor.hide('Bearer abcdefghij', '$TOKEN')
  redactor.hide('Bearer abcdefghijabcdefghij', '$TOKEN$TOKEN')
  redactor.hide('Bearer abcde', '$HALF')
  redactor.hide('1b671a64-40d5-491e-99b0-da01ff1f3341', '$REPORT_1')
  assert.is(redactor.ours('sent Bearer abcdefghij.'), 'sent $TOKEN.')
  assert.is(redactor.ours('sent abcdefghij'), 'sent $TOKEN')
  assert.is(redactor.ours('sent abcdefghijabcdefghij'), 'sent $TOKEN$TOKEN')
  assert.is(redactor.ours('sent abcde'), 'sent $HALF')
  assert.is(redactor.ours('/validar/1B671A64-40D5-491E-99B0-DA01FF1F3341'), '/validar/$REPORT_1')
  assert.is(redactor.ours('in base64 YWJjZGVmZ2hpag=='), 'in base64 $TOKEN')
})

test('a credential that is short is hidden where it stands alone, and spoils no other word', () => {
  const redactor = createRedactor()
  redactor.hide('Bearer abc', '$TOKEN')
  assert.is(redactor.ours('abc, "ABC" and abcissa'), '$TOKEN, "$TOKEN" and abcissa')
  redactor.hide('', '')
  redactor.hide(' ', '')
  assert.is(redactor.ours('a b'), 'a b')
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
    const of = ({ cpf, nome, theirs }: typeof one) =>
      [cpf('11144477735'), nome('Ana Sá'), theirs('a 11144477735')].join()
    assert.is(of(one) === of(two), isSame)
    assert.match(of(two), /^cpf#([0-9a-f]{6}),nome#[0-9a-f]{6},a cpf#\1$/)
  })
}

test('a reader without the token cannot compute a pseudonym from a CPF and the target', () => {
  const shown = createRedactor({ run }).cpf('11144477735').slice('cpf#'.length)
  const { target } = run
  const guesses = ['cpf:11144477735', '11144477735', `${target}11144477735`].flatMap((text) => [
    createHash('sha256').update(text).digest('hex'),
    ...['', target, 'pessoas-sim pseudonyms'].map((key) =>
      createHmac('sha256', key).update(text).digest('hex'),
    ),
  ])
  assert.not(guesses.some((guess) => guess.startsWith(shown)))
})

test('a person is one pseudonym within a run, another one without a token, and two are never one', () => {
  const cpf = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 11, maxLength: 11 })
  const [one, two] = [createRedactor(), createRedactor()]
  const of = (redactor: typeof one, list: string[]) => list.map((value) => redactor.cpf(value))
  fc.assert(
    fc.property(fc.uniqueArray(cpf, { minLength: 20 }), (list) => {
      const shown = of(one, list)
      assert.equal(of(one, list), shown)
      assert.is(new Set(shown).size, list.length)
      assert.is.not(of(two, list).join(), shown.join())
      for (const [i, value] of list.entries()) assert.is(one.theirs(`x ${value}.`), `x ${shown[i]}.`)
    }),
    { numRuns: 20 },
  )
  const names = Array.from({ length: 2_000 }, (_, i) => `Pessoa ${i}`)
  assert.is(new Set(names.map(one.nome)).size, names.length)
})

test('what is already a pseudonym stays one, and nobody can hide behind the look of one', () => {
  const redactor = createRedactor()
  redactor.learn({ cpf: '01234567890', nome: 'Ana Sá' })
  for (let i = 0; i < 5_000; i++) {
    const shown = `${redactor.cpf(String(10_000_000_000 + i))} and ${redactor.nome(`Pessoa ${i}`)}`
    assert.is(redactor.ours(redactor.theirs(shown)), shown)
  }
  assert.not.match(redactor.theirs('cpf#01234567890'), /1234567890/)
})

test('no JSON keeps them either: in texts, numbers, keys, and fields that are about something else', () => {
  const fields = [
    ...['cpf', 'nome', 'atualizado_em', 'busca', 'atual', 'linhas', 'total', 'numero', 'error', 'message'],
    ...['status_code', 'source', 'keys', 'validation', 'itens', 'telefone', '__proto__', ''],
  ]
  const value = (all: Organization) =>
    fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        spelt(all),
        fc.constantFrom(...all.people.map(({ cpf }) => Number(cpf))),
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('any'), { maxLength: 3 }),
        fc
          .array(fc.tuple(fc.oneof(fc.constantFrom(...fields), spelt(all)), tie('any')), { maxLength: 4 })
          .map(Object.fromEntries),
      ),
    })).any
  fc.assert(
    fc.property(
      organization.chain((all) => fc.tuple(fc.constant(all), value(all))),
      ([all, json]) => {
        const shown = JSON.stringify(redactorOf(all).json(json)) ?? ''
        mustHide(
          shown,
          forbidden(all).map((secret) => JSON.stringify(secret).slice(1, -1)),
          json,
        )
        mustHide(shown, forbidden(all), json)
      },
    ),
    { numRuns: times(80, 400) },
  )
})

test('a CPF is known without its zero, too, and where only measures are', () => {
  const redactor = createRedactor()
  redactor.learn({ cpf: '01234567890' })
  for (const field of ['total', 'atual', 'status_code', 'atualizado_em']) {
    for (const value of [1234567890, '1234567890', '01234567890', '0012345678900', '98765432100']) {
      assert.not.match(JSON.stringify(redactor.json({ [field]: value })), /\d{9}/, `${field} ${value}`)
    }
    assert.equal(redactor.json({ [field]: 1234567891 }), { [field]: 1234567891 })
  }
})

test('a token in capitals is known, also where a letter has none of its own', () => {
  const redactor = createRedactor()
  redactor.hide('straße-und-brücke', '$TOKEN')
  assert.is(redactor.ours('STRASSE-UND-BRÜCKE'), '$TOKEN')
})

test('what is nobody’s is shown as it came', () => {
  const redactor = createRedactor()
  redactor.learn({ cpf: '12345678909', nome: 'Maria da Silva' })
  const envelope = {
    result: {
      busca: '',
      itens: [{ atualizado_em: '2026-01-02T03:04:05.678Z' }, { atualizado_em: '1767323045678' }],
      paginacao: { atual: 1_000_000_000, linhas: 25, total: '1234567' },
    },
    numero: '1b671a64-40d5-491e-99b0-446655440000',
    status_code: 400,
    error: 'Bad Request',
    message: 'child "body" fails because ["campo_desconhecido" is not allowed]',
    validation: { source: 'payload', keys: ['body.campo_desconhecido', 'a%20b'] },
    none: null,
  }
  assert.equal(redactor.json(envelope), envelope)
})

test('a field that the interface does not name is described', () => {
  const redactor = createRedactor()
  assert.equal(redactor.json({ telefone: '99', idade: 7, mae: { apelido: 'Zi' } }), {
    telefone: '…2 characters…',
    idade: new Remark('<number …1 characters…>'),
    mae: { apelido: '…2 characters…' },
  })
})

test('reveal shows people, and credentials no more than before', () => {
  fc.assert(
    fc.property(organization, (all) => {
      const redactor = redactorOf(all, true)
      const { cpf, nome } = all.people[0] as Organization['people'][number]
      const token = all.tokens[0] as string
      assert.is(redactor.cpf(cpf), cpf)
      assert.is(redactor.nome(nome), nome)
      assert.equal(redactor.json({ cpf, nome, telefone: cpf, x: Number(cpf) }), {
        cpf,
        nome,
        telefone: cpf,
        x: Number(cpf),
      })
      assert.is(redactor.theirs(`${nome} ${cpf}`), `${nome} ${cpf}`)
      assert.is(redactor.ours(`${nome} ${cpf}`), `${nome} ${cpf}`)
      const secrets = forbidden({ tokens: all.tokens, people: [] })
      for (const text of [
        redactor.cpf(token),
        redactor.nome(token),
        redactor.theirs(token),
        redactor.ours(token),
      ]) {
        mustHide(text, secrets, token)
      }
      mustHide(
        JSON.stringify(redactor.json({ cpf: token, [token]: [token], z: { nome: token } })),
        secrets,
        token,
      )
    }),
  )
  const redactor = createRedactor({ reveal: true })
  redactor.hide('12345678', '$TOKEN')
  assert.equal(redactor.json({ total: 12345678, idade: 12345678 }), {
    total: new Remark('<number $TOKEN>'),
    idade: new Remark('<number $TOKEN>'),
  })
})

test('a search text that is ours is shown', () => {
  const redactor = createRedactor()
  redactor.vouch('qwrtzpsd')
  assert.is(redactor.nome('qwrtzpsd'), 'qwrtzpsd')
  assert.equal(redactor.json({ busca: 'qwrtzpsd' }), { busca: 'qwrtzpsd' })
  assert.match(redactor.nome('Ana'), /^nome#/)
})

test('no text makes it throw', () => {
  const redactor = createRedactor()
  redactor.hide('Bearer a.b*c+d(e)[f]{g}|h^i$j?k\\l/m-n', '$TOKEN')
  redactor.hide('((', '$OTHER')
  redactor.learn({ cpf: { toString: 1 }, nome: ['x'] })
  redactor.learn({ cpf: undefined, nome: '' })
  redactor.learn({ cpf: null, nome: '-' })
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.string({
      unit: fc.constantFrom('\ud800', '\udc00', '%', 'E', '3', '\\', 'u', 'A', 'a', "'", ' ', '-', '1', '(('),
    }),
  )
  fc.assert(
    fc.property(text, (one) => {
      for (const shown of [redactor.theirs(one), redactor.ours(one), redactor.cpf(one), redactor.nome(one)]) {
        assert.type(shown, 'string')
      }
    }),
  )
  fc.assert(fc.property(fc.jsonValue(), (json) => assert.type(JSON.stringify(redactor.json(json)), 'string')))
})

test.run()
