import type { Profile } from '../contract/profile.ts'

/**
 * Where each name stands in a collation: names with equal numbers are not told apart.
 * @param names one text for each row
 * @returns one number for each row, the least name has 0
 */
export function nameRanks(names: readonly string[], collation: Profile['nomeCollation']): Uint32Array {
  const compare = comparators[collation](names)
  const order = Uint32Array.from(names.keys()).sort(compare)
  const ranks = new Uint32Array(names.length)
  let rank = 0
  for (let i = 1; i < order.length; i++) {
    if (compare(order[i - 1] as number, order[i] as number) !== 0) rank++
    ranks[order[i] as number] = rank
  }
  return ranks
}

type Compare = (a: number, b: number) => number

const comparators: Record<Profile['nomeCollation'], (names: readonly string[]) => Compare> = {
  'pt-BR': comparePortuguese,
  'code-point': (names) => (a, b) => compareCodePoints(names[a] as string, names[b] as string),
  'case-blind': (names) => {
    const lower = names.map((name) => name.toLowerCase())
    return (a, b) => compareCodePoints(lower[a] as string, lower[b] as string)
  },
}

/**
 * The collation of pt-BR. Asking the collator for every pair of a million names takes most of a minute, and most
 * pairs differ in their letters already, accents and capitals aside: those are compared as plain texts first.
 */
function comparePortuguese(names: readonly string[]): Compare {
  const { compare } = new Intl.Collator('pt-BR')
  const letters = names.map(plainLetters)
  return (a, b) => {
    const x = letters[a]
    const y = letters[b]
    if (x !== undefined && y !== undefined && x !== y) return x < y ? -1 : 1
    return names[a] === names[b] ? 0 : compare(names[a] as string, names[b] as string)
  }
}

const NOT_PLAIN = /[^a-z '.-]/
const ACCENTS = /[\u0300-\u036f]/g
/** Blank, hyphen, full stop and apostrophe come before all letters, in this order. */
const PUNCTUATION: Record<string, string> = { ' ': '\u0001', '-': '\u0002', '.': '\u0003', "'": '\u0004' }

/** A name without accents and capitals, comparable by code unit; undefined when it has anything but Latin letters. */
function plainLetters(name: string): string | undefined {
  const plain = name.normalize('NFD').replace(ACCENTS, '').toLowerCase()
  if (NOT_PLAIN.test(plain)) return undefined
  return plain.replace(/[ '.-]/g, (mark) => PUNCTUATION[mark] as string)
}

/** Code units in order of code points: surrogates stand for what is above U+FFFF, so they come last. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return weight(x) - weight(y)
  }
  return a.length - b.length
}

function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
