import { createHash, createHmac, randomBytes, scryptSync } from 'node:crypto'
import { copyOf } from '../judging/judgement.ts'
import { capitalisedIn } from './capitalised.ts'
import { createCpfs, type Doubt } from './cpfs.ts'
import type { Place } from './credential-places.ts'
import { encodedIn } from './encoded.ts'
import { type Mask, merged } from './masks.ts'
import { viewsOf } from './normal-form.ts'
import { createPeople } from './people.ts'
import { createSecrets } from './secrets.ts'
import { tokensOf } from './tokens.ts'
import { originOf } from './traced.ts'

/**
 * Removes personal data and credentials, however they are spelt, from everything that is written. A person becomes a
 * pseudonym, the same one in every run against the same target with the same token. A credential becomes its label.
 */
export interface Redactor {
  /** From now on replaces a value and any part of it with its label, except for ordinary words in it. */
  hide(value: string, label: string, part?: boolean): void
  /** From now on treats the words of a text as our own, not as parts of a credential. */
  trust(words: string): void
  /**
   * From now on treats these values as personal data.
   * @param place where a reader finds the person
   */
  learn(person: { cpf?: unknown; nome?: unknown }, place?: string): void
  /** Declares a search text of our own that names nobody. */
  vouch(text: string): void
  cpf(value: string): string
  nome(value: string): string
  /** Whether personal data is written as it is. */
  readonly reveals: boolean
  /** Returns what is written of a value that is searched for, and where it is; undefined if it names nobody. */
  searched(kind: 'cpf' | 'nome', value: string): { shown: string; place: string | undefined } | undefined
  /** Redacts a JSON value of the target. A redacted number becomes a {@link Remark}. */
  json(value: unknown): unknown
  /** Redacts a text of the target, including everything that only looks like a person. */
  theirs(text: string): string
  /** Redacts a text of our own, in case it quotes something. */
  ours(text: string): string
}

