import { Undecided } from '../model/judgement.ts'
import type { Service } from '../model/service.ts'

/**
 * Does work that compares several lists, and does it once more if the list has changed.
 * @throws {Undecided} if it has changed again
 */
export async function steadily<T>(service: Service, work: () => Promise<T>): Promise<T> {
  for (let left = 1; ; left--) {
    const [outcome] = await Promise.allSettled([service.world().then(work)])
    if (!(await service.hasMoved())) {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
    if (left === 0) throw new Undecided('data-drift', 'the list changed during both attempts to read it')
    service.forget()
  }
}
