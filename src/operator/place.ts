/** A place in a file, counted from 1; a column counts UTF-16 code units, as editors do. */
export interface Place {
  line: number
  column: number
}

/** Returns a function that converts offsets in a text to lines and columns. */
export function createPlacer(text: string): (offset: number) => Place {
  let starts: number[] | undefined
  return (offset) => {
    if (starts === undefined) {
      starts = [0]
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
    }
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 }
  }
}
