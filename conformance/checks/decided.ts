import { jsonValue } from '../../src/contract/json-value.ts'
import type { Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { type Fault, Undecided, unless } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import { type How, type Numero, reportPath } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { bodyOf, type Form, type Kind, kindOf } from './decision-bodies.ts'

/** A decision with a valid body and the token of the run. */
export interface Decision {
  report: Numero
  kind: Kind
  aprovar: boolean
  mensagem: string
  status: number
  exchange: Exchange
  /** What was sent to the same report before. */
  after: 'nothing' | Kind | 'refused-body' | 'refused-token'
}

/** Sends a decision. If it is accepted, the lists may have changed. */
export async function decide(service: Service, report: Numero, body: unknown, how: How = {}): Promise<Exchange> {
  const exchange = await service.decide(report, body, how)
  if (exchange.response.status === 200) service.forget()
  return exchange
}

/** Decides a report. What breaks the service is sent once more, and after a refusal a plain mensagem shows what is the reason. */
export async function decideWith(service: Service, report: Numero, aprovar: boolean, form: Form = 'plain'): Promise<Exchange> {
  const first = await decide(service, report, bodyOf(aprovar, form))
  const { status } = first.response
  if (status === 200 || isUnavailable(status)) return first
  if (status >= 500) await decide(service, report, bodyOf(aprovar, form))
  return status >= 500 || status === 400 || status === 404 ? decide(service, report, bodyOf(aprovar)) : first
}

/** Returns every decision of the run on a declared report, in order. */
export function decisionsOf(service: Service): Decision[] {
  const last = new Map<Numero, Decision['after']>()
  const found: Decision[] = []
  for (const exchange of service.heard) {
    const { question, response } = exchange
    const report = service.reports.find((numero) => question.path === reportPath(numero))
    if (!report || question.method !== 'POST') continue
    const { aprovar, mensagem, ...others } = objectOf(jsonValue(question.body ?? '')) ?? {}
    const isShort = typeof mensagem !== 'string' || mensagem.length < 25
    if (question.authorization !== service.keys.own) last.set(report, 'refused-token')
    else if (typeof aprovar !== 'boolean' || isShort || Object.keys(others).length > 0) last.set(report, 'refused-body')
    else {
      const [kind, { status }, after] = [kindOf(aprovar), response, last.get(report) ?? 'nothing'] as const
      found.push({ report, kind, aprovar, mensagem, status, exchange, after })
      if (status === 200) last.set(report, kind)
    }
  }
  return found
}

/** Returns the report that is decided again and again: the last one, which the run decides first. */
export const turnedReport = ({ reports }: Service): Numero => reports.at(-1) as Numero

/** Returns whether a report took a decision of each kind after one of each kind. */
export function isRepeatable(service: Service, report = turnedReport(service)): boolean {
  const turns = decisionsOf(service).filter((one) => one.report === report && one.status === 200)
  const kinds = ['approval', 'rejection']
  return kinds.every((after) => kinds.every((kind) => turns.some((one) => one.after === after && one.kind === kind)))
}

/** @throws {Undecided} if no decision on a declared report was accepted */
export function mustHaveDecided(service: Service): void {
  const statuses = decisionsOf(service).map(({ status }) => status)
  if (statuses.includes(200)) return
  const [unknown] = service.unknownReports
  const [why, remedy] = unknown
    ? [`the service returns 404 for the declared report ${unknown}`, 'check the number, and that the token is of its organization']
    : [
        `no decision was accepted (${[...new Set(statuses)].join(', ')}), as the interface allows`,
        'declare reports that nobody has decided',
      ]
  throw new Undecided('branch-not-taken', why, remedy)
}

export const numeroIn = ({ response }: Exchange): unknown => objectOf(objectOf(response.json)?.result)?.numero

/** Returns what is wrong with the number in an accepted decision. */
export function numeroFault(exchange: Exchange, { value, label }: Numero): Fault<'numero'>[] {
  const numero = numeroIn(exchange)
  const isRight = typeof numero === 'string' && numero.toLowerCase() === value.toLowerCase()
  return unless(isRight, 'numero', `numero ${label}`, typeof numero === 'string' ? 'another number' : `numero is ${typeof numero}`)
}
