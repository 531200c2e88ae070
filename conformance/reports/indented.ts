/** Deeper levels are not moved further to the right: a page of brackets would be mostly blanks. */
const DEEPEST = 20
const TOKEN = /"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[{}[\],:]|[^"{}[\],:\s]+/gs

/** JSON in one line as JSON in lines, also where it is cut; any other text as it is. */
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
