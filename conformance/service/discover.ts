import { ROWS_STEP } from '../../src/contract/wire.ts'
import { directionOf } from '../judging/order.ts'
import type { List, Pages, Person } from './lists.ts'
import { isSearchable } from './persons.ts'

/** Facts about the target's data. */
export interface Facts {
  /** The persons that were read. */
  people: readonly Person[]
  /** The number of persons: `total`, or how many were read if that is more. */
  size: number
  /** Whether all were read. */
  complete: boolean
  /** The persons whose name can be searched for. */
  named: readonly Person[]
  /** The persons on the last page, if there are several pages. */
  lastPage: readonly Person[]
  leadingZero: Person | undefined
  /** One person for each number of zeros with which a CPF begins. */
  leadingZeros: readonly Person[]
  accented: Person | undefined
  distinctStamps: number
  /** The page on which the list without `sort` has the persons updated last; undefined if it has no such order. */
  newestOn: 'first' | 'last' | undefined
  distinctNames: number
  /** Words that occur in several names, the most frequent first. */
  commonWords: readonly string[]
}

/** The persons on a page of a request without `rows`. */
export const PAGE = ROWS_STEP

/** @param last the last page of the list, if it was not read with the others */
export function discover({ people, total = 0, capped }: Pages, last: List | undefined): Facts {
  const known = last ? [...people, ...last.people] : people
  const named = known.filter(({ nome }) => isSearchable(nome))
  const rest = people.length % PAGE || PAGE
  return {
    people,
    named,
    size: Math.max(total, people.length),
    complete: !capped,
    lastPage: last?.people ?? (people.length > PAGE ? people.slice(-rest) : []),
    leadingZero: known.find(({ id }) => id.startsWith('0')),
    leadingZeros: firstOfEach(known, ({ id }) => /^0*/.exec(id)?.[0] ?? '').filter(({ id }) =>
      id.startsWith('0'),
    ),
    accented: named.find(({ nome }) => /[^\p{ASCII}]/u.test(nome)),
    distinctStamps: new Set(known.map(({ stamp }) => stamp)).size,
    newestOn: newestOn(known),
    distinctNames: new Set(named.map(({ nome }) => nome)).size,
    commonWords: commonWords(named),
  }
}

function newestOn(people: readonly Person[]): Facts['newestOn'] {
  const direction = directionOf(people.map(({ stamp }) => stamp))
  return direction === 'descending' ? 'first' : direction === 'ascending' ? 'last' : undefined
}

function firstOfEach(people: readonly Person[], keyOf: (person: Person) => string): Person[] {
  const found = new Map<string, Person>()
  for (const person of people) if (!found.has(keyOf(person))) found.set(keyOf(person), person)
  return [...found.values()]
}

function commonWords(people: readonly Person[]): string[] {
  const counts = new Map<string, number>()
  for (const { nome } of people) {
    for (const word of new Set(nome.split(/\s+/))) {
      if (word.length > 3) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return [...counts]
    .filter(([, times]) => times > 1)
    .sort((a, b) => b[1] - a[1])
    .map(([word]) => word)
}

/** What the operator declared besides the token. */
export interface Declared {
  otherToken: boolean
  disabledToken: boolean
  foreignReport: boolean
  reports: number
}

/** What a check needs to be decided, and what to do if it is missing. */
interface Requirement {
  met: (facts: Facts, declared: Declared) => boolean
  /** What is missing, as a clause. */
  lack: string
  remedy: string
  /** Whether the operator declares it, so it does not depend on the data. */
  declared?: true
}

export const requirements = {
  'one-person': {
    met: ({ people }) => people.length > 0,
    lack: 'the list is empty',
    remedy: 'seed a person',
  },
  'two-persons': {
    met: ({ people }) => people.length > 1,
    lack: 'the list has fewer than two persons',
    remedy: 'seed two persons',
  },
  'two-pages': {
    met: ({ size }) => size > PAGE,
    lack: 'the list has only one page',
    remedy: 'seed at least 26 persons',
  },
  'three-pages': {
    met: ({ size }) => size > 2 * PAGE,
    lack: 'the list has fewer than three pages',
    remedy: 'seed at least 51 persons',
  },
  'leading-zero': {
    met: ({ leadingZero }) => leadingZero !== undefined,
    lack: 'none of the CPFs that were read begins with 0',
    remedy:
      'seed a person whose CPF begins with 0; if the list has CPFs of fewer than 11 digits (ITEM-03), the service loses leading zeros',
  },
  'accented-name': {
    met: ({ accented }) => accented !== undefined,
    lack: 'none of the names that were read has an accent',
    remedy: 'seed a person whose name has an accent',
  },
  'two-stamps': {
    met: ({ distinctStamps }) => distinctStamps > 1,
    lack: 'the list has fewer than two different values of atualizado_em',
    remedy: 'seed two persons with different atualizado_em',
  },
  'two-names': {
    met: ({ distinctNames }) => distinctNames > 1,
    lack: 'the list has fewer than two different names',
    remedy: 'seed two persons with different names',
  },
  'other-token': {
    met: (_, { otherToken }) => otherToken,
    lack: 'no token of another organization is declared',
    remedy: 'declare one with --other-token',
    declared: true,
  },
  'disabled-token': {
    met: (_, { disabledToken }) => disabledToken,
    lack: 'no token without access is declared',
    remedy: 'declare one with --disabled-token',
    declared: true,
  },
  'foreign-report': {
    met: (_, { foreignReport }) => foreignReport,
    lack: 'no report of another organization is declared',
    remedy: 'declare one with --foreign-report and --allow-writes',
    declared: true,
  },
  report: {
    met: (_, { reports }) => reports > 0,
    lack: 'no report that the run may decide is declared',
    remedy: 'declare one with --report and --allow-writes',
    declared: true,
  },
  'two-reports': {
    met: (_, { reports }) => reports > 1,
    lack: 'fewer than two reports that the run may decide are declared',
    remedy: 'declare two by using --report twice, with --allow-writes',
    declared: true,
  },
} as const satisfies Record<string, Requirement>

export type Need = keyof typeof requirements
