import type { List, Pages, Person } from './lists.ts'

/** What the suite has learned of the target's data. */
export interface Facts {
  /** Persons of the list, as far as they were read. */
  people: readonly Person[]
  /** How many there are: what was announced, or what was read where that is more. */
  size: number
  /** Whether all were read. */
  complete: boolean
  /** Those of them whose name can be asked for. */
  named: readonly Person[]
  /** Persons on the last page, when there are several. */
  lastPage: readonly Person[]
  leadingZero: Person | undefined
  accented: Person | undefined
  distinctStamps: number
  distinctNames: number
  /** Words that several names have, the most frequent first. */
  commonWords: readonly string[]
}

export const PAGE = 25

/** @param last the last page of the list, where it was not read with the others */
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
    accented: named.find(({ nome }) => /[^\p{ASCII}]/u.test(nome)),
    distinctStamps: new Set(known.map(({ stamp }) => stamp)).size,
    distinctNames: new Set(named.map(({ nome }) => nome)).size,
    commonWords: commonWords(named),
  }
}

/** Encoded, a name beyond this many characters does not fit into every request line. */
const LONGEST_NAME = 1_000

/** Whether a name can stand in a query: whole characters, few enough, no blanks that a service may cut off. */
function isSearchable(nome: string): boolean {
  if (nome === '' || nome.length > LONGEST_NAME || nome !== nome.trim().replace(/\s+/g, ' ')) return false
  return !/[\p{Cc}\p{Cs}\uFFFD]/u.test(nome) && encodeURIComponent(nome).length <= LONGEST_NAME
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

/** What the operator declared beside the token. */
export interface Declared {
  otherToken: boolean
  disabledToken: boolean
  foreignReport: boolean
  reports: number
}

/** What a check needs to be decided, and what to do where it is missing. */
interface Requirement {
  met: (facts: Facts, declared: Declared) => boolean
  /** Completes "there is …". */
  lack: string
  remedy: string
  /** Whether the data has nothing to do with it. */
  declared?: true
}

export const requirements = {
  'one-person': {
    met: ({ people }) => people.length > 0,
    lack: 'nobody in the list',
    remedy: 'seed a person',
  },
  'two-persons': {
    met: ({ people }) => people.length > 1,
    lack: 'only one person in the list, or none',
    remedy: 'seed two persons',
  },
  'two-pages': {
    met: ({ size }) => size > PAGE,
    lack: 'a single page of persons',
    remedy: 'seed 26 persons or more',
  },
  'three-pages': {
    met: ({ size }) => size > 2 * PAGE,
    lack: 'fewer than three pages of persons',
    remedy: 'seed 51 persons or more',
  },
  'leading-zero': {
    met: ({ leadingZero }) => leadingZero !== undefined,
    lack: 'no CPF that begins with 0 among those read',
    remedy:
      'seed a person whose CPF begins with 0; where CPFs of fewer than 11 digits are listed (ITEM-03), zeros were lost',
  },
  'accented-name': {
    met: ({ accented }) => accented !== undefined,
    lack: 'no name with an accent among those read',
    remedy: 'seed a person whose name has an accent',
  },
  'two-stamps': {
    met: ({ distinctStamps }) => distinctStamps > 1,
    lack: 'a single atualizado_em in the list, or none',
    remedy: 'seed two persons whose atualizado_em differ',
  },
  'two-names': {
    met: ({ distinctNames }) => distinctNames > 1,
    lack: 'a single name in the list, or none',
    remedy: 'seed two persons whose names differ',
  },
  'other-token': {
    met: (_, { otherToken }) => otherToken,
    lack: 'no token of another organization',
    remedy: 'declare one with --other-token',
    declared: true,
  },
  'disabled-token': {
    met: (_, { disabledToken }) => disabledToken,
    lack: 'no token whose access is not enabled',
    remedy: 'declare one with --disabled-token',
    declared: true,
  },
  'foreign-report': {
    met: (_, { foreignReport }) => foreignReport,
    lack: 'no report of another organization',
    remedy: 'declare one with --foreign-report and --allow-writes',
    declared: true,
  },
  report: {
    met: (_, { reports }) => reports > 0,
    lack: 'no report that may be decided',
    remedy: 'declare one with --report and --allow-writes',
    declared: true,
  },
  'two-reports': {
    met: (_, { reports }) => reports > 1,
    lack: 'only one report that may be decided, or none',
    remedy: 'declare two with --report, given twice, and --allow-writes',
    declared: true,
  },
} as const satisfies Record<string, Requirement>

export type Need = keyof typeof requirements
