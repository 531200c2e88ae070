import fs, { type Stats } from 'node:fs'
import { basename, join } from 'node:path'
import { LowSync } from 'lowdb'
import { counted } from '../../contract/counted.ts'
import { setImmediate, sleep } from '../../contract/real-globals.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { isCode, keepAside, replaceFile } from '../../operator/replace-file.ts'
import type { Applies, Event, Log } from '../event.ts'
import { faultOf, HEAD, lineOf, readEventFile, TAIL, textOf } from './event-lines.ts'
import { DECISIONS, type StateFolder, statIfThere } from './folder.ts'

const RESTORE =
  'To restore an event, stop the simulator, correct its line, delete its "soma", and add it to the file.'
/** A file with fewer events is not compacted. */
const LEAST = 1_000

/**
 * The log in a file of a state folder. It is a document of lowdb, whose adapter overwrites the tail of the file with
 * the added events and a new tail, so their cost does not depend on the length of the file.
 */
export class FileLog implements Log {
  readonly #folder: StateFolder
  readonly #path: string
  readonly #notice: (line: string) => void
  readonly #db: LowSync<EventList>
  #world: Applies | undefined
  #waiting: Waiting[] = []
  /** Undefined if the file is not as we write it. */
  #fd: number | undefined
  /** The file as the last write left it. */
  #stat: Stats | undefined
  #count = 0
  /** With more events than this, the file is compared with the world. */
  #most = 2 * LEAST

