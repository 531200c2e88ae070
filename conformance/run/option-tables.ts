import { newestSet } from '../checks/requirements.ts'
import type { Readings, readingSynonyms } from '../judging/readings.ts'
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
  requirements: string
  readings: { readonly [Name in keyof Readings]?: Readings[Name] | keyof typeof readingSynonyms }
  /** The flag names their file. */
  baseline: readonly BaselineEntry[]
}

/** An option of a run. The library, the flags, the variables, `--help` and the reference all use this one entry. */
export interface RunOption {
  kind: keyof Kinds
  /** The line in `--help`. */
  describe: string
  default?: number | boolean | string
  /** The greatest number that it accepts. */
  most?: number
  /** The flag, if it is not the name in kebab-case. */
  flag?: string
  /** The name of the value in `--help`. */
  placeholder?: string
  /** The value of the flag without one. */
  bare?: number
  /** What happens without the flag, if it has no default. */
  without?: string
  /** Whether no variable sets it, because it cannot be undone or would apply to every later run. */
  commandLineOnly?: true
  /** Flags that cannot be used with it. */
  rivals?: readonly string[]
}

export type OptionTable = Readonly<Record<string, RunOption>>

/** The options of every command that sends requests to a target. */
export const runOptions = {
  /** The value of the header `Authorization`, sent exactly as given. */
  token: {
    kind: 'credential',
    describe: 'value of the Authorization header; prefer PESSOAS_SIM_TOKEN, because shells keep a history',
    placeholder: 'VALUE',
    without: 'the terminal asks for it',
    rivals: ['token-file'],
  },
  /** The number of a report of another organization. */
  foreignReport: {
    kind: 'reportNumber',
    describe: 'number of a report of another organization; with --allow-writes decisions are sent to it',
    placeholder: 'NUMBER',
    commandLineOnly: true,
  },
  /** Numbers of reports that the run may decide, if `allowWrites` is true. */
  reports: {
    kind: 'reportNumbers',
    flag: 'report',
    describe: 'number of a report that may be decided; repeatable',
    placeholder: 'NUMBER',
    commandLineOnly: true,
  },
  /** Decides the reports of `report`, which cannot be undone. */
  allowWrites: {
    kind: 'switch',
    default: false,
    describe: 'decide the reports of --report, which cannot be undone',
    commandLineOnly: true,
  },
  /** Sends only GET requests. */
  readOnly: { kind: 'switch', default: false, describe: 'send only GET requests', rivals: ['allow-writes'] },
  /** Writes personal data as it is, but never tokens. */
  reveal: {
    kind: 'switch',
    default: false,
    describe: 'write personal data as it is, but never credentials',
    commandLineOnly: true,
  },
  /** Milliseconds for one request; 10,000 by default. */
  timeout: {
    kind: 'milliseconds',
    default: 10_000,
    describe: 'time limit for one request',
    placeholder: 'S',
  },
  /** Milliseconds for the run; 600,000 by default. */
  deadline: { kind: 'milliseconds', default: 600_000, describe: 'time limit for the run', placeholder: 'S' },
  /** Requests in flight at once; by default 4 for a service on this machine, and 2 for others. */
  concurrency: {
    kind: 'whole',
    most: 64,
    describe: 'requests in flight at once',
    placeholder: 'N',
    without: '4 on loopback, else 2',
  },
  /** The maximum number of requests a second. */
  rate: {
    kind: 'number',
    most: 100_000,
    describe: 'maximum number of requests a second',
    placeholder: 'N',
    without: 'no limit',
  },
  /** The maximum number of pages to read of one list; 400 by default. */
  maxPages: {
    kind: 'whole',
    default: 400,
    most: 1_000_000,
    describe: 'maximum number of pages to read of one list',
    placeholder: 'N',
  },
  /** Certificates (PEM) of authorities to trust besides the usual ones. */
  ca: {
    kind: 'certificates',
    describe: 'certificate authorities to trust, in PEM',
    placeholder: 'FILE',
  },
  /** Accepts any certificate. */
  insecure: { kind: 'switch', default: false, describe: 'accept any certificate' },
} as const satisfies OptionTable

const disabledToken = {
  kind: 'credential',
  describe: 'token whose access is not enabled',
  placeholder: 'VALUE',
} as const

/** The other options of the suite. */
export const suiteOptions = {
  /** A token of another organization. */
  otherToken: { kind: 'credential', describe: 'token of another organization', placeholder: 'VALUE' },
  /** Says that the two organizations share nobody, so that a person in both lists is a failure. */
  tenantsDisjoint: {
    kind: 'switch',
    default: false,
    describe: 'the two organizations share nobody: fail if a person is in both lists',
  },
  /** A token whose access is not enabled. */
  disabledToken,
  /** Runs only these: ids, topics, clauses, headings, or cells, in whose patterns `*` stands for any text. */
  only: {
    kind: 'names',
    describe: "run only these: ids, topics, clauses, headings or cells ('order:-nome/filter:*'), separated by commas",
    placeholder: 'NAMES',
  },
  /** Leaves these out, named in the same way. */
  skip: { kind: 'names', describe: 'leave these out, named in the same way', placeholder: 'NAMES' },
  /** Whether a check fails if a text differs from one that the interface only suggests. */
  strictWording: {
    kind: 'switch',
    default: false,
    describe: 'also fail if a text differs from one that the interface only suggests',
  },
  /** How to judge each inference. */
  readings: {
    kind: 'readings',
    flag: 'reading',
    describe: 'how to judge an inference: off, advisory (warn) or binding (fail), separated by commas; repeatable',
    placeholder: 'NAME=MODE',
  },
  /** The set of requirements that decides. Newer checks run, and their results are reported apart. */
  requirements: {
    kind: 'requirements',
    default: newestSet,
    describe: 'set of requirements that decides, such as 2026-10; newer checks run and are reported apart',
    placeholder: 'SET',
  },
  /** Known failures. An entry that passes now must be removed. */
  baseline: {
    kind: 'baseline',
    describe: 'JSON file of known failures: id, reason, expires; an entry that passes now must be removed',
    placeholder: 'FILE',
  },
} as const satisfies OptionTable

/** The other options of the probe. */
export const probeOptions = {
  /** Learns only the knobs: fewer requests, and a profile that tells faults as the interface does. */
  knobsOnly: {
    kind: 'switch',
    default: false,
    describe: 'learn only the knobs, not how faults are told: fewer requests, but the simulator matches less closely',
  },
  /** A token whose access is not enabled: how it is refused is learned, too. */
  disabledToken,
  /** The number of new questions that measure how closely the simulator with the learned profile matches the service. */
  verify: {
    kind: 'whole',
    most: 100_000,
    bare: 300,
    describe: 'ask N new questions and measure how closely the simulator matches the service; 300 if N is left out',
    placeholder: 'N',
    without: 'nothing is measured',
  },
} as const satisfies OptionTable

/** The values that a caller may give for the options of a table. */
export type Given<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: Kinds[Table[Name]['kind']] | undefined
}

/** The values of a run: what the caller gave, or the defaults. */
export type Settled<Table extends OptionTable> = {
  [Name in keyof Table]: Kinds[Table[Name]['kind']] | (Table[Name] extends { default: unknown } ? never : undefined)
}
