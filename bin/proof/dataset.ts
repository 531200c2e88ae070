import { type Dataset, seedDataset } from '../../src/index.ts'

/** Whom another organization queried: the same persons, some of them, all of them and others, or only others. */
export type Sharing = 'everybody' | 'fewer' | 'more' | 'nobody'

/** Changes whom the second organization queried, with reports of its own. */
export function share(dataset: Dataset, sharing: Sharing): Dataset {
  const [own, other] = dataset.organizacoes.map(({ id }) => id) as [string, string]
  const of = (id: string) => dataset.relatorios.filter(({ organizacao }) => organizacao === id)
  const mine = new Set(of(own).map(({ cpf }) => cpf))
  const only = of(other).filter(({ cpf }) => !mine.has(cpf))
  const added = of(own)
    .filter((_, i) => sharing !== 'fewer' || i % 2 === 0)
    .map((report, i) => ({
      ...report,
      organizacao: other,
      numero: `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`,
      atualizado_em: report.atualizado_em.replace(/\.\d{3}Z$/, '.007Z'),
    }))
  return {
    ...dataset,
    relatorios: [
      ...dataset.relatorios.filter(({ organizacao }) => organizacao !== other),
      ...(sharing === 'more' || sharing === 'nobody' ? only : []),
      ...(sharing === 'nobody' ? [] : added),
    ],
  }
}

/** Others have the same beginning, so that a search text that is cut finds them, too. */
const SIGNS = [
  'José da Conceição e Souza',
  "Ângela D'Ávila",
  'Ângela Araújo-Lima',
  'José + Ângela',
  'José & Ângela',
  'José 100% Araújo',
]

/**
 * Generates a dataset in which some persons tie in time, some have the same name, and many share a word of their
 * names, and a few have signs in their names.
 * @param same the field that has one value for everybody
 */
export async function makeDataset(persons: number, same?: 'atualizado_em' | 'nome'): Promise<Dataset> {
  const dataset = await seedDataset({ persons })
  const own = dataset.organizacoes[0]?.id
  const reports = dataset.relatorios.filter(({ organizacao }) => organizacao === own)
  for (const [i, report] of reports.entries()) {
    // Neighbours tie in time, in groups that also cross the boundaries of pages.
    const twin = reports[i - 1]
    if (twin && (i % 8 < 4 || same === 'atualizado_em')) report.atualizado_em = twin.atualizado_em
  }
  const cpfs = new Set(reports.map(({ cpf }) => cpf))
  const people = dataset.pessoas.filter(({ cpf }) => cpfs.has(cpf))
  for (const [i, person] of people.entries()) {
    if (i % 3 === 0) person.nome = `${person.nome.split(' ')[0]} Silva`
    if (i % 20 === 0) person.nome = 'José da Conceição'
    if (i % 20 === 1) person.nome = 'Ângela Araújo'
    const signs = i % 20 === 11 && SIGNS[(i - 11) / 20]
    if (signs) person.nome = signs
    if (same === 'nome') person.nome = 'José da Conceição'
  }
  return dataset
}
