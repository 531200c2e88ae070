import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BODY_LIMIT, encodingsOf, readBody } from './body.ts'
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

test('JSON that nests too deeply for whoever walks through it is a failure', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  assert.is(JSON.stringify((await read(nested(200))).json), nested(200))
  for (const levels of [202, 50_000]) {
    const { kind, message } = await failureOf(nested(levels))
    assert.equal([kind, message], ['unreadable', 'the answer nests more than 200 levels'])
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
  ['JSON', '{}', 'gzip', /^the answer is not gzip, as its header Content-Encoding says \(/],
  ['anything', '{}', 'zstd', /^the answer is encoded as zstd, .* can decode only gzip,x-gzip,deflate,br$/],
  ['anything', '{}', 'Heloísa Quitéria', /encoded as something unknown/],
  ['a bomb', gzipSync(zeros), 'gzip', /^the answer needs more than 32 MiB after decompression$/],
  ['two bombs', gzipSync(gzipSync(zeros)), 'gzip, gzip', /needs more than 32 MiB/],
]
for (const [title, bytes, encoding, says] of undecoded) {
  test(`${title} that comes as ${encoding} is a failure that says so`, async () => {
    const { kind, message } = await failureOf(bytes, encoding)
    assert.match(message, says)
    assert.is(kind, 'unreadable')
  })
}

test.run()
