import {
  type Kinds,
  type OptionTable,
  probeOptions,
  type RunOption,
  runOptions,
  suiteOptions,
} from '../conformance/run/option-tables.ts'
import { hostNameFault, kebabCase, originFault, originRanges } from '../src/cli.ts'
import { languages } from '../src/messages/translate.ts'
import { readToken } from './token.ts'
import { UsageError } from './usage-error.ts'

/** A flag of a command: an option for yargs, with what the help and the reference print. */
export interface Flag<T = unknown> {
  /** Its line in the help: `<PORT> port to listen on (default: 3210)`. `[N]` may be left out; a switch has no value. */
  help: string
  /** The heading in the help. */
  group?: string
  alias?: string
  choices?: readonly string[]
  /** The flag that it needs. */
  implies?: string
  /** Whether it takes several values in a row. */
  inRow?: true
  /**
   * Whether only the command line sets it: a variable would affect every run, and with one that makes a command print
   * something in place of its work, CI would pass without a check.
   */
  typed?: true
  /** Separates the values in its variable, if it may be repeated. */
  separator?: RegExp
  /**
   * Converts the values.
   * @throws {UsageError} whose message completes `--port …`
   */
  read(values: string[]): T
}

export type Flags = Record<string, Flag>
export type Values<F extends Flags> = { [Name in keyof F]?: F[Name] extends Flag<infer T> ? T : never }
type More = Omit<Flag, 'help' | 'group' | 'read'>

const origin = ['persons', 'organizations', 'seed']
/** Flags that exclude others. Where one is typed, the variables of the others are ignored. */
export const exclusive: Readonly<Record<string, readonly string[]>> = {
  fixture: origin,
  memory: ['state', 'store'],
  store: ['state', 'out'],
  'token-file': ['token'],
  'read-only': ['allow-writes'],
  diff: ['out', 'evidence', 'fixture-out', 'fail-on-change', 'verify', 'at-least'],
}

/** Returns the variable that sets a flag. */
export function environmentName(flag: string): string {
  return `PESSOAS_SIM_${flag.toUpperCase().replaceAll('-', '_')}`
}

const flag = <T>(help: string, read: Flag<T>['read'], more: More = {}): Flag<T> => ({ help, read, ...more })
const string = (help: string, more: More = {}) => flag(help, text, more)
const list = (help: string, more: More = {}) => flag(help, commas, more)
const yes = (help: string, more: More = {}) => flag(help, () => true, more)
const whole = (help: string, range: readonly [least: number, most: number]) =>
  flag(help, wholeNumber(...range))
const oneOf = <const T extends string>(help: string, ...choices: T[]) =>
  flag(help, (values) => text(values) as T, { choices })

function under<F extends Flags>(group: string, flags: F): F {
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { group, ...flag }])) as F
}

function text([only = '', ...more]: string[]): string {
  if (more.length > 0) throw new UsageError('must not be repeated.')
  // A file of variables may leave a line break at the end of a value.
  const value = only.replace(/(?<![\r\n])[\r\n]+$/, '')
  if (value === '') throw new UsageError('needs a value.')
  return value
}

const wholeNumber = (least: number, most: number) => (values: string[]) => {
  const value = text(values)
  if (/^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value)
  throw new UsageError(`must be a whole number from ${least} to ${most}, not "${value}".`)
}

/** Reads a number above 0, which may have a fraction. */
const numberUpTo = (most: number) => (values: string[]) => {
  const value = text(values)
  if (/^[\d.]{1,15}$/.test(value) && Number(value) > 0 && Number(value) <= most) return Number(value)
  throw new UsageError(`must be a number above 0 and at most ${most}, not "${value}".`)
}

/** Reads names separated by commas. */
function commas(values: string[]): string[] {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  if (names.join('') === '') throw new UsageError('needs a value.')
  return names.filter((name) => name !== '')
}

