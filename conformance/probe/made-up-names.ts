import { withoutAccents } from '../../src/contract/without-accents.ts'
import { type Chance, createChance, seedOf } from './chance.ts'
import { PARTICLES, type WordShape } from './name-shape.ts'

/** Syllables that sound like names in Brazil; words made from them belong to nobody. */
const BEGINNINGS =
  'ba be bi bra ca ce cla da de dri fa fe fla ga gli ja jo la le li ma me mi na ne ni pa pe pri ra re ro sa se si ta te tri va ve vi za'.split(
    ' ',
  )
const MIDDLES = 'la le li lo ma me mi na ne ni ra re ri ro sa ta te ti va vi nha lha de di'.split(' ')
const ENDINGS = 'na no ra ro la lo va dia nia rio sa so to ta ndo nda lva rga nes ral'.split(' ')
const ACCENTED_ENDINGS = ['ção', 'mão', 'né', 'lá', 'rês', 'nô', 'rão', 'ró', 'sé']
/** How many words are common, and how many are rare. */
const COMMON_WORDS = 16
const RARE_WORDS = 600

/** How many syllables stand between beginning and end. */
const BETWEEN = { short: [0, 0], usual: [0, 1], long: [2, 3] } as const

/** Returns a word of a made-up name. Some words are frequent, as in real lists. */
function wordOf({ particle, accent, sign, form, length }: WordShape, chance: Chance): string {
  if (particle) return styled(chance.pick(PARTICLES), form)
  const number = chance.once(2) ? chance.whole(1, COMMON_WORDS) : chance.whole(1, RARE_WORDS)
  const own = createChance(seedOf(number, `${accent} ${length}`))
  const size = length ?? own.pick(['usual', 'usual', 'usual', 'long'] as const)
  const plain = spelt(own, size, accent)
  const signed = sign === "'" ? `d'${plain}` : sign === '-' ? `${plain}-${spelt(own, 'usual', false)}` : plain
  return styled(signed, form)
}

function spelt(own: Chance, size: keyof typeof BETWEEN, accent: boolean): string {
  const ending = own.pick(accent ? ACCENTED_ENDINGS : ENDINGS)
  if (size === 'short')
    return accent ? `${own.pick(['l', 's', 'n', 'r'])}${own.pick(['é', 'á', 'ô'])}` : own.pick(BEGINNINGS)
  const [least, most] = BETWEEN[size]
  const between = Array.from({ length: own.whole(least, most) }, () => own.pick(MIDDLES))
  return [own.pick(BEGINNINGS), ...between, ending].join('')
}

function styled(word: string, form: WordShape['form']): string {
  if (form === 'capitals') return word.toUpperCase()
  if (form === 'lower') return word
  return word.replace(/(?:^|['-])\p{L}/gu, (letters) => letters.toUpperCase())
}

const TRIES = 400

/** Makes names that nobody of a list has, whole or in part, and that are all different. */
export class MadeUpNames {
  readonly #chance: Chance
  /** The names of the list, by their first word. */
  readonly #known = new Map<string, string[]>()
  readonly #made = new Set<string>()

  constructor(names: readonly string[], chance: Chance) {
    this.#chance = chance
    for (const nome of new Set(names.map(plainWords))) {
      const [first = ''] = nome.split(' ')
      if (first !== '') this.#known.set(first, [...(this.#known.get(first) ?? []), nome])
    }
  }

  /** @throws {Error} if every name of this shape is one of the list */
  make(shape: readonly WordShape[]): string {
    for (let left = TRIES; left > 0; left--) {
      // There are few short words.
      const isFull = left < TRIES / 2
      const words = isFull ? shape.map((word) => ({ ...word, length: 'long' as const })) : shape
      const nome = words.map((word) => wordOf(word, this.#chance)).join(' ')
      if (this.#made.has(nome) || this.names(nome)) continue
      this.#made.add(nome)
      return nome
    }
    throw new Error('No name could be made up that is not in the list.')
  }

  /** Returns whether a text contains the words of a listed name. */
  names(text: string): boolean {
    const plain = plainWords(text)
    const padded = ` ${plain} `
    return plain
      .split(' ')
      .some((word) => this.#known.get(word)?.some((nome) => padded.includes(` ${nome} `)))
  }
}

/** Returns the words of a name in lower case, without accents and signs. */
function plainWords(nome: string): string {
  return withoutAccents(nome)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
