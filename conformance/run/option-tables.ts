import type { Readings, readingSynonyms } from '../judging/readings.ts'
import type { BaselineEntry } from './baseline.ts'

/** What each kind of option takes in code. */
export interface Kinds {
  text: string
  /** A value of the header `Authorization`. */
  credential: string
  reportNumber: string
  reportNumbers: readonly string[]
  /** Certificates in PEM; a flag names the file that has them. */
  certificates: string
  switch: boolean
  /** A flag takes seconds. */
  milliseconds: number
  whole: number
  number: number
  names: readonly string[]
  readings: { readonly [Name in keyof Readings]?: Readings[Name] | keyof typeof readingSynonyms }
  /** A flag names the file that has them. */
  baseline: readonly BaselineEntry[]
}

/** An option of a run, said once: the library, the flags, the variables, `--help` and the reference are made from it. */
export interface RunOption {
  kind: keyof Kinds
  /** One line for whoever runs the command line. */
  describe: string
  default?: number | boolean
  /** The greatest number that it takes. */
  most?: number
  /** The flag, where it is not the name in kebab-case. */
  flag?: string
  /** What stands for the value in `--help`. */
  placeholder?: string
  /** What happens without the flag, where that is no default. */
  without?: string
  /** Whether no variable sets it: what cannot be undone, or has no end. */
  commandLineOnly?: true
  /** Flags that do not go with it. */
  rivals?: readonly string[]
}

export type OptionTable = Readonly<Record<string, RunOption>>

/** Whom to ask, as whom, and how gently: of every command that asks a deployment. */
export const runOptions = {
  /** The value of the header `Authorization`, sent exactly so. */
  token: {
    kind: 'credential',
    describe: 'that value itself: shells remember it, PESSOAS_SIM_TOKEN is better',
    placeholder: 'VALUE',
    without: 'asked for on a terminal',
    rivals: ['token-file'],
  },
  /** The number of a report of another organization. */
  foreignReport: {
    kind: 'reportNumber',
    describe: 'number of a report of another organization; with --allow-writes it is sent a decision',
    placeholder: 'NUMBER',
    commandLineOnly: true,
  },
  /** Numbers of reports that may be decided; nothing is decided without `allowWrites`. */
  reports: {
    kind: 'reportNumbers',
    flag: 'report',
    describe: 'number of a report that may be decided; repeatable',
    placeholder: 'NUMBER',
    commandLineOnly: true,
  },
  /** Decides the reports: it cannot be undone. */
  allowWrites: {
    kind: 'switch',
    default: false,
    describe: 'decide these reports: it cannot be undone',
    commandLineOnly: true,
  },
  /** Sends only GET requests. */
  readOnly: { kind: 'switch', default: false, describe: 'send only GET requests', rivals: ['allow-writes'] },
  /** Writes people as they are; tokens never are. */
  reveal: {
    kind: 'switch',
    default: false,
    describe: 'write people as they are; credentials never are',
    commandLineOnly: true,
  },
  /** Milliseconds for one request; 10,000 by default. */
  timeout: {
    kind: 'milliseconds',
    default: 10_000,
    describe: 'seconds for one request',
    placeholder: 'S',
  },
  /** Milliseconds for the run; 600,000 by default. */
  deadline: { kind: 'milliseconds', default: 600_000, describe: 'seconds for the run', placeholder: 'S' },
  /** Requests in flight at once; 2 by default. */
  concurrency: {
    kind: 'whole',
    default: 2,
    most: 64,
    describe: 'requests in flight at once',
    placeholder: 'N',
  },
  /** At most so many requests a second. */
  rate: {
    kind: 'number',
    most: 100_000,
    describe: 'requests a second, at most',
    placeholder: 'N',
    without: 'no limit',
  },
  /** At most so many pages of one list are read; 400 by default. */
  maxPages: {
    kind: 'whole',
    default: 400,
    most: 1_000_000,
    describe: 'pages read of one list, at most',
    placeholder: 'N',
  },
  /** Certificates of authorities beside the usual ones, PEM. */
  ca: {
    kind: 'certificates',
    describe: 'PEM file of certificate authorities to trust',
    placeholder: 'FILE',
  },
  /** Accepts any certificate. */
  insecure: { kind: 'switch', default: false, describe: 'accept any certificate' },
} as const satisfies OptionTable

/** What the suite takes beside them. */
export const suiteOptions = {
  /** A token of another organization. */
  otherToken: { kind: 'credential', describe: 'the value for another organization', placeholder: 'VALUE' },
  /** A token whose access is not enabled. */
  disabledToken: {
    kind: 'credential',
    describe: 'a value whose access is not enabled',
    placeholder: 'VALUE',
  },
  /** Runs only these: ids, topics, clauses or headings. */
  only: {
    kind: 'names',
    describe: 'run only these: ids, topics, clauses or headings, separated by commas',
    placeholder: 'NAMES',
  },
  /** Leaves these out, named likewise. */
  skip: { kind: 'names', describe: 'leave these out, named likewise', placeholder: 'NAMES' },
  /** Whether softly worded clauses fail. */
  strictWording: {
    kind: 'switch',
    default: false,
    describe: 'fail where the document only speaks of a text',
  },
  /** How each inference is judged. */
  readings: {
    kind: 'readings',
    flag: 'reading',
    describe:
      'how an inference is judged: off, advisory (warn) or binding (fail), separated by commas; repeatable',
    placeholder: 'NAME=MODE',
  },
  /** Failures that are known; one that passes now must be removed. */
  baseline: {
    kind: 'baseline',
    describe: 'JSON file of known failures: id, reason, expires; one that passes now must be removed',
    placeholder: 'FILE',
  },
} as const satisfies OptionTable

/** What may be given for the options of a table. */
export type Given<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: Kinds[Table[Name]['kind']] | undefined
}

/** What a run has of them: the defaults where nothing was given. */
export type Settled<Table extends OptionTable> = {
  [Name in keyof Table]:
    | Kinds[Table[Name]['kind']]
    | (Table[Name] extends { default: unknown } ? never : undefined)
}
