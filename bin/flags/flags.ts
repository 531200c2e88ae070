import { hostNameFault, nearest, originFault, originRanges } from '../../src/cli.ts'
import { say } from '../terminal/say.ts'
import { isOfService } from './kubernetes.ts'
import { readTokenText } from './token-text.ts'
import { UsageError } from './usage-error.ts'

export { UsageError }

/** A flag of a command: its description, and how its text becomes a value. */
export interface Flag<T> {
  describe: string
  /** The letter that is short for it. */
  short?: string
  /** What stands for the value in the help; a flag without one takes none. */
  placeholder?: string
  /** Whether it takes several values in a row. */
  several?: true
  /** Whether it may stand without its value. */
  alone?: true
  /** What parts several values in its variable; on the command line the flag is repeated instead. */
  separator?: RegExp
  /** What happens without the flag, for the help. */
  fallback?: string
  /** Whether only the command line may set it, and no variable: what cannot be undone, or has no end. */
  commandLineOnly?: true
  /** Flags that do not go with it: one of them on the command line wins over its variable. */
  rivals?: readonly string[]
  /** @throws {UsageError} when the text is no value of this flag */
  read: (texts: string[], name: string) => T
}

export type Flags = Record<string, Flag<unknown>>
export type Values<F extends Flags> = { [Name in keyof F]?: F[Name] extends Flag<infer T> ? T : never }

export const text = (texts: string[], name: string): string => {
  // Files with variables end their lines in many ways.
  const only = single(texts, name).replace(/(?<![\r\n])[\r\n]+$/, '')
  if (only === '') throw new UsageError(`--${name} needs a value.`)
  return only
}

function single([only = '', ...more]: string[], name: string): string {
  if (more.length > 0) throw new UsageError(`--${name} is given more than once.`)
  return only
}

/** A value of the header `Authorization`. */
export const token = (texts: string[], name: string): string =>
  readTokenText(single(texts, name), `--${name}`, say)

/** Tokens of the simulator, which are put behind no scheme. */
const ownTokens = (texts: string[], name: string): string[] =>
  texts.map((given) => {
    const own = readTokenText(given, `--${name}`, say)
    if (!/^bearer\s/i.test(own)) return own
    throw new UsageError(
      `--${name} begins with "Bearer": give the token alone. With --set authorization=bearer, clients have to send that word before it.`,
    )
  })

