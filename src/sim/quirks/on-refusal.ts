import type { RefusalBody } from '../../contract/wire.ts'
import { type Apply, parse, type QuirkRequest, type QuirkResponse, withBody } from './quirk.ts'

/** Another body in place of each refusal, or of those of some statuses. */
export function onRefusal(edit: (body: RefusalBody) => unknown, ...statuses: number[]): Apply {
  return onRefusalAnswer((answered, body) => withBody(answered, edit(body)), ...statuses)
}

/** Another answer in place of each refusal, or of those of some statuses. */
export function onRefusalAnswer(
  edit: (
    answered: QuirkResponse,
    body: RefusalBody,
    asked: QuirkRequest,
  ) => QuirkResponse | Promise<QuirkResponse>,
  ...statuses: number[]
): Apply {
  return async (asked, next) => {
    const answered = await next(asked)
    const { status } = answered
    const body = parse(answered.body) as RefusalBody | undefined
    if (body === undefined || (statuses.length > 0 ? !statuses.includes(status) : status < 400))
      return answered
    return edit(answered, body, asked)
  }
}

export type Validation = NonNullable<RefusalBody['validation']>