/** Reads names separated by spaces or commas; `faultOf` returns a message for an invalid name. */
const names = (faultOf: (name: string) => string | undefined) => (values: string[]) => {
  const given = values.flatMap((value) => value.split(/[\s,]+/)).filter((name) => name !== '')
  const fault = given.map(faultOf).find((fault) => fault !== undefined)
  if (fault !== undefined) throw new UsageError(`is wrong: ${fault}`)
  return given
}

/** Reads `name=value`, where the value is optional. */
const pairs = (values: string[]) =>
  values.map((value): [string, string | undefined] => {
    const [, name = '', after] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? []
    if (name === '') throw new UsageError(`needs a name, not "${value}".`)
    return [name, after]
  })

const token = (values: string[]): string => readToken(text(values))

/** Reads tokens of the simulator, which have no scheme. */
function ownTokens(values: string[]): string[] {
  if (!values.some((value) => /^bearer\s/i.test(value))) return values.map((value) => token([value]))
  throw new UsageError('begins with "Bearer". Use only the token, and --set authorization=bearer.')
}

/** Reads a value that may be left out, or be that of a switch. */
const orSwitch =
  <T>(read: (values: string[]) => T) =>
  (values: string[]): T | boolean => {
    const only = values.join('')
    return /^(true|1|)$/.test(only) || (!/^(false|0)$/.test(only) && read(values))
  }

/** The default state folder. */
export const DEFAULT_STATE = '.pessoas-sim'

const typed = true
const row = { inRow: typed } as const
const force = under('Output', { force: yes('replace an existing file', { typed }) })
const invalidCpf = yes('accept CPFs of a fixture with a mask, another length or wrong check digits')
const stateFolder = string('<DIR> state folder, also while a simulator uses it (default: .pessoas-sim)')
const generated = under('Data', {
  persons: whole('<N> number of persons of the first organization (default: 137)', originRanges.persons),
  organizations: whole('<N> organizations; a disabled one is added (default: 2)', originRanges.organizations),
  seed: whole('<N> seed of the generated data (default: 1)', originRanges.seed),
})
const profile = under('Answers', {
  profile: string('<FILE|NAME> choices for what the interface leaves open: a file, or one of this package'),
  set: flag('<KNOB=CHOICE> one choice of a profile; repeatable; wins over --profile', pairs, { typed }),
})

const serve = {
  ...under('Data', {
    fixture: string('<FILE|NAME> fixture to serve: a file, which is never written, or one of this package'),
    watch: yes('watch the file of --fixture: serve valid changes at once, print the errors of others'),
    'allow-invalid-cpf': { ...invalidCpf, implies: 'fixture' },
    ...generated,
    token: flag('<TOKEN> token of the first organization; repeat it for others', ownTokens, { typed }),
  }),
  ...under('State', {
    state: string('<DIR> folder for data and decisions (default: .pessoas-sim; with --fixture, none)'),
    memory: yes('keep nothing on disk'),
    store: string('<URL> PostgreSQL database for data and decisions; several simulators may share it'),
  }),
  ...profile,
  ...under('Answers', {
    quirk: list('<NAMES> break clauses on purpose: names, separated by commas; repeatable'),
    'list-quirks': flag('[WORD] print the quirks, or those about a word', orSwitch(text), { typed }),
    layer: list(
      '<FILE> ES module that changes requests or answers: export default (next) => (request) => answer; repeatable, the first is the outermost',
    ),
    faults: string('<FILE|NAME> faults that strike requests: a JSON file, or a plan of this package'),
  }),
  ...under('Network', {
    port: whole('<PORT> port to listen on; 0 picks a free one (default: 3210)', [0, 65_535]),
    host: string('<ADDRESS> address to listen on (default: loopback, 127.0.0.1 and ::1)'),
    'base-path': string('<PATH> path before those of the interface, such as /api/v1'),
    cors: flag(
      '[ORIGIN…] allow web pages of this machine, or of these origins',
      orSwitch(names(originFault)),
      row,
    ),
    'allowed-hosts': flag(
      '<NAME…> more names for the header Host; .NAME for all below it',
      names(hostNameFault),
      row,
    ),
    control: flag(
      '<PORT> port of the control API, on this machine only; 0 picks a free one, --no-control opens none (default: 3211; with --port 0, a free one)',
      (values) => (values.join() === 'false' ? (false as const) : wholeNumber(0, 65_535)(values)),
    ),
  }),
  ...under('Output', {
    log: oneOf('<FORM> access log: pretty, json or silent (default: pretty)', 'pretty', 'json', 'silent'),
    json: yes('print one line of JSON on standard output when ready, and nothing else there'),
    'ready-file': string('<FILE> file to write when ready, with the line of --json; deleted at the end'),
  }),
}

