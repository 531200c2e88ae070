import { authentication } from './authentication.ts'
import type { Check } from './check.ts'
import { envelope } from './envelope.ts'
import { errors } from './errors.ts'
import { foreignReports } from './foreign-reports.ts'
import { limits } from './limits.ts'
import { listPersons } from './list-persons.ts'
import { listResult } from './list-result.ts'
import { memory } from './memory.ts'
import { personItem } from './person-item.ts'
import { validateReport } from './validate-report.ts'
import { validationResult } from './validation-result.ts'

/** Every check, in the order of the headings of the interface document. */
export const checks: readonly Check[] = [
  ...personItem,
  ...listResult,
  ...validationResult,
  ...envelope,
  ...listPersons,
  ...validateReport,
  ...authentication,
  ...errors,
  ...limits,
  ...foreignReports,
  ...memory,
]
