import type { SeededStore, seedStore as seedSharedStore } from './world/shared.ts'

/** The names that the command line needs besides the public ones; the package does not export them. */

export { headings } from './contract/clauses.ts'
export { counted } from './contract/counted.ts'
export { jsonValue } from './contract/json-value.ts'
export { knobNames } from './contract/knobs.ts'
export { packageVersion } from './contract/package-version.ts'
export { printable, printableJson, printableJsonText, printableLines } from './contract/printable.ts'
export { choiceText, completeProfile, defaultProfile, isSameChoice } from './contract/profile.ts'
export { shellQuoted, shellWord } from './contract/shell-word.ts'
export { faultPlanSchema } from './control/faults/schema.ts'
export { WAIT_AGENT, WAIT_PATH } from './control/wait-probe.ts'
export { countsOf, textOfCounts } from './data/counts.ts'
export { datasetText, fixtureText } from './data/dataset.ts'
export { findingLine } from './data/finding.ts'
export { fixtureSchema } from './data/fixture.ts'
export { defaultOrigin, LONG_SEEDING, originRanges } from './data/origin.ts'
export { starterText } from './data/shipped.ts'
export { openapiOf } from './openapi/openapi.ts'
export { overlayOf } from './openapi/overlay.ts'
export { hostNameFault, isLoopback, originFault } from './operator/allow-lists.ts'
export { hint, nearest } from './operator/hint.ts'
export { kebabCase } from './operator/kebab-case.ts'
export { percentLines } from './operator/percent-lines.ts'
export { profileSchema } from './operator/profile-schema.ts'
export { readChoice } from './operator/read-choice.ts'
export { checkProfile } from './operator/read-profile.ts'
export { NotUtf8, readText } from './operator/read-text.ts'
export { chunksOf } from './operator/replace-file.ts'
export type { Answer as ServiceAnswer, Request as ServiceRequest } from './service/ask.ts'
export { families as quirkFamilies, findQuirks } from './service/quirks/index.ts'
export { type InProcess, serveInProcess } from './simulator/in-process.ts'
export { type ControlPlace, FolderInUse, readControlFile } from './world/log/folder.ts'
export type { SeededStore } from './world/shared.ts'
export { type KeptDecisions, readState, resetState } from './world/state.ts'

/**
 * Writes a fixture or generated data to an empty schema of a database.
 * @throws {OperatorError} when the database cannot be used, or has other data
 */
export async function seedStore(...given: Parameters<typeof seedSharedStore>): Promise<SeededStore> {
  const shared = await import('./world/shared.ts')
  return shared.seedStore(...given)
}

/**
 * Takes back every decision on the data of a database, whoever serves it. Minted organizations keep theirs.
 * @throws {OperatorError} when the database cannot be used, or has no data
 */
export async function resetStore(url: string): Promise<{ shown: string; count: number }> {
  const shared = await import('./world/shared.ts')
  return shared.resetStore(url)
}
