import type { Example } from '../../src/contract/faults.ts'
import { type Credentials, FORM_TYPE, JSON_TYPE, type Method, type Question } from '../client/exchange.ts'
import { APPROVAL, REJECTION } from '../model/questions.ts'
import { type TargetData, tokenIn } from './data.ts'

/** Where questions about reports go. */
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
  return at === undefined ? undefined : decisionAt(at, sent, { authorization, contentType: type })
}

export function listQuestion(authorization: Credentials, query: Question['query'] = []): Question {
  return {
    method: 'GET',
    path: '/pessoas',
    query,
    authorization,
    contentType: query.length === 0 ? JSON_TYPE : FORM_TYPE,
  }
}

/** Returns the question for a decision; the body is a text, or an object to be sent as JSON. */
export function decisionAt(
  numero: string,
  body: string | object = APPROVAL,
  {
    authorization,
    contentType = JSON_TYPE,
  }: { authorization: Credentials; contentType?: string | undefined },
): Question {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    method: 'POST',
    path: `/relatorios/validar/${encodeURIComponent(numero)}`,
    authorization,
    contentType,
    ...(text !== '' && { body: text }),
  }
}

function pairsOf(query = ''): NonNullable<Question['query']> {
  const parts = query === '' ? [] : query.split('&')
  return parts.map((part): [string, string] => {
    const at = part.indexOf('=')
    return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
  })
}
