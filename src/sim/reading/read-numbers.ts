import { ROWS_STEP } from '../../contract/wire.ts'
import { causes } from '../causes/causes.ts'
import { reason } from '../refusal.ts'
import { isMultiple, type NumberKind, numberKindsOf, numberSaid, readAs } from './number-kinds.ts'
import { drop, type Odd, oneOf, overlook, type RawValue, type Reading, refuse, textOf } from './reading.ts'

const { query: cause } = causes

/** What was read of `page` or `rows`. */
export interface ReadNumber {
  /** Undefined for the default. */
  taken: number | undefined
  /** The number that was sent, whatever became of it. */
  sent: number | undefined
  /** All digits of a number that is taken, where JavaScript has not all of them. */
  digits?: string | undefined
}

type Parameter = 'page' | 'rows'

const ABSENT: ReadNumber = { taken: undefined, sent: undefined }

export function readPage(raw: RawValue, reading: Reading): ReadNumber {
  if (raw === undefined) return ABSENT
  const { taken, ...read } = readNumber('page', raw, reading)
  return settledTo(taken === undefined ? taken : pageFrom(taken, textOf(raw), reading), taken, read)
}

export function readRows(raw: RawValue, reading: Reading): ReadNumber {
  if (raw === undefined) return ABSENT
  const { taken, ...read } = readNumber('rows', raw, reading)
  return settledTo(taken === undefined ? taken : rowsFrom(taken, textOf(raw), reading), taken, read)
}

/** Returns what was read with the number that became of it, and its digits only if it is still the same. */
function settledTo(
  settled: number | undefined,
  taken: number | undefined,
  { sent, digits }: Omit<ReadNumber, 'taken'>,
): ReadNumber {
  return { taken: settled, sent, digits: settled === taken ? digits : undefined }
}

/** Reads a value as a number, of whatever size. */
function readNumber(key: Parameter, raw: string | string[], reading: Reading): ReadNumber {
  if (typeof raw === 'string') {
    const taken = readText(key, raw, reading)
    return {
      taken,
      sent: numberSaid(raw),
      digits: taken === undefined ? undefined : digitsOf(key, raw, reading),
    }
  }
  const choice = reading.settled[key].repeated
  if (choice === 'refuse' || choice === 'absent') {
    drop(reading, choice, {
      row: key,
      kind: 'repeated',
      cause: () => cause.repeated(key, 'notANumber'),
      reasons: [reason.type(key, 'a number')],
      slots: { value: textOf(raw), json: JSON.stringify(raw) },
    })
    return ABSENT
  }
  return readNumber(key, oneOf(raw, choice), reading)
}

/** Kinds that are whole numbers, or numbers in another spelling; what they say can still be of another kind. */
const SPELLED: ReadonlySet<NumberKind> = new Set([
  ...(['padded', 'plus', 'leading-zeros', 'point', 'exponent', 'large'] as const),
])

function readText(key: Parameter, text: string, reading: Reading): number | undefined {
  for (const ofText of numberKindsOf(text)) {
    const isHugeMultiple = key === 'rows' && ofText === 'huge' && isMultiple(text, ROWS_STEP)
    const kind = isHugeMultiple ? 'huge-multiple' : ofText
    const choice = isHugeMultiple ? reading.settled.rows['huge-multiple'] : reading.settled[key][ofText]
    if (choice !== 'refuse' && choice !== 'absent') {
      if (ofText === 'infinity' || choice === 'exact') return Number(text)
      if (choice !== 'integer' && SPELLED.has(ofText)) continue
      const number = readAs(text, choice)
      if (number !== undefined) return number
    }
    return drop(reading, choice === 'refuse' ? 'refuse' : 'absent', {
      row: key,
      kind,
      cause: () => cause.notANumber(key),
      reasons: [reason.type(key, kind === 'fraction' ? 'an integer' : 'a number')],
      slots: { value: text },
    })
  }
  return Number(text)
}

/** Returns the digits of a number above 2^53, where answers repeat all of them. */
function digitsOf(key: Parameter, text: string, { settled }: Reading): string | undefined {
  if (text.length < HUGE_DIGITS || !WHOLE.test(text)) return undefined
  const isMultipleOfRows = key === 'rows' && isMultiple(text, ROWS_STEP)
  const choice = isMultipleOfRows ? settled.rows['huge-multiple'] : settled[key].huge
  const isHuge = numberKindsOf(text).includes('huge')
  return isHuge && choice === 'exact' ? String(BigInt(text.trim().replace(/^\+/, ''))) : undefined
}

/** 2^53 has so many digits. */
const HUGE_DIGITS = 16
const WHOLE = /^\s*[+-]?\d{1,400}\s*$/

