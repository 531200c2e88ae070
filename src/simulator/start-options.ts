import type { URL } from 'node:url'
import { otherKind } from '../contract/plain-object.ts'
import { printableValue } from '../contract/printable.ts'
import { completeProfile, type PartialProfile, type Profile } from '../contract/profile.ts'
import { readFaultPlan } from '../control/faults/plans.ts'
import type { FaultPlan } from '../control/faults/rule.ts'
import { checkPlan } from '../control/faults/schema.ts'
import type { Origin } from '../data/origin.ts'
import type { FixtureSource } from '../data/read-fixture.ts'
import { corsOf, hostNameFault, isLoopback, originFault } from '../operator/allow-lists.ts'
import { shown } from '../operator/fault-text.ts'
import { pathOf } from '../operator/file-url.ts'
import { hint } from '../operator/hint.ts'
import { OptionError, optionsError } from '../operator/operator-error.ts'
import type { ProfileName } from '../operator/profiles.ts'
import { checkProfile, readProfile } from '../operator/read-profile.ts'
import { requirePlain } from '../operator/require-plain.ts'
import { basePathOf } from '../server/base-path.ts'
import { createGuard, type Guard } from '../server/guard.ts'
import type { Layer } from './layers.ts'

export interface WorldOptions extends Partial<Origin> {
  /** A file (its path or file: URL), the name of a fixture that ships, or the fixture itself; it is never written. */
  fixture?: FixtureSource
  /** Accept CPFs of the fixture with a mask, another length or wrong check digits. */
  allowInvalidCpf?: boolean
}

export interface OrganizationOptions extends WorldOptions {
  /** After how many milliseconds it closes by itself; never by default, after an hour on a shared store. */
  ttl?: number
  /**
   * What this organization is served under, as `startSimulator({ profile })` has it; by default the profile of the start.
   */
  profile?: PartialProfile | ProfileName | URL
}

/** The control port, on which programs in any language steer the simulator. */
export interface ControlOptions {
  /** The port to listen on, of both loopback addresses; 0, the default, picks a free one. */
  port?: number
  /** Picks a free port if this one is in use. */
  orFree?: boolean
  /** The token that callers must send, at least 16 visible ASCII characters; by default a new one. */
  token?: string
}

export interface StartOptions extends WorldOptions {
  /** The port to listen on; 0, the default, picks a free one. */
  port?: number
  /** The address to listen on; by default both loopback addresses. */
  host?: string
  /** The path before those of the interface, such as `/api/v1`; none by default. */
  basePath?: string
  /** Names that the header Host may have besides localhost and addresses; `.example` means every name below example. */
  allowedHosts?: readonly string[]
  /**
   * The origins of web pages that may use the service; true (or `loopback`) means those of this machine. None by
   * default.
   */
  cors?: boolean | string | readonly string[]
  /** The folder for the data and the decisions, its path or file: URL; without one, everything is in memory. */
  state?: string | URL
  /**
   * The connection string of a PostgreSQL database for the data and the decisions, `postgres://user@host/database`, with
   * `?schema=NAME` for one world of several. Any number of simulators may serve it. An empty schema gets the data.
   */
  store?: string
  /** Watch the file of the fixture, and serve each valid change. */
  watch?: boolean
  /** Tokens that replace those of the dataset, in the order of its organizations. */
  tokens?: readonly string[]
  /**
   * Choices for what the interface leaves open, with defaults for the rest, the name of a profile that ships, or the
   * file: URL of a JSON file.
   */
  profile?: PartialProfile | ProfileName | URL
  /** Names of quirks, which break clauses on purpose, the outermost first; the export `quirks` lists them. */
  quirks?: readonly string[]
  /**
   * What stands around the service, the outermost first: functions, or files (a path or file: URL) of ES modules whose
   * default export is one, such as `(next) => async (request) => next(request)`.
   */
  layers?: readonly (Layer | string | URL)[]
  /**
   * Faults that strike requests from the start: a plan, the name of one that ships, or a JSON file; the export
   * `faultPlans` lists those that ship.
   */
  faults?: FaultPlan | string | URL
  /** Opens the control port; none by default. */
  control?: boolean | ControlOptions
  /**
   * Keep a journal of what clients send, by default of the latest 1,000 exchanges and 16 MiB. Beyond that, the oldest
   * are dropped.
   */
  journal?: boolean | { exchanges?: number; bytes?: number }
  log?: 'pretty' | 'json' | 'silent'
  /**
   * Receives each entry of the access log, which may have several lines, and each notice; by default standard error.
   */
  write?: (line: string) => void
}

