import yargs, { type Arguments, type Argv } from 'yargs'
import { packageVersion } from '../src/contract/package-version.ts'
import { reset } from './commands/reset.ts'
import { seed } from './commands/seed.ts'
import { serveWithNotes } from './commands/serve.ts'
import { commandFlags } from './flags/command-flags.ts'
import { conformanceFlags } from './flags/conformance-flags.ts'
import { variablesText } from './flags/environment.ts'
import {
  fromCsvFlags,
  initFlags,
  lintFlags,
  resetFlags,
  showFlags,
  stateShowFlags,
} from './flags/fixture-flags.ts'
import type { Flag, Flags, Texts, Values } from './flags/flag.ts'
import { seedFlags, serveFlags, waitFlags } from './flags/flags.ts'
import { type Groups, serveGroups, targetGroups } from './flags/groups.ts'
import { probeFlags } from './flags/probe-flags.ts'
import { profileCommandFlags } from './flags/profile-command-flags.ts'
import { readValues } from './flags/read-values.ts'
import { commandOf, unknownWords } from './flags/suggestions.ts'
import { UsageError } from './flags/usage-error.ts'

/**
 * Parses every command line and runs its command.
 * @throws {UsageError} for an unknown command or flag, and for an invalid value
 */
export async function runCommandLine(typed: string[]): Promise<void> {
  const args = withEmptyValues(typed)
  checkSwitches(args)
  try {
    await parse(args)
  } catch (error) {
    if (!(error instanceof Chosen)) throw error
    await error.run()
  }
}

/**
 * The command that was typed, with what it does. It is thrown: behind a handler that returns, yargs renders the help of
 * the command, which nobody asked for and which takes longer than many commands.
 */
class Chosen extends Error {
  readonly run: () => Promise<void>

  constructor(run: () => Promise<void>) {
    super('a command was chosen')
    this.run = run
  }
}

function chosen(run: (argv: Arguments) => Promise<void>): (argv: Arguments) => never {
  return (argv) => {
    const typed = Object.entries(argv).map(([name, value]) => [name, withDashes(value)])
    throw new Chosen(() => run(Object.fromEntries(typed)))
  }
}

/** Stands for an argument `-`, standard input or output, which yargs takes for an empty positional. */
const DASH = '\ufdd0'

function withDashes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDashes)
  return value === DASH ? '-' : value
}