export const wholeNumber =
  (least: number, most: number) =>
  (texts: string[], name: string): number => {
    const value = text(texts, name)
    if (!/^\d{1,15}$/.test(value) || Number(value) < least || Number(value) > most) {
      throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not "${value}".`)
    }
    return Number(value)
  }

/** A number above 0, with a fraction or without. */
export const numberUpTo =
  (most: number) =>
  (texts: string[], name: string): number => {
    const value = text(texts, name)
    if (/^\d{1,15}(\.\d{1,15})?$/.test(value) && Number(value) > 0 && Number(value) <= most)
      return Number(value)
    throw new UsageError(`--${name} must be a number above 0, at most ${most}, not "${value}".`)
  }

export const several = (texts: string[]): string[] => texts

/** Names between commas. */
export const commas = (texts: string[], name: string): string[] => {
  const given = texts
    .flatMap((text) => text.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (given.length === 0) throw new UsageError(`--${name} needs a value.`)
  return given
}

/** `name=value`, where the value may be left out. */
export const pairs = (texts: string[], name: string): [string, string | undefined][] =>
  texts.map((text) => {
    const [key = '', ...rest] = text.split('=')
    if (key === '') throw new UsageError(`--${name} needs a name, not "${text}".`)
    return [key, rest.length === 0 ? undefined : rest.join('=')]
  })

export const oneOf =
  <T extends string>(...choices: T[]) =>
  (texts: string[], name: string): T => {
    const value = text(texts, name) as T
    if (choices.includes(value)) return value
    throw new UsageError(`--${name} must be ${choices.join(' or ')}, not "${value}"${hintOf(value, choices)}`)
  }

function hintOf(given: string, choices: readonly string[]): string {
  const near = nearest(given, choices)
  return near === undefined ? '.' : `: did you mean ${near}?`
}

/** Names between blanks or commas; one of them that is wrong is told by `faultOf`. */
const names =
  (faultOf: (name: string) => string | undefined) =>
  (texts: string[], name: string): string[] => {
    const given = texts.flatMap((text) => text.split(/[\s,]+/)).filter((one) => one !== '')
    const fault = given.map(faultOf).find((fault) => fault !== undefined)
    if (fault !== undefined) throw new UsageError(`--${name}: ${fault}`)
    return given
  }

/** Origins, or a switch: alone it is the pages of this machine. */
const origins = (texts: string[], name: string): string[] | boolean => {
  const [only = '', ...more] = texts
  if (more.length === 0 && /^(true|1|false|0|)$/.test(only)) return yes(texts, name)
  return names(originFault)(texts, name)
}

export const yes = (texts: string[], name: string): boolean => {
  const value = (texts.at(-1) ?? '').trim()
  if (/^(true|1|)$/.test(value)) return true
  if (/^(false|0)$/.test(value)) return false
  throw new UsageError(`--${name} must be true or false, not "${value}".`)
}

export const flag = <T>(read: Flag<T>['read'], describe: string, more: Partial<Flag<T>> = {}): Flag<T> => ({
  read,
  describe,
  ...more,
})

const origin = {
  persons: flag(wholeNumber(...originRanges.persons), 'persons of the first organization', {
    placeholder: 'N',
    fallback: '137',
    rivals: ['data', 'fixture'],
  }),
  organizations: flag(
    wholeNumber(...originRanges.organizations),
    'enabled organizations; one that is not enabled comes on top',
    {
      placeholder: 'N',
      fallback: '2',
      rivals: ['data', 'fixture'],
    },
  ),
  seed: flag(wholeNumber(...originRanges.seed), 'what the data is generated from', {
    placeholder: 'S',
    fallback: '1',
    rivals: ['data', 'fixture'],
  }),
}

export const profileFlags = {
  profile: flag(text, 'choices for what the interface leaves open: a JSON file, or one that ships', {
    placeholder: 'FILE|NAME',
    fallback: 'default',
  }),
  set: flag(pairs, 'one such choice; repeatable, and it wins over --profile', {
    placeholder: 'KNOB=CHOICE',
    commandLineOnly: true,
  }),
} satisfies Flags

/** Where a simulator keeps what is decided, unless it is told otherwise. */
export const DEFAULT_STATE = '.pessoas-sim'

export const serveFlags = {
  port: flag(wholeNumber(0, 65_535), 'port to listen on; 0 takes any that is free', {
    placeholder: 'PORT',
    fallback: '3210',
  }),
  host: flag(text, 'address to listen on', {
    placeholder: 'ADDRESS',
    fallback: 'loopback: 127.0.0.1 and ::1',
  }),
  cors: flag(origins, 'let web pages ask, too: those of this machine, or of these origins', {
    placeholder: 'ORIGIN…',
    several: true,
    alone: true,
    fallback: 'no web page',
  }),
  'allowed-hosts': flag(
    names(hostNameFault),
    'names that may stand in the header Host; .NAME is all below it',
    {
      placeholder: 'NAME…',
      several: true,
      fallback: 'localhost, *.localhost and addresses',
    },
  ),
  state: flag(text, 'folder for the data and what is decided', {
    placeholder: 'DIR',
    fallback: `${DEFAULT_STATE}; with --fixture, none`,
    rivals: ['memory'],
  }),
  memory: flag(yes, 'keep nothing on disk', { rivals: ['state'] }),
  fixture: flag(text, 'serve this fixture: a file, which is never written, or one that ships', {
    placeholder: 'FILE|NAME',
    fallback: 'seeded data',
    rivals: ['data', 'persons', 'organizations', 'seed'],
  }),
  watch: flag(yes, 'follow the file of --fixture: a sound change is served at once, another is told'),
  'allow-invalid-cpf': flag(yes, 'take CPFs of a fixture with a mask, another length or wrong check digits'),
  data: flag(text, 'deprecated: --fixture FILE --state DIR does the same', {
    placeholder: 'FILE',
    rivals: ['fixture', 'persons', 'organizations', 'seed'],
  }),
  ...origin,
  token: flag(ownTokens, 'token of the first organization; repeated, of the next ones', {
    placeholder: 'TOKEN',
    fallback: "the dataset's",
    commandLineOnly: true,
  }),
  ...profileFlags,
  quirk: flag(commas, 'break these clauses on purpose, by commas; repeatable', {
    placeholder: 'NAMES',
  }),
  'list-quirks': flag(yes, 'print what can be broken on purpose, and end'),
  log: flag(oneOf('pretty', 'json', 'silent'), 'access log on standard error: pretty, json or silent', {
    placeholder: 'FORM',
    fallback: 'pretty',
  }),
  json: flag(yes, 'one machine-readable line on standard output when ready, and nothing else there'),
} satisfies Flags

/** Of commands that write a file which may be edited by hand. */
export const force = {
  force: flag(yes, 'replace a file that has other contents', { commandLineOnly: true }),
} satisfies Flags

export const seedFlags = {
  ...origin,
  out: flag(text, 'file to write, - for standard output', { placeholder: 'FILE' }),
  ...force,
} satisfies Flags

/**
 * The values of flags, from their texts or else from the environment: `--port` is also `PESSOAS_SIM_PORT`.
 * @throws {UsageError} when one of them is no value of its flag
 */
export function readFlags<F extends Flags>(
  flags: F,
  texts: Texts,
  environment: NodeJS.ProcessEnv,
): Values<F> {
  const values: Record<string, unknown> = {}
  for (const [name, { read, rivals, commandLineOnly, separator }] of Object.entries<Flag<unknown>>(flags)) {
    const variable = environmentName(name)
    if (texts[name] !== undefined) values[name] = read(texts[name], name)
    else if (commandLineOnly || rivals?.some((rival) => texts[rival] !== undefined)) continue
    else if (environment[variable] && !isOfService(variable, environment[variable])) {
      const given = separator === undefined ? [environment[variable]] : environment[variable].split(separator)
      values[name] = read(given, `${name} (from ${variable})`)
    }
  }
  return values as Values<F>
}

/** The texts given for each flag, in their order; a flag without a value has the text "true" or "false". */
export type Texts = Record<string, string[] | undefined>

export function environmentName(flag: string): string {
  return `PESSOAS_SIM_${flag.toUpperCase().replaceAll('-', '_')}`
}
