import type { URL } from 'node:url'
import { printableValue } from '../contract/printable.ts'
import { completeProfile, type PartialProfile, type Profile } from '../contract/profile.ts'
import { checkPlan } from '../control/faults/check.ts'
import { readFaultPlan } from '../control/faults/plans.ts'
import type { FaultPlan } from '../control/faults/rule.ts'
import type { Origin } from '../data/origin.ts'
import type { FixtureSource } from '../data/read-fixture.ts'
import { corsOf, hostNameFault, isLoopback, originFault } from '../operator/allow-lists.ts'
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

const LOGS = ['pretty', 'json', 'silent']
export const WORLD_OPTIONS = ['fixture', 'allowInvalidCpf', 'seed', 'persons', 'organizations'] as const
const PORT_OPTIONS = ['port', 'host', 'basePath', 'allowedHosts', 'cors'] as const
const DATA_OPTIONS = ['state', 'store', 'watch', 'tokens'] as const
const SERVICE_OPTIONS = ['profile', 'quirks', 'layers', 'faults'] as const
const OUTPUTS = ['control', 'journal', 'log', 'write'] as const
const OPTIONS = [...WORLD_OPTIONS, ...PORT_OPTIONS, ...DATA_OPTIONS, ...SERVICE_OPTIONS, ...OUTPUTS]

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
  if (Object.hasOwn(Object(options), 'memory'))
    throw new OptionError(
      'option "memory" is unknown: memory is the default, unless you give state or store.',
    )
  checkKnown(options, OPTIONS)
  checkControl(options.control)
}

/** The longest delay of a timer, in milliseconds. */
const LONGEST_TTL = 2 ** 31 - 1

/** @throws {OptionError} */
export function checkOrganizationOptions(options: OrganizationOptions): void {
  checkKnown(options, [...WORLD_OPTIONS, 'ttl', 'profile'])
  const { ttl = 1 } = options
  if (!Number.isInteger(ttl) || ttl < 1 || ttl > LONGEST_TTL)
    throw new OptionError(`ttl must be a whole number of milliseconds from 1 to ${LONGEST_TTL}.`)
}

/** A token that can be guessed would open the control port to every program of this machine. */
const CONTROL_TOKEN = /^[\x21-\x7e]{16,}$/

/** @throws {OptionError} */
function checkControl(control: StartOptions['control'] = false): void {
  if (typeof control === 'boolean') return
  requirePlain(control, 'control must be true, false or an object, such as { port: 0 }')
  refuseUnknown('control option', Object.keys(control), ['port', 'orFree', 'token'])
  const { port, token } = control
  checkPort('control.port', port)
  if (token !== undefined && (typeof token !== 'string' || !CONTROL_TOKEN.test(token)))
    throw new OptionError('control.token must be a string of at least 16 visible ASCII characters.')
}

/** Checks at run time what TypeScript checks for those who use it. */
function checkKnown(
  options: StartOptions & OrganizationOptions,
  known: readonly (keyof typeof options)[],
): void {
  const { port, log = 'silent', tokens = [], quirks = [], layers = [] } = options
  refuseUnknown('option', Object.keys(options), known)
  refuseUnknown('log', [log], LOGS)
  checkPort('port', port)
  if (!Array.isArray(tokens))
    throw new OptionError('tokens must be an array of strings, one for each organization.')
  checkGuard(options)
  checkBasePath(options)
  checkJournal(options)
  if (!Array.isArray(quirks)) throw new OptionError('quirks must be an array of names.')
  if (
    !Array.isArray(layers) ||
    !layers.every((layer) => typeof layer === 'string' || typeof layer === 'function')
  )
    throw new OptionError('layers must be an array of files or functions.')
  const { fixture, ...rest } = options
  const origin = (['seed', 'persons', 'organizations'] as const).filter((name) => rest[name] !== undefined)
  if (fixture !== undefined && origin.length > 0) {
    throw optionsError(
      `{fixture} cannot be used with ${origin.map((name) => `{${name}}`).join(', ')}, because it has its own data.`,
    )
  }
  if (fixture !== undefined && typeof fixture !== 'string' && !Array.isArray(fixture))
    requirePlain(fixture, 'fixture must be a file, the name of one that ships, or an object')
  checkStore(options)
  for (const name of ['host', 'state', 'store'] as const) {
    const value = options[name]
    if (value !== undefined && typeof value !== 'string') throw new OptionError(`${name} must be a string.`)
  }
}

function checkPort(name: string, port = 0): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new OptionError(`${name} must be a whole number from 0 to 65535, not ${printableValue(port)}.`)
}

function checkStore({ store, state, watch }: StartOptions): void {
  if (store === undefined) return
  if (state !== undefined)
    throw optionsError('{store} and {state} exclude each other: decisions are kept in one place. Use one.')
  if (watch)
    throw optionsError(
      '{store} and {watch} exclude each other: other simulators may serve the same data. Use one.',
    )
}

function checkGuard({ allowedHosts = [], cors = false }: StartOptions): void {
  if (!areStrings(allowedHosts)) throw new OptionError('allowedHosts must be an array of host names.')
  if (typeof cors !== 'boolean' && typeof cors !== 'string' && !areStrings(cors)) {
    throw new OptionError('cors must be true, an origin or an array of origins.')
  }
  const origins = typeof cors === 'boolean' ? [] : [cors].flat()
  const [fault] = [...allowedHosts.map(hostNameFault), ...origins.map(originFault)].filter(Boolean)
  if (fault !== undefined) throw new OptionError(fault)
}

function checkBasePath({ basePath = '' }: StartOptions): void {
  if (typeof basePath === 'string' && basePathOf(basePath) !== undefined) return
  throw optionsError(`{basePath}: ${printableValue(basePath)} is not a path such as /api/v1.`)
}

function checkJournal({ journal = true }: StartOptions): void {
  if (typeof journal === 'boolean') return
  requirePlain(journal, 'journal must be true, false or an object, such as { exchanges: 10_000 }')
  refuseUnknown('option of journal', Object.keys(journal), ['exchanges', 'bytes'])
  for (const [name, value] of Object.entries(journal)) {
    if (Number.isSafeInteger(value) && value >= 1) continue
    throw new OptionError(
      `journal.${name} must be a whole number of at least 1, not ${printableValue(value)}.`,
    )
  }
}

function areStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
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
