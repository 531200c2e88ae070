import type { Exchange } from '../client/exchange.ts'
import type { Cell } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import { judgeRefusal, type Refusal, type RefusalAspect } from '../model/refusal-faults.ts'
import { askAll, type Judged } from './table.ts'

/** A request that must be refused. */
export interface Refused {
  cell: Cell
  want: Omit<Refusal, 'notFound'>
  /** Whether a 404 is a possible answer, because the report does not exist. */
  isUnknown: boolean
  ask: () => Promise<Exchange>
}

/**
 * Sends requests that must be refused. The interface does not show whether an unknown number is told before anything else; a
 * service that refuses one of them for what is wrong with it is expected to do so with all.
 * @param shows whether a refusal of this cell shows what is judged first
 * @throws {Undecided} if the service tells only whether the report exists
 */
export async function askRefused(all: readonly Refused[], shows: (cell: Cell) => boolean = () => true): Promise<Judged<RefusalAspect>[]> {
  const asked = await askAll<Refused, RefusalAspect>(all, async ({ ask }) => ({ faults: [], shown: [], exchanges: [await ask()] }))
  const refused = new Map(all.map((one) => [one.cell, one]))
  const statusOf = ({ exchanges: [exchange] }: Judged) => exchange?.response.status
  const isFirst = asked.some((one) => shows(one.cell) && statusOf(one) === refused.get(one.cell)?.want.status)
  const judged = asked.map((one): Judged<RefusalAspect> => {
    const { cell, exchanges } = one
    const [exchange] = exchanges
    if (!exchange) return one
    const { want, isUnknown } = refused.get(cell) as Refused
    const notFound = !isUnknown ? 'wrong' : isFirst ? 'late' : 'open'
    return { cell, exchanges, ...judgeRefusal({ ...want, notFound }, exchange) }
  })
  const declared = judged.filter(({ cell }) => !refused.get(cell)?.isUnknown)
  const told = new Set(declared.filter(({ cell }) => shows(cell)).map(statusOf))
  if (told.size === 1 && told.has(404))
    throw new Undecided('blocked', 'the target returns 404 for a declared report', 'check the number and whose report it is')
  if (told.size === 1 && told.has(409))
    throw new Undecided('blocked', 'a declared report is closed for decisions', 'declare one that nobody has decided')
  if (declared.length === 0 && !isFirst && judged.every(({ faults }) => faults.length === 0))
    throw new Undecided(
      'precedence-open',
      'the service tells that the number is unknown before anything else',
      'declare a report with --report and --allow-writes',
    )
  return judged
}
