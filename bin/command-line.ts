import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import yargs, { type Argv } from 'yargs'
import { seed } from './commands/seed.ts'
import { serve } from './commands/serve.ts'
import { conformanceFlags } from './conformance-flags.ts'
import { type Flags, readFlags, seedFlags, serveFlags, type Texts, UsageError } from './flags.ts'

/**
 * Understands every command line, and helps with those that it does not.
 * @throws {UsageError} for an unknown command or flag, and for a value that is none
 */
export async function runCommandLine(args: string[]): Promise<void> {
  checkSwitches(args)
  await yargs(args)
    .scriptName('pessoas-sim')
    .usage(
      '$0 [serve]        starts the service on this machine\n$0 conformance    asks a deployment about every clause\n$0 seed           writes a dataset',
    )
    .command(
      ['serve', '$0'],
      'start the simulator (the default command)',
      (command) => withFlags(command, serveFlags),
      (argv) => serve(readFlags(serveFlags, textsOf(argv, serveFlags), process.env)),
    )
    .command(
      'seed',
      'write a generated dataset: one JSON document, for --data or to edit',
      (command) => withFlags(command, seedFlags),
      (argv) => seed(readFlags(seedFlags, textsOf(argv, seedFlags), process.env)),
    )
    .command(
      'conformance [base-url]',
      'ask a deployment about every clause of the interface',
      (command) =>
        withFlags(command, conformanceFlags).positional('base-url', {
          describe: 'where the service is: /pessoas is added to it',
          type: 'string',
        }),
      async (argv) => {
        const flags = readFlags(conformanceFlags, textsOf(argv, conformanceFlags), process.env)
        const { conformance } = await import('./commands/conformance.ts')
        await conformance(argv['base-url'] as string | undefined, flags)
      },
    )
    .epilogue('Every flag has an environment variable: --port is also PESSOAS_SIM_PORT.')
    .strict()
    .parserConfiguration({ 'camel-case-expansion': false, 'dot-notation': false, 'parse-numbers': false })
    .locale('en')
    .version(version())
    .alias({ help: 'h', version: 'v' })
    .wrap(Math.min(110, process.stdout.columns ?? 110))
    .exitProcess(false)
    .fail((message, error) => {
      if (error && error.name !== 'YError') throw error
      throw new UsageError(
        `${[message, ...suggestions(args)].join('\n')}\n"pessoas-sim --help" lists what there is.`,
      )
    })
    .parseAsync()
}

function withFlags(command: Argv, flags: Flags): Argv {
  for (const [name, { describe, placeholder, fallback }] of Object.entries(flags)) {
    const boolean = placeholder === undefined
    command.option(name, {
      describe: boolean ? describe : `${describe} [${placeholder}]`,
      type: boolean ? 'boolean' : 'string',
      requiresArg: !boolean,
      ...(fallback !== undefined && { defaultDescription: fallback }),
    })
  }
  return command
}

function textsOf(argv: Record<string, unknown>, flags: Flags): Texts {
  const given = Object.keys(flags).filter((name) => argv[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, [argv[name]].flat().map(String)]))
}

/** To yargs, a switch with any text is a switch. */
function checkSwitches(args: readonly string[]): void {
  for (const [name, { placeholder, read }] of Object.entries<Flags[string]>({
    ...serveFlags,
    ...conformanceFlags,
  })) {
    if (placeholder !== undefined) continue
    for (const arg of args) if (arg.startsWith(`--${name}=`)) read([arg.slice(name.length + 3)], name)
  }
}

const COMMANDS = ['serve', 'seed', 'conformance']
const FLAGS = [
  ...new Set([...[serveFlags, seedFlags, conformanceFlags].flatMap(Object.keys), 'help', 'version']),
]

/** What may have been meant by the flags and commands that there are none of. */
function suggestions(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const [, dashes = '', word = ''] = /^(-*)([^=]*)/.exec(arg) as RegExpExecArray
    const known = dashes === '' ? COMMANDS : FLAGS
    if (known.includes(word)) return []
    const [nearest] = known.map((name) => ({ name, far: distance(word, name) })).sort((a, b) => a.far - b.far)
    const isNear = nearest !== undefined && nearest.far <= 2
    return isNear ? [`Did you mean ${dashes === '' ? '' : '--'}${nearest.name}?`] : []
  })
}

/** How many letters must be added, dropped or changed to make one word the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1))
    }
  }
  return row[b.length] as number
}

function version(): string {
  const path = fileURLToPath(import.meta.resolve('pessoas-sim/package.json'))
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
