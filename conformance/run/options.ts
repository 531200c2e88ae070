import { URL } from 'node:url'
import { otherKind } from '../../src/contract/plain-object.ts'
import { printableValue } from '../../src/contract/printable.ts'
import { UUID } from '../../src/contract/wire.ts'
import { hint } from '../../src/operator/hint.ts'
import { kebabCase } from '../../src/operator/kebab-case.ts'
import type { InShell } from '../client/credentials.ts'
import type { Risk } from '../client/exchange.ts'
import type { InProcessService } from '../client/in-process.ts'
import { checkBaseline } from './baseline.ts'
import {
  type Given,
  type OptionTable,
  probeOptions,
  type RunOption,
  runOptions,
  type Settled,
  suiteOptions,
} from './option-tables.ts'
import { ConformanceUsageError, selectChecks } from './selection.ts'

/** The options of a run of the suite or the probe: whom to ask, with which token, and how fast. */
export interface RunOptions extends Given<typeof runOptions> {
  /** The base URL, with or without a path. */
  url: string
  token: string
  /** How a shell gets the credentials, for the curl commands in reports; by default `$TOKEN` and so on. */
  inShell?: InShell | undefined
  /** Called with every request before it is sent. */
  onRequest?: ((request: SentRequest) => void) | undefined
  signal?: AbortSignal | undefined
  /** A service in this process, which is asked without a socket, whatever the base URL is. */
  service?: InProcessService | undefined
}

/** The options of a run of the suite. */
export interface ConformanceOptions extends RunOptions, Given<typeof suiteOptions> {}

/** The options of a probe. */
export interface ProbeOptions extends RunOptions, Given<typeof probeOptions> {
  /** Adds a fixture to the report that has the shape of the list and none of its persons. */
  fixture?: boolean | undefined
}

/** A request that is about to be sent, without personal data and credentials. */
export interface SentRequest {
  /** The check, or the knob of a probe. */
  check: string
  risk: Risk
  /** Method, path and query. */
  line: string
}

export type Settings = ReturnType<typeof settle>
export type ProbeSettings = ReturnType<typeof settleProbe>
export type RunSettings = ReturnType<typeof settleRun>

/** @throws {ConformanceUsageError} that says what is wrong and what to do */
export function settle(options: ConformanceOptions) {
  checkNames(options, { ...runOptions, ...suiteOptions })
  const { only = [], skip = [], baseline = [], ...settled } = settleTable(suiteOptions, options)
  const run = settleRun(options)
  if (settled.otherToken === run.token) refuse('--other-token is the same as --token: give one of another organization')
  if (settled.tenantsDisjoint && settled.otherToken === undefined)
    refuse('--tenants-disjoint compares two organizations: give the token of the other with --other-token')
  return { ...run, ...settled, checks: selectChecks(only, skip), baseline: checkBaseline(baseline) }
}

/** @throws {ConformanceUsageError} that says what is wrong and what to do */
export function settleProbe(options: ProbeOptions) {
  checkNames(options, { ...runOptions, ...probeOptions, fixture: true })
  return { ...settleTable(probeOptions, options), ...settleRun(options), fixture: options.fixture ?? false }
}

function settleRun(options: RunOptions) {
  const { token, reports = [], ...settled } = settleTable(runOptions, options)
  const { allowWrites, readOnly, foreignReport, disabledToken, insecure, reveal } = settled
  const { inShell = {}, onRequest, signal, service } = options
  const lower = reports.map((numero) => numero.toLowerCase())
  if (token === undefined) refuse('The token is missing: give the value of the header Authorization')
  if (readOnly && allowWrites) refuse('--read-only and --allow-writes exclude each other: use one of them')
  if (allowWrites && reports.length === 0 && foreignReport === undefined)
    refuse('--allow-writes decides reports: name them with --report NUMBER')
  if (!allowWrites && reports.length > 0) refuse('--report names reports to decide, which needs --allow-writes')
  if (new Set(lower).size < lower.length) refuse('--report names the same report twice')
  if (lower.includes(foreignReport?.toLowerCase() ?? ''))
    refuse('--report and --foreign-report name the same report: the latter is of another organization')
  if (disabledToken === token) refuse('--disabled-token is the same as --token: give one without access')
  const baseUrl = checkUrl(options.url)
  /** What a reader of the report should know about how it was made. */
  const warnings = [
    ...(insecure && baseUrl.startsWith('https:')
      ? ['any certificate was accepted (--insecure), so another server may have answered']
      : []),
    ...(reveal ? ['this report contains personal data (--reveal): keep it to yourself'] : []),
  ]
  const risk: Risk = readOnly ? 'r' : allowWrites ? 'w2' : 'w0'
  return { ...settled, token, reports, inShell, onRequest, signal, service, baseUrl, risk, warnings }
}

