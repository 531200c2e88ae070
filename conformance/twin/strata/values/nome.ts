import { gibberish, nameIn, wordsIn } from '../listed.ts'
import { around, twice, type Values } from './drawn.ts'

/** Between the maxima that services have. */
const LENGTHS = [55, 70, 90, 110, 125, 140, 180, 230, 300, 600]

export const nome = {
  empty: () => '',
  // One blank is in nearly every name, so it finds all persons also where it is looked for; few may be too short.
  blank: ({ chance }) => ' '.repeat(chance.whole(5, 6)),
  'short-blank': ({ chance, profile: { dialect } }) =>
    ' '.repeat(chance.whole(1, Math.max(1, (dialect.search.least ?? 2) - 1))),
  padded: (draw) => around(draw, draw.chance.pick([nameIn(draw), wordsIn(draw)?.[0]])),
  gaps: (draw) => {
    const words = wordsIn(draw, 2)
    return words && `${words[0]}${' '.repeat(draw.chance.whole(2, 3))}${words.slice(1).join(' ')}`
  },
  short: (draw) => {
    const least = draw.profile.dialect.search.least ?? 3
    const length = draw.chance.whole(1, Math.max(1, least - 1))
    const cut = (text: string) => Array.from(text).slice(0, length).join('')
    // These have more bytes than characters.
    if (draw.chance.once(4)) return cut('😀😀😀😀')
    const isLonger = (nome: string) => Buffer.byteLength(cut(nome)) > length
    const nome = draw.chance.once(2) ? nameIn(draw, isLonger) : undefined
    const words = nome?.split(' ', 1) ?? wordsIn(draw)
    return words && cut(draw.chance.pick(words))
  },
  long: (draw) => {
    const most = draw.profile.dialect.search.most
    const length = most === undefined ? draw.chance.pick(LENGTHS) : most + draw.chance.whole(1, 20)
    return `${nameIn(draw) ?? 'Maria'} ${gibberish(draw, 8)}`.padEnd(length, draw.chance.letters(5))
  },
  signs: ({ chance }) =>
    chance.pick([
      '%',
      '_',
      '.',
      '-',
      "'",
      '"',
      '*',
      '?',
      '123',
      '2',
      '&',
      '#',
      '\\',
      '^',
      '$',
      '()',
      '[',
      '+',
      '😀',
    ]),
  expression: (draw) =>
    draw.chance.pick([
      '(',
      '[',
      '*',
      '(?',
      `(${wordsIn(draw)?.[0] ?? 'ana'}`,
      `${wordsIn(draw)?.[0] ?? 'ana'}[`,
    ]),
  nul: (draw) => `${wordsIn(draw)?.[0] ?? 'ana'}\0`,
  unknown: (draw) => {
    // An answer that repeats a character beyond U+FFFF shows how it is written.
    const another = draw.chance.pick([wordsIn(draw)?.at(-1) ?? 'silva', '😀', '👍'])
    return draw.chance.pick([
      gibberish(draw),
      `${gibberish(draw)} ${another}`,
      `${gibberish(draw)} ${another}`,
    ])
  },
  repeated: (draw) => twice(wordsIn(draw)?.[0], wordsIn(draw)?.at(-1)),
} satisfies Omit<Values<'nome'>, 'not-utf-8' | 'escape'>
