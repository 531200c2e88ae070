// A client of the service with Node.js alone: PESSOAS_URL=… PESSOAS_TOKEN=… node pessoas.mjs REPORT
import { setTimeout as sleep } from 'node:timers/promises'

/** What the service answered in place of a result: its status, its message and the fields that it names. */
export class Refused extends Error {
  constructor(status, { message = `status ${status}`, validation = { keys: [] } }) {
    super(message)
    this.status = status
    this.keys = validation.keys
  }
}

export class Pessoas {
  constructor(url, token) {
    this.url = url
    this.headers = { authorization: token, 'content-type': 'application/json' }
  }

  async send(path, body, attempts = 3) {
    const decision = body && { method: 'POST', body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(this.url + path, { headers: this.headers, signal, ...decision })
    if (response.ok) return (await response.json()).result
    if (response.status === 429 && attempts > 1) {
      await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1))
      return this.send(path, body, attempts - 1)
    }
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    throw new Refused(response.status, isJson ? await response.json() : {})
  }

  list(query = {}) {
    return this.send(`/pessoas?${new URLSearchParams(query)}`)
  }

  /** Yields every person once, even if the list moves while it is read. */
  async *walk(query = {}) {
    const seen = new Set()
    for (let page = 1, isLast = false; !isLast; page++) {
      const { itens, paginacao } = await this.list({ ...query, page, rows: 50 })
      yield* itens.filter(({ cpf }) => !seen.has(cpf))
      for (const { cpf } of itens) seen.add(cpf)
      isLast = page * paginacao.linhas >= Number(paginacao.total)
    }
  }

  async decide(report, aprovar, mensagem) {
    const send = () => this.send(`/relatorios/validar/${encodeURIComponent(report)}`, { aprovar, mensagem })
    const { numero } = await send().catch((error) => {
      if (error instanceof Refused) throw error
      // It may have been recorded. The same decision once more changes nothing about it.
      return send()
    })
    return numero
  }
}

const { PESSOAS_URL: url, PESSOAS_TOKEN: token } = process.env
const [report, message] = [process.argv[2], 'Aprovado após conferência manual.']
if (!url || !token || !report) {
  console.error('usage: PESSOAS_URL=… PESSOAS_TOKEN=… node pessoas.mjs REPORT')
  process.exit(1)
}
const pessoas = new Pessoas(url, token)
const { itens, paginacao } = await pessoas.list({ rows: 25, sort: 'nome' })
console.log(`page 1: ${itens.length} of ${paginacao.total} persons, from ${itens[0].nome}`)
const named = async (query) => {
  const names = []
  for await (const { nome } of pessoas.walk(query)) names.push(nome)
  return names
}
console.log(`all pages: ${(await named()).length} persons`)
console.log(`joão: ${(await named({ nome: 'joão' })).join(', ')}`)
console.log(`approved: ${await pessoas.decide(report, true, message)}`)
for (const refused of [
  () => pessoas.decide(report, true, 'curta'),
  () => pessoas.decide('00000000-0000-4000-8000-000000000000', true, message),
  () => new Pessoas(url, 'wrong').list(),
])
  await refused().catch((error) => {
    if (!(error instanceof Refused)) throw error
    console.log(`${[error.status, ...error.keys].join(' ')}: ${error.message}`)
  })
