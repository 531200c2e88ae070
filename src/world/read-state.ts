import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../operator/operator-error.ts'
import { damageLine } from '../store/damage.ts'
import { Ledger } from '../store/ledger.ts'
import { type ReadDecisions, readDecisions } from '../store/read-decisions.ts'
import type { DecisionRecord } from '../store/store.ts'

export interface KeptDecisions {
  /** The number of reports with a decision. */
  reports: number
  /** The last decision on each report, in the order of the first decision on each. */
  decisions: Iterable<DecisionRecord>
}

/**
 * Reads the decisions of a state folder and changes nothing. While a simulator is running, it reads at least the
 * decisions that were acknowledged before the call.
 * @param notice receives a line about damage
 * @throws {OperatorError} when the folder is missing, or its decisions cannot be read
 */
export function readState(state: string, notice: (line: string) => void): KeptDecisions {
  const path = requireState(state)
  const { ledger, faults } = readTwice(path)
  const damaged = faults.filter(({ isCut }) => !isCut)
  if (damaged.length > 0)
    notice(`${path}: ${damageLine(damaged)} It is left out here. The next start copies it to another file.`)
  return { reports: ledger.size, decisions: ledger.last() }
}

/** Reads the file again if it is damaged, because a running simulator overwrites a mounted file in place. */
function readTwice(path: string): Pick<ReadDecisions, 'ledger' | 'faults'> {
  const read = () => readDecisions(path) ?? { ledger: new Ledger(), faults: [] }
  try {
    const found = read()
    return found.faults.every(({ isCut }) => isCut) ? found : read()
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * Returns the path of the decisions of a state folder.
 * @throws {OperatorError} when the folder has none
 */
export function requireState(state: string): string {
  const path = join(state, 'decisions.json')
  if (existsSync(path)) return path
  throw new OperatorError(
    `${state} is not a state folder: it has no decisions.json. Use --state to name one.`,
  )
}
