import { ROWS_STEP } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { numberOf, objectOf } from './lists.ts'

/** How a list violates the form that every list has. */
export interface FormatFault {
  expected: string
  actual: string
  exchange: Exchange
}

/** The rules for every list, whatever the query, by the check that reports them. */
const rules = {
  'ENV-02': ({ response }) => {
    const body = objectOf(response.json)
    if (response.json === undefined) return undefined
    if (!body) return ['the body is an object', `the body is ${kind(response.json)}`]
    if (!objectOf(body.result)) return ['result is an object', `result is ${kind(body.result)}`]
    return body.status_code === 200
      ? undefined
      : ['status_code is the integer 200', `status_code is ${kind(body.status_code)}`]
  },
  'ENV-03': ({ response }) => {
    const result = objectOf(objectOf(response.json)?.result)
    if (!result) return undefined
    if (!Array.isArray(result.itens)) return ['itens is an array', `itens is ${kind(result.itens)}`]
    return objectOf(result.paginacao)
      ? undefined
      : ['paginacao is an object', `paginacao is ${kind(result.paginacao)}`]
  },
  'PAG-01': (exchange) => {
    const { atual, linhas } = paginacaoOf(exchange) ?? { atual: 1, linhas: 1 }
    if (!Number.isInteger(atual)) return ['atual is an integer', `atual is ${kind(atual)}`]
    return Number.isInteger(linhas) ? undefined : ['linhas is an integer', `linhas is ${kind(linhas)}`]
  },
  'PAG-02': (exchange) => {
    const { total } = paginacaoOf(exchange) ?? { total: '0' }
    if (typeof total !== 'string') return ['total is a string', `total is ${kind(total)}`]
    return /^\d+$/.test(total) ? undefined : ['total is digits', `total is ${kind(total)}`]
  },
  'PAG-05': (exchange) => {
    const linhas = numberOf(paginacaoOf(exchange)?.linhas)
    const { length } = itemsOf(exchange)
    return Number.isInteger(linhas) && length > linhas
      ? [`at most ${linhas} persons, as linhas says`, `${length} persons`]
      : undefined
  },
  'ITEM-01': (exchange) => {
    for (const item of itemsOf(exchange)) {
      for (const field of ['cpf', 'nome', 'atualizado_em']) {
        const value = objectOf(item)?.[field]
        if (typeof value !== 'string') return [`${field} is a string`, `${field} is ${typeName(value)}`]
      }
    }
    return undefined
  },
  'ITEM-02': (exchange) => {
    const odd = textsOf(exchange, 'cpf').find((cpf) => !/^[0-9]+$/.test(cpf))
    return odd === undefined ? undefined : ['cpf contains only digits', `cpf ${shape(odd)}`]
  },
  'ITEM-04': (exchange) => {
    const odd = textsOf(exchange, 'atualizado_em').find((stamp) => !isInstant(stamp))
    if (odd === undefined) return undefined
    return ['YYYY-MM-DDTHH:MM:SS.mmm with Z or +00:00, a date and time that exists', `atualizado_em ${odd}`]
  },
} satisfies Record<string, (exchange: Exchange) => [expected: string, actual: string] | undefined>

export type FormatRule = keyof typeof rules

/** Judges every list and keeps the first one that violates each rule. */
export class Format {
  readonly faults = new Map<FormatRule, FormatFault>()
  lists = 0
  persons = 0

  /** @returns whether the list is kept */
  judge(exchange: Exchange): boolean {
    if (exchange.response.status !== 200 || !isOnGrid(exchange)) return false
    const known = this.faults.size
    this.lists++
    this.persons += itemsOf(exchange).length
    for (const [rule, faultOf] of Object.entries(rules) as [FormatRule, (typeof rules)[FormatRule]][]) {
      if (this.faults.has(rule)) continue
      const fault = faultOf(exchange)
      if (fault) this.faults.set(rule, { expected: fault[0], actual: fault[1], exchange })
    }
    return this.faults.size > known
  }
}

/** Returns whether `rows` is a multiple of 25. The document does not show the answer to other values. */
function isOnGrid({ question }: Exchange): boolean {
  const rows = question.query?.find(([name]) => name === 'rows')?.[1]
  return rows === undefined || Number(rows) % ROWS_STEP === 0
}

function paginacaoOf({ response }: Exchange): Record<string, unknown> | undefined {
  return objectOf(objectOf(objectOf(response.json)?.result)?.paginacao)
}

function itemsOf({ response }: Exchange): readonly unknown[] {
  const itens = objectOf(objectOf(response.json)?.result)?.itens
  return Array.isArray(itens) ? itens : []
}

function textsOf(exchange: Exchange, field: string): string[] {
  return itemsOf(exchange).flatMap((item) => {
    const value = objectOf(item)?.[field]
    return typeof value === 'string' ? [value] : []
  })
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

function typeName(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Describes a string by its form: `d` for each digit, `x` for each letter. */
function shape(text: string): string {
  return `of the form ${text
    .slice(0, 40)
    .replace(/\d/g, 'd')
    .replace(/[\p{L}\p{M}]/gu, 'x')}`
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)$/

/** Returns whether a timestamp has the documented form and exists, unlike 30 February. */
function isInstant(stamp: string): boolean {
  if (!STAMP.test(stamp)) return false
  const utc = stamp.replace('+00:00', 'Z')
  const time = Date.parse(utc)
  return !Number.isNaN(time) && new Date(time).toISOString() === utc
}
