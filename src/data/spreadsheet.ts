import { cpfFault } from './cpf-fault.ts'
import { inUtc, isLocal, readShown, readTime, type TimeZone, timeZoneOf } from './time.ts'

export const COLUMNS = ['nome', 'cpf', 'atualizado_em'] as const
export type Column = (typeof COLUMNS)[number]

/** UTF-8 that was decoded as windows-1252, and the replacement character. */
const MISREAD = /Ã[\u0080-\u00bf€ƒ‚„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u00a0-\u00bf]|\ufffd/u

const SENTENCES = {
  breaks: 'Names with a line break, which became a space',
  misread: 'Names with broken accents (Ã© for é; save the original file as UTF-8)',
  masks: 'CPFs with a mask, which was removed',
  zeros: 'CPFs without their leading zeros, which were restored',
  local: 'Times without a time zone, read as {zone}',
}
type Change = keyof typeof SENTENCES

/** Reads cells, undoes the changes that spreadsheets make to values, and counts them. */
export class CellReader {
  readonly #counts = new Map<Change, number>()
  /** Undefined if nobody named one; then local times are UTC. */
  readonly #zoneName: string | undefined
  readonly #zone: TimeZone | undefined

  /**
   * @param timeZone of times that name none: an IANA name or an offset
   * @throws {OptionError} for any other time zone
   */
  constructor(timeZone: string | undefined) {
    this.#zoneName = timeZone
    this.#zone = timeZone === undefined ? undefined : timeZoneOf(timeZone)
  }

  /** Returns the value of a cell; undefined for an empty one. */
  read(column: Column, cell: string): string | undefined {
    // Spreadsheets write a string of digits as a formula (="0123") or after an apostrophe.
    const text = cell
      .trim()
      .replace(/^="(.*)"$/s, '$1')
      .trim()
    if (text === '') return undefined
    if (column === 'nome') return this.#name(text)
    const bare = text.replace(/^'/, '')
    return column === 'cpf' ? this.#cpf(bare) : this.#time(bare)
  }

  /** Returns a sentence for each kind of change, with its count. */
  notices(): string[] {
    const zone = this.#zoneName ?? 'UTC (--time-zone names another)'
    return Object.entries(SENTENCES).flatMap(([what, sentence]) => {
      const count = this.#counts.get(what as Change)
      return count === undefined ? [] : [`${sentence.replace('{zone}', () => zone)}: ${count}.`]
    })
  }

  #count(what: Change): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  #name(text: string): string {
    if (MISREAD.test(text)) this.#count('misread')
    const line = text
      .split(/[\r\n]+/)
      .map((part) => part.trim())
      .join(' ')
    if (line !== text) this.#count('breaks')
    return line
  }

  /** Returns a CPF without its mask and with its leading zeros; other text is returned unchanged. */
  #cpf(text: string): string {
    // A leading sign is not part of a mask.
    if (/^[+\p{Pd}\u2212]/u.test(text)) return text
    const digits = text
      .replace(/^(\d+)[.,]0{1,2}$/, '$1')
      .replace(/[.,](?=\d{3}(?:[.,]|$))/g, '')
      .replace(/[.\p{Pd}/\s\p{Cf}\u2212'"]/gu, '')
    if (!/^\d{1,11}$/.test(digits)) return text
    const whole = digits.padStart(11, '0')
    const value = cpfFault(whole) ? digits : whole
    if (digits !== text) this.#count('masks')
    if (value !== digits) this.#count('zeros')
    return value
  }

  /** Returns a time in a form that fixtures accept; other text is returned unchanged. */
  #time(text: string): string {
    const shown = readShown(text)
    if (shown === undefined) return text
    if (!isLocal(shown)) return readTime(shown, 0) as string
    this.#count('local')
    // A local time may be beyond the years that a dataset can have.
    return (this.#zone && readTime(shown, 0, this.#zone)) ?? inUtc(shown)
  }
}
