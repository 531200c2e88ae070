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

/** The numbers that a dataset can be seeded from. */
export const originRanges = {
  seed: [0, 2 ** 32 - 1],
  persons: [0, 1_500_000],
  organizations: [1, 100],
} as const satisfies Record<keyof Origin, readonly [least: number, most: number]>

/** From this many persons on, seeding takes long enough to say so. */
export const LONG_SEEDING = 50_000

/** A dataset is read as one text, and the longest that V8 can hold has 512 MiB. */
const BYTES_MAXIMUM = 500_000_000
const BYTES_A_PERSON = 60
const BYTES_A_REPORT = 138

/** @throws {OperatorError} when a number is out of range, or they make a dataset that could not be read again */
export function checkOrigin(origin: Origin): void {
  for (const [name, [least, most]] of Object.entries(originRanges)) {
    const value = origin[name as keyof Origin]
    if (Number.isInteger(value) && value >= least && value <= most) continue
    throw new OperatorError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`)
  }
  const { persons, organizations } = origin
  const reports = persons * (1.2 + 0.52 * (organizations - 1))
  const bytes = 1.1 * persons * BYTES_A_PERSON + reports * BYTES_A_REPORT
  if (bytes > BYTES_MAXIMUM) {
    throw new OperatorError(
      `${persons} persons and ${organizations} organizations make a dataset of ${Math.round(bytes / 1e6)} MB, and no more than ${BYTES_MAXIMUM / 1e6} MB can be read again: ask for fewer of either.`,
    )
  }
}
