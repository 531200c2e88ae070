import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { suiteTexts } from '../testing/suite-texts.ts'
import { isOrdinary } from './ordinary-words.ts'
import { createRedactor, type Redactor } from './redact.ts'
import { suiteWords } from './suite-words.ts'
import { fold } from './tokens.ts'

const test = suite('credentials that look like words')

function hiding(token: string, more: [value: string, label: string, part?: boolean][] = []): Redactor {
  const redactor = createRedactor()
  redactor.hide(token, '$PESSOAS_SIM_TOKEN')
  redactor.hide(token.slice(0, token.length / 2), '$FIRST_HALF_OF_TOKEN', true)
  for (const one of more) redactor.hide(...one)
  return redactor
}

const texts = suiteTexts().filter((text) => !text.startsWith('$'))
const words = [...new Set(texts.flatMap((text) => text.match(/\p{L}{2,}|\d+/gu) ?? []))]
const isSample = (word: string) => /^abc|^\d{6,}|^[bcdfghjklmnpqrstvwxyz]{7,}$|.{24}/i.test(word)

test('every word of the suite is known as one', () => {
  assert.ok(words.length > 900, String(words.length))
  const isKnown = (word: string) => word.length < 3 || isOrdinary(word) || suiteWords.has(word)
  const unknown = words.filter((word) => !/\d/.test(word) && !isSample(word) && !isKnown(fold(word)))
  assert.equal(unknown, [], 'add these to suite-words.ts')
})

test('every word that is known as one of the suite is in a text of it', () => {
  const all = suiteTexts().map(fold).join('\n')
  const parts = new Set(all.match(/\p{L}{2,}|\d+/gu))
  const unused = [...suiteWords].filter((word) => !(/[-_]/.test(word) ? all.includes(word) : parts.has(word)))
  assert.equal(unused, [], 'remove these from suite-words.ts')
})

test('no text of ours is changed by a token that is a word of it, or begins with one', () => {
  for (const word of words.filter((one) => !isSample(one))) {
    const low = word.toLowerCase()
    const those = texts.filter((text) => text.toLowerCase().includes(low)).slice(0, 12)
    for (const token of [
      word,
      `Bearer ${word}`,
      ...(word.length < 4 ? [] : [`${word}-7f1c0aa9`, `x9_${word}`]),
    ]) {
      const redactor = hiding(token)
      for (const text of those) {
        assert.is(redactor.ours(text), text, token)
        // Words with capitals may be a name there.
        assert.not.match(redactor.theirs(text), /\$PESSOAS_SIM|\$FIRST_HALF|…/, token)
      }
    }
  }
})

const sentences = [
  'GET http://127.0.0.1:4620/pessoas answered 301, a redirect to http://127.0.0.1:4620/pessoas/, which is not followed.',
  'Wrong base URL: GET http://127.0.0.1:4620/pessoas answered 404, and so did a made-up path.',
  `curl -s -H "Authorization: $PESSOAS_SIM_TOKEN" -H 'Content-Type: application/json' 'http://127.0.0.1:4620/pessoas'`,
  'the token without Bearer returns 200, with Bearer 401, with another word 401',
  'A organização Organiza\\u00e7\\u00e3o Organiza%C3%A7%C3%A3o Organiza&ccedil;&atilde;o OrganizaÃ§Ã£o foi encontrada.',
  'expected 401, got 200; /relatorios/validar/$REPORT_1; 12 persons on 2 pages',
]
for (const token of [
  ...[
    'tok-A',
    'is-a',
    'a',
    'e',
    'to',
    'GET',
    '200',
    '401',
    '4620',
    '127.0.0.1',
    'http',
    'token',
    'TOKEN',
    'sim',
  ],
  ...['made-up', 'made-up path', 'Bearer a', 'Bearer gets', 'answered', 'redirect', 'path', 'organizacao'],
  ...[
    'organizacao-77f1c0',
    'x-redirect-9',
    'Bearer followed-1',
    'Authorization',
    'pessoas_sim_token',
    '4',
    'x',
  ],
  ...['first_half_of_token', 'application/json', 'status_code', 'relatorios-a9', 'encontrado-b2', '$TOKEN'],
]) {
  test(`the token "${token}" spoils no sentence of ours`, () => {
    const redactor = hiding(token)
    redactor.trust('127.0.0.1:4620')
    for (const text of sentences) {
      assert.is(redactor.ours(text), text)
      assert.is(redactor.ours(redactor.ours(text)), text)
      assert.is(redactor.theirs(text), text)
    }
  })
}

test('what a credential is made of is hidden where a reader would take it for one', () => {
  for (const token of ['a', 'get', 'teste', '1234', 'is-a', 'tok-A', 'password', 'organizacao', 'abc']) {
    const json = (message: string) => JSON.stringify(hiding(token).json({ message }))
    for (const echo of [
      ...[`Authorization: ${token}`, `authorization=${token}`, `{"authorization":"${token}"}`],
      ...[`Authorization: Bearer ${token}`, `header 'authorization': '${token}' refused`],
      ...[`Token ${token} inválido`, `O token "${token}" expirou`, `token: ${token}`, `token=${token}&x=1`],
      ...[`invalid token ${token}`, `Credencial (${token}) recusada`, `chave '${token}' desconhecida`],
    ]) {
      const shown = json(echo)
      assert.match(shown, /\$PESSOAS_SIM_TOKEN/, echo)
      const place = shown.replaceAll('$PESSOAS_SIM_TOKEN', '')
      assert.not.match(place, new RegExp(`[:=( '"]${token}(?![\\p{L}\\d"-])`, 'u'), shown)
    }
    const quoted = `got a body that says "Authorization: ${token}"`
    for (const shown of [hiding(token).ours(quoted), hiding(token).theirs(quoted)]) {
      assert.is(shown, 'got a body that says "Authorization: $PESSOAS_SIM_TOKEN"')
    }
  }
})

test('the half of a short token is hidden behind the name of its header, and nowhere else', () => {
  const redactor = hiding('kwx9qz')
  assert.is(redactor.ours('kwx is one, kwx9qz another'), 'kwx is one, $PESSOAS_SIM_TOKEN another')
  assert.is(redactor.ours('Authorization: kwx'), 'Authorization: $FIRST_HALF_OF_TOKEN')
})

test('a token of several words is hidden, and so is a part of it', () => {
  const redactor = createRedactor()
  redactor.hide('lista-total-nova-pagina', '$PESSOAS_SIM_TOKEN')
  assert.is(redactor.ours('got lista-total-nova-pagina'), 'got $PESSOAS_SIM_TOKEN')
  assert.is(redactor.ours('got lista-total now'), 'got … now')
})

test('the host of the base URL is no CPF, whatever its digits', () => {
  for (let port = 32_768; port < 61_000; port += 7) {
    const redactor = createRedactor()
    redactor.trust(`127.0.0.1:${port}`)
    const text = `the service answers at http://127.0.0.1:${port}/api, not at 529.982.247-25`
    assert.match(redactor.ours(text), `http://127.0.0.1:${port}/api, not at cpf#`)
  }
})

test('a token is hidden in the path of a base URL, of which the host is ours', () => {
  const redactor = hiding('integracao9z')
  redactor.trust('dev.integracao.example:8443')
  assert.is(
    redactor.ours('https://dev.integracao.example:8443/integracao9z/api'),
    'https://dev.integracao.example:8443/$PESSOAS_SIM_TOKEN/api',
  )
})

test.run()
