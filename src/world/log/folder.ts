import { spawnSync } from 'node:child_process'
import fs, { constants } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { jsonValue } from '../../contract/json-value.ts'
import { dateNow } from '../../contract/real-globals.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { HALF_WRITTEN, isCode } from '../../operator/replace-file.ts'

/** The error for a state folder that another simulator uses, because only one may write to it. */
export class FolderInUse extends OperatorError {
  /** The process id of that simulator, if known. */
  readonly pid: number | undefined

  constructor(message: string, pid: number | undefined) {
    super(message)
    this.pid = pid
  }
}

export interface FolderOptions {
  /** Receives a line for each problem that was handled. */
  notice?: (line: string) => void
  /** A sentence that says what to do if the folder is in use. */
  remedy?: string
  /** The program that locks an inherited file descriptor, by default flock. */
  locker?: string
}

const CONTROL_FILE = 'control.json'
/** The files that are replaced as a whole, and may have temporary files and damaged copies beside them. */
export const [DATASET, DECISIONS, SNAPSHOT] = ['dataset.json', 'decisions.json', 'snapshot.bin'] as const
const REPLACED: readonly string[] = [DATASET, DECISIONS, SNAPSHOT]
/** Returns whether a simulator writes files with this name into a state folder. */
const isOwn = (name: string) =>
  ['lock', CONTROL_FILE, ...REPLACED].includes(name) ||
  (/\.(aside|tmp)$/.test(name) && REPLACED.some((one) => name.startsWith(`${one}.`)))
/** The same, for git. */
const IGNORED_FILES = REPLACED.map((name) => `/${name}\n/${name}.*.aside\n/${name}.*.tmp\n`).join('')
const OTHER_FOLDER =
  'use another folder with --state (in code, state), or none with --memory (in code, no state).'

/** A state folder that only this process uses until it leaves it. */
export class StateFolder {
  /** Without symbolic links. */
  readonly path: string
  /** The highest folder that was created. */
  readonly #made: string | undefined
  #lock: number | undefined

  /**
   * Creates a folder if needed and locks it.
   * @throws {OperatorError} when it cannot be written or is in use
   */
  static enter(given: string, options: FolderOptions = {}): StateFolder {
    try {
      const made = fs.mkdirSync(given, { recursive: true })
      return new StateFolder(fs.realpathSync(given), made && fs.realpathSync(made), options)
    } catch (error) {
      if (error instanceof OperatorError) throw error
      const { message } = error as Error
      throw new OperatorError(
        `The state folder ${given} cannot be used: ${message}. Instead, ${OTHER_FOLDER}`,
      )
    }
  }

  private constructor(path: string, made: string | undefined, options: FolderOptions) {
    this.path = path
    this.#made = made
    this.#lock = lockFolder(path, options)
    try {
      this.#tidy()
    } catch (error) {
      this.leave()
      throw error
    }
  }

  file(name: string): string {
    return join(this.path, name)
  }

