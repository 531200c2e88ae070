import { type Columns, nameStart, unescaped } from './columns.ts'

/** The words of all names: they are few, even where names are a million. */
export interface Words {
  /** Each word once. */
  words: readonly string[]
  /** The words of all persons, as places in `words`, one person after the other. */
  ids: Uint32Array
  /** Where each person ends in `ids`. */
  ends: Uint32Array
}

const SPACE = ' '.charCodeAt(0)

/** Splits every name at each space, so that its words joined by spaces give the name again. */
export function wordsOf(columns: Columns): Words {
  const { heap, ends: heapEnds } = columns
  const ends = new Uint32Array(heapEnds.length)
  /** The place of each word, as it is written in the heap. */
  const places = new Map<string, number>()
  const ids: number[] = []
  for (let person = 0; person < ends.length; person++) {
    const end = heapEnds[person] as number
    for (let at = nameStart(columns, person); at <= end; at++) {
      const from = at
      while (at < end && heap[at] !== SPACE) at++
      const word = heap.toString('latin1', from, at)
      let id = places.get(word)
      if (id === undefined) {
        id = places.size
        places.set(word, id)
      }
      ids.push(id)
    }
    ends[person] = ids.length
  }
  return { words: [...places.keys()].map(unescaped), ids: new Uint32Array(ids), ends }
}
