import { withoutAccents } from '../../../src/contract/without-accents.ts'
import { nameIn, wordsIn } from './listed.ts'
import { type Draw, listOf, type Stratum, strataOf } from './stratum.ts'

/** A part of a word, as in `Sant'Anna`. */
const AFTER_A_SIGN = /\p{L}['\u2019-](\p{L}{3,})/u
/** A double name. */
const DOUBLE = /\p{L}-\p{L}{3,}/u
const PARTICLES = ['da', 'de', 'do', 'das', 'dos', 'e']

const letters = (text: string, from: number, to?: number): string => Array.from(text).slice(from, to).join('')

/** Returns a part of a text that does not begin or end with a blank. */
function partOf({ chance }: Draw, text: string | undefined, length: number): string | undefined {
  const all = Array.from(text ?? '')
  const begins = all.map((_, at) => at).filter((at) => at + length <= all.length)
  const parts = begins.map((at) => all.slice(at, at + length).join('')).filter((part) => part === part.trim())
  return parts.length === 0 ? undefined : chance.pick(parts)
}

/** What is searched for, by how it differs from a listed name. */
const searches: Readonly<Record<string, (draw: Draw) => string | undefined>> = {
  whole: (draw) => nameIn(draw),
  beginning: (draw) => letters(nameIn(draw) ?? '', 0, draw.chance.whole(4, 9)).trim(),
  inside: (draw) => {
    const nome = nameIn(draw)
    return nome && partOf(draw, letters(nome, 1, -1), draw.chance.whole(3, 8))
  },
  end: (draw) => letters(nameIn(draw) ?? '', -draw.chance.whole(3, 9)).trim(),
  'first-word': (draw) => wordsIn(draw)?.[0],
  'last-word': (draw) => wordsIn(draw)?.at(-1),
  'middle-word': (draw) => wordsIn(draw, 3)?.[1],
  'two-words': (draw) => {
    const words = wordsIn(draw, 3)
    const at = draw.chance.whole(0, (words?.length ?? 2) - 2)
    return words?.slice(at, at + 2).join(' ')
  },
  'words-apart': (draw) => {
    const words = wordsIn(draw, 3)
    return words && `${words[0]} ${words.at(-1)}`
  },
  'other-order': (draw) => {
    const words = wordsIn(draw, 2)
    return words && `${words.at(-1)} ${words[0]}`
  },
  'word-beginnings': (draw) => {
    const words = wordsIn(draw, 2)
    return words && `${letters(words[0] as string, 0, 3)} ${letters(words.at(-1) as string, 0, 3)}`
  },
  'word-ends': (draw) => {
    const word = wordsIn(draw)?.at(draw.chance.pick([0, -1]))
    return word && letters(word, 2)
  },
  'last-word-cut': (draw) => {
    const words = wordsIn(draw, 2)
    return words && [...words.slice(0, -1), letters(words.at(-1) as string, 0, 2)].join(' ')
  },
  particle: ({ chance }) => chance.pick(PARTICLES),
  'around-a-particle': (draw) => {
    const words = nameIn(draw, (nome) => nome.split(' ').some((word) => PARTICLES.includes(word)))?.split(' ')
    const at = words?.findIndex((word) => PARTICLES.includes(word)) ?? 0
    return words && draw.chance.pick([words.slice(at), words.slice(0, at + 1)]).join(' ')
  },
  capitals: (draw) => otherText(draw, (text) => text.toUpperCase()),
  'accents-in-capitals': (draw) =>
    otherText(
      draw,
      (text) => text.toUpperCase(),
      (nome) => withoutAccents(nome) !== nome,
    ),
  'lower-case': (draw) => otherText(draw, (text) => text.toLowerCase()),
  'without-accents': (draw) => otherText(draw, withoutAccents, (nome) => withoutAccents(nome) !== nome),
  'without-accents-lower-case': (draw) =>
    otherText(
      draw,
      (text) => withoutAccents(text).toLowerCase(),
      (nome) => withoutAccents(nome) !== nome,
    ),
  'other-accents': (draw) => otherText(draw, (text) => text.replace(/a/, 'á').replace(/o(?!.*o)/, 'õ')),
  decomposed: (draw) =>
    otherText(
      draw,
      (text) => text.normalize('NFD'),
      (nome) => nome.normalize('NFD') !== nome,
    ),
  /** What finds somebody where letters are compared by what they stand for, and where emoji are left out. */
  compatible: (draw) => {
    const nome = nameIn(draw, (one) => /[ao]/.test(one))
    if (nome === undefined) return undefined
    const plain = nome.replace(/[ao]/, (letter) => (letter === 'a' ? 'ª' : 'º'))
    return draw.chance.pick([plain, `${letters(nome, 0, 2)}😀${letters(nome, 2)}`])
  },
  'one-letter': (draw) => partOf(draw, nameIn(draw), 1),
  'two-letters': (draw) => partOf(draw, nameIn(draw), 2),
  'three-letters': (draw) => partOf(draw, nameIn(draw), 3),
  'four-letters': (draw) => partOf(draw, nameIn(draw), 4),
  'more-than-a-name': (draw) => {
    const nome = nameIn(draw)
    // The signs are those that encoders of JSON escape in what they repeat.
    return nome && `${nome} & <O'${draw.chance.pick(['Neto', 'Filho', draw.chance.letters(4)])}> "+/"`
  },
  wildcards: (draw) => {
    const word = wordsIn(draw)?.[0]
    if (word === undefined) return undefined
    // A part of a word may be too short for a service; a sign alone is of the kind `nome.signs`.
    const first = letters(word, 0, 1)
    return draw.chance.pick([
      ...[`${first}_${letters(word, 2)}`, `${first}%${letters(word, -2)}`],
      ...[`${letters(word, 0, -1)}_`, `${letters(word, 0, 3)}\\${letters(word, 3)}`],
    ])
  },
  /** What finds somebody as a regular expression, and nobody as a text. */
  expression: (draw) => {
    const word = wordsIn(draw)?.[0]
    if (word === undefined) return undefined
    const cut = letters(word, 0, 2)
    return draw.chance.pick([`${cut}.${letters(word, 3)}`, `${cut}.*`, `${word}|${word}`])
  },
  'after-a-sign': (draw) => {
    const nome = nameIn(draw, (one) => AFTER_A_SIGN.test(one))
    const part = nome && AFTER_A_SIGN.exec(nome)?.[1]
    return part && draw.chance.pick([part, letters(part, 0, 3)])
  },
  'around-a-sign': (draw) => {
    // More services divide names at `-` than at other signs.
    const form = nameIn(draw, (one) => DOUBLE.test(one)) === undefined ? AFTER_A_SIGN : DOUBLE
    const nome = nameIn(draw, (one) => form.test(one))
    return nome?.split(' ').find((word) => form.test(word))
  },
  'with-a-sign': (draw) => {
    const words = wordsIn(draw, 2)
    return words?.join(draw.chance.pick(['-', '.', ', ', '_', '%', '*', "'"]))
  },
}

/** Returns a name, or a word of one, in another spelling. */
function otherText(
  draw: Draw,
  spell: (text: string) => string,
  isWanted: (nome: string) => boolean = () => true,
): string | undefined {
  const nome = nameIn(draw, isWanted)
  if (nome === undefined) return undefined
  const words = nome.split(' ').filter((word) => isWanted(word))
  return spell(draw.chance.pick([nome, ...words]))
}

/** One stratum for each way to search by name. */
export const searchStrata: readonly Stratum[] = strataOf(
  'search',
  Object.fromEntries(
    Object.entries(searches).map(([name, search]) => [
      name,
      (draw: Draw) => {
        const nome = search(draw)
        return nome === undefined || nome === '' ? undefined : listOf(draw, { nome })
      },
    ]),
  ),
)