/** A remark of our own in a body, in place of a value of the target. It is written without quotes. */
export class Remark {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const MASK = '…'
/** How much of a text is shown, and how much more is searched, so that the cut does not hide a name from the search. */
const SHOWN = 4_000
const MARGIN = 400
/** A longer text is not a CPF with a mask. */
const MASK_LONGEST = 60
/** How many levels of nested encodings are decoded. */
const DEPTH = 3
/** How many texts with nothing to hide are remembered. */
const MOST_CLEAN = 1_000
/** Fields of the interface whose values are not personal data. */
const PLAIN_FIELDS = new Set(['error', 'source', 'keys', 'message', 'numero'])
const MEASURES = new Set(['atual', 'linhas', 'total', 'status_code', 'atualizado_em'])

/** What to look for in a text besides credentials and known people. */
interface Suspicion {
  doubt?: Doubt | undefined
  /** Whether several capitalized words in a row count as a name. */
  capitals?: true
  /** Whose text it is: a JSON value is theirs; a sentence is ours, even if it quotes them. */
  place?: Place
}

interface RedactorOptions {
  reveal?: boolean
  /** What pseudonyms depend on; by default they are those of no other redactor. */
  run?: { token: string; target: string }
}

/** Hexadecimal digits of a pseudonym: few enough to read, and enough that two persons rarely need one more. */
const PSEUDONYM_LENGTH = 6

/**
 * Returns the key of the pseudonyms. There are only 10^9 CPFs, so without a secret a reader could try them all. The
 * token is the secret, and scrypt makes it slow to guess a weak one from a report.
 */
function pseudonymKey({ token, target }: { token: string; target: string }): Buffer {
  if (slow?.token !== token) slow = { token, key: scryptSync(token, 'pessoas-sim pseudonyms', 32) }
  return createHmac('sha256', slow.key).update(target).digest()
}

/** The last token and what scrypt made of it, for many runs with one token. */
let slow: { token: string; key: Buffer } | undefined

export function createRedactor({ reveal = false, run }: RedactorOptions = {}): Redactor {
  let key: Buffer | undefined
  const pseudonyms = new Map<string, string>()
  const taken = new Set<string>()
  const secrets = createSecrets()
  const cpfs = createCpfs()
  const people = createPeople()
  const vouched = new Set<string>()
  const places = new Map<string, string>()
  const trusted: string[] = []
  /** Texts of our own with nothing to hide, by what is known: reports redact their texts twice. */
  const clean = new Set<string>()

  const note = (key: string, place: string) => {
    if (!places.has(key)) places.set(key, place)
  }

  const pseudonym = (kind: 'cpf' | 'nome', value: string): string => {
    const person = `${kind}:${short(value)}`
    const known = pseudonyms.get(person)
    if (known !== undefined) return known
    key ??= run === undefined ? randomBytes(32) : pseudonymKey(run)
    const code = createHmac('sha256', key).update(person).digest('hex')
    let length = PSEUDONYM_LENGTH
    while (taken.has(`${kind}#${code.slice(0, length)}`)) length++
    const made = `${kind}#${code.slice(0, length)}`
    taken.add(made)
    pseudonyms.set(person, made)
    return made
  }

  const cpf = (value: string): string => {
    if (reveal) return hideIn(value)
    const digits = digitsOf(value)
    if (digits === '') return nome(value)
    return pseudonym('cpf', digits) + formOf(value)
  }

  const nome = (value: string): string => {
    if (value === '' || vouched.has(value)) return value
    return reveal ? hideIn(value) : pseudonym('nome', value)
  }

  /** Returns what to replace in a text, in any decoding of it. */
  const masksOf = (text: string, suspicion: Suspicion, depth = 0): Mask[] => {
    const masks: Mask[] = []
    const views = viewsOf(text)
    for (let next = views.next(); ; next = views.next()) {
      // A text with so many levels of escaping hides something, so all of it is masked.
      if (next.done) return next.value ? masks : [...masks, everything(text)]
      const view = next.value
      const add = (at: number, end: number, kind: Mask['kind'], label: string) => {
        const [from, to] = originOf(view, at, end)
        masks.push({ from, to, kind, label })
      }
      const rawOf = (at: number, end: number) => text.slice(...originOf(view, at, end))

      for (const { at, end, label = MASK } of secrets.find(view.text, suspicion.place ?? 'ours'))
        add(at, end, 'credential', label)
      for (const { at, end, texts } of encodedIn(view.text)) {
        const [hidden] = texts.flatMap((one) => {
          if (!sayingSomething.test(one)) return []
          return depth < DEPTH
            ? masksOf(one, { place: suspicion.place ?? 'ours' }, depth + 1)
            : everything(one)
        })
        if (hidden) add(at, end, hidden.kind, hidden.label)
      }
      if (reveal) continue
      const tokens = tokensOf(view.text)
      const exempt = exemptIn(view.text, taken, trusted)
      for (const { at, end, digits } of cpfs.find(view.text, suspicion.doubt)) {
        if (exempt(at, end)) continue
        add(at, end, 'cpf', pseudonym('cpf', digits) + formOf(rawOf(at, end)))
      }
      for (const { at, end, nome: known } of people.find(view.text, tokens, depth > 0)) {
        add(at, end, 'nome', known ?? view.text.slice(at, end))
      }
      if (!suspicion.capitals) continue
      for (const { at, end } of capitalisedIn(view.text, tokens))
        add(at, end, 'nome', view.text.slice(at, end))
    }
  }

  const everything = (text: string): Mask => ({ from: 0, to: text.length, kind: 'credential', label: MASK })

  const hideIn = (text: string, suspicion: Suspicion = {}): string => {
    const isCut = text.length > SHOWN + MARGIN
    const original = isCut ? copyOf(text.slice(0, SHOWN + MARGIN)) : text
    const masks = merged(masksOf(original, suspicion), original)
    if (masks.length === 0 && !isCut) return text
    const shown = isCut ? SHOWN : original.length
    const pieces: string[] = []
    let at = 0
    for (const { from, to, kind, label } of masks) {
      if (from >= shown) break
      pieces.push(original.slice(at, from), kind === 'nome' ? nome(people.nameOf(label) ?? label) : label)
      at = to
    }
    pieces.push(original.slice(at, Math.max(at, shown)), isCut ? MASK : '')
    return pieces.join('')
  }

  const theirs = (text: string, place: Place = 'ours'): string =>
    hideIn(text, { doubt: 'any-number', capitals: true, place })
  const ours = (text: string): string => {
    if (clean.has(text)) return text
    const safe = hideIn(text, { doubt: 'eleven-digits' })
    if (safe === text && clean.size < MOST_CLEAN) clean.add(text)
    return safe
  }

  const scalar = (text: string, field: string): string => {
    if (PLAIN_FIELDS.has(field)) return theirs(text, 'theirs')
    if (MEASURES.has(field)) return /^[\dTZ:.+-]{1,40}$/.test(text) ? ours(text) : theirs(text, 'theirs')
    if (reveal) return theirs(text, 'theirs')
    if (field === 'cpf' || (field === 'busca' && /\d/.test(text))) return cpf(text)
    if (field === 'nome' || field === 'busca') return nome(text)
    // An undocumented field may contain anything.
    return `${MASK}${text.length} characters${MASK}`
  }

  const json = (value: unknown, field = ''): unknown => {
    if (value instanceof Remark) return value
    if (Array.isArray(value)) return value.map((entry) => json(entry, field))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [theirs(name, 'theirs'), json(entry, name)]),
      )
    }
    if (typeof value === 'boolean' || value === null || value === '') return value
    const text = String(value)
    const safe = scalar(text, field)
    if (safe === text) return value
    return typeof value === 'string' ? safe : new Remark(`<${typeof value} ${safe}>`)
  }

  return {
    hide(value, label, part) {
      clean.clear()
      secrets.hide(value, label, part)
    },
    trust(words) {
      clean.clear()
      secrets.trust(words)
      trusted.push(words)
    },
    learn({ cpf, nome }, place) {
      if (typeof cpf !== 'object' && cpfs.learn(String(cpf))) clean.clear()
      if (typeof nome === 'string' && people.learn(nome)) clean.clear()
      if (place === undefined) return
      if (typeof cpf === 'string') note(`cpf ${digitsOf(cpf)}`, place)
      if (typeof nome === 'string') note(`nome ${short(nome)}`, place)
    },
    vouch(text) {
      vouched.add(text)
    },
    cpf,
    nome,
    reveals: reveal,
    searched(kind, value) {
      if (value === '' || vouched.has(value)) return undefined
      const key = kind === 'cpf' ? digitsOf(value) : short(value)
      return { shown: kind === 'cpf' ? cpf(value) : nome(value), place: places.get(`${kind} ${key}`) }
    },
    json,
    theirs: (text) => theirs(text),
    ours,
  }
}

