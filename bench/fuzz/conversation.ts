import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ajv } from 'ajv'
import { jsonValue } from '../../src/contract/json-value.ts'
import {
  listResponseSchema,
  refusalSchema,
  validationResponseSchema,
} from '../../src/testing/wire-schemas.ts'

/** What one connection does. */
export interface Script {
  /** What is written, one piece after the other, one character for each byte. */
  pieces: string[]
  /** Milliseconds between two pieces. */
  pause: number
  /** The methods of the requests. */
  methods: string[]
  /** Answers that must come; what follows them may end the connection. */
  owed: number
  /** What the client does when all is written: it waits for the answers, or says that it has no more. */
  ending: 'wait' | 'end'
}

/** An answer, one character for each byte. */
interface Answer {
  status: number
  head: string
  body: string
}

/** Returns the first whole answer of a text, and its length. */
function firstAnswer(text: string, isHead: boolean): (Answer & { length: number }) | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = text.slice(0, end)
  const status = Number(head.slice(9, 12))
  const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304
  const length = end + 4 + (hasBody ? Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0) : 0)
  return text.length < length ? undefined : { status, head, body: text.slice(end + 4, length), length }
}

/**
 * Plays a script against a server on this machine, and returns its answers.
 * @param bound milliseconds that it may take beside its own pauses
 */
export async function converse(port: number, script: Script, bound = 30_000) {
  const { pieces, pause, methods, owed, ending } = script
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const answers: Answer[] = []
  let rest = ''
  let isWritten = false
  let late: NodeJS.Timeout | undefined
  const ended = new Promise<'answered' | 'closed' | 'hung'>((resolve) => {
    late = setTimeout(() => resolve('hung'), bound + pieces.length * (pause + 1))
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (;;) {
        const answer = firstAnswer(rest, methods[answers.length] === 'HEAD')
        if (answer === undefined) break
        rest = rest.slice(answer.length)
        if (answer.status >= 200) answers.push(answer)
      }
      if (ending === 'wait' && answers.length >= methods.length) resolve('answered')
      // To Node, a client that says it has no more is gone: it gets no answers that take a while.
      if (ending === 'end' && isWritten && answers.length >= owed) socket.end()
    })
    for (const event of ['end', 'close']) socket.on(event, () => resolve('closed'))
  })
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) await sleep(pause)
    if (!socket.destroyed) socket.write(piece, 'latin1')
  }
  isWritten = true
  if (ending === 'end' && answers.length >= owed) socket.end()
  const end = await ended
  clearTimeout(late)
  socket.destroy()
  return { answers, end, rest }
}

const isInEnvelope = new Ajv().compile({
  anyOf: [listResponseSchema, validationResponseSchema, refusalSchema],
})

/** What no answer may show: words of the framework, of Node and of stack traces. */
const INTERNAL =
  /\n {4}at |node:|node_modules|\.[jt]s:|Error:|FST_|HPE_|ERR_|ECONN|^(?:server|x-powered-by|via):/im

export interface Fault {
  kind: '5xx' | 'leak' | 'envelope' | 'hang' | 'unanswered'
  what: string
}

/** What must never be, of what came of a script; undefined when all is well. */
export async function faultOf(
  script: Script,
  { port, isQuirky }: { port: number; isQuirky: boolean },
): Promise<Fault | undefined> {
  const { answers, end, rest } = await converse(port, script)
  for (const [i, { status, head, body }] of answers.entries()) {
    const what = `${status} ${body.slice(0, 200)}`
    if (status >= 500) return { kind: '5xx', what }
    const leak = INTERNAL.exec(head + body)
    if (leak) return { kind: 'leak', what: `${leak[0]}: ${what}` }
    // A clause that is broken on purpose may be any of these.
    if (isQuirky || script.methods[i] === 'HEAD') continue
    const json = jsonValue(Buffer.from(body, 'latin1').toString())
    if (!isInEnvelope(json) || (json as { status_code: unknown }).status_code !== status)
      return { kind: 'envelope', what }
  }
  const count = `${answers.length} of ${script.methods.length} answers`
  if (end === 'hung') return { kind: 'hang', what: `${count}, and no end` }
  if (answers.length < script.owed)
    return { kind: 'unanswered', what: `${count}, and ${script.owed} were owed` }
  // An answer may end early where the client's half request did.
  if (!rest.startsWith('HTTP/1.1 ') && !'HTTP/1.1 '.startsWith(rest))
    return { kind: 'envelope', what: `bytes that are no answer: ${rest.slice(0, 200)}` }
  return undefined
}
