import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  clearInterval,
  clearTimeout,
  createAbortController,
  setInterval,
  setTimeout,
} from '../contract/real-globals.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { bindAll, LOOPBACKS } from '../server/bind.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { ControlRoute } from './route.ts'

/** How long requests in flight may take to end when the port closes, milliseconds. */
const GRACE = 500

export interface DoorOptions {
  /** 0 picks a free one. */
  port: number
  /** Whether a free port will do if this one is in use. */
  orFree?: boolean | undefined
  /** The token of this run; by default a new one. */
  token?: string | undefined
  /** Called when the first request comes, so that a start pays for no route. */
  routes: () => readonly ControlRoute[] | Promise<readonly ControlRoute[]>
  limits?: Partial<Limits>
  onError?: (error: unknown) => void
}

/** The control port, open. */
interface Door {
  url: string
  /** The link to the console, with a code that works once. */
  console: string
  token: string
  /** The port that was asked for and is in use; undefined if it was free. */
  inUse: number | undefined
  close(): Promise<void>
}

/**
 * Opens the control port on both loopback addresses.
 * @throws {OperatorError} when the port is in use
 */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const { port, orFree = false, token = randomBytes(24).toString('base64url') } = options
  const code = randomBytes(18).toString('base64url')
  const limits = { ...defaultLimits, ...options.limits }
  const closing = createAbortController()
  const { onError = () => {} } = options
  const listener = lazily(async () => {
    const [routes, { createApp }, { sessionRoute }] = await Promise.all([
      options.routes(),
      import('./app.ts'),
      import('./console.ts'),
    ])
    const all = [...routes, sessionRoute(code, token)]
    return createApp({ token, routes: all, limits, closing: closing.signal, onError })
  }, onError)
  const servers = await openServers(() => createControlServer(listener, limits), port, orFree)
  const { port: chosen } = (servers[0] as Server).address() as AddressInfo
  return {
    url: `http://127.0.0.1:${chosen}`,
    console: `http://127.0.0.1:${chosen}/#code=${code}`,
    token,
    inUse: port !== 0 && chosen !== port ? port : undefined,
    close: async () => {
      closing.abort()
      await Promise.all(servers.map(close))
    },
  }
}

/** Returns a listener that is made when the first request comes, and again if that failed. */
function lazily(make: () => Promise<RequestListener>, onError: (error: unknown) => void): RequestListener {
  let made: Promise<RequestListener> | undefined
  return (request, response) => {
    made ??= make()
    made.then(
      (listener) => listener(request, response),
      (error) => {
        made = undefined
        onError(error)
        response.destroy()
      },
    )
  }
}

function createControlServer(listener: RequestListener, limits: Limits): Server {
  const server = createServer(
    {
      // A missing Host is refused by the service, in JSON.
      requireHostHeader: false,
      headersTimeout: limits.head,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.checking,
    },
    listener,
  )
  server.maxConnections = limits.connections
  server.on('clientError', refuseStray)
  return server
}

/** Refuses what is not HTTP, comes too slowly, or has headers that are too long. */
function refuseStray({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[code] ?? 400
  const error = { code: 'request', message: 'The control port cannot read this request.' }
  const type = 'content-type: application/json; charset=utf-8'
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${type}\r\nconnection: close\r\n\r\n`
  socket.end(`${head}${JSON.stringify({ error })}\n`)
}

/** Opens servers on the loopback addresses, never on another one. */
async function openServers(open: () => Server, port: number, orFree: boolean): Promise<Server[]> {
  const bindOn = async (port: number) => (await bindAll(open, port, LOOPBACKS)).map(({ server }) => server)
  return bindOn(port).catch(({ cause }: OperatorError) => {
    const { code, message } = cause as NodeJS.ErrnoException
    const isTaken = code === 'EADDRINUSE'
    if (isTaken && orFree && port !== 0) return bindOn(0)
    throw new OperatorError(
      `The control port ${port} ${isTaken ? 'is already in use' : `cannot be used (${message})`}. Use another with --control (in code, control), 0 to pick a free one, or --no-control.`,
      { cause },
    )
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 10)
    const late = setTimeout(() => server.closeAllConnections(), GRACE)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      resolve()
    })
  })
}
