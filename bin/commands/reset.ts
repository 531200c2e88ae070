import { counted, resetState } from '../../src/index.ts'
import type { resetFlags } from '../fixture-flags.ts'
import { DEFAULT_STATE, type Values } from '../flags.ts'

/** Takes back every decision in the state folder of a simulator that does not run. */
export function reset({ state = DEFAULT_STATE }: Values<typeof resetFlags>): void {
  const count = resetState(state, (line) => process.stderr.write(`${line}\n`))
  process.stderr.write(`${state}: ${counted(count, 'decision')} taken back.\n`)
}
