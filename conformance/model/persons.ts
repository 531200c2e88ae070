import { checkDigits } from '../../src/contract/cpf.ts'
import type { Person } from './lists.ts'

/** Returns the values whose id occurs earlier in the list. */
export function repeats<T>(list: readonly T[], idOf: (value: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter((value) => seen.size === seen.add(idOf(value)).size)
}

const nameKinds = {
  plain: /^[a-z ]+$/i,
  apostrophe: /['’]/,
  cedilla: /ç/i,
  tilde: /[ãõñ]/i,
  accent: /[áéíóúâêôàü]/i,
  hyphen: /-/,
  dot: /\./,
  plus: /\+/,
  percent: /%/,
  ampersand: /&/,
  hash: /#/,
  quote: /"/,
  digit: /\d/,
  de: /\bde\b/i,
  da: /\bda\b/i,
  do: /\bdo\b/i,
  das: /\bdas\b/i,
  dos: /\bdos\b/i,
  e: /\be\b/i,
  'one-word': /^\S+$/,
  'five-words': /^\S+( +\S+){4}/,
  capitals: /^[^a-z]*$/,
} as const satisfies Record<string, RegExp>
export type NameKind = keyof typeof nameKinds
export const NAME_KINDS = Object.keys(nameKinds) as NameKind[]

/** A longer name, once encoded, does not fit into the request line of every server. */
const LONGEST_NAME = 1_000

/**
 * Returns whether a name can be searched for: whole characters, not too long, no blanks at its ends, and no run of blanks,
 * which a service may shorten.
 */
export function isSearchable(nome: string): boolean {
  if (nome === '' || nome !== nome.trim() || /[\p{Cc}\p{Cs}\uFFFD]|\s{2}|[^\S ]/u.test(nome)) return false
  return encodeURIComponent(nome).length <= LONGEST_NAME
}

/**
 * Returns the person with a plain name for whom most contexts are asked, so that checks share the answers: the last one
 * of those whose name somebody else has, too, or of all, and rather one whose CPF begins with no zero, because zeros have
 * checks of their own; undefined if no name is plain.
 */
export function plainPerson(people: readonly Person[]): Person | undefined {
  const plain = people.filter(({ nome }) => nameKinds.plain.test(nome))
  const shared = repeats(plain, ({ nome }) => nome)
  const last = (some: readonly Person[]) => some.findLast(({ id }) => !id.startsWith('0')) ?? some.at(-1)
  return last(shared) ?? last(plain)
}

/**
 * Returns a person for each of these kinds of names that occurs, and as few persons as possible. Of those whose names
 * are of as many kinds, it takes the last one, whom a search of only the first page misses.
 */
export function fewWithAllKinds(people: readonly Person[], kinds: readonly NameKind[]): Map<NameKind, Person> {
  const found = new Map<NameKind, Person>()
  for (;;) {
    const missing = kinds.filter((kind) => !found.has(kind))
    let best: { person: Person; having: NameKind[] } | undefined
    for (const person of people) {
      const having = missing.filter((kind) => nameKinds[kind].test(person.nome))
      if (having.length > 0 && having.length >= (best?.having.length ?? 0)) best = { person, having }
    }
    if (!best) return found
    for (const kind of best.having) found.set(kind, best.person)
  }
}

/** Returns a CPF with valid check digits that none of these persons has; always the same one. */
export function absentCpf(people: readonly Person[]): string {
  const known = new Set(people.map(({ id }) => id))
  for (let base = 529_982_247; ; base++) {
    const cpf = `${base}${checkDigits(String(base))}`
    if (!known.has(cpf)) return cpf
  }
}
