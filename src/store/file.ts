import { LowSync } from 'lowdb'
import { Journal } from './journal.ts'
import { type MemoryStore, NOT_OWN } from './memory.ts'
import type {
  Decision,
  DecisionRecord,
  DecisionRules,
  ListRequest,
  Organization,
  Page,
  ReportFacts,
  ReportStatus,
  World,
} from './store.ts'

/** A world whose decisions are in a file before they are acknowledged; it reads from memory. */
export class FileStore implements World {
  #memory: MemoryStore
  readonly #journal: Journal
  readonly #decisions: LowSync<DecisionRecord[]>
  readonly #release: () => void
  #waiting: Waiting[] = []

  /**
   * Opens the file of decisions, which is made when it is absent, and applies what it holds.
   * @param release is called once the file is closed
   * @returns `unknown` counts the decisions on reports that the data does not have; they stay in the file
   * @throws {Unreadable} when the file holds anything but decisions
   */
  static open(path: string, memory: MemoryStore, release: () => void): OpenedFile {
    const store = new FileStore(path, memory, release)
    store.#decisions.read()
    const unknown = store.use(memory)
    store.#decisions.write()
    return { store, unknown }
  }

  private constructor(path: string, memory: MemoryStore, release: () => void) {
    this.#release = release
    this.#memory = memory
    this.#journal = new Journal(path)
    this.#decisions = new LowSync(this.#journal, [])
  }

  get organizations(): readonly Organization[] {
    return this.#memory.organizations
  }

  /**
   * Takes another dataset, untouched, in the place of the one before; what was decided is decided there, too.
   * @returns how many decisions are on reports that it does not have
   */
  use(memory: MemoryStore): number {
    this.#flush()
    this.#memory = memory
    return this.#decisions.data.filter((record) => !memory.record(record)).length
  }

  list(organization: Organization, request: ListRequest): Page {
    return this.#memory.list(organization, request)
  }

  report(organization: Organization, numero: string): ReportStatus {
    return this.#memory.report(organization, numero)
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
      // All that come in one turn of the event loop share one write.
      if (waiting === 1) setImmediate(() => this.#flush())
    })
  }

  decisions(): readonly DecisionRecord[] {
    this.#flush()
    return this.#decisions.data.slice()
  }

  async restore(decisions: readonly DecisionRecord[]): Promise<void> {
    this.#flush()
    const { data } = this.#decisions
    this.#decisions.data = [...decisions]
    try {
      this.#decisions.write()
    } catch (error) {
      this.#decisions.data = data
      throw error
    }
    await this.#memory.restore(decisions)
  }

  describe(numero: string): ReportFacts | null {
    return this.#memory.describe(numero)
  }

  async close(): Promise<void> {
    this.#flush()
    this.#journal.close()
    this.#release()
  }

  /**
   * The write is synchronous: into the system's cache it takes microseconds, where handing it to another thread and
   * back takes the readers beside it ten times as much. `fsync` is not called: a power cut is out of scope.
   */
  #flush(): void {
    const accepted = this.#takeWaiting()
    if (accepted.length === 0) return
    const { data } = this.#decisions
    const before = data.length
    const decidido_em = new Date().toISOString()
    for (const { numero, decision, rules } of accepted) {
      data.push({ numero, ...decision, decidido_em, atualiza: rules.touch })
    }
    try {
      this.#decisions.write()
    } catch (error) {
      data.length = before
      for (const { reject } of accepted) reject(error as Error)
      return
    }
    for (const record of data.slice(before)) this.#memory.record(record)
    for (const { resolve } of accepted) resolve(true)
  }

  /** The decisions to record; who may decide but once, and was not the first, has the answer. */
  #takeWaiting(): Waiting[] {
    const batch = this.#waiting
    this.#waiting = []
    const taken = new Set<string>()
    return batch.filter(({ organization, numero, rules, resolve, reject }) => {
      if (!this.#memory.isOwn(organization, numero)) {
        reject(new Error(NOT_OWN))
        return false
      }
      if (rules.once && (taken.has(numero) || this.#memory.report(organization, numero) === 'decided')) {
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
