import { connect } from 'node:net'
import { converse, type Found, faultIn } from './converse.ts'
import { Random } from './random.ts'
import { hostileScript, type Script } from './script.ts'
import type { Target } from './target.ts'

/** What an attack needs of a simulator. */
export type Attackable = Pick<
  Target,
  'port' | 'known' | 'tokens' | 'isQuirky' | 'isAlive' | 'resident' | 'ask'
>

export interface AttackOptions {
  /** What every script is made from, with its number. */
  seed: readonly number[]
  /** Connections at once. */
  connections: number
  /** Connections beside them that ask for long pages and read nothing. */
  deaf?: number
  /** Milliseconds that a connection may take beside its own pauses. */
  bound?: number
  /** Whether it is enough, of so many requests. */
  isEnough: (requests: number) => boolean
  /** Hears of what must not be, and of the script that showed it. */
  onFound: (found: Found, script?: Script) => void
}

export interface Attacked {
  requests: number
  answers: number
  /** The slowest ordinary request beside the attack, milliseconds. */
  slowest: number
  /** Resident memory in megabytes: once it is under way (if the attack went on so long), at most, and at its end. */
  resident: { first?: number; most: number; last: number }
}

const DEAF_REQUESTS = 40
const DEAF_MILLISECONDS = 2_000

/** Attacks a simulator with as many connections at once as are wanted. */
export async function attack(target: Attackable, options: AttackOptions): Promise<Attacked> {
  const { seed, connections, deaf = 4, bound = 30_000, isEnough, onFound } = options
  const attacked: Attacked = { requests: 0, answers: 0, slowest: 0, resident: { most: 0, last: 0 } }
  const isOver = () => isEnough(attacked.requests) || !target.isAlive
  let number = 0

  const attacker = async () => {
    while (!isOver()) {
      const script = hostileScript(new Random(...seed, number++), target.known)
      const heard = await converse(target.port, script, bound)
      attacked.requests += script.methods.length
      attacked.answers += heard.answers.length
      const found = faultIn(script, heard, target)
      if (found) onFound(found, script)
    }
  }

  const listener = async () => {
    while (!isOver()) {
      attacked.requests += DEAF_REQUESTS
      await listenToNothing(target)
    }
  }

  const before = await target.ask()
  const ordinary = async () => {
    while (!isOver()) {
      const begin = performance.now()
      const answer = await target.ask().catch((error: Error) => error.name)
      attacked.slowest = Math.max(attacked.slowest, performance.now() - begin)
      if (answer !== before) {
        onFound({
          kind: 'unanswered',
          what: `an ordinary request beside it was answered with ${answer.slice(0, 300)}`,
        })
      }
      const { resident } = attacked
      resident.last = target.resident ?? 0
      resident.most = Math.max(resident.most, resident.last)
      // What a server needs to be under way is no leak.
      if (number > 300) resident.first ??= resident.last
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  await Promise.all([
    ordinary(),
    ...Array.from({ length: connections }, attacker),
    ...Array.from({ length: deaf }, listener),
  ])
  return attacked
}

/** Asks for long pages and reads nothing. */
function listenToNothing({ port, known }: Attackable): Promise<void> {
  const [token = ''] = known.tokens
  const request = `GET /pessoas?rows=100000 HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${token}\r\n\r\n`
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.pause()
    socket.write(request.repeat(DEAF_REQUESTS))
    setTimeout(() => {
      socket.resetAndDestroy()
      resolve()
    }, DEAF_MILLISECONDS)
  })
}
