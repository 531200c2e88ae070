import type { DecisionRecord } from './store.ts'

/** A decision, how many bytes it takes in a file, and its place among all that the ledger was ever given. */
export interface Entry {
  readonly record: DecisionRecord
  readonly serial: number
  bytes: number
}

interface Kept {
  last: Entry
  /** The latest update of the report, which may be an earlier decision than the last. */
  update: Entry | undefined
}

/**
 * The decisions that count. Of each report that is the last one, and, where that was not an update of the report, the
 * latest one that was: no other leaves a trace that anybody could see.
 */
export class Ledger {
  readonly #kept = new Map<string, Kept>()
  #bytes = 0
  #serial = 0
  /** Decisions that are to be written; each counts once it is. */
  added: readonly DecisionRecord[] = []

  static of(records: Iterable<DecisionRecord>): Ledger {
    const ledger = new Ledger()
    for (const record of records) ledger.add(record, 0)
    return ledger
  }

  /** How many reports have a decision. */
  get size(): number {
    return this.#kept.size
  }

  /** How many bytes the decisions that count take in a file. */
  get bytes(): number {
    return this.#bytes
  }

  /** The place of the latest decision among all that this ledger was given. */
  get serial(): number {
    return this.#serial
  }

  add(record: DecisionRecord, bytes: number): void {
    const entry = { record, bytes, serial: ++this.#serial }
    const before = this.#kept.get(record.numero)
    const isUpdate = record.atualiza && !(before?.update && timeOf(before.update) > timeOf(entry))
    const kept = { last: entry, update: isUpdate ? entry : before?.update }
    this.#kept.set(record.numero, kept)
    this.#bytes += sizeOf(kept) - (before === undefined ? 0 : sizeOf(before))
  }

  /** Makes what was added count, now that it is written. */
  settle(bytesOf: (record: DecisionRecord, i: number) => number): void {
    for (const [i, record] of this.added.entries()) this.add(record, bytesOf(record, i))
    this.added = []
  }

  /** Says how many bytes an entry of this ledger takes. */
  weigh(entry: Entry, bytes: number): void {
    this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
  }

  /**
   * Yields the entries by report, in the order of the first decision on each. It may be read while more are added.
   * @param until the place of the last decision to yield
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

function timeOf({ record }: Entry): number {
  return Date.parse(record.decidido_em)
}
