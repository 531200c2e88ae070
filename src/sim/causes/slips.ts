import type { Cause } from './cause.ts'

/** A slip that clients make, and how it is undone. */
export interface Slip {
  cause: Cause
  /** Returns the text without the slip; the text itself where it has none. */
  undo: (text: string) => string
}

/** What is left of a text, and the slips that were undone on the way. */
export interface Undone {
  text: string
  causes: Cause[]
}

/** Undoes one slip after the other until the text is right, or no slip is left. */
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
