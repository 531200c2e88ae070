import type { Random } from './random.ts'

const SPLICES = [
  '\r\n\r\n',
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  '\xff',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9.9',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'transfer-encoding: chunked\r\n',
  'content-length: 7\r\n',
  'connection: close\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '{',
  '"',
]

/** The same bytes with a few of them changed, left out, repeated or put in. */
export function mutate(random: Random, bytes: string): string {
  let changed = bytes
  for (let left = 1 + random.below(4); left > 0; left--) {
    const at = random.below(changed.length + 1)
    const to = Math.min(changed.length, at + random.below(random.once(3) ? 200 : 5))
    const put = [
      () => String.fromCharCode(random.below(256)),
      () => random.pick(SPLICES),
      () => '',
      () => changed.slice(at, to).repeat(2),
    ]
    changed = changed.slice(0, at) + random.pick(put)() + changed.slice(to)
  }
  return changed
}
