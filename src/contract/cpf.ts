/**
 * The two check digits of a CPF: modulo 11, weights from the right beginning at 2, remainders under 2 count as 0.
 * `base` holds the nine digits before them.
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
