/** Returns whether a text begins and ends with these, which do not overlap in it. */
export function isAround(text: string, { before = '', after = '' }: Around): boolean {
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
}

interface Around {
  before?: string | undefined
  after?: string | undefined
}
