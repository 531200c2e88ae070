import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import type { Check } from './check.ts'
import { decide, decision } from './first-decisions.ts'

/** Decisions sent before the first refused body, for comparison. */
const WITHOUT = [LEGAL_BODY, LEGAL_REJECTION, LEGAL_BODY]
/** Bodies that must be refused. */
const BAD: Readonly<Record<string, unknown>> = {
  'a short mensagem': { ...LEGAL_BODY, mensagem: 'curta' },
  'an unknown field': { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 },
  'no aprovar': { mensagem: LEGAL_BODY.mensagem },
  'no object': [],
}

/** A refused body does not use up the report. */
export const refusedFirst: readonly Check[] = [
  {
    id: 'MEM-08',
    clause: ['4.2-2', '4.2-3', '4.2-1', '4.2-mensagem', '7-400', '7-404'],
    level: 'required',
    risk: 'w2',
    needs: ['two-reports'],
    rests: ['VAL-25'],
    title: 'decides a report after a refused body as it does without one',
    async run(service) {
      // No refused body was sent to the last report so far.
      const report = service.reports.at(-1) as Numero
      let accepted = 0
      for (const body of WITHOUT) {
        if ((await decide(service, report, body)).response.status !== 200) break
        accepted++
      }
      return accepted === WITHOUT.length ? decidesAgain(service, report) : decidesOthers(service, report)
    },
  },
]

/** Judges a report that is decided again and again. */
async function decidesAgain(service: Service, report: Numero): Promise<string> {
  let refusals = 0
  for (const [name, body] of Object.entries(BAD)) {
    const refused = await service.validate(report, body)
    // If the service accepts the body, another check fails.
    if (refused.response.status < 400) continue
    refusals++
    const next = await decide(service, report, LEGAL_REJECTION)
    const { status } = next.response
    if (status >= 500) throw new Undecided('target-failed', `POST answered ${status}`)
    must(
      status === 200,
      `200 after ${name}, as for ${WITHOUT.length} decisions before`,
      status,
      refused,
      next,
    )
  }
  if (refusals === 0) throw new Undecided('blocked', 'the service refuses no bad body')
  return `a decision after each of ${counted(refusals, 'refusal')}`
}

/** Judges reports that can be decided once: compares those that got a bad body first with the one that did not. */
async function decidesOthers(service: Service, untouched: Numero): Promise<string> {
  const others = ([0, 1] as const).filter((index) => index < service.reports.length - 1)
  const answers: Exchange[] = []
  for (const index of others) {
    const report = service.reports[index] as Numero
    if (!service.wasDecided(report)) await service.validate(report, BAD['a short mensagem'])
    const first = await decision(service, index).catch(() => undefined)
    if (!first) answers.push(await decide(service, report, LEGAL_BODY))
  }
  if (!service.wasDecided(untouched))
    throw new Undecided('branch-not-taken', 'the report without a refused body may be closed for decisions')
  if (answers.length < others.length)
    return `${others.length - answers.length} first decisions after a refusal`
  throw new Violation(
    '200 for a first decision after a refused body, as without one',
    `${answers.map(({ response }) => response.status).join(', ')} for ${counted(answers.length, 'report')}`,
    answers,
    'declared-reports-open',
  )
}
