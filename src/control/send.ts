import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from '../contract/real-globals.ts'
import { hasBody } from './read-body.ts'
import type { ControlRefusal, ControlStream } from './route.ts'

/** What every answer says: nothing may keep it, embed it, guess its type, or read it from another origin. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const
/** How long a client may go on sending a body that was refused, milliseconds. */
const LINGER = 2_000

/** Sends a value as JSON, or no body for undefined. */
export function sendValue(response: ServerResponse, value: unknown, status = 200): void {
  if (value === undefined) return void response.writeHead(204, HEADERS).end()
  const { headers, text } = jsonOf(value)
  response.writeHead(status, headers).end(text)
}

/** Sends a refusal. If a body is still coming, the connection ends, gently: a client that still sends hears why. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: ControlRefusal,
  more: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const { headers, text } = jsonOf(bodyOf(refusal))
  const { status } = refusal
  if (request.complete || !hasBody(request) || response.socket === null)
    return void response.writeHead(status, { ...headers, ...more }).end(text)
  endGently(request.socket, rawAnswer(status, { ...headers, ...more }, text))
  request.resume()
}

/** Refuses what never became a request. */
export function sendRaw(socket: Socket, refusal: ControlRefusal, status: number): void {
  const { headers, text } = jsonOf(bodyOf(refusal))
  endGently(socket, rawAnswer(status, headers, text))
}

/**
 * Sends a stream piece by piece, and no faster than its client takes it.
 * @param stalled how long a client may take nothing, milliseconds
 */
export async function sendStream(
  response: ServerResponse,
  { type, pieces }: ControlStream,
  signal: AbortSignal,
  stalled: number,
): Promise<void> {
  response.writeHead(200, { ...HEADERS, 'content-type': `${type}; charset=utf-8` })
  response.flushHeaders()
  // Without a body, a HEAD request needs no piece.
  if (response.req.method === 'HEAD') return void response.end()
  for await (const piece of until(signal, pieces)) {
    if (response.write(piece)) continue
    const late = setTimeout(() => response.destroy(), stalled)
    await once(response, 'drain', { signal }).catch(() => {})
    clearTimeout(late)
  }
  response.end()
}

/** Yields pieces until a signal is aborted, also while it waits for one. */
async function* until(
  signal: AbortSignal,
  pieces: ControlStream['pieces'],
): AsyncGenerator<string, void, undefined> {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  let end = () => {}
  signal.addEventListener('abort', () => end(), { once: true })
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<string>>((resolve, reject) => {
        end = () => resolve({ done: true, value: undefined })
        Promise.resolve(iterator.next()).then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    // One that waits may never end by itself, so nobody waits for it.
    void iterator.return?.()
  }
}

function bodyOf({ code, message, remedy }: ControlRefusal) {
  return { error: { code, message, ...(remedy !== undefined && { remedy }) } }
}

function jsonOf(value: unknown) {
  const text = `${JSON.stringify(value)}\n`
  const headers = {
    ...HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  }
  return { headers, text }
}

function rawAnswer(status: number, headers: Record<string, string>, text: string): string {
  const head = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`
}

/** Ends a connection after its last bytes; TCP would reset one that is closed while bytes arrive. */
function endGently(socket: Socket, last: string): void {
  const late = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(late))
  socket.on('error', () => {})
  socket.resume()
  socket.end(last)
}
