import type { Situation } from '../../src/twin.ts'

const SHAPE = 'report.shape'
/** What no service calls a report number. */
const NOT_NUMBERS: ReadonlySet<string> = new Set(['aprovar', 'mensagem', 'value', 'body'])

/**
 * Returns whether keys fit what a twin says is wrong with a report number and the body, whatever their service calls the
 * number: it is told alone, or before or after fields of the body, of which some may be left out. Undefined where the twin
 * finds nothing wrong with the number.
 */
export function fitsNumber(keys: readonly string[], situations: readonly Situation[]): boolean | undefined {
  const place = situations.findIndex(({ name }) => name === SHAPE)
  if (place === -1) return undefined
  const fields = situations.flatMap(({ name, slots }) => (name === SHAPE ? [] : [String(slots.key)]))
  const number = place === 0 ? keys[0] : keys.at(-1)
  const others = place === 0 ? keys.slice(1) : keys.slice(0, -1)
  if (number === undefined || NOT_NUMBERS.has(number) || fields.includes(number)) return keys.length === 0
  return others.length > 0 === fields.length > 0 && others.every((key) => fields.includes(key))
}
