/** Returns whether a text begins and ends with these, which do not overlap in it. */
export function isAround(text: string, { before = '', after = '' }: Around): boolean {
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
}

/** Returns the part of a text between these; the whole text if they do not stand around it. */
export function withoutAround(text: string, around: Around): string {
  const { before = '', after = '' } = around
  return isAround(text, around) ? text.slice(before.length, text.length - after.length) : text
}

interface Around {
  before?: string | undefined
  after?: string | undefined
}
