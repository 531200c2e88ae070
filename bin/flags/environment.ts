import { nearest, printable } from '../../src/cli.ts'
import { environmentName, type Flags, serveFlags, type Texts } from './flags.ts'
import { isOfService } from './kubernetes.ts'
import { listText } from './list-text.ts'
import { flagMeantBy } from './synonyms.ts'

const PREFIX = environmentName('')

/** Returns a warning for each variable that looks like one of ours and sets nothing; its value may be a token. */
export async function strayVariables(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const set = Object.keys(environment)
    .filter(
      (name) => name.startsWith(PREFIX) && environment[name] !== '' && !isOfService(name, environment[name]),
    )
    .sort()
  // A plain start needs the flags of no other command.
  const unknown = set.filter((name) => !variablesOf(serveFlags).includes(name))
  if (unknown.length === 0) return []
  const { commandFlags } = await import('./command-flags.ts')
  const variables = Object.values(commandFlags).flatMap(variablesOf)
  const flags = Object.values(commandFlags).flatMap(Object.keys)
  return unknown
    .filter((name) => !variables.includes(name))
    .map((name) => `warning: ${printable(name)} is ignored: ${reason(name, flags, variables)}`)
}

/**
 * Returns a warning for each variable that other commands read, and this one has a flag for that only its command line
 * sets.
 * @param flags of the command at hand
 * @param texts of its command line
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
    return `warning: ${variable} is ignored here: it sets --${name} of ${listText(owners, 'and')} only. Use ${usageOf(name, flags)} instead.`
  })
}

/** `--port PORT` */
function usageOf(name: string, flags: Flags): string {
  const placeholder = flags[name]?.placeholder
  return placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`
}

/** Returns which flags of a command are variables, as a sentence. */
export function variablesText(flags: Flags): string {
  const only = commandLineOnly(flags).map((name) => `--${name}`)
  const [example] = Object.keys(flags).filter((name) => !flags[name]?.commandLineOnly)
  if (example === undefined) return ''
  const except = only.length === 0 ? '' : ` but ${listText(only, 'and')}`
  return `Every flag${except} is also a variable of the environment: --${example} is ${environmentName(example)}. A flag wins over its variable.`
}

/** Returns the names of the flags that no variable sets. */
export function commandLineOnly(flags: Flags): string[] {
  return Object.keys(flags).filter((name) => flags[name]?.commandLineOnly)
}

function reason(name: string, flags: readonly string[], variables: readonly string[]): string {
  const flag = flags.find((flag) => environmentName(flag) === name)
  if (flag !== undefined) return `--${flag} is read from the command line only.`
  const asFlag = name.slice(PREFIX.length).toLowerCase().replaceAll('_', '-')
  if (['help', 'version'].includes(asFlag)) return `--${asFlag} is read from the command line only.`
  const meant = environmentName(flagMeantBy(asFlag) ?? '')
  if (variables.includes(meant)) return `no flag has this name. Did you mean ${meant}?`
  // All of them have the beginning in common, so it says nothing of which is near.
  const near = nearest(
    name.slice(PREFIX.length),
    variables.map((variable) => variable.slice(PREFIX.length)),
  )
  return `no flag has this name.${near === undefined ? '' : ` Did you mean ${PREFIX}${near}?`}`
}

function variablesOf(flags: Flags): string[] {
  return Object.keys(flags)
    .filter((name) => !flags[name]?.commandLineOnly)
    .map(environmentName)
}
