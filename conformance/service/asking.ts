import { TargetFailure } from '../client/target.ts'
import { Undecided, type UndecidedReason } from '../judging/judgement.ts'
import { type Facts, type Need, requirements } from './discover.ts'
import type { Service, Session } from './service.ts'

/** Why something could not be told, and what would settle it. */
export interface Reason {
  reason: UndecidedReason
  detail: string
  remedy?: string
}

/** What is missing of what is needed, if anything is. */
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
      detail: `there is ${requirement.lack}`,
      remedy: requirement.remedy,
    }
  }
  return undefined
}

const NO_FACTS = {} as Facts

/** After so many that found the list moving it is not read for the others. */
const DRIFTS = 3

/**
 * Brackets what is asked in several requests: a list that moved meanwhile is read once more, and then let be.
 * @throws {Undecided} when it moved again
 */
export async function steadily<T>(name: string, session: Session, work: () => Promise<T>): Promise<T> {
  if (session.drifts >= DRIFTS) {
    throw new Undecided('data-drift', `the list does not stand still: it was found moving ${DRIFTS} times`)
  }
  for (let left = 1; ; left--) {
    const before = await session.fingerprint(name)
    const outcome = await work().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error
      },
    )
    if ((await session.freshFingerprint(name)) === before) return outcome()
    session.forget()
    if (left > 0) continue
    session.drifts++
    throw new Undecided('data-drift', 'the list changed while it was read, twice')
  }
}

/** Why an error kept something from being told. */
export function reasonOf(error: unknown): Reason {
  const remedy = (error as { remedy?: string }).remedy
  if (error instanceof Undecided)
    return { reason: error.reason, detail: error.message, ...(remedy && { remedy }) }
  if (!(error instanceof TargetFailure))
    return { reason: 'suite-failed', detail: `please report it: ${placeOf(error)}` }
  return { reason: lossOf(error), detail: error.message, ...(remedy && { remedy }) }
}

/** Returns why no answer came: the target failed or limits the rate, the time was up, or somebody interrupted the run. */
export function lossOf({ kind }: TargetFailure): UndecidedReason {
  if (kind === 'aborted') return 'interrupted'
  if (kind === 'rate-limit') return 'rate-limited'
  return kind === 'deadline' ? 'deadline' : 'target-failed'
}

/** Where the suite is wrong, without what an error says of values. */
function placeOf(error: unknown): string {
  const { name = 'error', stack = '' } = error as Partial<Error>
  const [, file = '', line = ''] = /[/\\]([\w-]+\.[jt]s):(\d+)/.exec(stack) ?? []
  return `${name} at ${file}:${line}`
}
