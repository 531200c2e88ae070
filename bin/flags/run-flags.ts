import type { Kinds, OptionTable, RunOption } from '../../conformance/run/option-tables.ts'
import { kebabCase } from '../../src/cli.ts'
import {
  commas,
  type Flag,
  flag,
  numberUpTo,
  pairs,
  several,
  text,
  token,
  type Values,
  wholeNumber,
  yes,
} from './flag.ts'
import { UsageError } from './usage-error.ts'

/** Converts `maxPages` to `max-pages`. */
type Kebab<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : ''

type FlagName<Name, Option> = Option extends { flag: infer Flag extends string } ? Flag : Kebab<Name & string>

/** The type of the value of each kind of option. */
type Read = { [Kind in keyof typeof readers]: ReturnType<ReturnType<(typeof readers)[Kind]>> }

/** The flags of a table of options. */
export type RunFlags<Table extends OptionTable> = {
  [Name in keyof Table as FlagName<Name, Table[Name]>]: Flag<Read[Table[Name]['kind']]>
}

/** Returns the flags of a table of options. */
export function flagsOf<const Table extends OptionTable>(table: Table): RunFlags<Table> {
  const flags = Object.entries(table).map(([name, option]) => {
    const { kind, default: value, without } = option
    const isTime = kind === 'milliseconds'
    const describe = isTime ? `${option.describe}, in seconds` : option.describe
    const { placeholder, commandLineOnly, rivals, bare } = option
    const fallback =
      typeof value === 'number'
        ? String(isTime ? value / 1000 : value)
        : typeof value === 'string'
          ? value
          : without
    const isValueOptional = bare === undefined ? undefined : true
    const more = { placeholder, fallback, commandLineOnly, rivals, bare, isValueOptional }
    const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
    const read = readers[kind](option)
    const orBare: Flag<unknown>['read'] = (texts, name) =>
      texts.join() === '' && bare !== undefined ? bare : read(texts, name)
    return [flagName(name, option), flag<unknown>(orBare, describe, given)]
  })
  return Object.fromEntries(flags)
}

/** Returns the values of flags by the names of their options. */
export function optionsOf<const Table extends OptionTable>(
  table: Table,
  flags: Values<RunFlags<Table>>,
): { [Name in keyof Table]?: Read[Table[Name]['kind']] } {
  const values = Object.entries(table).map(([name, option]) => [
    name,
    flags[flagName(name, option) as keyof typeof flags],
  ])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** Returns the flag of an option, without the leading dashes. */
export function flagName(name: string, { flag }: RunOption): string {
  return flag ?? kebabCase(name)
}

const seconds = (texts: string[], name: string): number => {
  const value = text(texts, name)
  if (/^\d+(\.\d+)?$/.test(value) && Number(value) > 0) return Number(value) * 1000
  throw new UsageError(`--${name} must be a number of seconds above 0, not "${value}".`)
}

/** Reads pairs separated by commas; neither names nor modes contain one. */
const pairsByCommas = (texts: string[], name: string) =>
  Object.fromEntries(pairs(commas(texts, name), name)) as NonNullable<Kinds['readings']>

const readers = {
  credential: () => token,
  reportNumber: () => text,
  reportNumbers: () => several,
  certificates: () => text,
  switch: () => yes,
  milliseconds: () => seconds,
  number: ({ most }: RunOption) => numberUpTo(most as number),
  whole: ({ most }: RunOption) => wholeNumber(1, most as number),
  names: () => commas,
  requirements: () => text,
  readings: () => pairsByCommas,
  baseline: () => text,
} satisfies Record<keyof Kinds, (option: RunOption) => Flag<unknown>['read']>
