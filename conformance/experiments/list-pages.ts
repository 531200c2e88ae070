import type { Profile } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { PAGE } from '../service/discover.ts'
import { count } from '../service/evidence.ts'
import { type List, numberOf } from '../service/lists.ts'
import type { Attempt, Service } from '../service/service.ts'
import {
  type Experiment,
  greatestTaken,
  noSuchChoice,
  otherwiseTreated,
  refusedOr,
  requireRefused,
  Unseen,
} from './experiment.ts'

/** No answer is asked to hold more persons than this. */
const MOST_PERSONS = 10_000

/** More rows than this are not asked for, however few persons there are. */
const MOST_ROWS = 102_400

/** Page sizes that a service may have beside those below them. */
const ROUND_ROWS = [50, 100, 200, 250, 500, 1_000]

export const listPages = {
  rowsOffGrid: {
    risk: 'r',
    seen: '`rows=24`, 55, 74, 0 and -25: refused, or `linhas` 25, 50 and 50; 25 each time; 24, 55 and 74',
    async ask(service) {
      await requireRowsTold(service)
      const ask = async (rows: number) => {
        const answer = await service.tryOut({ rows })
        if (answer.list) requireLong(answer.list)
        else requireRefused(answer, `rows=${rows}`)
        return answer
      }
      const [small, large, larger] = [await ask(24), await ask(55), await ask(74)]
      const evidence = `rows=24 ${rowsOf(small)}, rows=55 ${rowsOf(large)}, rows=74 ${rowsOf(larger)}`
      const choice = await rowsChoice(service, small, large, larger, evidence)
      const others: string[] = []
      for (const rows of [0, -25]) {
        const { status, list } = await service.tryOut({ rows })
        const isTaken = list !== undefined && (choice === 'honour' || list.linhas === ROWS_STEP)
        const isAlike = choice === 'refuse' ? status === small.status : isTaken
        if (!isAlike) others.push(`rows=${rows}`)
      }
      const doubt = choice === 'refuse' ? requireRefused(small, 'rows=24') : undefined
      return { choice, evidence, doubt: others.length > 0 ? otherwiseTreated(others) : doubt }
    },
  },

  rowsMaximum: {
    risk: 'r',
    seen: '`rows=102400`, or 10000 in a longer list; where that is not honoured, fewer, by halves',
    async ask(service) {
      const { maximum, tried, evidence } = await findRowsMaximum(service)
      if (maximum !== null) return { choice: maximum, evidence }
      return {
        choice: null,
        evidence,
        doubt: `the probe asks for at most ${tried} rows; the maximum may be higher`,
      }
    },
  },

  rowsAboveMaximum: {
    risk: 'r',
    seen: 'the first `rows` above the maximum: refused, or fewer `linhas`',
    async ask(service) {
      const { maximum, tried } = await findRowsMaximum(service)
      if (maximum === null) throw new Unseen('hidden', `there is no maximum up to ${tried} rows`)
      const rows = maximum + ROWS_STEP
      const above = await service.tryOut({ rows })
      const evidence = `the maximum is ${maximum}, rows=${rows} ${rowsOf(above)}`
      if (above.list && linhas(above) !== maximum) throw noSuchChoice(evidence)
      if (above.list) return { choice: 'cap', evidence }
      return { choice: 'refuse', evidence, doubt: requireRefused(above, `rows=${rows}`) }
    },
  },

  pageBelowOne: {
    risk: 'r',
    seen: '`page=0` and `page=-1`: refused, or `atual` 1',
    async ask(service) {
      await requirePages(service)
      return refusedOr(
        service,
        [{ page: 0 }, { page: -1 }],
        'use-first',
        ({ paginacao }) => numberOf(paginacao.atual) === 1,
      )
    },
  },

  pageBeyondEnd: {
    risk: 'r',
    seen: 'the page after the last: empty, 400, 404, or the last one',
    steady: true,
    async ask(service) {
      const { total = 0 } = await service.list()
      const last = Math.max(1, Math.ceil(total / PAGE))
      const end = await service.list({ page: last })
      if (numberOf(end.paginacao.atual) !== last) throw noSuchChoice(`page=${last} is not told as atual`)
      const asked = `page=${last + 1} of ${last}`
      const answer = await service.tryOut({ page: last + 1 })
      const { list, status } = answer
      if (status === 404) return { choice: 'not-found', evidence: `${asked} gets 404` }
      if (!list) {
        const doubt = requireRefused(answer, asked)
        return { choice: 'refuse', evidence: `${asked} gets ${status}`, doubt }
      }
      const atual = numberOf(list.paginacao.atual)
      const evidence = `${asked} gets atual ${atual} with ${count(list.people.length, 'person')}`
      if (list.total !== total) throw noSuchChoice(`${evidence}, and total ${list.total} of ${total}`)
      if (atual === last && isSamePeople(list, end)) {
        const doubt = last === 1 ? 'the last page is the first, which may be what is gone back to' : undefined
        return { choice: 'last-page', evidence, doubt }
      }
      if (atual === last + 1 && list.people.length === 0) return { choice: 'empty', evidence }
      throw noSuchChoice(evidence)
    },
  },

  notANumber: {
    risk: 'r',
    seen: 'each of them: refused, or answered as without it',
    async ask(service) {
      await requirePages(service)
      return refusedOr(
        service,
        [
          { page: 'abc' },
          { rows: 'abc' },
          { rows: '1.5' },
          { page: '' },
          { page: '2.5' },
          { rows: '50x' },
          { page: [2, 3] },
          { rows: [50, 75] },
          { page: '9007199254740993' },
        ],
        'use-default',
        ({ paginacao, linhas }) => numberOf(paginacao.atual) === 1 && linhas === ROWS_STEP,
      )
    },
  },
} satisfies { [K in keyof Profile]?: Experiment<K> }

