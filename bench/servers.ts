import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own, with the line that it printed when it was ready, and the milliseconds until then. */
export interface Served {
  url: string
  pid: number
  ready: Record<string, unknown>
  started: number
  process: ChildProcess
  /** Ends it by SIGTERM; resolves with its exit code. */
  stop(): Promise<number | null>
}

export const simulator = fileURLToPath(new URL('../dist/bin/pessoas-sim.js', import.meta.url))
export const bare = fileURLToPath(new URL('bare.mjs', import.meta.url))

const last = cpus().length - 1
/** Whether servers can be kept on the first core, and the load on the last one. */
export const canPin = last > 0 && spawnSync('taskset', ['-c', `0,${last}`, 'true']).status === 0
/** Keeps this process, which makes the load, off the core of the servers. */
export const pinLoad = () => canPin && spawnSync('taskset', ['-apc', String(last), String(process.pid)])

/** Starts a server and waits for its line of JSON; throws if it ends before. Pinned is on the first core. */
export async function start(script: string, args: readonly string[], isPinned = true): Promise<Served> {
  const prefix = canPin ? ['taskset', '-c', isPinned ? '0' : `0-${last}`] : []
  const [command = '', ...rest] = [...prefix, process.execPath, script, ...args]
  const begin = performance.now()
  // The access log of the default settings would flood the terminal.
  const log = script !== bare && !args.includes('silent') ? 'ignore' : 'inherit'
  const stdio: StdioOptions = ['ignore', 'pipe', log, ...(script === bare ? ['ipc' as const] : [])]
  const child = spawn(command, rest, { stdio })
  process.setMaxListeners(0).once('exit', () => child.kill('SIGKILL'))
  const [line] = await Promise.race([
    once(createInterface(child.stdout as NodeJS.ReadableStream), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${rest.join(' ')} ended with ${code}`))),
  ])
  const started = performance.now() - begin
  const ready = JSON.parse(line) as { url: string }
  const stop = async () => {
    child.kill()
    return (await once(child, 'exit'))[0]
  }
  return { url: ready.url, pid: child.pid as number, ready, started, process: child, stop }
}

/** Returns the processor time that all threads of a process have used, in microseconds. */
export function cpu(pid: number): number {
  const read = (thread: string) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + Number(read(thread)) / 1000, 0)
}

/** Returns the resident memory of a process now, and its peak, in MB. */
export function resident(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