/** @throws {Chosen} for a command that is to be run */
async function parse(args: readonly string[]): Promise<void> {
  await withoutTypes(yargs(args.map((arg) => (arg === '-' ? DASH : arg))))
    .scriptName('pessoas-sim')
    .usage('Usage: $0 [COMMAND] [FLAGS]')
    .command('$0', false, topHelp, chosen(serveChosen))
    .command(
      'serve',
      'start the simulator (the default command)',
      (command) => withFlags(command, serveFlags, serveGroups),
      chosen(serveChosen),
    )
    .command(
      'conformance [base-url]',
      'check a target against every clause',
      (command) =>
        withFlags(
          command.positional('base-url', {
            describe: 'base URL of the target, without /pessoas',
            type: 'string',
          }),
          conformanceFlags,
          targetGroups,
        ),
      chosen(async (argv) => {
        const flags = await valuesOf(argv, conformanceFlags)
        const { conformance } = await import('./commands/conformance.ts')
        await conformance(argv['base-url'] as string | undefined, flags)
      }),
    )
    .command(
      'probe [base-url..]',
      'learn what a target does, for serve',
      (command) =>
        withFlags(
          command.positional('base-url', {
            describe: 'base URL of the target; with --diff, two profiles',
            type: 'string',
            array: true,
          }),
          probeFlags,
          targetGroups,
        ),
      chosen(async (argv) => {
        const flags = await valuesOf(argv, probeFlags)
        const { probe } = await import('./commands/probe.ts')
        await probe((argv['base-url'] ?? []) as string[], flags)
      }),
    )
    .command(
      'profile [name]',
      'print what serve does, and the reason',
      (command) =>
        withFlags(
          command.positional('name', {
            describe: 'a profile: a file, or the name of one of this package; same as --profile',
            type: 'string',
          }),
          profileCommandFlags,
        ),
      chosen(async (argv) => {
        const texts = textsOf(argv, profileCommandFlags)
        if (argv.name !== undefined) texts.profile = [...(texts.profile ?? []), String(argv.name)]
        const flags = await readValues(profileCommandFlags, texts)
        const { profile } = await import('./commands/profile.ts')
        profile(flags)
      }),
    )
    .command(
      'lint [file..]',
      'check fixtures; exit 1 if one has an error',
      (command) =>
        withFlags(
          command.positional('file', {
            describe: 'fixtures, JSON or YAML; - for standard input',
            type: 'string',
            array: true,
          }),
          lintFlags,
        ),
      chosen(async (argv) => {
        const flags = await valuesOf(argv, lintFlags)
        const { lint } = await import('./commands/lint.ts')
        await lint((argv.file ?? []) as string[], flags)
      }),
    )
    .command('fixture', 'list, show and create fixtures', fixtureCommands)
    .command(
      'seed',
      'write a generated dataset to a file',
      (command) => withFlags(command, seedFlags),
      chosen(async (argv) => seed(await valuesOf(argv, seedFlags))),
    )
    .command('state', 'print the decisions of a state folder', stateCommands)
    .command(
      'reset',
      'take back every decision',
      (command) => withFlags(command, resetFlags),
      chosen(async (argv) => reset(await valuesOf(argv, resetFlags))),
    )
    .command(
      'wait [url]',
      'wait for a simulator; exit 1 if it is late',
      (command) =>
        withFlags(
          command.positional('url', {
            describe: 'its control port, or its service; http://127.0.0.1:3211 by default',
            type: 'string',
          }),
          waitFlags,
        ),
      chosen(async (argv) => {
        const flags = await valuesOf(argv, waitFlags)
        const { wait } = await import('./commands/wait.ts')
        await wait(argv.url as string | undefined, flags)
      }),
    )
    .strict()
    .parserConfiguration({ 'camel-case-expansion': false, 'dot-notation': false, 'parse-numbers': false })
    .locale('en')
    .updateStrings({ 'Not enough arguments following: %s': '--%s needs a value.' })
    .version(packageVersion())
    .alias({ help: 'h', version: 'v' })
    .wrap(Math.min(100, process.stdout.columns ?? 80))
    .exitProcess(false)
    .fail((message, error) => {
      if (error && error.name !== 'YError') throw error
      const unknown = unknownWords(args)
      const command = commandOf(args)
      const said =
        unknown.length > 0 && /^Unknown /.test(message)
          ? unknown
          : [message.replaceAll(DASH, '-'), ...unknown]
      const help = ['pessoas-sim', ...(command === '' ? [] : [command]), '--help'].join(' ')
      throw new UsageError(`${said.join('\n')}\nUse "${help}" for help.`)
    })
    .parseAsync()
}

/** The types of flags, such as [string], say less than their placeholders. @types/yargs does not know the setting. */
function withoutTypes(parser: Argv): Argv {
  return (parser as Argv & { usageConfiguration: (settings: object) => Argv }).usageConfiguration({
    'hide-types': true,
  })
}

function serveChosen(argv: Arguments): Promise<void> {
  return serveWithNotes((warn) => valuesOf(argv, serveFlags, warn))
}

function fixtureCommands(command: Argv): Argv {
  const source = {
    describe: 'a file, - for standard input, or the name of one of this package',
    type: 'string',
  } as const
  return command
    .command(
      'list',
      'print the fixtures of this package, and the purpose of each',
      {},
      chosen(async () => {
        const { list } = await import('./commands/fixture.ts')
        await list()
      }),
    )
    .command(
      'show [source]',
      'print a fixture as a complete dataset',
      (command) => withFlags(command.positional('source', source), showFlags),
      chosen(async (argv) => {
        const { show } = await import('./commands/fixture.ts')
        await show(
          requireSource(argv.source, 'fixture show needs a FILE or a NAME'),
          await valuesOf(argv, showFlags),
        )
      }),
    )
    .command(
      'init [file]',
      'write a commented fixture to start from',
      (command) =>
        withFlags(
          command.positional('file', {
            describe: 'the file to write; pessoas.yaml by default',
            type: 'string',
            default: 'pessoas.yaml',
          }),
          initFlags,
        ),
      chosen(async (argv) => {
        const { init } = await import('./commands/fixture.ts')
        init(String(argv.file), await valuesOf(argv, initFlags))
      }),
    )
    .command(
      'from-csv [source]',
      'convert a CSV file with the columns cpf, nome and atualizado_em to a fixture',
      (command) =>
        withFlags(
          command.positional('source', { ...source, describe: 'the CSV file; - for standard input' }),
          fromCsvFlags,
        ),
      chosen(async (argv) => {
        const { fromCsv } = await import('./commands/fixture.ts')
        await fromCsv(
          requireSource(argv.source, 'fixture from-csv needs a FILE'),
          await valuesOf(argv, fromCsvFlags),
        )
      }),
    )
    .command(
      'schema',
      'print the JSON Schema of fixtures, for editors',
      {},
      chosen(async () => {
        const { schema } = await import('./commands/fixture.ts')
        await schema()
      }),
    )
    .demandCommand(1, 'A subcommand is missing. Use list, show, init, from-csv or schema.')
    .strict()
}

