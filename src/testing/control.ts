import { type DoorOptions, openDoor } from '../control/door.ts'
import type { Limits } from '../control/limits.ts'
import { type ControlRoute, ControlStream } from '../control/route.ts'
import type { Schema } from '../operator/schema.ts'
import { bytesBack } from './wire.ts'

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
  const get = (path: string, summary: string, handle: ControlRoute['handle'], answer: object = anything) =>
    ({ method: 'GET', path, summary, answer, handle }) as const
  const query = {
    count: { type: 'integer', minimum: 1 },
    deep: { type: 'boolean' },
    text: { type: 'string' },
  }
  const body = { word: { type: 'string' }, any: { type: 'object' } }
  return [
    { ...get('/health', 'Open.', () => ({})), isOpen: true },
    get('/thing', 'Reads.', () => ({ thing: 1 })),
    {
      ...{ method: 'POST', path: '/thing', summary: 'Acts.', status: 201, answer: anything },
      body: { type: 'object', properties: body } as Schema,
      handle: ({ body }) => ({ ...act('post'), body }),
    },
    { method: 'DELETE', path: '/thing', summary: 'Deletes.', handle: () => void act('delete') },
    {
      ...get('/things/{name}', 'Reads one.', ({ params, query }) => ({ params, query })),
      query: { type: 'object', properties: query } as Schema,
    },
    get('/things/last', 'Reads the last.', () => ({ last: 1 })),
    get(
      '/stream',
      'Streams until its client goes.',
      ({ signal }) => new ControlStream('text/event-stream', endless(acts, signal)),
      { type: 'text/event-stream' },
    ),
    get(
      '/flood',
      'Streams more than anybody takes.',
      () => new ControlStream('application/x-ndjson', flood(acts)),
      { type: 'application/x-ndjson' },
    ),
    get('/broken', 'Fails.', () => {
      throw new Error('the secret of the house')
    }),
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
    routes: () => routesOfTests(acts),
    limits,
    onError: (error) => errors.push(error),
    ...more,
  })
  const port = Number(new URL(door.url).port)
  try {
    await use({ url: door.url, port, acts, errors, exchange: (bytes) => bytesBack(port, [bytes].flat()) })
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
