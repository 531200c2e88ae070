const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** An instant in the format of a dataset, but for 29 February: a fast path for large files. */
const PLAIN =
  /^\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?:(:\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|GMT|([+-](?:[01]\d|2[0-3])):?([0-5]\d)?))?)?$/
/** The range of years that four digits can express. */
const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * Returns the instant of a written time: a date, an instant as ISO 8601 or PostgreSQL writes it, or a relative time
 * (`-3d`). Digits beyond milliseconds are cut off; a time without a zone is UTC.
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970; undefined for any other text, and for a day that does not exist
 */
export function instantOf(text: string, now: number): number | undefined {
  if (PLAIN.test(text)) return Date.parse(text)
  const [, count, unit] = /^([+-]\d{1,6})([smhd])$/.exec(text) ?? []
  const time = unit === undefined ? readIso(text) : now + Number(count) * (UNITS[unit] as number)
  return time >= FIRST && time <= LAST ? time : undefined
}

/** Returns a written time in the format of a dataset; undefined as {@link instantOf}. */
export function readTime(text: string, now: number): string | undefined {
  const instant = instantOf(text, now)
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

function readIso(text: string): number {
  const parts = ISO.exec(text) ?? []
  const [, day, clock = '00:00', seconds = ':00', fraction = '', , hours, minutes = '00'] = parts
  if (day === undefined) return Number.NaN
  // Date.parse reads 30 February as 2 March.
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return Number.NaN
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  return Date.parse(`${day}T${clock}${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`)
}

/** Returns whether a text is a time that names no time zone, such as a date. */
export function isLocal(text: string): boolean {
  return !PLAIN.test(text) && !Number.isNaN(readIso(text)) && ISO.exec(text)?.[5] === undefined
}

/**
 * Converts a time as spreadsheets show it, 31/12/2025 14:30, to ISO 8601 in UTC. The day comes before the month.
 * @returns undefined for any other text
 */
export function readShown(text: string): string | undefined {
  const [, day = '', month = '', year = '', hour = '', rest] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,?[ T](\d{1,2})(:\d\d(?::\d\d)?))?$/.exec(text) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const iso = rest === undefined ? date : `${date}T${hour.padStart(2, '0')}${rest}Z`
  return readTime(iso, 0) && iso
}

/** Returns what is wrong with a time, and how to write it, without the time itself, which may be personal data. */
export function timeFault(text: string): string {
  const shown = readShown(text)
  if (shown !== undefined) return `is not in an accepted time format: write ${shown}`
  if (/^\d{1,6}[smhd]$/.test(text)) return `has no sign: write -${text}, or +${text} for a time in the future`
  if (ISO.test(text)) return 'is a day or an hour that does not exist'
  return 'is not a time: write 2026-01-31, 2026-01-31T12:00:00.000Z, or -3d, -2h, -30m'
}
