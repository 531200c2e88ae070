import { UUID } from '../../src/contract/wire.ts'
import type { Check } from '../checks/check.ts'
import type { Risk } from '../client/exchange.ts'
import type { InShell } from '../client/in-shell.ts'
import { hasProxy, unreadableExceptions } from '../client/proxy.ts'
import {
  type Reading,
  type ReadingMode,
  type Readings,
  readingModes,
  readingSynonyms,
  readings,
} from '../judging/readings.ts'
import { type BaselineEntry, checkBaseline } from './baseline.ts'
import { ConformanceUsageError, selectChecks } from './selection.ts'

/** Whom to ask, as whom, and how gently. */
export interface RunOptions {
  /** The base URL, with a path or without. */
  url: string
  /** The value of the header `Authorization`, sent exactly so. */
  token: string
  /** A token of another organization, one whose access is not enabled, and a report of another organization. */
  otherToken?: string | undefined
  disabledToken?: string | undefined
  foreignReport?: string | undefined
  /** Numbers of reports that may be decided; nothing is decided without `allowWrites`. */
  reports?: readonly string[] | undefined
  allowWrites?: boolean | undefined
  /** GETs alone. */
  readOnly?: boolean | undefined
  /** Milliseconds for one request; 10,000 by default. */
  timeout?: number | undefined
  /** Milliseconds for the run; 600,000 by default. */
  deadline?: number | undefined
  /** Requests in flight at once; 2 by default. */
  concurrency?: number | undefined
  /** Requests a second at the most. */
  rate?: number | undefined
  /** Certificates of authorities beside the usual ones, PEM. */
  ca?: string | undefined
  /** Takes any certificate. */
  insecure?: boolean | undefined
  /** Pages read of one list at the most; 400 by default. */
  maxPages?: number | undefined
  /** Whether people are written as they are; tokens never are. */
  reveal?: boolean | undefined
  /** Where a shell has the credentials, for the lines of curl in reports; `$TOKEN` and so on by default. */
  inShell?: InShell | undefined
  /** Hears of every request before it is sent. */
  onRequest?: ((request: SentRequest) => void) | undefined
  signal?: AbortSignal | undefined
}

/** What to run, against what, and how gently. */
export interface ConformanceOptions extends RunOptions {
  /** Ids, topics, clauses or headings. */
  only?: readonly string[] | undefined
  skip?: readonly string[] | undefined
  /** Whether softly worded clauses fail. */
  strictWording?: boolean | undefined
  readings?: Partial<Record<Reading, ReadingMode | keyof typeof readingSynonyms>> | undefined
  baseline?: readonly BaselineEntry[] | undefined
}

/** A request that is about to be sent, without people and credentials. */
export interface SentRequest {
  /** The check, or the knob that is probed for. */
  check: string
  risk: Risk
  /** Method, path and query. */
  line: string
}

/** {@link RunOptions} with nothing left open. */
export interface RunSettings {
  baseUrl: string
  token: string
  otherToken: string | undefined
  disabledToken: string | undefined
  foreignReport: string | undefined
  reports: readonly string[]
  risk: Risk
  timeout: number
  deadline: number
  concurrency: number
  rate: number | undefined
  ca: string | undefined
  insecure: boolean
  maxPages: number
  reveal: boolean
  inShell: InShell
  /** What whoever reads the report should know of how it was made. */
  warnings: string[]
  onRequest: ((request: SentRequest) => void) | undefined
  signal: AbortSignal | undefined
}

/** {@link ConformanceOptions} with nothing left open. */
export interface Settings extends RunSettings {
  checks: readonly Check[]
  strictWording: boolean
  readings: Readings
  baseline: readonly BaselineEntry[]
}

/** @throws {ConformanceUsageError} saying what is wrong and what to give */
export function settle(options: ConformanceOptions): Settings {
  checkNames(options, [...RUN_OPTIONS, ...SUITE_LISTS, 'strictWording', 'readings'])
  checkKinds(options, [], SUITE_LISTS)
  return {
    ...settleRun(options),
    checks: selectChecks(options.only ?? [], options.skip ?? []),
    strictWording: options.strictWording ?? false,
    readings: settleReadings(options.readings ?? {}),
    baseline: checkBaseline(options.baseline ?? []),
  }
}

