/** Organizations, persons and reports as one JSON document, with the field names of the wire. */
export interface Dataset {
  organizacoes: Organizacao[]
  pessoas: Pessoa[]
  relatorios: Relatorio[]
}

export interface Organizacao {
  id: string
  nome: string
  /** Visible ASCII. */
  token: string
  /** False refuses its token; anything else accepts it. */
  habilitada?: boolean
}

export interface Pessoa {
  /** Digits only. */
  cpf: string
  nome: string
}

/** A report. It exists because the organization queried the person. */
export interface Relatorio {
  /** A UUID. */
  numero: string
  /** The id of an organization. */
  organizacao: string
  cpf: string
  /** The last update, ISO 8601 in UTC with milliseconds. */
  atualizado_em: string
  /** An earlier decision: both of these, or neither. */
  aprovar?: boolean
  mensagem?: string
}

/** A header value cannot carry anything but visible ASCII without spaces. */
export const TOKEN = /^[!-~]+$/

/** The records of a dataset, which need not all be in memory. */
export type DatasetRecords = { readonly [Name in keyof Dataset]: Iterable<Dataset[Name][number]> }

/** Yields the text of a dataset in pieces, one record a line, so that a diff shows whole records. */
export function* datasetText({ organizacoes, pessoas, relatorios }: DatasetRecords): Generator<string> {
  yield '{\n"organizacoes": ['
  yield* lines(organizacoes)
  yield '],\n"pessoas": ['
  yield* lines(pessoas)
  yield '],\n"relatorios": ['
  yield* lines(relatorios)
  yield ']\n}\n'
}

const LINES_A_PIECE = 1000

function* lines(records: Iterable<object>): Generator<string> {
  let piece: string[] = []
  let before = '\n'
  for (const record of records) {
    piece.push(JSON.stringify(record))
    if (piece.length < LINES_A_PIECE) continue
    yield before + piece.join(',\n')
    piece = []
    before = ',\n'
  }
  if (piece.length > 0) {
    yield before + piece.join(',\n')
    before = ',\n'
  }
  if (before !== '\n') yield '\n'
}
