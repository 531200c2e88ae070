import { TargetFailure } from '../client/failure.ts'
import { RiskRefused } from '../client/risk.ts'
import { Undecided, type UndecidedReason } from '../model/judgement.ts'

export interface Reason {
  reason: UndecidedReason
  detail: string
  remedy?: string | undefined
}

export function reasonOf(error: unknown): Reason {
  const { remedy } = error as { remedy?: string }
  const told = (reason: UndecidedReason) => ({
    reason,
    detail: (error as Error).message,
    ...(remedy !== undefined && { remedy }),
  })
  if (error instanceof Undecided) return told(error.reason)
  if (error instanceof TargetFailure) return told(lossOf(error))
  if (error instanceof RiskRefused) return told('not-declared')
  return { reason: 'suite-failed', detail: `the suite has a bug, please report it: ${placeOf(error)}` }
}

/** Returns why there was no answer: the target failed, a rate limit, the deadline, or an interruption. */
export function lossOf({ kind }: TargetFailure): UndecidedReason {
  if (kind === 'aborted') return 'interrupted'
  if (kind === 'rate-limit') return 'rate-limited'
  if (kind === 'token') return 'token-refused'
  return kind === 'deadline' ? 'deadline' : 'target-failed'
}

/** Returns where the suite failed, without the message, which may quote personal data. */
function placeOf(error: unknown): string {
  const { name = 'error', stack = '' } = error as Partial<Error>
  const [, file = '', line = ''] = /[/\\]([\w-]+\.[jt]s):(\d+)/.exec(stack) ?? []
  return `${name} at ${file}:${line}`
}
