import { request } from 'node:http'
import { text } from 'node:stream/consumers'
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
import type { resetFlags } from '../flags/fixture-flags.ts'
import type { Values } from '../flags/flag.ts'
import { DEFAULT_STATE } from '../flags/flags.ts'
import { hideFromProcessList } from '../terminal/process-list.ts'
import { say } from '../terminal/say.ts'

/** How long a running simulator may take to answer, milliseconds. */
const PATIENCE = 30_000

/** Takes back every decision in a state folder, also while a simulator is running on it, or in a database. */
export async function reset({ state = DEFAULT_STATE, store }: Values<typeof resetFlags>): Promise<void> {
  if (store !== undefined) {
    hideFromProcessList(store)
    const { shown, count } = await resetStore(store)
    return say(`${shown}: ${takenBack(count)}.`)
  }
  try {
    const count = resetState(state, say)
    say(`${state}: ${takenBack(count)}.`)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const place = readControlFile(state)
    // The file of another container has an address of that container.
    if (place === undefined || place.pid !== error.pid) throw new OperatorError(inUse(state, error.pid))
    await resetRunning(state, place)
  }
}

function takenBack(count: number): string {
  return `${counted(count, 'decision')} ${count === 1 ? 'was' : 'were'} taken back`
}

/** Has a running simulator take back its decisions. */
async function resetRunning(state: string, place: ControlPlace): Promise<void> {
  const { reports } = await readState(state, say)
  const fault = await post(place).catch((error: Error) => error.message)
  if (fault !== undefined) throw new OperatorError(inUse(state, place.pid, ` (its control port: ${fault})`))
  say(
    `${state}: ${takenBack(reports)} by the simulator with process id ${place.pid}, which keeps running. Its data, tokens, faults and clock are those of its start again.`,
  )
}

/** Resets a simulator; returns what its control port says against it. */
function post({ url, token }: ControlPlace): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/reset`, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(PATIENCE),
      headers: { authorization: `Bearer ${token}`, 'content-length': 0 },
    })
    asked.once('error', reject)
    asked.once('response', (response) => {
      const { statusCode = 0 } = response
      text(response).then((body) => {
        const { error } = (jsonValue(body) ?? {}) as { error?: { message?: string } }
        resolve(statusCode < 300 ? undefined : (error?.message ?? `status ${statusCode}`))
      }, reject)
    })
    asked.end()
  })
}

/** Returns how to stop a running simulator, as lines to paste into a shell. */
function inUse(state: string, pid: number | undefined, why = ''): string {
  const again = `npx pessoas-sim reset${state === DEFAULT_STATE ? '' : ` --state ${shellWord(state)}`}`
  if (pid === undefined) {
    return `${state} is in use by a simulator, so nothing was taken back. Stop it where it runs (Ctrl+C, docker stop), then run:\n  ${again}`
  }
  const stop = process.platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill ${pid}`
  return `${state} is in use by the simulator with process id ${pid}${why}, so nothing was taken back. Run:\n  ${stop}\n  ${again}`
}
