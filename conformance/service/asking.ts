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

/** After so many checks that found the list changing, the others do not read it. */
const DRIFTS = 3

/**
 * Runs work that needs several requests and compares the list before and after. If the list changed, it runs once more,
 * while no other such work does.
 * @throws {Undecided} if the list changed again
 */
export async function steadily<T>(name: string, session: Session, work: () => Promise<T>): Promise<T> {
  const attempt = async () => {
    const before = await session.fingerprint(name)
    const [outcome] = await Promise.allSettled([work()])
    const isSame = (await session.freshFingerprint(name)) === before
    if (!isSame) session.forget()
    return isSame ? outcome : undefined
  }
  const outcome =
    (await attempt()) ??
    (await session.alone(() => {
      if (session.drifts < DRIFTS) return attempt()
      throw new Undecided('data-drift', `the list keeps changing: ${DRIFTS} checks found it changed`)
    }))
  if (outcome === undefined) {
    session.drifts++
    throw new Undecided('data-drift', 'the list changed during both attempts to read it')
  }
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

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
