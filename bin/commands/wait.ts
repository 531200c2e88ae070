import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { printable } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import type { Values } from '../flags/flag.ts'
import type { waitFlags } from '../flags/flags.ts'
import { UsageError } from '../flags/usage-error.ts'
import { say } from '../terminal/say.ts'
import { DEFAULT_CONTROL_PORT } from './serve.ts'

/** How often a simulator is asked, milliseconds. */
const INTERVAL = 100
/** How long one answer may take, milliseconds: one that hangs must not use up the whole time. */
const PATIENCE = 2_000
/** No answer that matters is longer, in characters. */
const LONGEST = 65_536

/** Waits until a simulator is ready: its control port says so, or its service answers. */
export async function wait(
  url = `http://127.0.0.1:${DEFAULT_CONTROL_PORT}`,
  { timeout = 30 }: Values<typeof waitFlags> = {},
): Promise<void> {
  const base = baseOf(url)
  const end = performance.now() + timeout * 1000
  for (;;) {
    const seen = await look(base, Math.min(PATIENCE, end - performance.now()))
    if (seen.isReady) return say(`${base} is ready.`)
    if (performance.now() + INTERVAL >= end)
      throw new OperatorError(`${base} was not ready within ${timeout} s: ${seen.why}.`)
    await sleep(INTERVAL)
  }
}

/** @throws {UsageError} when it is not the URL of a service */
function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return url.origin
  throw new UsageError(`"${printable(text)}" is not a URL such as http://127.0.0.1:${DEFAULT_CONTROL_PORT}.`)
}

interface Seen {
  isReady: boolean
  /** Why it is not ready. */
  why: string
}

/** With node:http, because fetch() refuses some ports. */
function look(base: string, patience: number): Promise<Seen> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(patience)))
  const { get } = base.startsWith('https:') ? https : http
  return new Promise((resolve) => {
    const fail = ({ name, code, message }: NodeJS.ErrnoException) =>
      resolve({ isReady: false, why: reasons[name] ?? reasons[code ?? ''] ?? message })
    const request = get(`${base}/v1/health`, { agent: false, signal }, (response) => {
      let text = ''
      const end = () => {
        resolve(judge(response.statusCode as number, text))
        request.destroy()
      }
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        if (text.length > LONGEST) end()
      })
      response.once('end', end).once('error', fail)
    })
    request.on('error', fail)
  })
}

/** Why there is no answer, by the name or the code of an error. */
const reasons: Record<string, string> = {
  AbortError: 'it accepts connections, but does not answer',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name has no address',
}

/** The service has no health page: any answer in its envelope says that it is ready. */
function judge(status: number, text: string): Seen {
  let body: { ready?: unknown; status_code?: unknown; error?: { message?: unknown } } | null = null
  try {
    body = JSON.parse(text)
  } catch {
    // Something else answers there.
  }
  if ((status === 200 && body?.ready === true) || body?.status_code === status)
    return { isReady: true, why: '' }
  return { isReady: false, why: `it answered ${status}, and is not a simulator that is ready` }
}
