import { UUID } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { must } from '../judging/judgement.ts'
import { kind } from '../service/format.ts'
import { objectOf } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { decision } from './first-decisions.ts'
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
    run: (service) => decides(service, 0),
  },
  {
    id: 'VAL-34',
    clause: ['2.3-numero', '4.2-2', '2.4-success', '1-2'],
    level: 'required',
    risk: 'w2',
    needs: ['two-reports'],
    title: 'returns 200 and the report number for a rejection',
    run: (service) => decides(service, 1),
  },
  {
    id: 'VAL-35',
    clause: ['4.2-2'],
    level: 'required',
    risk: 'w2',
    needs: ['two-reports'],
    title: 'returns the same shape for an approval and a rejection',
    async run(service) {
      const [approval, rejection] = [await decision(service, 0), await decision(service, 1)]
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
      const decided = await decision(service, 0)
      const result = objectOf(objectOf(decided.response.json)?.result)
      const extra = Object.keys(result ?? {}).filter((key) => key !== 'numero')
      const told = result ? service.redactor.theirs(extra.join(', ')) || 'none' : 'no result in the answer'
      const later = await observations([
        ['the same decision again', () => service.tryValidate(report, LEGAL_BODY)],
        ['the opposite decision', () => service.tryValidate(report, LEGAL_REJECTION)],
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

async function decides(service: Service, index: 0 | 1): Promise<string> {
  const report = service.reports[index] as Numero
  const exchange = await decision(service, index)
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
  // The interface shows a UUID; if the operator declared another form, the service is not at fault.
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
  return `${index === 0 ? 'an approval' : 'a rejection'} returned 200 and its number`
}

/** @throws {Violation} unless the answer has the fields that the interface shows for every decision */
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
