import { createHmac, randomBytes } from 'node:crypto'
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
const PLAIN_FIELDS = new Set([
  'atual',
  'linhas',
  'total',
  'status_code',
  'error',
  'source',
  'keys',
  'message',
])

export function createRedactor({ reveal = false }: { reveal?: boolean } = {}): Redactor {
  const key = randomBytes(32)
  const pseudonyms = new Map<string, string>()
  const taken = new Set<string>()
  const secrets: { value: string; label: string }[] = []
  const names = new Set<string>()
  const words = new Set<string>()
  const vouched = new Set<string>()

  const pseudonym = (kind: 'cpf' | 'nome', value: string): string => {
    const known = pseudonyms.get(`${kind}:${value}`)
    if (known !== undefined) return known
    const digest = createHmac('sha256', key).update(`${kind}:${value}`).digest('hex')
    let length = 2
    while (taken.has(`${kind}#${digest.slice(0, length)}`)) length++
    const made = `${kind}#${digest.slice(0, length)}`
    taken.add(made)
    pseudonyms.set(`${kind}:${value}`, made)
    return made
  }

  const cpf = (value: string): string => {
    if (reveal || value === '') return value
    const digits = value.replace(/\D/g, '')
    if (digits === '') return nome(value)
    const form = digits === value ? '' : ` (${value.replace(/\d/g, 'd').replace(/[^d.\- /]/g, '?')})`
    return pseudonym('cpf', digits) + form
  }

  const nome = (value: string): string =>
    reveal || value === '' || vouched.has(value) ? value : pseudonym('nome', value)

  const hideSecrets = (text: string): string => {
    let hidden = text
    for (const { value, label } of secrets) hidden = replaceAll(hidden, value, label)
    for (const { value } of secrets) hidden = hideFragments(hidden, value)
    return hidden
  }

  const theirs = (text: string): string => {
    const safe = hideSecrets(text)
    if (reveal) return safe
    return safe
      .replace(/(?<![\w-])\d{3}[.\s]?\d{3}[.\s]?\d{3}[-.\s/]?\d{2}(?![\w-])/g, cpf)
      .replace(/(?<![\w-])\d{8,}(?![\w-])/g, cpf)
      .replace(CAPITALISED, (found) => (STATUS_NAMES.has(found) ? found : nome(found)))
      .replace(WORD, (found) => (words.has(fold(found)) ? nome(found) : found))
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
    if (reveal || field === 'numero') return typeof value === 'string' ? theirs(text) : value
    if (field === 'cpf') return cpf(text)
    if (field === 'nome') return nome(text)
    if (field === 'busca') return /\d/.test(text) ? cpf(text) : nome(text)
    if (field === 'atualizado_em' && /^[\dT:.Z+-]{1,40}$/.test(text)) return value
    if (PLAIN_FIELDS.has(field)) return typeof value === 'string' ? theirs(text) : value
    // A field that the interface does not name may hold anything.
    return typeof value === 'string' ? `${MASK}${text.length} characters${MASK}` : `${MASK}number${MASK}`
  }

  return {
    hide(value, label) {
      const bare = value.trim()
      if (bare === '') return
      const forms = [value, bare, encodeURIComponent(bare), JSON.stringify(bare).slice(1, -1)]
      forms.push(Buffer.from(bare).toString('base64').replace(/=+$/, ''), ...bare.split(/\s+/).slice(1))
      for (const form of new Set(forms)) if (form !== '') secrets.push({ value: form, label })
      secrets.sort((a, b) => b.value.length - a.value.length)
    },
    learn({ nome: name }) {
      if (typeof name !== 'string' || names.has(name)) return
      names.add(name)
      for (const word of name.match(WORD) ?? []) if (word.length > 3) words.add(fold(word))
    },
    vouch(text) {
      vouched.add(text)
    },
    cpf,
    nome,
    json,
    theirs,
    ours(text) {
      const safe = hideSecrets(text)
      if (reveal) return safe
      return safe.replace(/(?<![\w-])\d{11}(?![\w-])/g, cpf).replace(CAPITALISED, (found) => {
        const all = found.match(WORD) ?? []
        return all.every((word) => word.length <= 3 || words.has(fold(word))) ? nome(found) : found
      })
    },
  }
}

const WORD = /[\p{L}\p{M}'’]+/gu
/** Two words or more that begin with a capital, as names do, with the particles between them. */
const CAPITALISED =
  /\p{Lu}[\p{L}\p{M}'’]+(?:\s+(?:d[aeo]s?|e)(?=\s)|\s+\p{Lu}[\p{L}\p{M}'’]*)*\s+\p{Lu}[\p{L}\p{M}'’]*/gu
const STATUS_NAMES = new Set(Object.values(STATUS_CODES))

function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Blind to case, because a target may write a credential back in another. */
function replaceAll(text: string, value: string, label: string): string {
  const pattern = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replace(new RegExp(pattern, 'gi'), () => label)
}

/** Masks every run of the text that a credential holds too. */
function hideFragments(text: string, value: string): string {
  const secret = value.toLowerCase()
  const low = text.toLowerCase()
  const shared = new Set<number>()
  for (let at = 0; at + FRAGMENT <= text.length; at++) {
    if (!secret.includes(low.slice(at, at + FRAGMENT))) continue
    for (let i = at; i < at + FRAGMENT; i++) shared.add(i)
  }
  if (shared.size === 0) return text
  return text
    .split('')
    .map((char, i) => (!shared.has(i) ? char : shared.has(i - 1) ? '' : MASK))
    .join('')
}
