import { UUID } from '../../src/contract/wire.ts'
import type { Check } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { must, Undecided } from '../judgement.ts'
import { record } from '../lists.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service.ts'

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
      const [a, b] = [shape(approval.response.json), shape(rejection.response.json)]
      must(a === b, `the shape of the approval, ${a}`, b, approval, rejection)
      return a
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
      const extra = Object.keys(record(record(decided.response.json)?.result) ?? {}).filter(
        (key) => key !== 'numero',
      )
      const again = await service.tryValidate(report, LEGAL_BODY)
      const opposite = await service.tryValidate(report, { ...LEGAL_BODY, aprovar: false })
      const long = await service.tryValidate(report, { ...LEGAL_BODY, mensagem: 'a'.repeat(10_000) })
      const moved = (await service.list()).people[0]?.id !== first
      return [
        `the same decision again ${again.status}`,
        `the opposite one ${opposite.status}`,
        `a mensagem of 10,000 characters ${long.status}`,
        `fields beyond numero: ${service.redactor.theirs(extra.join(', ')) || 'none'}`,
        `the first person of the list ${moved ? 'is another' : 'is the same'} afterwards`,
      ].join(', ')
    },
  },
]

/** A decision is made once in a run and judged by several checks. */
function decision(service: Service, index: number, aprovar: boolean): Promise<Exchange> {
  return service.once(`decision ${index}`, async () => {
    const exchange = await service.validate(service.reports[index] as Numero, { ...LEGAL_BODY, aprovar })
    const { status } = exchange.response
    if (status >= 400) {
      throw new Undecided('branch-not-taken', `refused with ${status}, and its preconditions are not shown`)
    }
    return exchange
  })
}

async function decides(service: Service, index: number, aprovar: boolean): Promise<string> {
  const report = service.reports[index] as Numero
  const exchange = await decision(service, index, aprovar)
  const { status, json } = exchange.response
  must(status === 200, '200', status, exchange)
  const body = record(json)
  must(
    body?.status_code === 200,
    'status_code 200',
    `status_code ${JSON.stringify(body?.status_code)}`,
    exchange,
  )
  const numero = record(body?.result)?.numero
  must(typeof numero === 'string', 'numero, a string', `numero ${JSON.stringify(numero)}`, exchange)
  // The shape is the document's; a number that was declared in another is not to blame on the service.
  must(!UUID.test(report.value) || UUID.test(numero), 'numero in UUID shape', 'another shape', exchange)
  must(
    numero.toLowerCase() === report.value.toLowerCase(),
    `numero ${report.label}`,
    'another number',
    exchange,
  )
  return aprovar ? 'approved' : 'rejected'
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
