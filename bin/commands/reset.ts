import {
  type ControlPlace,
  counted,
  FolderInUse,
  jsonValue,
  readControlFile,
  readState,
  resetState,
  resetStore,
  shellWord,
} from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import { DEFAULT_STATE, type ValuesOf } from '../flags.ts'
import { say } from '../terminal/say.ts'
import { hideFromProcessList } from './serve.ts'

/** How long a running simulator may take to answer, milliseconds. */
const PATIENCE = 30_000

/** Takes back every decision in a state folder, also while a simulator is running on it, or in a database. */
export async function reset({ state = DEFAULT_STATE, store }: ValuesOf<'reset'>): Promise<void> {
  if (store !== undefined) {
    hideFromProcessList(store)
    const { shown, count } = await resetStore(store)
    return say(`${shown}: ${takenBack(count)}.`)
  }
  try {
    say(`${state}: ${takenBack(await resetState(state, say))}.`)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const place = readControlFile(state)
    // The file of another container has an address of that container.
    if (place === undefined || place.pid !== error.pid) throw new OperatorError(inUse(state, error.pid))
    const { decisions } = await readState(state, say)
    const fault = await resetRunning(place).catch((error: Error) => String(error.cause ?? error.message))
    if (fault !== undefined) throw new OperatorError(inUse(state, place.pid, ` (its control port: ${fault})`))
    say(
      `${state}: ${takenBack(decisions.length)} by the simulator with process id ${place.pid}, which keeps running. It also took back changes of persons and gave tokens back; its faults and its clock are those of its start again.`,
    )
  }
}

function takenBack(count: number): string {
  return `${counted(count, 'decision')} ${count === 1 ? 'was' : 'were'} taken back`
}

/** Has a running simulator take back its decisions; returns what its control port says against it. */
async function resetRunning({ url, token }: ControlPlace): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` }
  const signal = AbortSignal.timeout(PATIENCE)
  const answer = await fetch(`${url}/v1/reset`, { method: 'POST', headers, signal })
  const { error } = (jsonValue(await answer.text()) ?? {}) as { error?: { message?: string } }
  return answer.ok ? undefined : (error?.message ?? `status ${answer.status}`)
}

/** Returns how to stop a running simulator, as lines to paste into a shell. */
function inUse(state: string, pid: number | undefined, why = ''): string {
  const again = `npx pessoas-sim reset${state === DEFAULT_STATE ? '' : ` --state ${shellWord(state)}`}`
  if (pid === undefined)
    return `${state} is in use by a simulator, so nothing was taken back. Stop it where it runs (Ctrl+C, docker stop), then run:\n  ${again}`
  const stop = process.platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill ${pid}`
  return `${state} is in use by the simulator with process id ${pid}${why}, so nothing was taken back. Run:\n  ${stop}\n  ${again}`
}
