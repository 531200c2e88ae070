import { type Hostile, hostileRequest, type Known } from './hostile.ts'
import { mutate } from './mutate.ts'
import type { Random } from './random.ts'

/** What one connection does. */
export interface Script {
  /** What is written, a piece after the other, one character for each byte. */
  pieces: string[]
  /** Milliseconds between two pieces. */
  pause: number
  /** The methods of the requests that it holds, as they were before any of them was spoilt. */
  methods: string[]
  /** Answers that are owed; what comes behind them may end the connection. */
  owed: number
  /** What the client does when all is written: it waits for the answers, says that it has no more, or goes away. */
  ending: 'wait' | 'end' | 'reset'
}

/** What a connection of the attack does: this seed and number give the same script at any time. */
export function hostileScript(random: Random, known: Known): Script {
  const kind = random.below(20)
  const requests: Hostile[] = []
  for (let left = 1 + random.below(kind < 12 ? 60 : 8); left > 0; left--) {
    requests.push(hostileRequest(random, known))
  }
  const broken = requests.findIndex(({ isSound }) => !isSound)
  // Whatever comes behind bytes that are no HTTP is no request any more.
  if (broken !== -1) requests.length = broken + 1
  // The refusal of what is no HTTP has a body, whatever was asked.
  const methods = requests.map(({ method, isSound }) => (isSound ? method : 'GET'))
  const bytes = requests.map((request) => request.bytes).join('')
  const owed = broken === -1 ? requests.length : broken
  const script = {
    pieces: [bytes],
    pause: 0,
    methods,
    owed,
    ending: owed === requests.length ? 'wait' : 'end',
  } as const
  if (kind < 12) return { ...script, pieces: [bytes] }
  if (kind < 15) return { ...script, ...inPieces(random, bytes) }
  if (kind < 16)
    return { ...script, pieces: [bytes.slice(0, random.below(bytes.length))], owed: 0, ending: 'reset' }
  // What a spoilt request asks for is unknown, and so is whether its answer has a body.
  const spoilt = mutate(random, bytes.replaceAll('HEAD ', 'GET '))
  const pieces = random.once(3) ? inPieces(random, spoilt) : { pieces: [spoilt] }
  return { ...script, ...pieces, methods: methods.map(() => 'GET'), owed: 0, ending: 'end' }
}

function inPieces(random: Random, bytes: string): Pick<Script, 'pieces' | 'pause'> {
  const pieces: string[] = []
  const most = random.pick([1, 10, 100, 10_000])
  for (let at = 0; at < bytes.length; ) {
    // Some dozens of pieces: what is behind them comes at once.
    const size = pieces.length < 40 ? 1 + random.below(most) : bytes.length
    pieces.push(bytes.slice(at, at + size))
    at += size
  }
  return { pieces, pause: random.pick([0, 0, 1, 3]) }
}
