import { plus, restOf, type Whole } from '../../contract/whole.ts'
import { ROWS_STEP } from '../../contract/wire.ts'
import type { Cause } from '../causes/cause.ts'
import { causes } from '../causes/causes.ts'
import { reason } from '../refusal.ts'
import {
  isBeyond64Bits,
  isMultiple,
  type NumberKind,
  numberKindsOf,
  numberSaid,
  readAs,
  readExactly,
  saturated,
} from './number-kinds.ts'
import {
  drop,
  type Odd,
  oneOf,
  overlook,
  type RawValue,
  type Reading,
  refuseValue,
  textOf,
} from './reading.ts'
import type { Settled } from './settled.ts'

const { query: cause } = causes

/** What was read of `page` or `rows`. */
export interface ReadNumber {
  /** Undefined for the default. */
  taken: Whole | undefined
  /** The number that was sent, whatever became of it. */
  sent: Whole | undefined
}

type Parameter = 'page' | 'rows'

const ABSENT: ReadNumber = { taken: undefined, sent: undefined }

export function readPage(raw: RawValue, reading: Reading): ReadNumber {
  if (raw === undefined) return ABSENT
  const { taken, sent } = readNumber('page', raw, reading)
  const page = withinLimit('page', taken, textOf(raw), reading)
  return { taken: page === undefined ? page : pageFrom(page, textOf(raw), reading), sent }
}

export function readRows(raw: RawValue, reading: Reading): ReadNumber {
  if (raw === undefined) return ABSENT
  const { taken, sent } = readNumber('rows', raw, reading)
  const rows = withinLimit('rows', taken, textOf(raw), reading)
  return { taken: rows === undefined ? rows : rowsFrom(rows, textOf(raw), reading), sent }
}

/** Reads a value as a number, of whatever size. */
function readNumber(key: Parameter, raw: string | string[], reading: Reading): ReadNumber {
  if (typeof raw === 'string') {
    const taken = readText(key, raw, reading)
    return { taken, sent: typeof taken === 'bigint' ? taken : numberSaid(raw) }
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
  ...(['padded', 'newline', 'plus', 'leading-zeros', 'point', 'exponent', 'large'] as const),
])

