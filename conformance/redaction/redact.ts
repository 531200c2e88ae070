import { createHash, randomUUID } from 'node:crypto'
import { copyOf } from '../judging/judgement.ts'
import { createCpfs, type Doubt } from './cpfs.ts'
import type { Place } from './credential-places.ts'
import { encodedIn } from './encoded.ts'
import { readings } from './normal-form.ts'
import { isOrdinary } from './ordinary-words.ts'
import { createPeople } from './people.ts'
import { createSecrets } from './secrets.ts'
import { type Token, tokensOf } from './tokens.ts'
import { originOf } from './traced.ts'

/**
 * Takes people and credentials out of everything that is written, however they are spelt. A person is a pseudonym that
 * keeps equality within one run and says nothing in another; a credential is its label.
 */
export interface Redactor {
  /** From here on a value is written as its label, however much of it is met but for words that anybody writes. */
  hide(value: string, label: string, part?: boolean): void
  /** From here on the words of a text are ours, and no part of a credential. */
  trust(words: string): void
  /** From here on these are known to be people. */
  learn(person: { cpf?: unknown; nome?: unknown }): void
  /** A search text that is ours and names nobody. */
  vouch(text: string): void
  cpf(value: string): string
  nome(value: string): string
  /** A value that the target sent as JSON; a number that is hidden is a {@link Remark}. */
  json(value: unknown): unknown
  /** A text that the target wrote: what looks like a person is one. */
  theirs(text: string): string
  /** A text that we wrote, should anything have slipped into it. */
  ours(text: string): string
}

