import { counted, FolderInUse, resetState, resetStore, shellWord } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import type { resetFlags } from '../flags/fixture-flags.ts'
import type { Values } from '../flags/flag.ts'
import { DEFAULT_STATE } from '../flags/flags.ts'
import { hideFromProcessList } from '../terminal/process-list.ts'
import { say } from '../terminal/say.ts'

/** Takes back every decision in the state folder of a stopped simulator, or in a database. */
export async function reset({ state = DEFAULT_STATE, store }: Values<typeof resetFlags>): Promise<void> {
  if (store !== undefined) {
    hideFromProcessList(store)
    const { shown, count } = await resetStore(store)
    return say(`${shown}: ${takenBack(count)}`)
  }
  try {
    const count = resetState(state, say)
    say(`${state}: ${takenBack(count)}`)
  } catch (error) {
    if (error instanceof FolderInUse) throw new OperatorError(inUse(state, error.pid))
    throw error
  }
}

function takenBack(count: number): string {
  return `${counted(count, 'decision')} ${count === 1 ? 'was' : 'were'} taken back.`
}

/** Returns how to stop a running simulator, as lines to paste into a shell. */
function inUse(state: string, pid: number | undefined): string {
  const again = `npx pessoas-sim reset${state === DEFAULT_STATE ? '' : ` --state ${shellWord(state)}`}`
  if (pid === undefined) {
    return `${state} is in use by a simulator, so nothing was taken back. Stop it where it runs (Ctrl+C, docker stop), then run:\n  ${again}`
  }
  const stop = process.platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill ${pid}`
  return `${state} is in use by the simulator with process id ${pid}, so nothing was taken back. Run:\n  ${stop}\n  ${again}`
}
