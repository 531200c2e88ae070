import type { Exchange } from '../client/exchange.ts'
import { numberOf, record } from './lists.ts'

/** How a list goes against the form that every list has. */
export interface FormatFault {
  expected: string
  actual: string
  exchange: Exchange
}

/** The rules that every list keeps, whatever was asked for, by the checks that tell of them. */
const rules = {
  'ENV-02': ({ response }) => {
    const body = record(response.json)
    if (response.json === undefined) return undefined
    if (!body) return ['the body is an object', `the body is ${kind(response.json)}`]
    if (!record(body.result)) return ['result is an object', `result is ${kind(body.result)}`]
    return body.status_code === 200
      ? undefined
      : ['status_code is the integer 200', `status_code is ${kind(body.status_code)}`]
  },
  'ENV-03': ({ response }) => {
    const result = record(record(response.json)?.result)
    if (!result) return undefined
    if (!Array.isArray(result.itens)) return ['itens is an array', `itens is ${kind(result.itens)}`]
    return record(result.paginacao)
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
      ? [`${linhas} persons at the most, as linhas says`, `${length} persons`]
      : undefined
  },
  'ITEM-01': (exchange) => {
    for (const item of itemsOf(exchange)) {
      for (const field of ['cpf', 'nome', 'atualizado_em']) {
        const value = record(item)?.[field]
        if (typeof value !== 'string') return [`${field} is a string`, `${field} is ${typeName(value)}`]
      }
    }
    return undefined
  },
  'ITEM-02': (exchange) => {
    const odd = textsOf(exchange, 'cpf').find((cpf) => !/^[0-9]+$/.test(cpf))
    return odd === undefined ? undefined : ['cpf holds digits and nothing else', `cpf ${shape(odd)}`]
  },
  'ITEM-04': (exchange) => {
    const odd = textsOf(exchange, 'atualizado_em').find((stamp) => !isInstant(stamp))
    if (odd === undefined) return undefined
    return ['YYYY-MM-DDTHH:MM:SS.mmm with Z or +00:00, an instant that there is', `atualizado_em ${odd}`]
  },
} satisfies Record<string, (exchange: Exchange) => [expected: string, actual: string] | undefined>

export type FormatRule = keyof typeof rules

/** Judges every list, and remembers the first one against each rule. */
export class Format {
  readonly faults = new Map<FormatRule, FormatFault>()
  lists = 0
  persons = 0

  /** @returns whether the list is remembered */
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

/** What rows off the grid are answered with is not shown. */
function isOnGrid({ question }: Exchange): boolean {
  const rows = question.query?.find(([name]) => name === 'rows')?.[1]
  return rows === undefined || Number(rows) % 25 === 0
}

function paginacaoOf({ response }: Exchange): Record<string, unknown> | undefined {
  return record(record(record(response.json)?.result)?.paginacao)
}

function itemsOf({ response }: Exchange): readonly unknown[] {
  const itens = record(record(response.json)?.result)?.itens
  return Array.isArray(itens) ? itens : []
}

function textsOf(exchange: Exchange, field: string): string[] {
  return itemsOf(exchange).flatMap((item) => {
    const value = record(item)?.[field]
    return typeof value === 'string' ? [value] : []
  })
}

/** So much of a string is worth looking at. */
const TEXT_SHOWN = 5_000

/** A value by its type, or itself where that is short: what is written of it is redacted. */
export function kind(value: unknown): string {
  const name = typeName(value)
  // What has words may name somebody whom nobody knows yet.
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

/** A text by what stands where: a digit is `d`, a letter `x`. */
function shape(text: string): string {
  return `of the form ${text
    .slice(0, 40)
    .replace(/\d/g, 'd')
    .replace(/[\p{L}\p{M}]/gu, 'x')}`
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)$/

/** A date such as 30 February is none. */
function isInstant(stamp: string): boolean {
  if (!STAMP.test(stamp)) return false
  const utc = stamp.replace('+00:00', 'Z')
  const time = Date.parse(utc)
  return !Number.isNaN(time) && new Date(time).toISOString() === utc
}
