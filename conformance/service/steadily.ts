import { Undecided } from '../judging/judgement.ts'
import type { Session } from './session.ts'

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
