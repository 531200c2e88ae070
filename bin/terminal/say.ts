import { printable } from '../../src/cli.ts'

/** Says one line on standard error, in which every character shows and none acts, whatever it quotes. */
export function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`)
}
