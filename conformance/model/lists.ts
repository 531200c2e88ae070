import type { Exchange } from '../client/exchange.ts'

/** A person of a list. A fault in one field does not hide the other fields. */
export interface Person {
  /** The digits of the CPF, which identify the person; empty for an item without digits. */
  id: string
  nome: string
  stamp: string
  raw: Record<string, unknown>
}

/** An answer of `GET /pessoas`, parsed as far as possible. */
export interface ListAnswer {
  exchange: Exchange
  status: number
  /** Undefined if the answer is not a list: another status, invalid JSON, no `itens` or no `paginacao`. */
  list: List | undefined
}

export interface List {
  exchange: Exchange
  result: Record<string, unknown>
  paginacao: Record<string, unknown>
  people: Person[]
  /** The number in `total`, whatever its type and form. */
  total: number | undefined
  linhas: number
}

export function readList(exchange: Exchange): ListAnswer {
  const { status, json } = exchange.response
  const result = objectOf(objectOf(json)?.result)
  const paginacao = objectOf(result?.paginacao)
  if (status !== 200 || result === undefined || paginacao === undefined || !Array.isArray(result.itens))
    return { exchange, status, list: undefined }
  const people = result.itens.map((item) => {
    const raw = objectOf(item)
    return raw ? readPerson(raw) : NOBODY
  })
  const [total, linhas] = [readTotal(paginacao.total), numberOf(paginacao.linhas)]
  return { exchange, status, list: { exchange, result, paginacao, people, total, linhas } }
}

const CPF_DIGITS = 11

/** Stands for every item that is not an object: one shared value, because a list may have a million of them. */
const NOBODY: Person = { id: '', nome: '', stamp: '', raw: {} }

function readPerson(raw: Record<string, unknown>): Person {
  const { cpf, nome, atualizado_em } = raw
  return {
    id: typeof cpf === 'number' ? withZeros(String(cpf)) : textOf(cpf).replace(/\D/g, ''),
    nome: typeof nome === 'string' ? nome : '',
    stamp: textOf(atualizado_em),
    raw,
  }
}

/** Returns a CPF with the zeros with which it begins, which a service may lose. */
export function withZeros(id: string): string {
  return id.padStart(CPF_DIGITS, '0')
}

function readTotal(total: unknown): number | undefined {
  const digits = textOf(total).replace(/\D/g, '')
  return digits !== '' && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined
}

/** Returns a string or a number as a string, and an empty one for anything else: `{"toString":1}` would throw. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Returns a number, or the number in a string; NaN for anything else. */
export function numberOf(value: unknown): number {
  const text = textOf(value)
  return text === '' ? Number.NaN : Number(text)
}

export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

const LONGEST_SHOWN = 40

/** Describes a value by its type and, if it cannot name anybody, by itself. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  const isText = typeof value === 'string' && (value.length > LONGEST_SHOWN || /\p{L}{3}|\d{5}/u.test(value))
  return isText ? `a string of ${value.length} characters` : `the ${typeof value} ${JSON.stringify(value)}`
}
