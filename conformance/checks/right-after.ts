import { counted } from '../../src/contract/counted.ts'
import type { Credentials } from '../client/exchange.ts'
import { type Axes, type Cell, coveringCells, nameOf } from '../judging/cells.ts'
import { Violation } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import type { ListAnswer, Query } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { decide } from './first-decisions.ts'
import { drifted } from './interleave.ts'
import { listDiffers } from './list-differs.ts'
import { CLAUSES } from './memory.ts'

/** Who decides a report, who reads a list right after it, and which one. */
const axes = {
  decider: ['own', 'other'],
  asker: ['own', 'other'],
  list: ['plain', 'page', 'sort', 'nome', 'cpf'],
} as const satisfies Axes

interface Reader {
  authorization: Credentials
  queries: Readonly<Record<string, Query>>
}

/** How often a difference must come again. */
const TIMES = 2

/** A decision changes lists at most from what they were to what they stay. */
export const rightAfter: readonly Check[] = [
  {
    id: 'MEM-11',
    clause: CLAUSES,
    level: 'required',
    risk: 'w2',
    rests: ['MEM-01', 'PAG-18', 'CELL-44'],
    needs: ['report', 'one-person'],
    title: 'answers a list right after a decision as it answers it before or later',
    async run(service) {
      const readers = await readersOf(service)
      const deciders = service.foreignReport && readers.other ? axes.decider : ['own']
      const cells = coveringCells(
        { ...axes, decider: deciders, asker: Object.keys(readers) },
        { strength: 2 },
      ).filter(({ asker = '', list = '' }) => readers[asker]?.queries[list])
      for (const [i, cell] of cells.entries()) {
        const looking = lookAt(service, cell, readers, i % 2 === 0)
        const [, after, again] = await looking.look()
        if (!looking.differ(again, after)) continue
        await mustBeOneOfBoth(cell, looking)
        throw drifted()
      }
      return `${counted(cells.length, 'list')}, each right after a decision`
    },
  },
]

async function readersOf(service: Service): Promise<Record<string, Reader>> {
  const { own, other } = service.keys
  const readers: Record<string, Reader> = {}
  for (const [name, authorization] of Object.entries({ own, other })) {
    if (!authorization) continue
    const { list } = await service.again({}, { authorization })
    const person = list?.people.at(-1)
    if (!list || !person) continue
    readers[name] = {
      authorization,
      queries: {
        plain: {},
        sort: { sort: '-cpf' },
        nome: { nome: person.nome },
        cpf: { cpf: person.id },
        ...((list.total ?? 0) > PAGE && { page: { page: 2 } }),
      },
    }
  }
  return readers
}

/** How the list of a cell is looked at. */
interface Looking {
  read(): Promise<ListAnswer>
  /** Returns in what two readings of it differ. */
  differ(a: ListAnswer, b: ListAnswer): string | undefined
  /** Reads the list before a decision if that is wanted, right after it, and once more. */
  look(alsoBefore?: boolean): Promise<[ListAnswer | undefined, ListAnswer, ListAnswer]>
}

function lookAt(
  service: Service,
  { decider, asker, list }: Cell,
  readers: Readonly<Record<string, Reader>>,
  approves: boolean,
): Looking {
  const { authorization, queries } = readers[asker as string] as Reader
  const [report] = service.reports as [Numero]
  const query = queries[list as string] as Query
  const read = () => service.again(query, { authorization })
  const body = approves ? LEGAL_BODY : LEGAL_REJECTION
  return {
    read,
    differ: (a, b) => listDiffers(a, b, query),
    async look(alsoBefore = false) {
      const before = alsoBefore ? await read() : undefined
      await (decider === 'other'
        ? decide(service, service.foreignReport as Numero, body, service.keys.other)
        : decide(service, report, body))
      return [before, await read(), await read()]
    },
  }
}

/** A list that changes with every so many requests changes at the same place of every look. */
const RESTING = 8

/**
 * @throws {Violation} if a list right after a decision is every time neither the one before nor the one that stays, and
 *   rests where nothing is decided
 */
async function mustBeOneOfBoth(cell: Cell, { read, differ, look }: Looking): Promise<void> {
  for (let times = 1; ; times++) {
    const [before, after, again] = await look(true)
    const what = differ(again, after)
    // A service may show a decision a moment later.
    if (!what || !before || !differ(before, after)) return
    if (times < TIMES) continue
    const first = await read()
    for (let i = 1; i < RESTING; i++) if (differ(first, await read())) return
    throw new Violation(
      `the list from before the decision or the one that stays (${nameOf(cell, axes)})`,
      `another ${what} right after the decision, ${TIMES + 1} times out of ${TIMES + 1}`,
      [before.exchange, after.exchange, again.exchange],
    )
  }
}
