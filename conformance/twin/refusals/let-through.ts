import type { Phrase } from '../../../src/contract/wording.ts'

type Phrases = Readonly<Record<string, Phrase>>

/**
 * Adds the words for POST on the list, which no probe sends. What stands before a service and lets only some methods
 * through refuses PUT on both paths alike, and GET on the path of a report comes to the service: so does POST on the list.
 */
export function withLetThrough(phrases: Phrases): Phrases {
  const { 'route.get': get, 'route.method': method, 'route.list-method': ofList } = phrases
  if (get === undefined || method === undefined || ofList === undefined) return phrases
  const isStopped = frameOf(ofList) === frameOf(method)
  return isStopped && frameOf(get) !== frameOf(method) ? { ...phrases, 'route.list-post': get } : phrases
}

function frameOf(phrase: Phrase): string | undefined {
  return typeof phrase === 'string' ? undefined : phrase.frame
}
