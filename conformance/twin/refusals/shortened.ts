import { situations as everySituation } from '../../../src/contract/dialect-form.ts'
import { groupBy } from '../../../src/contract/group-by.ts'
import type { Phrase } from '../../../src/contract/wording.ts'

/** Says once what several rows say in the same words: `*.empty` in place of `nome.empty` and `sort.empty`. */
export function shortened(phrases: Readonly<Record<string, Phrase>>): Record<string, Phrase> {
  const done: Record<string, Phrase> = {}
  const groups = groupBy(Object.entries(phrases), ([name]) => name.replace(/^.*\./s, ''))
  for (const [column, entries] of groups) {
    const general = entries.map(([name, phrase]) => [name, phrase, generalised(name, phrase)] as const)
    const counts = groupBy(general, ([, , text]) => text)
    const [text, same] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] as [
      string | undefined,
      typeof general,
    ]
    // A text for a whole column would also be said of rows that were not learned.
    const isWhole = everySituation.every(
      (name) => !name.endsWith(`.${column}`) || Object.hasOwn(phrases, name),
    )
    const isShared = text !== undefined && same.length > 1 && isWhole
    if (isShared) done[`*.${column}`] = text
    for (const [name, phrase, own] of general) if (!isShared || own !== text) done[name] = phrase
  }
  return done
}

/** The text with its row as a slot; undefined for one with a frame of its own. */
function generalised(name: string, phrase: Phrase): string | undefined {
  if (typeof phrase !== 'string') return undefined
  const row = name.replace(/\..*/s, '')
  return phrase
    .split(/\b/)
    .map((word) => (word === row ? '{key}' : word))
    .join('')
}
