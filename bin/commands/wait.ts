import http from 'node:http'
import https from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { jsonValue, printable, WAIT_AGENT, WAIT_PATH } from '../../src/cli.ts'
import { OperatorError } from '../../src/index.ts'
import { controlTokenOf } from '../flags/control-token.ts'
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
const LONGEST_MESSAGE = 500

/**
 * Waits until a simulator is ready: its control port says so, or its service answers. With a control token in the
 * environment, a simulator that refuses this token does not count.
 */
export async function wait(
  url = `http://127.0.0.1:${Number(process.env.PESSOAS_SIM_CONTROL) || DEFAULT_CONTROL_PORT}`,
  { timeout = 30 }: Values<typeof waitFlags> = {},
): Promise<void> {
  const base = baseOf(url)
  const token = controlTokenOf(process.env)
  const end = performance.now() + timeout * 1000
  let why = ''
  for (;;) {
    const patience = Math.min(PATIENCE, end - performance.now())
    const seen = await look(base, token, patience)
    if (seen.isReady) return say(`${base} is ready.`)
    // The deadline may cut off the last attempt; then the reason of the one before says more.
    if (why === '' || patience >= PATIENCE || seen.why !== SILENT) why = seen.why
    if (performance.now() + INTERVAL >= end)
      throw new OperatorError(`${base} was not ready within ${timeout} s: ${why}.`)
    await sleep(INTERVAL)
  }
}

/** @throws {UsageError} when it is not the URL of a service */
function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '')
    return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
  throw new UsageError(`"${printable(text)}" is not a URL such as http://127.0.0.1:${DEFAULT_CONTROL_PORT}.`)
}

interface Seen {
  isReady: boolean
  /** Why it is not ready. */
  why: string
}

async function look(base: string, token: string | undefined, patience: number): Promise<Seen> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(patience)))
  try {
    // The banner shows the control port with /v1. A base path that ends so is asked at its parent, which answers, too.
    const root = base.replace(/\/v1(?:\/health)?$/, '')
    const health = await ask(`${root}${WAIT_PATH}`, signal)
    const seen = readinessOf(health)
    if (!seen.isReady || token === undefined || !isControl(health)) return seen
    const { status } = await ask(`${root}/v1/organizations`, signal, { authorization: `Bearer ${token}` })
    return status === 401 ? { isReady: false, why: ANOTHER } : seen
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException
    return { isReady: false, why: reasons[name] ?? reasons[code ?? ''] ?? message }
  }
}

const ANOTHER = 'another simulator listens there: it refuses the token in PESSOAS_SIM_CONTROL_TOKEN'

interface PageAnswer {
  status: number
  text: string
}

/** With node:http, because fetch() refuses some ports. */
function ask(url: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<PageAnswer> {
  const { get } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const named = { 'user-agent': WAIT_AGENT, ...headers }
    const request = get(url, { agent: false, signal, headers: named }, (response) => {
      let text = ''
      const end = () => {
        resolve({ status: response.statusCode as number, text })
        request.destroy()
      }
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        if (text.length > LONGEST) end()
      })
      response.once('end', end).once('error', reject)
    })
    request.on('error', reject)
  })
}

const SILENT = 'it accepts connections, but does not answer'

/** Why there is no answer, by the name or the code of an error. */
const reasons: Record<string, string> = {
  AbortError: SILENT,
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name cannot be resolved',
}

/** The service has no health page: any answer in its envelope says that it is ready. */
function readinessOf(heard: PageAnswer): Seen {
  const { status } = heard
  if (isControl(heard) || bodyOf(heard)?.status_code === status) return { isReady: true, why: '' }
  const told = messageOf(heard)
  const why = told === undefined ? ', but not like a simulator that is ready' : `: ${told}`
  return { isReady: false, why: `it answered ${status}${why}` }
}

/** Returns what a control port says of itself, as the end of a sentence. */
function messageOf(heard: PageAnswer): string | undefined {
  const message = bodyOf(heard)?.error?.message
  if (typeof message !== 'string' || message === '') return undefined
  const shown = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message
  return printable(shown).replace(/\.$/, '')
}

/** Returns whether it is the control port of a simulator that is ready. */
function isControl(heard: PageAnswer): boolean {
  return heard.status === 200 && bodyOf(heard)?.ready === true
}

interface Body {
  ready?: unknown
  status_code?: unknown
  error?: { message?: unknown } | null
}

/** Returns the body as JSON; undefined if it is not valid JSON. */
function bodyOf({ text }: PageAnswer): Body | null | undefined {
  return jsonValue(text) as Body | null | undefined
}
