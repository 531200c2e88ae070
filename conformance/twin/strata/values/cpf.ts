import { checkDigits, maskedCpf } from '../../../../src/contract/cpf.ts'
import { cpfIn } from '../listed.ts'
import type { Draw } from '../stratum.ts'
import { around, blanks, inScript, twice, type Values } from './drawn.ts'

export const cpf = {
  empty: () => '',
  blank: blanks,
  padded: (draw) => around(draw, cpfIn(draw)),
  newline: (draw) => `${cpfIn(draw) ?? draw.chance.digits(11)}\n`,
  masked: (draw) => {
    const whole = cpfIn(draw)
    return whole === undefined ? undefined : maskedCpf(whole)
  },
  'half-masked': (draw) => {
    const whole = cpfIn(draw)
    if (whole === undefined) return undefined
    const [a, b] = [whole.slice(0, 9), whole.slice(9)]
    return draw.chance.pick([`${a}-${b}`, `-${whole}`])
  },
  gaps: (draw) => {
    const whole = cpfIn(draw)
    if (whole === undefined) return undefined
    return draw.chance.pick([`${whole.slice(0, 6)} ${whole.slice(6)}`, maskedCpf(whole).replace(/\D/g, ' ')])
  },
  nul: (draw) => `${cpfIn(draw) ?? draw.chance.digits(11)}\0`,
  'same-digits': ({ chance }) => String(chance.whole(0, 9)).repeat(11),
  word: (draw) => draw.chance.pick([draw.chance.letters(11), `${draw.chance.digits(10)}x`]),
  'other-digits': ({ chance }) => inScript(chance.digits(11), '٠'),
  'short-word': ({ chance }) =>
    chance.pick([
      'abc',
      'cpf',
      'x',
      chance.letters(4),
      'null',
      '*',
      '%',
      `${chance.digits(4)}%`,
      `${chance.digits(6)}x`,
    ]),
  'long-word': (draw) =>
    draw.chance.pick([
      // Of a length that is no limit of anything, because answers may count it.
      draw.chance.letters(13),
      `${draw.chance.digits(11)}xy`,
      // Without a sign before it: some take that for a part of a number.
      `${cpfIn(draw) ?? draw.chance.digits(11)}xy`,
      `${cpfIn(draw) ?? draw.chance.digits(11)},${draw.chance.digits(11)}`,
    ]),
  short: (draw) => {
    const whole = cpfIn(draw) ?? draw.chance.digits(11)
    return draw.chance.pick([whole.slice(1), whole.slice(0, 10), whole.slice(0, draw.chance.whole(1, 9))])
  },
  long: (draw) => {
    const whole = cpfIn(draw) ?? draw.chance.digits(11)
    return draw.chance.pick([
      `${whole}0`,
      `0${whole}`,
      `${whole}${draw.chance.digits(3)}`,
      `${whole}${whole}`,
    ])
  },
  'wrong-digits': (draw) => {
    const whole = cpfIn(draw) ?? `${draw.chance.digits(9)}00`
    const turned = (Number(whole.slice(9)) + draw.chance.whole(1, 99)) % 100
    return unlisted(draw, () => `${whole.slice(0, 9)}${String(turned).padStart(2, '0')}`)
  },
  unknown: (draw) =>
    unlisted(draw, () => {
      const base = draw.chance.digits(9)
      return base + checkDigits(base)
    }),
  repeated: (draw) => twice(cpfIn(draw), cpfIn(draw)),
} satisfies Values<'cpf'>

/** Returns a CPF that no person has. */
function unlisted({ data }: Draw, make: () => string): string | undefined {
  const made = Array.from({ length: 5 }, make)
  return made.find((cpf) => !data.people.some(({ id }) => id === cpf))
}
