import { printableValue } from '../contract/printable.ts'
import { OptionError } from '../operator/operator-error.ts'

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** An instant in the format of a dataset on a day that every month has: a fast path for large files. */
const PLAIN = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
/** The range of years that four digits can express. */
const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** Returns the instant at which clocks in a time zone show a local time; both are milliseconds since 1970. */
export type TimeZone = (local: number) => number

const UTC: TimeZone = (local) => local

/**
 * Returns the instant of a written time: a date, an instant as ISO 8601 or PostgreSQL writes it, or a relative time
 * (`-3d`). Digits beyond milliseconds are cut off.
 * @param now milliseconds since 1970
 * @param zone of a time that names none
 * @returns milliseconds since 1970; undefined for any other text, and for a day that does not exist
 */
export function instantOf(text: string, now: number, zone = UTC): number | undefined {
  if (PLAIN.test(text)) return Date.parse(text)
  const time = readRelative(text, now) ?? readIso(text, zone)
  return time !== undefined && time >= FIRST && time <= LAST ? time : undefined
}

/** Returns a written time in the format of a dataset; undefined as {@link instantOf}. */
export function readTime(text: string, now: number, zone = UTC): string | undefined {
  const instant = instantOf(text, now, zone)
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

function readRelative(text: string, now: number): number | undefined {
  const relative = /^([+-]\d{1,6})([smhd])$/.exec(text)
  return relative ? now + Number(relative[1]) * (UNITS[relative[2] as string] as number) : undefined
}

const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)(?:[.,](\d{1,9}))?)?( ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/

function readIso(text: string, zone: TimeZone): number | undefined {
  const [, day, clock = '00:00', seconds = ':00', fraction = '', offset] = ISO.exec(text) ?? []
  if (day === undefined) return undefined
  // Date.parse reads 30 February as 2 March.
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
  const local = Date.parse(`${day}T${clock}${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  const instant = offset === undefined ? zone : offsetZone(offset.trim())
  return isDay && !Number.isNaN(local) ? instant?.(local) : undefined
}

/** Returns whether a text is a time that names no time zone, such as a date. */
export function isLocal(text: string): boolean {
  return !PLAIN.test(text) && readIso(text, UTC) !== undefined && ISO.exec(text)?.[5] === undefined
}

/** Returns the time zone of `Z`, `-03`, `-0300` or `-03:00`; undefined for any other text. */
function offsetZone(text: string): TimeZone | undefined {
  if (/^(Z|UTC|GMT)$/.test(text)) return UTC
  const [, sign, hours, minutes = '00'] = /^([+-])([01]\d|2[0-3]):?([0-5]\d)?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const ahead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return (local) => local - ahead
}

/**
 * Returns a time zone by its IANA name or its offset from UTC.
 * @throws {OptionError} for any other text
 */
export function timeZoneOf(name: string): TimeZone {
  const fixed = offsetZone(name)
  if (fixed !== undefined) return fixed
  let clock: Intl.DateTimeFormat
  try {
    clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: name })
  } catch {
    const fault = `must be a name such as America/Sao_Paulo or an offset such as -03:00, not ${printableValue(name)}.`
    throw new OptionError(`timeZone ${fault}`, `--time-zone ${fault}`)
  }
  // Swedish dates are ISO 8601.
  const shownAt = (instant: number) => Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`)
  const ahead = (instant: number) => shownAt(instant) - Math.floor(instant / 1000) * 1000
  // Twice, because the offset may change between the two instants.
  return (local) => local - ahead(local - ahead(local))
}

/**
 * Converts a time as spreadsheets and databases show it to ISO 8601. The day comes before the month, and a year of two
 * digits is in this century.
 * @returns undefined for any other text; a text without a time zone if the time has none
 */
export function readShown(given: string): string | undefined {
  const text = withMonthNumber(given)
  const [, first = '', month = '', last = '', hour = '', rest = ''] =
    /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:,?[ T](\d{1,2})(:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?))?$/.exec(
      text,
    ) ?? []
  const [year, day] = first.length === 4 ? [first, last] : [last, first]
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const iso = hour === '' ? date : `${date}T${hour.padStart(2, '0')}${rest}`
  return [iso, text].find((one) => readTime(one, 0) !== undefined && !readRelative(one, 0))
}

/** Returns a time of {@link readShown} as ISO 8601 with a time zone, or as a date. */
export function inUtc(iso: string): string {
  if (/^[\d-]+$/.test(iso)) return iso
  return /T\d\d:\d\d(:\d\d)?$/.test(iso) ? `${iso}Z` : (readTime(iso, 0) as string)
}

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

/** Converts `31-dez-25` and `31 de dezembro de 25` to `31/12/25`, because spreadsheets write names of months. */
function withMonthNumber(text: string): string {
  const named = /^(\d{1,2})(?:[/.-]| (?:de )?)([a-zç]{3,9})\.?(?:[/.-]| (?:de )?)(?=\d)/i
  return text.replace(named, (whole, day, word: string) => {
    const month = MONTHS.findIndex((name) => name.startsWith(word.toLowerCase()))
    return month === -1 ? whole : `${day}/${month + 1}/`
  })
}

/** Returns what is wrong with a time, and how to write it, without the time itself, which may be personal data. */
export function timeFault(text: string): string {
  const shown = readShown(text)
  if (shown !== undefined) return `is not in an accepted time format: write ${inUtc(shown)}`
  if (/^\d{1,6}[smhd]$/.test(text)) return `has no sign: write -${text}, or +${text} for a time in the future`
  if (ISO.test(text)) return 'is a day or an hour that does not exist'
  // 12/31/2025
  const swapped = readShown(text.replace(/^(\d{1,2})([/.-])(\d{1,2})/, '$3$2$1'))
  if (swapped === undefined)
    return 'is not a time: write 2026-01-31, 2026-01-31T12:00:00.000Z, or -3d, -2h, -30m'
  return `has no valid month, because the day comes first: write ${inUtc(swapped)} if the month came first`
}
