import type { Credentials, Exchange } from '../client/exchange.ts'
import { isUnavailable, TargetFailure } from '../client/failure.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { lossOf } from '../service/reasons.ts'
import { type How, LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import { UNUSUAL_MESSAGES } from './bodies.ts'
import { unknownReport } from './errors.ts'

/** What is sent to decide a report. */
export type Sent = { aprovar: unknown; mensagem: string }

/** One decision, sent again while it breaks the service. */
export interface Attempts {
  /** The answers, up to the first one below 500. */
  answers: readonly Exchange[]
  /** The last answer to a valid body for an unknown number, asked after each 5xx. */
  control: Exchange | undefined
}

/** The first decision on a report, with an unusual mensagem. */
export interface Unusual extends Attempts {
  form: string
  aprovar: boolean
}

/** How often a decision must break the service before that is a violation. */
export const TIMES = 5
/** The decisions of which every run makes one, by the place of the report. */
const FIRST: readonly { aprovar: boolean; form: keyof typeof UNUSUAL_MESSAGES }[] = [
  { aprovar: true, form: 'emoji, combining marks and right-to-left letters' },
  { aprovar: false, form: '1,000 characters with emoji' },
]

/** Sends a decision, which is never repeated. Returns also 5xx. */
export async function decide(
  service: Service,
  report: Numero,
  body: Sent,
  authorization?: Credentials,
  how: Pick<How, 'pathEscapes'> = {},
): Promise<Exchange> {
  const { exchange, failure } = await service.tryValidate(report, body, { authorization, ...how })
  if (exchange) return exchange
  throw failure
    ? new Undecided(lossOf(failure), failure.message, failure.remedy)
    : new Undecided('target-failed', 'no answer to a decision')
}

/**
 * Returns the declared reports that nobody has decided so far and that no check needs as they are: not the first two,
 * which every run decides first, nor the last two. Where a report can be decided once, they are few: whoever needs the
 * first decision on one takes it from here, and all others use those that were decided.
 */
export function openReports(service: Service): Numero[] {
  return service.reports.slice(2, -2).filter((report) => !service.wasDecided(report))
}

/** Returns the other declared reports, which checks may decide as often as they like. */
export function usedReports(service: Service): Numero[] {
  const open = openReports(service)
  return service.reports.filter((report) => !open.includes(report))
}

/** Decides a report again or, where that is refused, one that nobody has decided so far. */
export async function decideAny(
  service: Service,
  report: Numero,
  body: Sent,
): Promise<{ report: Numero; exchange: Exchange }> {
  const exchange = await decide(service, report, body)
  const open = exchange.response.status === 200 ? undefined : openReports(service).at(-1)
  if (!open) return { report, exchange }
  return { report: open, exchange: await decide(service, open, body) }
}

/**
 * Returns the first decisions on the first two reports, which have unusual messages, because a service may refuse to
 * decide a report again.
 */
export async function unusualDecisions(service: Service): Promise<Unusual[]> {
  const made: Unusual[] = []
  for (const index of FIRST.keys()) if (service.reports[index]) made.push(await unusual(service, index))
  return made
}

function unusual(service: Service, index: number): Promise<Unusual> {
  const { form, aprovar } = FIRST[index] as (typeof FIRST)[number]
  return service.once(`unusual decision ${index}`, async () => {
    const report = service.reports[index] as Numero
    const body = { aprovar, mensagem: UNUSUAL_MESSAGES[form] }
    return { form, aprovar, ...(await attempt(service, () => decide(service, report, body))) }
  })
}

/** Sends a decision until the answer is below 500, but not more often than makes a violation. */
export async function attempt(service: Service, send: () => Promise<Exchange>): Promise<Attempts> {
  const answers: Exchange[] = []
  let control: Exchange | undefined
  while (answers.length < TIMES) {
    const answer = await send()
    answers.push(answer)
    const { status } = answer.response
    if (status < 500) break
    if (isUnavailable(status)) throw new Undecided('target-failed', `POST answered ${status}`)
    control = await service.validate(service.unknownNumber(), LEGAL_BODY)
  }
  return { answers, control }
}

/** @throws {Violation} if a decision broke the service every time */
export function mustNotBreak({ answers, control }: Attempts, what: string): void {
  const [first] = answers as [Exchange]
  if (answers.length < TIMES || !control || (answers.at(-1) as Exchange).response.status < 500) return
  throw new Violation(
    `an answer to ${what}`,
    `${first.response.status}, ${TIMES} times out of ${TIMES}; a valid body for an unknown number answered ${control.response.status} each time`,
    [first, control],
  )
}

/**
 * Decides the first or the second report once in a run, for all checks together, because the answer to a second decision
 * may differ: with an unusual mensagem and, if that is not accepted, with a plain one.
 */
export function decision(service: Service, index: 0 | 1): Promise<Exchange> {
  return service.once(`decision ${index}`, async () => {
    const report = service.reports[index] as Numero
    const { answers, aprovar } = await unusual(service, index)
    const first = answers.at(-1) as Exchange
    const exchange = first.response.status === 200 ? first : await sendOnce(service, report, aprovar)
    const { status } = exchange.response
    if (status === 404) throw unknownReport(report)
    if (status >= 400) {
      throw new Undecided(
        'branch-not-taken',
        `rejected with ${status}; the interface does not show which reports can be decided`,
      )
    }
    return exchange
  })
}

/** Sends a decision and never repeats it: without an answer, the service may still have recorded it. */
async function sendOnce(service: Service, report: Numero, aprovar: boolean): Promise<Exchange> {
  try {
    return await service.validate(report, { ...LEGAL_BODY, aprovar })
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    throw new Undecided(lossOf(error), error.message, error.remedy)
  }
}
