/** Deeper levels are not indented further, because a body of brackets would become megabytes of spaces. */
const DEEPEST = 20
const TOKEN = /"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[{}[\],:]|[^"{}[\],:\s]+/gs

/** Returns JSON indented, even if it is cut off; returns any other text as it is. */
export function indented(text: string): string {
  if (!/^[{[]/.test(text)) return text
  let level = 0
  const line = () => `\n${'  '.repeat(Math.min(Math.max(level, 0), DEEPEST))}`
  return text.replace(TOKEN, (token) => {
    if (token === '{' || token === '[') {
      level++
      return token + line()
    }
    if (token === '}' || token === ']') {
      level--
      return line() + token
    }
    if (token === ',') return token + line()
    return token === ':' ? ': ' : token
  })
}