/** Whether an option has a value that it may have, and what that is. */
type Rule = readonly [fits: (value: unknown) => boolean, must: string]

const isBoolean = (value: unknown) => typeof value === 'boolean'
const isString = (value: unknown) => typeof value === 'string'
const areStrings = (value: unknown) => Array.isArray(value) && value.every(isString)
const isPlain = (value: unknown) => otherKind(value) === undefined
const isFixture = (value: unknown) => isString(value) || Array.isArray(value) || isPlain(value)
const isLayer = (value: unknown) => isString(value) || typeof value === 'function'
const whole = (least: number, most: number, unit = ''): Rule => [
  (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  `a whole number${unit} from ${least} to ${most}`,
]
const switchOr = (example: string): Rule => [
  (value) => isBoolean(value) || isPlain(value),
  `true, false or an object, such as ${example}`,
]
const string: Rule = [isString, 'a string']
const port = whole(0, 65_535)
const count = whole(1, Number.MAX_SAFE_INTEGER)
/** Checked where it is used. */
const elsewhere: Rule = [() => true, '']

const worldRules: Record<keyof WorldOptions, Rule> = {
  fixture: [isFixture, 'a file, the name of one that ships, or an object'],
  allowInvalidCpf: elsewhere,
  ...{ seed: elsewhere, persons: elsewhere, organizations: elsewhere },
}
const organizationRules: Record<keyof OrganizationOptions, Rule> = {
  ...worldRules,
  // The longest delay of a timer.
  ttl: whole(1, 2 ** 31 - 1, ' of milliseconds'),
  profile: elsewhere,
}
const startRules: Record<keyof StartOptions, Rule> = {
  ...worldRules,
  port,
  host: string,
  basePath: elsewhere,
  allowedHosts: [areStrings, 'an array of host names'],
  cors: [
    (value) => isBoolean(value) || isString(value) || areStrings(value),
    'true, an origin or an array of origins',
  ],
  ...{ state: string, store: string, watch: elsewhere },
  tokens: [Array.isArray, 'an array of strings, one for each organization'],
  profile: elsewhere,
  quirks: [Array.isArray, 'an array of names'],
  layers: [(value) => Array.isArray(value) && value.every(isLayer), 'an array of files or functions'],
  faults: elsewhere,
  control: switchOr('{ port: 0 }'),
  journal: switchOr('{ exchanges: 10_000 }'),
  ...{ log: elsewhere, write: elsewhere },
}
const controlRules: Record<keyof ControlOptions, Rule> = {
  port,
  orFree: elsewhere,
  // One that can be guessed would open the control port to every program of this machine.
  token: [
    (value) => isString(value) && /^[\x21-\x7e]{16,}$/.test(value as string),
    'a string of at least 16 visible ASCII characters',
  ],
}

type WithPaths<T> = {
  [Name in keyof T]: Name extends 'layers' ? readonly (Layer | string)[] : Exclude<T[Name], URL>
}

const MUST = 'The options must be an object, such as { port: 0 }, or be left out'

/** Returns options in which each file: URL is its path. @throws {OptionError} when they are no plain object */
export function withPaths<T extends StartOptions>(options: T): WithPaths<T> {
  requirePlain(options, MUST)
  const paths = { ...options }
  for (const name of ['fixture', 'profile', 'faults', 'state'] as const)
    if (paths[name] !== undefined) Object.assign(paths, { [name]: pathOf(paths[name]) })
  if (Array.isArray(paths.layers)) Object.assign(paths, { layers: paths.layers.map(pathOf) })
  return paths as WithPaths<T>
}

/** @throws {OptionError} */
export function checkStartOptions(options: StartOptions): void {
  // The flag --memory has no option.
  if (Object.hasOwn(options, 'memory'))
    throw new OptionError(
      'option "memory" is unknown: memory is the default, unless you give state or store.',
    )
  check('option', options, startRules)
  const { log = 'silent', control, journal, basePath = '', allowedHosts = [], cors = false } = options
  refuseUnknown('log', [log], ['pretty', 'json', 'silent'])
  if (typeof control === 'object') check('control option', control, controlRules, 'control.')
  if (typeof journal === 'object')
    check('option of journal', journal, { exchanges: count, bytes: count }, 'journal.')
  if (!isString(basePath) || basePathOf(basePath) === undefined)
    throw optionsError(`{basePath}: ${printableValue(basePath)} is not a path such as /api/v1.`)
  const origins = typeof cors === 'boolean' ? [] : [cors].flat()
  const [fault] = [...allowedHosts.map(hostNameFault), ...origins.map(originFault)].filter(Boolean)
  if (fault !== undefined) throw new OptionError(fault)
  requireOneSource(options)
  const { store, state, watch } = options
  if (store === undefined || (state === undefined && !watch)) return
  const [other, why] =
    state !== undefined
      ? ['state', 'decisions are kept in one place']
      : ['watch', 'other simulators may serve the same data']
  throw optionsError(`{store} and {${other}} exclude each other: ${why}. Use one.`)
}

/** @throws {OptionError} */
export function checkOrganizationOptions(options: OrganizationOptions): void {
  check('option', options, organizationRules)
  requireOneSource(options)
}

function requireOneSource({ fixture, ...options }: WorldOptions): void {
  const origin = (['seed', 'persons', 'organizations'] as const).filter((name) => options[name] !== undefined)
  if (fixture === undefined || origin.length === 0) return
  const names = origin.map((name) => `{${name}}`).join(', ')
  throw optionsError(`{fixture} cannot be used with ${names}, because it has its own data.`)
}

/** Checks at run time what TypeScript checks for those who use it. */
function check(what: string, options: object, rules: Readonly<Record<string, Rule>>, inside = ''): void {
  refuseUnknown(what, Object.keys(options), Object.keys(rules))
  for (const [name, value] of Object.entries(options)) {
    const [fits, must] = rules[name] as Rule
    if (value === undefined || fits(value)) continue
    // No message shows a token.
    const not = /token/.test(name)
      ? ''
      : `, not ${(Object(value) === value && otherKind(value)) || shown(value)}`
    throw new OptionError(`${inside}${name} must be ${must}${not}.`)
  }
}

export function guardOf({ host, allowedHosts = [], cors = false }: StartOptions): Guard {
  const names = host === undefined ? allowedHosts : [...allowedHosts, host]
  return createGuard({
    allowedHosts: names.map((name) => name.toLowerCase()),
    isOpen: host !== undefined && !isLoopback(host),
    cors: corsOf(cors),
  })
}

function refuseUnknown(what: string, given: readonly string[], known: readonly string[]): void {
  const [unknown] = given.filter((name) => !known.includes(name))
  if (unknown === undefined) return
  const near = hint(unknown, known) || '.'
  throw new OptionError(`${what} "${unknown}" is unknown${near} Use one of ${known.join(', ')}.`)
}

/** @throws {OperatorError} when the plan is missing or invalid */
export function faultPlanOf({ faults = { faults: [] } }: StartOptions): FaultPlan {
  return typeof faults === 'string' ? readFaultPlan(faults) : checkPlan(faults)
}

export function profileOf(given: StartOptions['profile'] = {}): Profile {
  return completeProfile(typeof given === 'string' ? readProfile(given) : checkProfile(given, 'The profile'))
}

/** Returns the source of the data. */
export function sourceOf({ fixture, allowInvalidCpf, seed, persons, organizations }: StartOptions) {
  return {
    fixture,
    allowInvalidCpf,
    origin: {
      ...(seed !== undefined && { seed }),
      ...(persons !== undefined && { persons }),
      ...(organizations !== undefined && { organizations }),
    },
  }
}
