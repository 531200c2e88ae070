import { URL } from 'node:url'
import { otherKind } from '../../src/contract/plain-object.ts'
import { printableValue } from '../../src/contract/printable.ts'
import { UUID } from '../../src/contract/wire.ts'
import { hint } from '../../src/operator/hint.ts'
import type { ListedCheck } from '../checks/index.ts'
import type { InShell } from '../client/credentials.ts'
import type { Risk } from '../client/exchange.ts'
import type { InProcessService } from '../client/in-process.ts'
import { type BaselineEntry, checkBaseline } from './baseline.ts'
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
  /** Where a shell finds the credentials, for the curl commands in reports; by default `$TOKEN` and so on. */
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

/** {@link RunOptions} with all defaults filled in. */
export interface RunSettings
  extends Omit<Settled<typeof runOptions>, 'token' | 'reports'>,
    Pick<RunOptions, 'token' | 'onRequest' | 'signal' | 'service'> {
  baseUrl: string
  reports: readonly string[]
  otherToken?: string | undefined
  tenantsDisjoint?: boolean | undefined
  risk: Risk
  inShell: InShell
  /** What a reader of the report should know about how it was made. */
  warnings: string[]
}

/** {@link ProbeOptions} with all defaults filled in. */
export interface ProbeSettings extends RunSettings, Settled<typeof probeOptions> {
  fixture: boolean
}

/** {@link ConformanceOptions} with all defaults filled in. */
export interface Settings extends RunSettings {
  checks: readonly ListedCheck[]
  strict: boolean
  baseline: readonly BaselineEntry[]
}

/** @throws {ConformanceUsageError} that says what is wrong and what to do */
export function settle(options: ConformanceOptions): Settings {
  checkNames(options, { ...runOptions, ...suiteOptions })
  const { only = [], skip = [], baseline = [], ...settled } = settleTable(suiteOptions, options)
  const run = settleRun(options)
  const { otherToken, tenantsDisjoint } = settled
  if (otherToken === run.token) refuse('--other-token is the same as --token: give one of another organization')
  if (tenantsDisjoint && otherToken === undefined)
    refuse('--tenants-disjoint compares two organizations: give the token of the other with --other-token')
  const known = checkBaseline(baseline)
  const checks = selectChecks(only, skip)
  return { ...run, ...settled, checks, baseline: known }
}

/** @throws {ConformanceUsageError} that says what is wrong and what to do */
export function settleProbe(options: ProbeOptions): ProbeSettings {
  checkNames(options, { ...runOptions, ...probeOptions, fixture: true })
  const { fixture = false } = options
  checkValue('fixture', fixture, probeOptions.knobsOnly)
  return { ...settleTable(probeOptions, options), ...settleRun(options), fixture }
}

function settleRun(options: RunOptions): RunSettings {
  if (options.token === undefined) refuse('The token is missing: give the value of the header Authorization')
  const settled = settleTable(runOptions, options)
  const { allowWrites, readOnly, foreignReport, disabledToken, insecure, reveal } = settled
  const { inShell = {}, onRequest, signal, service, token, reports = [] } = options
  // What is no report number was meant for another flag. Nothing may suggest --allow-writes for it.
  requireNumbers('report', reports)
  requireNumbers('foreign-report', foreignReport === undefined ? [] : [foreignReport])
  const lower = reports.map((numero) => numero.toLowerCase())
  if (readOnly && allowWrites) refuse('--read-only and --allow-writes exclude each other: use one of them')
  if (allowWrites && reports.length === 0 && foreignReport === undefined)
    refuse('--allow-writes decides reports: name them with --report NUMBER')
  if (!allowWrites && reports.length > 0) refuse('--report names reports to decide, which needs --allow-writes')
  if (new Set(lower).size < lower.length) refuse('--report names the same report twice')
  if (lower.includes(foreignReport?.toLowerCase() ?? ''))
    refuse('--report and --foreign-report name the same report: the latter is of another organization')
  if (disabledToken === token) refuse('--disabled-token is the same as --token: give one without access')
  const kind = otherKind(inShell)
  if (kind !== undefined) refuse(`inShell must be an object, not ${kind}`)
  const baseUrl = checkUrl(options.url)
  const warnings = [
    insecure && baseUrl.startsWith('https:')
      ? 'any certificate was accepted (--insecure), so another server may have answered'
      : '',
    reveal ? 'this report contains personal data (--reveal): keep it to yourself' : '',
  ].filter((warning) => warning !== '')
  const risk = readOnly ? 'r' : allowWrites ? 'w2' : 'w0'
  const given = { token, reports, inShell, onRequest, signal, service }
  return { ...settled, ...given, baseUrl, risk, warnings }
}

function requireNumbers(flag: string, numbers: readonly string[]): void {
  const wrong = numbers.find((numero) => !UUID.test(numero))
  if (wrong === undefined) return
  refuse(`--${flag} "${wrong}" is not a report number: give a UUID such as 123e4567-e89b-42d3-a456-426614174000`)
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

/** Checks what `tsc` checks for TypeScript callers only, and ranges and tokens, which it cannot check. */
function checkValue(name: string, value: unknown, { kind, most = Number.MAX_SAFE_INTEGER }: RunOption): void {
  const isList = kind === 'names' || kind === 'reportNumbers' || kind === 'baseline'
  const isNumber = kind === 'milliseconds' || kind === 'number' || kind === 'whole'
  if (isList) return void (Array.isArray(value) || refuse(`${name} must be an array`))
  if (kind === 'switch') return void (typeof value === 'boolean' || refuse(`${name} must be true or false`))
  if (isNumber) {
    const isWhole = kind !== 'whole' || Number.isInteger(value)
    if (typeof value === 'number' && isWhole && value > 0 && value <= most) return
    const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`
    const range = kind === 'whole' ? `a whole number from 1 to ${most}` : `a number above 0${upTo}`
    refuse(`${name} must be ${range}, not ${printableValue(value)}`)
  }
  if (typeof value !== 'string') refuse(`${name} must be a string`)
  if (kind !== 'credential' || typeof value !== 'string') return
  if (value.trim() === '') refuse(`${name} is empty: give the value of the header Authorization`)
  if (/[^ -~\x80-\xff]/.test(value)) refuse(`${name} contains a character that is not allowed in a header`)
}

/** @param says a whole sentence without its full stop */
function refuse(says: string): never {
  throw new ConformanceUsageError(`${says}.`)
}

function checkNames(options: object, table: object): void {
  const kind = otherKind(options)
  if (kind !== undefined)
    refuse(`The options must be an object such as { url: 'https://staging.example', token }, not ${kind}`)
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