/** @throws {ConformanceUsageError} saying what is wrong and what to give */
export function settleProbe(options: RunOptions): RunSettings {
  checkNames(options, RUN_OPTIONS)
  return settleRun(options)
}

function settleRun(options: RunOptions): RunSettings {
  if (options.token === undefined) refuse('a token is needed: the value of the header Authorization')
  checkKinds(options, TEXTS, LISTS)
  const { reports = [], allowWrites = false, readOnly = false, foreignReport } = options
  if (readOnly && allowWrites)
    refuse('--read-only sends GETs alone, --allow-writes decides reports: give one of them')
  if (allowWrites && reports.length === 0 && foreignReport === undefined) {
    refuse('--allow-writes decides reports: say which may be decided with --report NUMBER')
  }
  if (!allowWrites && reports.length > 0)
    refuse('a report is decided only where writes are allowed: give --allow-writes with --report')
  if (new Set(reports.map((numero) => numero.toLowerCase())).size < reports.length) {
    refuse('a report is given twice')
  }
  if (reports.some((numero) => numero.toLowerCase() === foreignReport?.toLowerCase())) {
    refuse('a report cannot be your own and that of another organization')
  }
  for (const [name, value] of Object.entries({
    token: options.token,
    otherToken: options.otherToken,
    disabledToken: options.disabledToken,
  })) {
    if (value !== undefined) checkToken(name, value)
  }
  for (const numero of foreignReport === undefined ? reports : [...reports, foreignReport]) {
    if (!UUID.test(numero)) {
      refuse(`"${numero}" is not a report number: give a UUID such as 123e4567-e89b-42d3-a456-426614174000`)
    }
  }
  if (options.otherToken === options.token) refuse('the other token is the same as the token')
  return {
    baseUrl: checkUrl(options.url),
    token: options.token,
    otherToken: options.otherToken,
    disabledToken: options.disabledToken,
    foreignReport,
    reports,
    risk: readOnly ? 'r' : allowWrites ? 'w2' : 'w0',
    timeout: positive('timeout', options.timeout ?? 10_000),
    deadline: positive('deadline', options.deadline ?? 600_000),
    concurrency: whole('concurrency', options.concurrency ?? 2, 64),
    rate: options.rate === undefined ? undefined : positive('rate', options.rate),
    ca: options.ca,
    insecure: options.insecure ?? false,
    maxPages: whole('maxPages', options.maxPages ?? 400, 1_000_000),
    reveal: options.reveal ?? false,
    inShell: options.inShell ?? {},
    warnings: warningsOf(options),
    onRequest: options.onRequest,
    signal: options.signal,
  }
}

function warningsOf({ insecure = false, reveal = false, url }: RunOptions): string[] {
  const unread = hasProxy(process.env) ? unreadableExceptions(process.env) : []
  return [
    ...(unread.length > 0
      ? [`NO_PROXY has entries that name no host, and are ignored: ${unread.join(', ').slice(0, 200)}`]
      : []),
    ...(insecure && url.startsWith('https:')
      ? ['any certificate was taken (--insecure): who answered is not known']
      : []),
    ...(reveal ? ['people are written as they are (--reveal): keep this report to yourself'] : []),
  ]
}

function refuse(says: string): never {
  // An option is named as it is typed.
  const isOption = [...RUN_OPTIONS, ...SUITE_LISTS].some((name) => says.startsWith(`${name} `))
  throw new ConformanceUsageError(`${isOption ? says : `${says[0]?.toUpperCase()}${says.slice(1)}`}.`)
}

/** A path is kept, a slash at its end is not. */
function checkUrl(text: unknown): string {
  let url: URL
  try {
    url = new URL(String(text))
  } catch {
    // What stands before an @ may be a password.
    const shown = String(text).includes('@') ? '' : `, not "${text}"${meant(text)}`
    return refuse(`the base URL must be one such as https://staging.example/api${shown}`)
  }
  if (!/^https?:$/.test(url.protocol))
    refuse(
      `the base URL must begin with http:// or https://, not ${meant(text) === '' ? url.protocol : `"${text}"${meant(text)}`}`,
    )
  if (url.username !== '' || url.password !== '') refuse('the base URL must hold no user and no password')
  if (url.search !== '' || url.hash !== '') refuse('the base URL must hold no query and no fragment')
  let end = url.pathname.length
  while (url.pathname[end - 1] === '/') end--
  return url.origin + url.pathname.slice(0, end)
}

