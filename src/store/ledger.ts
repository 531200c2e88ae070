import { timeOf } from './decision-text.ts'
import type { DecisionRecord } from './store.ts'

/** A decision, its size in the file in bytes, and its serial number among all decisions ever added. */
export interface Entry {
  readonly record: DecisionRecord
  readonly serial: number
  bytes: number
}

interface Kept {
  last: Entry
  /** The latest decision that counts as an update of the report; it may be older than the last one. */
  update: Entry | undefined
}

/**
 * The current decisions: the last one on each report and, if that does not count as an update of the report, the latest
 * one that does. No earlier decision has a visible effect.
 */
export class Ledger {
  readonly #kept = new Map<string, Kept>()
  #bytes = 0
  #serial = 0
  /** Decisions to write; `settle` adds them after the write. */
  added: readonly DecisionRecord[] = []

  static of(records: Iterable<DecisionRecord>): Ledger {
    const ledger = new Ledger()
    for (const record of records) ledger.add(record, 0)
    return ledger
  }

  /** The number of reports with a decision. */
  get size(): number {
    return this.#kept.size
  }

  /** The size of the current decisions in the file, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** The serial number of the latest decision. */
  get serial(): number {
    return this.#serial
  }

  add(record: DecisionRecord, bytes: number): void {
    const entry = { record, bytes, serial: ++this.#serial }
    const before = this.#kept.get(record.numero)
    const isUpdate = record.atualiza && !(before?.update && timeOf(before.update.record) > timeOf(record))
    const kept = { last: entry, update: isUpdate ? entry : before?.update }
    this.#kept.set(record.numero, kept)
    this.#bytes += sizeOf(kept) - (before === undefined ? 0 : sizeOf(before))
  }

  /** Forgets the decisions on a report. */
  forget(numero: string): void {
    const kept = this.#kept.get(numero)
    if (kept === undefined) return
    this.#kept.delete(numero)
    this.#bytes -= sizeOf(kept)
  }

  /** Moves the written decisions from `added` into the ledger. */
  commitAdded(bytesOf: (record: DecisionRecord, i: number) => number): void {
    for (const [i, record] of this.added.entries()) this.add(record, bytesOf(record, i))
    this.added = []
  }

  /** Sets the size of an entry in the file. */
  weigh(entry: Entry, bytes: number): void {
    this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
  }

  /**
   * Yields the entries by report, in the order of the first decision on each. More may be added during the iteration.
   * @param until the serial number of the last decision to yield
   */
  *entries(until = Number.POSITIVE_INFINITY): Generator<Entry> {
    for (const { last, update } of this.#kept.values()) {
      if (update !== undefined && update !== last && update.serial <= until) yield update
      if (last.serial <= until) yield last
    }
  }

  records(): DecisionRecord[] {
    return Array.from(this.entries(), ({ record }) => record)
  }

  /** Yields the last decision on each report. */
  *last(): Generator<DecisionRecord> {
    for (const { last } of this.#kept.values()) yield last.record
  }
}

function sizeOf({ last, update }: Kept): number {
  return last.bytes + (update === undefined || update === last ? 0 : update.bytes)
}
