import { connect } from 'node:net'
import { type DoorOptions, openDoor } from '../control/door.ts'
import type { Limits } from '../control/limits.ts'
import { type ControlRoute, ControlStream } from '../control/route.ts'

export const CONTROL_TOKEN = 'control-token-of-tests'

/** What a control port with the routes of these tests was asked to do, and how to ask it. */
export interface Controlled {
  url: string
  port: number
  /** What changed something, by route. */
  acts: string[]
  errors: unknown[]
  /** Sends bytes, and gives everything that comes back until the connection ends. */
  exchange(bytes: string | Buffer | readonly (string | Buffer)[]): Promise<string>
}

const anything = { type: 'object', additionalProperties: true } as const

/** One route of every sort. */
export function routesOfTests(acts: string[]): ControlRoute[] {
  const act = (what: string) => {
    acts.push(what)
    return { what }
  }
  return [
    { method: 'GET', path: '/health', summary: 'Open.', isOpen: true, answer: anything, handle: () => ({}) },
    { method: 'GET', path: '/thing', summary: 'Reads.', answer: anything, handle: () => ({ thing: 1 }) },
    {
      method: 'POST',
      path: '/thing',
      summary: 'Acts.',
      status: 201,
      body: {
        type: 'object',
        properties: { word: { type: 'string' }, any: { type: 'object' } },
      },
      answer: anything,
      handle: ({ body }) => ({ ...act('post'), body }),
    },
    { method: 'DELETE', path: '/thing', summary: 'Deletes.', handle: () => void act('delete') },
    {
      method: 'GET',
      path: '/things/{name}',
      summary: 'Reads one.',
      query: {
        type: 'object',
        properties: {
          count: { type: 'integer', minimum: 1 },
          deep: { type: 'boolean' },
          text: { type: 'string' },
        },
      },
      answer: anything,
      handle: ({ params, query }) => ({ params, query }),
    },
    {
      method: 'GET',
      path: '/things/last',
      summary: 'Reads the last.',
      answer: anything,
      handle: () => ({ last: 1 }),
    },
    {
      method: 'GET',
      path: '/stream',
      summary: 'Streams until its client goes.',
      answer: { type: 'text/event-stream' },
      handle: ({ signal }) => new ControlStream('text/event-stream', endless(acts, signal)),
    },
    {
      method: 'GET',
      path: '/flood',
      summary: 'Streams more than anybody takes.',
      answer: { type: 'application/x-ndjson' },
      handle: () => new ControlStream('application/x-ndjson', flood(acts)),
    },
    {
      method: 'GET',
      path: '/broken',
      summary: 'Fails.',
      answer: anything,
      handle: () => {
        throw new Error('the secret of the house')
      },
    },
  ]
}

async function* endless(acts: string[], signal: AbortSignal): AsyncGenerator<string> {
  yield 'data: 1\n\n'
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  acts.push('stream ended')
}

function* flood(acts: string[]): Generator<string> {
  try {
    for (;;) {
      acts.push('piece')
      yield `${'x'.repeat(65_535)}\n`
    }
  } finally {
    acts.push('flood ended')
  }
}

/** Opens a control port with the routes of tests, and closes it. */
export async function controlled(
  use: (controlled: Controlled) => Promise<void>,
  limits: Partial<Limits> = {},
  more: Partial<DoorOptions> = {},
): Promise<void> {
  const [acts, errors]: [string[], unknown[]] = [[], []]
  const door = await openDoor({
    port: 0,
    token: CONTROL_TOKEN,
    version: () => '1.2.3',
    routes: () => routesOfTests(acts),
    limits,
    onError: (error) => errors.push(error),
    ...more,
  })
  const port = Number(new URL(door.url).port)
  try {
    await use({ url: door.url, port, acts, errors, exchange: (bytes) => exchangeWith(port, [bytes].flat()) })
  } finally {
    await door.close()
  }
}

/** The bytes of a request; headers that are undefined are left out, and so is a token of null. */
export function requestText(
  target: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  { method = 'GET', body = '', token = CONTROL_TOKEN as string | null } = {},
): string {
  const all = {
    Host: '127.0.0.1:3211',
    Authorization: token === null ? undefined : `Bearer ${token}`,
    Connection: 'close',
    'Content-Length': body === '' ? undefined : String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

export function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4)
}

function exchangeWith(port: number, pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece)
    })
    socket.setTimeout(8_000, () => socket.destroy())
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}
