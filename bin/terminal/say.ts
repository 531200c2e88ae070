import { printable } from '../../src/cli.ts'

/** Prints one line on standard error, with the characters that a terminal would act on escaped. */
export function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`)
}
