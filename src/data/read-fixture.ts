import type { URL } from 'node:url'
import type { Dataset } from '../contract/dataset.ts'
import { otherKind } from '../contract/plain-object.ts'
import { printable, printableLines } from '../contract/printable.ts'
import { dateNow } from '../contract/real-globals.ts'
import { pathOf } from '../operator/file-url.ts'
import { noSuchSource, OperatorError } from '../operator/operator-error.ts'
import { otherKindsIn } from '../operator/other-kinds.ts'
import { pathText } from '../operator/path-text.ts'
import { isMissing, readText } from '../operator/read-text.ts'
import { type CheckOptions, checkFixtureValue } from './check.ts'
import type { RecordCounts } from './counts.ts'
import { datasetOf } from './dataset.ts'
import { datasetLines } from './dataset-lines.ts'
import { error, type Finding, findingLine, findingLines, type PlacedFinding } from './finding.ts'
import { bounds, type Fixture } from './fixture.ts'
import { type FixtureText, jsonText, TextFault } from './fixture-text.ts'
import { digest } from './origin.ts'
import { type ShippedFixture, shippedFixtures } from './shipped.ts'
import type { DatasetSource } from './source.ts'

/** A file (its path or file: URL), `-` for standard input, the name of a fixture that ships, or the fixture itself. */
export type FixtureSource = string | URL | Fixture

interface ReadOptions extends CheckOptions {
  /** Receives the completed share, 0 to 1, now and then, each time that seeded data is written. */
  onProgress?: ((share: number) => void) | undefined
}

export interface CheckedFixture {
  /** In the order of the file. */
  findings: PlacedFinding[]
  /** The size of its dataset; undefined if there is an error. */
  counts: RecordCounts | undefined
  /** The dataset of the fixture; undefined if there is an error. It is made when it is first read. */
  readonly dataset: Dataset | undefined
  /** The first 12 hexadecimal digits of the SHA-256 of its text. */
  hash: string
}

/** A checked fixture and its data. */
interface Checked extends CheckedFixture {
  source: DatasetSource | undefined
}

/**
 * Returns the data of a fixture.
 * @param notice receives each warning as one line
 * @throws {OperatorError} listing every error, one line each
 */
export async function readFixture(
  given: FixtureSource,
  { notice = () => {}, ...options }: ReadOptions & { notice?: ((line: string) => void) | undefined } = {},
): Promise<DatasetSource> {
  const { findings, source } = await checkFixture(given, options)
  if (source === undefined) throw new OperatorError(refusal(pathOf(given), findings))
  for (const finding of findings) notice(findingLine(finding))
  return source
}

/**
 * Checks a fixture. Returns every error and warning, and the data if there is no error.
 * @throws {OperatorError} when the file is missing or cannot be read as text
 */
