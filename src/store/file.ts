import { Low } from 'lowdb'
import { type DecisionRecord, Journal } from './journal.ts'
import type { MemoryStore } from './memory.ts'
import type { Decision, DecisionRules, ListRequest, Organization, Page, ReportStatus, Store } from './store.ts'

/** A store whose decisions are in a file before they are acknowledged; it reads from memory. */
export class FileStore implements Store {
  readonly organizations: readonly Organization[]
  readonly #memory: MemoryStore
  readonly #journal: Journal
  readonly #decisions: Low<DecisionRecord[]>
  readonly #release: () => Promise<void>
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined

  /**
   * Opens the file of decisions, which is made when it is absent, and applies what it holds.
   * @param release is called once the file is closed
   * @returns `unknown` counts the decisions on reports that the data does not have; they stay in the file
   * @throws {Unreadable} when the file holds anything but decisions
   */
  static async open(path: string, memory: MemoryStore, release: () => Promise<void>): Promise<Opened> {
    const store = new FileStore(path, memory, release)
    await store.#decisions.read()
    const unknown = store.#decisions.data.filter((record) => !store.#apply(record)).length
    await store.#decisions.write()
    return { store, unknown }
  }

  private constructor(path: string, memory: MemoryStore, release: () => Promise<void>) {
    this.#release = release
    this.organizations = memory.organizations
    this.#memory = memory
    this.#journal = new Journal(path)
    this.#decisions = new Low(this.#journal, [])
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

  decide(organization: Organization, numero: string, decision: Decision, rules: DecisionRules): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ organization, numero, decision, rules, resolve, reject })
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined
      })
    })
  }

  async reset(): Promise<void> {
    await this.#flushing
    this.#decisions.data = []
    await this.#decisions.write()
    await this.#memory.reset()
  }

  async close(): Promise<void> {
    await this.#flushing
    await this.#journal.close()
    await this.#release()
  }

  /** One write at a time; all that came meanwhile share the next one. */
  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      const { data } = this.#decisions
      const before = data.length
      const taken = new Set<string>()
      const accepted = batch.filter(({ organization, numero, rules, resolve }) => {
        const decided = taken.has(numero) || this.#memory.report(organization, numero) === 'decided'
        if (rules.once && decided) {
          resolve(false)
          return false
        }
        taken.add(numero)
        return true
      })
      const decidido_em = new Date().toISOString()
      for (const { numero, decision, rules } of accepted) {
        data.push({ numero, ...decision, decidido_em, atualiza: rules.touch })
      }
      try {
        await this.#decisions.write()
      } catch (error) {
        data.length = before
        for (const { reject } of accepted) reject(error as Error)
        continue
      }
      for (const record of data.slice(before)) this.#apply(record)
      for (const { resolve } of accepted) resolve(true)
    }
  }

  #apply({ numero, decidido_em, atualiza }: DecisionRecord): boolean {
    return this.#memory.record(numero, atualiza ? Date.parse(decidido_em) : null)
  }
}

interface Opened {
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
