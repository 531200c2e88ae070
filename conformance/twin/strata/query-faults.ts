import { legalRows, PAGE } from './listed.ts'
import { cellQuery } from './parameters.ts'
import { type Draw, listOf, type Stratum, type Value } from './stratum.ts'
import { NAMES_OF_OTHERS } from './values/others.ts'
import { sorting } from './values/sort.ts'

/** Cells that most services refuse, for several faults at once. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  page: ['word', 'zero', 'negative', 'fraction', 'empty'],
  rows: ['word', 'off-grid', 'below-grid', 'zero', 'negative', 'empty'],
  cpf: ['masked', 'word', 'short-word', 'short', 'long', 'empty'],
  nome: ['empty', 'repeated'],
  sort: ['word', 'empty', 'dash'],
  others: ['unknown'],
}

/** Draws a query with so many faults in different parameters. */
function faultyQuery(draw: Draw, count: number): Readonly<Record<string, Value>> {
  const drawn = draw.chance.some(Object.keys(FAULTS), count)
  return Object.assign(
    {},
    ...drawn.map((row) => cellQuery(row, draw.chance.pick(FAULTS[row] as string[]), draw)),
  )
}

export const queryFaultStrata: readonly Stratum[] = [
  {
    name: 'rows.above-limit',
    draw: (draw) => {
      const { chance, profile } = draw
      const { rows: limit } = profile.dialect.limits
      if (limit === undefined) return undefined
      return listOf(draw, { rows: String(limit + PAGE * chance.pick([1, 1, chance.whole(2, 90)])) })
    },
  },
  { name: 'query.two-faults', draw: (draw) => listOf(draw, faultyQuery(draw, 2)) },
  // A service that reads a query into types tells these apart from what it cannot read.
  {
    name: 'query.two-values',
    draw: (draw) => listOf(draw, { page: '0', rows: String(draw.chance.pick([1, 12, 13, 24])) }),
  },
  { name: 'query.three-faults', draw: (draw) => listOf(draw, faultyQuery(draw, 3)) },
  {
    name: 'query.several-unknown',
    draw: (draw) =>
      listOf(
        draw,
        Object.fromEntries(
          draw.chance.some(NAMES_OF_OTHERS, draw.chance.whole(2, 3)).map((name) => [name, '1']),
        ),
      ),
  },
  {
    name: 'query.fault-and-legal',
    draw: (draw) =>
      listOf(draw, { ...faultyQuery(draw, 1), sort: sorting(draw), rows: String(legalRows(draw)) }),
  },
]
