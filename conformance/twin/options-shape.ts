import type { Shape } from '../../src/contract/dialect.ts'
import type { Evidence } from './evidence.ts'
import type { Headers, IsRepeated } from './headers.ts'
import { plainAnswerOf, textOf } from './plain-answer.ts'

/** Learns what OPTIONS is answered with, where it is not refused. */
export function optionsShapeOf(
  evidence: readonly Evidence[],
  usual: Headers,
  isHarmless: (text: string) => boolean,
  isRepeated: IsRepeated,
): Pick<Shape, 'options'> {
  const answered = evidence.filter(
    ({ asked, answer }) =>
      asked.question.method === 'OPTIONS' && answer.status < 300 && asked.stratum !== 'unknown.options',
  )
  const learned = (['list', 'report'] as const).flatMap((name) => {
    const own = answered
      .filter(({ asked }) => (asked.question.path === '/pessoas') === (name === 'list'))
      .map(({ answer }) => answer)
    const form = own.length > 0 ? plainAnswerOf(own, own.map(textOf), usual, isHarmless, isRepeated) : {}
    return Object.keys(form).length > 0 ? [[name, form] as const] : []
  })
  return learned.length > 0 ? { options: Object.fromEntries(learned) } : {}
}
