import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../operator/operator-error.ts'
import type { DecisionEvent, Event } from './event.ts'
import { FileLog, readEvents } from './log/file.ts'
import { DECISIONS, StateFolder } from './log/folder.ts'

/** The last decision on each report, by its number. */
type Decisions = ReadonlyMap<string, DecisionEvent>

export interface KeptDecisions {
  /** The last decision on each report, in the order of the first decision on each. */
  decisions: readonly DecisionEvent[]
  /** False if the file has damaged or incomplete events, which are left out. */
  isWhole: boolean
}

/**
 * Reads the decisions of a state folder and changes nothing. While a simulator is running, it reads at least the decisions
 * that were acknowledged before the call.
 * @param notice receives a line about damage
 * @throws {OperatorError} when the folder is missing, or its decisions cannot be read
 */
export async function readState(state: string, notice: (line: string) => void): Promise<KeptDecisions> {
  requireEvents(state)
  const { events, isWhole } = await readEvents(state, notice)
  return { decisions: [...decisionsOf(events).values()], isWhole }
}

/**
 * Takes back everything that happened in a state folder.
 * @returns the number of reports that had a decision
 * @throws {OperatorError} when the folder is missing or in use
 */
export async function resetState(state: string, notice: (line: string) => void): Promise<number> {
  requireEvents(state)
  const folder = StateFolder.enter(state, { notice, remedy: IN_USE })
  try {
    const { log, events } = FileLog.open(folder, notice)
    log.bind({ apply: () => true, events: () => [] })
    await log.commit([{ event: 'reset' }])
    await log.close()
    return decisionsOf(events).size
  } finally {
    folder.leave()
  }
}

function requireEvents(state: string): void {
  if (!existsSync(join(state, DECISIONS)))
    throw new OperatorError(
      existsSync(state)
        ? `${state} is not a state folder: it has no ${DECISIONS}. Use --state to name one.`
        : `The state folder ${state} does not exist. Use --state to name another one.`,
    )
}

const IN_USE = 'Stop it first. In a test, call reset() on the running simulator.'

/** What a checkpoint saved: of these organizations, or of all. */
interface Saved {
  decisions: Decisions
  ids: ReadonlySet<string> | undefined
}

/** Returns the decisions that events leave in force, whatever data they are about. */
export function decisionsOf(events: readonly Event[]): Decisions {
  let now = new Map<string, DecisionEvent>()
  const checkpoints = new Map<string, Saved>()
  for (const event of events) {
    if (event.event === 'decision' && !(event.once && now.has(event.numero))) now.set(event.numero, event)
    if (event.event === 'remove') now.delete(event.numero)
    if (event.event === 'reset') now = replaced(now, new Map(), event.organizacao)
    if (event.event === 'checkpoint') {
      const { name, organizacao } = event
      const before = checkpoints.get(name) ?? { decisions: new Map(), ids: new Set() }
      const ids = organizacao === undefined ? undefined : before.ids && new Set(before.ids).add(organizacao)
      checkpoints.set(name, { decisions: replaced(before.decisions, now, organizacao), ids })
    }
    if (event.event === 'restore') {
      const { decisions, ids } = checkpoints.get(event.name) ?? { decisions: now, ids: undefined }
      now = replaced(now, decisions, event.organizacao, ids)
    }
  }
  return now
}

/** Returns all decisions with those of one organization, or of any, replaced; only of `ids`, if there are such. */
function replaced(
  all: Decisions,
  by: Decisions,
  organizacao: string | undefined,
  ids?: ReadonlySet<string>,
): Map<string, DecisionEvent> {
  const isMeant = ([, { organizacao: id }]: [string, DecisionEvent]) =>
    (organizacao === undefined || id === organizacao) && ids?.has(id) !== false
  return new Map([...[...all].filter((one) => !isMeant(one)), ...[...by].filter(isMeant)])
}
