import yargs, { type Arguments, type Argv, type Options } from 'yargs'
import { nearest, printable } from '../src/cli.ts'
import { packageVersion } from '../src/contract/package-version.ts'
import { translate } from '../src/messages/translate.ts'
import { strayVariables, variablesOf } from './environment.ts'
import { commandFlags, environmentName, exclusive, type Flag, type Flags, type ValuesOf } from './flags.ts'
import { say } from './terminal/say.ts'
import { UsageError } from './usage-error.ts'

type Name = keyof typeof commandFlags

/** The words behind the name of each command, and what it does. */
const commands: Record<Name, [words: string, describe: string]> = {
  serve: ['', 'start the simulator (the default command)'],
  conformance: ['[base-url]', 'check a target against every clause'],
  probe: ['[base-url..]', 'learn what a target does, for serve'],
  profile: ['[name]', 'print what serve does, and the reason'],
  openapi: ['', 'print the OpenAPI document of the service'],
  lint: ['<file..>', 'check fixtures; exit 1 if one has an error'],
  'fixture list': ['', 'print the fixtures of this package, and the purpose of each'],
  'fixture show': ['<source>', 'print a fixture as a complete dataset'],
  'fixture init': ['[file]', 'write a commented fixture to start from: pessoas.yaml'],
  'fixture from-csv': ['<source>', 'convert a CSV file with cpf, nome and atualizado_em to a fixture'],
  'fixture schema': ['', 'print the JSON Schema of fixtures, for editors'],
  seed: ['', 'write a generated dataset to a file'],
  'state show': ['', 'print the decisions in a state folder'],
  reset: ['', 'take back every decision'],
  wait: ['[url]', 'wait for a simulator; exit 1 if it is late'],
}
const names = Object.keys(commands) as Name[]

/** How each command is run; what it needs is loaded only for it. */
const runs: { [N in Name]: (values: ValuesOf<N>, words: string[]) => Promise<unknown> } = {
  serve: async (values) => (await import('./commands/serve.ts')).serve(values),
  conformance: async (values, [url]) => (await import('./commands/conformance.ts')).conformance(url, values),
  probe: async (values, words) => (await import('./commands/probe.ts')).probe(words, values),
  profile: async (values, [name]) => (await import('./commands/profile.ts')).profile(name, values),
  openapi: async (values) => (await import('./commands/openapi.ts')).openapi(values),
  lint: async (values, files) => (await import('./commands/lint.ts')).lint(files, values),
  'fixture list': async () => (await fixture()).list(),
  'fixture show': async (values, [source = '']) => (await fixture()).show(source, values),
  'fixture init': async (values, [file]) => (await fixture()).init(file, values),
  'fixture from-csv': async (values, [source = '']) => (await fixture()).fromCsv(source, values),
  'fixture schema': async () => (await fixture()).schema(),
  seed: async (values) => (await import('./commands/seed.ts')).seed(values),
  'state show': async (values) => (await import('./commands/state.ts')).show(values),
  reset: async (values) => (await import('./commands/reset.ts')).reset(values),
  wait: async (values, [url]) => (await import('./commands/wait.ts')).wait(url, values),
}
const fixture = () => import('./commands/fixture.ts')

/** Commands of two words, by the first. */
const families: Record<string, string> = {
  fixture: 'list, show and create fixtures',
  state: 'print the decisions of a state folder',
}

const words: Record<string, string> = {
  'base-url': 'base URL of the target, without /pessoas',
  name: 'a profile: a file, or the name of one of this package; same as --profile',
  file: 'fixtures, JSON or YAML',
  source: 'a file, - for standard input, or the name of a fixture of this package',
  url: 'its control port, or its service; http://127.0.0.1:3211 by default',
}

const examples = {
  $0: 'serve made-up persons on port 3210',
  '$0 --fixture FILE --watch': 'serve your own persons',
  '$0 --memory --port 0 --json': 'serve on a free port, for scripts',
  '$0 conformance http://HOST': 'check the service at this address',
  '$0 probe http://HOST --out FILE': 'learn it, for serve --profile FILE',
}

/** The words of yargs in its help. Those in its errors stay as they are here: usageText reads them. */
const YARGS_WORDS =
  'Commands:|Options:|Examples:|Positionals:|default:|choices:|Show help|Show version number'.split('|')

