import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dateNow } from '../contract/real-globals.ts'
import { FolderInUse } from './folder-in-use.ts'

/** The process that uses a folder. */
interface Owner {
  pid: number
  host: string
  /** When it began to use the folder, as ISO 8601. */
  since: string
  /** When the process and its system started, as Linux reports it; they identify a process whose number was reused. */
  started?: string | undefined
  boot?: string | undefined
}

export function ourselves(): Owner {
  const { pid } = process
  return {
    pid,
    host: hostname(),
    since: new Date(dateNow()).toISOString(),
    started: startOf(pid),
    boot: bootId(),
  }
}

/** Returns the owner that a lock file names; undefined if the file cannot be read or names none. */
export function readOwner(path: string): Owner | undefined {
  try {
    const { pid, host, since, started, boot } = JSON.parse(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) ? { pid, host, since, started, boot } : undefined
  } catch {
    return undefined
  }
}

export function inUse(folder: string, named: Owner | undefined, remedy = REMEDY): FolderInUse {
  const isHere = named?.host === hostname()
  // The file may name a process that has ended, or one in a container whose number belongs to another process here.
  const owner = isHere && !isRunning(named) ? undefined : named
  const message = `The state folder ${folder} is in use by ${nameOf(owner)}.\n${remedy}`
  return new FolderInUse(message, isHere ? owner?.pid : undefined)
}

const REMEDY =
  'Stop it, use another folder with --state (in code, state), or none with --memory (in code, no state).'

function nameOf(owner: Owner | undefined): string {
  if (owner === undefined) return 'another process'
  const { pid, host, since } = owner
  const who = isOurProcess(owner) ? 'this very process' : `process ${pid}`
  return `${who} on ${host} since ${since}`
}

function isOurProcess({ pid, host, started, boot }: Owner): boolean {
  const own = ourselves()
  return pid === own.pid && host === own.host && started === own.started && boot === own.boot
}

/** Returns whether an owner is still running, as far as the system can tell. */
export function isRunning({ pid, started, boot }: Owner): boolean {
  return started === startOf(pid) && boot === bootId()
}

/** Returns when a running process started, in ticks since boot; undefined if unknown. */
function startOf(pid: number): string | undefined {
  // The name of the command, in parentheses, may contain spaces.
  const fields = readSystem(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')
  // A killed process stays in the table as a zombie until its parent waits for it.
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields?.[19]
}

function bootId(): string | undefined {
  return readSystem('/proc/sys/kernel/random/boot_id')?.trim()
}

function readSystem(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
