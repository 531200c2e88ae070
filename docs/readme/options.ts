import { commandFlags, environmentName, type Flag, type Flags, flagName } from '../../bin/flags.ts'
import {
  type OptionTable,
  probeOptions,
  type RunOption,
  runOptions,
  suiteOptions,
} from '../../conformance/run/option-tables.ts'

/** What an option takes in code, by its kind. */
const types: Record<RunOption['kind'], string> = {
  credential: 'string',
  reportNumber: 'string',
  reportNumbers: 'list of strings',
  certificates: 'string (PEM)',
  switch: 'boolean',
  milliseconds: 'milliseconds',
  whole: 'whole number',
  number: 'number',
  names: 'list of strings',
  baseline: 'list of `{ id, reason, expires }`',
}

/** Returns the page of the options of `runConformance` and `probe`, and of the flags of every command. */
export function optionsPage(): string {
  return `# Options

These are the options of \`runConformance\` and \`probe\`, in code, as flags of \`pessoas-sim conformance\` and \`pessoas-sim probe\`, and as
environment variables. A time is in milliseconds in code, and in seconds in a flag or a variable. [The flags of every command](#flags) follow.
The build writes this page from the code.

## Of both

${optionTable(runOptions)}
\`url\`, the base URL, is an option in code and the argument of the command. Three options exist only in code:

| option | type | what it does |
| --- | --- | --- |
| \`inShell\` | \`{ token, otherToken, disabledToken, ca }\` | says how your shell gets each value, for the printed curl commands: \`{ token: '$STAGING_TOKEN' }\` or \`{ token: '$(cat token.txt)' }\` |
| \`onRequest\` | function | is called with \`{ check, risk, line }\` before each request |
| \`signal\` | \`AbortSignal\` | ends the run |

## Of the suite only

${optionTable(suiteOptions)}
## Of the probe only

${optionTable(probeOptions)}
\`fixture\`, a boolean, exists only in code: it adds to the report what \`--fixture-out\` writes.

## Flags

These are the flags that are not in the tables above. Each command also has \`--help\`, and \`--lang LANGUAGE\` (\`PESSOAS_SIM_LANG\`): \`en\` or
\`pt-BR\`, the language of help, messages and reports.

${Object.entries<Flags>(commandFlags)
  .map(([command, { lang: _, ...flags }]): [string, Flags] => [command, flags])
  .filter(([, flags]) => Object.keys(flags).length > 0)
  .map(flagTable)
  .join('\n')}`
}

const head = (first: string) =>
  `| ${first} | default | what it does |\n${'| --- '.repeat(first.split('|').length + 2)}|\n`
const flagsOfOptions: Flags = { ...commandFlags.conformance, ...commandFlags.probe }
const tables: OptionTable[] = [runOptions, suiteOptions, probeOptions]

function flagTable([command, flags]: [string, Flags]): string {
  const isInTables = (name: string) =>
    tables.some((table) => Object.entries(table).some(([option, its]) => flagName(option, its) === name))
  const rows = Object.entries(flags)
    .filter(([name]) => !(['conformance', 'probe'].includes(command) && isInTables(name)))
    .map(([name, flag]) => [...flagCells(name, flag), ...meaningOf(flag)])
  return `### \`${command}\`\n\n${head('flag | variable')}${rows.map(rowOf).join('')}`
}

function optionTable(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, option]) => {
    const { kind, default: value, describe } = option
    const flag = flagName(name, option)
    const fallback = value === undefined ? '' : `\`${value}\``
    return [`\`${name}\``, types[kind], ...flagCells(flag, flagsOfOptions[flag] as Flag), fallback, describe]
  })
  return `${head('option | type | flag | variable')}${rows.map(rowOf).join('')}`
}

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`

/** Returns a flag with its value, and its variable. */
function flagCells(name: string, { help, typed }: Flag): string[] {
  const [, word = ''] = /^<(.*?)>/.exec(help) ?? /^(\[.*?\]) /.exec(help) ?? []
  const flag = `\`--${name}${word === '' ? '' : ` ${word}`}\``.replaceAll('|', '\\|')
  return [flag, typed ? 'none' : `\`${environmentName(name)}\``]
}

/** Returns the default of a flag, and what it does. */
function meaningOf({ help }: Flag): [fallback: string, describe: string] {
  const [, describe = '', fallback = ''] =
    /^(?:<.*?> |\[.*?\] )?(.*?)(?: \(default: (.*)\))?$/.exec(help) ?? []
  return [fallback, describe]
}
