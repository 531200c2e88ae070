import fc from 'fast-check'
import type { Dataset } from '../contract/dataset.ts'
import type { ListRequest, NameMatch, Order } from '../world/store.ts'

/** What an organization sees, as plain arrays: filtering, sorting and slicing is all that it does. */
export function naiveList(dataset: Dataset, organizationId: string, request: ListRequest) {
  const reports = dataset.relatorios.filter(({ organizacao }) => organizacao === organizationId)
  const persons = dataset.pessoas
    .filter(({ cpf }) => reports.some((report) => report.cpf === cpf))
    .map(({ cpf, nome }) => {
      const updates = reports.filter((report) => report.cpf === cpf).map((report) => report.atualizado_em)
      return { cpf, nome, atualizado_em: updates.sort().at(-1) as string }
    })
    .filter(({ cpf }) => request.cpf === undefined || cpf === request.cpf)
    .filter(({ nome }) => request.nome === undefined || naiveMatches(nome, request.nome))
    .sort((a, b) => naiveCompare(a, b, request.order) || (a.cpf < b.cpf ? -1 : 1))
  const from = (request.page - 1) * request.rows
  return { items: persons.slice(from, from + request.rows), total: persons.length }
}

interface Person {
  cpf: string
  nome: string
  atualizado_em: string
}

function naiveCompare(a: Person, b: Person, { by, descending, collation }: Order): number {
  const sign = descending ? -1 : 1
  if (by === 'nome') return sign * naiveCollate(a.nome, b.nome, collation)
  return sign * (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0)
}

export function naiveCollate(a: string, b: string, collation: Order['collation']): number {
  if (collation === 'pt-BR') return a.localeCompare(b, 'pt-BR')
  const points = (text: string) =>
    Array.from(
      collation === 'case-blind' ? text.toLowerCase() : text,
      (point) => point.codePointAt(0) as number,
    )
  const [x, y] = [points(a), points(b)]
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] !== y[i]) return (x[i] as number) - (y[i] as number)
  }
  return x.length - y.length
}

export function naiveMatches(name: string, { text, matching, folding }: NameMatch): boolean {
  const fold = (written: string) => {
    const isBare = folding === 'case-and-accents'
    const bare = isBare ? written.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : written
    return folding === 'none' ? bare : bare.toLowerCase()
  }
  const [haystack, needle] = [fold(name), fold(text)]
  const words = needle.split(/\s+/).filter((word) => word !== '')
  const ends = haystack.split(' ').map((_, i, all) => all.slice(i).join(' '))
  return {
    contains: haystack.includes(needle),
    prefix: haystack.startsWith(needle),
    word: ` ${haystack} `.includes(` ${needle} `),
    exact: haystack === needle,
    words: words.every((word) => haystack.includes(word)),
    'whole-words': words.every((word) => haystack.split(' ').includes(word)),
    'word-beginnings': words.every((word) => haystack.split(' ').some((one) => one.startsWith(word))),
    'text-at-word': ends.some((end) => end.startsWith(needle)),
  }[matching]
}

const WORDS =
  "ana|Ana|ANA|Anã|da|dos|Silva|silvã|D'Ávila|Conceição|José|Jose|Jose\u0301|Sá|Ø|李|😀|Mariª|Ana\u00a0da|Müller-Sá|Jr.|"
const PARTS = "a|ana|da|da s| |Silva|silva|é|josé|jose\u0301|ção|x|ana da|d'|ª|nª|😀|s  an"

/** Names that are near each other in every way that an order or a search could stumble over. */
export const aName = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom(...WORDS.split('|')), { minLength: 1, maxLength: 9 })
      .map((words) => words.join(' ') || 'Li'),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }) },
)

export const collations = ['pt-BR', 'code-point', 'case-blind'] satisfies Order['collation'][]

export const anOrder: fc.Arbitrary<Order> = fc.record({
  by: fc.constantFrom('cpf', 'nome', 'atualizado_em'),
  descending: fc.boolean(),
  collation: fc.constantFrom(...collations),
})

export const aNameMatch: fc.Arbitrary<NameMatch> = fc.record({
  text: fc.oneof(fc.constantFrom(...PARTS.split('|')), aName),
  matching: fc.constantFrom(
    ...(['contains', 'prefix', 'word', 'exact'] as const),
    ...(['words', 'whole-words', 'word-beginnings', 'text-at-word'] as const),
  ),
  folding: fc.constantFrom('case', 'case-and-accents', 'none'),
})

const BEGIN = Date.UTC(2025, 0, 1)

/** A sound dataset of two organizations, with tied timestamps, homonyms and persons that both of them queried. */
export const aDataset: fc.Arbitrary<Dataset> = fc
  .record({
    names: fc.array(aName, { maxLength: 40 }),
    reports: fc.array(
      fc.record({ organization: fc.nat(1), person: fc.nat(39), minutes: fc.nat(20), decided: fc.boolean() }),
      { maxLength: 80 },
    ),
  })
  .map(({ names, reports }) => ({
    organizacoes: [
      { id: 'a', nome: 'A', token: 'token-a' },
      { id: 'b', nome: 'B', token: 'token-b', habilitada: true },
    ],
    pessoas: names.map((nome, i) => ({ cpf: String((i * 7_654_321) % 1_000_000).padStart(11, '0'), nome })),
    relatorios: reports
      .filter(({ person }) => person < names.length)
      .map(({ organization, person, minutes, decided }, i) => ({
        numero: numeroOf(i),
        organizacao: organization === 0 ? 'a' : 'b',
        cpf: String((person * 7_654_321) % 1_000_000).padStart(11, '0'),
        atualizado_em: new Date(BEGIN + minutes * 60_000).toISOString(),
        ...(decided && { aprovar: true, mensagem: 'Aprovado na carga inicial dos dados.' }),
      })),
  }))

export function numeroOf(i: number): string {
  return `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`
}