async function rowsChoice(
  service: Service,
  small: Attempt,
  large: Attempt,
  larger: Attempt,
  evidence: string,
): Promise<Profile['rowsOffGrid']> {
  const seen = [small, large, larger].map(linhas)
  const is = (...expected: (number | undefined)[]) => expected.every((rows, i) => rows === seen[i])
  if (is(undefined, undefined, undefined)) return 'refuse'
  if (is(24, 55, 74)) return 'honour'
  if (is(25, 50, 50)) return 'round-down'
  // A maximum below 75 stands between the choices.
  const wide = await service.tryOut({ rows: 2 * ROWS_STEP })
  const most = linhas(wide)
  if (!wide.list) requireRefused(wide, 'rows=50')
  if (seen[0] === 24 && seen.slice(1).every((rows) => rows === most || rows === undefined || rows === 55))
    return 'honour'
  if (is(25, undefined, undefined) && most === undefined) return 'round-down'
  if (!is(25, 25, 25)) throw noSuchChoice(evidence)
  if (most === ROWS_STEP) {
    throw new Unseen('hidden', `${evidence}: rounded down or not, no more than 25 are served`)
  }
  return 'use-default'
}

function linhas({ list }: Attempt): number | undefined {
  return list?.linhas
}

function rowsOf(answer: Attempt): string {
  return answer.list ? `gets linhas ${linhas(answer)}` : `gets ${answer.status}`
}

/** That a first page has the rows that it says it has. */
function requireLong({ people, linhas, total = 0 }: List): void {
  if (people.length === Math.min(linhas, total)) return
  throw noSuchChoice(`a list says linhas ${linhas} and has ${count(people.length, 'person')}`)
}

/** That `linhas` is the rows per page also where fewer are on it. */
async function requireRowsTold(service: Service): Promise<void> {
  const { people, size } = await service.facts()
  const [person] = people
  const last = { page: Math.max(1, Math.ceil(size / PAGE)) }
  for (const query of [last, { nome: service.gibberish(16) }, ...(person ? [{ cpf: person.id }] : [])]) {
    const { linhas, people } = await service.list(query)
    if (linhas !== ROWS_STEP)
      throw noSuchChoice(`a list of ${count(people.length, 'person')} says linhas ${linhas}`)
  }
}

/** That `page` is looked at, where there is a second one to show it. */
async function requirePages(service: Service): Promise<void> {
  if (((await service.list()).total ?? 0) <= PAGE) return
  const atual = numberOf((await service.list({ page: 2 })).paginacao.atual)
  if (atual !== 2) throw noSuchChoice(`page=2 gets atual ${atual}`)
}

interface RowsMaximum {
  maximum: number | null
  /** The most rows that were asked for. */
  tried: number
  evidence: string
}

/** Asks for the most first: where they are honoured, that is the only request. */
function findRowsMaximum(service: Service): Promise<RowsMaximum> {
  return service.once('rows-maximum', async () => {
    await requireRowsTold(service)
    const isHonoured = async (rows: number): Promise<boolean> => {
      const answer = await service.tryOut({ rows })
      if (answer.list) requireLong(answer.list)
      else requireRefused(answer, `rows=${rows}`)
      return linhas(answer) === rows
    }
    const { total = 0 } = await service.list()
    const tried = total <= MOST_PERSONS ? MOST_ROWS : MOST_PERSONS
    if (await isHonoured(tried)) return { maximum: null, tried, evidence: `rows=${tried} is honoured` }
    const maximum = await greatestTaken(ROWS_STEP, tried, ROWS_STEP, isHonoured)
    for (const rows of ROUND_ROWS) {
      if (rows > maximum + ROWS_STEP && rows < tried && (await isHonoured(rows))) {
        throw noSuchChoice(`rows=${rows} is honoured, and rows=${maximum + ROWS_STEP} is not`)
      }
    }
    return { maximum, tried, evidence: `rows=${maximum} is honoured, rows=${maximum + ROWS_STEP} is not` }
  })
}

function isSamePeople(a: List, b: List): boolean {
  const ids = ({ people }: List) =>
    people
      .map(({ id }) => id)
      .sort()
      .join()
  return ids(a) === ids(b)
}
