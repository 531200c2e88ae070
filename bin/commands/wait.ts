import { setTimeout as sleep } from 'node:timers/promises'
import { jsonValue, printable, WAIT_AGENT, WAIT_PATH } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import { CONTROL_TOKEN, controlToken } from '../environment.ts'
import type { ValuesOf } from '../flags.ts'
import { say } from '../terminal/say.ts'
import { UsageError } from '../usage-error.ts'
import { DEFAULT_CONTROL_PORT } from './serve.ts'

/** How often a simulator is asked, milliseconds. */
const INTERVAL = 100
/** How long one answer may take, milliseconds: one that hangs must not use up the whole time. */
const PATIENCE = 2_000

/**
 * Waits until a simulator is ready: its control port says so, or its service answers. With a control token in the
 * environment, a simulator that refuses this token does not count.
 */
export async function wait(
  url = `http://127.0.0.1:${Number(process.env.PESSOAS_SIM_CONTROL) || DEFAULT_CONTROL_PORT}`,
  { timeout = 30 }: ValuesOf<'wait'> = {},
): Promise<void> {
  if (!URL.canParse(url) || !/^https?:/.test(url) || new URL(url).username !== '')
    throw new UsageError(`"${printable(url)}" is not a URL such as http://127.0.0.1:${DEFAULT_CONTROL_PORT}.`)
  const base = url.replace(/(?<!\/)\/+$/, '')
  const token = controlToken()
  const end = performance.now() + timeout * 1000
  let why = SILENT
  for (;;) {
    const patience = Math.max(1, Math.ceil(Math.min(PATIENCE, end - performance.now())))
    // The banner shows the control port with /v1. A base path that ends so is asked at its parent, which answers, too.
    const fault = await faultOf(base.replace(/\/v1(?:\/health)?$/, ''), token, AbortSignal.timeout(patience))
    if (fault === undefined) return say(`${base} is ready.`)
    // The deadline may cut off the last attempt; then the reason of the one before says more.
    if (fault !== SILENT || patience >= PATIENCE) why = fault
    if (performance.now() + INTERVAL >= end)
      throw new OperatorError(`${base} was not ready within ${timeout} s: ${why}.`)
    await sleep(INTERVAL)
  }
}

const SILENT = 'it accepts connections, but does not answer'
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

/** Returns why a simulator is not ready; undefined if it is. */
async function faultOf(
  root: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ask = (path: string, headers = {}) =>
    fetch(root + path, { signal, redirect: 'manual', headers: { 'user-agent': WAIT_AGENT, ...headers } })
  try {
    const answer = await ask(WAIT_PATH)
    const { status } = answer
    const body = Object(jsonValue(await answer.text())) as Health
    // The service has no health page: any answer in its envelope says that it is ready.
    if (body.status_code === status) return undefined
    if (status !== 200 || body.ready !== true) {
      const message = body.error?.message
      const said = typeof message === 'string' ? `: ${message.slice(0, 500).replace(/\.$/, '')}` : ''
      return `it answered ${status}${said || ', but not like a simulator that is ready'}`
    }
    if (token === undefined) return undefined
    const own = await ask('/v1/organizations', { authorization: `Bearer ${token}` })
    await own.body?.cancel()
    if (own.status === 401) return `another simulator listens there: it refuses the token in ${CONTROL_TOKEN}`
  } catch (error) {
    if (signal.aborted) return SILENT
    const { code = '', message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    return REASONS[code] ?? message
  }
}
