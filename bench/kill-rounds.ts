import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { programOf } from '../bin/testing/program.ts'
import { Running } from '../bin/testing/running.ts'
import { readState } from '../src/cli.ts'

export interface KillOptions {
  kills: number
  /** The parent of the state folder; it must be empty. */
  folder: string
  /** The seed of the random numbers. */
  seed: number
  /** The maximum number of decisions answered before a kill. */
  atMost: number
  /** The URL of the library to kill; by default the sources. */
  entry?: string
  onRound?: (report: KillReport) => void
  /** Returns true when no time is left for another round. */
  isLate?: () => boolean
}

export interface KillReport {
  kills: number
  decisions: number
  resets: number
  /** Kills that came before the simulator was ready. */
  early: number
  /** Kills after which the file ended in the middle of a decision. */
  cut: number
  /** Reports whose decision in the file differs from the one that was answered. */
  lost: string[]
  /** Decisions that are repeated in a file. */
  twice: string[]
  /** Starts that failed, and files that could not be read. */
  unreadable: string[]
}

const CLIENTS = 6
const SOURCES = new URL('../src/index.ts', import.meta.url).href
const CHILD = fileURLToPath(new URL('./resettable.mjs', import.meta.url))

/** The line that `resettable.mjs` prints when it is ready, with the reports that may be decided. */
interface Ready {
  url: string
  token: string
  reports: string[]
}

/** The decisions on a report that the file may have: the one that was answered, or one that was sent after it. */
interface Known {
  answered: string | undefined
  sent: string[]
}

/**
 * Repeats: starts a simulator on one state folder, lets clients decide and take back, kills it at a random moment, and
 * compares the file with what was answered.
 */
export async function killAgainAndAgain(options: KillOptions): Promise<KillReport> {
  const { kills, folder, seed, atMost, entry = SOURCES, onRound, isLate = () => false } = options
  const random = chance(seed)
  const state = join(folder, 'state')
  const report: KillReport = {
    kills: 0,
    decisions: 0,
    resets: 0,
    early: 0,
    cut: 0,
    lost: [],
    twice: [],
    unreadable: [],
  }
  let known = new Map<string, Known>()
  let isResetting = false
  let count = 0
  const knownOf = (numero: string) => {
    const found = known.get(numero) ?? { answered: undefined, sent: [] }
    known.set(numero, found)
    return found
  }

  /** Compares the file with the known decisions, and takes over unanswered ones that are in the file. */
  async function compare(round: number): Promise<void> {
    const kept = await readState(state, (line) => {
      // The write that the kill cut short was never answered.
      if (line.includes(' damaged')) report.unreadable.push(`round ${round}: ${line}`)
    })
    const found = new Map(
      Array.from(kept.decisions, ({ numero, mensagem }) => [numero, mensagem.split(' ')[0]]),
    )
    if (isResetting && found.size === 0) known = new Map()
    isResetting = false
    for (const numero of new Set([...known.keys(), ...found.keys()])) {
      const { answered, sent } = knownOf(numero)
      const is = found.get(numero)
      if (is !== answered && !sent.includes(is as string)) {
        report.lost.push(`round ${round}: ${numero} has ${is}, and ${answered} was answered`)
      }
      known.set(numero, { answered: is, sent: [] })
    }
  }

  async function load({ url, token, reports }: Ready, sim: Running, until: () => boolean): Promise<void> {
    const decideAll = (turns: number) =>
      Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          // Each client has its own reports, so that its last answer is the last decision on a report.
          const own = reports.filter((_, i) => i % CLIENTS === client)
          for (let turn = 0; turn < turns && !until(); turn++) {
            const numero = own[Math.floor(random() * own.length)] as string
            const about = knownOf(numero)
            const id = `d${count++}`
            about.sent.push(id)
            // Long messages produce garbage, and so compactions.
            const mensagem = `${id} ${'Aprovado após conferência manual. '.repeat(random() < 0.3 ? 3000 : 1)}`
            const response = await fetch(`${url}/relatorios/validar/${numero}`, {
              method: 'POST',
              headers: { authorization: token, 'content-type': 'application/json' },
              body: JSON.stringify({ aprovar: random() < 0.5, mensagem }),
            }).catch(() => undefined)
            if (response === undefined) return
            if (response.status !== 200) report.lost.push(`${numero} was refused with ${response.status}`)
            about.answered = id
            about.sent = []
            report.decisions++
          }
        }),
      )
    while (!until()) {
      await decideAll(Math.ceil(random() * 8))
      if (until() || random() < 0.7) continue
      isResetting = true
      const before = sim.stdout.length
      sim.child.stdin?.write('reset\n')
      while (!sim.stdout.includes('reset', before) && !until()) await sleep(1)
      if (!sim.stdout.includes('reset', before)) return
      isResetting = false
      known = new Map()
      report.resets++
    }
  }

  const { nodeArgs, url } = programOf(entry)
  for (let round = 1; round <= kills && !isLate(); round++) {
    const sim = new Running(process.execPath, [...nodeArgs, CHILD, url, state])
    let isDead = false
    const kill = async () => {
      isDead = true
      await sim.end('SIGKILL')
    }
    // The first start is not killed early, so that there are decisions to lose.
    if (round > 1 && random() < 0.1) {
      await sleep(random() * 600)
      report.early++
      await kill()
    } else {
      try {
        const ready = await sim.ready<Ready>()
        report.twice.push(...twiceIn(join(state, 'decisions.json'), round))
        const loading = load(ready, sim, () => isDead)
        const enough = report.decisions + random() * atMost
        const late = Date.now() + 20_000
        while (report.decisions < enough && Date.now() < late) await sleep(1)
        await sleep(random() * 5)
        await kill()
        await loading
      } catch (error) {
        report.unreadable.push(`round ${round}: ${(error as Error).message}`)
        await kill()
      }
    }
    if (/lacks its end/.test(sim.stderr)) report.cut++
    if (/damaged|renamed|could not|error/.test(sim.stderr))
      report.unreadable.push(`round ${round}: ${sim.stderr}`)
    report.kills++
    await compare(round)
    onRound?.(report)
  }
  return report
}

/** Returns the decisions that are repeated in the file, which must be valid JSON after a start. */
function twiceIn(path: string, round: number): string[] {
  const { eventos } = JSON.parse(readFileSync(path, 'utf8')) as { eventos: { mensagem?: string }[] }
  const ids = eventos.flatMap(({ mensagem }) => mensagem?.split(' ')[0] ?? [])
  return ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `round ${round}: ${id}`)
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
