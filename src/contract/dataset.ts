/** Organizations, persons and reports as one JSON document, in the words of the wire. */
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
  /** Whether its token is accepted; it is, unless this is false. */
  habilitada?: boolean
}

export interface Pessoa {
  /** Digits only. */
  cpf: string
  nome: string
}

/** A report: that there is one says that the organization queried the person. */
export interface Relatorio {
  /** A UUID. */
  numero: string
  /** The id of an organization. */
  organizacao: string
  cpf: string
  /** The last update, ISO 8601 in UTC with milliseconds. */
  atualizado_em: string
  /** A decision that was made before: both of these, or none. */
  aprovar?: boolean
  mensagem?: string
}

/** What a header can carry: visible ASCII without blanks. */
export const TOKEN = /^[!-~]+$/

/** The one way a dataset is written, in pieces of text: a record a line, so that a difference is a line too. */
export function* datasetText({ organizacoes, pessoas, relatorios }: Dataset): Generator<string> {
  yield '{\n"organizacoes": ['
  yield* lines(organizacoes)
  yield '],\n"pessoas": ['
  yield* lines(pessoas)
  yield '],\n"relatorios": ['
  yield* lines(relatorios)
  yield ']\n}\n'
}

const LINES_A_PIECE = 1000

function* lines(records: readonly object[]): Generator<string> {
  for (let i = 0; i < records.length; i += LINES_A_PIECE) {
    const piece = records.slice(i, i + LINES_A_PIECE).map((record) => JSON.stringify(record))
    yield (i === 0 ? '\n' : ',\n') + piece.join(',\n')
  }
  if (records.length > 0) yield '\n'
}
