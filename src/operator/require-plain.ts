import { otherKind } from '../contract/plain-object.ts'
import { OptionError } from './operator-error.ts'

/**
 * @param must what the value must be, without a full stop
 * @throws {OptionError} when it is no plain object
 */
export function requirePlain(value: unknown, must: string): void {
  const other = otherKind(value)
  if (other !== undefined) throw new OptionError(`${must}, not ${other}.`)
}
