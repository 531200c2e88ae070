import {
  lastTieOrders,
  type Ordering,
  otherCollations,
  otherFoldings,
  type Search,
  type Shape,
  tieOrders,
  wordMatchings,
} from '../../src/contract/dialect.ts'
import { parameterTable } from '../../src/contract/parameter-table.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { type Point, withCell, withDialect } from './options.ts'

const leasts = [2, 3, 4, 5]
const units: readonly Search[] = [{}, { counted: 'bytes' }, { counted: 'bytes-without-accents' }]
const shortChoices = parameterTable.nome.short.filter((choice) => choice !== 'take')
/** Maxima of services, the likeliest first. */
const mosts = [255, 100, 200, 120, 80, 60, 150, 50, 128, 256, 500]
const longChoices = parameterTable.nome.long.filter((choice) => choice !== 'take')
/** Matchings of tokens, and the signs at which services divide names into them. */
const ofTokens = ['token-beginnings', 'whole-tokens', 'any-token'] as const
const dividers = ['-', "-'\u2019.", "-'\u2019", "-'", '-.', "'\u2019"]
/** The signs behind which a word begins for an expression such as `\\bsilva`. */
const dividersOfText = ["-'\u2019.", '-'] as const
/** The same where a search is divided at blanks. */
const dividersOfNames: readonly Search[] = [{ dividers: '-' }, { dividers: "-'" }, {}]
const buscaForms = [
  'sent',
  'taken',
  'trimmed',
  'lower-case',
  'upper-case',
  'without-accents',
  'lower-case-without-accents',
  'trimmed-lower-case',
  'sent-if-taken',
  'squished',
] as const
const buscaSources = ['nome', 'cpf', 'nome-or-cpf', 'cpf-or-nome'] as const
const eitherSource = ['nome-or-cpf', 'cpf-or-nome'] as const
/** Forms of services that normalise only one of the two. */
const ownCpfForms = [
  ...(['sent', 'trimmed', 'sent-if-taken'] as const).map((as) => ({ as, cpf: 'taken' }) as const),
  { as: 'taken', cpf: 'sent' },
  { as: 'sent', cpf: 'trimmed' },
] as const
const joins = [' ', ', ', ' + ', ' / ', ' e ']

/** What is sent for a page beyond the end shows only together with the page that the answer names. */
function beyondEnds(profile: Profile): Profile[] {
  return (['last-page', 'first-page'] as const).map((choice) =>
    withCell(profile, 'parameters', 'page', 'beyond-end', choice),
  )
}