  /** Returns whether the path still leads to this folder: false after somebody deleted, moved or replaced it. */
  isHeld(): boolean {
    if (this.#lock === undefined) return false
    const [ours, there] = [fs.fstatSync(this.#lock), statIfThere(this.file('lock'))]
    return there?.ino === ours.ino && there.dev === ours.dev
  }

  /** Lets other processes use the folder. May be called again. */
  leave(): void {
    if (this.#lock === undefined) return
    if (this.isHeld()) fs.rmSync(this.file(CONTROL_FILE), { force: true })
    fs.ftruncateSync(this.#lock)
    fs.closeSync(this.#lock)
    this.#lock = undefined
  }

  /** Leaves the folder; if `enter` created it, removes it with all that is in it, and those above it that are empty. */
  abandon(): void {
    // The lock excludes other processes, so everything in the folder is ours.
    const made = this.isHeld() ? this.#made : undefined
    if (made !== undefined) fs.rmSync(this.path, { recursive: true, force: true })
    this.leave()
    if (made === undefined) return
    for (let folder = dirname(this.path); folder.startsWith(made); folder = dirname(folder))
      orUndefined(() => fs.rmdirSync(folder))
  }

  /** Removes what a killed process left: its control port, and temporary files, in which nothing was acknowledged. */
  #tidy(): void {
    const names = fs.readdirSync(this.path)
    if (!names.includes('.gitignore')) {
      // In a folder with other files, such as the project's with --state ., git must not ignore those.
      fs.writeFileSync(
        this.file('.gitignore'),
        names.every(isOwn) ? '*\n' : `${IGNORED_FILES}/lock\n/${CONTROL_FILE}\n`,
      )
    }
    for (const name of names)
      if (name === CONTROL_FILE || (isOwn(name) && HALF_WRITTEN.test(name))) fs.rmSync(this.file(name))
  }
}

/** BSD and macOS lock a file when they open it; O_NONBLOCK makes that fail at once if it is locked. */
const O_EXLOCK = 0x20 | constants.O_NONBLOCK
/** The flags of open() that lock a file. Linux has none; Windows has UV_FS_O_EXLOCK of libuv. */
const LOCKING: Record<string, number> = { darwin: O_EXLOCK, freebsd: O_EXLOCK, win32: 0x1000_0000 }

/** The process that uses a folder. */
interface Owner {
  pid: number
  host: string
  since: string
}

/**
 * Locks the file `lock` of a folder, and writes into it who we are. The kernel has the lock, and releases it however
 * this process ends, so no dead owner is ever in the way. It belongs to the open file, so it also holds against another
 * thread, another container on the same volume, and a path through a symbolic link: neither a process id nor a
 * heartbeat promises all of that. The file stays, because another process may already have opened it to lock it next.
 * @returns the open file, which has the lock
 */
function lockFolder(folder: string, { notice = () => {}, remedy, locker = 'flock' }: FolderOptions): number {
  const path = join(folder, 'lock')
  const flags = LOCKING[process.platform]
  let file: number
  try {
    file = fs.openSync(path, constants.O_RDWR | constants.O_CREAT | (flags ?? 0))
  } catch (error) {
    throw isCode(error, 'EAGAIN', 'EBUSY') ? inUse(folder, ownerIn(path), remedy) : error
  }
  const weakness = flags === undefined ? flock(file, locker) : undefined
  if (weakness === 'in use') {
    fs.closeSync(file)
    throw inUse(folder, ownerIn(path), remedy)
  }
  if (weakness !== undefined)
    notice(
      `warning: ${path} cannot be locked (${weakness}). Make sure that no other simulator uses this folder, or decisions will be lost.`,
    )
  const owner: Owner = { pid: process.pid, host: hostname(), since: new Date(dateNow()).toISOString() }
  fs.ftruncateSync(file)
  fs.writeSync(file, `${JSON.stringify(owner)}\n`, 0)
  return file
}

/**
 * Locks an open file with flock(1) of util-linux or BusyBox. The lock stays when that ends, because the open file is
 * ours, too.
 * @returns why that failed; undefined if the file is locked
 */
function flock(file: number, program: string): string | undefined {
  const { status, stderr, error } = spawnSync(program, ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', file],
    encoding: 'utf8',
  })
  if (status === 0) return undefined
  return status === 1 && stderr === '' ? 'in use' : (error?.message ?? stderr.trim())
}

/** Returns the owner that a lock file names; undefined if it cannot be read or names none. */
function ownerIn(path: string): Owner | undefined {
  const owner = jsonValue(textIfThere(path)) as Owner | null | undefined
  return Number.isInteger(owner?.pid) ? (owner as Owner) : undefined
}

function inUse(folder: string, owner: Owner | undefined, remedy = `Stop it, ${OTHER_FOLDER}`): FolderInUse {
  const pid = owner?.host === hostname() ? owner.pid : undefined
  const who = pid === process.pid ? 'this very process' : `process ${owner?.pid}`
  const name = owner === undefined ? 'another process' : `${who} on ${owner.host} since ${owner.since}`
  return new FolderInUse(`The state folder ${folder} is in use by ${name}.\n${remedy}`, pid)
}

function textIfThere(path: string): string {
  return orUndefined(() => fs.readFileSync(path, 'utf8')) ?? ''
}

/** Undefined also where a file took the place of the folder, or the folder cannot be read any more. */
export function statIfThere(path: string): fs.Stats | undefined {
  return orUndefined(() => fs.statSync(path))
}

function orUndefined<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Where the simulator that uses a state folder listens. */
export type ControlPlace = Readonly<{ url: string; token: string; pid: number }>

/** Writes the control port of this process into its state folder, for its owner only, because the token is secret. */
export function writeControlFile(state: string, { url, token }: Omit<ControlPlace, 'pid'>): void {
  const text = `${JSON.stringify({ url, token, pid: process.pid })}\n`
  fs.writeFileSync(join(state, CONTROL_FILE), text, { mode: 0o600 })
}

/** Returns the control port of the simulator that uses a state folder; undefined if it has none, or another user runs it. */
export function readControlFile(state: string): ControlPlace | undefined {
  const place = jsonValue(textIfThere(join(state, CONTROL_FILE))) as Partial<ControlPlace> | null | undefined
  const { url, token, pid } = place ?? {}
  if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return undefined
  return { url, token, pid }
}
