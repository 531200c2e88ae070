import { bodyTable } from '../../src/contract/body-table.ts'
import { parameterTable } from '../../src/contract/parameter-table.ts'
import { routeTable } from '../../src/contract/route-table.ts'
import type { Situation } from '../../src/twin.ts'
import { type Difference, SPELLING } from './compare.ts'

const tables = { parameters: parameterTable, bodies: bodyTable, routes: routeTable } as const

/** What decides the behaviour of strata that are not cells of a table. */
const groups: Readonly<Record<string, string>> = {
  list: 'dialect.parameters and the knobs of lists',
  order: 'the knobs defaultOrder, sortFields and nomeCollation',
  combined: 'the knobs of lists',
  search: 'dialect.search, or the knobs nomeMatching and nomeFolding',
  query: 'dialect.parameters',
  payload: 'dialect.bodies',
  json: 'dialect.bodies',
  route: 'the knob routeUnknown',
  report: 'the knobs reportNumberShape and foreignReport',
  accept: 'dialect.refusals.ifJson or ifHtml',
  token: 'the knob authorization',
  precedence: 'dialect.steps',
  decision: 'the knobs revalidation and touchOnValidation',
}

/**
 * Returns the part of a profile that would fix a difference, or `none`.
 * @param situations what the twin found wrong with the request
 */
export function mendFor(
  stratum: string,
  { point }: Difference,
  status: number,
  situations: readonly Situation[],
): string {
  const [row = '', column = ''] = stratum.split('.')
  if (point.startsWith('header '))
    return status < 400 ? 'dialect.shape.headers' : 'dialect.shape.refusalHeaders'
  if (point === SPELLING) return status < 400 ? 'dialect.shape.json' : 'dialect.shape.refusalJson'
  if (point === 'busca') return 'dialect.search.busca, or the knob busca'
  if (BEHAVIOUR.has(point)) return cellOf(row, column) ?? groups[row] ?? 'none'
  if (status < 400) return point.includes('itens') ? 'dialect.shape.item' : 'dialect.shape'
  const names = situations.map(({ name }) => name)
  if (names.length > 1) return 'dialect.refusals.joining'
  return `dialect.refusals.phrases["${names[0] ?? stratum}"]`
}

const BEHAVIOUR: ReadonlySet<string> = new Set([
  'status',
  'persons',
  'order',
  'total',
  'atual',
  'linhas',
  'numero',
])

function cellOf(row: string, column: string): string | undefined {
  for (const [name, table] of Object.entries(tables)) {
    const columns: object | undefined = (table as Readonly<Record<string, object>>)[row]
    if (columns !== undefined && Object.hasOwn(columns, column)) return `dialect.${name}.${row}.${column}`
  }
  return undefined
}
