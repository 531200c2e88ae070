import { ConformanceUsageError } from '../../conformance/index.ts'
import { UsageError } from './usage-error.ts'

/** Runs a function of the suite and rethrows its usage errors as those of the command line. */
export function usage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof ConformanceUsageError) throw new UsageError(error.message)
    throw error
  }
}
