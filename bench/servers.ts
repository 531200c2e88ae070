import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A server under measurement, in a process of its own. */
export interface Served {
  url: string
  pid: number
  /** What the server said of itself when it was ready. */
  ready: Record<string, unknown>
  /** Milliseconds from the start of the process to its first answer. */
  started: number
  stop(): Promise<void>
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
export const simulator = fileURLToPath(new URL('../dist/bin/pessoas-sim.js', import.meta.url))
export const bare = here('peers/bare.mjs')
export const bareFastify = here('peers/fastify.mjs')
export const jsonServer = here('peers/json-server.mjs')

/** Flags of a simulator that says where it listens and logs no request. */
export const QUIET = ['--port', '0', '--json', '--log', 'silent'] as const

/** Whether processes can be kept on one core each. */
export const canPin = (() => {
  try {
    execFileSync('taskset', ['-c', '0,1', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** Starts a server on core 0 and waits for the line of JSON that says where it listens. */
export async function start(
  script: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<Served> {
  const begin = performance.now()
  const command = canPin ? ['taskset', '-c', '0', process.execPath] : [process.execPath]
  const child = spawn(command[0] as string, [...command.slice(1), script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const ready = JSON.parse(await firstLine(child)) as { url: string }
  return {
    url: ready.url,
    pid: child.pid as number,
    ready,
    started: performance.now() - begin,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)))
    child.stdout?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text)
    })
  })
}

/** Processor time that all threads of a process have used, microseconds. */
export function cpu(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1000
}

/** Resident memory of a process, now and at its most, MB. */
export function resident(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}
