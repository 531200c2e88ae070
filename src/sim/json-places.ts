/** Where a value stands in the bytes of a body. */
export interface BytePlace {
  start: number
  end: number
  /** The end of its first token, which is the bracket of a list or an object. */
  token: number
  /** The same in characters. */
  characters: Omit<BytePlace, 'characters'>
}

const SCALAR = /[^\s,\]}]+/y

/**
 * Returns where each value of each field of an object stands, as parsers tell it that read a body into types.
 * @param text valid JSON; anything but an object has no fields
 */
export function placesOfFields(text: string): ReadonlyMap<string, readonly BytePlace[]> {
  const places = new Map<string, BytePlace[]>()
  if (!/^\s*\{/.test(text)) return places
  // Places are asked for in ascending order, so each byte is counted once.
  let [counted, bytes] = [0, 0]
  const bytesTo = (at: number) => {
    bytes += Buffer.byteLength(text.slice(counted, at))
    counted = at
    return bytes
  }
  let [key, start, depth]: [string | undefined, number | undefined, number] = [undefined, undefined, 0]
  const close = (end: number) => {
    if (depth === 1 && key !== undefined && start !== undefined) {
      const from = bytesTo(start)
      const isNested = /[[{]/.test(text.charAt(start))
      const last = bytesTo(end)
      const characters = { start, end, token: isNested ? start + 1 : end }
      const place = { start: from, end: last, token: isNested ? from + 1 : last, characters }
      const own = places.get(key)
      if (own) own.push(place)
      else places.set(key, [place])
    }
  }
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at)
    const end = endOfToken(text, at)
    if (sign === ',' && depth === 1) [key, start] = [undefined, undefined]
    else if (sign === '{' || sign === '[') {
      if (depth === 1) start ??= at
      depth++
    } else if (sign === '}' || sign === ']') {
      depth--
      close(end)
    } else if (depth === 1 && !/[\s:]/.test(sign)) {
      if (key === undefined) key = String(JSON.parse(text.slice(at, end)))
      else {
        start = at
        close(end)
      }
    }
    at = end
  }
  return places
}

/** Returns the end of a string, of another scalar or of a sign that begins at a place. */
function endOfToken(text: string, from: number): number {
  const sign = text.charAt(from)
  if (sign === '"') {
    let at = from + 1
    while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
    return at + 1
  }
  if (/[\s:,[\]{}]/.test(sign)) return from + 1
  SCALAR.lastIndex = from
  return from + (SCALAR.exec(text) as RegExpExecArray)[0].length
}
