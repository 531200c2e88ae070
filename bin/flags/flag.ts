import { hint } from '../../src/cli.ts'
import { say } from '../terminal/say.ts'
import { isOfService } from './kubernetes.ts'
import { readTokenText } from './token-text.ts'
import { UsageError } from './usage-error.ts'

/** A flag of a command: its description, and a function that converts its text to a value. */
export interface Flag<T> {
  describe: string
  /** Its letter, as in `-q`. */
  short?: string
  /** The placeholder of the value in the help; a flag without one takes no value. */
  placeholder?: string
  /** It takes several values in a row. */
  several?: true
  /** It may be used without a value. */
  isValueOptional?: true
  /** Its value without one. Then the next word is its value only if it is a number. */
  bare?: number
  /** Separates several values in its variable; on the command line the flag is repeated instead. */
  separator?: RegExp
  /** The default, for the help. */
  fallback?: string
  /**
   * Only the command line sets it: no variable does, because a variable would affect every run. A switch that makes a
   * command print something in place of its work is one of these: with a variable, CI would pass without a check.
   */
  commandLineOnly?: true
  /** Flags that are used in place of it: one of them on the command line wins over the variable of this flag. */
  rivals?: readonly string[]
  /** @throws {UsageError} when the text is not a valid value */
  read: (texts: string[], name: string) => T
}

export type Flags = Record<string, Flag<unknown>>
export type Values<F extends Flags> = { [Name in keyof F]?: F[Name] extends Flag<infer T> ? T : never }

export const text = (texts: string[], name: string): string => {
  // A file of variables may leave a line break at the end of a value.
  const only = single(texts, name).replace(/(?<![\r\n])[\r\n]+$/, '')
  if (only === '') throw new UsageError(`--${name} needs a value.`)
  return only
}

export function single([only = '', ...more]: string[], name: string): string {
  if (more.length > 0) throw new UsageError(`--${name} must not be repeated.`)
  return only
}

/** Reads a value of the header `Authorization`. */
export const token = (texts: string[], name: string): string =>
  readTokenText(single(texts, name), `--${name}`, say)

export const wholeNumber =
  (least: number, most: number) =>
  (texts: string[], name: string): number => {
    const value = text(texts, name)
    if (!/^\d{1,15}$/.test(value) || Number(value) < least || Number(value) > most) {
      throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not "${value}".`)
    }
    return Number(value)
  }

/** Reads a number above 0, which may have a fraction. */
export const numberUpTo =
  (most: number) =>
  (texts: string[], name: string): number => {
    const value = text(texts, name)
    if (/^\d{1,15}(\.\d{1,15})?$/.test(value) && Number(value) > 0 && Number(value) <= most)
      return Number(value)
    throw new UsageError(`--${name} must be a number above 0 and at most ${most}, not "${value}".`)
  }

export const several = (texts: string[]): string[] => texts

/** Reads names separated by commas. */
export const commas = (texts: string[], name: string): string[] => {
  const given = texts
    .flatMap((text) => text.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (given.length === 0) throw new UsageError(`--${name} needs a value.`)
  return given
}

/** Reads `name=value`, where the value is optional. */
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
    throw new UsageError(
      `--${name} must be ${choices.join(' or ')}, not "${value}"${hint(value, choices) || '.'}`,
    )
  }

/** Reads names separated by spaces or commas; `faultOf` returns a message for an invalid name. */
export const names =
  (faultOf: (name: string) => string | undefined) =>
  (texts: string[], name: string): string[] => {
    const given = texts.flatMap((text) => text.split(/[\s,]+/)).filter((one) => one !== '')
    const fault = given.map(faultOf).find((fault) => fault !== undefined)
    if (fault !== undefined) throw new UsageError(`--${name}: ${fault}`)
    return given
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

/**
 * Returns the values of flags, from the command line or else from the environment: PESSOAS_SIM_PORT sets `--port`.
 * @throws {UsageError} when a value is invalid
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

/** The texts of each flag, in the order of the command line; a switch has the text "true" or "false". */
export type Texts = Record<string, string[] | undefined>

export function environmentName(flag: string): string {
  return `PESSOAS_SIM_${flag.toUpperCase().replaceAll('-', '_')}`
}
