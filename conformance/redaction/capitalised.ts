import { isOrdinary } from './ordinary-words.ts'
import type { Token } from './tokens.ts'

const PARTICLE = /^(?:d[aeo]s?|e)$/

/** Yields runs of at least two capitalized words and particles that begin and end with a word that is not ordinary. */
export function* capitalisedIn(
  text: string,
  tokens: readonly Token[],
): Generator<{ at: number; end: number }> {
  let run: Token[] = []
  const take = (): { at: number; end: number } | undefined => {
    const words = run
    run = []
    const isName = (token: Token | undefined) =>
      token !== undefined && isCapital(token) && !isOrdinary(token.folded)
    while (words.length > 0 && !isName(words[0])) words.shift()
    while (words.length > 0 && !isName(words.at(-1))) words.pop()
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last || first === last) return undefined
    return { at: first.at, end: last.end }
  }
  for (const token of tokens) {
    const gap = run.length === 0 ? '' : text.slice((run.at(-1) as Token).end, token.at)
    const isNext = /^(?:\s+|['’-]|)$/.test(gap)
    const isWord = isCapital(token) || (run.length > 0 && PARTICLE.test(token.raw))
    if (!isNext || !isWord) {
      const found = take()
      if (found) yield found
    }
    if (isWord && text[token.at - 1] !== '$') run.push(token)
  }
  const found = take()
  if (found) yield found
}

function isCapital({ raw }: Token): boolean {
  return /^\p{Lu}/u.test(raw)
}
