import type { Shape } from '../../src/contract/dialect.ts'
import type { Question } from '../client/exchange.ts'
import type { Evidence } from './evidence.ts'
import type { Headers, IsRepeated } from './headers.ts'
import { plainAnswerOf, textOf } from './plain-answer.ts'
import type { Answer } from './target-data.ts'

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
  const learned = (['list', 'report', 'preflight'] as const).flatMap((name) => {
    const own = answered
      .filter(({ asked }) => nameOf(asked.question) === name)
      .map(({ answer }) => withoutCors(answer))
    const form = own.length > 0 ? plainAnswerOf(own, own.map(textOf), usual, isHarmless, isRepeated) : {}
    return Object.keys(form).length > 0 ? [[name, form] as const] : []
  })
  return learned.length > 0 ? { options: Object.fromEntries(learned) } : {}
}

function nameOf({ path, preflight }: Question): 'list' | 'report' | 'preflight' {
  if (preflight) return 'preflight'
  return path === '/pessoas' ? 'list' : 'report'
}

/** Leaves out Access-Control-* headers: the simulator sets these from --cors, never from a profile. */
function withoutCors(answer: Answer): Answer {
  const headers = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control-'))
  return { ...answer, headers: Object.fromEntries(headers) }
}
