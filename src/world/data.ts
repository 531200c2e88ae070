import { counted } from '../contract/counted.ts'
import { type Dataset, TOKEN } from '../contract/dataset.ts'
import { datasetText } from '../fixture/dataset-text.ts'
import { digest } from '../fixture/digest.ts'
import { checkOrigin, defaultOrigin, type Origin } from '../fixture/make/origin.ts'
import type { FixtureSource } from '../fixture/read-fixture.ts'
import { DEFAULT_DATASET } from '../fixture/shipped.ts'
import { OperatorError, OptionError } from '../operator/operator-error.ts'
import { parseJson, readIfPresent } from '../store/json-file.ts'

/** The source of the data: a fixture or a seed. */
export interface DataOptions {
  /** The operator's own data, which is read and never written. */
  fixture?: FixtureSource | undefined
  /** Accept invalid CPFs. */
  allowInvalidCpf?: boolean | undefined
  /** The input of seeding. Missing numbers come from the state folder, or else from the default. */
  origin?: Partial<Origin>
  /** Receives a line for each problem that was handled. */
  notice?: (line: string) => void
}

export interface LoadedData {
  dataset: Dataset
  seed: number | null
  hash: string
}

/**
 * Reads the fixture, or seeds the data, of a world without a state folder.
 * @throws {OperatorError} when the fixture cannot be used, or a number is out of range
 */
export async function readData({ fixture, origin = {}, ...options }: DataOptions): Promise<LoadedData> {
  if (fixture === undefined) return seeded(origin)
  // Without a fixture, a start does not need to load these modules.
  const { readFixture } = await import('../fixture/read-fixture.ts')
  return { seed: null, ...(await readFixture(fixture, options)) }
}

/** @throws {OperatorError} when a number is out of range */
export async function seeded(asked: Partial<Origin>): Promise<LoadedData> {
  const origin = { ...defaultOrigin, ...asked }
  checkOrigin(origin)
  if (isSameOrigin(origin, defaultOrigin)) {
    const { text, hash } = readHashed(DEFAULT_DATASET) as HashedText
    return { dataset: parseJson(text) as Dataset, seed: origin.seed, hash }
  }
  const { seedDataset } = await import('../fixture/make/seed.ts')
  const dataset = seedDataset(origin)
  return { dataset, seed: origin.seed, hash: digest(datasetText(dataset)) }
}

interface HashedText {
  text: string
  hash: string
}

/** Returns the text and the hash of a file; the bytes are released, so a large dataset is not in memory twice. */
export function readHashed(path: string): HashedText | null {
  const bytes = readIfPresent(path)
  return bytes && { text: bytes.toString('utf8'), hash: digest([bytes]) }
}

export function isSameOrigin(a: Origin, b: Origin): boolean {
  return a.seed === b.seed && a.persons === b.persons && a.organizations === b.organizations
}

/**
 * Replaces the tokens of the first organizations.
 * @throws {OperatorError} when there are too many tokens, or one is invalid or repeated
 */
export function withTokens(dataset: Dataset, tokens: readonly string[]): Dataset {
  const { organizacoes } = dataset
  if (tokens.length > organizacoes.length) {
    throw new OperatorError(
      `There are ${tokens.length} tokens for ${counted(organizacoes.length, 'organization')}. Use fewer tokens.`,
    )
  }
  const renamed = organizacoes.map((organizacao, k) => ({
    ...organizacao,
    token: tokens[k] ?? organizacao.token,
  }))
  for (const { token } of renamed) {
    if (!TOKEN.test(token))
      throw new OptionError('A token must be visible ASCII without spaces, because a header has to carry it.')
  }
  if (new Set(renamed.map(({ token }) => token)).size < renamed.length) {
    throw new OperatorError('Two organizations would have the same token. Use a different token for each.')
  }
  return { ...dataset, organizacoes: renamed }
}