/** The headings in the help of a command, in their order. */
const HEADINGS = 'Data,State,Answers,Network,Access,Decisions,Pace,Checks,Learning,Output'.split(',')

/** Stands for an argument `-`, standard input, which yargs loses where it is no value of a flag. */
const DASH = '\ufdd0'
const withDash = (value: unknown) => (value === DASH ? '-' : String(value))

/**
 * Parses a command line and runs its command.
 * @throws {UsageError} for an unknown command or flag, and for an invalid value
 */
export async function runCommandLine(typed: readonly string[]): Promise<void> {
  const isServe = /^(-(?!(h|v|-help|-version)$)|$)/.test(typed[0] ?? '')
  const args = [...(isServe ? ['serve'] : []), ...typed].map((arg) => (arg === '-' ? DASH : arg))
  const parser = configured(yargs(args))
  for (const name of names.filter((name) => !name.includes(' '))) add(parser, name, args)
  for (const [family, describe] of Object.entries(families)) {
    const members = names.filter((name) => name.startsWith(`${family} `))
    parser.command(family, translate(describe), (parser) => {
      for (const member of members) add(parser, member, args)
      return parser
        .demandCommand(1, `Use ${members.length > 1 ? 'one of ' : ''}${members.join(', ')}.`)
        .recommendCommands()
    })
  }
  await parser
    .demandCommand()
    .recommendCommands()
    .strict()
    .fail((message, error) => {
      if (error && error.name !== 'YError') throw error
      throw new UsageError(usageText((message ?? error.message).replaceAll(DASH, '-'), args))
    })
    .parseAsync()
}

function configured(parser: Argv): Argv {
  // The types of flags, such as [string], say less than their placeholders. @types/yargs does not know the setting.
  const typed = parser as Argv & { usageConfiguration: (settings: object) => Argv }
  return typed
    .usageConfiguration({ 'hide-types': true })
    .scriptName('pessoas-sim')
    .usage(translate('Usage: $0 [COMMAND] [FLAGS]'))
    .parserConfiguration({ 'camel-case-expansion': false, 'dot-notation': false, 'parse-numbers': false })
    .locale('en')
    .updateStrings({
      ...Object.fromEntries(YARGS_WORDS.map((word) => [word, translate(word)])),
      'Not enough arguments following: %s': '--%s needs a value.',
      'Arguments %s and %s are mutually exclusive': '--%s and --%s exclude each other: use one of them.',
      'Argument: %s, Given: %s, Choices: %s': '--%s cannot be %s. Use one of %s.',
      'Did you mean %s?': 'Unknown command. Did you mean %s?',
    })
    .version(packageVersion())
    .alias({ help: 'h', version: 'v' })
    .wrap(Math.min(100, process.stdout.columns ?? 80))
    .exitProcess(false)
    .example(Object.entries(examples).map(([line, says]) => [line, translate(says)]))
    .epilogue(
      `${translate('Flags of serve:')}\n${serveFlags()}\n\n${translate('Use "$0 COMMAND --help" to see what the flags of a command do.')}`,
    )
}

/** Adds a command to the parser. */
function add(parser: Argv, name: Name, args: readonly string[]): void {
  const flags: Flags = commandFlags[name]
  const [behind, describe] = commands[name]
  const word = behind.replace(/[^a-z-]/g, '')
  const build = (command: Argv) => {
    const typed = new Set(args.map((arg) => /^--(?:no-)?([^=]*)/.exec(arg)?.[1] ?? ''))
    const variables = variablesOf(flags, typed)
    for (const heading of ['Positionals', ...HEADINGS]) command.group([], translate(`${heading}:`))
    for (const [flag, its] of Object.entries(flags)) {
      const variable = variables[flag] === undefined ? '' : ` (from ${environmentName(flag)})`
      command.option(flag, optionOf(its, `--${flag}${variable}`))
      command.conflicts(flag, exclusive[flag]?.filter((other) => flags[other]) ?? [])
      const wrong = args.find((arg) => arg.startsWith(`--${flag}=`) && !/=(true|false)$/.test(arg))
      // yargs takes --memory=1 for false.
      if (wrong && isSwitch(its))
        throw new UsageError(
          `--${flag} must be true or false, not "${printable(wrong.slice(`--${flag}=`.length))}".`,
        )
    }
    if (word !== '')
      command.positional(word, {
        describe: translate(words[word] ?? ''),
        type: 'string',
        array: /\.\./.test(behind),
      })
    return command.config(variables).epilogue(translate(variablesText(flags)))
  }
  const run = async (argv: Arguments) => {
    for (const line of strayVariables(name, flags)) say(line)
    const given = Object.keys(flags).filter((flag) => flag !== 'lang' && argv[flag] !== undefined)
    const values = Object.fromEntries(given.map((flag) => [flag, argv[flag]]))
    await runs[name](values as never, [argv[word] ?? []].flat().map(withDash))
  }
  parser.command(`${name.split(' ').at(-1)} ${behind}`.trim(), translate(describe), build, run)
}

