import { bodyTable } from '../../src/contract/body-table.ts'
import type { Dialect, JudgingStep } from '../../src/contract/dialect.ts'
import { type ChoiceKnob, type KnobName, knobNames, knobs } from '../../src/contract/knobs.ts'
import { parameterTable } from '../../src/contract/parameter-table.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { routeTable } from '../../src/contract/route-table.ts'
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
  // A number in braces needs escapes.
  'report.encoded': ['report.braces.unknown'],
  'report.shape-with-body': ['precedence.shape-body'],
  'report.shape-with-json': ['precedence.shape-json'],
  'report.shape': [
    'report.shape-with-body',
    'precedence.shape-body',
    'precedence.shape-json',
    'precedence.token-shape',
    'precedence.type-shape',
  ],
  'body.broken': ['json'],
  'body.early': [
    'precedence.report-body',
    'precedence.decided-body',
    'precedence.decided-unknown',
    'precedence.report-charset',
    'precedence.shape-body',
    'precedence.token-body',
  ],
  'unknown.elsewhere': ['route.escape', 'precedence.token-route'],
  'unknown.method': ['precedence.token-method'],
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
  // Answers differ only in their words: see without-token.ts and form-names.ts.
  'without-token',
  'names',
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
    // A gateway takes the paths and methods of the interface, and leaves the rest of a route to the service.
    const behindGateway = withCell(ofViews, 'routes', 'unknown', 'method', 'first')
    // A number that is not a UUID may be answered as an unknown path is, and yet come after the token.
    const ofNumbers = withCell(profile, 'routes', 'report', 'shape', 'judged')
    // A route that takes only UUIDs looks at the number before the body, and yet after the token.
    const withoutNumber: readonly JudgingStep[] = order.filter((step) => step !== 'number')
    const ofRoutes = withDialect(withCell(profile, 'routes', 'report', 'shape', 'unknown'), {
      steps: withoutNumber.toSpliced(withoutNumber.indexOf('token') + 1, 0, 'number'),
    })
    return [...moved, ofViews, behindGateway, ofNumbers, ofRoutes]
  },
}

/**
 * Options for services that judge the Content-Type only as they read the body, after they have found the report. Each
 * changes the order of steps and the choices of types together, because either change by itself explains fewer answers.
 */
export const lateTypes: Point = {
  name: 'steps.type',
  strata: ['type', 'precedence'],
  options(profile) {
    const { bodies } = profile.dialect
    const unread = Object.entries(bodies.type ?? {}).filter(([, choice]) => choice === 'as-none')
    const refused = unread.reduce(
      (option, [column]) => withCell(option, 'bodies', 'type', column, 'refuse'),
      profile,
    )
    const onlyJson: Profile = {
      ...withDialect(profile, { bodies: { ...bodies, type: {} } }),
      bodyType: 'json',
    }
    const others: readonly JudgingStep[] = stepsOf(profile).filter(
      (step) => step !== 'type' && step !== 'json',
    )
    const orders = (['report', 'state'] as const).map((step) =>
      others.toSpliced(others.indexOf(step) + 1, 0, 'type', 'json'),
    )
    return [refused, onlyJson].flatMap((option) => orders.map((steps) => withDialect(option, { steps })))
  },
}

export function withDialect(profile: Profile, part: Partial<Dialect>): Profile {
  return { ...profile, dialect: { ...profile.dialect, ...part } }
}

export function withCell(
  profile: Profile,
  table: TableName,
  row: string,
  column: string,
  choice: string,
): Profile {
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
