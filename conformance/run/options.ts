import { URL } from 'node:url'
import { otherKind } from '../../src/contract/plain-object.ts'
import { printableValue } from '../../src/contract/printable.ts'
import { UUID } from '../../src/contract/wire.ts'
import { hint } from '../../src/operator/hint.ts'
import type { Check } from '../checks/check.ts'
import { requirementSets } from '../checks/requirements.ts'
import type { InShell } from '../client/credentials.ts'
import type { Risk } from '../client/exchange.ts'
import type { InProcessService } from '../client/in-process.ts'
import { hasProxy, isOnThisMachine, unreadableExceptions } from '../client/proxy.ts'
import type { WantedCells } from '../judging/cells.ts'
import {
  type Reading,
  type ReadingMode,
  type Readings,
  readingModes,
  readingSynonyms,
  readings,
} from '../judging/readings.ts'
import { type BaselineEntry, checkBaseline } from './baseline.ts'
import {
  type Given,
  type Kinds,
  type OptionTable,
  probeOptions,
  type RunOption,
  runOptions,
  type Settled,
  suiteOptions,
} from './option-tables.ts'
import { ConformanceUsageError, select } from './selection.ts'

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
export interface RunSettings extends Omit<Settled<typeof runOptions>, 'token' | 'reports' | 'concurrency'> {
  baseUrl: string
  concurrency: number
  token: string
  otherToken?: string | undefined
  disabledToken?: string | undefined
  tenantsDisjoint?: boolean | undefined
  reports: readonly string[]
  risk: Risk
  inShell: InShell
  /** What a reader of the report should know about how it was made. */
  warnings: string[]
  /** Which cells the run asks; all of them by default. */
  wantedCells?: WantedCells
  onRequest: ((request: SentRequest) => void) | undefined
  signal: AbortSignal | undefined
  service: InProcessService | undefined
}

/** {@link ProbeOptions} with all defaults filled in. */
export interface ProbeSettings extends Omit<RunSettings, 'disabledToken'>, Settled<typeof probeOptions> {
  fixture: boolean
}

/** {@link ConformanceOptions} with all defaults filled in. */
export interface Settings extends RunSettings {
  checks: readonly Check[]
  strictWording: boolean
  readings: Readings
  requirements: string
  baseline: readonly BaselineEntry[]
}

/** Requests in flight at once by default: a service elsewhere may have other users. */
const CONCURRENCY = { here: 4, elsewhere: 2 }

/** Options that exist only in code, not as flags. */
const CODE_ONLY = ['inShell', 'onRequest', 'service', 'signal']

/** @throws {ConformanceUsageError} that says what is wrong and what to do */
export function settle(options: ConformanceOptions): Settings {
  checkNames(options, [...Object.keys(runOptions), ...Object.keys(suiteOptions)])
  const settled = settleTable(suiteOptions, options)
  const run = settleRun(options)
  requireOthers(options.token, settled)
  if (settled.tenantsDisjoint && settled.otherToken === undefined)
    refuse('--tenants-disjoint compares two organizations: give the token of the other one with --other-token')
  return {
    ...run,
    otherToken: settled.otherToken,
    disabledToken: settled.disabledToken,
    tenantsDisjoint: settled.tenantsDisjoint,
    ...select(settled.only ?? [], settled.skip ?? []),
    strictWording: settled.strictWording,
    readings: settleReadings(settled.readings ?? {}),
    requirements: settled.requirements,
    baseline: checkBaseline(settled.baseline ?? []),
  }
}

/** @throws {ConformanceUsageError} that says what is wrong and what to do */
export function settleProbe(options: ProbeOptions): ProbeSettings {
  checkNames(options, [...Object.keys(runOptions), ...Object.keys(probeOptions), 'fixture'])
  const { fixture = false } = options
  kindChecks.switch('fixture', fixture, { kind: 'switch', describe: '' })
  const settled = settleTable(probeOptions, options)
  const run = settleRun(options)
  requireOthers(options.token, settled)
  return { ...run, ...settled, fixture }
}

function requireOthers(token: string, { otherToken, disabledToken }: OtherTokens): void {
  if (otherToken === token) refuse('--other-token is the same as --token: give the token of another organization')
  if (disabledToken === token) refuse('--disabled-token is the same as --token: give a token without access')
}

