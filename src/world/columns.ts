import type { ByteText } from '../contract/bytes.ts'
import { fromByteText, toByteText } from '../contract/bytes.ts'
import { compareUnits } from '../contract/compare-units.ts'
import type { Organizacao } from '../contract/dataset.ts'
import type { DatasetSink, DatasetSource } from '../data/source.ts'
import { compareNumber, NUMBER_BYTES, numberOrder, readNumber, writeNumber } from './report-numbers.ts'
import { sortByKey, upTo } from './sort-by-key.ts'
import type { Decision } from './store.ts'

/**
 * The persons and reports of a dataset, as columns that never change. Every world of the same data shares them. A person
 * is a number, by ascending CPF; a row is a person in the list of an organization: those of the first organization come
 * first, each by CPF; a report is its position in the data.
 */
export interface Columns {
  /** The first 12 hexadecimal digits of a SHA-256 of the data. */
  readonly hash: string
  /** Null if the operator supplied or edited the data. */
  readonly seed: number | null
  readonly organizations: readonly Organizacao[]
  /** The messages of the decisions in the data, each once. */
  readonly messages: readonly string[]
  /** CPFs that are no number: what `keys` cannot order. */
  readonly oddCpfs: ReadonlyMap<string, number>
  /** Report numbers that are not in lower case, as they are written. */
  readonly oddNumbers: ReadonlyMap<number, string>

  /** Each person as JSON from its CPF to its name, as bytes. */
  readonly heap: Buffer
  /** Where each person ends in the heap. */
  readonly ends: Uint32Array
  /** The CPF of each person as a number that keeps the order of the texts. */
  readonly keys: Float64Array

  /** The first row of each organization, and the end of the last one. */
  readonly firstRows: Uint32Array
  readonly personOf: Uint32Array
  /** The last update of each row, in milliseconds since 1970. */
  readonly stamps: Float64Array
  /** The reports of row `r` are `reports` from `firstReports[r]` to `firstReports[r + 1]`, in the order of the data. */
  readonly firstReports: Uint32Array
  readonly reports: Uint32Array

  /** The UUID of each report. */
  readonly numbers: Buffer
  /** The reports by number. */
  readonly byNumber: Uint32Array
  readonly rowOf: Uint32Array
  readonly reportStamps: Float64Array
  /** 0 for an undecided report; else twice the place of its message plus 1, and 1 more if it is approved. */
  readonly given: Uint32Array
}

const BETWEEN = '","nome":"'
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)

/** Returns the JSON of a person from its CPF to its name. */
export function personText(cpf: string, nome: string): ByteText {
  return escaped(cpf) + BETWEEN + escaped(nome)
}

function escaped(text: string): ByteText {
  return toByteText(JSON.stringify(text).slice(1, -1))
}

/** Returns what a string of JSON has between its quotes. */
export function unescaped(text: ByteText): string {
  return text.includes('\\') ? (JSON.parse(`"${fromByteText(text)}"`) as string) : fromByteText(text)
}

function latin1(bytes: Buffer, from: number, to: number): ByteText {
  return bytes.toString('latin1', from, to)
}

/** Returns where a person begins, of which `ends` has the end. */
export function startOf(ends: Uint32Array, person: number): number {
  return person === 0 ? 0 : (ends[person - 1] as number)
}

export function cpfOf({ heap, ends }: Pick<Columns, 'heap' | 'ends'>, person: number): string {
  const from = startOf(ends, person)
  return unescaped(latin1(heap, from, cpfEnd(heap, from)))
}

export function nameOf(columns: Columns, person: number): string {
  const { heap, ends } = columns
  return unescaped(latin1(heap, nameStart(columns, person), ends[person] as number))
}

/** Returns where the name of a person begins in the heap. */
export function nameStart({ heap, ends }: Columns, person: number): number {
  return cpfEnd(heap, startOf(ends, person)) + BETWEEN.length
}

function cpfEnd(heap: Buffer, from: number): number {
  let at = from
  while (heap[at] !== QUOTE) at += heap[at] === BACKSLASH ? 2 : 1
  return at
}

/** Returns whether two persons have the same name, without decoding it. */
export function haveSameName(columns: Columns, a: number, b: number): boolean {
  const { heap, ends } = columns
  const [from, other] = [nameStart(columns, a), nameStart(columns, b)]
  const length = (ends[a] as number) - from
  if ((ends[b] as number) - other !== length) return false
  for (let i = 0; i < length; i++) if (heap[from + i] !== heap[other + i]) return false
  return true
}

/** Returns the person with a CPF, or -1. */
export function findPerson({ keys, oddCpfs }: Columns, cpf: string): number {
  const key = keyOf(cpf)
  if (Number.isNaN(key)) return oddCpfs.get(cpf) ?? -1
  const person = lowerBound(keys, key)
  return keys[person] === key ? person : -1
}

/** Returns the name of a person by its CPF; undefined if the data has no such person. */
export function givenName(columns: Columns, cpf: string): string | undefined {
  const person = findPerson(columns, cpf)
  return person === -1 ? undefined : nameOf(columns, person)
}