/** A remark of ours in a body, where a value of the target would stand: it is written without quotes. */
export class Remark {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const MASK = '…'
/** So much of a text is shown, and a little more is looked at, lest what is hidden be cut. */
const SHOWN = 4_000
const MARGIN = 400
/** Longer ones are no CPF in a mask. */
const MASK_LONGEST = 60
/** How deep texts are looked for that are encoded within one another. */
const DEPTH = 3
/** Fields of the interface whose values are about nobody. */
const PLAIN_FIELDS = new Set(['error', 'source', 'keys', 'message', 'numero'])
const MEASURES = new Set(['atual', 'linhas', 'total', 'status_code', 'atualizado_em'])

/** A part of a text that is not written, and what stands in its place. */
interface Mask {
  from: number
  to: number
  kind: 'credential' | 'cpf' | 'nome'
  label: string
}

/** What is looked for in a text beside credentials and known people. */
interface Suspicion {
  doubt?: Doubt | undefined
  /** Whether words with capitals, one after the other, are a name. */
  capitals?: true
  /** Whose text it is: a value of JSON is theirs, a sentence is ours, whatever of theirs it repeats. */
  place?: Place
}

export function createRedactor({ reveal = false }: { reveal?: boolean } = {}): Redactor {
  const pseudonyms = new Map<string, string>()
  const taken = new Set<string>()
  const secrets = createSecrets()
  const cpfs = createCpfs()
  const people = createPeople()
  const vouched = new Set<string>()
  const trusted: string[] = []

  const pseudonym = (kind: 'cpf' | 'nome', value: string): string => {
    const key = `${kind}:${short(value)}`
    const known = pseudonyms.get(key)
    if (known !== undefined) return known
    const chance = randomUUID()
    let length = 2
    while (taken.has(`${kind}#${chance.slice(0, length)}`)) length++
    const made = `${kind}#${chance.slice(0, length)}`
    taken.add(made)
    pseudonyms.set(key, made)
    return made
  }

  const cpf = (value: string): string => {
    if (reveal) return hideIn(value)
    const digits = value.replace(/\D/g, '')
    if (digits === '') return nome(value)
    return pseudonym('cpf', digits) + formOf(value)
  }

  const nome = (value: string): string => {
    if (value === '' || vouched.has(value)) return value
    return reveal ? hideIn(value) : pseudonym('nome', value)
  }

  /** What must not be written of a text, in any reading of it. */
  const masksOf = (text: string, suspicion: Suspicion, depth = 0): Mask[] => {
    const masks: Mask[] = []
    const views = readings(text)
    for (let next = views.next(); ; next = views.next()) {
      // Whoever escapes a text so often hides something in it.
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
  const ours = (text: string): string => hideIn(text, { doubt: 'eleven-digits' })

  const scalar = (text: string, field: string): string => {
    if (PLAIN_FIELDS.has(field)) return theirs(text, 'theirs')
    if (MEASURES.has(field)) return /^[\dTZ:.+-]{1,40}$/.test(text) ? ours(text) : theirs(text, 'theirs')
    if (reveal) return theirs(text, 'theirs')
    if (field === 'cpf' || (field === 'busca' && /\d/.test(text))) return cpf(text)
    if (field === 'nome' || field === 'busca') return nome(text)
    // A field that the interface does not name may hold anything.
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
    hide: secrets.hide,
    trust(words) {
      secrets.trust(words)
      trusted.push(words)
    },
    learn({ cpf, nome }) {
      if (typeof cpf !== 'object') cpfs.learn(String(cpf))
      if (typeof nome === 'string') people.learn(nome)
    },
    vouch(text) {
      vouched.add(text)
    },
    cpf,
    nome,
    json,
    theirs: (text) => theirs(text),
    ours,
  }
}

/** What a mask looked like, where it was one. */
function formOf(value: string): string {
  if (value.length > MASK_LONGEST || !/^[^\p{L}]+$/u.test(value) || /^\d*$/.test(value)) return ''
  return ` (${value.replace(/\d/g, 'd').replace(/[^d.\- /]/g, '?')})`
}

/** A value as a key: what is long is not kept. */
function short(value: string): string {
  return value.length > 200 ? createHash('sha256').update(value).digest('hex') : value
}

/** Whether bytes are more than what chance makes of a word: letters or digits in a row, or such with accents. */
const sayingSomething = /(?:[a-z\d][\0 .-]?){5}|[a-z]{2}[\x80-\xff]{1,4}[a-z]/i

const PSEUDONYM_OR_UUID = /(?:cpf|nome)#[\da-f]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** Tells whether digits belong to a pseudonym that was given, to a UUID, or to words of ours, such as an address. */
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

const PARTICLE = /^(?:d[aeo]s?|e)$/

/** Two words or more that begin with a capital, as names do, with the particles between them; ordinary ones are none. */
function* capitalisedIn(text: string, tokens: readonly Token[]): Generator<{ at: number; end: number }> {
  let run: Token[] = []
  const take = (): { at: number; end: number } | undefined => {
    const words = run
    run = []
    const isName = (token: Token | undefined) =>
      token !== undefined && isCapital(token) && !isOrdinary(token.folded)
    while (words.length > 0 && !isName(words[0])) words.shift()
    while (words.length > 0 && !isName(words.at(-1))) words.pop()
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last || first === last) return undefined
    return { at: first.at, end: last.end }
  }
  for (const token of tokens) {
    const gap = run.length === 0 ? '' : text.slice((run.at(-1) as Token).end, token.at)
    const isNext = /^(?:\s+|['’-]|)$/.test(gap)
    const isWord = isCapital(token) || (run.length > 0 && PARTICLE.test(token.raw))
    if (!isNext || !isWord) {
      const found = take()
      if (found) yield found
    }
    if (isWord && text[token.at - 1] !== '$') run.push(token)
  }
  const found = take()
  if (found) yield found
}

function isCapital({ raw }: Token): boolean {
  return /^\p{Lu}/u.test(raw)
}

const BETWEEN_NAMES = /^[\s,.'’_+-]{0,3}(?:(?:d[aeo]s?|e)[\s_+-]{1,2})?$/i

/** Masks in order, those that overlap as one; names that follow one another are one name. */
function merged(masks: readonly Mask[], text: string): Mask[] {
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

/** What is left of other names behind one. */
const INITIALS = /^(?:\s+\p{L}\.){0,6}/u