interface OtherTokens {
  otherToken?: string | undefined
  disabledToken?: string | undefined
}

function settleRun(options: RunOptions): RunSettings {
  if (options.token === undefined) refuse('The token is missing: give the value of the header Authorization')
  const settled = settleTable(runOptions, options)
  const { reports = [], allowWrites, readOnly, foreignReport } = settled
  // What is no report number was meant for another flag. Nothing may suggest --allow-writes for it.
  const given = {
    '--report': reports,
    '--foreign-report': foreignReport === undefined ? [] : [foreignReport],
  }
  for (const [flag, numbers] of Object.entries(given)) {
    const wrong = numbers.find((numero) => !UUID.test(numero))
    if (wrong !== undefined)
      refuse(`${flag} "${wrong}" is not a report number: give a UUID such as 123e4567-e89b-42d3-a456-426614174000`)
  }
  if (readOnly && allowWrites)
    refuse('--read-only sends only GET requests and --allow-writes decides reports: use one of them')
  if (allowWrites && reports.length === 0 && foreignReport === undefined) {
    refuse('--allow-writes decides reports: name them with --report NUMBER')
  }
  if (!allowWrites && reports.length > 0) refuse('--report names reports to decide, which needs --allow-writes')
  if (new Set(reports.map((numero) => String(numero).toLowerCase())).size < reports.length) {
    refuse('--report names the same report twice')
  }
  if (reports.some((numero) => String(numero).toLowerCase() === foreignReport?.toLowerCase())) {
    refuse('--report and --foreign-report name the same report: give --foreign-report one of another organization')
  }
  requirePlain('inShell', options.inShell ?? {})
  const baseUrl = checkUrl(options.url)
  return {
    ...settled,
    baseUrl,
    concurrency:
      settled.concurrency ?? (isOnThisMachine(new URL(baseUrl).hostname) ? CONCURRENCY.here : CONCURRENCY.elsewhere),
    token: options.token,
    reports,
    risk: readOnly ? 'r' : allowWrites ? 'w2' : 'w0',
    inShell: options.inShell ?? {},
    warnings: warningsOf(options),
    onRequest: options.onRequest,
    signal: options.signal,
    service: options.service,
  }
}

/** Returns each option of a table, checked, or its default. */
function settleTable<Table extends OptionTable>(table: Table, given: Given<Table>): Settled<Table> {
  const settled: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(table)) {
    const value: unknown = given[name]
    if (value !== undefined) kindChecks[option.kind](name, value, option)
    settled[name] = value ?? option.default
  }
  return settled as Settled<Table>
}

/** Checks that `tsc` makes for TypeScript callers only, and ranges, which it cannot check. */
const kindChecks: Record<keyof Kinds, (name: string, value: unknown, option: RunOption) => void> = {
  certificates: checkText,
  credential: checkToken,
  reportNumber: checkText,
  reportNumbers: checkList,
  switch: (name, value) => typeof value === 'boolean' || refuse(`${name} must be true or false`),
  milliseconds: checkRange,
  number: checkRange,
  whole: (name, value, option) => {
    const { most = Number.MAX_SAFE_INTEGER } = option
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > most)
      refuse(`${name} must be a whole number from 1 to ${most}, not ${printableValue(value)}`)
  },
  names: checkList,
  requirements: (_, value) =>
    requirementSets.includes(value as string) ||
    refuse(`Unknown set of requirements "${value}": the sets are ${requirementSets.join(', ')}`),
  baseline: checkList,
  readings: requirePlain,
}

function requirePlain(name: string, value: unknown): void {
  const other = otherKind(value)
  if (other !== undefined) refuse(`${name} must be an object, not ${other}`)
}

function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string') refuse(`${name} must be a string`)
}

function checkList(name: string, value: unknown): unknown[] {
  return Array.isArray(value) ? value : refuse(`${name} must be an array`)
}

function checkToken(name: string, value: unknown): void {
  checkText(name, value)
  const text = value as string
  if (text.trim() === '') refuse(`${name} is empty: give the value of the header Authorization`)
  if (/[^ -~\x80-\xff]/.test(text)) refuse(`${name} contains a character that is not allowed in a header`)
}

