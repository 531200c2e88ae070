import type { LearnedSituation } from './situation.ts'

/** The form in which most services of a framework tell a value, where no answer of theirs shows another one. */
const SUPPOSED = '{value:unspaced}'
const PLAIN = '{value}'

/** Returns whether answers show that a text repeats blanks, too. */
function showsBlanks({ text, bodies }: LearnedSituation): boolean {
  return text.includes(PLAIN) && bodies.some(({ slots }) => /\S\s+\S/.test(String(slots.value)))
}

/** Gives a text the value as it was sent where the same text is known to repeat it so in another situation. */
export function withShownForms(learned: readonly LearnedSituation[]): LearnedSituation[] {
  const shown = new Set(learned.filter(showsBlanks).map(({ text }) => text))
  return learned.map((one) => {
    const plain = one.text.replace(SUPPOSED, PLAIN)
    return shown.has(plain) ? { ...one, text: plain } : one
  })
}
