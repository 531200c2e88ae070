/** The unique words of many texts, and each text as a list of word numbers. */
export interface Words {
  words: readonly string[]
  /** The word numbers of all texts, one text after the other. */
  ids: Uint32Array
  /** The end of each text in `ids`; it begins at the end of the text before. */
  ends: Uint32Array
}

/**
 * Splits texts at every space, so that joining the words with spaces gives the text again.
 * @param count how many of the texts are split
 */
export function splitWords(texts: readonly string[], count = texts.length): Words {
  const words: string[] = []
  const idOf = new Map<string, number>()
  const ids: number[] = []
  const ends = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    for (const word of (texts[i] as string).split(' ')) {
      let id = idOf.get(word)
      if (id === undefined) {
        id = words.push(word) - 1
        idOf.set(word, id)
      }
      ids.push(id)
    }
    ends[i] = ids.length
  }
  return { words, ids: Uint32Array.from(ids), ends }
}
