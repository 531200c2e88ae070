import type { Dataset } from '../../src/contract/dataset.ts'

/** The situations that a client must handle, and where the default data has each. */
export type Situation =
  | 'token'
  | 'otherToken'
  | 'disabledToken'
  | 'undecided'
  | 'approved'
  | 'rejected'
  | 'foreign'
  | 'unknown'
  | 'cpf'
  | 'zeroCpf'
  | 'foreignCpf'
  | 'manyHits'
  | 'homonyms'
  | 'noHit'

export interface WellKnown {
  value: string
  /** How many persons a search finds. */
  hits?: number
}

/** The values of a dataset for each situation, as its first organization meets them. */
export function wellKnown({ organizacoes, pessoas, relatorios }: Dataset): Record<Situation, WellKnown> {
  const enabled = organizacoes.filter(({ habilitada }) => habilitada !== false)
  const [own, other] = enabled.map(({ id }) => id)
  const ofOwn = relatorios.filter(({ organizacao }) => organizacao === own)
  const ofOther = relatorios.filter(({ organizacao }) => organizacao === other)
  const seen = new Set(ofOwn.map(({ cpf }) => cpf))
  const names = pessoas.filter(({ cpf }) => seen.has(cpf)).map(({ nome }) => nome)
  const first = <T>(list: readonly T[], is: (one: T) => boolean): T => {
    const found = list.find(is)
    if (found === undefined) throw new Error('the data has nothing for a situation')
    return found
  }
  const hits = (part: string) =>
    names.filter((name) => name.toLowerCase().includes(part.toLowerCase())).length
  const homonyms = mostFrequent(names)
  return {
    token: { value: first(enabled, () => true).token },
    otherToken: { value: first(enabled, ({ id }) => id === other).token },
    disabledToken: { value: first(organizacoes, ({ habilitada }) => habilitada === false).token },
    undecided: { value: first(ofOwn, ({ aprovar }) => aprovar === undefined).numero },
    approved: { value: first(ofOwn, ({ aprovar }) => aprovar === true).numero },
    rejected: { value: first(ofOwn, ({ aprovar }) => aprovar === false).numero },
    foreign: { value: first(ofOther, () => true).numero },
    unknown: { value: '00000000-0000-4000-8000-000000000000' },
    cpf: { value: first(ofOwn, () => true).cpf },
    zeroCpf: { value: first(ofOwn, ({ cpf }) => cpf.startsWith('0')).cpf },
    foreignCpf: { value: first(ofOther, ({ cpf }) => !seen.has(cpf)).cpf },
    manyHits: { value: 'an', hits: hits('an') },
    homonyms: { value: homonyms, hits: names.filter((name) => name === homonyms).length },
    noHit: { value: 'Ninguém', hits: hits('Ninguém') },
  }
}

/** The first of those that stand there most often. */
function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return ([...counts].sort(([, a], [, b]) => b - a)[0] as [string, number])[0]
}

/** What each situation is called; a search says how many it finds. */
export type Wording = Record<Situation, (hits: number) => string>

export const englishWording: Wording = {
  token: () => 'a token of Aurora Crédito',
  otherToken: () => 'a token of another organization, Horizonte Seguros',
  disabledToken: () => 'a token whose access is not enabled: 401',
  undecided: () => 'a report that nobody has decided',
  approved: () => 'a report that was approved',
  rejected: () => 'a report that was rejected',
  foreign: () => "another organization's report: 404",
  unknown: () => 'an unknown report number: 404',
  cpf: () => 'a CPF that was queried',
  zeroCpf: () => 'a CPF that begins with 0',
  foreignCpf: () => 'a CPF that only another organization queried: finds nobody',
  manyHits: (hits) => `a part of a name that finds many persons: ${hits}`,
  homonyms: (hits) => `a whole name that ${hits} persons have`,
  noHit: () => 'a name that nobody has',
}

export const portugueseWording: Wording = {
  token: () => 'um token da Aurora Crédito',
  otherToken: () => 'um token de outra organização, Horizonte Seguros',
  disabledToken: () => 'um token sem acesso habilitado: 401',
  undecided: () => 'um relatório que ninguém decidiu',
  approved: () => 'um relatório aprovado',
  rejected: () => 'um relatório rejeitado',
  foreign: () => 'um relatório de outra organização: 404',
  unknown: () => 'um número de relatório que não existe: 404',
  cpf: () => 'um CPF consultado',
  zeroCpf: () => 'um CPF que começa com 0',
  foreignCpf: () => 'um CPF que só outra organização consultou: não encontra ninguém',
  manyHits: (hits) => `uma parte de nome que encontra muitas pessoas: ${hits}`,
  homonyms: (hits) => `um nome inteiro que ${hits} pessoas têm`,
  noHit: () => 'um nome que ninguém tem',
}

export function wellKnownTable(dataset: Dataset, wording: Wording): string {
  const rows = Object.entries(wellKnown(dataset)).map(
    ([situation, { value, hits = 0 }]) => `| ${wording[situation as Situation](hits)} | \`${value}\` |\n`,
  )
  return `| | |\n| --- | --- |\n${rows.join('')}`
}
