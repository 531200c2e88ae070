import type { Cause } from './cause.ts'

/** A usual mistake of clients, and how to undo it. */
export interface Slip {
  cause: Cause
  /** Returns the text without the mistake, or unchanged if it has none. */
  undo: (text: string) => string
}

/** The corrected text, and the mistakes that were undone. */
export interface Undone {
  text: string
  causes: Cause[]
}

/** Undoes one mistake after the other until the text is correct or no mistake is left. */
export function undoSlips(given: string, slips: readonly Slip[], isRight: (text: string) => boolean): Undone {
  const causes: Cause[] = []
  let text = given
  for (const { cause, undo } of slips) {
    if (isRight(text)) break
    const undone = undo(text)
    if (undone !== text) causes.push(cause)
    text = undone
  }
  return { text, causes }
}
