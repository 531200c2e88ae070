/** The words of many texts: each word once, and each text as the numbers of its words. */
export interface Words {
  words: readonly string[]
  /** The words of all texts, one text after the other. */
  ids: Uint32Array
  /** Where each text ends in `ids`; it begins where the one before ends. */
  ends: Uint32Array
}

/** Splits texts at every blank, so that a text is its words joined by blanks. */
export function splitWords(texts: readonly string[]): Words {
  const words: string[] = []
  const idOf = new Map<string, number>()
  const ids: number[] = []
  const ends = new Uint32Array(texts.length)
  for (let i = 0; i < texts.length; i++) {
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
