import type { Joining } from '../contract/wording.ts'
import { type Fault, reason } from './refusal.ts'

/** A fault, or those of several unknown fields as one. */
export interface Merged extends Fault {
  members?: readonly Fault[]
  /** What lists in the body have for several unknown fields together, and their names. */
  inOne?: { names: readonly string[]; key: string; own: NonNullable<Joining['severalOwn']>['own'] }
}

/** Orders faults by their fields. In an order, `*` stands for unknown fields; those that it does not name come last. */
export function sorted(
  faults: readonly Fault[],
  { missing, order, unknown }: Joining,
  sent: object,
): readonly Fault[] {
  const inOrder = byField(faults, order, sent)
  const isMissing = ({ situation }: Fault) => situation.endsWith('.missing')
  const ordered = unknown === 'sorted' ? withUnknownSorted(inOrder) : inOrder
  if (missing === undefined) return ordered
  if (missing === 'first') return ordered.toSorted((a, b) => Number(isMissing(b)) - Number(isMissing(a)))
  return withinPlaces(
    ordered,
    (fault) => fault.unknown !== true,
    (a, b) => Number(isMissing(a)) - Number(isMissing(b)),
  )
}

/** Orders some faults among the places that they have, and leaves all others where they are. */
function withinPlaces(
  faults: readonly Fault[],
  isOf: (fault: Fault) => boolean,
  compare: (a: Fault, b: Fault) => number,
): readonly Fault[] {
  const inOrder = faults.filter(isOf).sort(compare)[Symbol.iterator]()
  return faults.map((fault) => (isOf(fault) ? (inOrder.next().value as Fault) : fault))
}

/** Returns faults in the order of lists in the body. */
export function inEachOrder(faults: readonly Fault[], { eachOrder }: Joining): readonly Fault[] {
  return eachOrder === 'sorted' ? faults.toSorted(byKey) : faults
}

/** Returns faults with no unknown field but the first that came. */
export function withFirstUnknown(faults: readonly Fault[]): readonly Fault[] {
  const first = faults.find(({ unknown }) => unknown)
  return faults.filter((fault) => !fault.unknown || fault === first)
}

/** Orders unknown fields by their names among the places that they have. */
export function withUnknownSorted(faults: readonly Fault[]): readonly Fault[] {
  return withinPlaces(faults, ({ unknown }) => unknown === true, byKey)
}

function byKey(a: Fault, b: Fault): number {
  return a.key < b.key ? -1 : Number(a.key > b.key)
}

function byField(faults: readonly Fault[], order: Joining['order'], sent: object): readonly Fault[] {
  if (order === undefined) return faults
  if (order === 'sorted') return faults.toSorted(byKey)
  const names = order === 'sent' ? Object.keys(sent) : order
  const places = new Map(names.map((name, place) => [name, place]))
  const placeOf = ({ key, unknown }: Fault) =>
    places.get(unknown && order !== 'sent' ? '*' : key) ?? names.length
  return faults.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Merges the faults of unknown fields into one, whose key joins their names, or those of all faults. */
export function merged(faults: readonly Fault[], { betweenKeys, mergedKeys }: Joining): readonly Merged[] {
  const unknown = faults.filter((fault) => fault.unknown)
  const [first] = unknown
  const named = mergedKeys === 'all' ? faults : unknown
  if (betweenKeys === undefined || first === undefined || named.length === 1) return faults
  const key = named.map((fault) => fault.key).join(betweenKeys)
  const all: Merged = { ...first, key, reasons: [reason.notAllowed(key)], members: unknown }
  return withOne(faults, all, first)
}

/** Puts the faults of unknown fields into one, where lists in the body have one element for all of them. */
export function inOne(faults: readonly Merged[], { severalOwn }: Joining): readonly Merged[] {
  const unknown = faults.filter((fault) => fault.unknown)
  const [first] = unknown
  if (severalOwn === undefined || first === undefined || unknown.length === 1) return faults
  const { between, own } = severalOwn
  const names = unknown.map(({ key }) => key)
  return withOne(faults, { ...first, inOne: { names, key: names.join(between), own } }, first)
}

/** Returns faults with one of unknown fields in place of the first of these, and without the others. */
function withOne(faults: readonly Merged[], all: Merged, first: Merged): readonly Merged[] {
  return faults.flatMap((fault) => (fault === first ? [all] : fault.unknown ? [] : [fault]))
}
