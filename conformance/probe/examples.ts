import type { Example } from '../../src/contract/faults.ts'
import type { Credentials, Method, Question } from '../client/exchange.ts'
import { APPROVAL, decisionQuestion, listQuestion, REJECTION } from '../model/questions.ts'
import { type TargetData, tokenIn } from './data.ts'

export interface Numbers {
  unknown: string
  /** Not a UUID. */
  shapeless: string
  /** Where a body is judged: an unknown report, or one that may be decided if the report is judged first. */
  readonly bodies: string | undefined
  readonly decided?: string | undefined
}

/** Returns an example as a question; undefined if the run has not been told what it needs. */
export function questionOf(
  { query, body, type, token, numero, method, path }: Example,
  { keys, foreignReport }: Pick<TargetData, 'keys' | 'foreignReport'>,
  numbers: Numbers,
): Question | undefined {
  const own = keys.own
  const tokens: Record<NonNullable<Example['token']>, Credentials | undefined> = {
    none: keys.none,
    scheme: { value: `Outro ${tokenIn(own.value)?.replace(/^\S+ +/, '')}`, label: `Outro ${own.label}` },
    wrong: keys.random,
    disabled: keys.disabled,
  }
  const authorization = token === undefined ? own : tokens[token]
  if (authorization === undefined) return undefined
  if (body === undefined && type === undefined && numero === undefined) {
    const asked = { ...listQuestion(authorization, pairsOf(query)), ...(path !== undefined && { path }) }
    return method === undefined ? asked : { ...asked, method: method as Method }
  }
  const reports: Record<NonNullable<Example['numero']>, string | undefined> = {
    unknown: numbers.unknown,
    shape: numbers.shapeless,
    foreign: foreignReport,
    decided: numbers.decided,
  }
  const at = numero === undefined ? numbers.bodies : reports[numero]
  // A service may accept a decision that repeats the first one.
  const sent = numero === 'decided' ? (body ?? REJECTION) : body
  return at === undefined ? undefined : decisionAt(authorization, at, sent, type)
}

export function decisionAt(
  own: Credentials,
  numero: string,
  body: string | object = APPROVAL,
  contentType?: string,
): Question {
  return decisionQuestion(own, { value: numero, label: numero }, body, { contentType })
}

function pairsOf(query = ''): NonNullable<Question['query']> {
  const parts = query === '' ? [] : query.split('&')
  return parts.map((part): [string, string] => {
    const at = part.indexOf('=')
    return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
  })
}
