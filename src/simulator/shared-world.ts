import { OperatorError } from '../operator/operator-error.ts'

/** Returns the error for what one process cannot do to data that others serve, too. */
export function onlyAlone(): OperatorError {
  return new OperatorError(
    'Data on a shared store (--store) cannot be moved: other simulators serve it, too. Start without --store to move persons and reports, or mint an organization with a fixture that has them as the test needs them.',
  )
}
