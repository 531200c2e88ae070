import { kindsUpwards, widerKinds } from '../../src/contract/kind-fallbacks.ts'
import type { Phrase } from '../../src/contract/wording.ts'
import type { Recognised } from './families/recognise.ts'
import { mostCommon } from './most-common.ts'
import { isSameJson } from './same-json.ts'

type Phrases = Readonly<Record<string, Phrase>>

const ROW = 'json'
const kinds = Object.keys(widerKinds[ROW] ?? {})
/** A wide kind, and that of all that is not JSON. */
const LEVELS_OF_WIDE = 2
const BLANK = 'end-empty'
/** Kinds that others fall back on, the narrowest first. */
const wider = [...new Set(kinds.map((kind) => widerKinds[ROW]?.[kind] as string))].sort(
  (a, b) => kindsUpwards(ROW, b).length - kindsUpwards(ROW, a).length,
)

/**
 * Adds what a known parser says of kinds that the target was not asked about, and says once what several kinds have in
 * common. A kind without an example gets the phrase of most kinds near it.
 */
export function jsonPhrases(phrases: Phrases, family: Recognised | undefined): Record<string, Phrase> {
  const own = new Map(
    Object.entries(phrases).flatMap(([name, phrase]) =>
      name.startsWith(`${ROW}.`) ? [[name.slice(ROW.length + 1), phrase] as const] : [],
    ),
  )
  const [like] = own.values()
  if (like === undefined) return { ...phrases }
  const others = Object.entries(phrases).filter(([name]) => !name.startsWith(`${ROW}.`))
  for (const [situation, text] of family?.texts ?? []) {
    const kind = situation.slice(ROW.length + 1)
    if (isNarrow(kind) && !own.has(kind)) own.set(kind, typeof like === 'string' ? text : { ...like, text })
  }
  for (const kind of wider) {
    const near = kinds.filter((other) => widerKinds[ROW]?.[other] === kind && own.has(other))
    // To many services, a body of only spaces is no body at all, and has another message.
    const nearest = near.length > 1 ? near.filter((other) => other !== BLANK) : near
    // The message about a body that is not an object at all says nothing about faults inside an object.
    const isLeft = !own.has(kind) && isNarrow(kind)
    const common = isLeft
      ? undefined
      : (own.get(kind) ??
        mostCommon(
          nearest.map((other) => own.get(other) as Phrase),
          (phrase) => JSON.stringify(phrase),
        ))
    if (common === undefined) continue
    own.set(kind, common)
    for (const other of nearest) if (isSameJson(own.get(other), common)) own.delete(other)
  }
  return Object.fromEntries([
    ...others,
    ...[...own].map(([kind, phrase]) => [`${ROW}.${kind}`, phrase] as const),
  ])
}

/** Returns whether a kind has a text of its own. One with a narrower kind may, such as a string that is not closed. */
function isNarrow(kind: string): boolean {
  return !wider.includes(kind) || kindsUpwards(ROW, kind).length > LEVELS_OF_WIDE
}
