/** Where a value stands in the bytes of a body. */
interface Place {
  start: number
  end: number
}

const STRING = /"(?:[^"\\]|\\.)*"/y
const SCALAR = /[^\s,\]}]+/y

/**
 * Returns where the value of each field of an object stands, as parsers tell it that read a body into types.
 * @param text valid JSON; anything but an object has no fields
 */
export function placesOfFields(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  if (!/^\s*\{/.test(text)) return places
  const bytesTo = (at: number) => Buffer.byteLength(text.slice(0, at))
  let [key, start, depth]: [string | undefined, number | undefined, number] = [undefined, undefined, 0]
  const close = (end: number) => {
    if (depth === 1 && key !== undefined && start !== undefined)
      places.set(key, { start: bytesTo(start), end: bytesTo(end) })
  }
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at)
    const token =
      sign === '"' ? tokenAt(STRING, text, at) : /[\s:,[\]{}]/.test(sign) ? sign : tokenAt(SCALAR, text, at)
    const end = at + token.length
    if (sign === ',' && depth === 1) [key, start] = [undefined, undefined]
    else if (sign === '{' || sign === '[') {
      if (depth === 1) start ??= at
      depth++
    } else if (sign === '}' || sign === ']') {
      depth--
      close(end)
    } else if (depth === 1 && !/[\s:]/.test(sign)) {
      if (key === undefined) key = String(JSON.parse(token))
      else {
        start = at
        close(end)
      }
    }
    at = end
  }
  return places
}

function tokenAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? text.charAt(at)
}