export async function checkFixture(given: FixtureSource, options: ReadOptions = {}): Promise<Checked> {
  const source = pathOf(given)
  if (typeof source !== 'string') return checkInline(source, options)
  if (/\.csv$/i.test(source)) {
    throw new OperatorError(
      `${printable(source)} is CSV. Use "npx pessoas-sim fixture from-csv" to convert it to a fixture.`,
    )
  }
  const path = source === '-' ? 0 : fileOf(source)
  const lines = path === 0 || formOf(path) === 'yaml' ? undefined : datasetLines(path)
  if (lines) return checked([], lines.hash, lines)
  const text = readText({ path, what: 'fixture', most: bounds.bytes.json, instead: INSTEAD })
  const form = formOf(path) ?? (/^\s*\{/.test(text) ? 'json' : 'yaml')
  if (form === 'yaml' && text.length > bounds.bytes.yaml)
    throw new OperatorError(
      `A fixture in YAML may have up to ${bounds.bytes.yaml} characters. Write it as JSON, which may have up to ${bounds.bytes.json} bytes.`,
    )
  const found = await checkFixtureText(text, source, form, options)
  if (formOf(path) !== undefined) return found
  const begins = form === 'json' ? 'because it begins' : 'because it does not begin'
  const advice = ` (read as ${form.toUpperCase()}, ${begins} with { and has no name that ends in .json or .yaml)`
  for (const finding of found.findings) if (finding.rule === 'syntax') finding.message += advice
  return found
}

const INSTEAD = 'Use gerar to generate the persons.'

/** Returns the form that the name of a file says; undefined if it does not end in .json, .yaml or .yml. */
function formOf(path: string | 0): 'json' | 'yaml' | undefined {
  if (/\.json$/i.test(String(path))) return 'json'
  return /\.ya?ml$/i.test(String(path)) ? 'yaml' : undefined
}

/** Checks the text of a fixture. */
export async function checkFixtureText(
  text: string,
  file: string,
  form: 'json' | 'yaml',
  { onProgress, ...options }: ReadOptions = {},
): Promise<Checked> {
  const hash = digest([text])
  try {
    const read = await readForm(text, form)
    const { findings, source, origin } = await checkValue(read.value, dateNow(), options, hash)
    const placed = placedIn(read, findings, file)
    if (placed.some(({ severity }) => severity === 'error')) return checked(placed, hash)
    return checked(placed, hash, origin ? (await import('./seed.ts')).seedSource(origin, onProgress) : source)
  } catch (fault) {
    if (!(fault instanceof TextFault)) throw fault
    const { place, rule, message } = fault
    return checked([{ file, ...place, severity: 'error', rule, path: '', message }], hash)
  }
}

/** Checks the value of a fixture. Returns every error and warning, unsorted, and the data if there is no error. */
export async function checkValue(value: unknown, now: number, options: CheckOptions, hash = '') {
  const isGenerating = Object.hasOwn(Object(value), 'gerar')
  const nameAt = isGenerating ? (await import('./seed.ts')).name : () => ''
  const check = checkFixtureValue(value, now, options, nameAt)
  const isFaulty = check.findings.some(({ severity }) => severity === 'error')
  const { findings, origin } = check
  return { findings, origin, source: isFaulty ? undefined : check.source(hash) }
}

async function readForm(text: string, form: 'json' | 'yaml'): Promise<FixtureText> {
  return form === 'json' ? jsonText(text) : (await import('./yaml-fixture.ts')).yamlText(text)
}

function checked(findings: PlacedFinding[], hash: string, source?: DatasetSource): Checked {
  let dataset: Dataset | undefined
  return {
    findings,
    hash: source?.hash ?? hash,
    counts: source?.counts,
    source,
    get dataset() {
      dataset ??= source && datasetOf(source)
      return dataset
    },
  }
}

/** Returns all findings in the order of the file. */
function placedIn(text: FixtureText, findings: readonly Finding[], file: string): PlacedFinding[] {
  const places = text.placesOf(findings.map(({ path }) => path))
  const repeated = text.repeated.map(({ path, place }) => {
    return { file, ...place, ...error('repeated-key', path, 'is repeated in the same object: remove one') }
  })
  const all = [...repeated, ...findings.map((finding, i) => ({ file, ...places[i], ...finding }))]
  const odd = findings.some(({ severity }) => severity === 'error') ? text.odd?.() : undefined
  // The other errors are probably its consequences.
  if (odd) all.push({ file, ...odd.place, ...error('syntax', [], odd.message) })
  return all
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
    .map((finding) => ({ ...finding, path: pathText(finding.path) }))
}

const INLINE = 'the fixture'

/**
 * Checks a fixture that is passed as an object, in the same way as its JSON in a file.
 * @throws {OperatorError} when it cannot be written as JSON
 */
async function checkInline(fixture: Fixture, options: ReadOptions): Promise<Checked> {
  const other = Array.isArray(fixture) ? undefined : otherKind(fixture)
  if (other !== undefined)
    throw new OperatorError(`A fixture must be a file, a name or an object, not ${other}.`)
  // JSON has a promise or a Map as {}: whoever forgot an await would look for it elsewhere.
  const findings = [...otherKindsIn(fixture)].slice(0, bounds.findings).map(({ path, kind }) => ({
    ...error('form', path, `is ${kind}`),
    file: INLINE,
    path: pathText(path),
  }))
  if (findings.length > 0) return checked(findings, digest(['']))
  const found = await checkFixtureText(jsonOf(fixture), INLINE, 'json', options)
  // The caller never sees the JSON, so its line numbers would mean nothing.
  for (const finding of found.findings) {
    delete finding.line
    delete finding.column
  }
  return found
}

function jsonOf(fixture: Fixture): string {
  try {
    return JSON.stringify(fixture)
  } catch (error) {
    const why = printableLines((error as Error).message)
    throw new OperatorError(`The fixture cannot be written as JSON: ${why}`)
  }
}

/** Returns what a fixture that ships is for. */
export async function describeFixture({ file, descricao }: ShippedFixture): Promise<string> {
  if (descricao !== undefined) return descricao
  const { value } = await readForm(readText({ path: file, what: 'fixture' }), 'yaml')
  return (value as Required<Fixture>).descricao
}

function refusal(source: string | Fixture, findings: readonly PlacedFinding[]): string {
  const name = typeof source === 'string' ? `The fixture ${printable(source)}` : 'The fixture'
  const counting = typeof source === 'string' ? '' : ' (positions count from 0)'
  const invalidCpf = findings.some(({ rule }) => rule.startsWith('cpf-'))
  const advice = invalidCpf
    ? '\nIf invalid CPFs are intended, use --allow-invalid-cpf (in code, allowInvalidCpf).'
    : ''
  return `${name} cannot be used${counting}:\n${findingLines(findings)}${advice}`
}

function fileOf(source: string): string {
  const shipped = shippedFixtures()
  const found = shipped.find(({ name }) => name === source)
  if (found) return found.file
  if (!isMissing(source)) return source
  const names = shipped.map(({ name }) => name)
  throw noSuchSource(
    source,
    'fixture',
    names,
    `The fixtures of this package are ${names.join(', ')}; "npx pessoas-sim fixture init" writes a new one.`,
  )
}
