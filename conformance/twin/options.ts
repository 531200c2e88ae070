import {
  type Dialect,
  type JudgingStep,
  lastTieOrders,
  type Ordering,
  otherCollations,
  type Search,
  type Shape,
  tieOrders,
  wordMatchings,
} from '../../src/contract/dialect.ts'
import { bodyTable, parameterTable, routeTable } from '../../src/contract/kind-tables.ts'
import { type ChoiceKnob, type KnobName, knobNames, knobs } from '../../src/contract/knobs.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { stepsOf } from '../../src/contract/steps.ts'

/** A point of a profile, and what it may be. */
export interface Point {
  name: string
  /** Begins the strata whose questions show it. */
  strata: readonly string[]
  /** The profile with each of its choices, the likeliest first. */
  options(profile: Profile): Profile[]
}

const tables = { parameters: parameterTable, bodies: bodyTable, routes: routeTable } as const
type TableName = keyof typeof tables

/** Returns whether a point shows in a stratum. */
export function showsIn({ strata }: Pick<Point, 'strata'>, stratum: string): boolean {
  return strata.some((own) => stratum === own || stratum.startsWith(`${own}.`))
}

/** Strata of other names that show a cell. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  'unknown.body': [
    'precedence.method-body',
    'precedence.method-type',
    'precedence.method-size',
    'precedence.route-json',
  ],
  'type.accept': ['precedence.token-accept'],
  'report.shape-with-body': ['precedence.shape-body'],
  'report.shape': [
    'report.shape-with-body',
    'precedence.shape-body',
    'precedence.shape-json',
    'precedence.token-shape',
    'precedence.type-shape',
  ],
  'body.broken': ['json'],
  'unknown.elsewhere': ['route.escape', 'precedence.token-route'],
  'report.empty': ['report.no-number', 'precedence.route-json'],
}

/** Cells of second decisions: what was decided before shows them, and no single answer. */
const BY_EXPERIMENT: ReadonlySet<string> = new Set([
  'same-decision',
  'after-rejection',
  'approved-again',
  'approved-rejected',
  'rejected-approved',
  'rejected-again',
])

/** Every other cell of the tables; its name is that of its stratum. */
export const cells: readonly Point[] = Object.entries(tables).flatMap(([table, rows]) =>
  Object.entries(rows as Record<string, Record<string, readonly string[]>>).flatMap(([row, columns]) =>
    Object.entries(columns)
      .filter(([column]) => !BY_EXPERIMENT.has(column))
      .map(
        ([column, choices]): Point => ({
          name: `${row}.${column}`,
          strata: [`${row}.${column}`, ...(SHOWN_BY[`${row}.${column}`] ?? [])],
          options: (profile) =>
            choices.map((choice) => withCell(profile, table as TableName, row, column, choice)),
        }),
      ),
  ),
)

const STRATA: Partial<Record<KnobName, readonly string[]>> = {
  defaultOrder: ['list'],
  nomeMatching: ['search'],
  nomeFolding: ['search'],
  nomeCollation: ['order'],
  aprovarAsText: ['aprovar.text'],
  characters: ['mensagem'],
  reportNumberShape: ['report.shape'],
  foreignReport: ['report.foreign'],
  revalidation: ['report.approved-rejected', 'report.approved-again'],
  bodyType: ['type'],
}

const MAXIMA = [25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 1_000]

/** A maximum that its experiment could not find, as where a search that finds nobody is refused. */
const rowsMaximum: Point = {
  name: 'rowsMaximum',
  strata: ['list.rows', 'list.rows-maximum', 'list.page-and-rows', 'order', 'combined', 'rows'],
  options: (profile) =>
    MAXIMA.flatMap((rowsMaximum) =>
      (['cap', 'refuse'] as const).map((rowsAboveMaximum) => ({ ...profile, rowsMaximum, rowsAboveMaximum })),
    ),
}

/** Knobs whose choices are words, for a service that its own experiment found to be like none of them. */
export const knobPoints: readonly Point[] = knobNames.flatMap((name) => {
  if (name === 'rowsMaximum') return [rowsMaximum]
  const knob = knobs[name]
  const strata = STRATA[name]
  if (knob.kind !== 'choice' || strata === undefined) return []
  const { choices } = knob as ChoiceKnob
  return [{ name, strata, options: (profile) => choices.map((choice) => ({ ...profile, [name]: choice })) }]
})

const leasts = [2, 3, 4, 5]
const shortChoices = parameterTable.nome.short.filter((choice) => choice !== 'take')
/** Maxima of services, the likeliest first. */
const mosts = [255, 100, 200, 120, 80, 60, 150, 50, 128, 256, 500]
const longChoices = parameterTable.nome.long.filter((choice) => choice !== 'take')
/** Matchings of tokens, and the signs at which services divide names into them. */
const ofTokens = ['token-beginnings', 'whole-tokens', 'any-token'] as const
const dividers = ['-', "-'\u2019.", "-'\u2019", "-'", '-.', "'\u2019"]
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
] as const
const buscaSources = ['nome', 'cpf', 'nome-or-cpf', 'cpf-or-nome'] as const
const joins = [' ', ', ', ' + ', ' / ', ' e ']

/** What is sent for a page beyond the end shows only together with the page that the answer names. */
function beyondEnds(profile: Profile): Profile[] {
  return (['last-page', 'first-page'] as const).map((choice) =>
    withCell(profile, 'parameters', 'page', 'beyond-end', choice),
  )
}

