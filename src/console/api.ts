import { effect, signal } from '@preact/signals'

/** The calls of the control port that the page makes. Its token is in sessionStorage: no cookie, which ports would share. */

const KEY = 'pessoas-sim-token'

export const token = signal(sessionStorage.getItem(KEY))
/** Whether the latest call reached the simulator. */
export const isConnected = signal(true)
/** Why the page asks for a token: what was given is refused. */
export const refusal = signal<Error | undefined>(undefined)

effect(() => {
  if (token.value === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, token.value)
})

/** A refusal of the control port: what happened, and what to do. */
export class Refused extends Error {
  readonly remedy: string | undefined

  constructor({ message, remedy }: { message: string; remedy?: string }) {
    super(message)
    this.remedy = remedy
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

async function send(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${token.value}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    const response = await fetch(`/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    isConnected.value = true
    if (response.ok) return response
    const { error } = await response.json()
    const refused = new Refused(error)
    if (response.status === 401) {
      token.value = null
      refusal.value = refused
    }
    throw refused
  } catch (error) {
    if (error instanceof TypeError) isConnected.value = false
    throw error
  }
}

/** @throws {Refused} @throws {TypeError} when the simulator cannot be reached */
export async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const text = await (await send(method, path, body)).text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Returns what a call answers as a file. */
export async function download(path: string): Promise<Blob> {
  return (await send('GET', path)).blob()
}

/** Follows server-sent events until the signal is aborted or the connection ends. */
export async function follow(
  path: string,
  signal: AbortSignal,
  onOpen: () => Promise<void>,
  onEvent: (name: string, data: unknown) => void,
): Promise<void> {
  const { body } = await send('GET', path, undefined, signal)
  await onOpen()
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + value).split('\n\n')
    rest = events.pop() as string
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)?.[1] ?? 'message'
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) onEvent(name, JSON.parse(data))
    }
  }
}

/** Exchanges what the address has behind `#` for the token: a one-time code, or the token itself. */
export async function enter(): Promise<void> {
  const { code, token: given } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  if (code === undefined && given === undefined) return
  // Neither stays in the history of the browser.
  history.replaceState(null, '', location.pathname)
  try {
    token.value = given ?? (await call<{ token: string }>('POST', '/session', { code })).token
  } catch (error) {
    refusal.value = error as Error
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the command that does the same as a call, and saves the answer if a file is named. */
export function commandOf(
  { method, path, body }: { method: Method; path: string; body?: unknown },
  file?: string,
): string {
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} -H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`]),
    ...(file === undefined ? [] : [`-o ${quoted(file)}`]),
    quoted(`${location.origin}/v1${path}`),
  ].join(' \\\n  ')
}
