import type { Fault, FaultName, Slots } from '../contract/faults.ts'
import type { Profile, SortField } from '../contract/profile.ts'
import { ROWS_STEP } from '../contract/wire.ts'
import { countCharacters } from './characters.ts'

/** What a query asks for, after the profile settled its open points. */
export interface Question {
  page: number
  rows: number
  cpf: string | undefined
  nome: string | undefined
  /** Undefined for the default order. */
  sort: { by: SortField; descending: boolean } | undefined
  /** What is wrong with it: known parameters in the order of the interface, then unknown ones as they came. */
  faults: readonly Fault[]
  /** What was tolerated. */
  notes: readonly Fault[]
}

/** A value of a query: a text, or several if the parameter was repeated. */
type Value = string | string[] | undefined
type Known = 'page' | 'rows' | 'cpf' | 'nome' | 'sort'

/** The parameters of a query; an object without a prototype for those that the interface does not name. */
class Parameters {
  page: Value
  rows: Value
  cpf: Value
  nome: Value
  sort: Value
  others: Record<string, string | string[]> | undefined

  constructor(query: string) {
    for (const part of query.split('&')) {
      if (part === '') continue
      const at = part.indexOf('=')
      const name = decoded(at === -1 ? part : part.slice(0, at))
      this.#add(name, at === -1 ? '' : decoded(part.slice(at + 1)))
    }
  }

  #add(name: string, value: string): void {
    const known = NAMES.has(name)
    if (!known) this.others ??= Object.create(null) as Record<string, string | string[]>
    const all = (known ? this : this.others) as Record<string, Value>
    const before = all[name]
    if (before === undefined) all[name] = value
    // Copying the list for each value would take seconds for a name that is repeated often.
    else if (typeof before === 'object') before.push(value)
    else all[name] = [before, value]
  }
}

const NAMES: ReadonlySet<string> = new Set(['page', 'rows', 'cpf', 'nome', 'sort'] satisfies Known[])

