import type { Shape } from '../../src/contract/dialect.ts'
import type { Evidence } from './evidence.ts'
import { withoutPersons } from './harmless.ts'
import { type Headers, headersOf, withHeaders } from './headers.ts'

/** Learns what OPTIONS is answered with, where it is not refused. */
export function optionsShapeOf(
  evidence: readonly Evidence[],
  usual: Headers,
  isHarmless: (text: string) => boolean,
): Pick<Shape, 'options'> {
  const { 'content-type': _, ...ofEvery } = withHeaders(usual)
  const answered = evidence.filter(
    ({ asked, answer }) => asked.question.method === 'OPTIONS' && answer.status < 300,
  )
  const learned = (['list', 'report'] as const).flatMap((name) => {
    const own = answered
      .filter(({ asked }) => (asked.question.path === '/pessoas') === (name === 'list'))
      .map(({ answer }) => answer)
    const [first] = own
    if (first === undefined) return []
    const headers = withoutPersons(headersOf(own, ofEvery), isHarmless)
    const isSaid = first.text !== '' && own.every(({ text }) => text === first.text) && isHarmless(first.text)
    const form = {
      ...(isSaid && { text: first.text }),
      ...(Object.keys(headers).length > 0 && { headers }),
    }
    return Object.keys(form).length > 0 ? [[name, form] as const] : []
  })
  return learned.length > 0 ? { options: Object.fromEntries(learned) } : {}
}
