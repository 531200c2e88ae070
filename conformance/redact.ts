import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'

/**
 * Takes people and credentials out of everything that is written. A person is a pseudonym that keeps equality within
 * one run and says nothing in another; a credential is its label.
 */
export interface Redactor {
  /** From here on a value is written as its label, however much of it is met. */
  hide(value: string, label: string): void
  /** From here on these are known to be people. */
  learn(person: { cpf?: unknown; nome?: unknown }): void
  /** A search text that is ours and names nobody. */
  vouch(text: string): void
  cpf(value: string): string
  nome(value: string): string
  /** A value that the target sent as JSON. */
  json(value: unknown): unknown
  /** A text that the target wrote. */
  theirs(text: string): string
  /** A text that we wrote, should anything have slipped into it. */
  ours(text: string): string
}

/** The fewest characters of a credential that give it away. */
const FRAGMENT = 8
const MASK = '…'
/** Fields of the interface whose values are about nobody. */
const PLAIN_FIELDS = new Set(['error', 'source', 'keys', 'message', 'numero'])
const MEASURES = new Set(['atual', 'linhas', 'total', 'status_code', 'atualizado_em'])

export function createRedactor({ reveal = false }: { reveal?: boolean } = {}): Redactor {
  const pseudonyms = new Map<string, string>()
  const taken = new Set<string>()
  const secrets = createSecrets()
  const cpfs = new Set<string>()
  const words = new Set<string>()
  const vouched = new Set<string>()

  const pseudonym = (kind: 'cpf' | 'nome', value: string): string => {
    const known = pseudonyms.get(`${kind}:${value}`)
    if (known !== undefined) return known
    const chance = randomUUID()
    let length = 2
    while (taken.has(`${kind}#${chance.slice(0, length)}`)) length++
    const made = `${kind}#${chance.slice(0, length)}`
    taken.add(made)
    pseudonyms.set(`${kind}:${value}`, made)
    return made
  }

  const cpf = (value: string): string => {
    if (reveal) return secrets.hideIn(value)
    const digits = value.replace(/\D/g, '')
    if (digits === '') return nome(value)
    const form = digits === value ? '' : ` (${value.replace(/\d/g, 'd').replace(/[^d.\- /]/g, '?')})`
    return pseudonym('cpf', digits) + form
  }

  const nome = (value: string): string => {
    if (value === '' || vouched.has(value)) return value
    return reveal ? secrets.hideIn(value) : pseudonym('nome', value)
  }

  const isKnownCpf = (digits: string): boolean => {
    for (let at = 0; at + 11 <= digits.length; at++) if (cpfs.has(digits.slice(at, at + 11))) return true
    return cpfs.has(digits)
  }

  /** @param doubtful what may be a CPF although nobody of it is known */
  const hideCpfs = (text: string, doubtful: RegExp): string =>
    text.replace(DIGITS, (found) => {
      if (UUID.test(found) || taken.has(found)) return found
      return isKnownCpf(found.replace(/\D/g, '')) ? cpf(found) : found.replace(doubtful, cpf)
    })

  const isKnownWord = (word: string): boolean => words.has(fold(word))

  const measure = (text: string): string => {
    const safe = secrets.hideIn(text)
    return reveal ? safe : hideCpfs(safe, ELEVEN_DIGITS)
  }

  const hideIn = (text: string): string => {
    const safe = secrets.hideIn(text)
    if (reveal) return safe
    return hideCpfs(safe, ANY_DIGITS)
      .replace(CAPITALISED, (found) => (STATUS_NAMES.has(found) ? found : nome(found)))
      .replace(WORD, (found) => (isKnownWord(found) ? nome(found) : found))
  }

  const theirs = (text: string): string => {
    // What is escaped is shown as it came, unless there is something to hide in it.
    const plain = decode(text)
    const safe = plain === text ? text : hideIn(plain)
    return safe === plain ? hideIn(text) : safe
  }

  const scalar = (text: string, field: string): string => {
    if (PLAIN_FIELDS.has(field)) return theirs(text)
    if (MEASURES.has(field)) return /^[\dTZ:.+-]{1,40}$/.test(text) ? measure(text) : theirs(text)
    if (reveal) return theirs(text)
    if (field === 'cpf' || (field === 'busca' && /\d/.test(text))) return cpf(text)
    if (field === 'nome' || field === 'busca') return nome(text)
    // A field that the interface does not name may hold anything.
    return `${MASK}${text.length} characters${MASK}`
  }

  const json = (value: unknown, field = ''): unknown => {
    if (Array.isArray(value)) return value.map((entry) => json(entry, field))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [theirs(name), json(entry, name)]),
      )
    }
    if (typeof value === 'boolean' || value === null || value === '') return value
    const text = String(value)
    const safe = scalar(text, field)
    return safe === text ? value : safe
  }

  return {
    hide: secrets.add,
    learn({ cpf, nome }) {
      const digits = String(typeof cpf === 'object' ? '' : cpf).replace(/\D/g, '')
      const shortest = digits.replace(/^0+/, '')
      if (shortest.length > 4) cpfs.add(digits).add(shortest)
      if (typeof nome !== 'string') return
      const folded = (nome.match(WORD) ?? []).map(fold).sort((a, b) => b.length - a.length)
      for (const [i, word] of folded.entries()) if (i === 0 || word.length > 3) words.add(word)
    },
    vouch(text) {
      vouched.add(text)
    },
    cpf,
    nome,
    json,
    theirs,
    ours: (text) =>
      measure(text).replace(CAPITALISED, (found) => {
        if (reveal) return found
        const all = found.match(WORD) ?? []
        const isName = all.some(isKnownWord) && all.every((word) => word.length <= 3 || isKnownWord(word))
        return isName ? nome(found) : found
      }),
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** A pseudonym, a UUID, or digits with at most one character between any two. */
const DIGITS = /(?:cpf|nome)#[\da-f]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d(?:[.,\-\s/_]?\d){4,}/gi
const ELEVEN_DIGITS = /(?<!\d)\d{11}(?!\d)/g
const ANY_DIGITS = /(?<!\d)\d{3}[.\s]?\d{3}[.\s]?\d{3}[-.\s/]?\d{2}(?!\d)|\d{5,}/g
const WORD = /[\p{L}\p{M}]+/gu
/** Two words or more that begin with a capital, as names do, with the particles between them. */
const CAPITALISED = new RegExp(
  String.raw`(?<![\p{L}\p{M}$])(?=.[\p{L}\p{M}'’-])NAME(?:\s+(?:d[aeo]s?|e)(?=\s)|\s+NAME)*\s+NAME`.replaceAll(
    'NAME',
    String.raw`\p{Lu}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+){0,2}`,
  ),
  'gu',
)
const STATUS_NAMES = new Set(Object.values(STATUS_CODES))

function fold(word: string): string {
  return word.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A text without the escapes of JSON and of addresses, also where they are escaped once more. */
function decode(text: string): string {
  let plain = text
  for (let left = 2; left > 0 && /%[\da-f]{2}|\\[bfnrtu]/i.test(plain); left--) {
    plain = plain
      .replace(/\\+u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\+[bfnrt]/g, ' ')
      .replace(/(?:%[\da-f]{2})+/gi, (found) => {
        const bytes = Buffer.from(found.replaceAll('%', ''), 'hex')
        const utf8 = bytes.toString()
        return utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8
      })
  }
  return plain
}

/** What nothing that is written may hold: credentials in every form, and what is left of them. */
function createSecrets() {
  const labels = new Map<string, string>()
  const fragments = new Set<string>()
  /** Those that are long enough to have fragments, the longest first. */
  let forms: string[] = []
  /** Those that are too short to have fragments are hidden where they stand alone. */
  let short: RegExp | undefined

  const add = (value: string, label: string): void => {
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
      few.length === 0 ? undefined : new RegExp(`(?<![\\p{L}\\d])(?:${few.join('|')})(?![\\p{L}\\d])`, 'giu')
  }

  const hideFragments = (text: string): string => {
    const low = lower(text)
    const isShared = (at: number) => fragments.has(low.slice(at, at + FRAGMENT))
    let hidden = ''
    let shown = 0
    for (let at = 0; at + FRAGMENT <= low.length; at++) {
      if (!isShared(at)) continue
      let to = at + FRAGMENT
      for (let i = at + 1; i < to; i++) if (isShared(i)) to = i + FRAGMENT
      const run = low.slice(at, to)
      const form = forms.find((one) => run.includes(one))
      const [, before, after] = /^(\s*).*?(\s*)$/s.exec(run) as unknown as [string, string, string]
      hidden += text.slice(shown, at) + before + (form === undefined ? MASK : labels.get(form)) + after
      shown = to
      at = to - 1
    }
    return hidden + text.slice(shown)
  }

  return {
    add,
    hideIn(text: string): string {
      const safe = hideFragments(text)
      return short ? safe.replace(short, (found) => labels.get(lower(found)) ?? MASK) : safe
    },
  }
}

function formsOf(text: string): string[] {
  return [
    text,
    text.toUpperCase(),
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    ...(['utf8', 'latin1'] as const).map((encoding) =>
      Buffer.from(text, encoding).toString('base64').replace(/=+$/, ''),
    ),
    Buffer.from(text).toString('base64url'),
  ]
}

/** Blind to case, because a target may write a credential back in another; as long as the text itself. */
function lower(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase()
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
