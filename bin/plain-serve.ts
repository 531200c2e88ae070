import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Texts } from './flags/flag.ts'
import { serveFlags } from './flags/flags.ts'

/**
 * Parses a correct command line that starts a simulator.
 * @returns the texts of the flags; undefined for any other command line, which yargs then parses or refuses
 */
export function readPlainServe(args: readonly string[]): Texts | undefined {
  const rest = args[0] === 'serve' ? args.slice(1) : args
  const options: ParseArgsConfig['options'] = { 'no-control': { type: 'boolean' } }
  for (const [name, { placeholder }] of Object.entries(serveFlags)) {
    options[name] = { type: placeholder === undefined ? 'boolean' : 'string', multiple: true }
  }
  try {
    const { values } = parseArgs({ args: rest, options, strict: true, allowPositionals: false })
    const { 'no-control': isWithout, ...given } = values as Record<string, unknown>
    // Both together are for yargs to refuse.
    if (isWithout && given.control !== undefined) return undefined
    const texts = Object.entries(given).map(([name, all]) => [name, (all as unknown[]).map(String)])
    return Object.fromEntries(isWithout ? [...texts, ['control', ['false']]] : texts)
  } catch {
    return undefined
  }
}
