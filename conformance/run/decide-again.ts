import { setTimeout as sleep } from 'node:timers/promises'
import type { PartialProfile } from '../../src/contract/profile.ts'
import { FORM_TYPE, JSON_TYPE, type Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { readList } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION } from '../service/service.ts'
import type { Answer } from '../twin/world.ts'

/** A report that may be decided, and by whom. */
interface Deciding {
  target: Pick<Target, 'attempt'>
  authorization: Question['authorization']
  numero: string
}

export interface DecidedAgain {
  answer: Answer
  /** Whether the same decision once more left its person where it was. */
  isKept: boolean
}

/** The name of these requests in the User-Agent. */
const ABOUT = 'dialect'

/** Returns the answer to a decision; undefined where it is not recorded. */
export async function decide(
  { target, authorization, numero }: Deciding,
  decision: object,
): Promise<Answer | undefined> {
  const question: Question = {
    method: 'POST',
    path: `/relatorios/validar/${numero}`,
    contentType: JSON_TYPE,
    authorization,
    body: JSON.stringify(decision),
  }
  const exchange = await target.attempt(question, ABOUT)
  return exchange instanceof TargetFailure || exchange.response.status !== 200 ? undefined : exchange.response
}

/**
 * Approves a report once more, and returns the answer if it is a decision. If decisions move its person to the top of
 * the list, the person is there afterwards, and stays there while the target is compared with its twin.
 * @param found what the experiments have found
 */
export async function decideOnceMore({
  found: { revalidation, touchOnValidation, sortFields },
  ...deciding
}: Deciding & { found: PartialProfile }): Promise<DecidedAgain | undefined> {
  const isMoving = revalidation === 'allow' && touchOnValidation === 'yes'
  // Where the same decision changes nothing, only the contrary one moves the person.
  if (isMoving) await decide(deciding, LEGAL_REJECTION)
  const answer = await decide(deciding, LEGAL_BODY)
  if (answer === undefined) return undefined
  const isShown = isMoving && sortFields?.includes('atualizado_em') === true
  return { answer, isKept: isShown && (await keepsTime(deciding)) }
}

/** Milliseconds after which a time of whole seconds is another one. */
const NEXT_SECOND = 1_100
const FRACTION = /\.\d*[1-9]/

/** Returns whether the same decision leaves the time of the last update as it was. */
async function keepsTime(deciding: Deciding): Promise<boolean> {
  const before = await newest(deciding)
  if (before === undefined) return false
  if (!FRACTION.test(before)) await sleep(NEXT_SECOND)
  return (await decide(deciding, LEGAL_BODY)) !== undefined && (await newest(deciding)) === before
}

/** Returns the time of the last update of all persons. */
async function newest({ target, authorization }: Deciding): Promise<string | undefined> {
  const question: Question = {
    method: 'GET',
    path: '/pessoas',
    query: [['sort', '-atualizado_em']],
    contentType: FORM_TYPE,
    authorization,
  }
  const exchange = await target.attempt(question, ABOUT)
  return exchange instanceof TargetFailure ? undefined : readList(exchange).list?.people[0]?.stamp
}
