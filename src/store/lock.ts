import { spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { isCode } from '../operator/replace-file.ts'

/** BSD and macOS lock a file when they open it; O_NONBLOCK makes that fail at once if it is locked. */
const O_EXLOCK = 0x20 | constants.O_NONBLOCK
/** The flags that lock a file when it is opened. Linux has none, so flock(1) locks the open file there. */
const LOCKING_FLAGS: Partial<Record<NodeJS.Platform, number>> = {
  darwin: O_EXLOCK,
  freebsd: O_EXLOCK,
  openbsd: O_EXLOCK,
  // UV_FS_O_EXLOCK of libuv: no other process can open the file.
  win32: 0x1000_0000,
}
const IN_USE = ['EAGAIN', 'EBUSY']
const NOT_SUPPORTED = ['ENOTSUP', 'EOPNOTSUPP', 'ENOLCK']

export interface LockMeans {
  platform?: NodeJS.Platform
  /** The program that locks an inherited file descriptor, by default flock. */
  program?: string
  /** Opens a file with flags. */
  open?: (path: string, flags: number) => number
}

/**
 * A file locked by the kernel, which releases it however this process ends. The lock belongs to the open file, so it
 * also holds against another thread, another container on the same volume and a path through a symbolic link.
 */
export class Lock {
  readonly #path: string
  readonly #file: number
  /** The reason why the kernel could not lock the file; undefined if it could. */
  readonly weakness: string | undefined

  /**
   * Locks a file, and creates it if needed. The file stays after the release, because another process may already have
   * opened it to lock it next.
   * @returns undefined if the file is already locked
   */
  static take(path: string, means: LockMeans = {}): Lock | undefined {
    const { platform = process.platform, program = 'flock', open = openSync } = means
    const flags = LOCKING_FLAGS[platform]
    if (flags !== undefined) return openLocked(path, flags, open)
    const file = open(path, OPEN)
    const answer = flock(program, file)
    if (answer !== 'in use') return new Lock(path, file, answer)
    closeSync(file)
    return undefined
  }

  constructor(path: string, file: number, weakness: string | undefined) {
    this.#path = path
    this.#file = file
    this.weakness = weakness
  }

  /** Returns whether the path still refers to the locked file. */
  isHeld(): boolean {
    const [ours, there] = [fstatSync(this.#file), statOf(this.#path)]
    return there?.ino === ours.ino && there.dev === ours.dev
  }

  /** Replaces the text in the file. */
  write(text: string): void {
    ftruncateSync(this.#file)
    writeSync(this.#file, text, 0)
  }

  release(): void {
    closeSync(this.#file)
  }
}

/** Undefined also where a file took the place of the folder, or the folder cannot be read any more. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

const OPEN = constants.O_RDWR | constants.O_CREAT

function openLocked(path: string, flags: number, open: Required<LockMeans>['open']): Lock | undefined {
  try {
    return new Lock(path, open(path, OPEN | flags), undefined)
  } catch (error) {
    if (isCode(error, ...IN_USE)) return undefined
    if (!isCode(error, ...NOT_SUPPORTED)) throw error
    return new Lock(path, open(path, OPEN), (error as Error).message)
  }
}

/**
 * Locks an open file with flock(1) of util-linux or BusyBox. The lock stays when that process ends, because it belongs
 * to the open file that both share.
 * @returns the reason why it failed; undefined if the file is locked
 */
function flock(program: string, file: number): 'in use' | string | undefined {
  const { status, stderr, error } = spawnSync(program, ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', file],
    encoding: 'utf8',
  })
  if (status === 0) return undefined
  if (status === 1 && stderr === '') return 'in use'
  return error?.message ?? stderr.trim()
}
