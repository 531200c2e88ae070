import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { corsOf } from '../operator/allow-lists.ts'
import { explainFor, serving } from '../testing/serving.ts'
import { MENSAGEM, OWN_REPORT, smallWorld } from '../testing/world.ts'
import { worldOf } from '../world/in-memory.ts'
import { Worlds } from '../world/worlds.ts'
import { createAccessLog } from './access-lines.ts'
import type { AccessLog } from './access-log.ts'

const test = suite('tokens in the log')

/** A token as it is generated, and others that a fixture may have: of words, with signs of Base64, digits, a UUID. */
const TOKENS = [
  'sim-bda2720fb72c029350461a4e6cff897a',
  'api/Token+of&user==',
  '48151623',
  '0b1f7c1e-6a55-4d3c-9d55-2f5f3f0a7c11',
  'Segredo-da-loja',
]

function escaped(text: string): string {
  return [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
}

/** A token as a client may mistake it. */
const FORMS: ((token: string) => string)[] = [
  (token) => token,
  (token) => token.toUpperCase(),
  (token) => token.toLowerCase(),
  (token) => escaped(token),
  (token) => escaped(token.charAt(0)) + token.slice(1),
  (token) => escaped(token.toUpperCase()),
  (token) => `x${token}x`,
  (token) => `127.${token}`,
  (token) => `api-${token}.example`,
]

const HOST = 'Host: localhost\r\n'
const PATH = 'GET /pessoas HTTP/1.1\r\n'
const get = (path: string, headers = HOST) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`
const withHeader = (header: string) => `${PATH}${HOST}${header}\r\n\r\n`

const VALIDATE = `POST /relatorios/validar/${OWN_REPORT} HTTP/1.1\r\n`

/** Every place of a request, of a client that is let in with another token. */
const PLACES: ((text: string, authorized: string) => string)[] = [
  ...['T /pessoas HTTP/1.1', 'GET /pessoas T', 'GET /pessoas HTTP/T', 'CONNECT T:443 HTTP/1.1'].map(
    (line) => (text: string) => `${line.replace('T', text)}\r\n${HOST}\r\n`,
  ),
  ...['', '/', '/pessoas/', '/pessoas&', '/relatorios/validar/', 'http://'].map(
    (before) => (text: string) => get(before + text),
  ),
  (text) => get(`/api/${text}/pessoas`),
  (text) => get(`http://${text}/pessoas`),
  (text, authorized) =>
    `POST /relatorios/validar/${text} HTTP/1.1\r\n${authorized}Content-Length: 2\r\n\r\n{}`,
  ...['', 'page=', 'rows=', 'rows=-', 'nome=', 'cpf=', 'sort=', 'token=', 'filter[', 'page=1&amp;', '&'].map(
    (before) => (text: string, authorized: string) => get(`/pessoas?${before}${text}`, authorized),
  ),
  (text, authorized) => get(`/pessoas?${text}=1&${text}=2`, authorized),
  ...['', 'X-Token: ', 'Cookie: token=', 'Content-Length: ', 'Transfer-Encoding: '].map(
    (before) => (text: string) => withHeader(before + text),
  ),
  ...['', 'Bearer ', 'Basic ', 'Bearer', 'Authorization: ', '"', '$'].map(
    (before) => (text: string) => withHeader(`Authorization: ${before}${text}`),
  ),
  (text) => withHeader(`Authorization: ${text} ${text}`),
  (text) => withHeader(`${text}: 1`),
  ...['', 'pessoas.'].map((before) => (text: string) => `${PATH}Host: ${before}${text}:80\r\n\r\n`),
  ...['', 'http://', 'https://', 'http://pessoas.', 'http://127.0.0.1:'].map(
    (before) => (text: string) => withHeader(`Origin: ${before}${text}`),
  ),
  (text) => withHeader(`Origin: ${text}://localhost`),
  (text) => withHeader(`Origin: http://${text}:5173`),
  (text) =>
    `OPTIONS /pessoas HTTP/1.1\r\n${HOST}Origin: https://${text}\r\nAccess-Control-Request-Method: ${text}\r\n\r\n`,
  ...['text/T', 'T/json', 'T; charset=T'].map(
    (type) => (text: string, authorized: string) =>
      `${VALIDATE}${authorized}Content-Type: ${type.replaceAll('T', text)}\r\nContent-Length: 2\r\n\r\n{}`,
  ),
  ...[
    (text: string) => JSON.stringify({ [text]: 1, aprovar: text, mensagem: text }),
    (text: string) => JSON.stringify({ aprovar: true, mensagem: MENSAGEM, filter: { [text]: text } }),
    (text: string) => `{${text}: 1}`,
    (text: string) => text,
    (text: string) => `{"aprovar": ${text}`,
  ].map((bodyOf) => (text: string, authorized: string) => {
    const body = bodyOf(text)
    return `${VALIDATE}${authorized}Content-Type: application/json\r\nContent-Encoding: ${text}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }),
  (text, authorized) => `${get('/pessoas', authorized)}${text}\r\n\r\n`,
  (text) =>
    `POST /relatorios/validar/x HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n2;${text}\r\n{}\r\nz${text}\r\n`,
]

/** Everything in which a token of a log can be read: as it is, in small letters, and unescaped. */
function readings(line: string): string {
  const unescaped = line.replace(/%([\da-f]{2})/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return `${line}\n${unescaped}`.toLowerCase()
}

for (const [i, cors] of [undefined, corsOf('https://app.example')].entries()) {
  for (const token of TOKENS.slice(i, i + 1)) {
    test(`${token} is in no line, wherever it was sent${cors ? ', with CORS' : ''}`, async () => {
      const world = smallWorld()
      const tokens = ['let-me-in', token, `${token}-2`]
      for (const [i, organization] of world.organizacoes.entries())
        Object.assign(organization, { token: tokens[i] })
      const store = new Worlds()
      store.add(worldOf(world))
      const lines: string[] = []
      const write = (line: string) => void lines.push(line)
      const explain = explainFor(store)
      const [pretty, json] = (['pretty', 'json'] as const).map((format) =>
        createAccessLog(format, write, explain, store),
      ) as [AccessLog, AccessLog]
      const both = (answered: Parameters<typeof json>[0]) => {
        pretty(answered)
        json(answered)
      }
      const requests = PLACES.flatMap((place) =>
        FORMS.map((form) => place(form(token), `${HOST}Authorization: let-me-in\r\n`)),
      )
      await serving({ store, accessLog: both, ...(cors && { guard: { cors } }) }, async ({ exchange }) => {
        for (let at = 0; at < requests.length; at += 50) {
          await Promise.all(requests.slice(at, at + 50).map(exchange))
        }
        // A request is logged when its connection has closed on this side, too.
        for (let left = 200; lines.length < 2 * requests.length && left > 0; left--)
          await new Promise((resolve) => setTimeout(resolve, 5))
      })
      assert.ok(lines.length >= 2 * requests.length, `${lines.length} lines of ${requests.length} requests`)
      assert.equal(
        lines.filter((line) => readings(line).includes(token.toLowerCase())),
        [],
      )
    })
  }
}

test.run()
