import { isUtf8 } from 'node:buffer'
import Papa from 'papaparse'
import { counted } from '../contract/counted.ts'
import { printable } from '../contract/printable.ts'
import { dateNow } from '../contract/real-globals.ts'
import { hint } from '../operator/hint.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { pathText } from '../operator/path-text.ts'
import { createPlacer } from '../operator/place.ts'
import { decoded, decodeUtf16, isUtf16, readBytes } from '../operator/read-text.ts'
import type { Anonymized } from './anonymize.ts'
import type { CheckOptions } from './check.ts'
import { type PlacedFinding, shownKey } from './finding.ts'
import { bounds, type Fixture, type FixturePerson } from './fixture.ts'
import { checkValue } from './read-fixture.ts'
import { CellReader, COLUMNS, type Column } from './spreadsheet.ts'

export interface CsvFixture {
  /** Undefined if there is an error. */
  fixture?: Fixture
  /** The line numbers are those of the CSV file. */
  findings: PlacedFinding[]
  /** What was corrected or left out, a sentence each, safe to print on a terminal. */
  notices: string[]
}

export interface CsvOptions extends CheckOptions {
  /** The time zone of times that name none: an IANA name or an offset such as -03:00; UTC by default. */
  timeZone?: string | undefined
  /** Replace CPFs and names by generated ones of the same shape, so that an export of real people becomes a fixture. */
  anonymize?: boolean | undefined
  /** What generated values depend on; 1 by default. */
  seed?: number | undefined
}

const SPLIT = 'Split it into several files.'
const ADVICE = 'The first line must name the columns: cpf,nome,atualizado_em.'
const PERSONS_MAXIMUM = 1_000_000

/**
 * Converts a CSV file, or standard input for `-`, to a fixture. Its first line names the columns
 * `cpf,nome,atualizado_em` in any order; only `nome` is required. It undoes what spreadsheets do: semicolons, masks,
 * lost zeros, 31/12/2025 14:30 and windows-1252.
 * @throws {OperatorError} when the file cannot be read, or has no column nome
 */
export async function readCsv(file: string, options: CsvOptions = {}): Promise<CsvFixture> {
  const { timeZone, anonymize: isAnonymized = false, seed } = options
  const reader = new CellReader(timeZone)
  const path = file === '-' ? 0 : file
  const bytes = readBytes({ path, what: 'CSV file', most: bounds.bytes.csv, instead: SPLIT })
  const { text, isLegacy } = decode(bytes, file)
  const { rows, offsets, faults, separator } = parse(text)
  const placeAt = createPlacer(text)
  const lineOf = (row: number) => placeAt(offsets[row] as number).line
  const [heading = [], ...records] = rows
  if (records.length > PERSONS_MAXIMUM)
    throw new OperatorError(
      `${printable(file)} has more than ${PERSONS_MAXIMUM} persons, which is the maximum. ${SPLIT}`,
    )
  const columns = columnsOf(heading)
  requireColumns(file, columns, heading)

  const pessoas = records.map((record, i): FixturePerson => {
    const person: FixturePerson = { nome: '' }
    for (const column of COLUMNS) {
      const value = reader.read(column, record[columns.indexOf(column)] ?? '')
      if (value !== undefined) person[column] = value
    }
    if (record.slice(columns.length).some((cell) => cell.trim() !== '')) {
      const message = `has more cells than the first line: put a cell that contains a ${separator.replace(/s$/, '')} in quotes`
      faults.push({ row: i + 1, message })
    }
    return person
  })

  const given = { ...(seed !== undefined && { semente: seed }), pessoas }
  const { findings } = await checkValue(given, dateNow(), options)
  const isSound = faults.length === 0 && !findings.some(({ severity }) => severity === 'error')
  const made =
    isSound && isAnonymized ? (await import('./anonymize.ts')).anonymize(pessoas, seed ?? 1) : undefined
  const fixture = { ...given, ...(made && { pessoas: made.pessoas }) }
  // Findings on a broken row only repeat its syntax error.
  const broken = new Set(faults.map(({ row }) => row))
  const placed = [
    ...faults.map(({ row, message }) => {
      return { file, line: lineOf(row), severity: 'error' as const, rule: 'syntax', path: '', message }
    }),
    ...(made ? (await checkValue(fixture, dateNow(), options)).findings : findings)
      .filter(({ path: [, record] }) => typeof record !== 'number' || !broken.has(record + 1))
      .map(({ path: [, record, ...inside], message, ...rest }) => {
        // A finding about the whole file is placed at the first line.
        const line = typeof record === 'number' ? lineOf(record + 1) : 1
        const told = message.replace(/pessoas\[(\d+)\]/, (_, other) => `line ${lineOf(Number(other) + 1)}`)
        return { file, line, ...rest, path: pathText(inside), message: told }
      }),
  ].sort((a, b) => a.line - b.line)
  const notices = [
    ...(isLegacy ? ['It is not valid UTF-8, so it was read as windows-1252.'] : []),
    ...(heading.length > 1 ? [`Cells are separated by ${separator}.`] : []),
    ...aboutColumns(heading, columns),
    ...reader.notices(),
    ...(isSound && pessoas.length > 0 ? [generated(pessoas)] : []),
    ...(made ? [replaced(made, seed ?? 1)] : []),
  ]
  return { findings: placed, notices, ...(isSound && { fixture }) }
}

