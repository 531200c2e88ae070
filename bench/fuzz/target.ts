import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ready } from '../../bin/testing/running.ts'
import { knobs, profiles, quirks } from '../../src/index.ts'
import type { Known } from './hostile.ts'
import type { Random } from './random.ts'

/** How a simulator is started to be attacked: flags of `serve` beside those that every target has. */
export type Flags = readonly string[]

/** Enough persons for a page that no client reads to its end. */
const PERSONS = 2_000
/** Milliseconds in which it must have ended. */
const END = 20_000

/** Quirks whose fault is a 5xx would be reported as found. */
const calmQuirks = quirks.filter(({ says }) => !/\b500\b/.test(says))

/** The targets of a run, one a round: the default, the profiles that ship, then any choices and any quirk. */
export function flagsOf(random: Random, round: number): Flags {
  // What is written for every request may go wrong, too, but takes its time.
  return [...choicesOf(random, round), '--log', round % 3 === 0 ? 'json' : 'silent']
}

function choicesOf(random: Random, round: number): Flags {
  const shipped = Object.keys(profiles)
  const profile = shipped[round % (shipped.length + 2)]
  if (profile !== undefined) return profile === 'default' ? [] : ['--profile', profile]
  if (round % 2 === 0) return ['--quirk', random.pick(calmQuirks).name]
  const choices = Object.entries(knobs).flatMap(([name, knob]) =>
    knob.kind === 'choice' ? [`${name}=${random.pick(knob.choices)}`] : [],
  )
  return choices.filter(() => random.once(2)).flatMap((choice) => ['--set', choice])
}

/** A simulator in a process of its own, and what its attacker knows of it. */
export class Target {
  readonly flags: Flags
  readonly #child: ChildProcess
  readonly #exited: Promise<number | null>
  readonly url: string
  readonly port: number
  readonly tokens: readonly string[]
  readonly known: Known
  /** What it said on standard error that is neither a warning nor a line of its log, or a line with a token in it. */
  errors = ''
  #line = ''

  private constructor(flags: Flags, child: ChildProcess, { url, organizations, profile }: Ready) {
    this.flags = flags
    this.#child = child
    this.#exited = new Promise((resolve) => child.once('close', resolve))
    this.url = url
    this.port = Number(new URL(url).port)
    this.tokens = organizations.map(({ token }) => token)
    const [reports = []] = organizations.map(({ reports }) => reports)
    const scheme = profile.authorization === 'bearer' ? 'Bearer ' : ''
    this.known = {
      tokens: this.tokens.map((token) => scheme + token),
      reports: [...reports.slice(0, 10), '00000000-0000-4000-8000-000000000000'],
    }
    child.stderr?.on('data', (chunk) => this.#hear(String(chunk)))
  }

  /** @param command what `node` is given to start the simulator */
  static async start(command: readonly string[], flags: Flags): Promise<Target> {
    const fixed = ['--memory', '--port', '0', '--json', '--persons', String(PERSONS)]
    const child = spawn(process.execPath, [...command, ...fixed, ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return new Target(flags, child, JSON.parse(await firstLine(child)) as Ready)
  }

  #hear(text: string): void {
    const lines = (this.#line + text).split('\n')
    this.#line = lines.pop() ?? ''
    for (const line of lines) {
      const isUsual = line === '' || line.startsWith('warning: ') || line.startsWith('{"time":')
      const isTelling = this.tokens.some((token) => line.includes(token))
      if ((!isUsual || isTelling) && this.errors.length < 10_000) this.errors += `${line}\n`
    }
  }

  get isQuirky(): boolean {
    return this.flags.includes('--quirk')
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resident memory, MB; undefined where the system does not tell. */
  get resident(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    } catch {
      return undefined
    }
  }

  /** What an ordinary request is answered with, without what decisions and quirks change. */
  async ask(): Promise<string> {
    const [authorization = ''] = this.known.tokens
    const headers = { authorization }
    const response = await fetch(`${this.url}/pessoas?sort=cpf`, {
      headers,
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    if (this.isQuirky) return 'an answer'
    return `${response.status} ${text.replace(/"atualizado_em":"[^"]*"/g, '')}`
  }

  /** Asks it to end, and gives its exit code; it is killed when it does not. */
  async end(): Promise<number | null | 'killed'> {
    this.#child.kill('SIGTERM')
    const ended = await Promise.race([this.#exited, wait(END, 'late' as const, { ref: false })])
    if (ended !== 'late') return ended
    this.#child.kill('SIGKILL')
    return 'killed'
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`the simulator ended with ${code}`)))
    child.stdout?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text)
    })
  })
}
