/** A longer string is not a UUID, whatever it contains. */
const LONGEST = 36
/** How many of the last hexadecimal digits of each group count. */
const DIGITS = [8, 4, 4, 4, 12] as const
const LARGEST = 2n ** 63n - 1n
export const TOO_LARGE = 'UUID string too large'
export const INVALID = 'Invalid UUID string: '

/**
 * Reads a UUID as `UUID.fromString` of Java 11 and later does: its groups may be shorter or longer than those of a UUID.
 * Returns the UUID, or the message of the exception, which is empty for an empty group.
 */
export function readByJava(text: string): { uuid: string } | { fault: string } {
  if (text.length > LONGEST) return { fault: TOO_LARGE }
  const groups = text.split('-')
  if (groups.length !== DIGITS.length) return { fault: `${INVALID}${text}` }
  for (const group of groups) {
    const fault = faultOfGroup(group)
    if (fault !== undefined) return { fault }
  }
  const whole = groups.map((group, i) => {
    const length = DIGITS[i] as number
    return group.replace(/^\+/, '').padStart(length, '0').slice(-length)
  })
  return { uuid: whole.join('-').toLowerCase() }
}

/** Returns why a text is not a hexadecimal number of 64 bits, as `Long.parseLong` says it. */
function faultOfGroup(group: string): string | undefined {
  if (group === '') return ''
  const [sign = ''] = /^\+?/.exec(group) as RegExpExecArray
  let value = 0n
  for (let at = sign.length; at < group.length; at++) {
    const digit = group.charAt(at)
    if (!/[\da-f]/i.test(digit)) return errorAt(at, group)
    value = value * 16n + BigInt(`0x${digit}`)
    if (value > LARGEST) return errorAt(at, group)
  }
  return group === sign ? errorAt(sign.length, group) : undefined
}

function errorAt(index: number, group: string): string {
  return `Error at index ${index} in: "${group}"`
}