function replaced({ cpfs, names }: Anonymized, seed: number): string {
  const counts = `${counted(cpfs, 'CPF')} and ${counted(names, 'name')}`
  return `Replaced by generated ones (seed ${seed}): ${counts}. Times were kept.`
}

/** Returns a sentence that counts what the file leaves out, and the simulator generates. */
function generated(pessoas: readonly FixturePerson[]): string {
  const cpfs = pessoas.filter(({ cpf }) => cpf === undefined).length
  const times = pessoas.filter(({ atualizado_em }) => atualizado_em === undefined).length
  const counts = [
    ...(cpfs > 0 ? [counted(cpfs, 'CPF')] : []),
    ...(times > 0 ? [counted(times, 'time')] : []),
    counted(pessoas.length, 'report number'),
  ]
  return `Not in the file, so generated, the same at every start: ${counts.join(', ')}.`
}

/** Unambiguous synonyms of the columns. `data` alone is none, because it may be a date other than the update. */
const HEADINGS: Record<Column, RegExp> = {
  nome: /^(nome_completo|nome_d[aeo]_(cliente|pessoa|titular)|name|full_name)$/,
  cpf: /^(c\.p\.f\.?|(n[º°o]|n[uú]mero)\.?_?(d[eo]_)?cpf|cpf_d[aeo]_(cliente|pessoa|titular))$/,
  atualizado_em:
    /^(data_d[ae]_([uú]ltima_)?atualiza[cç][aã]o|[uú]ltima_atualiza[cç][aã]o|atualizado|updated_at)$/,
}

/** Returns the column that each heading means, or the heading. */
function columnsOf(heading: readonly string[]): string[] {
  const written = heading.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s,-]+/g, '_'),
  )
  return written.map((name) => {
    const meant = COLUMNS.find((column) => HEADINGS[column].test(name))
    return meant === undefined || written.includes(meant) ? name : meant
  })
}

/** @throws {OperatorError} */
function requireColumns(file: string, columns: readonly string[], heading: readonly string[]): void {
  const name = printable(file)
  if (columns.length === 0) throw new OperatorError(`${name} is empty. ${ADVICE}`)
  if (!columns.includes('nome')) {
    // Without a heading, the first line is a person, whose data must not appear in the message.
    const isShown = (text: string) => text !== '' && shownKey(text) === text
    const found = heading.map((one) => one.trim()).filter(isShown)
    const there = found.length === 0 ? '' : ` It has ${found.slice(0, COLUMNS_SHOWN).join(', ')}.`
    const near = hint('nome', columns.filter(isShown)) || '.'
    throw new OperatorError(`${name} has no column nome${near}${there} ${ADVICE}`)
  }
  const twice = COLUMNS.find((column) => columns.indexOf(column) !== columns.lastIndexOf(column))
  if (twice !== undefined) throw new OperatorError(`${name} has the column ${twice} twice. Remove one.`)
}

const COLUMNS_SHOWN = 20

