import { ConformanceUsageError } from '../../conformance/index.ts'
import { UsageError } from './flags.ts'

/** What the suite calls wrong usage is wrong usage of the command line. */
export function usage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ConformanceUsageError) throw new UsageError(error.message)
    throw error
  }
}