function digitsOf(value: string): string {
  return value.replace(/\D/g, '')
}

/** Returns the form of a CPF with a mask, or an empty string. */
function formOf(value: string): string {
  if (value.length > MASK_LONGEST || !/^[^\p{L}]+$/u.test(value) || /^\d*$/.test(value)) return ''
  return ` (${value.replace(/\d/g, 'd').replace(/[^d.\- /]/g, '?')})`
}

/** Returns a value as a key; a long one as its hash, to save memory. */
function short(value: string): string {
  return value.length > 200 ? createHash('sha256').update(value).digest('hex') : value
}

/** Matches decoded bytes that are probably not chance: letters or digits with few marks between, or letters with accents. */
const sayingSomething = /(?:[a-z\d][\0-/:-@[-`{-\x7f]{0,3}){5}|[a-z]{2}[\x80-\xff]{1,4}[a-z]/i

const PSEUDONYM_OR_UUID = /(?:cpf|nome)#[\da-f]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** Returns whether digits belong to a pseudonym, a UUID or words of our own, such as an address. */
function exemptIn(
  text: string,
  taken: ReadonlySet<string>,
  trusted: readonly string[],
): (at: number, end: number) => boolean {
  const found = Array.from(text.matchAll(PSEUDONYM_OR_UUID), ({ 0: one, index }) => ({ one, index })).filter(
    ({ one }) => !one.includes('#') || taken.has(one),
  )
  for (const one of trusted) {
    for (let index = text.indexOf(one); index >= 0; index = text.indexOf(one, index + one.length)) {
      found.push({ one, index })
    }
  }
  if (found.length === 0) return () => false
  return (at, end) => found.some(({ one, index }) => index <= at && end <= index + one.length)
}