/** Returns each option of a table, checked, or its default. */
function settleTable<Table extends OptionTable>(table: Table, given: Given<Table>): Settled<Table> {
  const settled: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(table)) {
    const value: unknown = given[name]
    if (value !== undefined) checkValue(name, value, option)
    settled[name] = value ?? option.default
  }
  return settled as Settled<Table>
}

/** Checks what `tsc` checks for TypeScript callers only, and ranges, tokens and report numbers, which it cannot check. */
function checkValue(name: string, value: unknown, { kind, flag = kebabCase(name), most = 0 }: RunOption): void {
  const must = (is: boolean, what: string) => is || refuse(`${name} must be ${what}, not ${printableValue(value)}`)
  if (kind === 'switch') must(typeof value === 'boolean', 'true or false')
  else if (kind === 'names' || kind === 'reportNumbers' || kind === 'baseline') must(Array.isArray(value), 'an array')
  else if (kind === 'whole')
    must(Number.isInteger(value) && Number(value) > 0 && Number(value) <= most, `a whole number from 1 to ${most}`)
  else if (kind === 'milliseconds' || kind === 'number')
    must(typeof value === 'number' && value > 0 && value <= most, `a number above 0 and at most ${most}`)
  else if (typeof value !== 'string') refuse(`${name} must be a string`)
  if (kind === 'credential' && String(value).trim() === '')
    refuse(`${name} is empty: give the value of the header Authorization`)
  if (kind === 'credential' && /[^ -~\x80-\xff]/.test(String(value)))
    refuse(`${name} contains a character that is not allowed in a header`)
  // What is no report number was meant for another flag. Nothing may suggest --allow-writes for it.
  const numbers = kind.startsWith('reportNumber') ? [value].flat() : []
  const wrong = numbers.find((numero) => !UUID.test(String(numero)))
  if (wrong !== undefined)
    refuse(`--${flag} "${wrong}" is not a report number: give a UUID such as 123e4567-e89b-42d3-a456-426614174000`)
}

/** @param says a whole sentence without its full stop */
function refuse(says: string): never {
  throw new ConformanceUsageError(`${says}.`)
}

function checkNames(options: object, table: object): void {
  const other = otherKind(options)
  if (other !== undefined)
    refuse(`The options must be an object such as { url: 'https://staging.example', token }, not ${other}`)
  const known = ['url', ...Object.keys(table), 'inShell', 'onRequest', 'service', 'signal']
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const near = hint(unknown, known) || '.'
  throw new ConformanceUsageError(
    `The option ${printableValue(unknown)} is unknown${near} Use one of ${known.join(', ')}.`,
  )
}

/** Returns the base URL without a slash at the end of its path. */
function checkUrl(text: unknown): string {
  const given = String(text)
  // The part before an @ may contain a password.
  const shown = given.includes('@') ? '' : `, not "${given}"`
  if (!URL.canParse(given) || !/^https?:\/\//i.test(given))
    refuse(`The base URL must look like https://staging.example/api${shown}`)
  const { username, password, search, hash, origin, pathname } = new URL(given)
  if (username + password !== '') refuse('The base URL must not contain a user or a password')
  if (search + hash !== '') refuse('The base URL must not contain a query or a fragment')
  return origin + pathname.replace(/(?<!\/)\/+$/, '')
}
