import { jsonValue } from '../../src/contract/json-value.ts'

/** An answer as it came, one character for each byte. */
export interface Answer {
  status: number
  head: string
  body: string
}

/** Cuts the bytes of a connection into answers. */
export class AnswerReader {
  #rest = ''
  /** Bytes without which there is nothing new to be seen. */
  #wanted = 0
  readonly #isHead: (answer: number) => boolean
  #count = 0

  /** @param isHead whether the nth request is one whose answer has no body */
  constructor(isHead: (answer: number) => boolean) {
    this.#isHead = isHead
  }

  /** Bytes that belong to no whole answer. */
  get rest(): string {
    return this.#rest
  }

  read(chunk: Buffer): Answer[] {
    this.#rest += chunk.toString('latin1')
    if (this.#rest.length < this.#wanted) return []
    const answers: Answer[] = []
    let at = 0
    for (;;) {
      const end = this.#rest.indexOf('\r\n\r\n', at)
      if (end === -1) break
      const head = this.#rest.slice(at, end)
      const status = Number(head.slice(9, 12))
      const isInterim = status >= 100 && status < 200
      const bodyless = isInterim || status === 204 || status === 304 || this.#isHead(this.#count)
      const from = end + 4
      const to = from + (bodyless ? 0 : lengthOf(head))
      if (this.#rest.length < to) {
        this.#wanted = to - at
        break
      }
      if (!isInterim) {
        answers.push({ status, head, body: this.#rest.slice(from, to) })
        this.#count++
      }
      at = to
      this.#wanted = 0
    }
    if (at > 0) this.#rest = this.#rest.slice(at)
    return answers
  }
}

function lengthOf(head: string): number {
  const at = head.toLowerCase().indexOf('\r\ncontent-length: ')
  return at === -1 ? 0 : Number.parseInt(head.slice(at + 18, at + 30), 10)
}

/** What no answer may hold: words of the house, of the framework, of Node and of stack traces. */
const INTERNAL = [
  '    at ',
  'node:',
  'node_modules',
  '.js:',
  '.ts:',
  'Error:',
  'FST_',
  'HPE_',
  'ERR_',
  'ECONN',
  '/dist/',
  process.cwd(),
]

/** What an answer betrays of the house, whatever it is the answer to; undefined is nothing. */
export function leakIn({ head, body }: Answer): string | undefined {
  const word = INTERNAL.find((word) => body.includes(word) || head.includes(word))
  if (word !== undefined) return word
  return /^(server|x-powered-by|via):/im.test(head) ? 'a header that names the software' : undefined
}

export function hasToken({ head, body }: Answer, tokens: readonly string[]): boolean {
  return tokens.some((token) => body.includes(token) || head.includes(token))
}

/** Why an answer is not in the envelope of the service (clauses 2.4 and 7); undefined when it is. */
export function envelopeFault({ status, head, body }: Answer): string | undefined {
  if (!head.startsWith('HTTP/1.1 ')) return 'no status line'
  if (!/\r\ncontent-type: application\/json; charset=utf-8\r\n/i.test(`${head}\r\n`))
    return 'another content-type'
  const json = jsonValue(Buffer.from(body, 'latin1').toString())
  if (json === undefined) return 'no JSON'
  const { status_code, ...rest } = (json ?? {}) as Record<string, unknown>
  if (status_code !== status) return `status_code ${status_code} in an answer with ${status}`
  if (status === 200) return isResult(rest) ? undefined : 'a result of another form'
  return isRefusal(rest) ? undefined : 'a refusal of another form'
}

function isResult({ result, ...others }: Record<string, unknown>): boolean {
  if (typeof result !== 'object' || result === null || Object.keys(others).length > 0) return false
  const { numero, busca, itens, paginacao, ...unknown } = result as Record<string, unknown>
  if (Object.keys(unknown).length > 0) return false
  if (typeof numero === 'string') return busca === undefined && itens === undefined
  const { atual, linhas, total } = (paginacao ?? {}) as Record<string, unknown>
  return (
    typeof busca === 'string' &&
    Array.isArray(itens) &&
    typeof atual === 'number' &&
    typeof linhas === 'number' &&
    typeof total === 'string'
  )
}

function isRefusal({ error, message, validation, ...others }: Record<string, unknown>): boolean {
  if (typeof error !== 'string' || typeof message !== 'string' || message === '') return false
  if (Object.keys(others).length > 0) return false
  if (validation === undefined) return true
  const { source, keys } = validation as Record<string, unknown>
  return typeof source === 'string' && Array.isArray(keys) && keys.every((key) => typeof key === 'string')
}
