import { TargetFailure } from '../client/failure.ts'
import { Undecided, type UndecidedReason } from '../judging/judgement.ts'
import { type Facts, type Need, requirements } from './discover.ts'
import type { Service } from './service.ts'
import type { Session } from './session.ts'

/** Why a check or a knob was not decided, and what would decide it. */
export interface Reason {
  reason: UndecidedReason
  detail: string
  remedy?: string
}

/** Returns the first need that is not met, as a reason; undefined if all are met. */
export async function findLack(
  needs: readonly Need[] = [],
  session: Session,
  service: Service,
): Promise<Reason | undefined> {
  for (const need of needs) {
    const requirement = requirements[need]
    const isDeclared = 'declared' in requirement
    const facts = isDeclared ? NO_FACTS : await service.facts()
    if (requirement.met(facts, session.declared)) continue
    return {
      reason: isDeclared ? 'not-declared' : 'thin-data',
      detail: requirement.lack,
      remedy: requirement.remedy,
    }
  }
  return undefined
}

const NO_FACTS = {} as Facts

/** Returns why an error kept a check or a knob from being decided. */
export function reasonOf(error: unknown): Reason {
  const remedy = (error as { remedy?: string }).remedy
  if (error instanceof Undecided)
    return { reason: error.reason, detail: error.message, ...(remedy && { remedy }) }
  if (!(error instanceof TargetFailure))
    return { reason: 'suite-failed', detail: `the suite has a bug, please report it: ${placeOf(error)}` }
  return { reason: lossOf(error), detail: error.message, ...(remedy && { remedy }) }
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