function requireSource(source: unknown, what: string): string {
  if (source === undefined) throw new UsageError(`${what}.`)
  return String(source)
}

function stateCommands(command: Argv): Argv {
  return command
    .command(
      'show',
      'print the decisions in a state folder',
      (command) => withFlags(command, stateShowFlags),
      chosen(async (argv) => {
        const { show } = await import('./commands/state.ts')
        await show(await valuesOf(argv, stateShowFlags))
      }),
    )
    .demandCommand(1, 'A subcommand is missing. Use show.')
    .strict()
}

/** The first help that anyone sees: one screen, on which the flags of serve have only their names. */
function topHelp(command: Argv): Argv {
  const groups = Object.entries(serveGroups).map(
    ([heading, names]) => `  ${heading}  \t${names.map((name) => `--${name}`).join(' ')}`,
  )
  return addFlags(command, serveFlags, { isHidden: true })
    .example([
      ['$0', 'serve made-up persons on port 3210'],
      ['$0 --fixture FILE --watch', 'serve your own persons'],
      ['$0 --memory --port 0 --json', 'serve on a free port, for scripts'],
      ['$0 conformance http://HOST', 'check the service at this address'],
      ['$0 probe http://HOST --out FILE', 'learn it, for serve --profile FILE'],
    ])
    .epilogue(
      [
        'Flags of serve:',
        ...groups,
        '',
        'Use "$0 COMMAND --help" to see what the flags of a command do.',
      ].join('\n'),
    )
}

/** Adds the flags of a command to its help, under their headings. */
function withFlags(command: Argv, flags: Flags, groups: Groups = {}): Argv {
  for (const [heading, names] of Object.entries(groups)) {
    const own = names.filter((name) => Object.hasOwn(flags, name))
    if (own.length > 0) command.group(own, `${heading}:`)
  }
  return addFlags(command, flags).epilogue(variablesText(flags))
}

function addFlags(command: Argv, flags: Flags, { isHidden = false } = {}): Argv {
  for (const [name, flag] of Object.entries(flags)) {
    const { short, placeholder, several = false, isValueOptional = false } = flag
    const boolean = placeholder === undefined
    command.option(name, {
      describe: helpOf(flag),
      type: boolean ? 'boolean' : 'string',
      requiresArg: !boolean && !isValueOptional,
      hidden: isHidden,
      ...(several && { array: true }),
      ...(short !== undefined && { alias: short }),
    })
  }
  return command
}

/** Returns the line of a flag: `<PORT> port to listen on (default: 3210)`. yargs has no place for the placeholder. */
function helpOf({ describe, placeholder, isValueOptional, fallback }: Flag<unknown>): string {
  const value = placeholder && (isValueOptional ? `[${placeholder}] ` : `<${placeholder}> `)
  return `${value ?? ''}${describe}${fallback === undefined ? '' : ` (default: ${fallback})`}`
}

function valuesOf<F extends Flags>(
  argv: Record<string, unknown>,
  flags: F,
  warn?: (line: string) => void,
): Promise<Values<F>> {
  return readValues(flags, textsOf(argv, flags), warn)
}

function textsOf(argv: Record<string, unknown>, flags: Flags): Texts {
  const given = Object.keys(flags).filter((name) => argv[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, [argv[name]].flat().map(String)]))
}

/** Returns `--verify URL` as `--verify= URL`, because yargs would take the URL for the value. */
function withEmptyValues(args: readonly string[]): string[] {
  const bare = Object.values(commandFlags).flatMap((flags) =>
    Object.entries<Flag<unknown>>(flags).flatMap(([name, flag]) =>
      flag.bare === undefined ? [] : [`--${name}`],
    ),
  )
  return args.map((arg, i) => (bare.includes(arg) && !/^\d+$/.test(args[i + 1] ?? '') ? `${arg}=` : arg))
}

/** Checks the values of switches, because yargs ignores the text of `--json=text`. */
function checkSwitches(args: readonly string[]): void {
  for (const [name, { placeholder, read }] of Object.values(commandFlags).flatMap(
    Object.entries<Flag<unknown>>,
  )) {
    if (placeholder !== undefined) continue
    for (const arg of args) if (arg.startsWith(`--${name}=`)) read([arg.slice(name.length + 3)], name)
  }
}
