import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BODY_LIMIT, encodingsOf, readBody, TEXT_KEPT } from './body.ts'
import { TargetFailure } from './failure.ts'

const test = suite('bodies')
/** How a gateway compresses although the request accepts only identity, by its Content-Encoding. */
const compressions: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  'x-gzip': (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  'deflate, raw': (body) => deflateRawSync(body),
  br: (body) => brotliCompressSync(body),
  'deflate, gzip': (body) => gzipSync(deflateSync(body)),
}
const read = (bytes: Buffer | string, encoding?: string) => readBody(Buffer.from(bytes), encoding)

async function failureOf(bytes: Buffer | string, encoding?: string): Promise<TargetFailure> {
  const failure = await read(bytes, encoding).catch((error: unknown) => error)
  assert.instance(failure, TargetFailure)
  return failure as TargetFailure
}

test('JSON is a value, with or without a byte order mark', async () => {
  assert.equal(await read('{"a":[1]}'), { text: '', json: { a: [1] }, size: 9 })
  assert.equal(await read('\ufeff{}'), { text: '', json: {}, hasMark: true, size: 5 })
})

test('what is not JSON is a body, too, and its beginning is kept', async () => {
  for (const body of ['', '<html>', '{"a":', '\0', 'NaN', 'não'.repeat(10_000), '[{'.repeat(100_000)]) {
    const { json, text, size } = await read(body)
    assert.is(json, undefined)
    assert.is(size, Buffer.byteLength(body))
    assert.ok(text.length <= TEXT_KEPT && body.startsWith(text.slice(0, 4_000)))
  }
})

test('JSON that nests too deeply for whoever walks through it is a failure', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  assert.is(JSON.stringify((await read(nested(200))).json), nested(200))
  for (const levels of [202, 50_000]) {
    const { kind, message } = await failureOf(nested(levels))
    assert.equal([kind, message], ['too-large', 'the answer nests more than 200 levels'])
  }
})

test('every encoding is decoded that a gateway may apply', async () => {
  const body = Buffer.from(JSON.stringify({ nome: 'Conceição', lista: [1, 2, 3] }))
  for (const [name, compress] of Object.entries(compressions)) {
    const encoding = name.replace(', raw', '')
    for (const spelt of [encoding, encoding.toUpperCase(), ` ${encoding} , identity`])
      assert.equal((await read(compress(body), spelt)).json, JSON.parse(String(body)), spelt)
  }
  assert.equal((await read(gzipSync(gzipSync(body)), 'gzip, gzip')).json, JSON.parse(String(body)))
  assert.is((await read('', 'gzip')).size, 0)
  assert.equal(encodingsOf(['gzip', 'Br']), ['gzip', 'br'])
  assert.equal(encodingsOf(undefined), [])
})

const zeros = Buffer.alloc(BODY_LIMIT + 1, 0x20)
const undecoded: [title: string, bytes: Buffer | string, encoding: string, says: RegExp][] = [
  ['JSON', '{}', 'gzip', /^the header Content-Encoding says gzip, but the answer is not gzip/],
  ['half of it', gzipSync('{}').subarray(0, 15), 'gzip', /says gzip, but the answer is not gzip/],
  ['JSON', '{}', 'br', /says br, but the answer is not br/],
  ['anything', '{}', 'zstd', /^the answer is encoded as zstd, .* can decode only gzip, x-gzip, deflate, br$/],
  ['anything', '{}', 'constructor', /encoded as constructor/],
  ['anything', '{}', 'Heloísa Quitéria', /encoded as something unknown/],
  ['a bomb', gzipSync(zeros), 'gzip', /^the answer after decompression needs more than 32 MiB$/],
  ['a bomb', brotliCompressSync(zeros, { params: { 1: 3 } }), 'br', /needs more than 32 MiB$/],
  ['two bombs', gzipSync(gzipSync(zeros)), 'gzip, gzip', /needs more than 32 MiB$/],
]
for (const [title, bytes, encoding, says] of undecoded) {
  test(`${title} that comes as ${encoding} is a failure that says so`, async () => {
    const { kind, message } = await failureOf(bytes, encoding)
    assert.match(message, says)
    assert.is(kind, /MiB/.test(message) ? 'too-large' : 'broken-answer')
  })
}

test.run()
