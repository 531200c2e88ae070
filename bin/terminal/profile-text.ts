import type { PartialProfile } from '../../src/index.ts'

/** Returns the text of a profile file. Its $schema lets editors complete it if the package is installed beside it. */
export function profileText(profile: PartialProfile): string {
  const { $schema: _, ...choices } = profile
  const $schema = './node_modules/pessoas-sim/fixtures/profile.schema.json'
  return `${JSON.stringify({ $schema, ...choices }, null, 2)}\n`
}
