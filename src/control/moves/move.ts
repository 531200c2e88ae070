/** A person that appears. What is left out is generated; a person that is listed already gets more reports. */
export interface NewPerson {
  /** By default a valid one that nobody has. */
  cpf?: string
  nome?: string
  /** The last update of reports that have none of their own; now by default. */
  atualizado_em?: string
  /** One report by default. */
  relatorios?: readonly NewPersonReport[]
}

export interface NewPersonReport {
  /** A UUID. */
  numero?: string
  atualizado_em?: string
  /** A decision that it begins with: both of these, or neither. */
  aprovar?: boolean
  mensagem?: string
}

/** Which person or report is meant, by one of the first three. */
export interface Which {
  cpf?: string
  /** A place in the list, from 1 on. */
  place?: number
  /** The number of a report: then only this report is meant. */
  numero?: string
  /** The order in which places are counted, as the parameter `sort` says it. */
  sort?: string
  /** The search in which places are counted, as the parameter `nome` says it. */
  nome?: string
}

/** What becomes of a person, or of one report. */
export interface PersonChange {
  /** The last update: ISO 8601, or relative to now (`-3d`). */
  atualizado_em?: string
  /** A new name. */
  nome?: string
}

/** A person that was moved, as it is now; one that vanished, as it was. */
export interface MovedPerson {
  cpf: string
  nome: string
  atualizado_em: string
  relatorios: { numero: string; atualizado_em: string }[]
}

/** Whose data is moved. */
export interface Whose {
  /** The id of an organization of this world; by default the first enabled one. */
  organization?: string
}
