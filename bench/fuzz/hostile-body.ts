import { oddValue } from './odd-values.ts'
import type { Random } from './random.ts'

const MENSAGEM = '"mensagem":"Aprovado ap\xc3\xb3s confer\xc3\xaancia manual."'

const BODIES = [
  '',
  '{}',
  '[]',
  'null',
  '0',
  '"x"',
  '{',
  '{"aprovar":true}',
  `{"aprovar":"true",${MENSAGEM}}`,
  `{"aprovar":1,${MENSAGEM}}`,
  `{"aprovar":null,"mensagem":null}`,
  '{"aprovar":true,"mensagem":"curta"}',
  '{"aprovar":true,"mensagem":""}',
  `{"aprovar":false,"mensagem":"${'\xf0\x9f\x91\x8d'.repeat(13)}"}`,
  `{"aprovar":true,${MENSAGEM},"x":1}`,
  `{"aprovar":true,${MENSAGEM},"":1}`,
  `{"aprovar":true,${MENSAGEM},"__proto__":{"a":1}}`,
  `{"__proto__":{"aprovar":true},${MENSAGEM}}`,
  `{"constructor":{"prototype":{"a":1}},"aprovar":true,${MENSAGEM}}`,
  `{"toString":1,"hasOwnProperty":2,"aprovar":true,${MENSAGEM}}`,
  `{"aprovar":true,"aprovar":false,${MENSAGEM},${MENSAGEM}}`,
  `{"aprovar":true,"mensagem":"${'\\ud800'.repeat(30)}"}`,
  `{"aprovar":true,"mensagem":"${'\\u0000'.repeat(30)}"}`,
  '{"aprovar":1e999,"mensagem":-0}',
  '\xef\xbb\xbf{"aprovar":true}',
  '\xff\xfe{\0}\0',
  'aprovar=true&mensagem=x',
  '{"aprovar":tru',
  "{'aprovar':true}",
  '{"aprovar":true,}',
  'NaN',
]

export function hostileBody(random: Random): string {
  const kind = random.below(400)
  if (kind === 0) return `{"aprovar":${'['.repeat(random.below(200_000))}`
  if (kind === 1) return `{"aprovar":${nested(1 + random.below(50_000))},${MENSAGEM}}`
  if (kind === 2) return `{"aprovar":${'{"a":'.repeat(random.below(5_000))}1`
  if (kind === 3) return `{${manyKeys(random)}"aprovar":true}`
  if (kind === 4) return `{"${'k'.repeat(random.below(300_000))}":1}`
  if (kind === 5) return `{"aprovar":true,"mensagem":"${'a'.repeat(random.below(300_000))}`
  if (kind === 6 && random.once(10)) return 'x'.repeat(1_000_000 + random.below(300_000))
  // Few bodies are legal: what is decided stays in memory.
  if (kind === 7) return `{"aprovar":${random.once(2)},${MENSAGEM}}`
  if (kind < 40)
    return `{"${oddValue(random).replace(/["\\]/g, '')}":${random.pick(['1', '"x"', 'null', '[]', '{}'])}}`
  return random.pick(BODIES)
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function manyKeys(random: Random): string {
  let keys = ''
  for (let left = random.below(5_000); left > 0; left--) keys += `"${random.below(4_000)}k":1,`
  return keys
}

/** Returns the head and the bytes of a body in chunks, from the header on. */
export function chunked(random: Random, body: string): string {
  let bytes = 'transfer-encoding: chunked\r\n\r\n'
  for (let at = 0; at < body.length; ) {
    const size = 1 + random.below(random.once(2) ? 20 : 20_000)
    const piece = body.slice(at, at + size)
    const extension = random.once(10) ? ';a=b' : ''
    bytes += `${piece.length.toString(16)}${extension}\r\n${piece}\r\n`
    at += size
  }
  return `${bytes}0\r\n${random.once(10) ? 'x-trailer: 1\r\n' : ''}\r\n`
}
