import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { OperatorError } from '../operator/operator-error.ts'
import { HALF_WRITTEN, isCode, keepAside, replaceBy, setAside } from '../operator/replace-file.ts'
import { CONTROL_FILE } from './control-file.ts'
import { rangeOf } from './file-bytes.ts'
import { inUse, isRunning, ourselves, readOwner } from './folder-owner.ts'
import { Lock, type LockMeans } from './lock.ts'

export interface StateFolderOptions {
  /** Receives a line for each problem that was handled. */
  notice?: (line: string) => void
  /** A sentence that says what to do if the folder is in use. */
  remedy?: string
  lock?: LockMeans
}

/** Matches the names of the files that a simulator writes into a state folder. */
const OWN = /^(lock|control\.json|(dataset|decisions|seed)\.json(\..+\.(aside|tmp))?)$/
/** The same, for git. */
const IGNORED_FILES = ['dataset.json', 'decisions.json', 'seed.json']
  .flatMap((name) => [`/${name}\n`, `/${name}.*.aside\n`, `/${name}.*.tmp\n`])
  .concat('/lock\n', `/${CONTROL_FILE}\n`)
  .join('')

/** A state folder that only this process uses until it leaves it. */
export class StateFolder {
  /** Without symbolic links. */
  readonly path: string
  readonly #options: StateFolderOptions
  #lock: Lock
  /** The files that are written again with the folder, open. */
  readonly #kept = new Map<string, number>()
  /** The names of what was set aside since the last successful `reenter`. */
  #aside: string[] = []

  /**
   * Creates a folder if needed and locks it.
   * @throws {OperatorError} when it cannot be written or is in use
   */
  static enter(given: string, options: StateFolderOptions = {}): StateFolder {
    try {
      const folder = resolve(given)
      createFolders(folder)
      return new StateFolder(realpathSync(folder), options)
    } catch (error) {
      if (error instanceof OperatorError) throw error
      // What is wrong is known, so both sentences are one line.
      const end = error instanceof NotAFolder ? ' ' : '\n'
      throw new OperatorError(
        `The state folder ${given} cannot be used: ${reasonOf(error)}${end}Use another folder with --state (in code, state), or none with --memory (in code, no state).`,
      )
    }
  }

  private constructor(path: string, options: StateFolderOptions) {
    this.path = path
    this.#options = options
    this.#lock = this.#takeLock()
    try {
      this.#tidy()
    } catch (error) {
      this.#lock.release()
      throw error
    }
  }

  file(name: string): string {
    return join(this.path, name)
  }

  /**
   * Keeps a file open, if it exists, and writes it again when the folder is entered again: a deleted file has its bytes
   * as long as it is open, and a dataset may be too large for the memory.
   */
  keep(name: string): void {
    if (existsSync(this.file(name))) this.#kept.set(name, openSync(this.file(name), 'r'))
  }

  /** True if `keep` found files. */
  get hasKept(): boolean {
    return this.#kept.size > 0
  }