/** Returns the first row of an organization, and the end of its last one. */
export function rowsOf({ firstRows }: Columns, organization: number): [from: number, to: number] {
  return [firstRows[organization] as number, firstRows[organization + 1] as number]
}

/** Returns the row of a person in the list of an organization, or -1. */
export function findRow(columns: Columns, organization: number, person: number): number {
  const { personOf } = columns
  const [from, to] = rowsOf(columns, organization)
  const row = lowerBound(personOf, person, from, to)
  return row < to && personOf[row] === person ? row : -1
}

/** Returns the organization of a row. */
export function organizationOf({ firstRows }: Columns, row: number): number {
  return lowerBound(firstRows, row + 1) - 1
}

const sought = Buffer.alloc(NUMBER_BYTES)
const CAPITALS = /[A-F]/

/** Returns the report with a number, or -1. */
export function findReport(columns: Columns, numero: string): number {
  if (!writeNumber(numero, sought, 0)) return -1
  const { numbers, byNumber, oddNumbers } = columns
  const isFrom = (i: number) => compareNumber(numbers, byNumber[i] as number, sought) >= 0
  // The same UUID may be there in small letters and in capitals.
  for (let i = firstWhere(0, byNumber.length, isFrom); i < byNumber.length; i++) {
    const report = byNumber[i] as number
    if (compareNumber(numbers, report, sought) !== 0) return -1
    if (oddNumbers.size === 0 ? !CAPITALS.test(numero) : numero === numberOf(columns, report)) return report
  }
  return -1
}

export function numberOf({ numbers, oddNumbers }: Columns, report: number): string {
  return oddNumbers.get(report) ?? readNumber(numbers, report * NUMBER_BYTES)
}

/** Returns the decision that a report has in the data. */
export function givenOf({ given, messages }: Columns, report: number): Decision | null {
  const code = given[report] as number
  if (code === 0) return null
  return { aprovar: code % 2 === 0, mensagem: messages[((code + 1) >> 1) - 1] as string }
}

/** Returns the first index from whose value on all are at least this large. */
export function lowerBound(
  values: ArrayLike<number>,
  value: number,
  from = 0,
  to: number = values.length,
): number {
  return firstWhere(from, to, (i) => (values[i] as number) >= value)
}