function checkRange(name: string, value: unknown, { most }: RunOption): void {
  if (typeof value === 'number' && value > 0 && value <= (most ?? Number.MAX_SAFE_INTEGER)) return
  const range = `a number above 0${most === undefined ? '' : ` and at most ${most}`}`
  refuse(`${name} must be ${range}, not ${printableValue(value)}`)
}

function warningsOf({ insecure = false, reveal = false, url }: RunOptions): string[] {
  const unread = hasProxy(process.env) ? unreadableExceptions(process.env) : []
  return [
    ...(unread.length > 0
      ? [`NO_PROXY has entries that are not hosts and are ignored: ${unread.join(', ').slice(0, 200)}`]
      : []),
    ...(insecure && url.startsWith('https:')
      ? ['any certificate was accepted (--insecure), so another server may have answered']
      : []),
    ...(reveal ? ['this report contains personal data (--reveal): keep it to yourself'] : []),
  ]
}

/** @param says a whole sentence without its full stop */
function refuse(says: string): never {
  throw new ConformanceUsageError(`${says}.`)
}

function checkNames(options: object, tables: readonly string[]): void {
  const other = otherKind(options)
  if (other !== undefined)
    refuse(`The options must be an object such as { url: 'https://staging.example', token }, not ${other}`)
  const known = ['url', ...tables, ...CODE_ONLY]
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const near = hint(unknown, known) || '.'
  throw new ConformanceUsageError(
    `The option ${printableValue(unknown)} is unknown${near} Use one of ${known.join(', ')}.`,
  )
}

/** Returns the base URL without a slash at the end of its path. */
function checkUrl(text: unknown): string {
  let url: URL
  try {
    url = new URL(String(text))
  } catch {
    // The part before an @ may contain a password.
    const shown = String(text).includes('@') ? '' : `, not "${text}"${meant(text)}`
    return refuse(`The base URL must look like https://staging.example/api${shown}`)
  }
  if (!/^https?:$/.test(url.protocol))
    refuse(
      `The base URL must begin with http:// or https://, not ${meant(text) === '' ? url.protocol : `"${text}"${meant(text)}`}`,
    )
  if (url.username !== '' || url.password !== '') refuse('The base URL must not contain a user or a password')
  if (url.search !== '' || url.hash !== '') refuse('The base URL must not contain a query or a fragment')
  let end = url.pathname.length
  while (url.pathname[end - 1] === '/') end--
  return url.origin + url.pathname.slice(0, end)
}

/** Returns a suggestion for a URL whose scheme is missing or misspelt, or an empty string. */
function meant(text: unknown): string {
  const [, scheme, rest = ''] = /^(?:(h?t?t?ps?):?\/{1,3}|\/\/)?([^\s/@?#]+(?:\/[^\s?#]*)?)$/i.exec(String(text)) ?? []
  const url = `http://${rest}`
  if (rest === '' || !URL.canParse(url)) return ''
  const { hostname, port } = new URL(url)
  const isHost = /\.|^localhost$|^\[/.test(hostname) || port !== ''
  // `mailto:x` has a scheme; it is not a host with a port.
  if (!isHost) return ''
  const isNear = /^(?:localhost|[\d.]+|\[.*\]|[^.]+)$/.test(hostname)
  const isPlain = scheme === undefined ? isNear && port !== '443' : !/s$/i.test(scheme)
  return ` (did you mean ${isPlain ? 'http' : 'https'}://${rest}?)`
}

function settleReadings(given: NonNullable<ConformanceOptions['readings']>): Readings {
  const settled = Object.fromEntries(
    Object.entries(readings).map(([name, { fallback }]) => [name, fallback]),
  ) as Readings
  for (const [name, word] of Object.entries(given)) {
    if (!Object.hasOwn(readings, name)) {
      refuse(`Unknown reading "${name}": the readings are ${Object.keys(readings).join(', ')}`)
    }
    const mode = Object.hasOwn(readingSynonyms, word)
      ? readingSynonyms[word as keyof typeof readingSynonyms]
      : (word as ReadingMode)
    if (!readingModes.includes(mode))
      refuse(`The reading ${name} must be off, advisory (or warn) or binding (or fail), not "${word}"`)
    settled[name as Reading] = mode
  }
  return settled
}
