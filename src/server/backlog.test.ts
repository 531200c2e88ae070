import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type LongBody, longText } from '../service/body.ts'
import { Backlog } from './backlog.ts'
import { createHttpServer } from './server.ts'

const test = suite('backlog')

/** More than the system keeps for a client that does not read. */
const LONG = 'x'.repeat(16_000_000)

/** A server whose handler answers with as many bytes as the path says. */
async function serving(
  limits: { quiet?: number; bytes?: number },
  use: (server: { port: number; asked: string[]; sockets: Set<Socket> }) => Promise<void>,
  handle?: (request: IncomingMessage, response: ServerResponse, backlog: Backlog) => void,
): Promise<void> {
  const backlog = new Backlog(limits)
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const answer: RequestListener = (request, response) => {
    asked.push(request.url as string)
    if (handle) return handle(request, response, backlog)
    const body = longText(LONG.slice(0, Number(request.url?.slice(1))))
    if (body === undefined) response.end('short')
    else setImmediate(() => backlog.send(response, body))
  }
  const server = createHttpServer(answer, { backlog })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use({ port: (server.address() as { port: number }).port, asked, sockets })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const asking = (...paths: string[]) =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join('')

function client(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(bytes)
  return socket
}

async function until(claim: () => boolean): Promise<void> {
  const late = Date.now() + 30_000
  while (!claim()) {
    if (Date.now() > late) throw new Error(`it never came about: ${claim}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function bytesOf(socket: Socket, ended: (text: string) => boolean): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.resume()
  await until(() => ended(text) || socket.closed)
  return text
}

test('the requests of a connection are handed over one after another, each when the last was answered', () => {
  const answers: ServerResponse[] = []
  return serving(
    {},
    async ({ port, asked }) => {
      const socket = client(port, asking('/0', '/1', '/2'))
      for (let i = 0; i < 3; i++) {
        await until(() => answers.length > i)
        await new Promise((resolve) => setTimeout(resolve, 30))
        assert.equal(asked, ['/0', '/1', '/2'].slice(0, i + 1))
        answers[i]?.end(`answer ${i}`)
      }
      assert.match(
        await bytesOf(socket, (text) => text.includes('answer 2')),
        /answer 0[\s\S]*answer 1[\s\S]*answer 2/,
      )
      socket.destroy()
    },
    (_: IncomingMessage, response) => void answers.push(response),
  )
})

test('who takes nothing of an answer is cut off, who takes it slowly is not', () =>
  serving({ quiet: 500 }, async ({ port, sockets }) => {
    const idle = client(port, asking(`/${LONG.length}`))
    await until(() => sockets.size === 1)
    await until(() => sockets.size === 0)
    const slow = client(port, asking(`/${LONG.length}`))
    let taken = 0
    slow.on('data', (chunk) => {
      taken += chunk.length
      slow.pause()
      setTimeout(() => slow.resume(), 5)
    })
    slow.resume()
    await until(() => taken > LONG.length || slow.closed)
    assert.ok(taken > LONG.length, `cut off after ${taken} bytes`)
    slow.destroy()
    idle.destroy()
  }))

test('a long answer waits until those who take nothing are cut off, unless its client is gone', () =>
  serving(
    { bytes: 12_000_000, quiet: 500 },
    async ({ port, asked, sockets }) => {
      const idle = client(port, asking('/idle'))
      await until(() => asked.length === 1)
      const gone = client(port, asking('/gone'))
      await until(() => asked.length === 2)
      gone.destroy()
      const waiting = client(port, asking('/long'))
      const text = await bytesOf(waiting, (text) => text.includes('made'))
      assert.match(text, /made without idle/)
      assert.is(sockets.size, 1)
      for (const socket of [idle, waiting]) socket.destroy()
    },
    async ({ url, socket }, response, backlog) => {
      if (url === '/idle') {
        idle = socket
        return void setImmediate(() => backlog.send(response, longText(LONG) as LongBody))
      }
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      await backlog.turn(response)
      response.end(`made ${idle?.destroyed ? 'without' : 'beside'} idle`)
    },
  ))
let idle: Socket | undefined

test('a request that arrives while its connection ends is not taken, and those before it do no harm', () =>
  serving(
    {},
    async ({ port, asked }) => {
      const socket = client(port, asking('/last', '/behind'))
      await new Promise((resolve) => socket.resume().once('close', resolve))
      assert.equal(asked, ['/last'])
    },
    ({ socket }, response) => {
      // When its answer is finished, Node has begun to end the connection, and still reads.
      response.once('finish', () => socket.emit('data', Buffer.from(asking('/late'))))
      response.setHeader('connection', 'close').end()
    },
  ))

test.run()
