import { createHash } from 'node:crypto'
import { printableValue } from '../contract/printable.ts'
import { OptionError } from '../operator/operator-error.ts'

/** The input of a seeded dataset: the same origin gives the same bytes. */
export interface Origin {
  seed: number
  /** The number of persons of the first organization; the others have fewer. */
  persons: number
  /** The number of enabled organizations; one disabled organization is added. */
  organizations: number
}

export const defaultOrigin: Readonly<Origin> = Object.freeze({ seed: 1, persons: 137, organizations: 2 })

/** The valid range of each number, inclusive. */
export const originRanges = {
  seed: [0, 2 ** 32 - 1],
  persons: [0, 10_000_000],
  organizations: [1, 100],
} as const satisfies Record<keyof Origin, readonly [least: number, most: number]>

/** From this many persons on, seeding takes long enough for a notice. */
export const LONG_SEEDING = 50_000

/** @throws {OptionError} when a number is out of range */
export function checkOrigin(origin: Origin): void {
  for (const [name, [least, most]] of Object.entries(originRanges)) {
    const value = origin[name as keyof Origin]
    if (Number.isInteger(value) && value >= least && value <= most) continue
    throw new OptionError(
      `${name} must be a whole number from ${least} to ${most}, not ${printableValue(value)}.`,
    )
  }
}

export function isSameOrigin(a: Origin, b: Origin): boolean {
  return a.seed === b.seed && a.persons === b.persons && a.organizations === b.organizations
}

/** Returns a fixture of one line that stands for a seeded dataset. */
export function recipeText({ seed, persons, organizations }: Origin): string {
  return `{"semente":${seed},"gerar":{"pessoas":${persons},"organizacoes":${organizations}}}\n`
}

/** Returns the first 12 hexadecimal digits of the SHA-256 of a text. */
export function digest(pieces: Iterable<string | Buffer>): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex').slice(0, 12)
}