  /**
   * Reads the events in a folder. Nothing is written before `bind`; `close` leaves the folder.
   * @param notice receives a line for each problem that was handled
   * @throws {OperatorError} when the file cannot be read
   */
  static open(folder: StateFolder, notice = (_: string) => {}): { log: FileLog; events: readonly Event[] } {
    const log = new FileLog(folder, notice)
    log.#orUnusable(() => log.#db.read())
    return { log, events: [...log.#db.data.all()] }
  }

  private constructor(folder: StateFolder, notice: (line: string) => void) {
    this.#folder = folder
    this.#path = folder.file(DECISIONS)
    this.#notice = notice
    const adapter = { read: () => this.#read(), write: (list: EventList) => this.#write(list) }
    this.#db = new LowSync<EventList>(adapter, { all: () => [], added: [] })
  }

  /** @throws {OperatorError} when the file cannot be written */
  bind(world: Applies): void {
    // The events that were read are written, not those of the world: some may concern reports that are not in its data.
    if (this.#world === undefined) this.#orUnusable(() => this.#db.write())
    this.#world = world
    this.#db.data = { all: () => world.events(), added: [] }
    this.#compact()
  }

  commit(events: readonly Event[]): Promise<boolean[]> {
    return new Promise((resolve, reject) => {
      // All events of one turn of the event loop share one write.
      if (this.#waiting.push({ events, resolve, reject }) === 1) setImmediate(() => this.#flush())
    })
  }

  /** Writes what waits, and again what somebody deleted or changed since the last write; then leaves the folder. */
  async close(): Promise<void> {
    this.#flush()
    try {
      if (this.#world !== undefined && this.#count > 0) this.#db.write()
    } catch (error) {
      this.#notice(`warning: ${this.#path} may lack events: ${(error as Error).message}`)
    }
    this.#world = undefined
    this.#closeFile()
    this.#folder.leave()
  }

  /**
   * Writes the waiting events, synchronously: a write into the system's cache takes microseconds, and handing it to
   * another thread would cost concurrent readers ten times as much. It does not call `fsync`: a power cut is out of
   * scope.
   */
  #flush(): void {
    const batch = this.#waiting
    const world = this.#world
    if (batch.length === 0) return
    this.#waiting = []
    try {
      if (world === undefined) throw new Error('The log is closed, or has no world yet.')
      this.#db.data.added = batch.flatMap(({ events }) => events)
      this.#db.write()
      for (const { events, resolve } of batch) resolve(events.map((event) => world.apply(event)))
    } catch (error) {
      for (const { reject } of batch) reject(error as Error)
    }
    this.#db.data.added = []
    this.#compact()
  }

  #orUnusable(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (error instanceof OperatorError) throw error
      throw new OperatorError(
        `The state folder ${this.#folder.path} cannot be used: ${(error as Error).message}`,
      )
    }
  }

  #read(): EventList | null {
    if (!fs.existsSync(this.#path)) return null
    const found = readEventFile(this.#path)
    const { events } = found
    if (found.isOurs) this.#open(events.length)
    const fault = faultOf(found)
    const aside =
      found.damage.length > 0 ? ` It was kept as ${basename(keepAside(this.#path))}. ${RESTORE}` : ''
    if (fault !== undefined) this.#notice(`warning: ${this.#path} ${fault}${aside}`)
    return { all: () => events, added: [] }
  }

  #write({ all, added }: EventList): void {
    try {
      if (this.#isSame()) this.#append(added)
      else this.#writeAll([...all(), ...added])
    } catch (error) {
      if (!isCode(error, 'ENOSPC', 'EDQUOT')) throw error
      const { message } = error as Error
      throw new OperatorError(
        `The disk of ${this.#path} is full, and nothing was recorded (${message}). Free some space, and try again.`,
      )
    }
  }

  /** Returns whether the file is as the last write left it. */
  #isSame(): boolean {
    const [ours, there] = [this.#stat, statIfThere(this.#path)]
    if (this.#fd === undefined || ours === undefined || there === undefined) return false
    const isSame = (field: 'ino' | 'dev' | 'size' | 'mtimeMs') => there[field] === ours[field]
    return isSame('ino') && isSame('dev') && isSame('size') && isSame('mtimeMs')
  }

  #append(added: readonly Event[]): void {
    if (added.length === 0) return
    const [fd, end] = [this.#fd as number, (this.#stat as Stats).size - TAIL.length]
    const lines = added.map((event, i) => lineOf(event, end === HEAD.length && i === 0))
    try {
      writeAt(fd, lines.join('') + TAIL, end)
    } catch (error) {
      // The old tail fitted before, so it fits even on a full disk. If this fails, the next write finds a changed file.
      fs.ftruncateSync(fd, end)
      writeAt(fd, TAIL, end)
      this.#stat = fs.fstatSync(fd)
      throw error
    }
    this.#stat = fs.fstatSync(fd)
    this.#count += added.length
  }

  #writeAll(events: readonly Event[]): void {
    if (!this.#folder.isHeld()) {
      const gone = `The state folder ${this.#folder.path} was deleted or replaced while this simulator was running, and nothing more is recorded. Move it back, or start the simulator again.`
      this.#notice(`warning: ${gone}`)
      throw new OperatorError(gone)
    }
    let told: string | undefined
    replaceFile(this.#path, textOf(events), () => {
      if (this.#fd !== undefined && !this.#isSame()) {
        const isThere = fs.existsSync(this.#path)
        told = `was deleted or changed while this simulator was running, and was written again with ${counted(events.length, 'event')}.${isThere ? ` What was there was kept as ${basename(keepAside(this.#path))}.` : ''}`
      }
      this.#closeFile()
    })
    this.#open(events.length)
    if (told !== undefined) this.#notice(`warning: ${this.#path} ${told}`)
  }

  /** Writes the file again if more than half of its events are superseded. */
  #compact(): void {
    if (this.#count <= this.#most) return
    const events = [...this.#db.data.all()]
    this.#most = 2 * Math.max(LEAST, events.length)
    try {
      if (this.#count > this.#most) this.#writeAll(events)
    } catch (error) {
      this.#most = 2 * this.#count
      this.#notice(`warning: ${this.#path} cannot be compacted: ${(error as Error).message}`)
    }
  }

  #open(count: number): void {
    this.#fd = fs.openSync(this.#path, 'r+')
    this.#stat = fs.fstatSync(this.#fd)
    this.#count = count
  }

  #closeFile(): void {
    if (this.#fd !== undefined) fs.closeSync(this.#fd)
    this.#fd = undefined
  }
}

/** What the file has to contain. */
interface EventList {
  /** Returns the events up to the last write, or fewer that are worth the same. */
  all(): Iterable<Event>
  /** The events since then. */
  added: readonly Event[]
}

interface Waiting {
  events: readonly Event[]
  resolve(applied: boolean[]): void
  reject(error: Error): void
}

function writeAt(fd: number, text: string, position: number): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; )
    done += fs.writeSync(fd, bytes, done, bytes.length - done, position + done)
}

/** How often a file is read that lacks its end, and the milliseconds between: a running simulator has an event half written. */
const [MOST_READS, PAUSE] = [25, 20]

/**
 * Reads the events of a state folder that another process may be using, and changes nothing. It finds at least the
 * events that were acknowledged before the call.
 * @param notice receives a line about damage, which is left out
 * @throws {OperatorError} when they cannot be read
 */
export async function readEvents(
  state: string,
  notice: (line: string) => void,
): Promise<{ events: Event[]; isWhole: boolean }> {
  const path = join(state, DECISIONS)
  for (let reads = 1; ; reads++) {
    const found = readEventFile(path)
    const fault = faultOf(found)
    if (fault !== undefined && reads < MOST_READS) await sleep(PAUSE)
    else {
      if (fault !== undefined) notice(`${path} ${fault}`)
      return { events: found.events, isWhole: fault === undefined }
    }
  }
}