const isSwitch = ({ help }: Flag) => !/^[<[]/.test(help)

/** Returns the option of yargs for a flag. */
function optionOf(flag: Flag, source: string): Options {
  const { help, group, alias, implies, choices, inRow, read } = flag
  const options: Options = { describe: translate(help), ...(group && { group: translate(`${group}:`) }) }
  const shared = {
    ...options,
    ...(alias && { alias }),
    ...(implies && { implies }),
    ...(choices && { choices }),
  }
  if (isSwitch(flag)) return { ...shared, type: 'boolean' }
  const coerce = (given: unknown) => {
    try {
      return read([given].flat().map(withDash))
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`${source} ${error.message}`) : error
    }
  }
  const count = inRow ? { array: true } : help.startsWith('<') && { nargs: 1 }
  return { ...shared, type: 'string', coerce, ...count }
}

/** Returns a sentence that says which flags of a command can be set by variables. */
function variablesText(flags: Flags): string {
  const first = Object.keys(flags).find((name) => !flags[name]?.typed)
  if (first === undefined) return ''
  const typed = Object.keys(flags).filter((name) => flags[name]?.typed)
  const except = typed.length === 0 ? '' : ` but ${typed.map((name) => `--${name}`).join(', ')}`
  return `Every flag${except} has an environment variable: ${environmentName(first)} sets --${first}. A flag wins over its variable.`
}

/** The first help that anyone sees is one screen, on which the flags of serve have only their names. */
function serveFlags(): string {
  const flags = Object.entries<Flag>(commandFlags.serve)
  const rows = HEADINGS.map((heading) => {
    const own = flags.filter(([, { group }]) => group === heading).map(([name]) => `--${name}`)
    return own.length === 0 ? '' : `  ${translate(`${heading}:`).slice(0, -1)}  \t${own.join(' ')}\n`
  })
  return rows.join('').trimEnd()
}

/** Returns what is wrong with a command line in our words, and where the help is. */
function usageText(message: string, args: readonly string[]): string {
  const name = names.find((name) => `${args.join(' ')} `.startsWith(`${name} `))
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/s.exec(message)?.[1]?.split(', ')
  const said = message
    .replace(/^Invalid values:\n +/, '')
    .replace(/^Missing dependent arguments:\n (.*) -> (.*)$/s, '--$1 needs --$2: use both.')
    .replace(/^Not enough non-option arguments.*/, `${name} needs ${name && commands[name][0]}.`)
  const lines = unknown?.map((word) => unknownText(word, name, args)) ?? [said]
  const command = name ?? (families[args[0] ?? ''] && args[0])
  return `${lines.join('\n')}\nUse "pessoas-sim ${command ? `${command} ` : ''}--help" for help.`
}

function unknownText(word: string, name: Name | undefined, args: readonly string[]): string {
  const flag = args.find((arg) => /^-/.test(arg) && arg.replace(/^--?(no-)?/, '').split('=')[0] === word)
  if (flag === undefined) return `Unknown ${name ? 'argument' : 'command'}: ${printable(word)}`
  const known = Object.keys(name ? commandFlags[name] : {})
  const [first = '', value] = word.split(/\s+(.*)/s)
  if (value && known.includes(first))
    return `"${printable(flag)}" is one argument. Write --${first}=${printable(value)}.`
  const near = nearest(word, known)
  return `Unknown flag: ${printable(flag.split('=')[0] as string)}${near === undefined ? '' : `. Did you mean --${near}?`}`
}
