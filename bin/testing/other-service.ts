import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Dataset } from '../../src/index.ts'

/**
 * An independent implementation of the service: one organization, a bearer token, the oldest first, rows rounded down,
 * exact names, and many other choices that differ from the simulator's defaults. It shares no code with the simulator,
 * and no knob has its order of names.
 */
export class OtherService {
  readonly #people = new Map<string, { cpf: string; nome: string; at: number }>()
  readonly #reports = new Map<string, { mine: boolean; decided: boolean }>()
  readonly #token: string
  #server = createServer((request, response) => void this.#serve(request, response))

  constructor({ organizacoes, pessoas, relatorios }: Dataset) {
    const [own] = organizacoes as [Dataset['organizacoes'][0]]
    this.#token = own.token
    const names = new Map(pessoas.map(({ cpf, nome }) => [cpf, nome]))
    for (const { numero, organizacao, cpf, atualizado_em, aprovar } of relatorios) {
      const mine = organizacao === own.id
      this.#reports.set(numero.toLowerCase(), { mine, decided: aprovar !== undefined })
      if (!mine) continue
      const at = Math.max(Date.parse(atualizado_em), this.#people.get(cpf)?.at ?? 0)
      this.#people.set(cpf, { cpf, nome: names.get(cpf) as string, at })
    }
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v2`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const [status, body] = this.#answer(request, pathname, searchParams, Buffer.concat(chunks).toString())
    response.writeHead(status, { 'Content-Type': 'application/json', Server: 'outro/2.1' })
    response.end(JSON.stringify(body, null, 1))
  }

  #answer(request: IncomingMessage, path: string, query: URLSearchParams, text: string): [number, object] {
    const report = /^\/v2\/relatorios\/validar\/([^/]+)$/.exec(path)?.[1]
    const isList = path === '/v2/pessoas'
    if (!isList && report === undefined) return fail(404, 'Not Found', 'Caminho inexistente')
    if (request.method !== (isList ? 'GET' : 'POST'))
      return fail(405, 'Method Not Allowed', 'Método não permitido')
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token !== this.#token) {
      return fail(401, 'Unauthorized', 'Token recusado: verifique o token e se o acesso dele foi habilitado')
    }
    if (isList) return this.#list(query)
    // A number that cannot be decoded is unknown, like any other.
    const isBroken = /%(?![\da-f]{2})|%e0%a4$/i.test(report as string)
    return this.#decide(isBroken ? '' : decodeURIComponent(report as string), text)
  }

  #list(query: URLSearchParams): [number, object] {
    const whole = (name: string): number | undefined => {
      const text = query.get(name)?.trim() ?? ''
      const n = /^[+-]?\d+(\.\d*)?(e\+?\d+)?$/i.test(text) ? Number(text) : Number.NaN
      return query.getAll(name).length === 1 && Number.isSafeInteger(n) ? n : undefined
    }
    for (const name of ['cpf', 'nome', 'sort']) {
      if (query.getAll(name).length > 1) return invalid('query', [name], `"${name}" aparece mais de uma vez`)
    }
    const rows = Math.min(200, Math.max(25, Math.floor((whole('rows') ?? 25) / 25) * 25))
    const page = Math.max(1, whole('page') ?? 1)
    const cpf = query.get('cpf')?.replace(/[.\-\s]/g, '')
    const nome = query.get('nome') || undefined
    const sort = query.get('sort') || undefined
    const [, minus = '', field = ''] = /^(-?)(.*)$/s.exec(sort ?? '') ?? []
    if (sort && !['cpf', 'nome'].includes(field)) return invalid('query', ['sort'], 'Ordenação desconhecida')

    const found = [...this.#people.values()].filter(
      (person) => (!query.get('cpf') || person.cpf === cpf) && (nome === undefined || person.nome === nome),
    )
    const collator = new Intl.Collator('pt-BR', { ignorePunctuation: true })
    found.sort((a, b) => {
      const ties = a.cpf < b.cpf ? -1 : 1
      if (field === 'nome') return (minus ? -1 : 1) * collator.compare(a.nome, b.nome) || ties
      if (field === 'cpf') return minus ? -ties : ties
      return a.at - b.at || ties
    })
    const last = Math.max(1, Math.ceil(found.length / rows))
    if (page > last) return fail(404, 'Not Found', 'Página inexistente')
    const itens = found
      .slice((page - 1) * rows, page * rows)
      .map(({ at, nome, cpf }) => ({ atualizado_em: new Date(at).toISOString(), nome, cpf }))
    const paginacao = { total: `${found.length}`, linhas: rows, atual: page }
    return [200, { status_code: 200, result: { paginacao, itens, busca: nome ?? '' } }]
  }

  #decide(numero: string, text: string): [number, object] {
    let body: Record<string, unknown>
    try {
      body = text === '' ? null : JSON.parse(text)
      if (/"__proto__"\s*:/.test(text)) throw new SyntaxError()
    } catch {
      return fail(400, 'Bad Request', 'O corpo não é JSON')
    }
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(numero)) {
      return invalid('params', ['numero_do_relatorio'], 'Número de relatório malformado')
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return invalid('payload', ['value'], 'O corpo deve ser um objeto')
    }
    const { aprovar, mensagem, ...rest } = body
    if (typeof aprovar !== 'boolean' && aprovar !== 'true' && aprovar !== 'false') {
      return invalid('payload', ['aprovar'], 'aprovar deve ser booleano')
    }
    const length = typeof mensagem === 'string' ? [...mensagem].length : 0
    if (length < 25 || length > 500)
      return invalid('payload', ['mensagem'], 'mensagem deve ter de 25 a 500 letras')
    const [stranger] = Object.keys(rest)
    if (stranger !== undefined) return invalid('payload', [stranger], `"${stranger}" is not allowed`)

    const report = this.#reports.get(numero.toLowerCase())
    if (!report) return fail(404, 'Not Found', 'Nenhum protocolo foi encontrado com este número')
    if (!report.mine) return fail(403, 'Forbidden', 'Relatório de outra organização')
    if (report.decided) return fail(409, 'Conflict', 'Relatório já decidido')
    report.decided = true
    return [200, { status_code: 200, result: { numero } }]
  }
}

function fail(status_code: number, error: string, message: string, more: object = {}): [number, object] {
  return [status_code, { status_code, error, message, ...more }]
}

function invalid(source: string, keys: string[], message: string): [number, object] {
  return fail(400, 'Bad Request', message, { validation: { keys, source } })
}
