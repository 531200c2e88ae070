import { connect, type Socket } from 'node:net'

/** What a raw socket sees of one exchange. */
export interface Wire {
  /** Every byte, as latin1. */
  text: string
  /** Milliseconds since the request, for each piece that came. */
  pieces: { at: number; text: string }[]
  /** How the connection ended: `fin`, `reset`, or `open` if it still was when we stopped waiting. */
  end: 'fin' | 'reset' | 'open'
  ms: number
}

/** Sends bytes, and gives all that comes back until the connection ends, which it soon does once it `isEnough`. */
export function bytesBack(
  port: number,
  pieces: readonly (string | Buffer)[],
  isEnough: (text: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece)
    })
    socket.setTimeout(8_000, () => socket.destroy())
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece
      if (isEnough(text)) setTimeout(() => socket.end(), 5)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

/** A connection that stays open between exchanges. */
export interface RawConnection {
  /** Sends bytes, and resolves when the connection ends, or `until` is true, or after `wait` milliseconds. */
  exchange(bytes: string, rules?: { until?: (text: string) => boolean; wait?: number }): Promise<Wire>
  destroy(): void
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })
  let end: Wire['end'] = 'open'
  socket.on('end', () => {
    end = 'fin'
  })
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNRESET') end = 'reset'
  })
  return {
    destroy: () => socket.destroy(),
    exchange: (bytes, { until = () => false, wait = 3_000 } = {}) =>
      new Promise((resolve) => {
        const start = performance.now()
        const pieces: Wire['pieces'] = []
        const text = () => pieces.map((piece) => piece.text).join('')
        const over = () => {
          clearTimeout(late)
          socket.off('data', hear)
          socket.off('close', over)
          resolve({ text: text(), pieces, end, ms: performance.now() - start })
        }
        const hear = (chunk: Buffer) => {
          pieces.push({ at: performance.now() - start, text: chunk.toString('latin1') })
          if (until(text())) over()
        }
        const late = setTimeout(over, wait)
        socket.on('data', hear)
        socket.once('close', over)
        socket.write(bytes, 'latin1')
      }),
  }
}

/** Returns whether an answer is whole by its Content-Length. */
export function isWhole(text: string): boolean {
  const { body, headers } = partsOf(text)
  return headers['content-length'] !== undefined && body.length >= Number(headers['content-length'])
}

/** Splits an answer into its status line, headers and body. */
export function partsOf(text: string): { line: string; headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((one) => [
      one.slice(0, one.indexOf(':')).toLowerCase(),
      one.slice(one.indexOf(':') + 1).trim(),
    ]),
  )
  return { line, headers, body: rest.join('\r\n\r\n') }
}
