/** Where a credential, or enough of one to give it away, stands in a text. */
export interface FoundSecret {
  at: number
  end: number
  /** What is written in its place; undefined for a part of one. */
  label: string | undefined
}

/** Credentials in every form, and how to find what is left of them. */
export interface Secrets {
  hide(value: string, label: string): void
  find(text: string): FoundSecret[]
}

/** The fewest characters of a credential that give it away. */
const FRAGMENT = 8

export function createSecrets(): Secrets {
  const labels = new Map<string, string>()
  const fragments = new Set<string>()
  /** Those that are long enough to have fragments, the longest first. */
  let forms: string[] = []
  /** Those that are too short to have fragments are found where they stand alone. */
  let short: RegExp | undefined

  const findFragments = (text: string): FoundSecret[] => {
    const low = lower(text)
    const isShared = (at: number) => fragments.has(low.slice(at, at + FRAGMENT))
    const found: FoundSecret[] = []
    for (let at = 0; at + FRAGMENT <= low.length; at++) {
      if (!isShared(at)) continue
      let end = at + FRAGMENT
      for (let i = at + 1; i < end; i++) if (isShared(i)) end = i + FRAGMENT
      const run = low.slice(at, end)
      const form = forms.find((one) => run.includes(one))
      const [before, after] = [run.length - run.trimStart().length, run.length - run.trimEnd().length]
      const label = form === undefined ? undefined : labels.get(form)
      found.push({ at: at + before, end: end - after, label })
      at = end - 1
    }
    return found
  }

  return {
    hide(value, label) {
      const bare = value.trim()
      const parts = [bare, ...bare.split(/\s+/).slice(1)].filter((part) => part !== '')
      for (const form of [value, ...parts.flatMap(formsOf)].map(lower)) {
        if (form.trim() === '') continue
        if (!labels.has(form)) labels.set(form, label)
        for (let at = 0; at + FRAGMENT <= form.length; at++) fragments.add(form.slice(at, at + FRAGMENT))
      }
      const all = [...labels.keys()].sort((a, b) => b.length - a.length)
      forms = all.filter((form) => form.length >= FRAGMENT)
      const few = all.slice(forms.length).map(escapePattern)
      short =
        few.length === 0
          ? undefined
          : new RegExp(`(?<![\\p{L}\\d])(?:${few.join('|')})(?![\\p{L}\\d])`, 'giu')
    },
    find(text) {
      const alone = short ? [...text.matchAll(short)] : []
      return [
        ...findFragments(text),
        ...alone.map(({ 0: found, index }) => ({
          at: index,
          end: index + found.length,
          label: labels.get(lower(found)),
        })),
      ]
    },
  }
}

function formsOf(text: string): string[] {
  return [
    text,
    text.toUpperCase(),
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    ...(['utf8', 'latin1'] as const).flatMap((encoding) => base64Of(Buffer.from(text, encoding))),
  ]
}

/** As Base64 and as addresses write it, from each place at which it may stand between other bytes. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    return (['base64', 'base64url'] as const).map((encoding) => {
      const text = padded.toString(encoding).replaceAll('=', '')
      // The characters at both ends also hold bits of their neighbours.
      return before === 0 ? text : text.slice(before + 1)
    })
  })
}

/** Blind to case, because a target may write a credential back in another; as long as the text itself. */
function lower(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
