import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sleep } from '../contract/real-globals.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { damageLine, EMPTY } from '../store/damage.ts'
import { type ReadDecisions, readDecisions } from '../store/read-decisions.ts'
import type { DecisionRecord } from '../store/store.ts'

export interface KeptDecisions {
  /** The number of reports with a decision. */
  reports: number
  /** The last decision on each report, in the order of the first decision on each. */
  decisions: Iterable<DecisionRecord>
  /** False if the file is empty, or has damaged or incomplete decisions, which are left out. */
  isWhole: boolean
}

/**
 * Reads the decisions of a state folder and changes nothing. While a simulator is running, it reads at least the
 * decisions that were acknowledged before the call.
 * @param notice receives a line about damage
 * @throws {OperatorError} when the folder is missing, or its decisions cannot be read
 */
export async function readState(state: string, notice: (line: string) => void): Promise<KeptDecisions> {
  const path = requireState(state)
  const found = await readAtRest(path)
  if (found === null) {
    notice(`${path} ${EMPTY}`)
    return { reports: 0, decisions: [], isWhole: false }
  }
  const { ledger, faults } = found
  const isWhole = faults.length === 0
  if (!isWhole) {
    const them = faults.length === 1 ? ['It is', 'it'] : ['They are', 'them']
    notice(
      `${path}: ${damageLine(faults)} ${them[0]} left out here. The next start copies ${them[1]} to another file.`,
    )
  }
  return { reports: ledger.size, decisions: ledger.last(), isWhole }
}

/** A file whose bytes did not change for this many milliseconds is not being written. */
const AT_REST = 20
const MOST_READS = 100

/**
 * Reads the file again while it is damaged and changes: a running simulator has a decision half written at times, and
 * overwrites a mounted file in place. If that never ends, what is incomplete is being written.
 * @returns null if the file is empty
 */
async function readAtRest(path: string): Promise<Pick<ReadDecisions, 'ledger' | 'faults'> | null> {
  try {
    for (let reads = 1; ; reads++) {
      const before = stateOf(path)
      const found = readDecisions(path)
      if (found?.faults.length === 0) return found
      await sleep(AT_REST)
      if (stateOf(path) === before) return found
      if (reads < MOST_READS) continue
      return found && { ...found, faults: found.faults.filter(({ isCut }) => !isCut) }
    }
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** Returns what differs after a write. */
function stateOf(path: string): string {
  const { ino, size, mtimeMs } = statSync(path)
  return `${ino} ${size} ${mtimeMs}`
}

/**
 * Returns the path of the decisions of a state folder.
 * @throws {OperatorError} when the folder has none, or does not exist
 */
export function requireState(state: string): string {
  const path = join(state, 'decisions.json')
  if (existsSync(path)) return path
  throw new OperatorError(
    existsSync(state)
      ? `${state} is not a state folder: it has no decisions.json. Use --state to name one.`
      : `The state folder ${state} does not exist. Use --state to name another one.`,
  )
}
