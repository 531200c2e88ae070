import { commandFlags } from '../../bin/flags/command-flags.ts'
import { environmentName, type Flags } from '../../bin/flags/flag.ts'
import { flagName } from '../../bin/flags/run-flags.ts'
import {
  type OptionTable,
  probeOptions,
  type RunOption,
  runOptions,
  suiteOptions,
} from '../../conformance/cli.ts'

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
  requirements: 'string',
  readings: '`{ [reading]: mode }`',
  baseline: 'list of `{ id, reason, expires }`',
}

/** Returns the page of the options of `runConformance` and `probe`, and of the flags of every command. */
export function optionsPage(): string {
  return `# Options

These are the options of \`runConformance\` and \`probe\`, in code, as flags of \`pessoas-sim conformance\` and \`pessoas-sim probe\`, and as
environment variables. A time is in milliseconds in code, and in seconds in a flag or a variable. [The flags of every command](#flags) follow.
\`npm run generate\` writes this page from the code.

## Of both

${optionTable(runOptions)}
\`url\`, the base URL, is an option in code and the argument of the command. Three options exist only in code:

| option | type | what it does |
| --- | --- | --- |
| \`inShell\` | \`{ token, otherToken, disabledToken, ca }\` | says where your shell has each value, for the printed curl commands: \`{ token: { variable: 'STAGING_TOKEN' } }\` or \`{ token: { file } }\` |
| \`onRequest\` | function | is called with \`{ check, risk, line }\` before each request |
| \`signal\` | \`AbortSignal\` | ends the run |

## Of the suite only

${optionTable(suiteOptions)}
## Of the probe only

${optionTable(probeOptions)}
\`fixture\`, a boolean, exists only in code: it adds to the report what \`--fixture-out\` writes.

## Flags

These are the flags that are not in the tables above. Each command also has \`--help\`.

${Object.entries(commandFlags)
  .filter(([, flags]) => Object.keys(flags).length > 0)
  .map(flagTable)
  .join('\n')}`
}

function flagTable([command, flags]: [string, Flags]): string {
  const inOptions = ['conformance', 'probe'].includes(command)
    ? [runOptions, suiteOptions, probeOptions].flatMap((table: OptionTable) =>
        Object.entries(table).map(([name, option]) => flagName(name, option)),
      )
    : []
  const rows = Object.entries(flags)
    .filter(([name]) => !inOptions.includes(name))
    .map(([name, { placeholder, isValueOptional, commandLineOnly, fallback = '', describe }]) => {
      const value = placeholder && (isValueOptional ? ` [${placeholder}]` : ` ${placeholder}`)
      const cells = [
        `\`--${name}${value ?? ''}\``.replaceAll('|', '\\|'),
        commandLineOnly ? 'none' : `\`${environmentName(name)}\``,
        fallback,
        describe,
      ]
      return `| ${cells.join(' | ')} |\n`
    })
  return `### \`${command}\`\n\n| flag | variable | default | what it does |\n| --- | --- | --- | --- |\n${rows.join('')}`
}

function optionTable(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, option]) => {
    const flag = `--${flagName(name, option)}`
    const cells = [
      `\`${name}\``,
      types[option.kind],
      `\`${[flag, placeholderOf(option)].filter(Boolean).join(' ')}\``,
      option.commandLineOnly ? 'none' : `\`${environmentName(flag.slice(2))}\``,
      defaultText(option),
      option.describe,
    ]
    return `| ${cells.join(' | ')} |\n`
  })
  return `| option | type | flag | variable | default | what it does |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('')}`
}

function placeholderOf({ placeholder, bare }: RunOption): string | undefined {
  return bare === undefined ? placeholder : `[${placeholder}]`
}

function defaultText({ default: value, without = '' }: RunOption): string {
  return value === undefined ? without : `\`${value}\``
}
