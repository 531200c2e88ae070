import { setTimeout as sleep } from 'node:timers/promises'
import { jsonValue, printable, WAIT_AGENT, WAIT_PATH } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import { CONTROL_TOKEN, controlToken } from '../environment.ts'
import type { ValuesOf } from '../flags.ts'
import { isRunning, readReady } from '../terminal/ready-file.ts'
import { say } from '../terminal/say.ts'
import { UsageError } from '../usage-error.ts'
import { DEFAULT_CONTROL_PORT } from './serve.ts'

/** How often a simulator is asked, milliseconds. */
const INTERVAL = 100
/** How long one answer may take, milliseconds: one that hangs must not use up the whole time. */
const PATIENCE = 2_000

/** Asks whether a simulator is ready: what to call it, and why it is not. */
type Question = (patience: number) => Promise<{ what: string; fault: string | undefined }>

/**
 * Waits until a simulator is ready: its control port says so, or its service answers. With a control token in the
 * environment or in the ready file, a simulator that refuses this token does not count.
 */
export async function wait(
  url: string | undefined,
  { timeout = 30, 'ready-file': file }: ValuesOf<'wait'> = {},
): Promise<void> {
  if (url !== undefined && file !== undefined)
    throw new UsageError('The URL and --ready-file name the same simulator: use one.')
  const ask = file === undefined ? askOf(url ?? standard()) : askOfFile(file)
  const end = performance.now() + timeout * 1000
  for (;;) {
    const { what, fault } = await ask(Math.min(PATIENCE, end - performance.now()))
    if (fault === undefined) return say(`${what} is ready.`)
    if (performance.now() + 2 * INTERVAL >= end)
      throw new OperatorError(`${what} was not ready within ${timeout} s: ${fault}.`)
    await sleep(INTERVAL)
  }
}

const standard = () => `http://127.0.0.1:${Number(process.env.PESSOAS_SIM_CONTROL) || DEFAULT_CONTROL_PORT}`

function askOf(url: string): Question {
  if (!/^https?:/.test(url) || !URL.canParse(url) || new URL(url).username !== '')
    throw new UsageError(`"${printable(url)}" is not a URL such as http://127.0.0.1:${DEFAULT_CONTROL_PORT}.`)
  // The banner shows the control port with /v1.
  const root = url.replace(/(?<!\/)\/+$/, '').replace(/\/v1(?:\/health)?$/, '')
  return async (patience) => ({
    what: url,
    fault: await faultOf(root, patience, controlToken(), CONTROL_TOKEN),
  })
}

/** Asks the simulator of a ready file, which need not be there yet. The file of one that had ended before is ignored. */
function askOfFile(file: string): Question {
  const ended = readReady(file)?.pid
  if (ended !== undefined && !isRunning(ended))
    say(`${file} is ignored until it is replaced: its simulator (process id ${ended}) has ended.`)
  let pid = 0
  return async (patience) => {
    const ready = readReady(file)
    if (ready !== undefined && (isRunning(ready.pid) || ready.pid !== ended)) pid = ready.pid
    if (pid !== 0 && !isRunning(pid))
      throw new OperatorError(
        `The simulator of ${printable(file)} (process id ${pid}) has ended. Start it again.`,
      )
    if (ready?.pid !== pid) return { what: printable(file), fault: 'no simulator has written it' }
    const { url, control } = ready
    return { what: url, fault: await faultOf(control?.url ?? url, patience, control?.token, printable(file)) }
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name cannot be resolved',
}

/** What the health page of a control port, or an answer of the service, may have. */
interface Health {
  ready?: unknown
  status_code?: unknown
  error?: { message?: unknown } | null
}

/** Returns why a simulator is not ready; undefined if it is. It must accept the control token of a source, if there is one. */
async function faultOf(
  root: string,
  patience: number,
  token: string | undefined,
  source: string,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(patience)))
  const ask = (path: string, headers = {}) =>
    fetch(root + path, { signal, redirect: 'manual', headers: { 'user-agent': WAIT_AGENT, ...headers } })
  try {
    const answer = await ask(WAIT_PATH)
    const { status } = answer
    const { ready, status_code, error } = Object(jsonValue(await answer.text())) as Health
    // The service has no health page: any answer in its envelope says that it is ready.
    if (status_code === status) return undefined
    if (status !== 200 || ready !== true) {
      const why = typeof error?.message === 'string' ? error.message.slice(0, 500).replace(/\.$/, '') : ''
      return `it answered ${status}${why ? `: ${why}` : ', but not like a simulator that is ready'}`
    }
    if (token === undefined) return undefined
    const own = await ask('/v1/organizations', { authorization: `Bearer ${token}` })
    await own.body?.cancel()
    if (own.status === 401) return `another simulator listens there: it refuses the token in ${source}`
  } catch (error) {
    if (signal.aborted) return 'it accepts connections, but does not answer'
    const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    return REASONS[code] ?? message
  }
}