/** What is not percent-encoded UTF-8 stays as it was sent. */
export function decoded(written: string): string {
  const text = written.includes('+') ? written.replaceAll('+', ' ') : written
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What was found in a query beside its values. */
class Found {
  readonly faults: Fault[] = []
  readonly notes: Fault[] = []

  refuse(name: FaultName, slots: Slots): undefined {
    this.faults.push({ name, slots })
  }

  tolerate(name: FaultName, slots: Slots): undefined {
    this.notes.push({ name, slots, tolerated: true })
  }

  judge(isRefused: boolean, name: FaultName, slots: Slots): undefined {
    if (isRefused) this.refuse(name, slots)
    else this.tolerate(name, slots)
  }
}

/** Numbers as joi reads them: decimal, with whitespace around them, not hexadecimal. */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i
const DIGITS = /^\d+$/
/** Digits with signs of a mask, or blanks, between or around them. */
const MASKED = /^(?=.*\d)[\d.\-\s]+$/s
const CPF_LENGTH = 11
/** What is left of escapes that are not UTF-8, or of a text that was not. */
const NOT_UTF_8 = /\uFFFD|%[\da-f]{2}/i

const onGridBy: Record<Profile['rowsOffGrid'], (rows: number) => number> = {
  refuse: (rows) => rows,
  'round-down': (rows) => Math.max(ROWS_STEP, rows - (rows % ROWS_STEP)),
  'round-up': (rows) => (rows < 1 ? ROWS_STEP : rows + ROWS_STEP - (rows % ROWS_STEP)),
  'use-default': () => ROWS_STEP,
  honour: (rows) => Math.max(1, rows),
}

/** Returns the reader of the query of `GET /pessoas` (clauses 4.1, 8): it gets what is behind the `?`. */
export function createReadQuery(profile: Profile): (query: string) => Question {
  const { rowsOffGrid, rowsMaximum, cpfMalformed, nomeMinimum, nomeMaximum, sortFields } = profile
  const count = countCharacters[profile.characters]
  const sorts = new Map(
    sortFields.flatMap((by) => [
      [by as string, { by, descending: false }],
      [`-${by}`, { by, descending: true }],
    ]),
  )

  /** @returns undefined for the default */
  function readInteger(key: 'page' | 'rows', raw: Value, found: Found): number | undefined {
    const value = typeof raw === 'string' && NUMBER.test(raw) ? Number(raw) : Number.NaN
    if (Number.isSafeInteger(value)) return value
    const name: FaultName = `${key}.${kindOfNumber(raw as string | string[], value)}`
    return found.judge(profile.notANumber === 'refuse', name, { key, value: raw })
  }

  function readPage(raw: Value, found: Found): number {
    const page = raw === undefined ? 1 : (readInteger('page', raw, found) ?? 1)
    if (page >= 1) return page
    const name = page < 0 ? 'page.negative' : 'page.zero'
    const slots = { key: 'page', value: raw, limit: 1, taken: 1 }
    found.judge(profile.pageBelowOne === 'refuse', name, slots)
    return 1
  }

  function readRows(raw: Value, found: Found): number {
    const sent = raw === undefined ? ROWS_STEP : (readInteger('rows', raw, found) ?? ROWS_STEP)
    const isOffGrid = sent % ROWS_STEP !== 0
    const rows = sent < 1 || isOffGrid ? onGridBy[rowsOffGrid](sent) : sent
    const slots = { key: 'rows', value: raw, limit: ROWS_STEP, nearest: nearestTo(sent), taken: rows }
    const below = sent < 0 ? 'rows.negative' : 'rows.zero'
    if (rowsOffGrid === 'refuse') {
      if (sent < 1) found.refuse(below, { ...slots, limit: 1 })
      if (isOffGrid) found.refuse('rows.off-grid', slots)
      if (sent < 1 || isOffGrid) return ROWS_STEP
    } else if (rows !== sent) found.tolerate(sent < 1 ? below : 'rows.off-grid', slots)
    if (rowsMaximum === null || rows <= rowsMaximum) return rows
    const above = { key: 'rows', value: raw, limit: rowsMaximum, taken: rowsMaximum }
    found.judge(profile.rowsAboveMaximum === 'refuse', 'rows.above-maximum', above)
    return rowsMaximum
  }

  /** @returns undefined if there is no text to search for or to sort by */
  function readText(key: 'cpf' | 'nome' | 'sort', raw: Value, found: Found): string | undefined {
    if (typeof raw === 'object') return found.refuse(`${key}.repeated`, { key, value: raw })
    if (raw !== '') return raw
    return found.judge(profile.emptyParameter === 'refuse', `${key}.empty`, { key, value: raw })
  }

  /** @returns the CPF to look for, which may be one that nobody has */
  function readCpf(raw: Value, found: Found): string | undefined {
    const text = readText('cpf', raw, found)
    if (text === undefined) return undefined
    const isMasked = !DIGITS.test(text) && MASKED.test(text)
    const cpf = isMasked && cpfMalformed === 'strip-mask' ? text.replace(/\D/g, '') : text
    const slots = { key: 'cpf', value: text, limit: CPF_LENGTH, length: cpf.length }
    if (!DIGITS.test(cpf)) {
      const name = isMasked ? 'cpf.masked' : 'cpf.word'
      if (cpfMalformed === 'refuse') return found.refuse(name, slots)
      found.tolerate(name, slots)
    } else if (cpf.length !== CPF_LENGTH) {
      const name = cpf.length < CPF_LENGTH ? 'cpf.short' : 'cpf.long'
      if (profile.cpfLength === 'eleven') return found.refuse(name, slots)
      found.tolerate(name, slots)
    }
    return cpf
  }

  function readNome(raw: Value, found: Found): string | undefined {
    const nome = readText('nome', raw, found)
    if (nome === undefined) return undefined
    if (NOT_UTF_8.test(nome)) found.notes.push({ name: 'nome.not-utf-8', slots: { key: 'nome' } })
    if (nomeMinimum === null && nomeMaximum === null) return nome
    const length = count(nome)
    const slots = { key: 'nome', value: nome, length }
    if (nomeMinimum !== null && length < nomeMinimum)
      return found.refuse('nome.short', { ...slots, limit: nomeMinimum })
    if (nomeMaximum !== null && length > nomeMaximum)
      return found.refuse('nome.long', { ...slots, limit: nomeMaximum })
    return nome
  }

  function readSort(raw: Value, found: Found): Question['sort'] {
    const text = readText('sort', raw, found)
    if (text === undefined) return undefined
    const sort = sorts.get(text)
    if (sort !== undefined) return sort
    const slots = { key: 'sort', value: text, choices: [...sorts.keys()].join(', ') }
    return found.judge(profile.sortUnknown === 'refuse', 'sort.unknown', slots)
  }

  return (query) => {
    const { page, rows, cpf, nome, sort, others } = new Parameters(query)
    const found = new Found()
    const question: Question = {
      page: page === undefined ? 1 : readPage(page, found),
      rows: rows === undefined ? ROWS_STEP : readRows(rows, found),
      cpf: cpf === undefined ? undefined : readCpf(cpf, found),
      nome: nome === undefined ? undefined : readNome(nome, found),
      sort: sort === undefined ? undefined : readSort(sort, found),
      faults: found.faults,
      notes: found.notes,
    }
    for (const key in others) {
      found.judge(profile.queryUnknown === 'refuse', 'query.unknown', { key, value: others[key] })
    }
    return question
  }
}

/** What a request without a query asks for. */
export const plainQuestion: Question = {
  page: 1,
  rows: ROWS_STEP,
  cpf: undefined,
  nome: undefined,
  sort: undefined,
  faults: [],
  notes: [],
}

function kindOfNumber(raw: string | string[], value: number) {
  if (typeof raw === 'object') return 'repeated'
  if (raw.trim() === '') return 'empty'
  if (Number.isNaN(value)) return 'word'
  return Number.isFinite(value) && !Number.isInteger(value) ? 'fraction' : 'huge'
}

function nearestTo(rows: number): number {
  return Math.max(1, Math.round(rows / ROWS_STEP)) * ROWS_STEP
}
