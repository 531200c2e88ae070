import type { Dataset, Relatorio } from '../../contract/dataset.ts'
import type { Names } from '../name-order.ts'
import { upTo } from '../persons.ts'
import type { Organization } from '../store.ts'
import { Tables } from '../tables.ts'
import { splitWords, type Words } from '../words.ts'

/** Data that is written to a database, one organization after the other. */
export interface WorldSource {
  lists: readonly ListSource[]
}

/** What one organization has. */
export interface ListSource<P extends PersonColumns = PersonColumns> {
  organization: Organization
  /** Returns its persons, by ascending CPF; asked once, and let go of when they are written. */
  persons(): P
  /** In how many parts its reports come. */
  parts: number
  /** Returns a part of its reports. */
  reports(part: number, persons: P): Iterable<ReportLine>
}

/** The persons of a list as columns; a person is a row. */
export interface PersonColumns {
  cpf(row: number): string
  names: Names
  words: Words
  /** The last updates, in milliseconds since 1970. */
  stamps: Float64Array
}

export interface ReportLine extends Pick<Relatorio, 'numero' | 'aprovar' | 'mensagem'> {
  row: number
  /** Its place among the reports, at least among those of its organization. */
  place: number
  stamp: number
}

/** The lines of one table that are committed at once. */
export const BATCH = 50_000

/** Returns a dataset, which is in memory, as what is written to a database. */
export function sourceOf(dataset: Dataset): WorldSource {
  const tables = new Tables(dataset)
  const { relatorios } = dataset
  const lists = tables.organizations.map((organization): ListSource => {
    const reports = Uint32Array.from(tables.reportsOf(organization))
    return {
      organization,
      persons: () => {
        const view = tables.view(organization)
        const rows = upTo(view.size)
        const names = Array.from(rows, (row) => view.at(row).nome)
        return {
          names,
          words: splitWords(names),
          stamps: Float64Array.from(rows, (row) => view.stamp(row)),
          cpf: (row) => view.at(row).cpf,
        }
      },
      parts: Math.ceil(reports.length / BATCH),
      *reports(part) {
        for (const place of reports.subarray(part * BATCH, (part + 1) * BATCH)) {
          const { numero, atualizado_em, aprovar, mensagem } = relatorios[place] as Relatorio
          const decided = aprovar === undefined || mensagem === undefined ? {} : { aprovar, mensagem }
          const stamp = Date.parse(atualizado_em)
          yield { numero, place, stamp, row: tables.place(place).row, ...decided }
        }
      },
    }
  })
  return { lists }
}
