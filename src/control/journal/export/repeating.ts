import { type Entry, settled } from '../entry.ts'

/** What an exported file repeats, and what it leaves out. */
export interface Repeating {
  /** Everything that the journal has, exported or not, in the order of arrival. */
  all: readonly Entry[]
  /** Why exchanges of the file are not repeated, by id; undefined for those that are. */
  obstacles: ReadonlyMap<number, string | undefined>
  /** The first exchange that the journal no longer has; infinite if it has all. */
  firstLost: number
  /** Whether an answer may depend on every request before, and not only on decisions. */
  hasMemory: boolean
}

/** What happened in a world so far. */
interface Past {
  /** The first exchange that changed what is answered, and that the file does not repeat. */
  missing: { id: number; which: string } | undefined
  /** Those that were still without their answer when the latest arrived. */
  open: Entry[]
}

/** The steps that judge a request without looking at decisions. */
const BEFORE_DATA = new Set(['request', 'host', 'origin', 'route', 'token', 'body', 'query'])

/** Returns the obstacles with those of exchanges whose answers depend on others that the file does not repeat. */
export function withDependencies({
  all,
  obstacles,
  firstLost,
  hasMemory,
}: Repeating): Map<number, string | undefined> {
  const told = new Map(obstacles)
  const pasts = new Map<object | undefined, Past>()
  const pastOf = ({ owner }: Entry): Past => {
    const world = hasMemory ? undefined : owner?.world
    const known = pasts.get(world)
    if (known) return known
    const id = hasMemory ? firstLost : (world?.firstLostDecision ?? Number.POSITIVE_INFINITY)
    const missing = Number.isFinite(id) ? { id, which: 'which the journal no longer has' } : undefined
    const past = { missing, open: [] }
    pasts.set(world, past)
    return past
  }
  const isChange = (entry: Entry) => hasMemory || entry.mayHaveDecided
  const isRepeated = ({ id }: Entry) => told.has(id) && told.get(id) === undefined
  const isDependent = (entry: Entry) => hasMemory || dependsOnDecisions(entry)
  const miss = (past: Past, entry: Entry) => {
    if (!isChange(entry) || isRepeated(entry) || (past.missing && past.missing.id < entry.id)) return
    const which = told.has(entry.id) ? 'which is skipped' : 'which this file does not have'
    past.missing = { id: entry.id, which }
  }
  const skip = (past: Past, entry: Entry, obstacle: string) => {
    told.set(entry.id, obstacle)
    miss(past, entry)
  }
  for (const entry of all) {
    const past = pastOf(entry)
    const { missing } = past
    if (isRepeated(entry) && isDependent(entry) && missing && missing.id < entry.id)
      told.set(entry.id, `it came after #${missing.id}, ${missing.which}`)
    past.open = past.open.filter((other) => other.answered === 0 || other.answered > entry.arrived)
    for (const other of past.open) {
      for (const [one, change] of [
        [entry, other],
        [other, entry],
      ] as const) {
        const isMixed = isChange(change) && isRepeated(one) && isDependent(one) && isAbout(one, change)
        if (isMixed) skip(past, one, `it came while #${change.id} was in flight`)
      }
    }
    past.open.push(entry)
    miss(past, entry)
  }
  return told
}

/** A refusal that names an earlier step is the same whatever was decided. */
function dependsOnDecisions(entry: Entry): boolean {
  const why = settled(entry)
  const isRefusal = entry.status !== undefined && entry.status >= 400
  return !isRefusal || why.length === 0 || why.some(({ step }) => !BEFORE_DATA.has(step))
}

/** Two decisions of different reports may come in any order. */
function isAbout(one: Entry, change: Entry): boolean {
  return one.method !== 'POST' || one.url === change.url
}
