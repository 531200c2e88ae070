import { TextDecoder } from 'node:util'
import Papa from 'papaparse'
import { counted } from '../contract/counted.ts'
import { printable } from '../contract/printable.ts'
import { dateNow } from '../contract/real-globals.ts'
import { withoutAccents } from '../contract/without-accents.ts'
import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { HIDDEN, pathText } from '../operator/path-text.ts'
import { createPlacer } from '../operator/place.ts'
import { readBytes, textOf } from '../operator/read-text.ts'
import type { CheckOptions } from './check.ts'
import { cpfFault } from './cpf-fault.ts'
import { type PlacedFinding, shownKey } from './finding.ts'
import { bounds, type Fixture, type FixturePerson } from './fixture.ts'
import { checkValue } from './read-fixture.ts'
import { isLocal, readShown } from './time.ts'

export interface CsvFixture {
  /** Undefined if there is an error. */
  fixture?: Fixture
  /** The line numbers are those of the CSV file. */
  findings: PlacedFinding[]
  /** What was corrected or left out, a sentence each, safe to print on a terminal. */
  notices: string[]
}

export interface CsvOptions extends CheckOptions {
  /** Replace CPFs and names by generated ones of the same shape, so that an export of real people becomes a fixture. */
  anonymize?: boolean | undefined
  /** What generated values depend on; 1 by default. */
  seed?: number | undefined
}

const COLUMNS = ['nome', 'cpf', 'atualizado_em'] as const
const ADVICE = 'The first line must name the columns: cpf,nome,atualizado_em.'

/**
 * Converts a CSV file, or standard input for `-`, to a fixture. Its first line names the columns
 * `cpf,nome,atualizado_em` in any order; only `nome` is required. It undoes what spreadsheets do: semicolons, masks,
 * lost zeros, 31/12/2025 14:30 and windows-1252.
 * @throws {OperatorError} when the file cannot be read, or has no column nome
 */
export async function readCsv(file: string, options: CsvOptions = {}): Promise<CsvFixture> {
  const { anonymize: isAnonymized = false, seed } = options
  const { text, isLegacy } = textIn(file)
  const { rows, faults } = parse(text)
  const [heading, ...records] = rows
  const columns = (heading?.cells ?? []).map(columnOf)
  requireColumns(file, columns)
  const counts = new Map<string, number>()
  const pessoas = records.map(({ cells, line }): FixturePerson => {
    const person: FixturePerson = { nome: '' }
    for (const column of COLUMNS) {
      const value = read(column, cells[columns.indexOf(column)] ?? '', counts)
      if (value !== '') person[column] = value
    }
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      faults.push({
        line,
        message: 'has more cells than the first line: put a cell with a separator in quotes',
      })
    return person
  })

  const given = { ...(seed !== undefined && { semente: seed }), pessoas }
  const first = await checkValue(given, dateNow(), options)
  const isSound = faults.length === 0 && first.source !== undefined
  const made =
    isSound && isAnonymized ? (await import('./anonymize.ts')).anonymize(pessoas, seed ?? 1) : undefined
  const fixture = { ...given, ...(made && { pessoas: made.pessoas }) }
  const { findings } = made ? await checkValue(fixture, dateNow(), options) : first
  const lineOf = (record: number) => records[record]?.line ?? 1
  // Findings on a broken row only repeat its syntax error.
  const broken = new Set(faults.map(({ line }) => line))
  const placed = [
    ...faults.map((fault) => ({ file, severity: 'error' as const, rule: 'syntax', path: '', ...fault })),
    ...findings
      .map(({ path: [, record, ...inside], message, ...rest }) => ({
        ...{ file, line: lineOf(Number(record)), ...rest, path: pathText(inside) },
        message: message.replace(/pessoas\[(\d+)\]/, (_, other) => `line ${lineOf(Number(other))}`),
      }))
      .filter(({ line }) => !broken.has(line)),
  ].sort((a, b) => a.line - b.line)
  const others = columns.flatMap((name, i) =>
    name === '' || COLUMNS.some((column) => column === name) ? [] : [shownColumn(name, i)],
  )
  const notices = [
    ...(isLegacy ? ['It is not valid UTF-8, so it was read as windows-1252.'] : []),
    ...(others.length > 0 ? [`Columns left out: ${others.slice(0, 20).join(', ')}.`] : []),
    ...[...counts].map(([change, count]) => `${change}: ${count}.`),
    ...(made
      ? [
          `Replaced by generated ones (seed ${seed ?? 1}): ${counted(made.cpfs, 'CPF')} and ${counted(made.names, 'name')}. Times were kept.`,
        ]
      : []),
  ]
  return { findings: placed, notices, ...(isSound && { fixture }) }
}

