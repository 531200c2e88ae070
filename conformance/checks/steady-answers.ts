import { counted } from '../../src/contract/counted.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import type { Exchange } from '../client/exchange.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { LEGAL_BODY, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { decide } from './first-decisions.ts'
import { CLAUSES } from './memory.ts'

/** How many refused questions are asked again, and how often each. */
const MOST = 8
const TIMES = 3
/** How often a report that was answered 404 is asked for again, and after how many milliseconds each time. */
const MOMENTS = 3
const A_MOMENT = 1_000

/** What no single check sees: answers that contradict each other somewhere in the run. */
export const steadyAnswers: readonly Check[] = [
  {
    id: 'AUTH-22',
    clause: ['5-2', '5-1', '4.1-5', '4.2-4', '7-401'],
    level: 'required',
    risk: 'r',
    after: 'everything',
    title: 'accepts a valid token every time',
    async run(service) {
      const { refused, accepted } = service.tokens
      const [first] = refused
      if (first) {
        throw new Violation(
          'no 401 for a token that it accepts before and after',
          `401, ${counted(refused.length, 'time')}; another request with the token was accepted each time`,
          [first.refused, first.accepted],
        )
      }
      // Another 401 adds a suspect.
      for (const exchange of [...service.tokens.suspects]) {
        // A service that refuses one way to ask every time is consistent.
        const again = await service.repeat(exchange.question)
        if (again.status !== 200) continue
        throw new Violation(
          'no 401 for a list that it returns to the same token later',
          '401, twice in a row, and 200 later',
          [exchange, again.exchange],
        )
      }
      if (accepted === 0) throw new Undecided('blocked', 'no request with the token returned 200')
      return `${counted(accepted, 'token')}, accepted in the whole run`
    },
  },
  {
    id: 'MEM-12',
    clause: [...CLAUSES, '4.1-3', '4.1-4', '1-1'],
    level: 'required',
    risk: 'r',
    after: 'everything',
    title: 'refuses a request every time or never',
    async run(service) {
      const suspects = service.contradictions.suspects().slice(0, MOST)
      for (const refused of suspects) await mustStayRefused(service, refused)
      if (suspects.length === 0) return 'no question was refused that is like an accepted one'
      return `${counted(suspects.length, 'refused question')}, each asked ${TIMES} times more`
    },
  },
  {
    id: 'MEM-13',
    clause: ['4.2-3', '4.2-2', '7-404'],
    level: 'required',
    risk: 'w2',
    after: 'everything',
    needs: ['report'],
    title: 'knows a declared report every time or never',
    async run(service) {
      for (let moments = 0; ; moments++) {
        for (const [label, { missed, found }] of service.missedReports) {
          const accepted = found ?? (await acceptedNow(service, label))
          if (!accepted) continue
          throw new Violation('no 404 for a report that it decides later', '404, and 200 later', [
            missed,
            accepted,
          ])
        }
        if (service.missedReports.size === 0 || moments === MOMENTS) break
        await sleep(A_MOMENT)
      }
      return counted(service.reports.length, 'report')
    },
  },
]

/** @throws {Violation} if a refused question is answered when it is asked again */
async function mustStayRefused(service: Service, refused: Exchange): Promise<void> {
  const { query = [], authorization } = refused.question
  const asked = Object.fromEntries(query)
  for (let times = 0; times < TIMES; times++) {
    const { status, exchange } = await service.again(asked, { authorization })
    // A page may be there only since the list has grown.
    if (status !== 200 || Number(asked.page ?? 1) > 1) continue
    const names = Object.keys(asked).join(', ')
    throw new Violation(
      `the same answer to a question with ${names} every time`,
      `${refused.response.status}, and 200 to the same question`,
      [refused, exchange],
    )
  }
}

async function acceptedNow(service: Service, label: string): Promise<Exchange | undefined> {
  const report = service.reports.find((one) => one.label === label)
  if (!report) return undefined
  const exchange = await decide(service, report, LEGAL_BODY)
  return exchange.response.status === 200 ? exchange : undefined
}
