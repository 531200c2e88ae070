import { counted, FolderInUse, resetState } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import type { resetFlags } from '../flags/fixture-flags.ts'
import type { Values } from '../flags/flag.ts'
import { DEFAULT_STATE } from '../flags/flags.ts'
import { say } from '../terminal/say.ts'
import { shellWord } from '../terminal/shell.ts'

/** Takes back every decision in the state folder of a stopped simulator. */
export function reset({ state = DEFAULT_STATE }: Values<typeof resetFlags>): void {
  try {
    const count = resetState(state, say)
    say(`${state}: ${counted(count, 'decision')} ${count === 1 ? 'was' : 'were'} taken back.`)
  } catch (error) {
    if (error instanceof FolderInUse) throw new OperatorError(inUse(state, error.pid))
    throw error
  }
}

/** Returns how to stop a running simulator, as lines to paste into a shell. */
function inUse(state: string, pid: number | undefined): string {
  const again = `pessoas-sim reset${state === DEFAULT_STATE ? '' : ` --state ${shellWord(state)}`}`
  if (pid === undefined) {
    return `${state} is in use by a simulator, so nothing was taken back. Stop it where it runs (Ctrl+C, docker stop), then run:\n  ${again}`
  }
  const stop = process.platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill ${pid}`
  return `${state} is in use by the simulator with process id ${pid}, so nothing was taken back. Run:\n  ${stop}\n  ${again}`
}
