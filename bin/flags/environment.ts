import { nearest, printable } from '../../src/cli.ts'
import { environmentName, type Flags, type Texts } from './flag.ts'
import { serveFlags } from './flags.ts'
import { isOfService } from './kubernetes.ts'
import { listText } from './list-text.ts'
import { flagMeantBy } from './synonyms.ts'

const PREFIX = environmentName('')
/** A variable without a flag, because every program of the machine can read a command line. */
export const CONTROL_TOKEN = environmentName('control-token')

/**
 * Returns a warning for each variable with our prefix that no command reads. It hides the value, which may be a
 * token.
 */
export async function strayVariables(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const set = Object.keys(environment)
    .filter(
      (name) => name.startsWith(PREFIX) && environment[name] !== '' && !isOfService(name, environment[name]),
    )
    .sort()
  // Load the flags of other commands only if needed, to keep a plain start fast.
  const unknown = set.filter((name) => name !== CONTROL_TOKEN && !variablesOf(serveFlags).includes(name))
  if (unknown.length === 0) return []
  const { commandFlags } = await import('./command-flags.ts')
  const variables = [...Object.values(commandFlags).flatMap(variablesOf), CONTROL_TOKEN]
  const flags = Object.values(commandFlags).flatMap(Object.keys)
  return unknown
    .filter((name) => !variables.includes(name))
    .map((name) => `warning: ${printable(name)} is ignored: ${reason(name, flags, variables)}`)
}

/**
 * Returns a warning for each variable that other commands read but this one ignores, because only its command line sets
 * that flag.
 * @param flags the flags of this command
 * @param texts the flags on its command line
 */
export async function variablesOfOthers(
  flags: Flags,
  texts: Texts,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const passedOver = commandLineOnly(flags).filter(
    (name) => texts[name] === undefined && environment[environmentName(name)],
  )
  if (passedOver.length === 0) return []
  const { commandFlags } = await import('./command-flags.ts')
  return passedOver.flatMap((name) => {
    const owners = Object.keys(commandFlags).filter((command) =>
      variablesOf(commandFlags[command] as Flags).includes(environmentName(name)),
    )
    if (owners.length === 0) return []
    const variable = environmentName(name)
    const command = Object.keys(commandFlags).find((own) => commandFlags[own] === flags)
    return `warning: ${variable} is ignored by ${command ?? 'this command'}, because it sets --${name} of ${listText(owners, 'and')} only. Nothing needs to be done, unless you meant ${usageOf(name, flags)}.`
  })
}

/** Returns a flag with its placeholder: `--port PORT`. */
function usageOf(name: string, flags: Flags): string {
  const placeholder = flags[name]?.placeholder
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`
}

/** Returns a sentence that says which flags of a command can be set by variables. */
export function variablesText(flags: Flags): string {
  const only = commandLineOnly(flags).map((name) => `--${name}`)
  const [example] = Object.keys(flags).filter((name) => !flags[name]?.commandLineOnly)
  if (example === undefined)
    return only.length === 0 ? '' : `No environment variable sets ${listText(only, 'or')}.`
  const except = only.length === 0 ? '' : ` but ${listText(only, 'and')}`
  return `Every flag${except} has an environment variable: ${environmentName(example)} sets --${example}. A flag wins over its variable.`
}

/** Returns the names of the flags that only the command line sets. */
export function commandLineOnly(flags: Flags): string[] {
  return Object.keys(flags).filter((name) => flags[name]?.commandLineOnly)
}

function reason(name: string, flags: readonly string[], variables: readonly string[]): string {
  const flag = flags.find((flag) => environmentName(flag) === name)
  if (flag !== undefined) return `--${flag} is read from the command line only.`
  const asFlag = name.slice(PREFIX.length).toLowerCase().replaceAll('_', '-')
  if (['help', 'version'].includes(asFlag)) return `--${asFlag} is read from the command line only.`
  const meant = environmentName(flagMeantBy(asFlag) ?? '')
  if (variables.includes(meant)) return `no flag matches it. Did you mean ${meant}?`
  // Compare without the common prefix, which would make every variable look near.
  const near = nearest(
    name.slice(PREFIX.length),
    variables.map((variable) => variable.slice(PREFIX.length)),
  )
  return `no flag matches it.${near === undefined ? '' : ` Did you mean ${PREFIX}${near}?`}`
}

function variablesOf(flags: Flags): string[] {
  return Object.keys(flags)
    .filter((name) => !flags[name]?.commandLineOnly)
    .map(environmentName)
}