/** Returns the name of a column as the documentation writes it: `Atualizado em` is atualizado_em. */
function columnOf(heading: string): string {
  const name = heading.trim().toLowerCase()
  const plain = withoutAccents(name).replace(/[\s_-]+/g, '_')
  return COLUMNS.find((column) => column === plain) ?? name
}

/** Returns the name of a column for a message, or which one it is: its name may be a person's. */
function shownColumn(name: string, i: number): string {
  return shownKey(name) === name ? name : `${HIDDEN} (#${i + 1})`
}

/** @throws {OperatorError} */
function requireColumns(file: string, columns: readonly string[]): void {
  const name = printable(file)
  if (columns.length === 0) throw new OperatorError(`${name} is empty. ${ADVICE}`)
  // Without a heading, the first line is a person, whose data must not appear in the message.
  const shown = columns.filter((column) => column !== '' && shownKey(column) === column)
  if (!columns.includes('nome'))
    throw new OperatorError(`${name} has no column nome${hint('nome', shown) || '.'} ${ADVICE}`)
  const twice = COLUMNS.find((column) => columns.indexOf(column) !== columns.lastIndexOf(column))
  if (twice !== undefined) throw new OperatorError(`${name} has the column ${twice} twice. Remove one.`)
}

/** Returns the value of a cell, empty for an empty one; undoes what spreadsheets do to it, and counts that. */
function read(column: (typeof COLUMNS)[number], cell: string, counts: Map<string, number>): string {
  const count = (change: string) => counts.set(change, (counts.get(change) ?? 0) + 1)
  // Spreadsheets write a string of digits as a formula (="0123") or after an apostrophe.
  const text = cell.trim().replace(/^(?:="(.*)"|'(.*))$/s, '$1$2')
  if (column === 'nome') {
    if (MISREAD.test(text)) count('Names with broken accents (Ã© for é; save the original file as UTF-8)')
    return text
      .split(/[\r\n]+/)
      .map((part) => part.trim())
      .join(' ')
  }
  if (column === 'cpf') {
    const digits = text.replace(/[.\p{Pd}/\s\p{Cf}]/gu, '')
    if (!/^\d{1,11}$/.test(digits) || text.startsWith('-')) return text
    if (digits !== text) count('CPFs with a mask, which was removed')
    const whole = digits.padStart(11, '0')
    if (whole === digits || cpfFault(whole)) return digits
    count('CPFs without their leading zeros, which were restored')
    return whole
  }
  const shown = readShown(text)
  if (text.includes(':') && (shown !== undefined || isLocal(text)))
    count('Times without a time zone, read as UTC')
  return shown ?? (text.includes(':') && isLocal(text) ? `${text.replace(' ', 'T')}Z` : text)
}

/** UTF-8 that was decoded as windows-1252, and the replacement character. */
const MISREAD = /Ã[\u0080-\u00bf€ƒ‚„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u00a0-\u00bf]|\ufffd/u

interface Row {
  line: number
  cells: string[]
}

function parse(text: string): { rows: Row[]; faults: { line: number; message: string }[] } {
  const placeAt = createPlacer(text)
  const rows: Row[] = []
  const faults: { line: number; message: string }[] = []
  let start = 0
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step: ({ data, errors: [fault], meta }, parser) => {
      const { line } = placeAt(start)
      start = meta.cursor
      if (data.every((cell) => cell.trim() === '')) return
      rows.push({ line, cells: data })
      if (fault) faults.push({ line, message: QUOTING[fault.code] as string })
      if (faults.length > bounds.findings) parser.abort()
    },
  })
  return { rows, faults }
}

/** Our messages for the quoting errors of Papa Parse. */
const QUOTING: Record<string, string> = {
  MissingQuotes:
    'opens a quote that is never closed, so the rest of the file is one cell: close it, or write "" for a quote inside a cell',
  InvalidQuotes: 'has text after a closing quote: write "" for a quote inside a cell',
}

/** Returns the most frequent delimiter in the first line; the guess of Papa Parse fails on short files. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.trimStart().split('\n', 1)
  const count = (delimiter: string) => heading.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

/** @throws {OperatorError} when the file cannot be read, or is a workbook */
function textIn(file: string): { text: string; isLegacy: boolean } {
  const path = file === '-' ? 0 : file
  const instead = 'Split it into several files.'
  const bytes = readBytes({ path, what: 'CSV file', most: bounds.bytes.csv, instead })
  if (/^(504b0304|d0cf11e0)/.test(bytes.toString('hex', 0, 4)))
    throw new OperatorError(
      `${printable(file)} is a workbook, not CSV. Save it as CSV in UTF-8 (File, Save As).`,
    )
  const text = textOf(bytes)
  return { text: text ?? new TextDecoder('windows-1252').decode(bytes), isLegacy: text === undefined }
}
