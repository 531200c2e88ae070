import { createHash } from 'node:crypto'
import type { Dataset } from '../contract/dataset.ts'
import type { DatasetSource } from '../data/source.ts'

/** Returns a dataset as a source, so that a test can build columns of it. */
export function sourceOf(dataset: Dataset): DatasetSource {
  const { organizacoes, pessoas, relatorios } = dataset
  return {
    hash: createHash('sha256').update(JSON.stringify(dataset)).digest('hex').slice(0, 12),
    seed: null,
    counts: {
      organizacoes: organizacoes.length,
      pessoas: pessoas.length,
      relatorios: relatorios.length,
    },
    write(sink) {
      for (const organizacao of organizacoes) sink.organization(organizacao)
      for (const { cpf, nome } of pessoas) sink.person(cpf, nome)
      const placeOf = new Map(organizacoes.map(({ id }, k) => [id, k]))
      const personOf = new Map(pessoas.map(({ cpf }, i) => [cpf, i]))
      for (const { numero, organizacao, cpf, atualizado_em, aprovar, mensagem } of relatorios) {
        const decision = aprovar === undefined || mensagem === undefined ? null : { aprovar, mensagem }
        const [k, person] = [placeOf.get(organizacao) as number, personOf.get(cpf) as number]
        sink.report(numero, k, person, Date.parse(atualizado_em), decision)
      }
    },
  }
}
