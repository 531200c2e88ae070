import type { Dataset } from '../contract/dataset.ts'
import { countsOf } from './counts.ts'
import type { Fixture } from './fixture.ts'
import type { DatasetSink, DatasetSource } from './source.ts'

/** Returns the data of a source as objects. */
export function datasetOf(source: DatasetSource): Dataset {
  const { organizacoes, pessoas, relatorios }: Dataset = { organizacoes: [], pessoas: [], relatorios: [] }
  source.write({
    organization: (organizacao) => void organizacoes.push(organizacao),
    person: (cpf, nome) => void pessoas.push({ cpf, nome }),
    report: (numero, k, i, stamp, decision) => {
      const [{ id }, { cpf }] = [organizacoes[k], pessoas[i]] as [{ id: string }, { cpf: string }]
      const atualizado_em = new Date(stamp).toISOString()
      relatorios.push({ numero, organizacao: id, cpf, atualizado_em, ...decision })
    },
  })
  return { organizacoes, pessoas, relatorios }
}

/** Returns objects as a source. The dataset must be valid. */
export function sourceOfDataset(
  dataset: Dataset,
  about: { seed: number | null; hash: string },
): DatasetSource {
  const { organizacoes, pessoas, relatorios } = dataset
  const write = (sink: DatasetSink) => {
    const organizations = new Map(organizacoes.map(({ id }, k) => [id, k]))
    const persons = new Map(pessoas.map(({ cpf }, i) => [cpf, i]))
    for (const organizacao of organizacoes) sink.organization(organizacao)
    for (const { cpf, nome } of pessoas) sink.person(cpf, nome)
    for (const { numero, organizacao, cpf, atualizado_em, aprovar, mensagem } of relatorios) {
      const [k, i] = [organizations.get(organizacao), persons.get(cpf)] as [number, number]
      const decision = aprovar === undefined || mensagem === undefined ? null : { aprovar, mensagem }
      sink.report(numero, k, i, Date.parse(atualizado_em), decision)
    }
  }
  return { ...about, counts: countsOf(dataset), write }
}

/** The records of a dataset, which need not all be in memory. */
type Records = { [List in keyof Dataset]: Iterable<Dataset[List][number]> }

/** Yields the text of a dataset in pieces, one record a line, so that a diff shows whole records. */
export function* datasetText({ organizacoes, pessoas, relatorios }: Records): Generator<string> {
  yield '{\n"organizacoes": ['
  yield* lines(organizacoes)
  yield '],\n"pessoas": ['
  yield* lines(pessoas)
  yield '],\n"relatorios": ['
  yield* lines(relatorios)
  yield ']\n}\n'
}

function* lines(records: Iterable<object>): Generator<string> {
  let before = '\n'
  for (const record of records) {
    yield before + JSON.stringify(record)
    before = ',\n'
  }
  if (before === ',\n') yield '\n'
}

/** Yields the text of a fixture in pieces, one person a line. */
export function* fixtureText({ pessoas = [], ...rest }: Fixture, form: 'json' | 'yaml'): Generator<string> {
  const isYaml = form === 'yaml'
  if (!isYaml) yield '{\n'
  for (const [key, value] of Object.entries(rest))
    yield isYaml
      ? `${key}: ${JSON.stringify(value)}\n`
      : `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`
  // An empty list in YAML would be null.
  yield isYaml ? `pessoas:${pessoas.length === 0 ? ' []' : ''}\n` : '"pessoas": ['
  for (const [i, person] of pessoas.entries())
    yield isYaml ? `  - ${JSON.stringify(person)}\n` : `${i === 0 ? '' : ','}\n${JSON.stringify(person)}`
  if (!isYaml) yield '\n]\n}\n'
}
