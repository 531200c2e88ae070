import { acceptedTypes } from './accepted-types.ts'
import { afterDecisions } from './after-decisions.ts'
import { askedBefore } from './asked-before.ts'
import { atOnce } from './at-once.ts'
import { authentication } from './authentication.ts'
import { authenticationCells } from './authentication-cells.ts'
import { bodyCells } from './body-cells.ts'
import { cellsAfterDecision } from './cells-after-decision.ts'
import type { Check } from './check.ts'
import { decidedReports } from './decided-reports.ts'
import { decisionCells } from './decision-cells.ts'
import { decisionsInList } from './decisions-in-list.ts'
import { manyRefusals } from './early-decision.ts'
import { encodings } from './encodings.ts'
import { envelope } from './envelope.ts'
import { errors } from './errors.ts'
import { foreignReports } from './foreign-reports.ts'
import { leftOver } from './left-over.ts'
import { limits } from './limits.ts'
import { listCells } from './list-cells.ts'
import { listPersons } from './list-persons.ts'
import { listResult } from './list-result.ts'
import { listsAfterRefusals } from './lists-after-refusals.ts'
import { memory } from './memory.ts'
import { neighbouringPages } from './neighbouring-pages.ts'
import { orderAfterDecisions } from './order-after-decisions.ts'
import { personItem } from './person-item.ts'
import { refusalForms } from './refusal-forms.ts'
import { refusedFirst } from './refused-first.ts'
import { requestForms } from './request-forms.ts'
import { rightAfter } from './right-after.ts'
import { sharedPersons } from './shared-persons.ts'
import { steadyAnswers } from './steady-answers.ts'
import { unusualMessages } from './unusual-messages.ts'
import { validateReport } from './validate-report.ts'
import { validationResult } from './validation-result.ts'

/** Every check, in the order of the headings of the interface. */
export const checks: readonly Check[] = [
  ...personItem,
  ...listResult,
  ...validationResult,
  ...envelope,
  ...listPersons,
  ...listCells,
  ...neighbouringPages,
  ...encodings,
  ...validateReport,
  ...authentication,
  ...authenticationCells,
  ...errors,
  ...refusalForms,
  ...limits,
  ...bodyCells,
  ...requestForms,
  ...acceptedTypes,
  ...decisionCells,
  ...afterDecisions,
  ...decisionsInList,
  ...unusualMessages,
  ...refusedFirst,
  ...decidedReports,
  ...manyRefusals,
  ...atOnce,
  ...askedBefore,
  ...foreignReports,
  ...sharedPersons,
  ...memory,
  ...orderAfterDecisions,
  ...cellsAfterDecision,
  ...leftOver,
  ...listsAfterRefusals,
  ...rightAfter,
  ...steadyAnswers,
]