function pageFrom(page: number, value: string, reading: Reading): number | undefined {
  if (page >= 1) return page
  const kind = page === 0 ? zeroOf(page) : 'negative'
  const below: Odd = {
    row: 'page',
    kind,
    cause: () => cause.belowOne('page', 'pageBelowOne', 'use-first'),
    reasons: [reason.below('page', 1)],
    slots: { value, limit: 1 },
  }
  const choice = reading.settled.page[kind]
  if (choice === 'refuse' || choice === 'absent') return drop(reading, choice, below)
  const taken = choice === 'positive' ? Math.max(1, -page) : 1
  overlook(reading, below, taken === 1 ? 'the first page is sent' : `page ${taken} is sent`)
  return taken
}

function zeroOf(number: number): 'zero' | 'negative-zero' {
  return Object.is(number, -0) ? 'negative-zero' : 'zero'
}

/** Puts a number of rows above zero, then onto the grid, then below the maximum, as far as each is asked for. */
function rowsFrom(sent: number, value: string, reading: Reading): number | undefined {
  const above = sent >= 1 ? sent : rowsFromBelow(sent, value, reading)
  const rows = above === undefined || above % ROWS_STEP === 0 ? above : rowsOnGrid(above, value, reading)
  return rows === undefined ? undefined : rowsUpToMaximum(rows, value, reading)
}

function rowsFromBelow(sent: number, value: string, reading: Reading): number | undefined {
  const { settled } = reading
  const below = reason.below('rows', 1)
  const kind = sent === 0 ? zeroOf(sent) : sent % ROWS_STEP === 0 ? 'negative' : 'negative-off-grid'
  const isOffGrid = settled.rows['off-grid'] === 'refuse' && sent % ROWS_STEP !== 0
  const odd: Odd = {
    row: 'rows',
    kind,
    cause: () => cause.rowsOffGrid(sent, nearestOnGrid(sent)),
    reasons: isOffGrid ? [below, reason.offGrid('rows', ROWS_STEP)] : [below],
    slots: { value, limit: 1 },
  }
  const choice = settled.rows[kind]
  if (choice === 'refuse') return refuse(reading, odd)
  const taken = { absent: undefined, one: 1, positive: Math.max(1, -sent) }[choice]
  overlook(reading, odd, `${taken ?? ROWS_STEP} are sent`)
  return taken
}

function rowsOnGrid(sent: number, value: string, reading: Reading): number | undefined {
  const { rowsMaximum } = reading.profile
  const kind = sent < ROWS_STEP ? 'below-grid' : 'off-grid'
  // Some services tell both faults, or the other one first.
  const isAbove =
    rowsMaximum !== null && sent > rowsMaximum && reading.settled.rows['above-maximum'] === 'refuse'
  const odd: Odd = {
    row: 'rows',
    kind: isAbove ? 'above-off-grid' : kind,
    cause: () => cause.rowsOffGrid(sent, nearestOnGrid(sent)),
    reasons: [reason.offGrid('rows', ROWS_STEP)],
    slots: { value, limit: ROWS_STEP },
  }
  const choice = reading.settled.rows[kind]
  if (choice === 'refuse') return refuse(reading, odd)
  // No multiple is near to infinity.
  if (choice === 'honour' || (sent === Number.POSITIVE_INFINITY && choice !== 'absent')) return sent
  const down = Math.max(ROWS_STEP, sent - (sent % ROWS_STEP))
  const up = Math.ceil(sent / ROWS_STEP) * ROWS_STEP
  const taken = { absent: undefined, down, up, nearest: nearestOnGrid(sent) }[choice]
  overlook(reading, odd, `${taken ?? ROWS_STEP} are sent`)
  return taken
}

function rowsUpToMaximum(rows: number, value: string, reading: Reading): number | undefined {
  const { rowsMaximum } = reading.profile
  if (rowsMaximum === null || rows <= rowsMaximum) return rows
  const odd: Odd = {
    row: 'rows',
    kind: 'above-maximum',
    cause: () => cause.rowsAboveMaximum(rowsMaximum),
    reasons: [reason.above('rows', rowsMaximum)],
    slots: { value, limit: rowsMaximum },
  }
  const choice = reading.settled.rows['above-maximum']
  if (choice === 'refuse') return refuse(reading, odd)
  overlook(reading, odd, `${choice === 'cap' ? rowsMaximum : ROWS_STEP} are sent`)
  return choice === 'cap' ? rowsMaximum : undefined
}

function nearestOnGrid(rows: number): number {
  return Math.max(1, Math.round(rows / ROWS_STEP)) * ROWS_STEP
}