  /**
   * Enters the folder again if somebody deleted, moved or replaced it.
   * @returns undefined if nobody did; otherwise the names of what was in the way and was set aside
   * @throws {OperatorError} when the new folder is in use or cannot be created
   */
  reenter(): string[] | undefined {
    if (this.#lock.isHeld()) return undefined
    try {
      this.#createAgain()
      const lock = this.#takeLock()
      try {
        this.#tidy()
        for (const [name, file] of this.#kept) this.#writeAgain(name, file)
      } catch (error) {
        // With the lock of the deleted folder, the next decision finds that files are still missing.
        lock.write('')
        lock.release()
        throw error
      }
      this.#lock.release()
      this.#lock = lock
    } catch (error) {
      if (error instanceof OperatorError) throw error
      throw new OperatorError(
        `The state folder ${this.path} was deleted or replaced while this simulator was running, and cannot be created again: ${reasonOf(error)}\nCheck that the parent folder exists and is writable. Until the state folder exists again, no decision is recorded; each new one tries to create it.`,
      )
    }
    const aside = this.#aside
    this.#aside = []
    return aside
  }

  leave(): void {
    if (this.#lock.isHeld()) {
      rmSync(this.file(CONTROL_FILE), { force: true })
      this.#lock.write('')
    }
    this.#lock.release()
    for (const file of this.#kept.values()) closeSync(file)
    this.#kept.clear()
  }

  /** Creates the folder only, not its parents: they may have been deleted on purpose. */
  #createAgain(): void {
    if (isFolder(this.path)) return
    // A file, or a symbolic link that leads nowhere.
    const isInTheWay = lstatSync(this.path, { throwIfNoEntry: false }) !== undefined
    if (isInTheWay) this.#aside.push(basename(setAside(this.path)))
    mkdirSync(this.path)
  }

  #writeAgain(name: string, file: number): void {
    const path = this.file(name)
    if (existsSync(path)) {
      const there = openSync(path, 'r')
      const isSame = haveSameBytes(there, file)
      closeSync(there)
      if (isSame) return
    }
    const write = (copy: number) => {
      for (const piece of bytesOf(file)) writeFileSync(copy, piece)
    }
    replaceBy(path, write, () => {
      if (existsSync(path)) this.#aside.push(basename(keepAside(path)))
    })
    this.#kept.set(name, openSync(path, 'r'))
    closeSync(file)
  }

  #takeLock(): Lock {
    const path = this.file('lock')
    const lock = Lock.take(path, this.#options.lock)
    const { notice = () => {}, remedy } = this.#options
    if (lock === undefined) throw inUse(this.path, readOwner(path), remedy)
    const { weakness } = lock
    if (weakness !== undefined) {
      const before = readOwner(path)
      if (before?.started !== undefined && isRunning(before)) {
        lock.release()
        throw inUse(this.path, before, remedy)
      }
      notice(
        `warning: ${path} cannot be locked (${weakness}). Make sure that no other simulator uses this folder, or decisions will be lost.`,
      )
    }
    lock.write(`${JSON.stringify(ourselves())}\n`)
    return lock
  }

  /**
   * Removes what a killed process left: its control port, and temporary files, in which no decision was ever acknowledged.
   */
  #tidy(): void {
    const names = readdirSync(this.path)
    if (!names.includes('.gitignore')) {
      // In a folder with other files, such as the project's with --state ., git must not ignore those.
      const isOwn = names.every((name) => OWN.test(name))
      writeFileSync(this.file('.gitignore'), isOwn ? '*\n' : IGNORED_FILES)
    }
    if (names.includes(CONTROL_FILE)) rmSync(this.file(CONTROL_FILE))
    for (const name of names) if (OWN.test(name) && HALF_WRITTEN.test(name)) rmSync(this.file(name))
  }
}

/**
 * Creates a folder and its parents. With `recursive: true`, Node 20 never returns where the parent cannot contain
 * folders, as in /proc.
 * @throws {NotAFolder} when it, or a parent, is something else
 */
function createFolders(path: string): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) createFolders(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    // Another process may have created it in the meantime.
    if (!isFolder(path)) throw new NotAFolder(path)
  }
}

/** A file, or a symbolic link that leads nowhere, has the path of a folder. */
class NotAFolder extends Error {
  constructor(path: string) {
    super(`${path} is not a folder.`)
  }
}

/** False also where a parent is not a folder. */
function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch (error) {
    if (isCode(error, 'ENOTDIR')) return false
    throw error
  }
}

function bytesOf(file: number): Generator<Buffer> {
  return rangeOf(file, { from: 0, to: fstatSync(file).size })
}

function haveSameBytes(one: number, other: number): boolean {
  if (fstatSync(one).size !== fstatSync(other).size) return false
  const others = bytesOf(other)
  for (const bytes of bytesOf(one)) {
    const next = others.next()
    if (next.done || !next.value.equals(bytes)) return false
  }
  return true
}

function reasonOf(error: unknown): string {
  const { syscall, message } = error as NodeJS.ErrnoException
  return syscall === 'uv_cwd' ? 'the working directory no longer exists.' : message
}
