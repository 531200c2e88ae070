import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../contract/dataset.ts'
import { defaultProfile } from '../contract/profile.ts'
import { type LongBody, longText, wholeOf } from '../service/body.ts'
import { createService } from '../service/service.ts'
import { TOKEN } from '../testing/world.ts'
import { worldOf } from '../world/in-memory.ts'
import { Backlog, type BacklogLimits } from './backlog.ts'
import { listen } from './listen.ts'
import { createHttpServer, createRouter } from './server.ts'

const test = suite('backlog')

function crowd(persons: number): Dataset {
  const pessoas = Array.from({ length: persons }, (_, i) => ({
    cpf: String(i * 7_919).padStart(11, '0'),
    nome: `Conceição ${i % 97} d'Ávila`,
  }))
  return {
    organizacoes: [{ id: 'a', nome: 'A', token: TOKEN }],
    pessoas,
    relatorios: pessoas.map(({ cpf }, i) => ({
      numero: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      organizacao: 'a',
      cpf,
      atualizado_em: new Date(Date.UTC(2025, 0, 1) + i * 60_000).toISOString(),
    })),
  }
}

/** More than the system keeps for a client that does not read. */
const LONG = 'x'.repeat(40_000_000)

/** A server whose handler answers with as many bytes as the path says. */
async function serving(
  limits: Partial<BacklogLimits>,
  use: (server: { port: number; asked: string[]; sockets: Set<Socket> }) => Promise<void>,
  handle?: (request: IncomingMessage, response: ServerResponse, backlog: Backlog) => void,
): Promise<void> {
  const backlog = new Backlog({ every: 20, ...limits })
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

test('no more is read of a connection while a request of it waits, and all of it is answered in the end', () => {
  let first: ServerResponse | undefined
  return serving(
    {},
    async ({ port, asked, sockets }) => {
      const socket = client(port, asking('/'))
      const times = 5_000
      const padding = 'x'.repeat(1_000)
      for (let i = 0; i < times; i++)
        socket.write(`GET /${i} HTTP/1.1\r\nhost: localhost\r\nx: ${padding}\r\n\r\n`)
      await until(() => first !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 200))
      const [server] = sockets
      assert.ok((server?.bytesRead as number) < 1_000_000, `${server?.bytesRead} bytes were read`)
      assert.equal(asked, ['/'])
      first?.end('first')
      await bytesOf(socket, (text) => text.includes(`answer /${times - 1}.`))
      assert.is(asked.length, times + 1)
      socket.destroy()
    },
    (request, response) => {
      if (first === undefined) first = response
      else response.end(`answer ${request.url}.`)
    },
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

test('a short answer that is not taken is cut off, too', () =>
  serving(
    { quiet: 200 },
    async ({ port, sockets }) => {
      const socket = client(port, asking('/'))
      await until(() => sockets.size === 1)
      await until(() => sockets.size === 0)
      socket.destroy()
    },
    (_, response) => void response.end(LONG),
  ))

test('beyond the limit of bytes everyone waits until those who take nothing are cut off', () =>
  serving({ bytes: 30_000_000, quietWhenFull: 500 }, async ({ port, asked, sockets }) => {
    const idle = [client(port, asking(`/${LONG.length}`)), client(port, asking(`/${LONG.length}`))]
    await until(() => asked.length === 2)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const [waiting, pipelined, gone] = [
      client(port, asking('/1')),
      client(port, asking('/2', '/3')),
      client(port, asking('/4')),
    ]
    await until(() => sockets.size === 5)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.is(asked.length, 2)
    const answers = [
      bytesOf(waiting, (text) => text.includes('short')),
      bytesOf(pipelined, (text) => text.split('short').length === 3),
    ]
    gone.destroy()
    for (const answer of await Promise.all(answers)) assert.match(answer, /200 OK[\s\S]*short/)
    for (const socket of [...idle, waiting, pipelined]) socket.destroy()
  }))

test('what closes while its long answer is sent is not counted any more', () =>
  serving(
    { bytes: 1_000_000 },
    async ({ port, asked, sockets }) => {
      const gone = client(port, asking('/gone'))
      await until(() => asked.length === 1 && sockets.size === 0)
      const next = client(port, asking('/next'))
      assert.match(await bytesOf(next, (text) => text.includes('short')), /short/)
      for (const socket of [gone, next]) socket.destroy()
    },
    ({ url }, response, backlog) => {
      if (url === '/next') return void response.end('short')
      const body = longText(LONG) as LongBody
      setImmediate(() => {
        response.write = () => {
          response.emit('close')
          return false
        }
        backlog.send(response, body)
        response.destroy()
      })
    },
  ))

test('an answer that is of no use any more waits for no turn', async () => {
  await new Backlog().turn({ destroyed: true } as ServerResponse)
})

test('a long answer waits until those who take nothing are cut off', () => {
  let isMade = false
  return serving(
    { bytes: 30_000_000, quietWhenFull: 500 },
    async ({ port, asked, sockets }) => {
      const idle = client(port, asking('/idle'))
      await until(() => asked.length === 1)
      const waiting = client(port, asking('/long'))
      await until(() => asked.length === 2)
      await new Promise((resolve) => setTimeout(resolve, 100))
      assert.is(isMade, false)
      assert.match(await bytesOf(waiting, (text) => text.includes('made')), /made/)
      assert.is(sockets.size, 1)
      for (const socket of [idle, waiting]) socket.destroy()
    },
    async ({ url }, response, backlog) => {
      if (url === '/idle') return void response.end(LONG)
      await backlog.turn(response)
      isMade = true
      response.end('made')
    },
  )
})

test('a client that goes away while its requests wait is forgotten', () => {
  let first: ServerResponse | undefined
  return serving(
    {},
    async ({ port, sockets, asked }) => {
      const socket = client(port, asking('/', '/', '/'))
      await until(() => first !== undefined)
      socket.resetAndDestroy()
      await new Promise((resolve) => setTimeout(resolve, 50))
      first?.end(LONG)
      await until(() => sockets.size === 0)
      await new Promise((resolve) => setTimeout(resolve, 100))
      assert.is(asked.length, 1)
    },
    (_, response) => {
      first = response
    },
  )
})

/** Many persons, so that a page of all of them is long. */
const everyone = () => worldOf(crowd(3_000))

test('a long page is the same as the short ones that it is made of, and ends where they do', async () => {
  const ask = createService(everyone(), defaultProfile)
  const itensOf = async (query: string) => {
    const { body } = await ask({ method: 'GET', url: `/pessoas?${query}`, headers: { authorization: TOKEN } })
    const text = wholeOf(body)
    assert.is(body.length, text.length)
    return JSON.parse(text).result.itens
  }
  const pages = [1, 2, 3].map((page) => itensOf(`rows=1000&sort=nome&page=${page}`))
  assert.equal(await itensOf('rows=3000&sort=nome'), (await Promise.all(pages)).flat())
  assert.equal(await itensOf('rows=3000&page=2'), [])
})

test('a pipeline of long pages is answered whole', async () => {
  const backlog = new Backlog({ every: 20 })
  const router = createRouter(createService(everyone(), defaultProfile), { backlog })
  const { urls, serve, close } = await listen({ port: 0, backlog })
  let gone: Socket | undefined
  const handler: typeof router.handler = (request, response) => {
    router.handler(request, response)
    if (gone === undefined) return
    gone = undefined
    // Its client goes away while it waits for its turn.
    setImmediate(() => setImmediate(() => response.destroy()))
  }
  await serve({ ...router, handler })
  const port = Number(new URL(urls[0]).port)
  const line = `GET /pessoas?rows=3000 HTTP/1.1\r\nhost: localhost\r\nauthorization: ${TOKEN}\r\n\r\n`
  gone = client(port, line.repeat(3))
  await until(() => gone === undefined)
  const socket = client(port, line.repeat(20))
  const text = await bytesOf(socket, (text) => text.split('"status_code":200}').length === 21)
  const answers = text.split(/HTTP\/1\.1 200 OK/).slice(1)
  assert.is(answers.length, 20)
  for (const answer of answers) {
    const { result } = JSON.parse(answer.split('\r\n\r\n')[1] as string)
    assert.equal([result.itens.length, result.paginacao.total], [3_000, '3000'])
  }
  socket.destroy()
  await close()
})

test.run()