/** Rules of searches and echoes that are no cells. */
export const rules: readonly Point[] = [
  {
    name: 'search.words',
    strata: ['search', 'nome'],
    options: (profile) =>
      // A service that divides a search into words does not see the blanks around and between them, either.
      [profile, withNormalBlanks(profile)].flatMap((option) => [
        ...wordMatchings.map((words) => withSearch(option, { words })),
        ...ofTokens.flatMap((words) => dividers.map((dividers) => withSearch(option, { words, dividers }))),
      ]),
  },
  {
    name: 'search.folding',
    strata: ['search', 'nome'],
    options: (profile) => [
      withSearch(profile, { folding: 'ascii-case' }),
      withSearch({ ...profile, nomeMatching: 'contains' }, { folding: 'ascii-case' }),
    ],
  },
  {
    name: 'search.least',
    // A search of blanks alone is refused for another reason, whatever the minimum is.
    strata: ['search', 'nome.short', 'nome.padded', 'nome.signs', 'nome.unknown'],
    options: (profile) =>
      leasts.flatMap((least) =>
        shortChoices.map((short) =>
          withCell(withSearch(profile, { least }), 'parameters', 'nome', 'short', short),
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
      ...tieOrders.filter((ties) => !isOfTable(ties)).map((ties) => withOrdering(profile, { ties })),
      ...tieOrders
        .filter(isOfNames)
        .flatMap((ties) => lastTieOrders.map((lastTies) => withOrdering(profile, { ties, lastTies }))),
      // So does one by the last update or the CPF, under the collation that goes with it.
      ...otherCollations.flatMap((collation) =>
        tiesOfFields.map((ties) => withOrdering(profile, { collation, ties })),
      ),
      ...tieOrders.filter(isOfTable).map((ties) => withOrdering(profile, { ties })),
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
      (['stored', 'signed'] as const).map((unsorted) => withOrdering(profile, { unsorted })),
  },
  {
    name: 'search.busca',
    strata: ['search', 'list.cpf', 'cpf', 'nome', 'combined'],
    options: (profile) => [
      ...buscaSources.flatMap((of) => buscaForms.map((as) => withSearch(profile, { busca: { of, as } }))),
      ...joins.flatMap((join) =>
        [{}, { first: 'cpf' } as const].flatMap((first) =>
          buscaForms.map((as) => withSearch(profile, { busca: { join, ...first, as } })),
        ),
      ),
    ],
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

/** The order of judging with one step moved to another place. */
export const stepOrder: Point = {
  name: 'steps',
  strata: ['precedence'],
  options(profile) {
    const order = stepsOf(profile)
    // Of moves that explain as much, the shortest is the likeliest: nobody looks for decisions before the token.
    const moved = order
      .flatMap((step, from) => {
        const others = order.filter((other) => other !== step)
        return [...order.keys()].map((place) => ({
          steps: others.toSpliced(place, 0, step),
          distance: Math.abs(place - from),
        }))
      })
      .sort((a, b) => a.distance - b.distance)
      .map(({ steps }) => withDialect(profile, { steps }))
    const others: readonly JudgingStep[] = order.filter((step) => step !== 'token')
    // Views look at the token before the method, and are found by the path.
    const ofViews = withDialect(withCell(profile, 'routes', 'unknown', 'elsewhere', 'any'), {
      steps: others.toSpliced(others.indexOf('route'), 0, 'token'),
    })
    // A number that is no UUID may be answered as an unknown path is, and yet come after the token.
    const ofNumbers = withCell(profile, 'routes', 'report', 'shape', 'judged')
    return [...moved, ofViews, ofNumbers]
  },
}

export function withDialect(profile: Profile, part: Partial<Dialect>): Profile {
  return { ...profile, dialect: { ...profile.dialect, ...part } }
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

function isOfTable(ties: string): boolean {
  return ties.startsWith('stored')
}

function isOfNames(ties: string): boolean {
  return ties.startsWith('nome')
}

const tiesOfFields = tieOrders.filter((ties) => !isOfTable(ties) && !isOfNames(ties))

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

function withCell(profile: Profile, table: TableName, row: string, column: string, choice: string): Profile {
  const rows = profile.dialect[table] as Record<string, Record<string, string>>
  return withDialect(profile, { [table]: { ...rows, [row]: { ...rows[row], [column]: choice } } })
}

/** Returns the profile without each entry of its tables, one at a time. */
export function withoutEntries(profile: Profile): Profile[] {
  const { dialect } = profile
  const withoutCells = (Object.keys(tables) as TableName[]).flatMap((table) =>
    Object.entries(dialect[table] as Record<string, Record<string, string>>).flatMap(([row, columns]) =>
      Object.keys(columns)
        .filter((column) => !BY_EXPERIMENT.has(column))
        .map((column) => {
          const { [column]: _, ...others } = columns
          const { [row]: _row, ...rows } = dialect[table] as Record<string, object>
          return withDialect(profile, {
            [table]: Object.keys(others).length > 0 ? { ...rows, [row]: others } : rows,
          })
        }),
    ),
  )
  const withoutRules = (['search', 'ordering'] as const).flatMap((table) =>
    Object.keys(dialect[table]).map((name) => {
      const { [name]: _, ...rules } = dialect[table] as Record<string, unknown>
      return withDialect(profile, { [table]: rules })
    }),
  )
  return [
    ...withoutCells,
    ...withoutRules,
    ...(dialect.steps.length > 0 ? [withDialect(profile, { steps: [] })] : []),
  ]
}
