import { windowsOf } from './spellings.ts'

/** The fewest characters that reveal a credential. */
const FRAGMENT = 8

/** Returns the credentials and report numbers of a run, of which none is known yet. */
export function createSecrets() {
  const labels = new Map<string, string>()
  const fragments = new Set<string>()
  let pattern: RegExp | undefined

  return {
    hide(value: string, label: string): void {
      const bare = value.trim()
      const secrets = [bare, ...bare.split(/\s+/).slice(1)].filter((one) => one !== '')
      for (const form of secrets.flatMap(formsOf).map((one) => one.toLowerCase())) {
        if (labels.has(form)) continue
        labels.set(form, label)
        const secret = form.replace(/^(?:bearer|basic|token) +/, '')
        for (const one of windowsOf(secret, FRAGMENT)) fragments.add(one)
      }
      const forms = [...labels.keys()].sort((a, b) => b.length - a.length).map(patternOf)
      pattern = forms.length === 0 ? undefined : new RegExp(forms.join('|'), 'giu')
    },
    /** Replaces each of them, in any of its spellings, by its label. */
    replace: (text: string): string =>
      pattern ? text.replace(pattern, (found) => labels.get(found.toLowerCase()) ?? '…') : text,
    /** Returns whether a text contains one of them or a part that would reveal it. */
    areIn: (text: string): boolean => windowsOf(text.toLowerCase(), FRAGMENT).some((one) => fragments.has(one)),
  }
}

/** Returns a pattern for a form. A short one may be any word, and is a credential only after the name of one. */
function patternOf(form: string): string {
  const escaped = form.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  if (form.length >= FRAGMENT) return escaped
  return `(?<=(?:authorization|bearer|basic|token)[^\\p{L}\\d$]{1,6})${escaped}(?![\\p{L}\\d])`
}

function formsOf(text: string): string[] {
  const inBase64 = base64Of(text).filter((form) => form.length >= FRAGMENT)
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [text, encodeURIComponent(text), json, ascii, ...inBase64]
}

/** Returns a text as base64 and base64url, at each of the three places that it may have inside other bytes. */
function base64Of(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64')
    const own = encoded.replaceAll('=', '')
    // The first and the last character also have bits of the neighbouring bytes.
    const inside = before === 0 ? own : own.slice(before + 1, -1)
    return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
