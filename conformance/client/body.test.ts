import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../../src/testing/any-character.ts'
import { compressions } from '../testing/hostile-services.ts'
import { type Body, bodyLimits, createBodyReader, encodingsOf, measureJson, UnreadableBody } from './body.ts'

const test = suite('bodies')

async function read(bytes: Buffer | string, encoding?: string): Promise<Body> {
  const body = createBodyReader()()
  body.add(Buffer.from(bytes))
  return body.read(encoding)
}

async function fault(bytes: Buffer | string, encoding?: string): Promise<UnreadableBody> {
  try {
    await read(bytes, encoding)
  } catch (error) {
    assert.instance(error, UnreadableBody)
    return error as UnreadableBody
  }
  return assert.unreachable() as never
}

/** Values and levels of a value, by recursion. */
function counted(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 }
  const inner = Object.values(value).map(counted)
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  }
}

test('a body is measured by its marks, and never as less than it has', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: ANY_CHARACTER }), fc.nat(2), (value, indent) => {
      const { values, depth } = measureJson(Buffer.from(JSON.stringify(value, null, indent)))
      const right = counted(value)
      assert.is(depth, right.depth)
      assert.ok(values >= right.values && values <= 2 * right.values, `${values} for ${right.values}`)
    }),
  )
  for (const text of ['', '"', '"\\', '[', ']', '}{', '"\\"[[[["', '{"a', '\\"['])
    assert.ok(measureJson(Buffer.from(text)).values >= 1)
})

test('a page of 102,400 persons is within every limit', async () => {
  const itens = Array.from({ length: 102_400 }, (_, i) => ({
    cpf: String(10_000_000_000 + i),
    nome: `Maria Aparecida da Conceição e Silva ${i}`,
    atualizado_em: '2026-01-01T00:00:00.000Z',
    outro: null,
  }))
  const body = await read(JSON.stringify({ result: { itens } }, null, 2))
  assert.is((body.json as { result: { itens: unknown[] } }).result.itens.length, 102_400)
  assert.ok(body.cost < bodyLimits.kept / 8)
})

test('more than is read ends it, and says what', async () => {
  const { values, depth } = bodyLimits
  for (const [body, message] of [
    [`[${'0,'.repeat(values)}0]`, /more than \d+ values/],
    [`{"a":[${'{},'.repeat(values)}{}]}`, /more than \d+ values/],
    ['['.repeat(depth + 1) + ']'.repeat(depth + 1), /more than 200 levels/],
    [` \n${'{"a":'.repeat(depth + 1)}`, /more than 200 levels/],
    [Buffer.alloc(bodyLimits.body + 1, 0x20), /needs more than 32 MiB/],
  ] as const) {
    const { kind, message: says } = await fault(body)
    assert.is(kind, 'too-large')
    assert.match(says, message)
  }
  assert.is(((await read('['.repeat(depth) + ']'.repeat(depth))).json as unknown[]).length, 1)
})

test('what is no JSON is a body however many marks it has, and its beginning is kept', async () => {
  for (const body of [`<p>${',[{'.repeat(1_000_000)}`, 'não'.repeat(10_000), '"'.repeat(100_000), '']) {
    const { json, text, size, cost } = await read(body)
    assert.is(json, undefined)
    assert.is(size, Buffer.byteLength(body))
    assert.ok(text.length <= 16_384 && body.startsWith(text.slice(0, 4_000)))
    assert.ok(cost < 40_000)
  }
})

test('JSON that is not compact says so', async () => {
  for (const text of ['{ "a":1}', '{"a":1}\n', '{"a":"\\u00e9"}', '{"a":1.0}'])
    assert.is((await read(text)).isSpelt, true, text)
  for (const text of ['{"a":1}', '"é"', 'no JSON']) assert.not('isSpelt' in (await read(text)), text)
})

test('bodies that come at the same time, and those of a run, are limited together', async () => {
  const begin = createBodyReader()
  const chunk = Buffer.alloc(24 * 1_048_576, 0x20)
  const bodies = Array.from({ length: 6 }, () => begin())
  const refused: Error[] = []
  for (const body of bodies) {
    try {
      body.add(chunk)
    } catch (error) {
      refused.push(error as Error)
      body.end()
    }
  }
  assert.is(refused.length, 2)
  assert.match(refused[0]?.message ?? '', /at the same time \(--concurrency\) needs? more than 96 MiB/)
  for (const body of bodies) body.end()
  const another = begin()
  another.add(chunk)
  assert.is((await another.read(undefined)).size, chunk.length)
})

test('every encoding is undone that a gateway may apply', async () => {
  const body = Buffer.from(JSON.stringify({ nome: 'Conceição', lista: [1, 2, 3] }))
  for (const [name, compress] of Object.entries(compressions)) {
    const encoding = name.replace(', raw', '')
    for (const spelt of [encoding, encoding.toUpperCase(), ` ${encoding} , identity`]) {
      assert.equal((await read(compress(body), spelt)).json, JSON.parse(String(body)), spelt)
    }
  }
  assert.equal((await read(body, 'identity')).json, JSON.parse(String(body)))
  assert.is((await read('', 'gzip')).size, 0)
  assert.equal(encodingsOf(['gzip', 'Br']), ['gzip', 'br'])
  assert.equal(encodingsOf(undefined), [])
})

test('an encoding that cannot be undone says so, and is not repeated where it may be anything', async () => {
  for (const [bytes, encoding, message] of [
    ['{}', 'gzip', /Content-Encoding says gzip, but the answer is not gzip/],
    [gzipSync('{}').subarray(0, 15), 'gzip', /Content-Encoding says gzip, but the answer is not gzip/],
    ['{}', 'br', /says br, but the answer is not br/],
    [
      '{}',
      'zstd',
      /encoded as zstd, which the request does not accept; the suite can decode only gzip, x-gzip, deflate, br/,
    ],
    ['{}', 'Heloísa Quitéria', /encoded as something unknown/],
    ['{}', 'gzip, gzip, gzip, gzip', /encoded as something unknown/],
  ] as const) {
    const { kind, message: says } = await fault(Buffer.from(bytes), encoding)
    assert.is(kind, 'broken-answer')
    assert.match(says, message)
  }
})

test('what swells when it is inflated ends it', async () => {
  const blanks = Buffer.alloc(bodyLimits.body + 1, 0x20)
  for (const [bytes, encoding] of [
    [gzipSync(blanks), 'gzip'],
    [brotliCompressSync(blanks, { params: { 1: 3 } }), 'br'],
    [gzipSync(gzipSync(blanks)), 'gzip, gzip'],
  ] as const) {
    assert.ok(bytes.length < 100_000)
    const { kind, message } = await fault(bytes, encoding)
    assert.is(kind, 'too-large')
    assert.match(message, /the answer after decompression needs more than 32 MiB/)
  }
})

test.run()
