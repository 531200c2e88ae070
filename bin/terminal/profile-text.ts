import type { PartialProfile } from '../../src/index.ts'

/**
 * Returns the text of a profile file, without empty tables. Its $schema lets editors complete it if the package is installed
 * beside it.
 */
export function profileText(profile: PartialProfile): string {
  const { $schema: _, dialect = {}, ...choices } = profile
  const tables = Object.entries(dialect).filter(([, table]) => Object.keys(table).length > 0)
  const $schema = './node_modules/pessoas-sim/fixtures/profile.schema.json'
  const filled = { ...choices, ...(tables.length > 0 && { dialect: Object.fromEntries(tables) }) }
  return `${JSON.stringify({ $schema, ...filled }, null, 2)}\n`
}
