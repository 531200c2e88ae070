import type { Phrase } from '../../../src/contract/wording.ts'
import { objectOf } from '../../service/lists.ts'
import type { Refused } from './refused.ts'

type Phrases = Readonly<Record<string, Phrase>>

const SHAPE = 'report.shape'

/**
 * Adds the key of the report number if it is reported with faults of the body. If it is reported by itself, its name may be
 * a part of the frame.
 */
export function withNumberName(
  phrases: Phrases,
  refused: readonly Pick<Refused, 'situations' | 'answer'>[],
  isHarmless: (text: string) => boolean,
): Phrases {
  const names = new Set(refused.flatMap(nameIn))
  const [name] = names
  const phrase = phrases[SHAPE]
  const own = typeof phrase === 'string' ? { text: phrase } : phrase
  if (name === undefined || names.size > 1 || own?.keys || !isHarmless(name)) return phrases
  return { ...phrases, [SHAPE]: { ...own, keys: [name] } }
}

function nameIn({ situations, answer }: Pick<Refused, 'situations' | 'answer'>): string[] {
  const place = situations.findIndex((one) => one.name === SHAPE)
  const keys = objectOf(objectOf(answer.json)?.validation)?.keys
  if (place === -1 || situations.length < 2 || !Array.isArray(keys)) return []
  const name: unknown = keys.at(place === 0 ? 0 : -1)
  return typeof name === 'string' && name !== situations[place]?.slots.key ? [name] : []
}
