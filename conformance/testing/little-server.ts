import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jsonValue } from '../../src/contract/json-value.ts'

/** An answer of a little server: a status, a body as JSON or text, and headers. */
export interface Reply {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

export interface LittleServer {
  url: string
  /** Every request so far: method, path with query, headers, body. */
  seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
  close(): Promise<void>
}

/** Starts a server whose answers come from one function. */
export async function littleServer(
  answer: (request: LittleServer['seen'][number]) => Reply | Promise<Reply>,
): Promise<LittleServer> {
  const seen: LittleServer['seen'] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const asked = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    seen.push(asked)
    const { status = 200, body: sent, headers = {} } = await answer(asked)
    const isText = typeof sent === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
    response.end(isText ? sent : JSON.stringify(sent))
  })
  return { ...(await listening(server)), seen }
}

export interface LittlePerson {
  cpf: string
  nome: string
  atualizado_em: string
}

/** Returns persons with different CPFs and times, the last one the newest. */
export function littlePeople(count: number, nomeOf: (i: number) => string): LittlePerson[] {
  return Array.from({ length: count }, (_, i) => ({
    cpf: String(i * 104_729_003).padStart(11, '0'),
    nome: nomeOf(i),
    atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
  }))
}

/** The correct service in forty lines, which tests change to break it. */
export function littleService(people: readonly LittlePerson[], token: string, newestFirst = true) {
  const refusal = (status: number, error: string, message: string, validation?: object): Reply => ({
    status,
    body: { error, message, ...(validation && { validation }), status_code: status },
  })
  return ({ method, url, headers, body }: LittleServer['seen'][number]): Reply => {
    if (headers.authorization !== token) {
      return refusal(401, 'Unauthorized', 'Verifique o token e se o acesso foi habilitado.')
    }
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (method === 'POST' && pathname.startsWith('/relatorios/validar/')) {
      const sent = jsonValue(body) as Record<string, unknown> | undefined
      if (!sent) return refusal(400, 'Bad Request', 'no JSON object')
      const keys = Object.keys(sent).filter((key) => key !== 'aprovar' && key !== 'mensagem')
      if (typeof sent.aprovar !== 'boolean') keys.push('aprovar')
      if (typeof sent.mensagem !== 'string' || sent.mensagem.length < 25) keys.push('mensagem')
      if (keys.length === 0) return refusal(404, 'Not Found', 'Protocolo não encontrado.')
      const message = `child "payload" fails because ["${keys[0]}" is not allowed]`
      return refusal(400, 'Bad Request', message, { source: 'payload', keys })
    }
    const page = Number(searchParams.get('page') ?? 1)
    const rows = Number(searchParams.get('rows') ?? 25)
    const [cpf, nome] = [searchParams.get('cpf'), searchParams.get('nome')]
    const found = people.filter(
      (person) => (cpf === null || person.cpf === cpf) && (nome === null || person.nome.includes(nome)),
    )
    if (newestFirst) found.sort((a, b) => (a.atualizado_em < b.atualizado_em ? 1 : -1))
    const paginacao = { atual: page, linhas: rows, total: String(found.length) }
    const itens = found.slice((page - 1) * rows, page * rows)
    return { body: { result: { busca: nome ?? cpf ?? '', itens, paginacao }, status_code: 200 } }
  }
}

/** Starts a server on a free port. Its end waits for no connection. */
async function listening(server: Server): Promise<{ url: string; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