/** Returns the first index that something holds for, which then holds for all behind it; `to` if for none. */
export function firstWhere(from: number, to: number, holds: (index: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** As many digits as fit into a number: eleven each, because a shorter text comes before a longer one. */
const DIGITS = 15

/** Returns a number that orders CPFs as texts; NaN for one with other than digits, or too many. */
function keyOf(cpf: string): number {
  if (cpf.length > DIGITS) return Number.NaN
  let key = 0
  for (let i = 0; i < DIGITS; i++) {
    const digit = i < cpf.length ? cpf.charCodeAt(i) - 47 : 0
    if (digit < (i < cpf.length ? 1 : 0) || digit > 10) return Number.NaN
    key = key * 11 + digit
  }
  return key
}

const bytes = (length: number) => Buffer.alloc(length)
const integers = (length: number) => new Uint32Array(length)
const floats = (length: number) => new Float64Array(length)

/** Builds the columns of a dataset. */
export function columnsOf(source: DatasetSource): Columns {
  const { sink, seal } = build(source)
  source.write(sink)
  return seal()
}

/** Builds the columns of a dataset that is read from elsewhere. */
export async function columnsFrom(
  source: Omit<DatasetSource, 'write'> & { write(sink: DatasetSink): Promise<void> },
): Promise<Columns> {
  const { sink, seal } = build(source)
  await source.write(sink)
  return seal()
}

/** Bytes of a person in the heap, as far as most go. */
const PERSON_BYTES = 52

/** Returns what takes the records of a dataset, and then makes columns of them. */
function build({ hash, seed, counts }: Omit<DatasetSource, 'write'>): { sink: DatasetSink; seal(): Columns } {
  const { pessoas, relatorios } = counts
  const organizations: Organizacao[] = []
  const messages = new Map<string, number>()
  const oddCpfs = new Map<string, number>()
  const oddNumbers = new Map<number, string>()
  let heap = bytes(pessoas * PERSON_BYTES)
  const [ends, keys] = [integers(pessoas), floats(pessoas)]
  const numbers = bytes(relatorios * NUMBER_BYTES)
  const [owners, positions, given] = [integers(relatorios), integers(relatorios), integers(relatorios)]
  const reportStamps = floats(relatorios)
  let [persons, reports] = [0, 0]

  const codeOf = ({ aprovar, mensagem }: Decision): number => {
    const message = messages.get(mensagem) ?? messages.size
    messages.set(mensagem, message)
    return 2 * message + (aprovar ? 2 : 1)
  }
  const sink: DatasetSink = {
    organization: (organizacao) => void organizations.push(organizacao),
    person: (cpf, nome) => {
      const text = personText(cpf, nome)
      const person = persons++
      const from = startOf(ends, person)
      const end = from + text.length
      if (end > heap.length) heap = Buffer.concat([heap], Math.ceil(end * 1.4))
      heap.write(text, from, 'latin1')
      ends[person] = end
      keys[person] = keyOf(cpf)
      if (Number.isNaN(keys[person])) oddCpfs.set(cpf, person)
    },
    report: (numero, organization, position, stamp, decision) => {
      const report = reports++
      if (!writeNumber(numero, numbers, report * NUMBER_BYTES)) throw new Error(`${numero} is not a UUID`)
      if (CAPITALS.test(numero)) oddNumbers.set(report, numero)
      owners[report] = organization
      positions[report] = position
      reportStamps[report] = stamp
      given[report] = decision === null ? 0 : codeOf(decision)
    },
  }
  const seal = (): Columns => {
    const { personOfPosition, ...sorted } = sortPersons({ heap, ends, keys, oddCpfs })
    const personOf = positions.map((position) => personOfPosition[position] as number)
    return {
      ...{ hash, seed, organizations, messages: [...messages.keys()], oddNumbers },
      ...sorted,
      ...rowsFrom(personOf, ends.length, owners, organizations.length, reportStamps),
      ...{ numbers, byNumber: numberOrder(numbers), reportStamps, given },
    }
  }
  return { sink, seal }
}

/** Sorts persons by CPF. */
function sortPersons({ heap, ends, keys, oddCpfs }: Pick<Columns, 'heap' | 'ends' | 'keys' | 'oddCpfs'>) {
  const order = upTo(keys.length)
  if (oddCpfs.size === 0) sortByKey(order, keys)
  else {
    const cpfs = Array.from(order, (position) => cpfOf({ heap, ends }, position))
    order.sort((a, b) => compareUnits(cpfs[a] as string, cpfs[b] as string))
  }
  const length = startOf(ends, ends.length)
  const sorted = { heap: bytes(length), ends: integers(ends.length), keys: floats(keys.length) }
  const personOfPosition = integers(ends.length)
  let [at, last] = [0, Number.NEGATIVE_INFINITY]
  for (let person = 0; person < order.length; person++) {
    const position = order[person] as number
    const from = startOf(ends, position)
    at += heap.copy(sorted.heap, at, from, ends[position])
    sorted.ends[person] = at
    const key = keys[position] as number
    // One that is no number has the key before it, so that a search by keys passes it.
    last = Number.isNaN(key) ? last : key
    sorted.keys[person] = last
    personOfPosition[position] = person
  }
  const odd = [...oddCpfs].map(([cpf, position]) => [cpf, personOfPosition[position] as number] as const)
  return { ...sorted, oddCpfs: new Map(odd), personOfPosition }
}

/** Makes a row of each person that an organization has reports on; `persons` and `owners` are those of each report. */
function rowsFrom(
  persons: Uint32Array,
  personCount: number,
  owners: Uint32Array,
  ownerCount: number,
  stamps: Float64Array,
) {
  const count = persons.length
  const byPerson = grouped(persons, upTo(count), personCount)
  const reports = grouped(owners, byPerson, ownerCount)
  const beginsRow = (i: number) => {
    const [report, before] = [reports[i] as number, reports[i - 1] as number]
    return i === 0 || owners[report] !== owners[before] || persons[report] !== persons[before]
  }
  let rows = 0
  for (let i = 0; i < count; i++) if (beginsRow(i)) rows++
  const firstRows = integers(ownerCount + 1)
  const [personOf, firstReports, rowOf] = [integers(rows), integers(rows + 1), integers(count)]
  const rowStamps = floats(rows).fill(Number.NEGATIVE_INFINITY)
  let row = -1
  for (let i = 0; i < count; i++) {
    const report = reports[i] as number
    if (beginsRow(i)) {
      personOf[++row] = persons[report] as number
      firstReports[row] = i
      firstRows[(owners[report] as number) + 1] = row + 1
    }
    rowOf[report] = row
    rowStamps[row] = Math.max(rowStamps[row] as number, stamps[report] as number)
  }
  firstReports[rows] = count
  // An organization without reports begins where the one before it ends.
  for (let k = 1; k < firstRows.length; k++)
    firstRows[k] = Math.max(firstRows[k] as number, firstRows[k - 1] as number)
  return { firstRows, personOf, stamps: rowStamps, firstReports, reports, rowOf }
}

/** Returns items in the order of their groups; those of a group stay in their order. */
function grouped(groupOf: Uint32Array, items: Uint32Array, groups: number): Uint32Array {
  const next = integers(groups + 1)
  for (let i = 0; i < items.length; i++) (next[(groupOf[i] as number) + 1] as number)++
  for (let group = 0; group < groups; group++) (next[group + 1] as number) += next[group] as number
  const inOrder = integers(items.length)
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as number
    inOrder[(next[groupOf[item] as number] as number)++] = item
  }
  return inOrder
}
