import type { BaselineEntry } from './baseline.ts'

/** The value that each kind of option takes in code. */
export interface Kinds {
  /** A value of the header `Authorization`. */
  credential: string
  reportNumber: string
  reportNumbers: readonly string[]
  /** Certificates in PEM. The flag names their file. */
  certificates: string
  switch: boolean
  /** The flag takes seconds. */
  milliseconds: number
  whole: number
  number: number
  names: readonly string[]
  /** The flag names their file. */
  baseline: readonly BaselineEntry[]
}

/** An option of a run. The library, the flags, the variables, `--help` and the reference all use this one entry. */
export interface RunOption {
  kind: keyof Kinds
  /** The heading in `--help`. */
  group: string
  describe: string
  default?: number | boolean
  /** The greatest number that it accepts. */
  most?: number
  /** The flag, if it is not the name in kebab-case. */
  flag?: string
  /** The value of the flag without one. */
  bare?: number
  /** Whether no variable sets it, because it cannot be undone or would apply to every later run. */
  typed?: true
}

export type OptionTable = Readonly<Record<string, RunOption>>

function option<Kind extends keyof Kinds, const More extends Partial<RunOption>>(
  group: string,
  kind: Kind,
  describe: string,
  more: More,
) {
  return { kind, group, describe, ...more }
}

const isOff = { default: false } as const
const typed = true
/** The longest delay of a timer in Node, in milliseconds. */
const most = 2 ** 31 - 1

/** The options of every command that sends requests to a target. */
export const runOptions = {
  /** The value of the header `Authorization`, sent exactly as given. */
  token: option('Access', 'credential', 'value of the Authorization header; better in PESSOAS_SIM_TOKEN', {}),
  /** A token whose access is not enabled. */
  disabledToken: option('Access', 'credential', 'token whose access is not enabled', {}),
  /** Certificates (PEM) of authorities to trust besides the usual ones. */
  ca: option('Access', 'certificates', 'certificate authorities to trust, in PEM', {}),
  insecure: option('Access', 'switch', 'accept any certificate', isOff),
  /** Numbers of reports that the run may decide, if `allowWrites` is true. */
  reports: option('Decisions', 'reportNumbers', 'number of a report that may be decided; repeatable', {
    flag: 'report',
    typed,
  }),
  allowWrites: option('Decisions', 'switch', 'decide the reports of --report, which cannot be undone', {
    ...isOff,
    typed,
  }),
  foreignReport: option(
    'Decisions',
    'reportNumber',
    'number of a report of another organization; with --allow-writes decisions are sent to it',
    { typed },
  ),
  readOnly: option('Decisions', 'switch', 'send only GET requests', isOff),
  /** Milliseconds for one request. */
  timeout: option('Pace', 'milliseconds', 'time limit for one request', { default: 10_000, most }),
  /** Milliseconds for the run. */
  deadline: option('Pace', 'milliseconds', 'time limit for the run', { default: 600_000, most }),
  concurrency: option('Pace', 'whole', 'requests in flight at once', { default: 4, most: 64 }),
  rate: option('Pace', 'number', 'maximum number of requests a second', { most: 100_000 }),
  reveal: option('Output', 'switch', 'write personal data, but never credentials', { ...isOff, typed }),
} satisfies OptionTable

/** The other options of the suite. */
export const suiteOptions = {
  otherToken: option('Access', 'credential', 'token of another organization', {}),
  tenantsDisjoint: option('Checks', 'switch', 'fail if a person is in the lists of both organizations', isOff),
  only: option('Checks', 'names', 'run only these ids, topics, clauses or headings, separated by commas', {}),
  skip: option('Checks', 'names', 'leave these out, named in the same way', {}),
  strict: option('Checks', 'switch', 'fail where a check only warns', isOff),
  /** Known failures. An entry that passes now must be removed. */
  baseline: option('Checks', 'baseline', 'JSON file of known failures, as --write-baseline writes it', {}),
} satisfies OptionTable

/** The other options of the probe. */
export const probeOptions = {
  knobsOnly: option('Learning', 'switch', 'learn only the knobs, not how faults are told: less close', isOff),
  /** The number of new questions that measure how closely the simulator with the learned profile matches the service. */
  verify: option('Learning', 'whole', 'ask N (300) new questions, and measure how closely the simulator matches', {
    most: 100_000,
    bare: 300,
  }),
} satisfies OptionTable

/** The values that a caller may give for the options of a table. */
export type Given<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: Kinds[Table[Name]['kind']] | undefined
}

/** The values of a run: what the caller gave, or the defaults. */
export type Settled<Table extends OptionTable> = {
  [Name in keyof Table]: Kinds[Table[Name]['kind']] | (Table[Name] extends { default: unknown } ? never : undefined)
}
