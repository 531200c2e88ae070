import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { listening } from './listening.ts'

/** Answers one request, usually badly. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

const MEBI = 1_048_576
const JSON_TYPE = { 'content-type': 'application/json' }

/** A list whose parts are JSON text, so that they may be anything. */
const list = (itens: string, total = '"0"', more = '') =>
  `{"result":{"busca":"","itens":${itens},"paginacao":{"atual":1,"linhas":25,"total":${total}}${more}},"status_code":200}`
const says =
  (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }
const made = (body: () => string | Buffer, headers?: Record<string, string>): Answer => {
  let once: string | Buffer | undefined
  return (request, response) => {
    once ??= body()
    says(once, headers)(request, response)
  }
}
const many = (count: number, of: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join()
const person = (i: number, nome: string) =>
  `{"cpf":"${String(10_000_000_000 + i)}","nome":${JSON.stringify(nome)},"atualizado_em":"2026-01-01T00:00:00.000Z"}`
const persons = (count: number, nome: (i: number) => string = (i) => `Pessoa ${i}`) =>
  `[${many(count, (i) => person(i, nome(i)))}]`
const refusing =
  (message: string): Answer =>
  (request, response) => {
    if (request.method === 'GET') return says(list(persons(25), '"25"'))(request, response)
    const keys = [message]
    const validation = { source: message, keys }
    says(
      JSON.stringify({ error: message, message, validation, status_code: 400 }),
      JSON_TYPE,
      400,
    )(request, response)
  }
const endless =
  (piece: string, every = 0): Answer =>
  (_, response) => {
    response.writeHead(200, JSON_TYPE)
    const send = () => {
      if (response.destroyed) return
      if (response.write(piece)) setTimeout(send, every)
      else response.once('drain', send)
    }
    response.on('error', () => {})
    send()
  }

/** Targets that try to make the suite hang, run out of memory or crash, by what they do. */
export const hostileServices = {
  'a total of 60,000 backslashes': made(() => list('[]', JSON.stringify(`${'\\'.repeat(60_000)}!\\n`))),
  'a total of 60,000 percent signs': made(() => list('[]', JSON.stringify('%'.repeat(60_000)))),
  'a total of a million digits': made(() => list('[]', JSON.stringify('1'.repeat(MEBI)))),
  'a total that ends in no digit': made(() => list('[]', JSON.stringify(`${'1-'.repeat(200_000)}x`))),
  'a message of backslashes': refusing(`${'\\'.repeat(60_000)}!\\n`),
  'a message of capitals': refusing(`${'Ab da '.repeat(20_000)}!`),
  'a message of child after child': refusing('child "'.repeat(60_000)),
  'a message of entities': refusing('&#x26;'.repeat(60_000)),
  'a message of percent signs, escaped again and again': refusing(`%${'25'.repeat(60_000)}`),
  'a message of base64 upon base64': refusing(
    Array.from({ length: 12 }).reduce<string>(
      (text) => Buffer.from(text).toString('base64'),
      'Ana'.repeat(200),
    ),
  ),
  'a message of a million blanks': refusing(`A${' '.repeat(MEBI)}b`),
  'two million zeros for persons': made(() => list(`[${'0,'.repeat(2_000_000)}0]`, '"2000001"')),
  'two million zeros beside the persons': made(() =>
    list(persons(25), '"25"', `,"outro":[${'0,'.repeat(2_000_000)}0]`),
  ),
  'two million empty objects': made(() => list(`[${'{},'.repeat(2_000_000)}{}]`, '"2000001"')),
  'a million keys': made(() => list('[]', '"0"', `,"outro":{${many(1_000_000, (i) => `"k${i}":0`)}}`)),
  'a million keys at the top': made(() => `{${many(1_000_000, (i) => `"Chave ${i}":0`)}}`),
  'two million brackets': made(() => list('['.repeat(2_000_000) + ']'.repeat(2_000_000))),
  'two million brackets that do not close': made(() => '['.repeat(4_000_000)),
  'a name of 20 million letters': made(() => list(`[${person(1, 'ã'.repeat(10_000_000))}]`, '"1"')),
  'names of a hundred thousand letters': made(() =>
    list(
      persons(25, (i) => `${'Á'.repeat(100_000)} ${i}`),
      '"25"',
    ),
  ),
  'a hundred thousand persons who tie, shuffled': (_, response) => {
    const places = Array.from(
      { length: 100_000 },
      (_, i) => (i * 7_919 + Math.floor(Math.random() * 1e5)) % 1e5,
    )
    says(list(`[${many(100_000, (i) => person(places[i] as number, 'Ana'))}]`, '"100000"'))(_, response)
  },
  'a hundred thousand persons of one first name': made(() =>
    list(
      persons(100_000, (i) => `Maria Aparecida da Silva ${'abcdefghij'[i % 10]}${i.toString(36)}`),
      '"100000"',
    ),
  ),
  'a total that announces a page for every atom': made(() => list(persons(25), '"99999999999999999999"')),
  'a body without an end': endless(`"${'a'.repeat(65_536)}",`),
  'zeros without an end': endless('0,'.repeat(32_768)),
  'a body that trickles': endless(' ', 100),
  'a header without an end': (_, response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(MEBI)}`)
  },
  'headers without an end': (_, response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(200_000)}`)
  },
  'interim answers without an end': (_, response) => {
    const send = () => {
      if (response.socket?.destroyed === false)
        response.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n', () => setImmediate(send))
    }
    response.socket?.on('error', () => {})
    send()
  },
  'an HTML page of 30 MB for everything but the first': ((): Answer => {
    let asked = 0
    const page = `<p>${'a'.repeat(30 * MEBI)}`
    return (request, response) =>
      (asked++ === 0 ? says(list(persons(25), '"25"')) : says(page, { 'content-type': 'text/html' }))(
        request,
        response,
      )
  })(),
  'a gigabyte of blanks, gzipped': made(() => gzipSync(Buffer.alloc(1024 * MEBI, 32)), {
    ...JSON_TYPE,
    'content-encoding': 'gzip',
  }),
  'a gigabyte of blanks, in Brotli': made(
    () => brotliCompressSync(Buffer.alloc(256 * MEBI, 32), { params: { 1: 3 } }),
    { ...JSON_TYPE, 'content-encoding': 'br' },
  ),
} as const satisfies Record<string, Answer>

/** How a gateway compresses although the request accepts only identity, by its Content-Encoding. */
export const compressions = {
  gzip: (body: Buffer) => gzipSync(body),
  'x-gzip': (body: Buffer) => gzipSync(body),
  deflate: (body: Buffer) => deflateSync(body),
  'deflate, raw': (body: Buffer) => deflateRawSync(body),
  br: (body: Buffer) => brotliCompressSync(body, { params: { 1: 4 } }),
  'deflate, gzip': (body: Buffer) => gzipSync(deflateSync(body)),
} as const satisfies Record<string, (body: Buffer) => Buffer>

/** Starts a server that passes every request to a handler. */
export function hostileServer(answer: Answer): ReturnType<typeof listening> {
  const server = createServer({ noDelay: true }, (request, response) => {
    response.on('error', () => {})
    request.on('error', () => {}).resume()
    answer(request, response)
  })
  return listening(server)
}
