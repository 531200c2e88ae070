import { createHash } from 'node:crypto'
import { createCommonWords } from './common-words.ts'
import { isCredentialPlace, type Place } from './credential-places.ts'

/** A place in a text with a credential, or with enough of one to reveal it. */
export interface FoundSecret {
  at: number
  end: number
  /** What replaces it; undefined for a part of a credential. */
  label: string | undefined
}

/** The credentials of a run. Finds them and parts of them in every form. */
export interface Secrets {
  /** @param part whether the value is a part of another credential, so that a short one does not reveal it */
  hide(value: string, label: string, part?: boolean): void
  /** Declares words of our own, such as the host of the base URL. */
  trust(words: string): void
  /** @param place whose text it is */
  find(text: string, place: Place): FoundSecret[]
}

/** The fewest characters that reveal a credential. */
const FRAGMENT = 8

export function createSecrets(): Secrets {
  const labels = new Map<string, string>()
  const fragments = new Set<string>()
  const parts = new Set<string>()
  const common = createCommonWords()
  let forms: Forms | undefined

  /** Sorts the forms by how they are found. This happens only before a search, because `trust` may add words until then. */
  const sorted = (): Forms => {
    const all = [...labels.keys()].sort((a, b) => b.length - a.length)
    const long = all.filter((form) => form.length >= FRAGMENT)
    const short = all.slice(long.length)
    const isEveryday = (form: string) => parts.has(form) || common.isEveryday(form)
    return {
      long,
      alone: standingAlone(short.filter((form) => !isEveryday(form))),
      everyday: standingAlone([...short.filter(isEveryday), ...long.filter(common.isListed)]),
      variables: new Set([...labels.values()].flatMap((label) => label.match(VARIABLE) ?? [])),
    }
  }

  const findFragments = (text: string, { long, isOurs }: Forms & Ours): FoundSecret[] => {
    const low = lower(text)
    const isShared = (at: number) => fragments.has(low.slice(at, at + FRAGMENT))
    const found: FoundSecret[] = []
    for (let at = 0; at + FRAGMENT <= low.length; at++) {
      if (!isShared(at)) continue
      let end = at + FRAGMENT
      for (let i = at + 1; i < end; i++) if (isShared(i)) end = i + FRAGMENT
      const run = low.slice(at, end)
      const [before, after] = [run.length - run.trimStart().length, run.length - run.trimEnd().length]
      const [from, to] = [at + before, end - after]
      at = end - 1
      if (isOurs(from, to) || common.isPartOfWords(text, from, to)) continue
      const form = long.find((one) => run.includes(one))
      // The first letter of a credential makes `Bearer r` a part of it, and `Bearer realm="api"` has that, too.
      const [scheme] = SCHEME.exec(run) ?? []
      if (form === undefined && scheme !== undefined && run.length - scheme.length < FRAGMENT) continue
      found.push({ at: from, end: to, label: form === undefined ? undefined : labels.get(form) })
    }
    return found
  }

  return {
    hide(value, label, part = false) {
      forms = undefined
      const bare = value.trim()
      const secrets = [bare, ...bare.split(/\s+/).slice(1)].filter((one) => one !== '')
      const digests = part ? [] : secrets.flatMap(digestsOf)
      for (const form of [value, ...secrets.flatMap(formsOf), ...digests].map(lower)) {
        if (form.trim() === '') continue
        if (part && !labels.has(form)) parts.add(form)
        if (!part) parts.delete(form)
        if (!labels.has(form)) labels.set(form, label)
        for (let at = 0; at + FRAGMENT <= form.length; at++) fragments.add(form.slice(at, at + FRAGMENT))
      }
    },
    trust(words) {
      forms = undefined
      common.add(words)
    },
    find(text, place) {
      if (labels.size === 0) return []
      forms ??= sorted()
      const { alone, everyday, variables } = forms
      const ours = [...text.matchAll(VARIABLE)].filter(([name]) => variables.has(name))
      const isOurs = (at: number, end: number) =>
        ours.some(({ 0: name, index }) => index < end && at < index + name.length)
      const standing = (pattern: RegExp | undefined): FoundSecret[] =>
        (pattern ? [...text.matchAll(pattern)] : [])
          .map(({ 0: found, index }) => ({
            at: index,
            end: index + found.length,
            label: labels.get(lower(found)),
          }))
          .filter(({ at, end }) => !isOurs(at, end))
      return [
        ...findFragments(text, { ...forms, isOurs }),
        ...standing(alone),
        ...standing(everyday).filter(({ at, end }) => isCredentialPlace(text, at, end, place)),
      ]
    },
  }
}

/** The forms of all credentials, by how they are found. */
interface Forms {
  /** Forms long enough to have fragments, the longest first. */
  long: readonly string[]
  /** Forms too short to have fragments, found only as whole words. */
  alone: RegExp | undefined
  /** Ordinary words, found only where a credential is expected. */
  everyday: RegExp | undefined
  /** The shell variables that reports show in place of credentials. */
  variables: ReadonlySet<string>
}

interface Ours {
  isOurs(at: number, end: number): boolean
}

/** Schemes of credentials, which are not part of them. */
const SCHEME = /^(?:bearer|basic|token) +/
const VARIABLE = /\$[A-Za-z_]\w*/g

function standingAlone(forms: readonly string[]): RegExp | undefined {
  if (forms.length === 0) return undefined
  return new RegExp(`(?<![\\p{L}\\d])(?:${forms.map(escapePattern).join('|')})(?![\\p{L}\\d])`, 'giu')
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

/** Returns bytes as Base64 and base64url, at each of the three offsets that they may have inside other bytes. */
function base64Of(bytes: Buffer): string[] {
  // A short form that is cut at both ends reveals nothing and may be an ordinary word.
  const offsets = bytes.length < FRAGMENT ? [0] : [0, 1, 2]
  return offsets.flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    return (['base64', 'base64url'] as const).map((encoding) => {
      const text = padded.toString(encoding).replaceAll('=', '')
      // The first and the last character also contain bits of the neighbouring bytes.
      return before === 0 ? text : text.slice(before + 1)
    })
  })
}

const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512']

/** Returns what services write of a credential that they do not repeat, as gateways of AWS do: whoever guesses it can tell. */
function digestsOf(text: string): string[] {
  return DIGESTS.flatMap((name) => {
    const digest = createHash(name).update(text).digest()
    const inBase64 = (['base64', 'base64url'] as const).map((encoding) => digest.toString(encoding))
    return [digest.toString('hex'), ...inBase64.map((one) => one.replaceAll('=', ''))]
  })
}

/** Returns a text of the same length in lower case, since targets may change the case. `İ` would become two units. */
function lower(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
