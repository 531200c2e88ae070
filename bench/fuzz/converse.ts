import { connect, type Socket } from 'node:net'
import { type Answer, AnswerReader, envelopeFault, hasToken, leakIn } from './answers.ts'
import type { Script } from './script.ts'

/** What came of a script. */
export interface Heard {
  answers: Answer[]
  /** `closed` by the other side, everything `answered`, `gone` by itself, or nothing of all that in time. */
  end: 'answered' | 'closed' | 'gone' | 'hung'
  /** Bytes that are no answer. */
  rest: string
}

/**
 * Plays a script against a server on this machine.
 * @param bound milliseconds that it may take beside its own pauses
 */
export function converse(port: number, script: Script, bound = 30_000): Promise<Heard> {
  const { methods, owed, ending } = script
  return new Promise((resolve) => {
    const reader = new AnswerReader((answer) => methods[answer] === 'HEAD')
    const answers: Answer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const leave = (end: Heard['end']) => {
      clearTimeout(late)
      socket.removeAllListeners('close')
      if (ending === 'end' && end === 'answered') socket.destroy()
      else socket.resetAndDestroy()
      resolve({ answers, end, rest: reader.rest })
    }
    const pauses = script.pieces.length * (script.pause + 1)
    const late = setTimeout(() => leave('hung'), bound + pauses)
    let isWritten = false
    // To Node, who says that it has no more is gone: answers that take a while are not sent to it.
    const endWhenAnswered = () => {
      if (ending === 'end' && isWritten && answers.length >= owed) socket.end()
    }
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const answer of reader.read(chunk)) answers.push(answer)
      if (ending === 'wait' && answers.length >= methods.length) leave('answered')
      endWhenAnswered()
    })
    socket.on('end', () => leave('closed'))
    socket.on('close', () => leave('closed'))
    write(socket, script).then(() => {
      isWritten = true
      endWhenAnswered()
      if (ending === 'reset') leave('gone')
    })
  })
}

async function write(socket: Socket, { pieces, pause }: Script): Promise<void> {
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    if (socket.destroyed) return
    socket.write(piece, 'latin1')
  }
}

export type Kind = '5xx' | 'hang' | 'leak' | 'envelope' | 'unanswered'

export interface Found {
  kind: Kind
  what: string
}

/** What must never be, of what came of a script; undefined when all is well. */
export function faultIn(
  script: Script,
  { answers, end, rest }: Heard,
  { tokens, isQuirky }: { tokens: readonly string[]; isQuirky: boolean },
): Found | undefined {
  for (const [i, answer] of answers.entries()) {
    const { status } = answer
    if (status >= 500) return { kind: '5xx', what: `${status} ${answer.body.slice(0, 200)}` }
    const leak = leakIn(answer)
    if (leak !== undefined) return { kind: 'leak', what: leak }
    if (hasToken(answer, tokens) && !isEchoable(script, tokens)) return { kind: 'leak', what: 'a token' }
    // A clause that is broken on purpose may be any of these.
    if (isQuirky || script.methods[i] === 'HEAD') continue
    const fault = envelopeFault(answer)
    if (fault !== undefined)
      return { kind: 'envelope', what: `${fault}: ${status} ${answer.body.slice(0, 200)}` }
  }
  if (end === 'hung') {
    return { kind: 'hang', what: `${answers.length} of ${script.methods.length} answers, and no end` }
  }
  if (end === 'gone') return undefined
  if (answers.length < script.owed) {
    return { kind: 'unanswered', what: `${answers.length} answers, and ${script.owed} were owed` }
  }
  if (script.ending === 'wait' && answers.length > script.methods.length) {
    return { kind: 'envelope', what: `${answers.length} answers to ${script.methods.length} requests` }
  }
  // An answer may end early where the client's half request did.
  if (!rest.startsWith('HTTP/1.1 ') && !'HTTP/1.1 '.startsWith(rest)) {
    return { kind: 'envelope', what: `bytes that are no answer: ${rest.slice(0, 200)}` }
  }
  return undefined
}

/** Whether a token stands where an answer may repeat it, as it can after a request was spoilt. */
function isEchoable({ pieces }: Script, tokens: readonly string[]): boolean {
  return pieces
    .join('')
    .split('\r\n')
    .some((line) => !line.startsWith('authorization: ') && tokens.some((token) => line.includes(token)))
}
