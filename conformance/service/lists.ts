import type { Exchange } from '../client/exchange.ts'

/** The query of a list, in the order in which it is sent; a list of values repeats a parameter. */
export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** A person as a list shows it, read so that a fault of one field does not hide the others. */
export interface Person {
  /** The digits of the CPF: who it is. Empty for an item that has none. */
  id: string
  nome: string
  /** `atualizado_em`. */
  stamp: string
  raw: Record<string, unknown>
}

/** An answer of `GET /pessoas`, read as far as it can be. */
export interface ListAnswer {
  exchange: Exchange
  status: number
  /** Undefined when the answer is no list: another status, no JSON, no `itens` or `paginacao`. */
  list: List | undefined
}

export interface List {
  exchange: Exchange
  result: Record<string, unknown>
  paginacao: Record<string, unknown>
  people: Person[]
  /** The number in `total`, whatever its type and form. */
  total: number | undefined
  /** The number in `linhas`, whatever its type. */
  linhas: number
}

/** The pages of one list, in order. */
export interface Pages {
  pages: List[]
  people: Person[]
  /** What the first page says. */
  total: number | undefined
  /** How many pages `total` announces. */
  announced: number
  /** Whether `--max-pages` kept some of them from being read. */
  capped: boolean
}

export function readList(exchange: Exchange): ListAnswer {
  const { status, json } = exchange.response
  const result = record(record(json)?.result)
  const paginacao = record(result?.paginacao)
  if (status !== 200 || result === undefined || paginacao === undefined || !Array.isArray(result.itens)) {
    return { exchange, status, list: undefined }
  }
  const people = result.itens.map((item) => {
    const raw = record(item)
    return raw ? readPerson(raw) : NOBODY
  })
  return {
    exchange,
    status,
    list: {
      exchange,
      result,
      paginacao,
      people,
      total: readTotal(paginacao.total),
      linhas: numberOf(paginacao.linhas),
    },
  }
}

/** What is read of an item that is no object: one for all, as there may be a million. */
const NOBODY: Person = { id: '', nome: '', stamp: '', raw: {} }

function readPerson(raw: Record<string, unknown>): Person {
  const { cpf, nome, atualizado_em } = raw
  return {
    id: typeof cpf === 'number' ? String(cpf).padStart(11, '0') : textOf(cpf).replace(/\D/g, ''),
    nome: typeof nome === 'string' ? nome : '',
    stamp: textOf(atualizado_em),
    raw,
  }
}

function readTotal(total: unknown): number | undefined {
  const digits = textOf(total).replace(/\D/g, '')
  return digits !== '' && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined
}

/** A text or a number as a text. An object has none of its own: the one that it brings along may be no function. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A number, or a text that is one; NaN for anything else. */
export function numberOf(value: unknown): number {
  const text = textOf(value)
  return text === '' ? Number.NaN : Number(text)
}

/** An object that is no array and not null. */
export function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
