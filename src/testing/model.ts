import fc from 'fast-check'
import type { Dataset } from '../contract/dataset.ts'
import { withoutAccents } from '../contract/without-accents.ts'
import type { ListRequest, NameMatch, Order, SortKey, TieKey } from '../store/store.ts'

/** What an organization sees, as plain arrays: filtering, sorting and slicing is all that it does. */
export function naiveList(dataset: Dataset, organizationId: string, request: ListRequest) {
  const reports = dataset.relatorios.filter(({ organizacao }) => organizacao === organizationId)
  const persons = dataset.pessoas
    .map((person, stored) => ({ ...person, stored }))
    .filter(({ cpf }) => reports.some((report) => report.cpf === cpf))
    .map(({ cpf, nome, stored }) => {
      const updates = reports.filter((report) => report.cpf === cpf).map((report) => report.atualizado_em)
      return { cpf, nome, atualizado_em: updates.sort().at(-1) as string, stored }
    })
    .filter(({ cpf }) => request.cpf === undefined || cpf === request.cpf)
    .filter(({ cpf }) => cpf.startsWith(request.cpfBeginning ?? ''))
    .filter(({ nome }) => request.nome === undefined || naiveMatches(nome, request.nome))
    .sort((a, b) => naiveCompare(a, b, request.order) || (a.cpf < b.cpf ? -1 : 1))
  const from = (request.page - 1) * request.rows
  const items = persons.slice(from, from + request.rows).map(({ stored: _, ...item }) => item)
  return { items, total: persons.length }
}

interface Person {
  cpf: string
  nome: string
  atualizado_em: string
  /** Its place in the dataset. */
  stored: number
}

function naiveCompare(a: Person, b: Person, { collation, ties = [], isStored, ...key }: Order): number {
  if (isStored) return a.stored - b.stored
  const differences = [key, ...ties].map((one) => naiveCompareBy(a, b, one, collation))
  return differences.find((difference) => difference !== 0) ?? 0
}

function naiveCompareBy(a: Person, b: Person, key: TieKey, ofOrder: Order['collation']) {
  const { by, descending } = key
  const sign = descending ? -1 : 1
  const { collation = ofOrder } = 'collation' in key ? key : {}
  if (by === 'nome') return sign * naiveCollate(a.nome, b.nome, collation)
  return sign * (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0)
}

export function naiveCollate(a: string, b: string, collation: Order['collation']): number {
  const options = {
    'capitals-first': { caseFirst: 'upper' },
    'without-blanks': { ignorePunctuation: true },
    letters: { sensitivity: 'base' },
  } as const
  if (collation === 'without-blanks-exact')
    return a.localeCompare(b, 'pt-BR', options['without-blanks']) || naiveCollate(a, b, 'code-point')
  if (collation === 'capitals-first' || collation === 'without-blanks' || collation === 'letters')
    return a.localeCompare(b, 'pt-BR', options[collation])
  if (collation === 'pt-BR') return a.localeCompare(b, 'pt-BR')
  const points = (text: string) =>
    Array.from(
      {
        'case-blind': text.toLowerCase(),
        folded: withoutAccents(text).toLowerCase(),
        decomposed: text.normalize('NFD').toLowerCase(),
        'code-point': text,
      }[collation],
      (point) => point.codePointAt(0) as number,
    )
  const [x, y] = [points(a), points(b)]
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] !== y[i]) return (x[i] as number) - (y[i] as number)
  }
  return x.length - y.length
}

