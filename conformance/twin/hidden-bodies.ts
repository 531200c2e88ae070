import { type BodyRow, bodyRows, type Profile } from '../../src/contract/profile.ts'
import { stepsOf } from '../../src/contract/steps.ts'
import type { Evidence, TwinsAnswer } from './evidence.ts'

/** Returns whether a report is looked at before the fields of a body. */
export function isReportFirst(profile: Pick<Profile, 'dialect' | 'reportFirst'>): boolean {
  const order = stepsOf(profile)
  return order.indexOf('report') < order.indexOf('body')
}

/** Situations that are judged without the body. */
const BEFORE_BODIES = /^(token|route|report)\./

/** Returns the rows whose behaviour is unknown, because the target answered every question about them as the token, route or report demands. */
export function hiddenRows(
  answers: readonly { asked: Evidence['asked']; answer: Evidence['answer']; twin: TwinsAnswer }[],
): BodyRow[] {
  return bodyRows.filter((row) =>
    answers
      // A GET has a type, too.
      .filter(
        ({ asked: { stratum, question } }) => stratum.startsWith(`${row}.`) && question.method === 'POST',
      )
      .every(
        ({ answer, twin }) =>
          answer.status === twin.status && twin.situations.some(({ name }) => BEFORE_BODIES.test(name)),
      ),
  )
}
