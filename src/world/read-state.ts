import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../operator/operator-error.ts'
import { faultLine } from '../store/faults.ts'
import { Ledger } from '../store/ledger.ts'
import { type ReadDecisions, readDecisions } from '../store/read-decisions.ts'
import type { DecisionRecord } from '../store/store.ts'

export interface KeptDecisions {
  /** How many reports have a decision. */
  reports: number
  /** The last decision on each report, in the order of the first ones. */
  decisions: Iterable<DecisionRecord>
}

/**
 * Reads the decisions of a state folder and changes nothing. Beside a running simulator it reads what was acknowledged
 * before it was called, at least.
 * @param notice hears of damage
 * @throws {OperatorError} when there is no such folder, or its decisions cannot be read
 */
export function readState(state: string, notice: (line: string) => void): KeptDecisions {
  const path = requireState(state)
  const { ledger, faults } = readTwice(path)
  const damaged = faults.filter(({ isCut }) => !isCut)
  if (damaged.length > 0) notice(`${path}: ${faultLine(damaged)} The next start sets the damage aside.`)
  return { reports: ledger.size, decisions: ledger.last() }
}

/** Reads again where there is damage: a file that is mounted by itself is replaced in place. */
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
 * @throws {OperatorError} when it has none
 */
export function requireState(state: string): string {
  const path = join(state, 'decisions.json')
  if (existsSync(path)) return path
  throw new OperatorError(`${state} is no state folder: it has no decisions.json. Name one with --state.`)
}
