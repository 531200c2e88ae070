import type { FaultName } from '../contract/faults.ts'

/** A usual mistake of clients, and how to undo it. */
export interface Slip {
  name: FaultName
  /** Returns the text without the mistake, or unchanged if it has none. */
  undo: (text: string) => string
}

/** Undoes one mistake after the other until the text is right or no mistake is left; returns it, and what was undone. */
export function undoSlips(given: string, slips: readonly Slip[], isRight: (text: string) => boolean) {
  const names = new Set<FaultName>()
  let text = given
  for (const { name, undo } of slips) {
    if (isRight(text)) break
    const undone = undo(text)
    if (undone !== text) names.add(name)
    text = undone
  }
  return { text, names: [...names] }
}
