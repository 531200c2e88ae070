/**
 * Returns the two check digits of a CPF: modulo 11, weights counted from the right beginning at 2, and a remainder
 * below 2 gives 0.
 * @param base the first nine digits
 */
export function checkDigits(base: string): string {
  const first = checkDigit(base)
  return first + checkDigit(base + first)
}

function checkDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * (digits.length + 1 - i)
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

/** Returns a CPF of eleven digits as `000.000.000-00`, and any other text as it is. */
export function maskedCpf(cpf: string): string {
  return cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
}
