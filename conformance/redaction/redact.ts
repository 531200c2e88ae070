import { createHmac, randomBytes, scryptSync } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { wordSet } from '../../src/contract/word-set.ts'
import { createPeople, isEveryday } from './people.ts'
import { createSecrets } from './secrets.ts'
import { unescaped, viewsOf } from './spellings.ts'

/**
 * Keeps personal data and credentials out of everything that is written. What a target sent is shown if it is known to
 * be harmless, and otherwise described. A person becomes a pseudonym, the same one in every run against the same target
 * with the same token. A credential becomes its label.
 */
export type Redactor = ReturnType<typeof createRedactor>

/** A remark of our own in a body, in place of a value of the target. It is written without quotes. */
export class Remark {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const IDENTIFIER = /^[a-z_][\w.-]{0,39}$/i
/** The longest texts that are shown, by field; those of other fields are described. */
const LONGEST: Readonly<Record<string, number>> = { error: 80, source: 40, keys: 80, numero: 40, message: 500 }
const MEASURES = wordSet('atual linhas total status_code atualizado_em')
const MEASURE = /^-?\d{1,13}(?:\.\d{1,6})?$|^\d{4}-\d\d-\d\d(?:[T ][\d:.]{5,18}(?:Z|[+-]\d\d:?\d\d)?)?$/
const UUID = /(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/gi
/** A CPF with or without its mask, of which some digits may be covered, as in `***.456.789-**`. */
const CPF_LIKE = /(?<![\p{L}\d#.-])(?:[\d*•x]{3}\.?){2}[\d*•x]{3}-?[\d*•x]{2}(?![\p{L}\d])/gu
const PSEUDONYM = /(?:cpf|nome)#[\da-f]+/g

/** What is never in a text that is known to be harmless. */
const suspicious: readonly RegExp[] = [
  // Letters of other scripts, which may look like Latin ones, and characters without a shape.
  /[^\p{Script=Latin}\p{Mn}\s!-@[-`{-~…–—‘’“”«»ºª°•·€§]/u,
  // Tags, lost accents, and covered digits.
  /<[a-z/!?]|\p{L}\?\p{L}+(?![\p{L}=])|[*•][.\s-]?\d|\d[.\s-]?[*•]/iu,
  // A text letter by letter.
  /(?<!\p{L})\p{L}(?:[^\p{L}]{1,3}\p{L}(?!\p{L})){5}/u,
  // A digest, a token or something else that is encoded.
  /(?<![\w+/=])(?=[A-Za-z+/=_]{0,80}\d)[\w+/=]{20,}/,
  // As many digits as a CPF without its check digits has, whatever is between them.
  /\d(?:[^\p{L}\d]{0,4}\d){8}/u,
]
const PARTICLE = /^(?:d[aeo]s?|e)$/
const CAPITAL = /^\p{Lu}[\p{L}\p{M}]/u
const PHRASES = new RegExp(`\\b(?:${Object.values(STATUS_CODES).join('|')})\\b`, 'g')

interface Run {
  token: string
  target: string
}

/** The last token and what scrypt made of it, for many runs with one token. */
let slow: { token: string; key: Buffer } | undefined

/**
 * Returns the key of the pseudonyms. There are only 10^9 CPFs, so without a secret a reader could try them all. The
 * token is the secret, and scrypt makes it slow to guess a weak one from a report.
 */
function pseudonymKey({ token, target }: Run): Buffer {
  if (slow?.token !== token) slow = { token, key: scryptSync(token, 'pessoas-sim pseudonyms', 32) }
  return createHmac('sha256', slow.key).update(target).digest()
}

/** @param run what pseudonyms depend on; by default they are those of no other redactor */
export function createRedactor({ reveal = false, run }: { reveal?: boolean; run?: Run } = {}) {
  let key: Buffer | undefined
  const pseudonyms = new Map<string, string>()
  const taken = new Set<string>()
  const secrets = createSecrets()
  const people = createPeople()
  const vouched = new Set<string>()
  const places = new Map<string, string>()

  const pseudonym = (kind: 'cpf' | 'nome', value: string): string => {
    const person = `${kind}:${value}`
    const known = pseudonyms.get(person)
    if (known !== undefined) return known
    key ??= run === undefined ? randomBytes(32) : pseudonymKey(run)
    const code = createHmac('sha256', key).update(person).digest('hex')
    // Few enough digits to read, and enough that two persons rarely need one more.
    let length = 6
    while (taken.has(`${kind}#${code.slice(0, length)}`)) length++
    const made = `${kind}#${code.slice(0, length)}`
    taken.add(made)
    pseudonyms.set(person, made)
    return made
  }
  const cpf = (value: string): string => {
    const digits = value.replace(/\D/g, '')
    if (reveal) return theirs(value)
    return digits === '' ? nome(value) : pseudonym('cpf', digits) + formOf(value)
  }
  const nome = (value: string): string => {
    if (value === '' || vouched.has(value)) return value
    return reveal ? theirs(value) : pseudonym('nome', value)
  }

  const knows = (text: string): boolean =>
    viewsOf(text).some((view) => secrets.areIn(view) || (!reveal && people.areIn(view)))
  const isHarmless = (text: string): boolean => {
    const plain = unescaped(text)
    // What is still escaped may say anything.
    if (unescaped(plain) !== plain) return false
    const hidesCpf = (one: string) => people.find(one).length > 0
    const words = plain.replace(PHRASES, '.').replace(UUID, (one) => (hidesCpf(one) ? one : ''))
    return !suspicious.some((pattern) => pattern.test(words)) && !namesSomebody(words)
  }
  const theirs = (text: string, longest = 500): string => {
    if (text.length > longest) return described(text)
    const labelled = secrets.replace(text)
    const unknown = labelled.replace(PSEUDONYM, (one) => (taken.has(one) ? '' : one))
    const isShown = !knows(unknown) && (reveal || isHarmless(unknown))
    return isShown ? labelled : described(text)
  }

  const replaced = (text: string): string => {
    const labelled = secrets.replace(text)
    if (reveal) return labelled
    let [shown, last] = ['', 0]
    for (const { at, end, kind, value } of people.find(labelled)) {
      const form = kind === 'cpf' ? formOf(labelled.slice(at, end)) : ''
      shown += labelled.slice(last, at) + pseudonym(kind, value) + form
      last = end
    }
    return (shown + labelled.slice(last)).replace(CPF_LIKE, (raw) => (/\d{3}/.test(raw) ? cpf(raw) : raw))
  }
  const ours = (text: string): string => {
    const safe = replaced(text)
    const isLeft = viewsOf(safe).some((view) => view !== safe && replaced(view) !== view)
    return isLeft ? described(text) : safe
  }

  const scalar = (text: string, field: string): string => {
    if (reveal) return theirs(text)
    if (field === 'cpf' || (field === 'busca' && /\d/.test(text))) return cpf(text)
    if (field === 'nome' || field === 'busca') return nome(text)
    if (MEASURES.has(field) && MEASURE.test(text)) return ours(text)
    return theirs(text, LONGEST[field] ?? 0)
  }
  const nameOf = (field: string): string => (reveal || IDENTIFIER.test(field) ? theirs(field) : described(field))
  const json = (value: unknown, field = ''): unknown => {
    if (value instanceof Remark) return value
    if (Array.isArray(value)) return value.map((entry) => json(entry, field))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [nameOf(name), json(one, name)]))
    if (typeof value === 'boolean' || value === null || value === '') return value
    const isSmall = typeof value === 'number' && Math.abs(value) < 10_000
    if (isSmall && field !== 'cpf' && field !== 'nome') return value
    const safe = scalar(String(value), field)
    if (safe === String(value)) return value
    return typeof value === 'string' ? safe : new Remark(`<${typeof value} ${safe}>`)
  }

  return {
    /** From now on replaces a credential or a report number with its label. */
    hide: secrets.hide,
    /**
     * From now on treats these values as personal data.
     * @param place where a reader finds the person
     */
    learn(person: { cpf?: unknown; nome?: unknown }, place?: string): void {
      people.learn(person)
      for (const value of [person.cpf, person.nome])
        if (place !== undefined && typeof value === 'string' && !places.has(value)) places.set(value, place)
    },
    /** Returns where a reader finds the person with a CPF or a name. */
    placeOf: (value: string): string | undefined => places.get(value),
    /** Declares a search text of our own that names nobody. */
    vouch: (text: string) => void vouched.add(text),
    cpf,
    nome,
    /** Returns whether a text contains a credential, a person or a part of one, as it is or encoded. */
    knows,
    /** Redacts a JSON value of the target. A redacted number becomes a {@link Remark}. */
    json: (value: unknown) => json(value),
    /** Redacts a text of the target: it is shown or described as a whole. */
    theirs: (text: string) => theirs(text),
    /** Redacts a text of our own: whole credentials, CPFs and names in it are replaced. */
    ours,
  }
}

/** Returns whether two words in a row begin with a capital and neither is an everyday word. */
function namesSomebody(text: string): boolean {
  const isName = (word = '') => CAPITAL.test(word) && !isEveryday(word)
  return text.split(/[^\p{L}\p{M}\s'’-]/u).some((clause) => {
    const words = clause.split(/\s/).filter((word) => word !== '' && !PARTICLE.test(word))
    return words.some((word, i) => isName(word) && isName(words[i + 1]))
  })
}

function described(text: string): string {
  return `…${text.length} characters…`
}

/** Returns the form of a CPF with a mask, or an empty string. */
function formOf(value: string): string {
  if (value.length > 22 || !/^[^\p{L}]+$|[*•x]/u.test(value) || /^\d*$/.test(value)) return ''
  return ` (${value.replace(/\d/g, 'd').replace(/[^d.\- /]/g, '?')})`
}
