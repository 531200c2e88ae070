import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fault } from '../contract/faults.ts'
import { type ParseError, whyStray } from './why-stray.ts'

const test = suite('why bytes are no request')

const HOST = 'Host: localhost\r\n'
const head = (line: string, lines = HOST) => `${line} HTTP/1.1\r\n${lines}\r\n`

const cases: readonly [bytes: string | Buffer, name: string, character?: string][] = [
  [head('GET /pessoas?nome=joão'), 'request.character', 'ã'],
  [Buffer.from(head('GET /pessoas?nome=joão'), 'latin1'), 'request.character', 'ã'],
  [head('GET /pessoas?nome=a\u0001'), 'request.character', 'a control character'],
  [head('GET /pessoas?nome=a\t'), 'request.character', 'a control character'],
  [head('GET /pessoas?nome=\u{10fffe}'), 'request.character', 'a character'],
  [head('GET /pessoas?nome=ana silva'), 'request.character', 'a space'],
  [head('GET pessoas'), 'request.malformed'],
  [head('GARBAGE /'), 'request.method'],
  [head('get /pessoas'), 'request.method'],
  [Buffer.from('16030100ff0100', 'hex'), 'request.tls'],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'request.http2'],
  ['GET / HTTP/7.7\r\n\r\n', 'request.header'],
  ['GET / HTTP/1.1\nHost: a\n\n', 'request.header'],
  [head('GET /', 'no colon\r\n'), 'request.header'],
  [head('POST /pessoas', `${HOST}Content-Length: abc\r\n`), 'request.length'],
  [head('POST /pessoas', `${HOST}Content-Length: 1\r\nContent-Length: 2\r\n`), 'request.length'],
  [head('POST /pessoas', `${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n`), 'request.length'],
  [head('POST /pessoas', `${HOST}Transfer-Encoding: chunked, identity\r\n`), 'request.length'],
  [`${head('POST /', `${HOST}Transfer-Encoding: chunked\r\n`)}ZZ\r\n`, 'request.chunk'],
  [head('GET /', `${HOST}X: ${'a'.repeat(17_000)}\r\n`), 'request.too-large'],
]

test('each mistake has its name, and at most one character of what came', async () => {
  const server = createServer((_, response) => void response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const [bytes, name, character] of cases) {
    const told = new Promise<Fault>((resolve) => {
      server.once('clientError', (error, socket) => {
        resolve(whyStray(error as ParseError))
        socket.destroy()
      })
    })
    const client = connect(port, '127.0.0.1').on('error', () => {})
    client.write(bytes)
    const { name: found, slots } = await told
    client.destroy()
    assert.is(found, name, String(bytes))
    if (character !== undefined) assert.is(slots.character, character)
    assert.not.match(JSON.stringify(slots), /joão|ana|silva/)
  }
  server.close()
})

test('an error that is not known shows its code, if that is one', () => {
  assert.equal(whyStray({ code: 'HPE_NEW' }).slots, { code: 'HPE_NEW' })
  assert.equal(whyStray({ code: 'a b' }).slots, { code: 'no code' })
})

test.run()
