import type { Dataset, Pessoa, Relatorio } from '../../src/contract/dataset.ts'
import type { Keyring } from '../client/credentials.ts'
import type { Person } from '../model/lists.ts'
import { absentCpf } from '../model/persons.ts'
import type { Service } from '../model/service.ts'

/** What a probe knows of the data of a target: what its twin is made of, and what questions are drawn from. */
export interface TargetData {
  dataset: Dataset
  /** The persons in the order in which they were read, each once. */
  people: readonly Person[]
  complete: boolean
  keys: Keyring
  reports: readonly string[]
  foreignReport: string | undefined
}

const [OWN, OTHER, DISABLED] = ['alvo', 'outra', 'desabilitada'] as const

export function declaredData({ keys, reports, foreignReport }: Service): TargetData {
  const declared = { keys, reports: reports.map(({ value }) => value), foreignReport: foreignReport?.value }
  return { ...declared, people: [], complete: false, dataset: datasetOf({ ...declared, people: [] }) }
}

/** Reads the list of a target and builds a dataset with the same persons, each with a made-up report, and of what the operator declared. */
export async function readTargetData(service: Service, decided: Decided = new Map()): Promise<TargetData> {
  const { people: read, plain } = await service.world()
  const known = read.filter(({ id }) => id !== '')
  const people = [...new Map(known.map((person) => [person.id, person])).values()]
  const data = { ...declaredData(service), people, complete: plain.isWhole }
  return { ...data, dataset: datasetOf({ ...data, decided }) }
}

/** The last decision on each report that the run has decided. */
export type Decided = ReadonlyMap<string, { aprovar?: unknown; mensagem?: unknown }>

function datasetOf({
  people,
  keys,
  reports,
  foreignReport,
  decided = new Map(),
}: Omit<TargetData, 'dataset' | 'complete'> & { decided?: Decided }): Dataset {
  const pessoas: Pessoa[] = people.map(({ id, nome }) => ({ cpf: id, nome }))
  let before = 0
  const relatorios: Relatorio[] = people.map(({ id, stamp }, i) => {
    const instant = instantOf(stamp)
    // An unreadable time leaves the person where it was read.
    before = Number.isNaN(instant) ? before : instant
    const numero = reports[i] ?? madeUpNumber(i)
    const { aprovar, mensagem } = decided.get(numero) ?? {}
    return {
      ...{ numero, organizacao: OWN, cpf: id, atualizado_em: new Date(before).toISOString() },
      ...(aprovar !== undefined && { aprovar: String(aprovar) === 'true', mensagem: String(mensagem) }),
    }
  })
  for (const [i, numero] of reports.slice(people.length).entries()) {
    const same = relatorios[i % people.length]
    if (same) relatorios.push({ ...same, numero })
  }
  if (foreignReport !== undefined) {
    const cpf = absentCpf(people)
    pessoas.push({ cpf, nome: 'Pessoa de outra organização' })
    relatorios.push({
      numero: foreignReport,
      organizacao: OTHER,
      cpf,
      atualizado_em: new Date(before).toISOString(),
    })
  }
  const organization = (id: string, header: string | undefined, habilitada = true) => ({
    ...{ id, nome: `Organização ${id}`, token: tokenIn(header) ?? `token-de-${id}` },
    ...(!habilitada && { habilitada }),
  })
  return {
    organizacoes: [
      organization(OWN, keys.own.value),
      organization(OTHER, keys.other?.value),
      organization(DISABLED, keys.disabled?.value, false),
    ],
    pessoas,
    relatorios,
  }
}

/** Returns the token in a header as a fixture has it: without Bearer, but with any other word before it. */
export function tokenIn(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? header
}

/** Returns milliseconds since 1970; a time without a zone is UTC, as the interface says. */
export function instantOf(stamp: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(stamp) ? stamp : `${stamp}Z`)
}

function madeUpNumber(i: number): string {
  return `7a3c0000-0000-4000-8000-${String(i).padStart(12, '0')}`
}
