import { decodedOrSame } from '../../src/contract/decoded.ts'
import type { JudgingStep } from '../../src/contract/dialect.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Evidence, TwinsAnswer } from './evidence.ts'
import { withoutExempt } from './exemptions.ts'
import type { Answer } from './target-data.ts'

const STEPS: Readonly<Record<string, JudgingStep>> = {
  ...{ token: 'token', route: 'route', type: 'type', json: 'json' },
  ...{ page: 'query', rows: 'query', cpf: 'query', nome: 'query', sort: 'query', others: 'query' },
  ...{ aprovar: 'body', mensagem: 'body', payload: 'body', body: 'body', report: 'report' },
}
/** Every UUID in a text. */
export const NUMEROS = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi

/** Returns the step of judging that refused a request to a twin; undefined if it was not refused. */
export function stepOf({ situations, status }: TwinsAnswer): JudgingStep | undefined {
  const name = situations[0]?.name
  if (name === undefined) return undefined
  if (/^report\.(?:decided|rejected)/.test(name)) return 'state'
  if (name === 'report.shape' && status !== 404) return 'number'
  if (name === 'body.too-large') return 'size'
  return name === 'payload.proto' && situations.length === 1 ? 'json' : STEPS[name.replace(/\..*/s, '')]
}

/** Returns what an answer says, whichever report it is about and whenever it was given. */
export function said({ status, json, text }: Answer): string {
  const told = json === undefined ? text : withoutExempt(json, dateNow())
  return `${status} ${JSON.stringify(told).replace(NUMEROS, 'N')}`
}

/** Returns what an answer says, whichever number that is not a UUID it was asked for. */
export function saidTo({ asked, answer }: Pick<Evidence, 'asked' | 'answer'>): string {
  const { method, path } = asked.question
  const number = decodedOrSame(path.replace(/^.*\//s, ''))
  const text = said(answer)
  return method === 'POST' && number !== '' ? text.replaceAll(JSON.stringify(number).slice(1, -1), 'N') : text
}

/** Decisions on a report that was decided before, whose bodies are right. */
const SECOND = /^report\.(?:approved|rejected)-/
/** What no service may accept. */
const ALWAYS_REFUSED = /^(?:(?:aprovar|mensagem)\.missing|payload\.unknown|mensagem\.short)$/

/** Returns what is said only of decided reports, so that a body which is answered with it is right. */
export function wordsOfState(evidence: readonly Evidence[]): ReadonlySet<string> {
  const refused = evidence.filter(({ answer }) => answer.status >= 400)
  const wordsOf = (isMeant: (asked: Evidence['asked']) => boolean) =>
    refused.filter(({ asked }) => isMeant(asked)).map(({ answer }) => said(answer))
  // An unknown number has no state.
  const isStateless = ({ stratum, risk }: Evidence['asked']) =>
    risk === 'r' || risk === 'w0' || ALWAYS_REFUSED.test(stratum)
  const others = new Set(wordsOf(isStateless))
  return new Set(wordsOf(isSecond).filter((words) => !others.has(words)))
}

/** Returns whether decided reports are refused in these words each time, so that other words say something else. */
export function isAlwaysSaid(words: ReadonlySet<string>, evidence: readonly Evidence[]): boolean {
  const refused = evidence.filter(({ asked, answer }) => isSecond(asked) && answer.status >= 400)
  return words.size < refused.length && refused.every(({ answer }) => words.has(said(answer)))
}

function isSecond({ stratum }: Evidence['asked']): boolean {
  return SECOND.test(stratum)
}

/** What is asked to learn the order of steps: requests with two reasons to be refused. */
const TWO_REASONS = /^(?:precedence\.|unknown\.method$)/

export const hasTwoReasons = ({ asked: { stratum } }: Pick<Evidence, 'asked'>): boolean =>
  TWO_REASONS.test(stratum)

/** A number that is not a UUID, answered as unknown: any of three steps may look at it, which only a second reason tells apart. */
const UNKNOWN_SHAPE = /^(?:route|report)\.shape$/

/** Returns which step says what, as far as each text is of one step only. Twins refuse for the same reason as the target. */
export function stepsByWords(
  answers: readonly (Pick<Evidence, 'asked' | 'answer'> & { twin: TwinsAnswer })[],
): ReadonlyMap<string, JudgingStep> {
  const found = new Map<string, JudgingStep | undefined>()
  for (const { twin, ...one } of answers) {
    const step = stepOf(twin)
    if (step === undefined || (step !== 'number' && UNKNOWN_SHAPE.test(twin.situations[0]?.name ?? '')))
      continue
    const words = saidTo(one)
    found.set(words, !found.has(words) || found.get(words) === step ? step : undefined)
  }
  return new Map([...found].flatMap(([words, step]) => (step === undefined ? [] : [[words, step] as const])))
}
