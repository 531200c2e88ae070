import type { Profile, SortField } from '../contract/profile.ts'
import { type ListQuery, listQuerySchema, ROWS_STEP } from '../contract/wire.ts'
import type { BecauseOne } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { type Fault, reason, refusal } from './refusal.ts'

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
  | 'faults'
  | 'unknownKeyText'
>

const DIGITS = /^\d+$/
const { query: cause } = causes
const PARAMETERS = Object.keys(listQuerySchema.properties)

/** Hears of a cause, once a log asks for it. */
export type Note = (cause: BecauseOne) => void

/**
 * Reads the query of `GET /pessoas` (clause 4.1, 8).
 * @param note hears of what a knob overlooks
 * @throws {Refusal} 400 with the faults in the order of the schema, then unknown parameters as they came
 */
export function readListQuery(raw: RawQuery, knobs: Knobs, note: Note): ListQuestion {
  const faults: Fault[] = []
  const tell: Tell = {
    refuse: (key, cause, ...reasons) => void faults.push({ key, reasons, cause }),
    overlook: (cause, so) => note((known) => causes.query.overlooked(cause(known), so)),
  }

  const page = readPage(raw.page, knobs, tell) ?? 1
  const rows = readRows(raw.rows, knobs, tell) ?? ROWS_STEP
  const cpf = readCpf(readText('cpf', raw.cpf, knobs, tell), knobs, tell)
  const nome = readText('nome', raw.nome, knobs, tell)
  const sort = readSort(readText('sort', raw.sort, knobs, tell), knobs, tell)
  for (const key in raw) {
    if (Object.hasOwn(listQuerySchema.properties, key)) continue
    const unknown = whyUnknownParameter(key)
    if (knobs.queryUnknown === 'ignore') tell.overlook(unknown, 'it is ignored')
    else faults.push({ key, reasons: [reason.notAllowed(key)], unknown: true, cause: unknown })
  }
  if (nome !== undefined && (nome.includes('\uFFFD') || /%[\da-f]{2}/i.test(nome))) {
    note(() => cause.notUtf8('nome'))
  }
  if (faults.length > 0) throw refusal.invalid('query', faults, knobs)
  return { page, rows, cpf, nome, sort }
}

function whyUnknownParameter(key: string): BecauseOne {
  return (known) => {
    const name = key.replace(/^(amp;)+/, '')
    return name === key ? cause.unknownParameter(key, PARAMETERS, known) : cause.ampersand(name, known)
  }
}

/** Where a reader of a parameter says that it refuses it, or what else became of it. */
interface Tell {
  refuse(key: string, cause: BecauseOne, ...reasons: string[]): undefined
  overlook(cause: BecauseOne, so: string): void
}
type RawValue = string | string[] | undefined

function readPage(raw: RawValue, knobs: Knobs, tell: Tell): number | undefined {
  const page = readInteger('page', raw, knobs, tell)
  if (page === undefined || page >= 1) return page
  const below = () => cause.belowOne('page', 'pageBelowOne', 'use-first')
  if (knobs.pageBelowOne === 'refuse') return tell.refuse('page', below, reason.below('page', 1))
  tell.overlook(below, 'the first page is sent')
  return 1
}