function aboutColumns(heading: readonly string[], columns: readonly string[]): string[] {
  const isColumn = (name: string) => (COLUMNS as readonly string[]).includes(name)
  const names = heading.map((name) => name.trim())
  const others = names.filter((name, i) => name !== '' && !isColumn(columns[i] as string))
  const missing = COLUMNS.filter((column) => !columns.includes(column))
  const shown = others.slice(0, COLUMNS_SHOWN).map((name) => {
    const meant = hint(name, missing).replace(/^: /, '')
    return `${shownKey(name)}${meant && ` (${meant})`}`
  })
  const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : ''
  return others.length > 0 ? [`Columns left out: ${shown.join(', ')}${more}.`] : []
}

interface ParsedRows {
  /** Its name, for messages. */
  separator: string
  rows: string[][]
  /** The offset at which each row begins. */
  offsets: number[]
  faults: { row: number; message: string }[]
}

function parse(whole: string): ParsedRows {
  // Excel may name the delimiter on a first line of its own.
  const [line = '', named] = /^sep=(.)\r?\n/i.exec(whole) ?? []
  const text = whole.slice(line.length)
  const delimiter = named ?? delimiterOf(text)
  const separator = SEPARATORS[delimiter] ?? printable(`"${delimiter}"`)
  const parsed: ParsedRows = { separator, rows: [], offsets: [], faults: [] }
  let next = line.length
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors, meta }, parser) => {
      const start = next
      next = line.length + meta.cursor
      if (data.every((cell) => cell.trim() === '')) return
      const row = parsed.rows.push(data) - 1
      parsed.offsets.push(start)
      const [fault] = errors
      if (fault) parsed.faults.push({ row, message: QUOTING[fault.code] as string })
      if (row > PERSONS_MAXIMUM || parsed.faults.length > bounds.findings) parser.abort()
    },
  })
  return parsed
}

/** Our messages for the quoting errors of Papa Parse. */
const QUOTING: Record<string, string> = {
  MissingQuotes:
    'opens a quote that is never closed, so the rest of the file is one cell: close it, or write "" for a quote inside a cell',
  InvalidQuotes: 'has text after a closing quote: write "" for a quote inside a cell',
}

const SEPARATORS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

/** A heading with more characters is compared by its beginning. */
const HEADING_COMPARED = 100_000

/**
 * Returns the most frequent delimiter in the first line, outside of quotes. The guess of Papa Parse, which reads more
 * lines, fails on short files.
 */
function delimiterOf(text: string): string {
  const unquoted = text
    .trimStart()
    .slice(0, HEADING_COMPARED)
    .replace(/"[^"]*"/g, '')
  const [heading = ''] = unquoted.split('\n', 1)
  const count = (delimiter: string) => heading.split(delimiter).length
  return Object.keys(SEPARATORS).reduce((best, other) => (count(other) > count(best) ? other : best))
}

/** The characters of windows-1252 from 0x80 to 0x9f; the decoder of Node 20 reads them as Latin-1 controls. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
/** The first bytes of workbook files. */
const WORKBOOKS: Record<string, string> = { '504b0304': '.xlsx or .ods', d0cf11e0: '.xls' }

/** @throws {OperatorError} for a workbook, and for bytes that are not text */
function decode(bytes: Buffer, file: string): { text: string; isLegacy: boolean } {
  const workbook = WORKBOOKS[bytes.toString('hex', 0, 4)]
  if (workbook !== undefined) {
    throw new OperatorError(
      `${printable(file)} is a workbook (${workbook}), not CSV. Save it as CSV in UTF-8 (File, Save As).`,
    )
  }
  const isLegacy = !isUtf16(bytes) && !isUtf8(bytes)
  const text = isUtf16(bytes)
    ? // A file may be cut off in the middle of a character.
      decodeUtf16(bytes.subarray(0, bytes.length & ~1))
    : isLegacy
      ? bytes
          .toString('latin1')
          .replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] as string)
      : decoded(bytes, file)
  if (text.includes('\0')) {
    throw new OperatorError(
      `${printable(file)} contains zero bytes, so it is not CSV, or its encoding is not supported. Save it as UTF-8.`,
    )
  }
  const lines = text.includes('\n') ? text : text.replaceAll('\r', '\n')
  return { text: lines.replace(/^\ufeff+/, ''), isLegacy }
}
