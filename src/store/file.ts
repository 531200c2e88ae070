import { LowSync } from 'lowdb'
import { setImmediate } from '../contract/real-globals.ts'
import type { Clock } from '../operator/clock.ts'
import { DecisionFile } from './decision-file.ts'
import { Ledger } from './ledger.ts'
import { type MemoryStore, NOT_OWN } from './memory.ts'
import type { Soon } from './soon.ts'
import type { StateFolder } from './state-folder.ts'
import {
  type Decision,
  type DecisionRecord,
  type DecisionRules,
  isDecided,
  type ListRequest,
  type Moved,
  type Moving,
  type NewReport,
  type Organization,
  type OwnerOfReport,
  type OwnWorld,
  type Page,
  type ReportFacts,
  type ReportOf,
  type ReportStatus,
  UNMOVED,
} from './store.ts'

/** A world that writes every decision to a file before acknowledging it, and reads from memory. */
export class FileStore implements OwnWorld {
  #memory: MemoryStore
  /** The version of the datasets before this one. */
  #before = 0
  readonly #folder: StateFolder
  readonly #decisionFile: DecisionFile
  readonly #decisions: LowSync<Ledger>
  #waiting: Waiting[] = []

  /**
   * Opens the decisions in a folder, if there are any, and applies them. Closing the store leaves the folder.
   * @param notice receives a line for each problem that was handled
   * @returns `unknown` counts the reports that have a decision but are not in the data; their decisions stay in the
   * file
   * @throws {Unreadable} when the file has no decisions but other contents
   */
  static open(
    folder: StateFolder,
    memory: MemoryStore,
    notice: (line: string) => void = () => {},
  ): OpenedFile {
    const store = new FileStore(folder, memory, notice)
    store.#decisions.read()
    const unknown = store.use(memory)
    store.#decisions.write()
    return { store, unknown }
  }

  private constructor(folder: StateFolder, memory: MemoryStore, notice: (line: string) => void) {
    this.#folder = folder
    this.#memory = memory
    this.#decisionFile = new DecisionFile(folder, notice)
    this.#decisions = new LowSync(this.#decisionFile, new Ledger())
  }

  get clock(): Clock {
    return this.#memory.clock
  }

  get organizations(): readonly Organization[] {
    return this.#memory.organizations
  }

  get version(): number {
    return this.#before + this.#memory.version
  }

  /**
   * Replaces the dataset by another, without decisions so far, and applies all decisions to it.
   * @returns the number of reports that have a decision but are not in the new dataset
   */
  use(memory: MemoryStore): number {
    this.#flush()
    this.#before = this.version + 1
    this.#memory = memory
    const unknown = this.#decisions.data.records().filter((record) => !memory.apply(record))
    return new Set(unknown.map(({ numero }) => numero)).size
  }

  list(organization: Organization, request: ListRequest): Page {
    return this.#memory.list(organization, request)
  }

  report(organization: Organization, numero: string): ReportStatus {
    return this.#memory.report(organization, numero)
  }

  hasName(word: string): boolean {
    return this.#memory.hasName(word)
  }

  undecided(organization: Organization, limit: number): string[] {
    return this.#memory.undecided(organization, limit)
  }

  decide(
    organization: Organization,
    numero: string,
    decision: Decision,
    rules: DecisionRules,
  ): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.push({ organization, numero, decision, rules, resolve, reject })
      // All decisions of one turn of the event loop share one write.
      if (waiting === 1) setImmediate(() => this.#flush())
    })
  }

  decisions(): readonly DecisionRecord[] {
    this.#flush()
    const written = this.#decisions.data.records().filter(({ numero }) => !this.#memory.isLater(numero))
    return [...written, ...this.#memory.decisions()]
  }

  async restore(decisions: readonly DecisionRecord[], moved = UNMOVED): Promise<void> {
    this.#flush()
    const { data } = this.#decisions
    const later = new Set(moved.added.map(({ numero }) => numero))
    this.#decisions.data = Ledger.of(decisions.filter(({ numero }) => !later.has(numero)))
    try {
      this.#decisions.write()
    } catch (error) {
      this.#decisions.data = data
      throw error
    }
    for (const record of this.#memory.reapply(decisions, moved)) {
      if (later.has(record.numero)) this.#memory.keep(record)
    }
  }

  describe(numero: string): ReportFacts | null {
    return this.#memory.describe(numero)
  }

  reportsOf(organization: Organization, cpf: string): ReportOf[] {
    return this.#memory.reportsOf(organization, cpf)
  }

  nameOf(cpf: string): string | undefined {
    return this.#memory.nameOf(cpf)
  }

  ownerOf(numero: string): OwnerOfReport | null {
    return this.#memory.ownerOf(numero)
  }

  isMoved(): boolean {
    return this.#memory.isMoved()
  }

  move<T>(work: (moving: Moving) => Soon<T>): Soon<T> {
    return work(this)
  }

  addReport(organization: Organization, report: NewReport): void {
    this.#flush()
    this.#memory.addReport(organization, report)
  }

  stampReport(numero: string, stamp: number): void {
    this.#flush()
    this.#memory.stampReport(numero, stamp)
  }

  removeReport(numero: string): void {
    this.#flush()
    this.#memory.removeReport(numero)
  }

  rename(cpf: string, nome: string): void {
    this.#memory.rename(cpf, nome)
  }

  moved(): Moved {
    return this.#memory.moved()
  }

  async close(): Promise<void> {
    this.#flush()
    await this.#decisionFile.close()
    this.#folder.leave()
  }

  /**
   * Writes the waiting decisions, synchronously: a write into the system's cache takes microseconds, and handing it to
   * another thread would cost concurrent readers ten times as much. It does not call `fsync`: a power cut is out of
   * scope.
   */
  #flush(): void {
    const accepted = this.#takeWaiting()
    if (accepted.length === 0) return
    const { data } = this.#decisions
    const decidido_em = new Date(this.clock.now()).toISOString()
    const added = accepted.map(({ numero, decision, rules }) => {
      return { numero, ...decision, decidido_em, atualiza: rules.touch }
    })
    // A move is kept in memory only, and so are decisions on the reports that it added.
    data.added = added.filter(({ numero }) => !this.#memory.isLater(numero))
    try {
      this.#decisions.write()
    } catch (error) {
      data.added = []
      for (const { reject } of accepted) reject(error as Error)
      return
    }
    for (const record of added) {
      if (this.#memory.isLater(record.numero)) this.#memory.keep(record)
      this.#memory.apply(record)
    }
    for (const { resolve } of accepted) resolve(true)
  }

  /** Returns the decisions to record. Resolves with false for those that may decide only once and came second. */
  #takeWaiting(): Waiting[] {
    const batch = this.#waiting
    this.#waiting = []
    const taken = new Set<string>()
    return batch.filter(({ organization, numero, rules, resolve, reject }) => {
      if (!this.#memory.isOwn(organization, numero)) {
        reject(new Error(NOT_OWN))
        return false
      }
      if (rules.once && (taken.has(numero) || isDecided(this.#memory.report(organization, numero)))) {
        resolve(false)
        return false
      }
      taken.add(numero)
      return true
    })
  }
}

interface OpenedFile {
  store: FileStore
  unknown: number
}

interface Waiting {
  organization: Organization
  numero: string
  decision: Decision
  rules: DecisionRules
  resolve: (recorded: boolean) => void
  reject: (error: Error) => void
}
