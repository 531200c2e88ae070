import { connect, type Socket } from 'node:net'
import { cpu, type Served } from './servers.ts'

/** Connections that send one request after another; `next` returns the bytes of a request. */
export type Group = { connections: number; next(): string }

/** Answers a second to each group, microseconds of the server for an answer, and the shares of a core that were used. */
export type Load = { rates: number[]; cost: number; server: number; client: number }

/** A keep-alive connection that reads only the status and the length of an answer: a full client would be the limit. */
export class Connection {
  readonly #socket: Socket
  #missing = 0
  #done = () => {}

  constructor(url: string) {
    this.#socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), noDelay: true })
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('end', () => this.#socket.emit('error', new Error(`${url} closed a connection`)))
  }

  /** Sends a request and calls back after a 200; any other answer ends the run. */
  ask(request: string, done: () => void): void {
    this.#done = done
    this.#socket.write(request, 'latin1')
  }

  /** Returns the milliseconds that an answer took. */
  timed(request: string): Promise<number> {
    const begin = performance.now()
    return new Promise((resolve) => this.ask(request, () => resolve(performance.now() - begin)))
  }

  close(): void {
    this.#socket.destroy()
  }

  /** Every server here sends the head of an answer in one piece. */
  #read(chunk: Buffer): void {
    if (this.#missing === 0) {
      const text = chunk.toString('latin1')
      const head = /^HTTP\/1.1 200 .*?\r\ncontent-length: (\d+).*?\r\n\r\n/is.exec(text)
      if (head === null) throw new Error(text.slice(0, 500))
      this.#missing = head[0].length + Number(head[1]) - chunk.length
    } else this.#missing -= chunk.length
    if (this.#missing === 0) this.#done()
  }
}

/** Returns the bytes of a request; a body makes it a decision. */
export function requestOf(target: string, token: string, body?: string): string {
  const head = `${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\n`
  if (body === undefined) return `GET ${head}\r\n`
  return `POST ${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** Loads a server with all groups at once; any answer that is not a 200 ends the run. */
export async function load(server: Served, groups: readonly Group[], seconds: number): Promise<Load> {
  const clients = groups.flatMap(({ connections, next }, group) =>
    Array.from({ length: connections }, () => ({ group, next, connection: new Connection(server.url) })),
  )
  const answered = groups.map(() => 0)
  let isOver = false
  setTimeout(() => (isOver = true), seconds * 1000)
  const [begin, serverBefore, clientBefore] = [performance.now(), cpu(server.pid), process.cpuUsage()]
  const run = ({ group, next, connection }: (typeof clients)[0]) =>
    new Promise<void>((resolve) => {
      const step = () => {
        answered[group] = (answered[group] as number) + 1
        if (isOver) resolve()
        else connection.ask(next(), step)
      }
      connection.ask(next(), step)
    })
  await Promise.all(clients.map(run))
  const elapsed = performance.now() - begin
  const { user, system } = process.cpuUsage(clientBefore)
  const busy = cpu(server.pid) - serverBefore
  for (const { connection } of clients) connection.close()
  return {
    rates: answered.map((count) => (count / elapsed) * 1000),
    cost: busy / answered.reduce((sum, count) => sum + count),
    server: busy / elapsed / 1000,
    client: (user + system) / elapsed / 1000,
  }
}
