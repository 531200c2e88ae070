export const outcomes = ['pending', 'sent', 'replaced', 'cut', 'unanswered'] as const

/**
 * What became of an exchange: it is in flight (`pending`); its client was sent the whole answer of the service (`sent`),
 * the answer of a fault or one that a fault broke (`replaced`), or a part of one (`cut`); or it got no answer that HTTP
 * knows (`unanswered`): it went away, or a fault struck.
 */
export type Outcome = (typeof outcomes)[number]
