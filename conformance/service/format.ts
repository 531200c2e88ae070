import { ROWS_STEP } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { objectOf } from './lists.ts'

/** How a list violates the form that every list has. */
export interface FormatFault {
  expected: string
  actual: string
  exchange: Exchange
}

/** Judges one list; returns nothing if it keeps the rule. */
export type ListRule = (exchange: Exchange) => readonly [expected: string, actual: string] | undefined

/** Judges every list and keeps the first one that violates each rule. */
export class Format {
  readonly faults = new Map<string, FormatFault>()
  lists = 0
  persons = 0
  readonly #rules: ReadonlyMap<string, ListRule>

  /** @param rules by the ids of their checks */
  constructor(rules: ReadonlyMap<string, ListRule>) {
    this.#rules = rules
  }

  /** @returns whether the list is kept */
  judge(exchange: Exchange): boolean {
    if (exchange.response.status !== 200 || !isLegal(exchange)) return false
    const known = this.faults.size
    this.lists++
    this.persons += itemsOf(exchange).length
    for (const [rule, faultOf] of this.#rules) {
      if (this.faults.has(rule)) continue
      const fault = faultOf(exchange)
      if (fault) this.faults.set(rule, { expected: fault[0], actual: fault[1], exchange })
    }
    return this.faults.size > known
  }

  /** Returns the first fault of one list. */
  faultOf(exchange: Exchange): FormatFault | undefined {
    for (const faultOf of this.#rules.values()) {
      const fault = faultOf(exchange)
      if (fault) return { expected: fault[0], actual: fault[1], exchange }
    }
    return undefined
  }
}

const NUMBER = /^[1-9]\d{0,8}$/
/** Values to which the interface shows the answer. */
const LEGAL: Readonly<Record<string, RegExp>> = {
  page: NUMBER,
  rows: NUMBER,
  cpf: /^\d+$/,
  sort: /^-?(?:cpf|nome|atualizado_em)$/,
}

/** Returns whether the interface shows the answer to a query. */
export function isLegal({ question }: Exchange): boolean {
  return (question.query ?? []).every(
    ([name, value]) =>
      (LEGAL[name]?.test(value) ?? true) && (name !== 'rows' || Number(value) % ROWS_STEP === 0),
  )
}

export function paginacaoOf({ response }: Exchange): Record<string, unknown> | undefined {
  return objectOf(objectOf(objectOf(response.json)?.result)?.paginacao)
}

export function itemsOf({ response }: Exchange): readonly unknown[] {
  const itens = objectOf(objectOf(response.json)?.result)?.itens
  return Array.isArray(itens) ? itens : []
}

/** A longer string is never shown, so it is not searched for words. */
const TEXT_SHOWN = 5_000

/** Describes a value by its type and, if it is short, by itself. The report redacts it later. */
export function kind(value: unknown): string {
  const name = typeName(value)
  // A string with words may name a person whom the redactor does not know yet.
  if (typeof value === 'string' && (value.length > TEXT_SHOWN || /\p{L}{3}/u.test(value)))
    return `a string of ${value.length} characters`
  return typeof value === 'object' || value === undefined
    ? name
    : `the ${typeof value} ${JSON.stringify(value)}`
}

export function typeName(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