/** How the command line writes and reads each kind of option; a switch has no value. */
const kinds: Record<keyof Kinds, [placeholder: string, read: (option: RunOption) => Flag['read']]> = {
  credential: ['<VALUE> ', () => token],
  reportNumber: ['<NUMBER> ', () => text],
  reportNumbers: ['<NUMBER> ', () => (values) => values],
  certificates: ['<FILE> ', () => text],
  switch: ['', () => () => true],
  milliseconds: ['<S> ', () => (values) => numberUpTo(Number.MAX_SAFE_INTEGER)(values) * 1000],
  whole: ['<N> ', ({ most }) => wholeNumber(1, most as number)],
  number: ['<N> ', ({ most }) => numberUpTo(most as number)],
  names: ['<NAMES> ', () => commas],
  baseline: ['<FILE> ', () => text],
}

/** Returns the flag of an option, without the leading dashes. */
export function flagName(name: string, { flag }: RunOption): string {
  return flag ?? kebabCase(name)
}

/** Returns the flags of a table of options. */
function flagsOf(table: OptionTable): Flags {
  const flags = Object.entries(table).map(([name, option]): [string, Flag] => {
    const { kind, group, describe, default: value, bare, typed } = option
    const [placeholder, reader] = kinds[kind]
    const [read, seconds] = [reader(option), kind === 'milliseconds']
    const fallback = typeof value === 'number' ? ` (default: ${seconds ? value / 1000 : value})` : ''
    const help = `${bare ? '[N] ' : placeholder}${describe}${seconds ? ', in seconds' : ''}${fallback}`
    const readBare: Flag['read'] = (values) => (values.join() === '' ? bare : read(values))
    return [flagName(name, option), { help, group, read: bare ? readBare : read, ...(typed && { typed }) }]
  })
  return Object.fromEntries(flags)
}

/** The options of a table on the command line, where a baseline is the name of its file. */
type Options<Table extends OptionTable> = {
  [Name in keyof Table]?: (Omit<Kinds, 'baseline'> & { baseline: string })[Table[Name]['kind']]
}

/** Returns the values of flags by the names of their options. */
export function optionsOf<Table extends OptionTable>(table: Table, values: object): Options<Table> {
  const options = Object.entries(table).map(([name, option]) => [
    name,
    Reflect.get(values, flagName(name, option)),
  ])
  return Object.fromEntries(options.filter(([, value]) => value !== undefined)) as Options<Table>
}

const target = {
  ...under('Access', {
    'token-file': string('<FILE> file with the token in its first line; - for standard input'),
  }),
  ...flagsOf(runOptions),
  ...under('Output', {
    'dry-run': yes('print what would be sent, how often and at which risk, without sending it', { typed }),
    quiet: yes('print only the verdict and the failures', { alias: 'q' }),
  }),
}

const everywhere = under('Output', {
  lang: oneOf(
    '<LANGUAGE> language of help, messages and reports: en or pt-BR (default: that of the environment)',
    ...languages,
  ),
})