function readText(key: Parameter, text: string, reading: Reading): Whole | undefined {
  for (const ofText of numberKindsOf(text)) {
    const kind = ofText === 'huge' ? hugeKindOf(key, text) : ofText
    const cells: Partial<Pick<Settled['page'] & Settled['rows'], typeof kind>> = reading.settled[key]
    const choice = cells[kind] as NonNullable<(typeof cells)[typeof kind]>
    if (choice !== 'refuse' && choice !== 'absent') {
      if (choice === 'exact') return readExactly(text)
      if (choice === 'int32' || choice === 'int64') return saturated(text, choice)
      if (ofText === 'infinity' && choice === 'number') return Number(text)
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

function hugeKindOf(key: Parameter, text: string): 'huge' | 'huge-multiple' | 'beyond-64-bits' {
  if (key === 'rows') return isMultiple(text, ROWS_STEP) ? 'huge-multiple' : 'huge'
  return isBeyond64Bits(text) ? 'beyond-64-bits' : 'huge'
}

/** Refuses a number above the limit of its parameter, or takes the limit in its place. */
function withinLimit(
  key: Parameter,
  taken: Whole | undefined,
  value: string,
  reading: Reading,
): Whole | undefined {
  const { [key]: limit } = reading.profile.dialect.limits
  if (taken === undefined || limit === undefined || taken <= limit) return taken
  const odd: Odd = {
    row: key,
    kind: 'above-limit',
    cause: () => cause.aboveLimit(key, limit),
    reasons: [reason.above(key, limit)],
    slots: { value, limit },
  }
  const isCapped = key === 'page' && reading.settled.page['above-limit'] === 'cap'
  if (!isCapped) return refuseValue(reading, odd)
  overlook(reading, odd, `page ${limit} is sent`)
  return limit
}

function pageFrom(page: Whole, value: string, reading: Reading): Whole | undefined {
  if (page >= 1) return page
  const kind = page === 0 ? zeroOf(page) : 'negative'
  const choice = reading.settled.page[kind]
  const below: Odd = {
    row: 'page',
    kind,
    cause: () => cause.belowOne(choice),
    reasons: [reason.below('page', 1)],
    slots: { value, limit: 1 },
  }
  if (choice === 'refuse' || choice === 'absent') return drop(reading, choice, below)
  // The code for a page after the end explains what is sent.
  if (choice === 'beyond') return Number.MAX_SAFE_INTEGER
  const taken = choice === 'positive' ? positive(page) : 1
  overlook(reading, below, taken === 1 ? 'the first page is sent' : `page ${taken} is sent`)
  return taken
}

/** Returns a number below 1 without its sign; 1 for zero. */
function positive(below: Whole): Whole {
  return below < 0 ? -below : 1
}

function zeroOf(number: Whole): 'zero' | 'negative-zero' {
  return Object.is(number, -0) ? 'negative-zero' : 'zero'
}

/** Puts a number of rows above zero, then onto the grid, then below the maximum, as far as each is asked for. */
function rowsFrom(sent: Whole, value: string, reading: Reading): Whole | undefined {
  const above = sent >= 1 ? sent : rowsFromBelow(sent, value, reading)
  if (above === 0) return above
  const rows = above === undefined || isOnGrid(above) ? above : rowsOnGrid(above, value, reading)
  return rows === undefined ? undefined : rowsUpToMaximum(rows, value, reading)
}

function rowsFromBelow(sent: Whole, value: string, reading: Reading): Whole | undefined {
  const { settled } = reading
  const below = reason.below('rows', 1)
  const kind = sent === 0 ? zeroOf(sent) : isOnGrid(sent) ? 'negative' : 'negative-off-grid'
  const isOffGrid = settled.rows['off-grid'] === 'refuse' && !isOnGrid(sent)
  const choice = settled.rows[kind]
  const odd: Odd = {
    row: 'rows',
    kind,
    cause: () => offGrid(sent, choice),
    reasons: isOffGrid ? [below, reason.offGrid('rows', ROWS_STEP)] : [below],
    slots: { value, limit: 1 },
  }
  if (choice === 'refuse') return refuseValue(reading, odd)
  const taken = { absent: undefined, one: 1, positive: positive(sent), none: 0 }[choice]
  overlook(reading, odd, `${taken ?? ROWS_STEP} are sent`)
  return taken
}

/** The choices of `rowsOffGrid` by what they do with a number, where no table decides. */
const CHOICES: Readonly<Record<string, string>> = {
  down: 'round-down',
  up: 'round-up',
  absent: 'use-default',
  honour: 'honour',
  one: 'honour',
}

function offGrid(sent: Whole, treatment: string): Cause {
  return cause.rowsOffGrid(Number(sent), Number(nearestOnGrid(sent)), CHOICES[treatment] ?? treatment)
}

const ROUNDED: ReadonlySet<string> = new Set(['down', 'up', 'nearest'])

function rowsOnGrid(sent: Whole, value: string, reading: Reading): Whole | undefined {
  const { rowsMaximum } = reading.profile
  const isAbove = rowsMaximum !== null && sent > rowsMaximum
  const kind = isAbove ? 'above-off-grid' : sent < ROWS_STEP ? 'below-grid' : 'off-grid'
  const choice = reading.settled.rows[kind]
  const odd: Odd = {
    row: 'rows',
    kind,
    cause: () => offGrid(sent, choice),
    reasons: [reason.offGrid('rows', ROWS_STEP)],
    slots: { value, limit: ROWS_STEP },
  }
  if (choice === 'refuse') return refuseValue(reading, odd)
  // No multiple is near to infinity.
  if (choice === 'honour' || (sent === Number.POSITIVE_INFINITY && ROUNDED.has(choice))) return sent
  const rest = restOf(sent, ROWS_STEP)
  const down = sent < ROWS_STEP ? ROWS_STEP : plus(sent, -rest)
  const up = plus(sent, ROWS_STEP - rest)
  const capped = rowsMaximum ?? undefined
  const taken = { absent: undefined, down, up, nearest: nearestOnGrid(sent), capped }[choice]
  overlook(reading, odd, `${taken ?? ROWS_STEP} are sent`)
  return taken
}

function rowsUpToMaximum(rows: Whole, value: string, reading: Reading): Whole | undefined {
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
  if (choice === 'refuse') return refuseValue(reading, odd)
  overlook(reading, odd, `${choice === 'cap' ? rowsMaximum : ROWS_STEP} are sent`)
  return choice === 'cap' ? rowsMaximum : undefined
}

function isOnGrid(rows: Whole): boolean {
  return restOf(rows, ROWS_STEP) === 0
}

function nearestOnGrid(rows: Whole): Whole {
  if (rows < ROWS_STEP) return ROWS_STEP
  const rest = restOf(rows, ROWS_STEP)
  return plus(rows, rest * 2 < ROWS_STEP ? -rest : ROWS_STEP - rest)
}
