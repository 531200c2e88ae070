import type { PlainAnswer } from '../../src/contract/dialect.ts'
import { jsonWriter } from '../../src/contract/json-style.ts'
import { withoutPersons } from './harmless.ts'
import { commonHeaders, type Headers, type IsRepeated, withHeaders } from './headers.ts'
import type { Answer } from './target-data.ts'

/**
 * Learns the form of answers that are no JSON of the interface: what all of them say, and their headers where these are
 * other than usual.
 * @param texts what each of the answers says
 */
export function plainAnswerOf(
  answers: readonly Answer[],
  texts: readonly string[],
  usual: Headers,
  isHarmless: (text: string) => boolean,
  isRepeated: IsRepeated,
): PlainAnswer {
  const { 'content-type': _, ...ofEvery } = withHeaders(usual)
  const headers = withoutPersons(commonHeaders(answers, ofEvery, isRepeated), isHarmless)
  const [text = ''] = texts
  const isSaid = text !== '' && texts.every((one) => one === text) && isHarmless(text.replace(/\s/g, ' '))
  return { ...(isSaid && { text }), ...(Object.keys(headers).length > 0 && { headers }) }
}

/** Returns the body of an answer as it was written. */
export function textOf({ json, text, spelling }: Answer): string {
  return json === undefined ? text : jsonWriter(spelling?.style ?? {})(JSON.stringify(json))
}
