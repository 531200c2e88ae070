import { counted } from '../../src/contract/counted.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { decide } from './first-decisions.ts'

/** A report, its organization and one to which it does not belong. */
interface Shown {
  report: Numero
  owner: Credentials
  stranger: Credentials
}

/** What the owner sends before the other organization asks for the report; a service may refuse the same twice. */
const BEFORE = [LEGAL_BODY, LEGAL_REJECTION]

/** A refusal that one organization gets changes nothing for another one. */
export const askedBefore: readonly Check[] = [
  {
    id: 'ORG-16',
    clause: ['4.2-3', '4.2-2', '7-404', '1-2'],
    level: 'required',
    risk: 'w2',
    needs: ['report', 'other-token'],
    rests: ['VAL-33', 'CELL-40', 'MEM-09'],
    title: 'decides a report even after another organization asked for it and was refused',
    async run(service) {
      const asked = reportsToAsk(service)
      const lost: Exchange[] = []
      let judged = 0
      for (const shown of asked) {
        const outcome = await decidesAfterStranger(service, shown)
        if (outcome === undefined) continue
        judged++
        lost.push(...outcome)
        if (outcome.length === 0) return `${counted(judged, 'report')}, decided as before`
        if (judged < 2) continue
        throw new Violation(
          '200, as before the other organization asked for the report',
          `${outcome.at(-1)?.response.status}, for each of ${counted(judged, 'report')}`,
          lost,
        )
      }
      throw new Undecided(
        judged > 0 ? 'thin-data' : 'branch-not-taken',
        judged > 0
          ? 'a report was refused after the other organization asked for it, but there is no second one to show it again'
          : "no report is decided again and again and refused to the other organization's token",
        judged > 0 ? 'declare more reports' : undefined,
      )
    },
  },
]

/** Returns reports for which the other organization has not asked in this run, and then others. */
function reportsToAsk({ reports, foreignReport, keys }: Service): Shown[] {
  const { own, other } = keys as { own: Credentials; other: Credentials }
  const [last, ...rest] = [...reports].reverse() as [Numero, ...Numero[]]
  const mine = (report: Numero): Shown => ({ report, owner: own, stranger: other })
  const theirs = foreignReport ? [{ report: foreignReport, owner: other, stranger: own }] : []
  return [mine(last), ...theirs, ...rest.slice(0, 2).map(mine)]
}

/**
 * Lets an organization decide a report before and after another one asks for it.
 * @returns the answers if the last decision is refused, nothing if it is accepted; undefined if that cannot be judged
 */
async function decidesAfterStranger(
  service: Service,
  { report, owner, stranger }: Shown,
): Promise<Exchange[] | undefined> {
  let before: Exchange | undefined
  for (const body of BEFORE) {
    before = await decide(service, report, body, owner)
    if (before.response.status !== 200) return undefined
  }
  const refused = await decide(service, report, LEGAL_BODY, stranger)
  if (refused.response.status !== 404 && refused.response.status !== 403) return undefined
  const after = await decide(service, report, LEGAL_BODY, owner)
  const { status } = after.response
  if (status >= 500) throw new Undecided('target-failed', `POST answered ${status}`)
  return status === 200 ? [] : [before as Exchange, refused, after]
}
