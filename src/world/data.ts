import { type Dataset, datasetText, TOKEN } from '../contract/dataset.ts'
import { digest } from '../fixture/digest.ts'
import { checkOrigin, defaultOrigin, type Origin } from '../fixture/make/origin.ts'
import type { FixtureSource } from '../fixture/read-fixture.ts'
import { DEFAULT_DATASET } from '../fixture/shipped.ts'
import { counted } from '../operator/counts.ts'
import { OperatorError, OptionError } from '../operator/operator-error.ts'
import { parseJson, readBytes } from '../store/json-file.ts'

/** Where data comes from: of a fixture, or seeded. */
export interface DataOptions {
  /** The operator's own: it is read and never written. */
  fixture?: FixtureSource | undefined
  /** Whether a CPF of it may be none. */
  allowInvalidCpf?: boolean | undefined
  /** What to seed from; what is left out is what the state folder was seeded from, or the default. */
  origin?: Partial<Origin>
  /** Hears, in one line each, of everything that was not as expected and was dealt with. */
  notice?: (line: string) => void
}

export interface Found {
  dataset: Dataset
  seed: number | null
  hash: string
}

/**
 * The data of a world that is kept nowhere: of a fixture, or seeded.
 * @throws {OperatorError} when there is none
 */
export async function readData({ fixture, origin = {}, ...options }: DataOptions): Promise<Found> {
  if (fixture === undefined) return seeded(origin)
  // A cold start does without it.
  /* c8 ignore next: it runs; tsx adds a branch of its own to every dynamic import */
  const { readFixture } = await import('../fixture/read-fixture.ts')
  return { seed: null, ...(await readFixture(fixture, options)) }
}

/** @throws {OperatorError} when a number is out of range */
export async function seeded(asked: Partial<Origin>): Promise<Found> {
  const origin = { ...defaultOrigin, ...asked }
  checkOrigin(origin)
  if (isSame(origin, defaultOrigin)) {
    const { text, hash } = readHashed(DEFAULT_DATASET) as HashedText
    return { dataset: parseJson(text) as Dataset, seed: origin.seed, hash }
  }
  /* c8 ignore next: it runs; tsx adds a branch of its own to every dynamic import */
  const { seedDataset } = await import('../fixture/make/seed.ts')
  const dataset = seedDataset(origin)
  return { dataset, seed: origin.seed, hash: digest(datasetText(dataset)) }
}

interface HashedText {
  text: string
  hash: string
}

/** A file's text and hash; its bytes are let go, a large dataset need not be in memory twice. */
export function readHashed(path: string): HashedText | null {
  const bytes = readBytes(path)
  return bytes && { text: bytes.toString('utf8'), hash: digest([bytes]) }
}

export function isSame(a: Origin, b: Origin): boolean {
  return a.seed === b.seed && a.persons === b.persons && a.organizations === b.organizations
}

/** @throws {OperatorError} */
export function withTokens(dataset: Dataset, tokens: readonly string[]): Dataset {
  const { organizacoes } = dataset
  if (tokens.length > organizacoes.length) {
    throw new OperatorError(
      `There are ${tokens.length} tokens for ${counted(organizacoes.length, 'organization')}: give fewer.`,
    )
  }
  const renamed = organizacoes.map((organizacao, k) => ({
    ...organizacao,
    token: tokens[k] ?? organizacao.token,
  }))
  for (const { token } of renamed) {
    if (!TOKEN.test(token))
      throw new OptionError('A token must be visible ASCII without blanks, or no header can carry it.')
  }
  if (new Set(renamed.map(({ token }) => token)).size < renamed.length) {
    throw new OperatorError('Two organizations would have the same token: give each its own.')
  }
  return { ...dataset, organizacoes: renamed }
}
