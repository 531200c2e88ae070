import type { Situation } from '../../src/twin.ts'

/** A text that a target sent, and the values that it may repeat. */
export interface Example {
  text: string
  slots: Situation['slots']
}
