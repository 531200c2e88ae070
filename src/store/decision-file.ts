import {
  close,
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename } from 'node:path'
import type { SyncAdapter } from 'lowdb'
import { counted } from '../contract/counted.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { asideOf, isCode, keepAside, replaceFile } from '../operator/replace-file.ts'
import { Compaction } from './compaction.ts'
import { copyDamage, EMPTY } from './damage.ts'
import { decisionText } from './decision-text.ts'
import { FileWriter } from './file-writer.ts'
import { Unreadable } from './json-file.ts'
import type { Ledger } from './ledger.ts'
import { beginningOf, decisionLine, HEAD, readDecisions, TAIL } from './read-decisions.ts'
import type { StateFolder } from './state-folder.ts'

/** The errors of a disk without space, and of a user who has used up a quota. */
const FULL = ['ENOSPC', 'EDQUOT']
/** The file is compacted when replaced decisions take more bytes than the current ones, and more than this. */
const LEAST_GARBAGE = 2 ** 20

/**
 * The adapter of lowdb for the decisions. It overwrites the tail of the file with the added decisions and a new tail,
 * so the cost of a decision depends only on its own length. It rewrites the whole file for another ledger, or if
 * another program changed the file.
 */
export class DecisionFile implements SyncAdapter<Ledger> {
  readonly #folder: StateFolder
  readonly #path: string
  readonly #notice: (line: string) => void
  #file: OpenFile | undefined
  #compaction: Compaction | undefined
  #compacted: Promise<void> | undefined
  /** Compaction waits until replaced decisions take more bytes than this. */
  #bearable = LEAST_GARBAGE
  #isClosed = false

  constructor(folder: StateFolder, notice: (line: string) => void) {
    this.#folder = folder
    this.#path = folder.file('decisions.json')
    this.#notice = notice
  }

