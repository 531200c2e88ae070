/** A part of a text to replace, and what replaces it. */
export interface Mask {
  from: number
  to: number
  kind: 'credential' | 'cpf' | 'nome'
  label: string
}

const BETWEEN_NAMES = /^[\s,.'’_+-]{0,3}(?:(?:d[aeo]s?|e)[\s_+-]{1,2})?$/i

/** Sorts masks and merges those that overlap. Names that follow one another become one name. */
export function merged(masks: readonly Mask[], text: string): Mask[] {
  const all: Mask[] = []
  for (const mask of [...masks].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1)
    if (last && mask.from < last.to) {
      if (mask.kind === 'credential' && last.kind !== 'credential') last.label = mask.label
      if (mask.kind === 'credential') last.kind = mask.kind
      if (mask.to > last.to && last.kind === 'nome') last.label = text.slice(last.from, mask.to)
      last.to = Math.max(last.to, mask.to)
    } else if (
      last?.kind === 'nome' &&
      mask.kind === 'nome' &&
      BETWEEN_NAMES.test(text.slice(last.to, Math.min(mask.from, last.to + 9)))
    ) {
      last.label = text.slice(last.from, mask.to)
      last.to = mask.to
    } else all.push({ ...mask })
  }
  for (const [i, mask] of all.entries()) {
    if (mask.kind === 'nome') mask.to += INITIALS.exec(text.slice(mask.to, all[i + 1]?.from))?.[0].length ?? 0
  }
  return all
}

/** Initials after a name. */
const INITIALS = /^(?:\s+\p{L}\.){0,6}/u
