import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import yargs, { type Argv } from 'yargs'
import { commandFlags } from './command-flags.ts'
import { profile } from './commands/profile.ts'
import { reset } from './commands/reset.ts'
import { seed } from './commands/seed.ts'
import { serve } from './commands/serve.ts'
import { conformanceFlags } from './conformance-flags.ts'
import { fromCsvFlags, initFlags, lintFlags, resetFlags, showFlags } from './fixture-flags.ts'
import { type Flag, type Flags, readFlags, seedFlags, serveFlags, type Texts, UsageError } from './flags.ts'
import { probeFlags } from './probe-flags.ts'
import { profileCommandFlags } from './profile-command-flags.ts'
import { unknownWords } from './suggestions.ts'

/**
 * Understands every command line, and helps with those that it does not.
 * @throws {UsageError} for an unknown command or flag, and for a value that is none
 */
export async function runCommandLine(args: string[]): Promise<void> {
  checkSwitches(args)
  await yargs(args)
    .scriptName('pessoas-sim')
    .usage(
      [
        '$0 [serve]        starts the service on this machine',
        '$0 conformance    asks a deployment about every clause',
        '$0 probe          learns what a deployment does where the interface is silent',
        '$0 profile        prints what the simulator would do there',
        '$0 lint           tells what is wrong in a fixture',
        '$0 fixture        lists, shows and begins fixtures',
        '$0 reset          takes back what was decided',
        '$0 seed           writes a dataset',
      ].join('\n'),
    )
    .command(
      ['serve', '$0'],
      'start the simulator (the default command)',
      (command) => withFlags(command, serveFlags),
      (argv) => serve(readFlags(serveFlags, textsOf(argv, serveFlags), process.env)),
    )
    .command(
      'lint [file..]',
      'tell everything that is wrong in fixtures, and where; ends with 1 when there is an error',
      (command) =>
        withFlags(command, lintFlags).positional('file', {
          describe: 'fixtures, JSON or YAML',
          type: 'string',
          array: true,
        }),
      async (argv) => {
        const flags = readFlags(lintFlags, textsOf(argv, lintFlags), process.env)
        const { lint } = await import('./commands/lint.ts')
        await lint((argv.file ?? []) as string[], flags)
      },
    )
    .command('fixture', 'list, show and begin fixtures', fixtureCommands)
    .command(
      'reset',
      'take back every decision in the state folder of a simulator that does not run',
      (command) => withFlags(command, resetFlags),
      (argv) => reset(readFlags(resetFlags, textsOf(argv, resetFlags), process.env)),
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
    .command(
      'probe [base-url..]',
      'learn what a deployment does where the interface is silent: a profile for serve',
      (command) =>
        withFlags(command, probeFlags).positional('base-url', {
          describe: 'where the service is; with --diff, two profiles',
          type: 'string',
          array: true,
        }),
      async (argv) => {
        const flags = readFlags(probeFlags, textsOf(argv, probeFlags), process.env)
        const { probe } = await import('./commands/probe.ts')
        await probe((argv['base-url'] ?? []) as string[], flags)
      },
    )
    .command(
      'profile [name]',
      'print the profile that these flags choose, and where each choice comes from',
      (command) =>
        withFlags(command, profileCommandFlags).positional('name', {
          describe: 'a profile file, or one that ships; as --profile',
          type: 'string',
        }),
      (argv) => {
        const texts = textsOf(argv, profileCommandFlags)
        if (argv.name !== undefined) texts.profile = [...(texts.profile ?? []), String(argv.name)]
        profile(readFlags(profileCommandFlags, texts, process.env))
      },
    )
    .epilogue(
      'A flag is also a variable of the environment, --port PESSOAS_SIM_PORT, unless what it does cannot be undone.',
    )
    .strict()
    .parserConfiguration({ 'camel-case-expansion': false, 'dot-notation': false, 'parse-numbers': false })
    .locale('en')
    .version(version())
    .alias({ help: 'h', version: 'v' })
    .wrap(Math.min(110, process.stdout.columns ?? 110))
    .exitProcess(false)
    .fail((message, error) => {
      if (error && error.name !== 'YError') throw error
      const unknown = unknownWords(args)
      const said = unknown.length > 0 && /^Unknown /.test(message) ? unknown : [message, ...unknown]
      throw new UsageError(`${said.join('\n')}\n"pessoas-sim --help" lists what there is.`)
    })
    .parseAsync()
}

function fixtureCommands(command: Argv): Argv {
  const source = {
    describe: 'a file, or the name of one that ships',
    type: 'string',
    demandOption: true,
  } as const
  return command
    .command('list', 'print the fixtures that ship, and what each is for', {}, async () => {
      const { list } = await import('./commands/fixture.ts')
      await list()
    })
    .command(
      'show <source>',
      'print a fixture with everything written out: a dataset',
      (command) => withFlags(command, showFlags).positional('source', source),
      async (argv) => {
        const { show } = await import('./commands/fixture.ts')
        await show(String(argv.source), readFlags(showFlags, textsOf(argv, showFlags), process.env))
      },
    )
    .command(
      'init [file]',
      'write a fixture to begin with, with comments',
      (command) =>
        withFlags(command, initFlags).positional('file', {
          describe: 'the file to write',
          type: 'string',
          default: 'pessoas.yaml',
        }),
      async (argv) => {
        const { init } = await import('./commands/fixture.ts')
        init(String(argv.file), readFlags(initFlags, textsOf(argv, initFlags), process.env))
      },
    )
    .command(
      'from-csv <source>',
      'make a fixture of a CSV file with the columns cpf, nome and atualizado_em',
      (command) =>
        withFlags(command, fromCsvFlags).positional('source', { ...source, describe: 'the CSV file' }),
      async (argv) => {
        const { fromCsv } = await import('./commands/fixture.ts')
        await fromCsv(String(argv.source), readFlags(fromCsvFlags, textsOf(argv, fromCsvFlags), process.env))
      },
    )
    .command('schema', 'print the JSON Schema of fixtures, for editors', {}, async () => {
      const { schema } = await import('./commands/fixture.ts')
      await schema()
    })
    .demandCommand(1, 'Which? list, show, init, from-csv or schema.')
    .strict()
}

function withFlags(command: Argv, flags: Flags): Argv {
  for (const [name, flag] of Object.entries(flags)) {
    const { describe, short, placeholder, several = false, alone = false, fallback } = flag
    const boolean = placeholder === undefined
    command.option(name, {
      describe: boolean ? describe : `${describe} [${placeholder}]`,
      type: boolean ? 'boolean' : 'string',
      requiresArg: !boolean && !alone,
      ...(several && { array: true }),
      ...(short !== undefined && { alias: short }),
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
  for (const [name, { placeholder, read }] of Object.values(commandFlags).flatMap(
    Object.entries<Flag<unknown>>,
  )) {
    if (placeholder !== undefined) continue
    for (const arg of args) if (arg.startsWith(`--${name}=`)) read([arg.slice(name.length + 3)], name)
  }
}

function version(): string {
  const path = fileURLToPath(import.meta.resolve('pessoas-sim/package.json'))
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