/** Returns a question after the URL that a host without its scheme, or with a misspelt one, stands for. */
function meant(text: unknown): string {
  const [, scheme, rest = ''] =
    /^(?:(h?t?t?ps?):?\/{1,3}|\/\/)?([^\s/@?#]+(?:\/[^\s?#]*)?)$/i.exec(String(text)) ?? []
  const url = `http://${rest}`
  if (rest === '' || !URL.canParse(url)) return ''
  const { hostname, port } = new URL(url)
  const isHost = /\.|^localhost$|^\[/.test(hostname) || port !== ''
  // `mailto:x` is a scheme, and no host with a port.
  if (!isHost) return ''
  const isNear = /^(?:localhost|[\d.]+|\[.*\]|[^.]+)$/.test(hostname)
  const isPlain = scheme === undefined ? isNear && port !== '443' : !/s$/i.test(scheme)
  return ` (did you mean ${isPlain ? 'http' : 'https'}://${rest}?)`
}

function checkToken(name: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '')
    refuse(`${name} is empty: give the value of the header Authorization`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header cannot hold
  if (/[\u0000-\u001f\u007f]|[^\u0000-\u00ff]/.test(value as string))
    refuse(`${name} holds a character that no header can`)
}

function positive(name: string, value: unknown, most = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !(value > 0) || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? 'a number above 0' : `from 1 to ${most}`
    return refuse(`${name} must be ${range}, not ${value}`)
  }
  return value
}

function whole(name: string, value: unknown, most: number): number {
  if (!Number.isInteger(value)) refuse(`${name} must be a whole number from 1 to ${most}, not ${value}`)
  return positive(name, value, most)
}

const TEXTS = ['token', 'otherToken', 'disabledToken', 'foreignReport', 'ca'] as const
const LISTS = ['reports'] as const
const SUITE_LISTS = ['only', 'skip', 'baseline'] as const
const RUN_OPTIONS: readonly (keyof RunOptions)[] = [
  'url',
  ...TEXTS,
  ...LISTS,
  'allowWrites',
  'readOnly',
  'timeout',
  'deadline',
  'concurrency',
  'rate',
  'insecure',
  'maxPages',
  'reveal',
  'inShell',
  'onRequest',
  'signal',
]

/** What the compiler would tell whoever uses it. */
function checkNames(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) refuse(`no option is called "${name}": there are ${known.join(', ')}`)
  }
}

function checkKinds<Options>(
  options: Options,
  texts: readonly (keyof Options & string)[],
  lists: readonly (keyof Options & string)[],
): void {
  for (const name of texts) {
    const value: unknown = options[name]
    if (value !== undefined && typeof value !== 'string') refuse(`${name} must be a text`)
  }
  for (const name of lists) {
    const value: unknown = options[name]
    if (value !== undefined && !Array.isArray(value)) refuse(`${name} must be a list`)
  }
}

function settleReadings(given: NonNullable<ConformanceOptions['readings']>): Readings {
  const settled = Object.fromEntries(
    Object.entries(readings).map(([name, { fallback }]) => [name, fallback]),
  ) as Readings
  for (const [name, word] of Object.entries(given)) {
    if (!Object.hasOwn(readings, name)) {
      refuse(`no reading is called "${name}": there are ${Object.keys(readings).join(', ')}`)
    }
    const mode = Object.hasOwn(readingSynonyms, word)
      ? readingSynonyms[word as keyof typeof readingSynonyms]
      : (word as ReadingMode)
    if (!readingModes.includes(mode))
      refuse(`the reading ${name} must be off, advisory (or warn) or binding (or fail), not "${word}"`)
    settled[name as Reading] = mode
  }
  return settled
}
