import type { Organizacao } from '../contract/dataset.ts'
import type { RecordCounts } from './counts.ts'

/** A decision with which a report begins. */
export interface GivenDecision {
  aprovar: boolean
  mensagem: string
}

/** Receives a dataset record by record, so that a million persons are never objects in memory. Positions count from 0. */
export interface DatasetSink {
  organization(organizacao: Organizacao): void
  /** @param cpf unique */
  person(cpf: string, nome: string): void
  /**
   * A report on a person that came before.
   * @param organization its position
   * @param person its position
   * @param stamp the last update, in milliseconds since 1970
   */
  report(
    numero: string,
    organization: number,
    person: number,
    stamp: number,
    decision: GivenDecision | null,
  ): void
}

/** Data that was checked: from a fixture, from a seed, or from the dataset of a state folder. */
export interface DatasetSource {
  /** The first 12 hexadecimal digits of a SHA-256 that is the same for the same data. */
  readonly hash: string
  /** Null if the data is not seeded. */
  readonly seed: number | null
  /** How many records there will be exactly, for those who reserve memory. */
  readonly counts: RecordCounts
  /** Writes all organizations, then persons and reports. May be called again, and gives the same again. */
  write(sink: DatasetSink): void
}
