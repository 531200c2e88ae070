import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  clearInterval,
  clearTimeout,
  createAbortController,
  setInterval,
  setTimeout,
} from '../contract/real-globals.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { ControlRefusal, type ControlRoute } from './route.ts'

/** `localhost` may be either of these. The control port is never on another address. */
const LOOPBACKS = ['127.0.0.1', '::1']
/** How often another port is tried when it is free on the first address only. */
const TRIES = 20
/** How long requests in flight may take to end when the port closes, milliseconds. */
const GRACE = 500

export interface DoorOptions {
  /** 0 picks a free one. */
  port: number
  /** Whether a free port will do if this one is in use. */
  orFree?: boolean | undefined
  /** The token of this run; by default a new one. */
  token?: string | undefined
  version: () => string
  /** Called when the first request comes, so that a start pays for no route. */
  routes: () => readonly ControlRoute[] | Promise<readonly ControlRoute[]>
  limits?: Partial<Limits>
  onError?: (error: unknown) => void
}

/** The control port, open. */
export interface Door {
  url: string
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
  const limits = { ...defaultLimits, ...options.limits }
  const closing = createAbortController()
  const { onError = () => {}, version } = options
  const listener = lazily(async () => {
    const [routes, { createService }] = await Promise.all([options.routes(), import('./service.ts')])
    return createService({ token, routes, version: version(), limits, closing: closing.signal, onError })
  }, onError)
  const bound = await bindAll(() => createControlServer(listener, limits), port, orFree)
  const { port: chosen } = (bound[0] as Server).address() as AddressInfo
  return {
    url: `http://127.0.0.1:${chosen}`,
    token,
    inUse: port !== 0 && chosen !== port ? port : undefined,
    close: async () => {
      closing.abort()
      await Promise.all(bound.map(close))
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
  // The body of a stranger is not asked for.
  server.on('checkContinue', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => void refuseStray(error, socket))
  return server
}

/** Refuses what is not HTTP, comes too slowly, or has headers that are too long. */
async function refuseStray({ code = '' }: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy()
  const { sendRaw } = await import('./send.ts')
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[code] ?? 400
  const refusal = new ControlRefusal(400, 'request', 'The control port cannot read this request.')
  sendRaw(socket, refusal, status)
}

async function bindAll(open: () => Server, port: number, orFree: boolean): Promise<Server[]> {
  for (let wanted = port, left = TRIES; ; left--) {
    const bound: Server[] = []
    try {
      for (const host of LOOPBACKS) {
        const chosen = (bound[0]?.address() as AddressInfo | undefined)?.port ?? wanted
        await bind(open(), chosen, host, bound)
      }
      return bound
    } catch (error) {
      await Promise.all(bound.map(close))
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTaken || left === 0 || (wanted !== 0 && !orFree)) throw bindFault(error as Error, port)
      wanted = 0
    }
  }
}

/** @param bound receives the server; a machine without IPv6 has only the first */
function bind(server: Server, port: number, host: string, bound: Server[]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (host !== LOOPBACKS[0] && error.code !== 'EADDRINUSE') resolve()
      else reject(error)
    })
    server.listen({ port, host, ipv6Only: host === '::1' }, () => {
      bound.push(server)
      resolve()
    })
  })
}

function bindFault(cause: Error, port: number): OperatorError {
  const { code, message } = cause as NodeJS.ErrnoException
  const why = code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${message})`
  return new OperatorError(
    `The control port ${port} ${why}. Use another with --control (in code, control), 0 to pick a free one, or --no-control.`,
    { cause },
  )
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
