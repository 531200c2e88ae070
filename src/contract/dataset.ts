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
