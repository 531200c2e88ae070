import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, unlessUndecided, Violation } from '../judging/judgement.ts'
import { LEGAL_BODY, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { decision, mustNotBreak, type Unusual, unusualDecisions } from './first-decisions.ts'

/** The first decision on a report with a mensagem that is valid and unusual. */
export const unusualMessages: readonly Check[] = [
  {
    id: 'CELL-48',
    clause: ['4.2-mensagem', '4.2-2', '8-mensagem'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    title: 'accepts a first decision whose mensagem has emoji, combining marks or right-to-left letters',
    async run(service) {
      const made = await unusualDecisions(service)
      for (const one of made)
        mustNotBreak(one, `${one.aprovar ? 'an approval' : 'a rejection'} with ${one.form} in mensagem`)
      mustNotBreakOnce(made)
      let accepted = 0
      for (const [i, one] of made.entries()) if (await isAccepted(service, i as 0 | 1, one)) accepted++
      if (accepted === 0)
        throw new Undecided('branch-not-taken', 'no first decision with an unusual mensagem was accepted')
      return counted(accepted, 'decision')
    },
  },
]

/** @throws {Violation} if each first decision breaks the service, which then refuses to decide the report again */
function mustNotBreakOnce(made: readonly Unusual[]): void {
  const broken = made.filter(({ answers }) => answers.length > 1)
  const [example] = broken
  const isOver = broken.every(({ answers }) => (answers.at(-1) as Exchange).response.status >= 400)
  if (!example || broken.length < made.length || made.length < 2 || !isOver) {
    if (example && isOver)
      throw new Undecided('target-failed', `POST answered ${statuses(example).join(', then ')}`)
    return
  }
  throw new Violation(
    `an answer to ${example.form} in mensagem`,
    `${made.map((one) => statuses(one).join(', then ')).join('; ')} for the first decisions on ${counted(made.length, 'report')}`,
    example.answers,
  )
}

/**
 * Returns whether a decision was accepted.
 * @throws {Violation} if a plain mensagem is accepted in its place
 */
async function isAccepted(service: Service, index: 0 | 1, { form, answers }: Unusual): Promise<boolean> {
  const sent = answers.at(-1) as Exchange
  const { status } = sent.response
  if (status === 200) return true
  // No maximum is documented, so a service may have one.
  const isRefused = status === 400 || status === 413
  if (isRefused && (index === 1 || (await mayBeTooLong(service, sent)))) return false
  const plain = await unlessUndecided(decision(service, index))
  must(
    plain === undefined,
    `200 for ${form} in mensagem, as for a plain one`,
    status,
    sent,
    ...(plain ? [plain] : []),
  )
  return false
}

/** Returns whether a plain mensagem of the same length is refused, too, or whether that cannot be decided. */
async function mayBeTooLong(service: Service, { question }: Exchange): Promise<boolean> {
  const { mensagem } = JSON.parse(question.body as string) as { mensagem: string }
  const plain = { ...LEGAL_BODY, mensagem: 'x'.repeat(mensagem.length) }
  const answer = await service.tryValidate(service.unknownNumber(), plain)
  const empty = await service.tryValidate(service.unknownNumber(), {})
  // If the service looks up the report first, its answer says nothing about the body.
  return answer.status !== 404 || empty.status === 404
}

function statuses({ answers }: Unusual): number[] {
  return answers.map(({ response }) => response.status)
}