const own = {
  serve,
  conformance: {
    ...target,
    ...flagsOf(suiteOptions),
    ...under('Checks', { 'write-baseline': string('<FILE> write the current failures to a baseline file') }),
    ...under('Output', {
      reporter: flag(
        '<NAME[=FILE]> pretty, junit, json, html or github; =FILE writes it to a file; repeatable (default: pretty)',
        pairs,
        // The name of a file may contain a comma, unless the text after it looks like the next reporter.
        { separator: /,\s*(?=[a-z]+(?:=|,|$))/ },
      ),
      list: yes('print the checks, and exit', { typed }),
    }),
  },
  probe: {
    ...target,
    ...flagsOf(probeOptions),
    ...under('Learning', {
      'at-least': flag(
        '<SHARE> exit with 1 unless --verify proves that this share of everyday answers, such as 0.98, matches to the letter',
        numberUpTo(1),
        { implies: 'verify' },
      ),
      'fail-on-change': string('<FILE|NAME> exit with 1 if a choice differs from this profile'),
      diff: yes('compare two profiles, A and B, without contacting a service', { typed }),
    }),
    ...under('Output', {
      out: string('<FILE> write the profile found, for serve --profile; - to print it', { typed }),
      'fixture-out': string('<FILE> write a fixture like the list, without its persons; - to print it', {
        typed,
      }),
      evidence: string('<FILE> write the evidence for each choice as JSON; - to print it', { typed }),
    }),
    ...force,
  },
  profile: {
    ...profile,
    ...under('Output', {
      json: yes('print the profile as JSON, a file for --profile', { typed }),
      list: yes('print all knobs with their choices, and the profiles of this package', { typed }),
      schema: yes('print the JSON Schema of profiles, for editors', { typed }),
    }),
  },
  openapi: {
    ...profile,
    ...under('Output', {
      overlay: yes('print what the profile changes, as an OpenAPI Overlay', { typed }),
      out: string('<FILE> file to write (default: -, standard output)', { typed }),
    }),
    ...force,
  },
  lint: { 'allow-invalid-cpf': invalidCpf, json: yes('print the findings as JSON') },
  'fixture list': {},
  'fixture show': { 'allow-invalid-cpf': invalidCpf },
  'fixture init': force,
  'fixture from-csv': {
    ...under('Data', {
      'allow-invalid-cpf': invalidCpf,
      anonymize: yes('replace CPFs and names by generated ones of the same shape; equal ones stay equal'),
      seed: whole('<N> what generated values depend on (default: 1)', originRanges.seed),
    }),
    ...under('Output', { out: string('<FILE> file to write, YAML or JSON by its name (default: -, JSON)') }),
    ...force,
  },
  'fixture schema': {},
  seed: {
    ...generated,
    ...under('Data', {
      fixture: string('<FILE|NAME> fixture to load into --store', { typed, implies: 'store' }),
    }),
    ...under('Output', {
      out: string('<FILE> file to write; - for standard output'),
      store: string('<URL> PostgreSQL database to load, in place of a file'),
    }),
    ...force,
  },
  'state show': {
    state: stateFolder,
    json: yes('print the decisions as one JSON document'),
  },
  reset: {
    state: stateFolder,
    store: string('<URL> PostgreSQL database, also while simulators serve it'),
  },
  wait: {
    timeout: flag('<SECONDS> how long to wait (default: 30)', numberUpTo(86_400), { typed }),
    'ready-file': string('<FILE> wait for this ready file of serve, in place of a URL', { typed }),
  },
} satisfies Record<string, Flags>

/** The flags of every command, by the command as it is typed. */
export const commandFlags = Object.fromEntries(
  Object.entries<Flags>(own).map(([command, flags]) => [command, { ...flags, ...everywhere }]),
) as { [Command in keyof typeof own]: (typeof own)[Command] & typeof everywhere }

/** The values of the flags of a command. */
export type ValuesOf<Command extends keyof typeof commandFlags> = Values<(typeof commandFlags)[Command]>