  /**
   * Reads the decisions. Damaged ones are copied to another file, with a notice. An empty file gets a notice too.
   * @throws {Unreadable} when the file has no decisions but other contents
   */
  read(): Ledger | null {
    const before = statOf(this.#path)
    const found = before && readDecisions(this.#path)
    if (before && !found) this.#notice(`warning: ${this.#path} ${EMPTY}`)
    if (!found) return null
    const { ledger, faults, isOurs } = found
    if (faults.length > 0) this.#notice(copyDamage(this.#path, faults, ledger.size))
    // With the stamp of before, so that the next write notices what was edited since.
    if (isOurs) this.#file = { ...openFile(this.#path, ledger), stamp: stampOf(before) }
    return ledger
  }

  /**
   * Appends the decisions that were added to the ledger. Rewrites the whole file if the ledger is another one, or if
   * something else changed the file.
   * @throws {OperatorError} when the disk is full
   * @throws when the write fails; the file is then unchanged
   */
  write(ledger: Ledger): void {
    if (this.#isClosed) throw new Error(`${this.#path} is closed.`)
    try {
      this.#write(ledger)
    } catch (error) {
      if (!isCode(error, ...FULL)) throw error
      const { message } = error as Error
      throw new OperatorError(
        `The disk of ${this.#path} is full, and nothing was recorded (${message}). Free some space, and try again.`,
      )
    }
    this.#compactIfWorthwhile()
  }

  #write(ledger: Ledger): void {
    const file = this.#file
    const change = file && this.#changeOf(file)
    if (file?.ledger === ledger && change === undefined) this.#append(file)
    else this.#rewrite(ledger, change)
  }

  /**
   * Closes the file; from now on another process may use it. Before that, what somebody deleted since the last write is
   * written again, and a notice says so.
   */
  async close(): Promise<void> {
    this.#keepWhole()
    this.#isClosed = true
    this.#letGo()
    await this.#compacted
  }

  /** Deals with what another program did to the file since the last write. */
  #keepWhole(): void {
    const file = this.#file
    if (file === undefined) return
    const { ledger } = file
    if (ledger.size === 0) {
      this.#keepData()
      return
    }
    try {
      const change = this.#changeOf(file)
      if (change === 'deleted') this.#rewrite(ledger, change)
      else if (change !== undefined && !hasAll(textsIn(this.#path).texts, ledger))
        this.#keepOursAside(ledger, change)
    } catch (error) {
      const [reason] = (error as Error).message.split('\n')
      this.#notice(
        `warning: ${this.#path} was deleted or changed while this simulator was running, and the decisions on ${counted(ledger.size, 'report')} are lost: ${reason}`,
      )
    }
  }

  /** Writes the data of a deleted folder again, where no decision was made. */
  #keepData(): void {
    const { path, hasKept } = this.#folder
    if (!hasKept) return
    const what = `warning: ${path} was deleted or replaced while this simulator was running`
    try {
      const aside = this.#folder.reenter()
      if (aside === undefined) return
      this.#notice(`${what}. Its data was written again.${keptAs('What was there', aside)}`)
    } catch (error) {
      const [reason] = (error as Error).message.split('\n')
      this.#notice(`${what}, and its data is lost: ${reason}`)
    }
  }

  /** Leaves the changed file: whoever edits it and then stops the simulator wants the edited one. */
  #keepOursAside(ledger: Ledger, change: FileChange): void {
    const aside = asideOf(this.#path)
    replaceFile(aside, withEnd(ledger))
    this.#notice(
      `warning: ${this.#path} was ${change} while this simulator was running, and lacks decisions that it had recorded. It was left as it is. The simulator's decisions on ${counted(ledger.size, 'report')} were kept as ${basename(aside)}.`,
    )
  }

  /** Returns what another program did to the contents of the file since the last write; undefined if nothing. */
  #changeOf(file: OpenFile): FileChange | undefined {
    const there = statOf(this.#path)
    const change = changeIn(there, file)
    if (change !== undefined) return change
    const stamp = stampOf(there as Stats)
    if (isSame(stamp, file.stamp)) return undefined
    // Somebody wrote as many bytes in place, or changed nothing: `touch`, a new owner, another link to the file.
    if (!hasJust(this.#path, file.ledger)) return 'changed'
    file.stamp = stamp
    return undefined
  }

  #letGo(): void {
    this.#compaction?.cancel()
    if (this.#file !== undefined) closeSync(this.#file.fd)
    this.#file = undefined
  }

  #append(file: OpenFile): void {
    const { fd, end, ledger } = file
    const sizes: number[] = []
    const late: string[] = []
    const writer = new FileWriter(fd, end)
    try {
      for (const record of ledger.added) {
        const line = decisionLine(record, end === HEAD.length && sizes.length === 0)
        sizes.push(writer.add(line))
        if (this.#compaction !== undefined) late.push(line)
      }
      writer.finish(TAIL)
    } catch (error) {
      // Remove the incomplete decision. The old tail fitted before, so it fits even on a full disk.
      ftruncateSync(fd, end)
      new FileWriter(fd, end).finish(TAIL)
      throw error
    } finally {
      file.stamp = stampOf(fstatSync(fd))
    }
    file.end = writer.position - TAIL.length
    for (const line of late) this.#compaction?.add(line)
    ledger.commitAdded((_, i) => sizes[i] as number)
  }

  /** @param change what another program did to the file since the last write */
  #rewrite(ledger: Ledger, change: FileChange | undefined): void {
    const inTheWay = this.#folder.reenter()
    const aside = inTheWay ?? []
    replaceFile(this.#path, withEnd(ledger), () => {
      if (change === 'changed' || change === 'replaced') aside.push(basename(keepAside(this.#path)))
      this.#letGo()
    })
    this.#file = openFile(this.#path, ledger)
    ledger.commitAdded((record) => Buffer.byteLength(decisionLine(record, false)))
    if (change === undefined) return
    const what = inTheWay ? `${this.#folder.path} was deleted or replaced` : `${this.#path} was ${change}`
    const left = keptAs(inTheWay ? 'What was there' : 'The changed file', aside)
    this.#notice(
      `warning: ${what} while this simulator was running. The decisions on ${counted(ledger.size, 'report')} were written again.${left}`,
    )
  }

  #compactIfWorthwhile(): void {
    const { end, ledger } = this.#file as OpenFile
    const garbage = end - HEAD.length - ledger.bytes
    if (this.#compaction !== undefined || garbage <= Math.max(ledger.bytes, this.#bearable)) return
    const compaction = new Compaction(this.#path, ledger)
    this.#compaction = compaction
    this.#compacted = compaction
      .run((whole) => this.#replaceBy(whole))
      .catch((error) => {
        this.#bearable = 2 * garbage
        this.#notice(
          `warning: ${this.#path} could not be compacted and still contains replaced decisions: ${error.message}`,
        )
      })
      .finally(() => {
        this.#compaction = undefined
      })
  }

  #replaceBy(whole: string): void {
    const file = this.#file as OpenFile
    // If another program changed the file, the next write deals with it.
    const there = statOf(this.#path)
    if (changeIn(there, file) !== undefined || !isSame(stampOf(there as Stats), file.stamp)) return
    const rename = () => renameSync(whole, this.#path)
    try {
      rename()
      // Freeing a large file takes the system a while, so the asynchronous close does it in another thread.
      close(file.fd, () => {})
    } catch {
      // Windows cannot replace an open file.
      closeSync(file.fd)
      rename()
    } finally {
      this.#file = openFile(this.#path, file.ledger)
    }
  }
}

/** Returns a sentence that names what was set aside; empty if nothing was. */
function keptAs(what: string, aside: readonly string[]): string {
  return aside.length === 0 ? '' : ` ${what} was kept as ${aside.join(', ')}.`
}

interface OpenFile {
  fd: number
  dev: number
  ino: number
  /** The offset at which the last decision ends. */
  end: number
  /** When the file was last written, by us if nobody else did. */
  stamp: Stamp
  /** The ledger that is in the file. */
  ledger: Ledger
}

function openFile(path: string, ledger: Ledger): OpenFile {
  const fd = openSync(path, 'r+')
  const stat = fstatSync(fd)
  const { dev, ino, size } = stat
  return { fd, dev, ino, end: size - TAIL.length, stamp: stampOf(stat), ledger }
}

/**
 * The times of a file's last write and last change, in milliseconds since 1970, exact to a quarter of a microsecond:
 * BigInts would cost each decision more. `utimes` can set the first one.
 */
type Stamp = Readonly<Pick<Stats, 'mtimeMs' | 'ctimeMs'>>

function stampOf({ mtimeMs, ctimeMs }: Stats): Stamp {
  return { mtimeMs, ctimeMs }
}

function isSame(a: Stamp, b: Stamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs
}

/** Undefined also where it cannot be looked at, as when a file took the place of the folder: writing it again tells why. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

type FileChange = 'deleted' | 'replaced' | 'changed'

/** Returns what another program did to the file, as far as its identity and its size show it. */
function changeIn(there: Stats | undefined, { dev, ino, end }: OpenFile): FileChange | undefined {
  if (there === undefined) return 'deleted'
  if (there.ino !== ino || there.dev !== dev) return 'replaced'
  return there.size === end + TAIL.length ? undefined : 'changed'
}

/** Returns whether a file has the decisions of a ledger and no others, with the bytes that DecisionFile writes. */
function hasJust(path: string, ledger: Ledger): boolean {
  const { texts, isOurs } = textsIn(path)
  return isOurs && texts.size === new Set(ledger.records().map(decisionText)).size && hasAll(texts, ledger)
}

/** Returns whether every decision of a ledger is among texts. */
function hasAll(texts: ReadonlySet<string>, ledger: Ledger): boolean {
  return ledger.records().every((record) => texts.has(decisionText(record)))
}

function textsIn(path: string): { texts: ReadonlySet<string>; isOurs: boolean } {
  try {
    const found = readDecisions(path)
    return { texts: new Set(found?.ledger.records().map(decisionText)), isOurs: found?.isOurs === true }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { texts: new Set(), isOurs: false }
  }
}

function* withEnd(ledger: Ledger): Generator<string> {
  yield* beginningOf(ledger)
  yield TAIL
}
