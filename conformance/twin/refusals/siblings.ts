import { groupBy } from '../../../src/contract/group-by.ts'
import { textWith } from '../../../src/contract/template.ts'
import { slotsIn } from '../phrase.ts'
import type { LearnedSituation } from './situation.ts'

/** Returns how many values a situation was asked with; of a text that is not valid JSON, characters where it breaks. */
function valuesOf({ bodies }: LearnedSituation): number {
  return new Set(bodies.map(({ slots }) => slots.value ?? slots.character)).size
}

/** Returns whether one text explains several values. */
function isVaried(one: LearnedSituation): boolean {
  return valuesOf(one) > 1 && one.bodies.every((body) => isExplained(one.text, body))
}

function isExplained(text: string, { message, slots }: LearnedSituation['bodies'][number]): boolean {
  return textWith(text, slots) === message
}

/** Returns how many answers of a situation a text explains. */
function explainedBy(text: string, { bodies }: LearnedSituation): number {
  return bodies.filter((body) => isExplained(text, body)).length
}

/**
 * Gives a situation the text of other ones of its row that explains its answers, too, and has as many slots: that of
 * most of them, because one example does not tell slots apart that have the same value.
 */
export function withSiblings(learned: readonly LearnedSituation[]): LearnedSituation[] {
  const rows = groupBy(learned, ({ name }) => name.split('.')[0] as string)
  return learned.map((one) => {
    const explains = (text: string) =>
      one.bodies.every(({ message, slots }) => textWith(text, slots) === message)
    // An odd request, such as one with two slashes, may be explained by no text.
    const known = one.bodies.filter((body) => isExplained(one.text, body))
    const isAsGood = (text: string) => known.length > 0 && known.every((body) => isExplained(text, body))
    const siblings = rows.get(one.name.split('.')[0] as string) ?? []
    // What explains other values, too, tells a value from a word.
    const same = valuesOf(one) === 1 && siblings.find((other) => isVaried(other) && explains(other.text))
    if (same) return { ...one, text: same.text }
    const texts = siblings
      .map(({ text }) => text)
      .filter((text) => slotsIn(text) > 0 && slotsIn(text) >= slotsIn(one.text) && isAsGood(text))
    const explained = (text: string) => siblings.reduce((sum, other) => sum + explainedBy(text, other), 0)
    const counts = [...groupBy(texts, (text) => text)].sort(
      ([a, some], [b, others]) =>
        explained(b) - explained(a) || others.length - some.length || slotsIn(a) - slotsIn(b),
    )
    const [text = one.text] = counts[0] ?? []
    return { ...one, text }
  })
}
