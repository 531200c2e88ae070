import type { Exchange } from '../client/exchange.ts'
import { must } from '../judging/judgement.ts'
import { LEGAL_BODY, type Service } from '../service/service.ts'
import { decide, openReports } from './first-decisions.ts'
import { mustRest, type Print, printOf } from './list-print.ts'

function isRefusal({ response: { status } }: Exchange): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/** Returns how many persons have a last update after all of those before; others may only have changed places. */
function newTimes(before: Print, after: Print): number {
  const timesIn = ({ entries }: Print) => [...entries.keys()].map((entry) => entry.split(' ')[1] ?? '')
  const isTime = (text: string) => !Number.isNaN(Date.parse(text)) && !/^\d+$/.test(text)
  const newest = Math.max(...timesIn(before).filter(isTime).map(Date.parse))
  return timesIn(after).filter((time) => isTime(time) && Date.parse(time) > newest).length
}

/** How many reports a refused decision must close before that is a violation. */
const CLOSED = 2

/**
 * Tries to decide reports with the token of the other organization that can be decided once, where no second decision
 * shows what the first one did.
 * @returns the number of refused decisions
 * @throws {Violation} if they change the list of the organization, and it cannot decide the reports any more
 */
export async function refusesOpenReports(service: Service): Promise<number> {
  const { own, other } = service.keys
  const open = other ? openReports(service).slice(0, CLOSED) : []
  const proof: Exchange[] = []
  let refused = 0
  let closed = 0
  for (const report of open) {
    const before = await printOf(service, { authorization: own })
    const foreign = await decide(service, report, LEGAL_BODY, other)
    if (!isRefusal(foreign)) continue
    refused++
    const after = await printOf(service, { authorization: own })
    if (newTimes(before, after) !== 1) continue
    mustRest(after, await printOf(service, { authorization: own }))
    const late = await decide(service, report, LEGAL_BODY)
    if (!isRefusal(late)) continue
    closed++
    proof.push(foreign, ...after.exchanges, late)
  }
  // Reports that were closed before the run say nothing, and somebody else may have moved a person twice.
  if (!service.reports.slice(2, -2).some((report) => service.wasDecided(report))) return refused
  must(
    closed < CLOSED,
    'no change in the list of its organization, which can still decide the report',
    `another atualizado_em or another order, and ${proof.at(-1)?.response.status} to its own decision, for ${CLOSED} reports`,
    ...proof,
  )
  return refused
}
