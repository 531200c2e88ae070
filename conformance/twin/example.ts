import { textWith } from '../../src/contract/template.ts'
import type { Situation } from '../../src/twin.ts'

/** A text that a target sent, and the values that it may repeat. */
export interface Example {
  text: string
  slots: Situation['slots']
}

/** Returns whether a text with slots, filled with the values of an example, is the text of the example. */
export function isExplained(text: string, example: Example): boolean {
  return textWith(text, example.slots) === example.text
}
