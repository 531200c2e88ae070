import type { Person } from '../service/lists.ts'
import { objectOf } from '../service/lists.ts'

/** What items say of the reports on their persons, by CPF. A twin is made with the same; a profile never has it. */
export interface ItemFacts {
  /** How many reports there are on each person. */
  counts?: ReadonlyMap<string, number>
  /** The number of the newest report on each. */
  numbers?: ReadonlyMap<string, string>
}

/** With fewer persons, numbers are alike by chance. */
const FEW = 10
/** No organization has more reports on one person, it seems. */
const MOST_REPORTS = 1_000
/** Words of names that services give to a count of reports. */
const COUNT_NAMES =
  /relat|report|laudo|protocol|consult|pesquis|valida|document|dossi|analis|qtd|qtde|quant|count|num|total/i
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Finds the fields of items that say how many reports there are on a person, or which is the newest one.
 * @param people the list as it was read
 * @param declared the numbers of reports that are known
 */
export function factsOf(people: readonly Person[], declared: readonly string[]): ItemFacts {
  const fields = fieldsOf(people)
  const counts = fields.find(([name, values]) => COUNT_NAMES.test(name) && areCounts(values))
  const known = new Set(declared.map((numero) => numero.toLowerCase()))
  const numbers = fields.find(([, values]) => areNumbers(values, known))
  const byPerson = <T>([, values]: readonly [string, unknown[]]) =>
    new Map(people.map(({ id }, i) => [id, values[i] as T] as const))
  return {
    ...(counts && { counts: byPerson<number>(counts) }),
    ...(numbers && { numbers: byPerson<string>(numbers) }),
  }
}

/** Returns the values of each field beside those of the interface, in the order of the list. */
function fieldsOf(people: readonly Person[]): [name: string, values: unknown[]][] {
  const leaves = people.map(({ raw }) => new Map(leavesOf(raw)))
  const names = [...(leaves[0]?.keys() ?? [])].filter((name) => !DOCUMENTED.has(name))
  return names.map((name) => [name, leaves.map((one) => one.get(name))])
}

const DOCUMENTED: ReadonlySet<string> = new Set(['cpf', 'nome', 'atualizado_em'])

function leavesOf(raw: Record<string, unknown>, path = ''): [name: string, value: unknown][] {
  return Object.entries(raw).flatMap(([name, value]): [string, unknown][] => {
    const object = objectOf(value)
    return object ? leavesOf(object, `${path}${name}.`) : [[`${path}${name}`, value]]
  })
}

/** Returns whether values may be numbers of reports: everybody in a list has at least one, most have few, and places 1, 2, 3 are no counts. */
function areCounts(values: readonly unknown[]): values is number[] {
  if (values.length < FEW || !values.every(isCount)) return false
  const isPlace = values.slice(0, FEW).every((value, i) => value === i + 1)
  return !isPlace && Math.min(...values) === 1 && new Set(values).size * 2 <= values.length
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_REPORTS
}

/** Each person has another report. */
function areNumbers(values: readonly unknown[], known: ReadonlySet<string>): values is string[] {
  const isNumber = (value: unknown) => typeof value === 'string' && UUID.test(value)
  if (!values.every(isNumber) || new Set(values).size < values.length) return false
  return values.some((value) => known.has(String(value).toLowerCase()))
}
