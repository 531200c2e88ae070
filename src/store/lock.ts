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

/** BSD and macOS lock a file as they open it, and fail at once with O_NONBLOCK. */
const O_EXLOCK = 0x20 | constants.O_NONBLOCK
/** Flags that make opening a file lock it too. Linux has none: there flock(1) locks the file that is already open. */
const LOCKING_FLAGS: Partial<Record<NodeJS.Platform, number>> = {
  darwin: O_EXLOCK,
  freebsd: O_EXLOCK,
  openbsd: O_EXLOCK,
  // UV_FS_O_EXLOCK of libuv: nobody else can open the file.
  win32: 0x1000_0000,
}
const IN_USE = ['EAGAIN', 'EBUSY']
const NOT_SUPPORTED = ['ENOTSUP', 'EOPNOTSUPP', 'ENOLCK']

export interface LockMeans {
  platform?: NodeJS.Platform
  /** The program that locks an inherited file descriptor. */
  program?: string
  /** Opens a file with flags. */
  open?: (path: string, flags: number) => number
}

/**
 * A file that is locked by the kernel, which releases it when this process ends, however it ends. The lock belongs to
 * the open file, so another thread, another container on the same volume and a path through a symlink all meet it.
 */
export class Lock {
  readonly #path: string
  readonly #file: number
  /** Why the kernel could not lock the file; undefined when it did. */
  readonly weakness: string | undefined

  /**
   * Locks a file, and creates it if needed. It stays there, unlocked, after the release: deleting it could take it
   * from under whoever locks it next.
   * @returns undefined when somebody else has locked it
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

  /** Returns whether the path still leads to the locked file. */
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
 * Has flock(1) of util-linux or BusyBox lock an open file. Its own copy of the descriptor ends with it; the lock stays,
 * because it belongs to what both have open.
 * @returns why it could not; undefined when the file is locked
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
