import { UUID } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { TargetFailure } from '../client/target.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { lossOf } from '../service/asking.ts'
import { kind } from '../service/format.ts'
import { objectOf } from '../service/lists.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { unknownReport } from './errors.ts'
import { observations } from './observations.ts'

/** Checks heading 2.3: the `result` of a decision. */
export const validationResult: readonly Check[] = [
  {
    id: 'VAL-33',
    clause: ['2.3-numero', '4.2-2', '2.4-success', '1-2'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    title: 'returns 200 and the report number for an approval',
    run: (service) => decides(service, 0, true),
  },
  {
    id: 'VAL-34',
    clause: ['2.3-numero', '4.2-2', '2.4-success', '1-2'],
    level: 'required',
    risk: 'w2',
    needs: ['two-reports'],
    title: 'returns 200 and the report number for a rejection',
    run: (service) => decides(service, 1, false),
  },
  {
    id: 'VAL-35',
    clause: ['4.2-2'],
    level: 'required',
    risk: 'w2',
    needs: ['two-reports'],
    title: 'returns the same shape for an approval and a rejection',
    async run(service) {
      const [approval, rejection] = [await decision(service, 0, true), await decision(service, 1, false)]
      for (const exchange of [approval, rejection]) hasDocumentedShape(exchange)
      const [a, b] = [approval.response.json, rejection.response.json]
      must(
        isSameShape(a, b),
        `the same shape as for the approval, ${shape(a)}`,
        shape(b),
        approval,
        rejection,
      )
      return service.redactor.theirs(shape(a))
    },
  },
  {
    id: 'VAL-36',
    clause: ['2.3-open', '3-open', '4.2-open', '8-open-maximum'],
    level: 'open',
    risk: 'w2',
    needs: ['report'],
    title: 'chooses whether a report can be decided again and what else the result includes',
    async run(service) {
      const [report] = service.reports as [Numero]
      const first = (await service.list()).people[0]?.id
      const decided = await decision(service, 0, true)
      const result = objectOf(objectOf(decided.response.json)?.result)
      const extra = Object.keys(result ?? {}).filter((key) => key !== 'numero')
      const told = result ? service.redactor.theirs(extra.join(', ')) || 'none' : 'no result in the answer'
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
        ['fields of result other than numero', told],
        ['the first person of the list afterwards', moved ? 'another' : 'the same'],
      ]
    },
  },
]

/** Decides a report once in a run, for all checks together, because the answer to a second decision may differ. */
function decision(service: Service, index: number, aprovar: boolean): Promise<Exchange> {
  return service.once(`decision ${index}`, async () => {
    const report = service.reports[index] as Numero
    const exchange = await sendOnce(service, report, aprovar)
    const { status } = exchange.response
    if (status === 404) throw unknownReport(report)
    if (status >= 400) {
      throw new Undecided(
        'branch-not-taken',
        `rejected with ${status}; the document does not show which reports can be decided`,
      )
    }
    return exchange
  })
}

/** Sends a decision and never repeats it: without an answer, the service may still have recorded it. */
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
  const body = objectOf(json)
  must(
    body !== undefined,
    'a JSON object',
    json === undefined ? 'a body that is not valid JSON' : kind(json),
    exchange,
  )
  must(body.status_code === 200, 'status_code 200', `status_code is ${kind(body.status_code)}`, exchange)
  const numero = objectOf(body.result)?.numero
  must(typeof numero === 'string', 'numero is a string', `numero is ${JSON.stringify(numero)}`, exchange)
  // The document shows a UUID; if the operator declared another form, the service is not at fault.
  must(
    !UUID.test(report.value) || UUID.test(numero),
    'numero in the form of a UUID',
    `numero of ${numero.length} characters in another form`,
    exchange,
  )
  must(
    numero.toLowerCase() === report.value.toLowerCase(),
    `numero ${report.label}`,
    'another number',
    exchange,
  )
  return `${aprovar ? 'an approval' : 'a rejection'} returned 200 and its number`
}

/** @throws {Violation} unless the answer has the fields that the document shows for every decision */
function hasDocumentedShape(exchange: Exchange): void {
  const body = objectOf(exchange.response.json)
  const numero = objectOf(body?.result)?.numero
  must(
    Number.isInteger(body?.status_code) && typeof numero === 'string',
    'result with numero, a string, and status_code, an integer',
    shape(exchange.response.json),
    exchange,
  )
}

/**
 * Returns whether two values have the same keys and types at every level. A field that is null in one value may have
 * any type in the other, because an undocumented field may be present and empty.
 */
export function isSameShape(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true
  const [own, others] = [objectOf(a), objectOf(b)]
  if (!own || !others) return shape(a) === shape(b)
  const keys = Object.keys(own)
  if (keys.length !== Object.keys(others).length) return false
  return keys.every((key) => Object.hasOwn(others, key) && isSameShape(own[key], others[key]))
}

/** Returns the keys and types of a value at every level, as text. */
export function shape(value: unknown): string {
  const fields = objectOf(value)
  if (fields) {
    const entries = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{ ${entries.map(([key, entry]) => `${key}: ${shape(entry)}`).join(', ')} }`
  }
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
}
