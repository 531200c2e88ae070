import type { Shape } from '../../src/contract/dialect.ts'
import { jsonWriter } from '../../src/contract/json-style.ts'
import type { Evidence } from './evidence.ts'
import { withoutPersons } from './harmless.ts'
import { type Headers, headersOf, withHeaders } from './headers.ts'
import type { Answer } from './world.ts'

/** Learns what OPTIONS is answered with, where it is not refused. */
export function optionsShapeOf(
  evidence: readonly Evidence[],
  usual: Headers,
  isHarmless: (text: string) => boolean,
): Pick<Shape, 'options'> {
  const { 'content-type': _, ...ofEvery } = withHeaders(usual)
  const answered = evidence.filter(
    ({ asked, answer }) =>
      asked.question.method === 'OPTIONS' && answer.status < 300 && asked.stratum !== 'unknown.options',
  )
  const learned = (['list', 'report'] as const).flatMap((name) => {
    const own = answered
      .filter(({ asked }) => (asked.question.path === '/pessoas') === (name === 'list'))
      .map(({ answer }) => answer)
    const [first] = own
    if (first === undefined) return []
    const headers = withoutPersons(headersOf(own, ofEvery), isHarmless)
    const text = textOf(first)
    const isSaid = text !== '' && own.every((one) => textOf(one) === text) && isHarmless(text)
    const form = {
      ...(isSaid && { text }),
      ...(Object.keys(headers).length > 0 && { headers }),
    }
    return Object.keys(form).length > 0 ? [[name, form] as const] : []
  })
  return learned.length > 0 ? { options: Object.fromEntries(learned) } : {}
}

/** Returns the body of an answer as it was written. */
export function textOf({ json, text, spelling }: Answer): string {
  return json === undefined ? text : jsonWriter(spelling?.style ?? {})(JSON.stringify(json))
}
