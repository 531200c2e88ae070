import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { RunningSimulator } from '../../src/index.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
  /** Send the body in chunks, without a content length. */
  chunked?: boolean
  /** Compress the body. */
  packed?: boolean
  delay?: number
}

/** Serves a simulator whose lists come from a copy, which hears of each decision a moment later. */
export function behindCopy<T>(
  sim: RunningSimulator,
  copy: RunningSimulator,
  work: (url: string) => Promise<T>,
): Promise<T> {
  return behindProxy(async (request) => {
    if (request.method === 'GET') return forward(request, copy.url, '')
    const body = await bodyOf(request)
    const answer = await forward(request, sim.url, body)
    if (answer.status === 200) {
      const late = sleep(MOMENT).then(() => forward(request, copy.url, body))
      // The copy may be closed at the end of the run.
      late.catch(() => {})
    }
    return answer
  }, work)
}

/** How much later a copy hears of a decision, in milliseconds. */
const MOMENT = 15
const PATH = '/api/v1'
const agent = new Agent({ keepAlive: true })

export async function behindProxy<T>(
  answer: (request: IncomingMessage) => Promise<Answer>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(async (request, response) => write(response, await answer(request)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    return await work(`http://127.0.0.1:${port}${PATH}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

export async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of incoming.setEncoding('utf8')) body += piece
  return body
}

export function forward(
  { url: path = '', method, headers: { 'transfer-encoding': _, ...headers } }: IncomingMessage,
  url: string,
  sent: string,
  reads: (body: string) => string = (body) => body,
): Promise<Answer> {
  const body = reads(sent)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}${path.slice(PATH.length)}`,
      {
        method,
        headers: {
          ...headers,
          connection: 'keep-alive',
          ...(method !== 'GET' && { 'content-length': Buffer.byteLength(body) }),
        },
        agent,
      },
      async (response) => {
        let body = ''
        for await (const piece of response.setEncoding('utf8')) body += piece
        resolve({
          status: response.statusCode ?? 0,
          headers: { 'content-type': response.headers['content-type'] ?? '' },
          body,
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function write(
  response: ServerResponse,
  { status, headers, body: text, chunked, packed, delay }: Answer,
): Promise<void> {
  if (delay) await sleep(delay)
  const body = packed ? gzipSync(text) : Buffer.from(text)
  const all = { ...headers, ...(packed && { 'content-encoding': 'gzip' }) }
  response.writeHead(status, chunked ? all : { ...all, 'content-length': body.length })
  if (chunked) for (const piece of text.match(/.{1,700}/gs) ?? []) response.write(piece)
  response.end(chunked ? '' : body)
}
