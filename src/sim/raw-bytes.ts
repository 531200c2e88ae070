import { connect, type Socket } from 'node:net'
import { withoutQuery } from '../contract/url.ts'
import type { ParseError } from './causes/stray.ts'
import { endGently } from './end-gently.ts'
import { type BytesTaken, withEncodedBytes } from './routes.ts'

/** A request whose URL has bytes beyond ASCII, which the parser of Node refuses. */
export interface RawRequest {
  method: string
  path: string
  /** What was received of it, with these bytes encoded. It asks for a connection that ends with its answer. */
  encoded(as: BytesTaken): Buffer
}

/** @returns undefined if the bytes are wrong in another way, or their first line came in pieces */
export function rawRequestOf({ code, rawPacket, bytesParsed = 0 }: ParseError): RawRequest | undefined {
  if (code !== 'HPE_INVALID_URL' || rawPacket === undefined) return undefined
  if ((rawPacket[bytesParsed] ?? 0) <= 0x7f) return undefined
  const begin = rawPacket.lastIndexOf('\n', bytesParsed) + 1
  const end = rawPacket.indexOf('\r\n', bytesParsed)
  const line = rawPacket.toString('latin1', begin, Math.max(begin, end))
  const [method = '', url = '', version = '', ...more] = line.split(' ')
  const isRequest = /^[A-Z]+$/.test(method) && /^HTTP\/1\.\d$/.test(version) && more.length === 0
  const path = withoutQuery(url)
  if (!isRequest || path === '') return undefined
  const headOf = (as: BytesTaken) =>
    Buffer.from(`${withEncodedBytes(line, as)}\r\nConnection: close`, 'latin1')
  return { method, path, encoded: (as) => Buffer.concat([headOf(as), rawPacket.subarray(end)]) }
}

/** A request that is sent to the server that refused it, on a connection of its own. */
export interface Resent {
  /** Takes what was received behind it. */
  more(bytes: Buffer): unknown
  /** Gives its client the answer, which is the last of the connection. */
  answer(): void
}

export function resend(client: Socket, encoded: Buffer): Resent {
  const own = connect({ port: client.localPort as number, host: client.localAddress as string })
  own.write(encoded)
  own.on('error', () => client.destroy())
  client.on('error', () => {})
  client.once('close', () => own.destroy())
  return {
    more: (bytes) => own.write(bytes),
    answer: () => {
      own.pipe(client, { end: false })
      own.once('end', () => endGently(client))
    },
  }
}
