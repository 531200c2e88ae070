import { type ClauseId, clauses } from '../../contract/clauses.ts'
import { nearest as nearestWord } from '../../operator/hint.ts'
import { OptionError } from '../../operator/operator-error.ts'
import { afterDecisions, rightAfterDecisions } from './after-decisions.ts'
import { authentication } from './authentication.ts'
import { breaks } from './breaks.ts'
import { closerContexts } from './closer-contexts.ts'
import { crossedContexts } from './crossed-contexts.ts'
import { encodings } from './encodings.ts'
import { envelope } from './envelope.ts'
import { errors } from './errors.ts'
import { furtherContexts } from './further-contexts.ts'
import { inContext } from './in-context.ts'
import { listCpf } from './list-cpf.ts'
import { listNome } from './list-nome.ts'
import { listPages } from './list-pages.ts'
import { listPersons } from './list-persons.ts'
import { listResult } from './list-result.ts'
import { listSort } from './list-sort.ts'
import { memory } from './memory.ts'
import { metContexts } from './met-contexts.ts'
import { organizations } from './organizations.ts'
import { otherContexts } from './other-contexts.ts'
import { pairedContexts, pairedMeanwhile } from './paired-contexts.ts'
import { personItem } from './person-item.ts'
import type { Quirk } from './quirk.ts'
import { meanwhile, rareContexts } from './rare-contexts.ts'
import { unaskedContexts } from './unasked-contexts.ts'
import { validateReport } from './validate-report.ts'
import { validationResult } from './validation-result.ts'

export type { Quirk } from './quirk.ts'
export { withQuirks } from './with-quirks.ts'

const place = ([first]: readonly ClauseId[]) => clauses.findIndex(({ id }) => id === first)

/** Every quirk, in the order of the clauses that they break. */
export const quirks: readonly Quirk[] = [
  personItem,
  listResult,
  validationResult,
  envelope,
  listPages,
  listCpf,
  listNome,
  listSort,
  listPersons,
  validateReport,
  authentication,
  errors,
  inContext,
  otherContexts,
  organizations,
  memory,
  afterDecisions,
  rightAfterDecisions,
  rareContexts,
  furtherContexts,
  unaskedContexts,
  metContexts,
  pairedContexts,
  meanwhile,
  pairedMeanwhile,
  closerContexts,
  crossedContexts,
  breaks,
  encodings,
]
  .flat()
  .sort((a, b) => place(a.clause) - place(b.clause))

/**
 * The quirks of these names, each once.
 * @throws {OptionError} when there is none of a name
 */
export function findQuirks(names: readonly string[]): Quirk[] {
  return [...new Set(names)].map((name) => {
    const quirk = quirks.find((quirk) => quirk.name === name)
    if (quirk) return quirk
    const near = nearest(name)
    const hint = near.length > 0 ? `did you mean ${near.join(', ')}? ` : ''
    throw new OptionError(
      `quirk "${name}" is unknown: ${hint}"npx pessoas-sim --list-quirks" lists what there is.`,
    )
  })
}

const NEAR = 3

/** The name that differs in a few letters, then those that share most of their words with another. */
function nearest(name: string): string[] {
  const close = nearestWord(
    name,
    quirks.map(({ name }) => name),
  )
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const related = quirks
    .map(({ name }) => ({ name, shared: name.split('-').filter((word) => words.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ name }) => name)
  return [...new Set([...(close === undefined ? [] : [close]), ...related])].slice(0, NEAR)
}