/** Rules of searches and echoes that are not cells. */
export const rules: readonly Point[] = [
  {
    name: 'search.words',
    // What blanks find is a cell of its own, and says nothing of words.
    strata: ['search', ...Object.keys(parameterTable.nome).flatMap(nomeButBlanks)],
    options: (profile) =>
      // A service that divides a search into words does not see the blanks around and between them, either.
      [profile, withNormalBlanks(profile)].flatMap((option) => [
        ...wordMatchings.map((words) => withSearch(option, { words })),
        ...ofTokens.flatMap((words) => dividers.map((dividers) => withSearch(option, { words, dividers }))),
        ...dividersOfText.map((dividers) => withSearch(option, { words: 'text-at-word', dividers })),
        ...ofTokens.flatMap((words) =>
          dividersOfNames.map((rule) => withSearch(option, { words, ...rule, divided: 'names' })),
        ),
      ]),
  },
  {
    name: 'search.wordless',
    strata: ['nome.signs'],
    options: (profile) => [withSearch(profile, { wordless: 'everybody' })],
  },
  {
    name: 'search.folding',
    strata: ['search.compatible', 'search', 'nome'],
    options: (profile) => [
      ...otherFoldings.map((folding) => withSearch(profile, { folding })),
      withSearch({ ...profile, nomeMatching: 'contains' }, { folding: 'ascii-case' }),
    ],
  },
  {
    name: 'search.least',
    // A search of blanks alone is refused for another reason, whatever the minimum is.
    strata: ['search', 'nome.short', 'nome.padded', 'nome.signs', 'nome.unknown'],
    options: (profile) =>
      units.flatMap((counted) =>
        leasts.flatMap((least) =>
          shortChoices.map((short) =>
            withCell(withSearch(profile, { least, ...counted }), 'parameters', 'nome', 'short', short),
          ),
        ),
      ),
  },
  {
    name: 'search.most',
    strata: ['nome.long'],
    options: (profile) =>
      mosts.flatMap((most) =>
        longChoices.map((long) =>
          withCell(withSearch(profile, { most }), 'parameters', 'nome', 'long', long),
        ),
      ),
  },
  {
    name: 'search.composed',
    strata: ['search.decomposed'],
    options: (profile) => [withSearch(profile, { composed: 'yes' })],
  },
  {
    name: 'search.wildcards',
    strata: ['search.wildcards', 'search.expression', 'search.with-a-sign', 'nome.signs', 'nome.expression'],
    options: (profile) =>
      (['yes', 'escaped', 'expression'] as const).map((wildcards) => withSearch(profile, { wildcards })),
  },
  {
    name: 'ordering.collation',
    strata: ['order', 'combined'],
    options: (profile) => otherCollations.map((collation) => withOrdering(profile, { collation })),
  },
  {
    name: 'ordering.ties',
    strata: ['order', 'list', 'combined'],
    options: (profile) => [
      // An order by names says more than that of the table, which explains whatever order there is.
      ...tieOrders.filter((ties) => !isStoredTie(ties)).map((ties) => withOrdering(profile, { ties })),
      ...tieOrders
        .filter(isNameTie)
        .flatMap((ties) => lastTieOrders.map((lastTies) => withOrdering(profile, { ties, lastTies }))),
      // So does one by the last update or the CPF, under the collation that goes with it.
      ...otherCollations.flatMap((collation) =>
        tiesOfFields.map((ties) => withOrdering(profile, { collation, ties })),
      ),
      ...tieOrders.filter(isStoredTie).map((ties) => withOrdering(profile, { ties })),
      // Where names are equal that differ in accents or capitals, ties show only under their own collation.
      ...otherCollations.flatMap((collation) =>
        TIES_OF_NAMES.map((ties) => withOrdering(profile, { collation, ...ties })),
      ),
      ...tieOrders.map((defaultTies) => withOrdering(profile, { defaultTies })),
      ...tieOrders.map((defaultTies) => withOrdering(profile, { ties: 'cpf', defaultTies })),
    ],
  },
  {
    name: 'ordering.unsorted',
    strata: ['sort'],
    options: (profile) =>
      // Only a service that refuses no dash alone can show it there.
      [profile, withCell(profile, 'parameters', 'sort', 'dash', 'absent')].flatMap((option) =>
        (['stored', 'signed'] as const).map((unsorted) => withOrdering(option, { unsorted })),
      ),
  },
  {
    name: 'search.busca',
    strata: ['search', 'list.cpf', 'cpf', 'nome', 'combined'],
    options: (profile) => [
      ...buscaSources.flatMap((of) => buscaForms.map((as) => withSearch(profile, { busca: { of, as } }))),
      ...eitherSource.flatMap((of) =>
        ownCpfForms.map((forms) => withSearch(profile, { busca: { of, ...forms } })),
      ),
      ...joins.flatMap((join) =>
        [{}, { first: 'cpf' } as const].flatMap((first) =>
          [...buscaForms.map((as) => ({ as })), ...ownCpfForms].map((forms) =>
            withSearch(profile, { busca: { join, ...first, ...forms } }),
          ),
        ),
      ),
    ],
  },
  {
    name: 'search.busca.empty',
    strata: ['combined.empty-nome-cpf'],
    options: (profile) =>
      eitherSource.map((of) => {
        const { as, cpf } = profile.dialect.search.busca ?? {}
        return withSearch(profile, {
          busca: { of, ...(as && { as }), ...(cpf && { cpf }), empty: 'repeated' },
        })
      }),
  },
  ...(['atual', 'linhas'] as const).map(
    (name): Point => ({
      name: `shape.${name}`,
      strata: ['page', 'rows', 'list', 'combined'],
      options: (profile) =>
        [profile, ...(name === 'atual' ? beyondEnds(profile) : [])].flatMap((option) => [
          ...(option === profile ? [] : [option]),
          withShape(option, { [name]: 'sent' }),
        ]),
    }),
  ),
]

function nomeButBlanks(kind: string): string[] {
  return /blank$/.test(kind) ? [] : [`nome.${kind}`]
}

function withSearch(profile: Profile, part: Search): Profile {
  return withDialect(profile, { search: { ...profile.dialect.search, ...part } })
}

const TIES_OF_NAMES: readonly Ordering[] = [
  { ties: 'nome-code-point' },
  { ties: 'nome-exact' },
  { ties: 'nome' },
  { ties: 'nome', lastTies: 'stored' },
  { ties: 'nome-pt-BR', lastTies: 'stored' },
  { ties: 'stored' },
  { ties: 'stored-with-order' },
]

function isStoredTie(ties: string): boolean {
  return ties.startsWith('stored')
}

function isNameTie(ties: string): boolean {
  return ties.startsWith('nome')
}

const tiesOfFields = tieOrders.filter((ties) => !isStoredTie(ties) && !isNameTie(ties))

function withOrdering(profile: Profile, part: Ordering): Profile {
  return withDialect(profile, { ordering: { ...profile.dialect.ordering, ...part } })
}

function withNormalBlanks(profile: Profile): Profile {
  const trimmed = withCell(profile, 'parameters', 'nome', 'padded', 'trim')
  return withCell(trimmed, 'parameters', 'nome', 'gaps', 'collapse')
}

function withShape(profile: Profile, part: Shape): Profile {
  return withDialect(profile, { shape: { ...profile.dialect.shape, ...part } })
}
