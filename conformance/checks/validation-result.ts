import { UUID } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { TargetFailure } from '../client/target.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { lossOf } from '../service/asking.ts'
import { kind } from '../service/format.ts'
import { record } from '../service/lists.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { unknownReport } from './errors.ts'
import { observations } from './observations.ts'

/** Heading 2.3: the `result` of a decision. */
export const validationResult: readonly Check[] = [
  {
    id: 'VAL-33',
    clause: ['2.3-numero', '4.2-2', '2.4-success', '1-2'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    title: 'answers an approval with 200 and the number of the report',
    run: (service) => decides(service, 0, true),
  },
  {
    id: 'VAL-34',
    clause: ['2.3-numero', '4.2-2', '2.4-success', '1-2'],
    level: 'required',
    risk: 'w2',
    needs: ['two-reports'],
    title: 'answers a rejection with 200 and the number of the report',
    run: (service) => decides(service, 1, false),
  },
  {
    id: 'VAL-35',
    clause: ['4.2-2'],
    level: 'required',
    risk: 'w2',
    needs: ['two-reports'],
    title: 'answers approval and rejection in one shape',
    async run(service) {
      const [approval, rejection] = [await decision(service, 0, true), await decision(service, 1, false)]
      for (const exchange of [approval, rejection]) hasDocumentedShape(exchange)
      const [a, b] = [approval.response.json, rejection.response.json]
      must(isSameShape(a, b), `the shape of the approval, ${shape(a)}`, shape(b), approval, rejection)
      return service.redactor.theirs(shape(a))
    },
  },
  {
    id: 'VAL-36',
    clause: ['2.3-open', '3-open', '4.2-open', '8-open-maximum'],
    level: 'open',
    risk: 'w2',
    needs: ['report'],
    title: 'lets a report be decided again, or not, and shows what else it knows of it',
    async run(service) {
      const [report] = service.reports as [Numero]
      const first = (await service.list()).people[0]?.id
      const decided = await decision(service, 0, true)
      const result = record(record(decided.response.json)?.result)
      const extra = Object.keys(result ?? {}).filter((key) => key !== 'numero')
      const told = result ? service.redactor.theirs(extra.join(', ')) || 'none' : 'there is no result'
      const later = await observations([
        ['the same decision again', () => service.tryValidate(report, LEGAL_BODY)],
        ['the opposite decision', () => service.tryValidate(report, { ...LEGAL_BODY, aprovar: false })],
        [
          'a mensagem of 10,000 characters',
          () => service.tryValidate(report, { ...LEGAL_BODY, mensagem: 'a'.repeat(10_000) }),
        ],
      ])
      const moved = (await service.list()).people[0]?.id !== first
      return [
        ...later,
        ['fields of result beyond numero', told],
        ['the first person of the list afterwards', moved ? 'another' : 'the same'],
      ]
    },
  },
]

/** A decision is made once in a run, whatever comes of it, and judged by several checks. */
function decision(service: Service, index: number, aprovar: boolean): Promise<Exchange> {
  return service.once(`decision ${index}`, async () => {
    const report = service.reports[index] as Numero
    const exchange = await sendOnce(service, report, aprovar)
    const { status } = exchange.response
    if (status === 404) throw unknownReport(report)
    if (status >= 400) {
      throw new Undecided('branch-not-taken', `refused with ${status}, and its preconditions are not shown`)
    }
    return exchange
  })
}

/** A decision to which no answer came may have been recorded: to whoever asks next this is what came of it. */
async function sendOnce(service: Service, report: Numero, aprovar: boolean): Promise<Exchange> {
  try {
    return await service.validate(report, { ...LEGAL_BODY, aprovar })
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    throw new Undecided(lossOf(error), error.message, error.remedy)
  }
}

async function decides(service: Service, index: number, aprovar: boolean): Promise<string> {
  const report = service.reports[index] as Numero
  const exchange = await decision(service, index, aprovar)
  const { status, json } = exchange.response
  must(status === 200, '200', status, exchange)
  const body = record(json)
  must(body !== undefined, 'a JSON object', json === undefined ? 'no JSON' : kind(json), exchange)
  must(body.status_code === 200, 'status_code 200', `status_code is ${kind(body.status_code)}`, exchange)
  const numero = record(body.result)?.numero
  must(typeof numero === 'string', 'numero, a string', `numero ${JSON.stringify(numero)}`, exchange)
  // The shape is the document's; a number that was declared in another is not to blame on the service.
  must(
    !UUID.test(report.value) || UUID.test(numero),
    'numero in UUID shape',
    `numero of ${numero.length} characters in another`,
    exchange,
  )
  must(
    numero.toLowerCase() === report.value.toLowerCase(),
    `numero ${report.label}`,
    'another number',
    exchange,
  )
  return `${aprovar ? 'an approval' : 'a rejection'} answered with 200 and its number`
}

/** What the document shows of either answer. */
function hasDocumentedShape(exchange: Exchange): void {
  const body = record(exchange.response.json)
  const numero = record(body?.result)?.numero
  must(
    Number.isInteger(body?.status_code) && typeof numero === 'string',
    'result with numero, a string, and status_code, an integer',
    shape(exchange.response.json),
    exchange,
  )
}

/**
 * Whether two values have the same keys at every level, and the same types. A field that is null in one answer may
 * hold anything in the other: those that are not documented may be there and empty.
 */
function isSameShape(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true
  const [own, others] = [record(a), record(b)]
  if (!own || !others) return shape(a) === shape(b)
  const keys = Object.keys(own)
  if (keys.length !== Object.keys(others).length) return false
  return keys.every((key) => Object.hasOwn(others, key) && isSameShape(own[key], others[key]))
}

/** The keys and types of a value, at every level. */
function shape(value: unknown): string {
  const fields = record(value)
  if (fields) {
    const entries = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{ ${entries.map(([key, entry]) => `${key}: ${shape(entry)}`).join(', ')} }`
  }
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}
