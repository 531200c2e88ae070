import { jsonValue } from '../../src/contract/json-value.ts'
import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { type Fault, Undecided, unless } from '../model/judgement.ts'
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
export const FORMS = Object.keys(MESSAGES) as Form[]

/** Bodies that every service must refuse. */
export const BAD_BODIES = {
  'short-mensagem': { ...APPROVAL, mensagem: 'curta' },
  'unknown-field': { ...REJECTION, [UNKNOWN_KEY]: 1 },
  'no-aprovar': { mensagem: APPROVAL.mensagem },
  'null-aprovar': { ...APPROVAL, aprovar: null },
  'no-mensagem': { aprovar: false },
  'no-object': [],
}

export type Kind = 'approval' | 'rejection'
export const kindOf = (aprovar: boolean): Kind => (aprovar ? 'approval' : 'rejection')
export const bodyOf = (aprovar: boolean, form: Form = 'plain') => ({ aprovar, mensagem: MESSAGES[form] as string })

/** A decision with a valid body, by the organization of the report. */
export interface Decision {
  report: Numero
  isOwn: boolean
  kind: Kind
  aprovar: boolean
  mensagem: string
  status: number
  exchange: Exchange
  /** The last decision on the report that was accepted. */
  last: 'nothing' | Kind
  /** What was refused since then. */
  refused: 'refused-body' | 'refused-token' | undefined
}

/** Sends a decision. If it is accepted, the lists may have changed. */
export async function decide(service: Service, report: Numero, body: unknown, how: How = {}): Promise<Exchange> {
  const exchange = await service.decide(report, body, how)
  if (exchange.response.status === 200) service.forget()
  return exchange
}

/** Decides a report. If that is refused or breaks the service, a plain mensagem shows whether the text is the reason. */
export async function decideWith(service: Service, report: Numero, aprovar: boolean, form: Form): Promise<Exchange> {
  const first = await decide(service, report, bodyOf(aprovar, form))
  const { status } = first.response
  const mayBeText = status === 400 || status === 404 || (status >= 500 && !isUnavailable(status))
  return mayBeText ? decide(service, report, bodyOf(aprovar)) : first
}

export function decisionsOf({ reports, foreignReport, keys, heard }: Service): Decision[] {
  const owned = new Map(reports.map((report) => [reportPath(report), { report, owner: keys.own }]))
  if (foreignReport && keys.other) owned.set(reportPath(foreignReport), { report: foreignReport, owner: keys.other })
  const before = new Map<Numero, Pick<Decision, 'last' | 'refused'>>()
  const found: Decision[] = []
  for (const exchange of heard) {
    const { question, response } = exchange
    const { report, owner } = owned.get(question.path) ?? {}
    if (!report || question.method !== 'POST') continue
    const { aprovar, mensagem, ...others } = objectOf(jsonValue(question.body ?? '')) ?? {}
    const isShort = typeof mensagem !== 'string' || mensagem.length < MENSAGEM_MINIMUM
    const { last = 'nothing', refused } = before.get(report) ?? {}
    if (question.authorization !== owner) before.set(report, { last, refused: 'refused-token' })
    else if (typeof aprovar !== 'boolean' || isShort || Object.keys(others).length > 0)
      before.set(report, { last, refused: 'refused-body' })
    else {
      const [kind, isOwn, { status }] = [kindOf(aprovar), owner === keys.own, response] as const
      found.push({ report, isOwn, kind, aprovar, mensagem, status, exchange, last, refused })
      if (status === 200) before.set(report, { last: kind, refused: undefined })
    }
  }
  return found
}

/** Returns the report that is decided again and again: the last one. */
export const turnedReport = ({ reports }: Service): Numero => reports.at(-1) as Numero
export const ofTurned = (service: Service) => decisionsOf(service).filter(({ report }) => report === turnedReport(service))

/**
 * Decides the last report twice, if nothing else decided it: later decisions are compared with these.
 * @throws {Undecided} if no decision on a declared report was accepted
 */
export async function mustHaveDecided(service: Service): Promise<void> {
  const report = turnedReport(service)
  if (ofTurned(service).length === 0) {
    await decideWith(service, report, true, 'exact')
    await decide(service, report, APPROVAL)
  }
  const statuses = decisionsOf(service).flatMap(({ isOwn, status }) => (isOwn ? [status] : []))
  if (statuses.includes(200)) return
  const remedy = 'declare reports of this organization that nobody has decided'
  throw new Undecided('branch-not-taken', `no decision was accepted (${[...new Set(statuses)].join(', ')})`, remedy)
}

export const numeroIn = ({ response }: Exchange): unknown => objectOf(objectOf(response.json)?.result)?.numero

export function numeroFault(exchange: Exchange, { value, label }: Numero): Fault<'numero'>[] {
  const numero = numeroIn(exchange)
  const isRight = typeof numero === 'string' && numero.toLowerCase() === value.toLowerCase()
  return unless(isRight, 'numero', `numero ${label}`, typeof numero === 'string' ? 'another number' : `numero is ${typeof numero}`)
}
