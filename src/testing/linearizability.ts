/** What one client knows of one attempt to decide on a report, or of one look at it. All times are of one clock. */
export interface Operation {
  act: 'decide' | 'read'
  /** What was to be recorded, unique among the attempts on one report; or what was seen, null for no decision. */
  value: string | null
  start: number
  /** When the answer came; of no account if the outcome is unknown. */
  end: number
  /**
   * Of a decision: acknowledged, refused because there was one already, certainly not recorded, or no answer that says.
   * A look is ok.
   */
  outcome: 'ok' | 'refused' | 'failed' | 'unknown'
}

/** What a second decision on a report may do. */
export type Rule = 'refuse-again' | 'allow'

/**
 * Returns whether there is an order in which a single register, used by one client at a time, would have given the same
 * answers: each operation takes effect at one moment between its start and its end, an unknown one at any moment after
 * its start, or never.
 */
export function isLinearizable(history: readonly Operation[], rule: Rule): boolean {
  const seen = new Set(history.flatMap(({ act, value }) => (act === 'read' ? [value] : [])))
  const operations = history
    .filter(({ outcome }) => outcome !== 'failed')
    // What may be overwritten and was never seen explains nothing.
    .filter(({ outcome, value }) => outcome !== 'unknown' || rule === 'refuse-again' || seen.has(value))
    .sort((a, b) => a.start - b.start)
  const required = operations.reduce(
    (mask, { outcome }, i) => (outcome === 'unknown' ? mask : mask | bit(i)),
    0n,
  )
  const tried = new Set<string>()

  const search = (done: bigint, state: string | null): boolean => {
    if ((done & required) === required) return true
    const key = `${done} ${state}`
    if (tried.has(key)) return false
    tried.add(key)
    // Nothing that began after an answer can come before what was answered.
    const horizon = Math.min(
      ...operations.map(({ end }, i) => ((required & ~done & bit(i)) === 0n ? Infinity : end)),
    )
    return operations.some((operation, i) => {
      if ((done & bit(i)) !== 0n || operation.start > horizon) return false
      const next = after(state, operation, rule)
      return next !== undefined && search(done | bit(i), next)
    })
  }
  return search(0n, null)
}

function bit(i: number): bigint {
  return 1n << BigInt(i)
}

/** Returns what a register has after an operation; undefined if it would have answered otherwise. */
function after(
  state: string | null,
  { act, value, outcome }: Operation,
  rule: Rule,
): string | null | undefined {
  if (act === 'read') return state === value ? state : undefined
  const isTaken = rule === 'refuse-again' && state !== null
  if (outcome === 'refused') return isTaken ? state : undefined
  return isTaken ? undefined : value
}
