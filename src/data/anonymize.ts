import { cpfAt, hasCheckDigits } from '../contract/cpf.ts'
import { withoutAccents } from '../contract/without-accents.ts'
import { sfc32 } from './draw.ts'
import type { FixturePerson } from './fixture.ts'
import { nameWords } from './seed.ts'

/** How often another name is drawn for one that is taken. */
const TRIES = 100
/** The purposes of draws, apart from those of generated data. */
const [NAME_PURPOSE, DIGITS_PURPOSE] = [2 ** 30, 2 ** 30 + 1]

export interface Anonymized {
  pessoas: FixturePerson[]
  /** How many different CPFs and names were replaced. */
  cpfs: number
  names: number
}

/**
 * Replaces CPFs and names by generated ones of the same shape; equal values stay equal. A replacement depends on the
 * seed and on how many different values came before, never on the value itself: there are only 10^9 CPFs, so whoever
 * knows the seed could otherwise try them all.
 */
export function anonymize(pessoas: readonly FixturePerson[], seed: number): Anonymized {
  const real = new Set(pessoas.map(({ cpf }) => cpf))
  const cpfs = replacements(newCpfs(seed, real))
  const names = replacements(newNames(seed, new Set(pessoas.map(({ nome }) => sameName(nome)))))
  const replaced = pessoas.map(({ cpf, nome, ...rest }) => ({
    nome: inCaseOf(nome, names.of(sameName(nome), nome)),
    ...(cpf !== undefined && { cpf: cpfs.of(cpf) }),
    ...rest,
  }))
  return { pessoas: replaced, cpfs: cpfs.known.size, names: names.known.size }
}

/** Keeps the replacement of each value; `next` makes that of a new one. */
function replacements(next: (value: string, nth: number) => string) {
  const known = new Map<string, string>()
  const of = (key: string, value = key): string => {
    const made = known.get(key) ?? next(value, known.size)
    known.set(key, made)
    return made
  }
  return { known, of }
}

/** Returns a function that generates CPFs: valid for valid ones, and with a leading zero for those with one. */
function newCpfs(seed: number, real: ReadonlySet<string | undefined>) {
  const position = { zero: 0, other: 0 }
  return (cpf: string, nth: number): string => {
    if (!hasCheckDigits(cpf)) {
      const random = sfc32(seed, nth, DIGITS_PURPOSE)
      return cpf.replace(/\d/g, () => String(random() % 10))
    }
    const kind = cpf.startsWith('0') ? 'zero' : 'other'
    for (;;) {
      const made = cpfAt(seed, position[kind]++)
      if (made.startsWith('0') === (kind === 'zero') && !real.has(made)) return made
    }
  }
}

/** Returns a function that generates names with as many words, and with accents and particles in the same places. */
function newNames(seed: number, real: ReadonlySet<string>) {
  const { first, last } = nameWords()
  const words = [first, last].map((list) => ({
    plain: list.filter((word) => withoutAccents(word) === word),
    accented: list.filter((word) => withoutAccents(word) !== word),
  })) as [Words, Words]
  const taken = new Set<string>()
  return (nome: string, nth: number): string => {
    const random = sfc32(seed, nth, NAME_PURPOSE)
    let made = ''
    for (let i = 0; i < TRIES; i++) {
      let isFirst = true
      made = nome.normalize('NFC').replace(/\S+/g, (word) => {
        if (PARTICLE.test(word) && !isFirst) return word.toLowerCase()
        const { plain, accented } = words[isFirst ? 0 : 1]
        isFirst = false
        const list = withoutAccents(word) === word ? plain : accented
        const drawn = list[random() % list.length] as string
        return INITIAL.test(word) ? word.replace(/\p{L}/u, withoutAccents(drawn).charAt(0)) : drawn
      })
      if (!taken.has(made) && !real.has(sameName(made))) break
    }
    taken.add(made)
    return made
  }
}

interface Words {
  plain: string[]
  accented: string[]
}

const PARTICLE = /^(d[aeo]s?|e)$/i
const INITIAL = /^\p{L}\.?$/u

function sameName(nome: string): string {
  return nome.normalize('NFC').toLowerCase()
}

/** Returns a name in capitals or in small letters if the given one is. */
function inCaseOf(nome: string, made: string): string {
  if (nome === nome.toUpperCase()) return made.toUpperCase()
  return nome === nome.toLowerCase() ? made.toLowerCase() : made
}
