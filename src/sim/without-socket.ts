import { EventEmitter } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import type { ByteText } from '../contract/bytes.ts'
import { queueMicrotask } from '../contract/real-globals.ts'

/** A request as it would come over a socket. */
export interface AskedWithoutSocket {
  method: string
  /** The path with its query, encoded. */
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export interface AnsweredWithoutSocket {
  /** What causes and situations were recorded with. */
  request: IncomingMessage
  status: number
  headers: OutgoingHttpHeaders
  body: ByteText
}

/**
 * Has the service answer a request that comes over no socket. The streams of Node, which `app.inject` imitates, would
 * take longer than the service itself.
 * @param serve the routing of an app that is ready
 */
export function askWithoutSocket(
  serve: RequestListener,
  asked: AskedWithoutSocket,
): Promise<AnsweredWithoutSocket> {
  return new Promise((resolve) => {
    const request = new Message(asked) as Message & IncomingMessage
    serve(request, new Response(request, resolve) as Response & ServerResponse)
  })
}

/** What the service uses of a request, and nothing more. */
class Message extends EventEmitter {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string | string[] | undefined> = {}
  readonly httpVersion = '1.1'
  readonly socket = {}
  readonly #body: Buffer

  constructor({ method, url, headers, body }: AskedWithoutSocket) {
    super()
    this.method = method
    this.url = url
    this.#body = body
    for (const [name, value] of Object.entries(headers)) this.headers[name.toLowerCase()] = value
    if (body.length > 0 && this.headers['transfer-encoding'] === undefined)
      this.headers['content-length'] ??= String(body.length)
  }

  /** Begins to read the body. */
  resume(): this {
    queueMicrotask(() => {
      if (this.#body.length > 0) this.emit('data', this.#body)
      this.emit('end')
    })
    return this
  }
}

/** What the service uses of a response. */
class Response {
  readonly req: IncomingMessage
  readonly destroyed = false
  statusCode = 200
  readonly #resolve: (answered: AnsweredWithoutSocket) => void
  #headers: OutgoingHttpHeaders = {}
  #body: ByteText = ''

  constructor(request: IncomingMessage, resolve: (answered: AnsweredWithoutSocket) => void) {
    this.req = request
    this.#resolve = resolve
  }

  /** Fastify sets `Connection: close` here, but there is no connection. */
  setHeader(): void {}

  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.statusCode = status
    this.#headers = headers
  }

  write(piece: ByteText | Buffer): true {
    this.#body += typeof piece === 'string' ? piece : piece.toString('latin1')
    return true
  }

  end(last: ByteText = ''): void {
    this.#resolve({
      request: this.req,
      status: this.statusCode,
      headers: this.#headers,
      body: this.#body + last,
    })
  }
}
