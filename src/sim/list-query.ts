import type { Profile, SortField } from '../contract/profile.ts'
import { type ListQuery, listQuerySchema, ROWS_STEP } from '../contract/wire.ts'
import { type Fault, reason } from './refusal.ts'

/** A query as it came: each value a text, or several where a parameter was repeated. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>

/** What a query asks for once every open point of it is settled. */
export interface ListQuestion extends Pick<ListQuery, 'page' | 'rows'> {
  cpf: string | undefined
  nome: string | undefined
  /** Undefined for the default order. */
  sort: { by: SortField; descending: boolean } | undefined
}

type Knobs = Pick<
  Profile,
  | 'rowsOffGrid'
  | 'rowsMaximum'
  | 'rowsAboveMaximum'
  | 'pageBelowOne'
  | 'notANumber'
  | 'cpfMalformed'
  | 'cpfLength'
  | 'emptyParameter'
  | 'sortUnknown'
  | 'sortFields'
  | 'queryUnknown'
>

const DIGITS = /^\d+$/

/**
 * Reads the query of `GET /pessoas` (clause 4.1, 8).
 * @returns the question, or the faults in the order of the schema, then unknown parameters as they came
 */
export function readListQuery(raw: RawQuery, knobs: Knobs): ListQuestion | Fault[] {
  const faults: Fault[] = []
  const refuse = (key: string, ...reasons: string[]): undefined => {
    faults.push({ key, reasons })
  }

  const page = readPage(raw.page, knobs, refuse) ?? 1
  const rows = readRows(raw.rows, knobs, refuse) ?? ROWS_STEP
  const cpf = readCpf(readText('cpf', raw.cpf, knobs, refuse), knobs, refuse)
  const nome = readText('nome', raw.nome, knobs, refuse)
  const sort = readSort(readText('sort', raw.sort, knobs, refuse), knobs, refuse)
  if (knobs.queryUnknown === 'refuse') {
    for (const key in raw) {
      if (!Object.hasOwn(listQuerySchema.properties, key)) {
        faults.push({ key, reasons: [reason.notAllowed(key)], unknown: true })
      }
    }
  }
  return faults.length > 0 ? faults : { page, rows, cpf, nome, sort }
}

type Refuse = (key: string, ...reasons: string[]) => undefined
type RawValue = string | string[] | undefined

function readPage(raw: RawValue, { pageBelowOne, notANumber }: Knobs, refuse: Refuse): number | undefined {
  const page = readInteger('page', raw, notANumber, refuse)
  if (page === undefined || page >= 1) return page
  return pageBelowOne === 'use-first' ? 1 : refuse('page', reason.below('page', 1))
}

function readRows(raw: RawValue, knobs: Knobs, refuse: Refuse): number | undefined {
  const { rowsOffGrid, rowsMaximum, rowsAboveMaximum, notANumber } = knobs
  let rows = readInteger('rows', raw, notANumber, refuse)
  if (rows === undefined) return undefined
  if (rows < 1 || rows % ROWS_STEP !== 0) {
    if (rowsOffGrid === 'use-default') return undefined
    if (rowsOffGrid === 'refuse') {
      const below = rows < 1 ? [reason.below('rows', 1)] : []
      return refuse('rows', ...below, ...(rows % ROWS_STEP === 0 ? [] : [reason.offGrid('rows', ROWS_STEP)]))
    }
    if (rowsOffGrid === 'round-down') rows = Math.max(ROWS_STEP, rows - (rows % ROWS_STEP))
    // Nothing can be served on fewer than one row, so that even who honours them has no better answer.
    else rows = Math.max(1, rows)
  }
  if (rowsMaximum === null || rows <= rowsMaximum) return rows
  return rowsAboveMaximum === 'cap' ? rowsMaximum : refuse('rows', reason.above('rows', rowsMaximum))
}

/** Numbers as the framework family reads them: decimal, with blanks around; hexadecimal is none. */
const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

function readInteger(
  key: string,
  raw: RawValue,
  notANumber: Knobs['notANumber'],
  refuse: Refuse,
): number | undefined {
  if (raw === undefined) return undefined
  const value = typeof raw === 'string' && NUMBER.test(raw) ? Number(raw) : Number.NaN
  if (Number.isSafeInteger(value)) return value
  if (notANumber === 'use-default') return undefined
  return refuse(key, reason.type(key, Math.abs(value) <= Number.MAX_SAFE_INTEGER ? 'an integer' : 'a number'))
}

function readText(key: string, raw: RawValue, { emptyParameter }: Knobs, refuse: Refuse): string | undefined {
  if (Array.isArray(raw)) return refuse(key, reason.type(key, 'a string'))
  if (raw !== '') return raw
  return emptyParameter === 'as-absent' ? undefined : refuse(key, reason.empty(key))
}

function readCpf(text: string | undefined, knobs: Knobs, refuse: Refuse): string | undefined {
  if (text === undefined) return undefined
  const cpf = knobs.cpfMalformed === 'strip-mask' ? text.replace(/[.\-\s]/g, '') : text
  if (!DIGITS.test(cpf)) {
    // What is not refused looks for a CPF that no person has.
    return knobs.cpfMalformed === 'refuse' ? refuse('cpf', reason.pattern('cpf', text, DIGITS)) : cpf
  }
  if (knobs.cpfLength === 'eleven' && cpf.length !== 11) return refuse('cpf', reason.length('cpf', 11))
  return cpf
}

function readSort(text: string | undefined, knobs: Knobs, refuse: Refuse): ListQuestion['sort'] {
  if (text === undefined) return undefined
  const descending = text.startsWith('-')
  const by = knobs.sortFields.find((field) => field === (descending ? text.slice(1) : text))
  if (by !== undefined) return { by, descending }
  if (knobs.sortUnknown === 'ignore') return undefined
  return refuse(
    'sort',
    reason.oneOf(
      'sort',
      knobs.sortFields.flatMap((field) => [field, `-${field}`]),
    ),
  )
}
