import type { Question } from '../../client/exchange.ts'
import { cpfIn, gibberish, legalRows } from './listed.ts'
import { type Draw, listOf, type Stratum, strataOf, type Value } from './stratum.ts'
import { cpf } from './values/cpf.ts'
import { nome } from './values/nome.ts'
import { page, rows } from './values/numbers.ts'
import { others } from './values/others.ts'
import { sort } from './values/sort.ts'

const values: Readonly<Record<string, Readonly<Record<string, (draw: Draw) => Value | undefined>>>> = {
  page,
  rows,
  cpf,
  nome,
  sort,
}

/** Draws a query that has one cell of the table; undefined if the data of the target has nothing for it. */
export function cellQuery(
  row: string,
  column: string,
  draw: Draw,
): Readonly<Record<string, Value>> | undefined {
  if (row === 'others') return others[column as keyof typeof others](draw)
  const value = values[row]?.[column]?.(draw)
  if (value === undefined) return undefined
  // A text about the last page of several lists shows that it is told.
  const isOfMore = column === 'beyond-end' && draw.chance.once(2)
  return {
    ...(column === 'beyond-nobody' && { nome: gibberish(draw) }),
    ...(isOfMore && { rows: String(legalRows(draw)) }),
    [row]: value,
  }
}

function questionOf(row: string, column: string, draw: Draw): Question | undefined {
  const query = cellQuery(row, column, draw)
  return query && listOf(draw, query)
}

/** One stratum for each cell of the table of parameters. */
export const parameterStrata: readonly Stratum[] = [...Object.entries(values), ['others', others] as const]
  .flatMap(([row, columns]) =>
    Object.keys(columns).map((column) => ({
      name: `${row}.${column}`,
      draw: (draw: Draw) => questionOf(row, column, draw),
    })),
  )
  .concat(
    strataOf('cpf', {
      // A client that reads a CPF as a number loses its leading zeros.
      'short.zeros': (draw) => {
        const cpf = cpfIn(draw, (one) => one.startsWith('0'))
        return cpf === undefined ? undefined : listOf(draw, { cpf: cpf.replace(/^0+/, '') })
      },
    }),
  )
