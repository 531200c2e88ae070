import { jsonValue } from './json-value.ts'

/** Returns the value of JSON, or the string itself if it is not valid JSON, or nested so deeply that recursion could fail. */
export function parsedJson(text: string): unknown {
  const value = levelsOf(text) > LEVELS ? undefined : jsonValue(text)
  return value === undefined ? text : value
}

/** How many levels of JSON are read: a client may send 50,000 in a small body. */
const LEVELS = 200

/** Returns how many levels JSON has. */
function levelsOf(text: string): number {
  let [level, deepest, isInside] = [0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (sign === '"') isInside = !isInside
    else if (isInside) i += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') deepest = Math.max(deepest, ++level)
    else if (sign === ']' || sign === '}') level--
  }
  return deepest
}
