import { parseArgs } from 'node:util'
import { serveFlags, type Texts } from './flags/flags.ts'

/**
 * Parses a correct command line that starts a simulator.
 * @returns the texts of the flags; undefined for any other command line, which yargs then parses or refuses
 */
export function readPlainServe(args: readonly string[]): Texts | undefined {
  const rest = args[0] === 'serve' ? args.slice(1) : args
  const options = Object.fromEntries(
    Object.entries(serveFlags).map(([name, { placeholder }]) => [
      name,
      { type: placeholder === undefined ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  )
  try {
    const { values } = parseArgs({ args: rest, options, strict: true, allowPositionals: false })
    return Object.fromEntries(
      Object.entries(values).map(([name, given]) => [name, (given as unknown[]).map(String)]),
    )
  } catch {
    return undefined
  }
}
