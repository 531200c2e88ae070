import { OperatorError } from './operator-error.ts'

/** What a seeded dataset is made from: all it takes to make the same bytes again. */
export interface Origin {
  seed: number
  /** Persons of the first organization; the others have fewer. */
  persons: number
  /** Enabled organizations; one that is not enabled always comes on top. */
  organizations: number
}

export const defaultOrigin: Readonly<Origin> = Object.freeze({ seed: 1, persons: 137, organizations: 2 })

/** The document must stay under the longest text that V8 can hold, 512 MiB. */
export const PERSONS_MAXIMUM = 1_500_000
export const ORGANIZATIONS_MAXIMUM = 100

const ranges: Record<keyof Origin, readonly [least: number, most: number]> = {
  seed: [0, 2 ** 32 - 1],
  persons: [0, PERSONS_MAXIMUM],
  organizations: [1, ORGANIZATIONS_MAXIMUM],
}

/** @throws {OperatorError} when a number is not one that a dataset can be seeded from */
export function checkOrigin(origin: Partial<Origin>): void {
  for (const [name, [least, most]] of Object.entries(ranges)) {
    const value = origin[name as keyof Origin]
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) continue
    throw new OperatorError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`)
  }
}
