import { nearest, printable } from '../src/index.ts'
import { environmentName, type Flags, serveFlags } from './flags.ts'
import { isOfService } from './kubernetes.ts'
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
