import type { parameterTable } from '../../../../src/contract/parameter-table.ts'
import type { Draw, Value } from '../stratum.ts'

/** Draws a value of each kind of a parameter; undefined if the target has nothing for it. */
export type Values<Row extends keyof typeof parameterTable> = Record<
  keyof (typeof parameterTable)[Row],
  (draw: Draw) => Value | undefined
>

/** Writes a number with the digits of another script. */
export function inScript(digits: string, zero: string): string {
  const first = zero.codePointAt(0) as number
  return [...digits].map((digit) => String.fromCodePoint(first + Number(digit))).join('')
}

export function blanks({ chance }: Draw): string {
  return ' '.repeat(chance.whole(1, 3))
}

export function around({ chance }: Draw, text: string | undefined): string | undefined {
  return text === undefined ? undefined : chance.pick([` ${text}`, `${text} `, ` ${text} `])
}

export function twice(a: string | undefined, b: string | undefined): Value | undefined {
  return a === undefined || b === undefined ? undefined : [a, b]
}
