import { printable } from '../../src/cli.ts'
import { translate } from '../../src/messages/translate.ts'

/** Prints one line on standard error, in the language of this process, with the characters that a terminal would act on escaped. */
export function say(line: string): void {
  process.stderr.write(`${printable(translate(line))}\n`)
}
