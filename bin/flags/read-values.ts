import { say } from '../terminal/say.ts'
import { variablesOfOthers } from './environment.ts'
import { type Flags, readFlags, type Texts, type Values } from './flag.ts'

/**
 * Reads the flags of a command, from the command line or else from the environment. Warns about variables that look as
 * if they set one of them.
 * @param warn receives the warnings; by default they are printed
 * @throws {UsageError} when a value is invalid
 */
export async function readValues<F extends Flags>(
  flags: F,
  texts: Texts,
  warn: (line: string) => void = say,
): Promise<Values<F>> {
  for (const line of await variablesOfOthers(flags, texts, process.env)) warn(line)
  return readFlags(flags, texts, process.env)
}