const barely: Partial<Record<NameMatch['folding'], (text: string) => string>> = {
  'case-and-accents': (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  compatible: (text) => text.normalize('NFKD').replace(/\p{M}/gu, ''),
  transliterated: (text) =>
    Array.from(text.normalize('NFKD'), (sign) => (sign < '\x80' ? sign : '')).join(''),
}

export function naiveMatches(name: string, { text, matching, folding, composed }: NameMatch): boolean {
  const fold = (written: string) => {
    const raw = composed ? written.normalize('NFC') : written
    const bare = barely[folding]?.(raw) ?? raw
    return folding === 'none' ? bare : bare.toLowerCase()
  }
  const [haystack, needle] = [fold(name), fold(text)]
  if (matching === 'exact') return haystack === needle
  const words = needle.split(/\s+/).filter((word) => word !== '')
  if (matching === 'words') return words.every((word) => haystack.includes(word))
  if (matching === 'whole-words') return words.every((word) => haystack.split(' ').includes(word))
  if (matching === 'word-beginnings') {
    return words.every((word) => haystack.split(' ').some((begun) => begun.startsWith(word)))
  }
  if (matching === 'prefix') return haystack.startsWith(needle)
  if (matching === 'first-words') return haystack === needle || haystack.startsWith(`${needle} `)
  return matching === 'word' ? ` ${haystack} `.includes(` ${needle} `) : haystack.includes(needle)
}

const WORDS = [
  'ana',
  'Ana',
  'ANA',
  'Anã',
  'da',
  'dos',
  'Silva',
  'silvã',
  "D'Ávila",
  'Conceição',
  'José',
  'Jose',
  'Jose\u0301',
  'Sá',
  'Ø',
  '李',
  '😀',
  'Mariª',
  'Ana\u00a0da',
  'Müller-Sá',
  'Jr.',
  '',
]

/** Names that are near each other in every way that an order or a search could stumble over. */
export const aName = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 })
      .map((words) => words.join(' ') || 'Li'),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }) },
)

export const collations = [
  ...(['pt-BR', 'code-point', 'case-blind'] as const),
  ...(['folded', 'capitals-first', 'without-blanks'] as const),
  ...(['without-blanks-exact', 'letters', 'decomposed'] as const),
] satisfies Order['collation'][]

const aSortKey: fc.Arbitrary<SortKey> = fc.record({
  by: fc.constantFrom('cpf', 'nome', 'atualizado_em'),
  descending: fc.boolean(),
})

const aTieKey: fc.Arbitrary<TieKey> = fc.oneof(
  { weight: 2, arbitrary: aSortKey },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('stored' as const), descending: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      by: fc.constant('nome' as const),
      descending: fc.boolean(),
      collation: fc.constantFrom(...collations),
    }),
  },
)

export const anOrder: fc.Arbitrary<Order> = fc
  .record({
    key: aSortKey,
    collation: fc.constantFrom(...collations),
    ties: fc.option(fc.array(aTieKey, { maxLength: 2 }), { nil: [], freq: 4 }),
    isStored: fc.constantFrom(false, false, false, false, false, true),
  })
  .map(({ key, collation, ties, isStored }) => ({ ...key, collation, ties, ...(isStored && { isStored }) }))

export const aNameMatch: fc.Arbitrary<NameMatch> = fc.record({
  text: fc.oneof(
    fc.constantFrom(
      'a',
      'ana',
      'da',
      'da s',
      ' ',
      'Silva',
      'silva',
      'é',
      'josé',
      'jose\u0301',
      'ção',
      'x',
      'ana da',
      "d'",
      'ª',
      'nª',
      '😀',
      's  an',
    ),
    aName,
  ),
  matching: fc.constantFrom(
    ...(['contains', 'prefix', 'word', 'exact'] as const),
    ...(['words', 'word-beginnings', 'whole-words', 'first-words'] as const),
  ),
  folding: fc.constantFrom('case', 'case-and-accents', 'none', 'compatible', 'transliterated'),
  composed: fc.boolean(),
})

const BEGIN = Date.UTC(2025, 0, 1)

/** A sound dataset of two organizations, with tied timestamps, homonyms and persons that both of them queried. */
export const aDataset: fc.Arbitrary<Dataset> = aDatasetWith({ names: 0, reports: 0 })

/** The same with at least so many persons, and reports of which some are left out. */
export function aDatasetWith(least: { names: number; reports: number }): fc.Arbitrary<Dataset> {
  return fc
    .record({
      names: fc.array(aName, { minLength: least.names, maxLength: 40 }),
      reports: fc.array(
        fc.record({
          organization: fc.nat(1),
          person: fc.nat(39),
          minutes: fc.nat(20),
          decided: fc.boolean(),
        }),
        {
          minLength: least.reports,
          maxLength: 80,
        },
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
}

export function numeroOf(i: number): string {
  return `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`
}
