import { counted } from '../../src/contract/counted.ts'
import type { Choices, Profile } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { PAGE } from '../service/discover.ts'
import { largestTaken } from '../service/largest-taken.ts'
import { type List, numberOf } from '../service/lists.ts'
import type { Attempt, Service } from '../service/service.ts'
import {
  type Experiment,
  noSuchChoice,
  otherwiseTreated,
  refusedOr,
  requireRefused,
  Unseen,
} from './experiment.ts'

/** The probe never asks for an answer with more persons than this. */
const MOST_PERSONS = 10_000

/** The probe never asks for more rows than this, even in a short list. */
const MOST_ROWS = 102_400

/** Page sizes that a service may accept although it rejects smaller ones. */
const ROUND_ROWS = [50, 100, 200, 250, 500, 1_000]

export const listPages = {
  rowsOffGrid: {
    risk: 'r',
    seen: '`rows=24`, 55, 74, 0 and -25: rejected, rounded to `linhas` 25, 50 and 50, always 25, or 24, 55 and 74',
    async ask(service) {
      await requireLinhasOfPage(service)
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
        const isAccepted = list !== undefined && (choice === 'honour' || list.linhas === ROWS_STEP)
        const isAlike = choice === 'refuse' ? status === small.status : isAccepted
        if (!isAlike) others.push(`rows=${rows}`)
      }
      const doubt = choice === 'refuse' ? requireRefused(small, 'rows=24') : undefined
      return { choice, evidence, doubt: others.length > 0 ? otherwiseTreated(others) : doubt }
    },
  },

  rowsMaximum: {
    risk: 'r',
    seen: '`rows=102400`, or `rows=10000` of more than 10,000 persons; if that is not honoured, a search by bisection',
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
    seen: 'the first `rows` above the maximum: rejected, or fewer `linhas`',
    async ask(service) {
      const { maximum, tried } = await findRowsMaximum(service)
      if (maximum === null) throw new Unseen('hidden', `no maximum was found up to ${tried} rows`)
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
    seen: '`page=0` and `page=-1`: rejected, or `atual` 1',
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
    seen: 'the page after the last: empty, 400, 404, or the last page again',
    steady: true,
    async ask(service) {
      const { total = 0 } = await service.list()
      const last = Math.max(1, Math.ceil(total / PAGE))
      const end = await service.list({ page: last })
      if (numberOf(end.paginacao.atual) !== last)
        throw noSuchChoice(`page=${last} does not return atual ${last}`)
      const asked = `page=${last + 1} of ${last}`
      const answer = await service.tryOut({ page: last + 1 })
      const { list, status } = answer
      if (status === 404) return { choice: 'not-found', evidence: `${asked} returns 404` }
      if (!list) {
        const doubt = requireRefused(answer, asked)
        return { choice: 'refuse', evidence: `${asked} returns ${status}`, doubt }
      }
      const atual = numberOf(list.paginacao.atual)
      const evidence = `${asked} returns atual ${atual} with ${counted(list.people.length, 'person')}`
      if (list.total !== total) throw noSuchChoice(`${evidence}, and total ${list.total} instead of ${total}`)
      if (atual === last && isSamePeople(list, end)) {
        const doubt =
          last === 1
            ? 'the list has one page, so the service may return the first page instead of the last'
            : undefined
        return { choice: 'last-page', evidence, doubt }
      }
      if (atual === last + 1 && list.people.length === 0) return { choice: 'empty', evidence }
      throw noSuchChoice(evidence)
    },
  },

  notANumber: {
    risk: 'r',
    seen: '`page` and `rows` that are not whole numbers: rejected, or the same as without them',
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
} satisfies { [K in keyof Choices]?: Experiment<K> }

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
  // The choices differ only if the maximum is at least 75.
  const wide = await service.tryOut({ rows: 2 * ROWS_STEP })
  const most = linhas(wide)
  if (!wide.list) requireRefused(wide, 'rows=50')
  if (seen[0] === 24 && seen.slice(1).every((rows) => rows === most || rows === undefined || rows === 55))
    return 'honour'
  if (is(25, undefined, undefined) && most === undefined) return 'round-down'
  if (!is(25, 25, 25)) throw noSuchChoice(evidence)
  if (most === ROWS_STEP) {
    throw new Unseen(
      'hidden',
      `${evidence}: the service returns at most 25 rows, so rounding down is not visible`,
    )
  }
  return 'use-default'
}

function linhas({ list }: Attempt): number | undefined {
  return list?.linhas
}

function rowsOf(answer: Attempt): string {
  return answer.list ? `returns linhas ${linhas(answer)}` : `returns ${answer.status}`
}

/** Requires a first page with as many persons as its linhas and total say. */
function requireLong({ people, linhas, total = 0 }: List): void {
  if (people.length === Math.min(linhas, total)) return
  throw noSuchChoice(`a list has linhas ${linhas} but contains ${counted(people.length, 'person')}`)
}

/** Requires that `linhas` is the size of a page even if fewer persons are on it. */
async function requireLinhasOfPage(service: Service): Promise<void> {
  const { people, size } = await service.facts()
  const [person] = people
  const last = { page: Math.max(1, Math.ceil(size / PAGE)) }
  for (const query of [last, { nome: service.gibberish(16) }, ...(person ? [{ cpf: person.id }] : [])]) {
    const { linhas, people } = await service.list(query)
    if (linhas !== ROWS_STEP)
      throw noSuchChoice(`a list of ${counted(people.length, 'person')} has linhas ${linhas}`)
  }
}

/** Requires that the service does not ignore `page`, if there is a second page to show it. */
async function requirePages(service: Service): Promise<void> {
  if (((await service.list()).total ?? 0) <= PAGE) return
  const atual = numberOf((await service.list({ page: 2 })).paginacao.atual)
  if (atual !== 2) throw noSuchChoice(`page=2 returns atual ${atual}`)
}

/** Maxima of services, above the least one. */
const LIKELY_ROWS = [50, 75, 100, 150, 200, 250, 300, 500, 1_000, 2_000, 5_000, 10_000]

interface RowsMaximum {
  maximum: number | null
  /** The greatest `rows` that was sent. */
  tried: number
  evidence: string
}

/** Finds the maximum of `rows`. The greatest value comes first: if the service honours it, one request is enough. */
function findRowsMaximum(service: Service): Promise<RowsMaximum> {
  return service.once('rows-maximum', async () => {
    await requireLinhasOfPage(service)
    const isHonoured = async (rows: number): Promise<boolean> => {
      const answer = await service.tryOut({ rows })
      if (answer.list) requireLong(answer.list)
      else requireRefused(answer, `rows=${rows}`)
      return linhas(answer) === rows
    }
    const { total = 0 } = await service.list()
    const tried = total <= MOST_PERSONS ? MOST_ROWS : MOST_PERSONS
    if (await isHonoured(tried)) return { maximum: null, tried, evidence: `rows=${tried} is honoured` }
    const maximum = await largestTaken(isHonoured, {
      least: ROWS_STEP,
      most: tried,
      step: ROWS_STEP,
      likely: LIKELY_ROWS,
    })
    for (const rows of ROUND_ROWS) {
      if (rows > maximum + ROWS_STEP && rows < tried && (await isHonoured(rows))) {
        throw noSuchChoice(`rows=${rows} is honoured, but rows=${maximum + ROWS_STEP} is not`)
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
