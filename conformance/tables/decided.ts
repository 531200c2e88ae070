import { jsonValue } from '../../src/contract/json-value.ts'
import type { Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { type Fault, Undecided } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, type How, type Numero, reportPath, UNKNOWN_KEY } from '../model/questions.ts'
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
export const FORMS = Object.keys(MESSAGES) as Form[]

/** Bodies that every service must refuse. */
export const BAD_BODIES = {
  'short-mensagem': (valid: typeof APPROVAL): unknown => ({ ...valid, mensagem: 'curta' }),
  'unknown-field': (valid: typeof APPROVAL): unknown => ({ ...valid, [UNKNOWN_KEY]: 1 }),
  'no-aprovar': ({ mensagem }: typeof APPROVAL): unknown => ({ mensagem }),
  'null-aprovar': ({ mensagem }: typeof APPROVAL): unknown => ({ aprovar: null, mensagem }),
  'no-mensagem': ({ aprovar }: typeof APPROVAL): unknown => ({ aprovar }),
  'no-object': (): unknown => [],
}

/** A decision with a valid body and the token of the run. */
export interface Decision {
  report: Numero
  kind: 'approval' | 'rejection'
  aprovar: boolean
  mensagem: string
  status: number
  exchange: Exchange
  /** What was sent to the same report before. */
  after: 'nothing' | 'approval' | 'rejection' | 'refused-body' | 'refused-token'
}

export const kindOf = (aprovar: boolean): Decision['kind'] => (aprovar ? 'approval' : 'rejection')
export const bodyOf = (aprovar: boolean, form: Form = 'plain') => ({ aprovar, mensagem: MESSAGES[form] as string })

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

/** Returns a fault unless something is right. */
export function unless<A extends string>(isRight: boolean, aspect: A, expected: string, actual: string | number): Fault<A>[] {
  return isRight ? [] : [{ aspect, expected, actual: String(actual) }]
}
