import { decodedOrSame } from '../../src/contract/decoded.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { plainNumber } from '../../src/contract/wire.ts'
import type { Question, Risk } from '../client/exchange.ts'
import { type Chance, createChance, seedOf } from './chance.ts'
import { acceptedStrata } from './strata/accepted.ts'
import { bodyStrata } from './strata/bodies.ts'
import { declaredStrata, settledStrata } from './strata/declared.ts'
import { listStrata } from './strata/lists.ts'
import { parameterStrata } from './strata/parameters.ts'
import { queryFaultStrata } from './strata/query-faults.ts'
import { routeStrata } from './strata/routes.ts'
import { searchStrata } from './strata/searches.ts'
import { sizeStrata } from './strata/sizes.ts'
import type { Stratum } from './strata/stratum.ts'
import type { TargetData } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

export type { Stratum } from './strata/stratum.ts'
export { acceptedStrata, bodyStrata, declaredStrata, settledStrata }

/** Everything that a target and its twin are asked without naming a declared report. */
export const strata: readonly Stratum[] = [
  ...listStrata,
  ...parameterStrata,
  ...searchStrata,
  ...queryFaultStrata,
  ...bodyStrata,
  ...routeStrata,
  ...sizeStrata,
  ...acceptedStrata,
]

/** Returns a question of a stratum; undefined if the data of the target has nothing to ask it with. */
export function questionOf(
  stratum: Stratum,
  chance: Chance,
  data: TargetData,
  profile: Profile,
): TwinQuestion | undefined {
  const invented: string[] = []
  const letters = (length: number) => {
    const word = chance.letters(length)
    invented.push(word)
    return word
  }
  const question = stratum.draw({ chance: { ...chance, letters }, data, profile })
  if (question === undefined) return undefined
  invented.push(...sentencesIn(question.body))
  return { stratum: stratum.name, risk: riskOf(question, data), question, invented }
}

/** A shorter part of a message stands in a text by chance. */
const LEAST_SENTENCE = 10

/** Returns the parts of the strings of a body that show in a text which repeats them, whatever becomes of their accents. */
function sentencesIn(body = ''): string[] {
  return Array.from(body.matchAll(/"([^"\\]*)"/g), ([, text]) => text as string)
    .flatMap((text) => text.split(/[^\x20-\x7e]+/))
    .filter((part) => part.length >= LEAST_SENTENCE && part.includes(' '))
}

/** Returns the risk that a question can have at most; the client decides by itself what it sends. */
function riskOf({ method, path }: Question, data: TargetData): Risk {
  if (method === 'GET') return 'r'
  const declared = [...data.reports, data.foreignReport]
  const asked = plainNumber(lastPartOf(path))
  return declared.some((numero) => numero !== undefined && asked === numero) ? 'w2' : 'w0'
}

function lastPartOf(path: string): string {
  return decodedOrSame(path.replace(/^.*\//s, ''))
}

/** Returns what two requests have in common that differ only in the number of an unknown report. */
export function keyOf({ risk, question }: Pick<TwinQuestion, 'risk' | 'question'>): string {
  const {
    method,
    path,
    query,
    contentType,
    contentEncoding,
    authorization,
    body,
    blank,
    latin1,
    ifNoneMatch,
    preflight,
    chunked,
    accept,
  } = question
  // Each declared report is one by itself.
  const isUnknown = risk === 'r' || risk === 'w0'
  const alike = isUnknown ? withoutNumber(path) : path
  return JSON.stringify([
    method,
    alike,
    query ?? [],
    contentType,
    authorization.value,
    body,
    blank,
    ...(latin1 ? [latin1] : []),
    ...(contentEncoding ? [{ contentEncoding }] : []),
    ifNoneMatch,
    ...(preflight ? [{ preflight }] : []),
    ...(chunked ? [{ chunked }] : []),
    // JSON has no undefined, and null is no Accept at all.
    accept === null ? 'none' : accept,
  ])
}

function withoutNumber(path: string): string {
  return path
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i, 'N')
    .replace(/[\da-f]{8}(?:%2D[\da-f]{4}){3}%2D[\da-f]{12}/i, 'E')
    .replace(/[\da-f]{32}/i, 'C')
    .replace(/nao-existe-[\da-f]{8}/, 'S')
    .replace(/nao-[\da-f]{4}\b/, 'W')
}

export interface Wanted {
  count: number
  seed: number
  data: TargetData
  profile: Profile
  /** What may be asked; by default all that names no declared report. */
  from?: readonly Stratum[]
  /** The highest risk of the questions. */
  allows(risk: Risk): boolean
  /** Keys of questions that were asked before. They are drawn only where a stratum has no others. */
  asked?: ReadonlySet<string>
}

/** How often a question is drawn again in place of one that was asked before. */
const TRIES = 8

/**
 * Draws questions evenly from all strata, in turns, so that each is asked before any is asked again. A question is
 * drawn twice only where its stratum has no other one.
 */
export function drawQuestions({
  count,
  seed,
  data,
  profile,
  from = strata,
  allows,
  asked,
}: Wanted): TwinQuestion[] {
  const drawn: TwinQuestion[] = []
  const keys = new Set(asked)
  for (let turn = 0; drawn.length < count; turn++) {
    const before = drawn.length
    // The last turn may not reach all strata: which of them it leaves out is drawn, too.
    const order = createChance(seedOf(seed, `turn ${turn}`)).some(from, from.length)
    for (const stratum of order) {
      if (drawn.length === count) break
      const chance = createChance(seedOf(seed, `${stratum.name} ${turn}`))
      const tries = Array.from({ length: TRIES }, () => questionOf(stratum, chance, data, profile))
      const possible = tries.filter((one) => one !== undefined && allows(one.risk)) as TwinQuestion[]
      const fresh = possible.find((one) => !keys.has(keyOf(one)))
      const chosen = fresh ?? (turn === 0 ? possible[0] : undefined)
      if (chosen === undefined) continue
      keys.add(keyOf(chosen))
      drawn.push(chosen)
    }
    if (drawn.length === before) break
  }
  return drawn
}
