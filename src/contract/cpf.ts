/**
 * Returns the two check digits of a CPF: modulo 11, weights counted from the right beginning at 2, and a remainder
 * below 2 gives 0.
 * @param base the first nine digits
 */
export function checkDigits(base: string): string {
  let first = 0
  let second = 0
  for (let i = 0; i < base.length; i++) {
    const digit = base.charCodeAt(i) - 48
    first += digit * (base.length + 1 - i)
    second += digit * (base.length + 2 - i)
  }
  const digit = checkDigit(first)
  return `${digit}${checkDigit(second + 2 * digit)}`
}

function checkDigit(sum: number): number {
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Returns whether a text is eleven digits, of which the last two are the check digits of the others. */
export function hasCheckDigits(cpf: string): boolean {
  return /^\d{11}$/.test(cpf) && cpf.endsWith(checkDigits(cpf.slice(0, 9)))
}

/** Returns a CPF of eleven digits as `000.000.000-00`, and any other text as it is. */
export function maskedCpf(cpf: string): string {
  return cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
}

/** A prime, so that it shares no factor with the number of CPFs. */
const CPF_FACTOR = 402_653_189
/** Nine equal digits are not a valid CPF; they split the others into nine blocks of this size. */
const CPF_BLOCK = 111_111_110

/** Returns the generated CPF at a position. A permutation makes it unique; one in ten begins with 0. */
export function cpfAt(seed: number, i: number): string {
  const position = (314_159_265 + i * CPF_FACTOR + seed * 104_729) % (9 * CPF_BLOCK)
  const base = Math.floor(position / CPF_BLOCK) * (CPF_BLOCK + 1) + 1 + (position % CPF_BLOCK)
  const digits = String(base).padStart(9, '0')
  return digits + checkDigits(digits)
}
