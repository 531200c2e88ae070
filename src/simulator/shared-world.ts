import { OperatorError } from '../operator/operator-error.ts'
import type { SimulatorWorld } from './simulator-world.ts'

/** Returns the error for what one process cannot do to data that others serve, too. */
export function onlyAlone(): OperatorError {
  return new OperatorError(
    'This is not possible on a shared store (--store): other simulators may serve the same data, and they would not know. Start without --store, or load another schema with "pessoas-sim seed --store".',
  )
}

/** Returns the public view of a world that several processes serve: nobody takes back what others did. */
export function withoutHistory(face: SimulatorWorld): SimulatorWorld {
  const refuse = (): never => {
    throw onlyAlone()
  }
  return {
    get organizations() {
      return face.organizations
    },
    reset: async () => refuse(),
    checkpoint: refuse,
    restore: async () => refuse(),
    changes: refuse,
    withdrawToken: refuse,
    giveTokenBack: refuse,
  }
}
