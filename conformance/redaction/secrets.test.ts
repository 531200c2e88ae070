import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everyFew, times } from '../../src/testing/deep.ts'
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
  for (const word of everyFew(
    words.filter((one) => !isSample(one)),
    8,
  )) {
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

test('digests of a credential are found, with its scheme and without', () => {
  const token = 'Bearer segredo-7f1c0aa9'
  for (const secret of [token, 'segredo-7f1c0aa9']) {
    for (const name of ['md5', 'sha1', 'sha256', 'sha512']) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        const digest = createHash(name).update(secret).digest(encoding)
        const redactor = hiding(token)
        for (const text of [`(hashed): '${digest}'.`, digest.slice(0, -6), digest.toUpperCase()]) {
          assert.is.not(redactor.ours(text), text, `${name} ${encoding}`)
          assert.not.ok(redactor.theirs(text).includes(digest.slice(4, 16)), `${name} ${encoding}`)
        }
      }
    }
  }
  const other = 'ab12cd34'.repeat(4)
  assert.is(hiding(token).ours(other), other)
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
  for (let port = 32_768; port < 61_000; port += times(397, 37)) {
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

test('the variables that stand for credentials stay, whatever the credential', () => {
  const redactor = createRedactor()
  redactor.hide('wxv_token', '$ZQK_WXV_TOKEN2')
  redactor.hide('token2', 'as "$ZQK_OTHER"')
  for (const text of ['-H "Authorization: $ZQK_WXV_TOKEN2"', '$ZQK_OTHER', 'a $ZQK_WXV_TOKEN2.b']) {
    assert.is(redactor.ours(text), text)
    assert.is(redactor.theirs(text), text)
  }
  assert.is(redactor.ours('$ZQK_WXV_TOKEN3'), '$ZQK_$ZQK_WXV_TOKEN23')
  assert.is(
    redactor.ours('wxv_token $ZQK_WXV_TOKEN2 wxv_token'),
    '$ZQK_WXV_TOKEN2 $ZQK_WXV_TOKEN2 $ZQK_WXV_TOKEN2',
  )
})

const forms: [token: string, text: string, shown: string][] = [
  // Eight characters in a row, and as many as there are.
  ['wq7ZkP0vN4xR', 'a wq7ZkP0 b', 'a wq7ZkP0 b'],
  ['wq7ZkP0vN4xR', 'a wq7ZkP0v b', 'a … b'],
  ['wq7ZkP0vN4xR', 'a zP0vN4xR b', 'a zP0vN4xR b'],
  ['wq7ZkP0vN4xR', 'a 7ZkP0vN4xRz b', 'a …z b'],
  ['wq7ZkP0vN4xR', 'a wq7ZkP0vwq7ZkP0v b', 'a …… b'],
  ['wq7ZkP0vN4xR', 'a wq7ZkP0v-N4xR b', 'a …-N4xR b'],
  ['wq7ZkP0vN4xR', 'a WQ7ZKP0VN4XR b', 'a $T b'],
  ['wq7ZkP0vN4xR', 'a xwq7ZkP0vN4xRx b', 'a x$Tx b'],
  // Encoded as in URLs, JSON and Base64.
  ['wq/ZkP+0vN=x', 'a wq%2FZkP%2B0vN%3Dx b', 'a $T b'],
  ['wq"ZkP0vN\\x', 'a wq\\"ZkP0vN\\\\x b', 'a $T b'],
  ['wq7ZkP0vN4xR', `a ${Buffer.from('wq7ZkP0vN4xR').toString('base64')} b`, 'a $T b'],
  ['wq7ZkP0vN4xR', `a ${Buffer.from('zwq7ZkP0vN4xRz').toString('base64')} b`, 'a $T b'],
  ['wq7éZkP0vN4é', `a ${Buffer.from('wq7éZkP0vN4é', 'latin1').toString('base64')} b`, 'a $T b'],
  ['wqé?>é~ÿ', `a ${Buffer.from('wqé?>é~ÿ', 'latin1').toString('base64url')} b`, 'a $T b'],
  // The words of a header.
  ['Bearer wq7ZkP0vN4xR', 'a wq7ZkP0vN4xR b', 'a $T b'],
  ['Bearer wq7ZkP0vN4xR', 'a Bearer wq7ZkP0vN4xR b', 'a $T b'],
  ['Bearer  wq7ZkP0v N4xRzkqj', 'a wq7ZkP0v, N4xRzkqj b', 'a $T, $T b'],
  ['  wq7ZkP0vN4xR ', 'a wq7ZkP0vN4xR b', 'a $T b'],
  // A short one as a word of its own.
  ['kwx9q', 'a kwx9q b', 'a $T b'],
  ['kwx9q', 'KWX9Q', '$T'],
  ['kwx9q', 'kwx9qz zkwx9q 1kwx9q kwx9q1 ékwx9q', 'kwx9qz zkwx9q 1kwx9q kwx9q1 ékwx9q'],
  ['kwx9q', '-kwx9q_', '-$T_'],
  ['k.x9q', 'a k.x9q b kzx9q', 'a $T b kzx9q'],
  ['k(x9q', 'a k(x9q b', 'a $T b'],
  ['kwx9q', `a ${Buffer.from('kwx9q').toString('base64').replace('=', '')} b`, 'a $T b'],
  // Blanks at the edges of a fragment stay.
  ['wq7ZkP0 vN4xRzz', 'a wq7ZkP0 b', 'a … b'],
  ['wq7ZkP0v zz4xRzz', 'a wq7ZkP0v b', 'a … b'],
]
for (const [token, text, shown] of forms) {
  test(`${token} in ${text}`, () => {
    const redactor = createRedactor()
    redactor.hide(token, '$T')
    assert.is(redactor.ours(text), shown)
  })
}

test('the first label of a value stays, and a whole credential is more than a part', () => {
  const redactor = createRedactor()
  redactor.hide('kwx9q', '$PART', true)
  redactor.hide('zvk7j', '$WHOLE')
  redactor.hide('zvk7j', '$PART', true)
  assert.is(redactor.ours('a kwx9q b zvk7j'), 'a kwx9q b $WHOLE')
  redactor.hide('kwx9q', '$OTHER')
  assert.is(redactor.ours('a kwx9q b'), 'a $PART b')
  const long = createRedactor()
  long.hide('wq7ZkP0vN4', '$PART', true)
  assert.is(long.ours('a wq7ZkP0vN4 b'), 'a $PART b')
})

test('words that become known are not hidden any more', () => {
  const redactor = createRedactor()
  redactor.hide('qwrtzhost', '$T')
  assert.is(redactor.ours('at qwrtzhost'), 'at $T')
  redactor.trust('qwrtzhost')
  assert.is(redactor.ours('at qwrtzhost'), 'at qwrtzhost')
  assert.is(redactor.ours('Authorization: qwrtzhost'), 'Authorization: $T')
  redactor.hide('zvk7jwq0', '$U')
  assert.is(redactor.ours('at zvk7jwq0'), 'at $U')
})

test('a scheme with the first letter of a credential reveals nothing', () => {
  const redactor = hiding('Bearer rx-74b71f2219734d58', [['Token rt', '$OTHER']])
  for (const text of ['Bearer realm="api"', 'bearer r', 'Token realm']) assert.is(redactor.ours(text), text)
  for (const text of ['Bearer rx-74b71f2219734d58', 'at rx-74b71f22 it', 'Token rt'])
    assert.is.not(redactor.ours(text), text)
})

test.run()
