import { jsonValue } from '../../src/contract/json-value.ts'
import type { Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { Undecided } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, type How, type Numero, REJECTION, reportPath, UNKNOWN_KEY } from '../model/questions.ts'
import type { Service } from '../model/service.ts'

/** Valid messages by their form. None has more than 26 characters, because a service may have a maximum. */
export const MESSAGES = {
  plain: APPROVAL.mensagem,
  exact: 'Mensagem com 25 letras ok',
  accents: 'á'.repeat(25),
  lines: 'Tudo\n"certo":\nnome,\ncpf ok',
  emoji: 'Conferido pela equipe ok👍',
  percent: '100% confere%20%s %n $x+ok',
  markup: '<b>Aprovado</b> &amp; ok 1',
  'right-to-left': '\u05d0'.repeat(25),
} as const
export type Form = keyof typeof MESSAGES
/** Bodies that every service must refuse. */
export const BAD_BODIES: Readonly<Record<string, (valid: typeof APPROVAL) => unknown>> = {
  'short-mensagem': (valid) => ({ ...valid, mensagem: 'curta' }),
  'unknown-field': (valid) => ({ ...valid, [UNKNOWN_KEY]: 1 }),
  'no-aprovar': ({ mensagem }) => ({ mensagem }),
  'null-aprovar': ({ mensagem }) => ({ aprovar: null, mensagem }),
  'no-mensagem': ({ aprovar }) => ({ aprovar }),
  'no-object': () => [],
}

/** A decision with a valid body and the token of the run. */
export interface Decision {
  report: Numero
  aprovar: boolean
  mensagem: string
  status: number
  exchange: Exchange
  /** What was sent to the same report before. */
  after: 'nothing' | 'approval' | 'rejection' | 'refused-body' | 'refused-token'
}

export const bodyOf = (aprovar: boolean, form: Form = 'plain') => ({ aprovar, mensagem: MESSAGES[form] })
export const nameOf = ({ aprovar }: { aprovar: unknown }) => (aprovar ? 'approval' : 'rejection')

/** Sends a decision. If it is accepted, the lists may have changed. */
export async function decide(service: Service, report: Numero, body: unknown, how: How = {}): Promise<Exchange> {
  const exchange = await service.decide(report, body, how)
  if (exchange.response.status === 200) service.forget()
  return exchange
}

/**
 * Decides a report. A decision that breaks the service is sent once more, and if the service does not accept it for what
 * it is, a plain one shows whether the report can be decided at all.
 */
export async function decideWith(
  service: Service,
  report: Numero,
  aprovar: boolean,
  form: Form = 'plain',
  how: How = {},
): Promise<Exchange> {
  const send = () => decide(service, report, bodyOf(aprovar, form), how)
  const first = await send()
  const { status } = first.response
  const exchange = status < 500 || isUnavailable(status) ? first : await send()
  if (![400, 404].includes(exchange.response.status) && exchange.response.status < 500) return exchange
  return decide(service, report, bodyOf(aprovar))
}

/** Returns every decision of the run on a declared report in the order in which they were answered. */
export function decisionsOf(service: Service): Decision[] {
  const last = new Map<Numero, Decision['after']>()
  const found: Decision[] = []
  for (const exchange of service.heard) {
    const { question, response } = exchange
    const report = service.reports.find((numero) => question.path === reportPath(numero))
    if (!report || question.method !== 'POST') continue
    const { aprovar, mensagem, ...others } = objectOf(jsonValue(question.body ?? '')) ?? {}
    const isValid = typeof aprovar === 'boolean' && typeof mensagem === 'string' && mensagem.length >= 25
    if (question.authorization !== service.keys.own) last.set(report, 'refused-token')
    else if (!isValid || Object.keys(others).length > 0) last.set(report, 'refused-body')
    else {
      found.push({ report, aprovar, mensagem, status: response.status, exchange, after: last.get(report) ?? 'nothing' })
      if (response.status === 200) last.set(report, nameOf({ aprovar }))
    }
  }
  return found
}

export const wasDecided = (service: Service, report: Numero): boolean =>
  decisionsOf(service).some((one) => one.report === report && one.status === 200)

/** Returns the report that is decided again and again: the last one, which the run decides first. */
export const turnedReport = ({ reports }: Service): Numero => reports.at(-1) as Numero

/** Returns whether a report took a decision of each kind after one of each kind. */
export function isRepeatable(service: Service, report = turnedReport(service)): boolean {
  const of = decisionsOf(service).filter((one) => one.report === report && one.status === 200)
  return ['approval', 'rejection'].every((after) =>
    [true, false].every((aprovar) => of.some((one) => one.after === after && one.aprovar === aprovar)),
  )
}

/** @throws {Undecided} if no decision on a declared report was accepted */
export function mustHaveDecided(service: Service): void {
  const made = decisionsOf(service)
  if (made.some(({ status }) => status === 200)) return
  const [unknown] = service.unknownReports
  if (unknown !== undefined)
    throw new Undecided(
      'branch-not-taken',
      `the service returns 404 for the declared report ${unknown}`,
      'check that the number is right and that the report belongs to the organization of this token',
    )
  const told = made.map(({ status }) => status).join(', ')
  throw new Undecided(
    'branch-not-taken',
    `no decision was accepted (${told}); the interface does not show which reports can be decided`,
    'declare reports that nobody has decided',
  )
}

/** Returns whether two answers have the same fields of the same types at every level; null stands for any type. */
export function isSameShape(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true
  const [own, others] = [objectOf(a), objectOf(b)]
  if (!own || !others) return typeof a === typeof b && Array.isArray(a) === Array.isArray(b)
  const keys = Object.keys(own)
  return keys.length === Object.keys(others).length && keys.every((key) => key in others && isSameShape(own[key], others[key]))
}

export const numeroIn = ({ response }: Exchange): unknown => objectOf(objectOf(response.json)?.result)?.numero

/** Returns what is wrong with the number in an accepted decision. */
export function numeroFault(exchange: Exchange, { value, label }: Numero): { expected: string; actual: string } | undefined {
  const numero = numeroIn(exchange)
  if (typeof numero === 'string' && numero.toLowerCase() === value.toLowerCase()) return undefined
  return { expected: `numero ${label}`, actual: typeof numero === 'string' ? 'another number' : `numero is ${typeof numero}` }
}
