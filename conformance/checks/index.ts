import { type ClauseId, clauses } from '../../src/contract/clauses.ts'
import type { Risk } from '../client/exchange.ts'
import type { Level } from '../model/judgement.ts'
import { bodies, bodiesForReport } from './bodies.ts'
import { combinations } from './combinations.ts'
import { afterRefusals, atOnce, forms, formsOfRefused, sequences } from './contexts.ts'
import { decidedLists } from './decided-lists.ts'
import { decidedReports } from './decided-reports.ts'
import { decisions, decisionsAtOnce, secondDecisions } from './decisions.ts'
import { everyAnswer } from './every-answer.ts'
import { foreignReports } from './foreign-reports.ts'
import { listSurveys, oddTexts } from './odd-texts.ts'
import { beyondDocument, openBodies, openTokens } from './open-answers.ts'
import { orders } from './orders.ts'
import { organizations, twoLists } from './organizations.ts'
import { pages, rows } from './pages.ts'
import { searches } from './searches.ts'
import type { Check, Survey, Table } from './table.ts'
import { tokensForReport, tokensOfDecisions, tokensOfLists } from './tokens.ts'
import { unknownNumbers } from './unknown-numbers.ts'

/** What is asked side by side, stage after stage: what changes lists comes after what reads them. */
export const stages: readonly (readonly (Table | Survey)[])[] = [
  [pages, rows, orders, searches, combinations, organizations, twoLists],
  [oddTexts, ...listSurveys, openTokens],
  [tokensOfLists],
  [sequences],
  [atOnce],
  [forms],
  [bodies, tokensOfDecisions, formsOfRefused, openBodies],
  [unknownNumbers],
  [afterRefusals],
  [bodiesForReport, tokensForReport],
  [decidedLists],
  [foreignReports],
  [decidedReports],
  [decisions],
  [decisionsAtOnce],
  [secondDecisions],
  [everyAnswer, beyondDocument],
]

export interface ListedCheck extends Pick<Check, 'id' | 'clause' | 'title' | 'why' | 'needs'> {
  level: Level
  risk: Risk
}

export const isSurvey = (asked: Table | Survey): asked is Survey => 'observe' in asked

const placeOf = new Map(clauses.map(({ id }, i) => [id, i]))
const place = ({ clause }: { clause: readonly ClauseId[] }) => placeOf.get(clause[0] as ClauseId) as number

/** Every check in the order of the interface. */
export const checks: readonly ListedCheck[] = stages
  .flat()
  .flatMap((asked): ListedCheck[] => {
    if (isSurvey(asked)) return [{ ...listed(asked), level: 'open', risk: asked.risk }]
    return asked.checks.map((check: Check) => ({
      ...listed(check),
      level: check.level,
      risk: asked.risk,
      needs: [...(asked.needs ?? []), ...(check.needs ?? [])],
    }))
  })
  .sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1))

function listed({ id, clause, title, ...rest }: Survey | Check): Omit<ListedCheck, 'level' | 'risk'> {
  const { why } = rest as Partial<Check>
  return { id, clause, title, ...(why !== undefined && { why }), needs: rest.needs ?? [] }
}