function readRows(raw: RawValue, knobs: Knobs, tell: Tell): number | undefined {
  const { rowsOffGrid, rowsMaximum, rowsAboveMaximum } = knobs
  const sent = readInteger('rows', raw, knobs, tell)
  if (sent === undefined) return undefined
  let rows = sent
  if (rows < 1 || rows % ROWS_STEP !== 0) {
    const offGrid = () => cause.rowsOffGrid(sent, nearestOnGrid(sent))
    if (rowsOffGrid === 'refuse') {
      const below = rows < 1 ? [reason.below('rows', 1)] : []
      const reasons = rows % ROWS_STEP === 0 ? below : [...below, reason.offGrid('rows', ROWS_STEP)]
      return tell.refuse('rows', offGrid, ...reasons)
    }
    // Nothing can be served on fewer than one row, so that even who honours them has no better answer.
    rows = { 'use-default': ROWS_STEP, 'round-down': roundedDown(rows), honour: Math.max(1, rows) }[
      rowsOffGrid
    ]
    const served = rows
    if (rows !== sent) tell.overlook(offGrid, `${served} are sent`)
    if (rowsOffGrid === 'use-default') return rows
  }
  if (rowsMaximum === null || rows <= rowsMaximum) return rows
  const above = () => cause.rowsAboveMaximum(rowsMaximum)
  if (rowsAboveMaximum === 'refuse') return tell.refuse('rows', above, reason.above('rows', rowsMaximum))
  tell.overlook(above, `${rowsMaximum} are sent`)
  return rowsMaximum
}

function roundedDown(rows: number): number {
  return Math.max(ROWS_STEP, rows - (rows % ROWS_STEP))
}

function nearestOnGrid(rows: number): number {
  return Math.max(1, Math.round(rows / ROWS_STEP)) * ROWS_STEP
}

/** Numbers as the framework family reads them: decimal, with blanks around; hexadecimal is none. */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i

function readInteger(
  key: string,
  raw: RawValue,
  { notANumber }: Knobs,
  { refuse, overlook }: Tell,
): number | undefined {
  if (raw === undefined) return undefined
  const value = typeof raw === 'string' && NUMBER.test(raw) ? Number(raw) : Number.NaN
  if (Number.isSafeInteger(value)) return value
  const why = () => (Array.isArray(raw) ? cause.repeated(key, 'notANumber') : cause.notANumber(key))
  if (notANumber === 'use-default') {
    overlook(why, 'it is ignored')
    return undefined
  }
  const type = Math.abs(value) <= Number.MAX_SAFE_INTEGER ? 'an integer' : 'a number'
  return refuse(key, why, reason.type(key, type))
}

function readText(
  key: string,
  raw: RawValue,
  { emptyParameter }: Knobs,
  { refuse, overlook }: Tell,
): string | undefined {
  if (Array.isArray(raw)) return refuse(key, () => cause.repeated(key), reason.type(key, 'a string'))
  if (raw !== '') return raw
  const empty = () => cause.empty(key)
  if (emptyParameter === 'refuse') return refuse(key, empty, reason.empty(key))
  overlook(empty, 'it is ignored')
  return undefined
}

function readCpf(
  text: string | undefined,
  { cpfMalformed, cpfLength }: Knobs,
  { refuse, overlook }: Tell,
): string | undefined {
  if (text === undefined) return undefined
  const cpf = cpfMalformed === 'strip-mask' ? text.replace(/[.\-\s]/g, '') : text
  if (!DIGITS.test(cpf)) {
    if (cpfMalformed === 'refuse')
      return refuse('cpf', cause.cpfMalformed, reason.pattern('cpf', text, DIGITS))
    // What is not refused looks for a CPF that no person has.
    overlook(cause.cpfMalformed, 'it finds nobody')
    return cpf
  }
  const length = () => cause.cpfLength(cpf.length)
  if (cpf.length === 11) return cpf
  if (cpfLength === 'eleven') return refuse('cpf', length, reason.length('cpf', 11))
  overlook(length, 'it finds nobody')
  return cpf
}

function readSort(
  text: string | undefined,
  { sortFields, sortUnknown }: Knobs,
  { refuse, overlook }: Tell,
): ListQuestion['sort'] {
  if (text === undefined) return undefined
  const descending = text.startsWith('-')
  const by = sortFields.find((field) => field === (descending ? text.slice(1) : text))
  if (by !== undefined) return { by, descending }
  const unknown = () => cause.sortUnknown(sortFields)
  if (sortUnknown === 'ignore') {
    overlook(unknown, 'it is ignored')
    return undefined
  }
  const choices = sortFields.flatMap((field) => [field, `-${field}`])
  return refuse('sort', unknown, reason.oneOf('sort', choices))
}
