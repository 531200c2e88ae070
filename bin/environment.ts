import { nearest, printable } from '../src/cli.ts'
import { commandFlags, environmentName, exclusive, type Flags } from './flags.ts'
import { UsageError } from './usage-error.ts'

const PREFIX = environmentName('')
/** A variable without a flag, because every program of the machine can read a command line. */
export const CONTROL_TOKEN = environmentName('control-token')

/**
 * Returns the values of the variables that set flags of a command, without those of flags that exclude a typed one. yargs
 * takes them as a configuration: its env() also reads the variables of other commands, which strict() then refuses, and
 * takes PESSOAS_SIM_MEMORY=1 for false.
 * @param typed the flags on the command line
 */
export function variablesOf(flags: Flags, typed: ReadonlySet<string>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, { help, separator, ...flag }] of Object.entries(flags)) {
    const variable = environmentName(name)
    const value = process.env[variable]
    const rivals = Object.entries(exclusive).filter((all) => all.flat().includes(name))
    const isTyped = [name, ...rivals.flat(2)].some((rival) => typed.has(rival))
    if (!value || flag.typed || isTyped || isOfService(variable, value)) continue
    if (/^[<[]/.test(help)) values[name] = separator ? value.split(separator) : value
    else if (/^\s*(true|1|false|0)\s*$/.test(value)) values[name] = /true|1/.test(value)
    else throw new UsageError(`--${name} (from ${variable}) must be true or false, not "${value}".`)
  }
  return values
}

/** Returns whether Kubernetes or Docker set the variable for a Service called pessoas-sim. */
function isOfService(name: string, value: string): boolean {
  return (
    /_SERVICE_HOST$|_SERVICE_PORT|_PORT_\d+_(TCP|UDP|SCTP)/.test(name) || /^(tcp|udp|sctp):\/\//.test(value)
  )
}

/** Returns a warning for each variable with our prefix that no command reads; it hides the value, perhaps a token. */
export function strayVariables(command: string, own: Flags): string[] {
  const all = Object.values<Flags>(commandFlags).flatMap((flags) => Object.entries(flags))
  const known = all.filter(([, { typed }]) => !typed).map(([name]) => name)
  return Object.entries(process.env).flatMap(([variable, value = '']) => {
    if (!variable.startsWith(PREFIX) || variable === CONTROL_TOKEN) return []
    if (value === '' || isOfService(variable, value)) return []
    const name = variable.slice(PREFIX.length).toLowerCase().replaceAll('_', '-')
    const isKnown = known.some((other) => environmentName(other) === variable)
    const isTypedOnly = own[name]?.typed ?? (!isKnown && all.some(([other]) => other === name))
    if (isKnown && !isTypedOnly) return []
    const near = nearest(name, known) ?? known.findLast((other) => name.startsWith(`${other}-`))
    const meant = near === undefined ? '' : ` Did you mean ${environmentName(near)}?`
    const why = isTypedOnly
      ? `${command} takes --${name} from the command line only.`
      : `no flag matches it.${meant}`
    return [`warning: ${printable(variable)} is ignored: ${why}`]
  })
}

/**
 * Returns the control token of the environment, without the line break that a shell may leave around it; undefined if
 * it is unset or empty.
 * @throws {UsageError} when the token can be guessed, or no header can carry it
 */
export function controlToken(): string | undefined {
  const token = process.env[CONTROL_TOKEN]?.trim()
  if (!token || /^[\x21-\x7e]{16,}$/.test(token)) return token || undefined
  throw new UsageError(`${CONTROL_TOKEN} must have at least 16 visible ASCII characters.`)
}
