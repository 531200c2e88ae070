import { jsonValue } from '../../src/contract/json-value.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { Situation } from '../../src/twin.ts'
import { objectOf } from '../service/lists.ts'
import type { Oracle } from './profile-fitter.ts'
import { READ_NUMBERS } from './read-first.ts'
import type { TwinQuestion } from './twin-question.ts'

/** Strata with several faults at once, which come in many combinations. */
export const SEVERAL: ReadonlySet<string> = new Set([
  ...['query.two-faults', 'query.three-faults', 'payload.two-faults', 'payload.three-faults'],
  ...['payload.fault-and-unknown', 'payload.several-unknown'],
])
const CHOSEN = 6
/** This many are asked whatever the twin answers: what it accepts may be a fault for the target. */
const ANY = 1
/** At most this many questions are drawn. */
const LOOKED_AT = 40

/**
 * Draws questions with several faults, first those that show the most: which faults come together, and in which order
 * they were sent.
 */
export async function severalFaults(
  stratum: string,
  profile: Profile,
  oracle: Oracle,
): Promise<TwinQuestion[]> {
  const left = new Map<TwinQuestion, ReadonlySet<string>>()
  for (let i = 0; i < LOOKED_AT; i++) {
    const asked = oracle.draw(stratum)
    if (asked === undefined) continue
    const { situations } = await oracle.twin(profile, asked)
    left.set(asked, new Set(pairsOf(asked, situations)))
  }
  const chosen: TwinQuestion[] = []
  const known = new Set<string>()
  while (chosen.length < CHOSEN - ANY) {
    const news = (pairs: ReadonlySet<string>) => [...pairs].filter((pair) => !known.has(pair)).length
    const [best] = [...left].sort(([, a], [, b]) => news(b) - news(a))
    if (best === undefined || news(best[1]) === 0) break
    const [asked, pairs] = best
    chosen.push(asked)
    left.delete(asked)
    for (const pair of pairs) known.add(pair)
  }
  const [without, others] = [[...left].filter(([, { size }]) => size === 0), [...left]]
  const rest = new Set([...without, ...others].map(([asked]) => asked))
  return [...chosen, ...rest].slice(0, CHOSEN)
}

/** Returns each two of the faults, in the order in which they were sent. */
function pairsOf({ question }: TwinQuestion, situations: readonly Situation[]): string[] {
  const names =
    question.query?.map(([name]) => name) ?? Object.keys(objectOf(jsonValue(question.body ?? '')) ?? {})
  const placeOf = ({ slots: { key } }: Situation) =>
    (names.indexOf(String(key)) + names.length) % (names.length + 1)
  const faults = situations.toSorted((a, b) => placeOf(a) - placeOf(b)).map(classOf)
  return faults.flatMap((one, i) =>
    faults.slice(i + 1).flatMap((other) => [`${one} ${other}`, ...orderOfReading(one, other)]),
  )
}

const UNKNOWN = /^(?:payload|others)\./

/** Returns which came first, a wrong type or an unknown field: a parser stops there, and a schema has an order of its own. */
function orderOfReading(one: string, other: string): string[] {
  const [first, second] = [one, other].map((fault) => UNKNOWN.test(fault))
  const isOfParser = one.endsWith('.type') && other.endsWith('.type')
  return first === second || !isOfParser ? [] : [first ? 'unknown type' : 'type unknown']
}

/** Kinds of values that were read, and break a rule. */
const READ_VALUES: ReadonlySet<string> = new Set([
  ...READ_NUMBERS,
  ...['short', 'short-blank', 'empty-text', 'blank', 'padded', 'long'],
])

/** Returns the field of a fault with what services judge at different times: whether it is there, its type, its value. */
function classOf({ name }: Situation): string {
  const [row = '', kind = ''] = name.split('.')
  if (kind === 'missing' || kind === 'null') return name
  return `${row}.${READ_VALUES.has(kind) ? 'value' : 'type'}`
}
