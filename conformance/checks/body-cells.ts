import type { ClauseId } from '../../src/contract/clauses.ts'
import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { objectOf, textOf } from '../service/lists.ts'
import { judgesBodyFirst, mustNotKnow } from '../service/refusals.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import {
  type BadBody,
  families,
  LEGAL_MESSAGES,
  NO_OBJECTS,
  SPACED_MESSAGES,
  TYPES,
  UNSURE_MESSAGES,
} from './bodies.ts'
import type { Check } from './check.ts'
import { unknownReport } from './errors.ts'
import { type AskedCell, answerOf, type Fault, judgeCells, waitForAll } from './judge-cells.ts'

/** A cell, the body that was sent for it, and what came back. */
interface AskedBody extends AskedCell {
  body: BadBody
}

/** A clause that every refusal of a bad body is judged by, for an unknown number and for an existing report. */
interface Aspect {
  clause: readonly [ClauseId, ...ClauseId[]]
  title: string
  concerns: (body: BadBody) => boolean
  expected: string
  /** Undefined for the status, which depends on the number. */
  fault?: Fault<AskedBody>
}

const hasUnknown = ({ unknown }: BadBody) => unknown !== undefined
/** Names that a parser may reject as malformed, or that are empty, trimmed, cut or escaped in a message. */
const isNameable = ({ unknown }: BadBody) =>
  unknown !== undefined &&
  unknown !== '' &&
  unknown !== '__proto__' &&
  unknown === unknown.trim() &&
  !unknown.includes('"')

const aspects: readonly Aspect[] = [
  {
    clause: ['4.2-1', '7-400'],
    title: 'rejects an unknown field with 400 in every context',
    concerns: hasUnknown,
    expected: '400',
  },
  {
    clause: ['4.2-aprovar', '4.2-mensagem', '8-mensagem', '7-400'],
    title: 'rejects a missing field, another type and a short mensagem with 400 in every context',
    concerns: (body) => !hasUnknown(body),
    expected: '400',
  },
  {
    clause: ['4.2-1', '7-validation'],
    title: 'returns source "payload" for an unknown field in every context',
    concerns: isNameable,
    expected: 'source "payload"',
    fault: ({ exchange }) => {
      const { source } = validationOf(exchange)
      return source === 'payload' ? undefined : `source ${JSON.stringify(source) ?? 'missing'}`
    },
  },
  {
    clause: ['4.2-1', '7-validation'],
    title: 'names a field at fault, and no valid one, in keys in every context',
    concerns: (body) => !hasUnknown(body) || isNameable(body),
    expected: 'keys that name a field at fault and no valid one',
    fault: ({ exchange, body }) => {
      const { keys } = validationOf(exchange)
      if (!hasUnknown(body) && (!Array.isArray(keys) || keys.length === 0)) return undefined
      const names = Array.isArray(keys) ? keys.map(textOf) : []
      const isNamed = names.some((path) => body.offending.some((field) => isSegment(field, path)))
      const isRightNamed = names.some(
        (path) => body.right.some((field) => isSegment(field, path)) && !body.offending.includes(path),
      )
      return isNamed && !isRightNamed ? undefined : `keys ${JSON.stringify(keys) ?? 'missing'}`
    },
  },
  {
    clause: ['7-400', '7-message'],
    title: 'names a field at fault in the message about an unknown field in every context',
    concerns: isNameable,
    expected: 'a message that names a field at fault',
    fault: ({ exchange, body }) => {
      const message = textOf(objectOf(exchange.response.json)?.message)
      const isNamed = body.offending.some(
        (field) => message.includes(field) || message.includes(field.split('.').at(-1) as string),
      )
      return isNamed ? undefined : message
    },
  },
]

const IDS_UNKNOWN = ['CELL-20', 'CELL-21', 'CELL-22', 'CELL-23', 'CELL-24']
const IDS_EXISTING = ['CELL-30', 'CELL-31', 'CELL-32', 'CELL-33', 'CELL-34']
const RESTS_UNKNOWN = [['VAL-10'], ['VAL-20', 'VAL-28', 'VAL-23'], ['VAL-12'], ['VAL-13'], ['VAL-14']]
const RESTS_EXISTING = [['VAL-40'], ['VAL-41', 'VAL-43'], ['VAL-40'], ['VAL-40'], ['VAL-40']]

/** Checks headings 4.2, 7 and 8 in combinations of fields, faults and forms. */
export const bodyCells: readonly Check[] = [
  ...aspects.map(
    ({ title, ...aspect }, i): Check => ({
      id: IDS_UNKNOWN[i] as string,
      clause: aspect.clause,
      level: 'required',
      risk: 'w0',
      rests: RESTS_UNKNOWN[i] as string[],
      title,
      run: (service) => judgeUnknown(service, { title, ...aspect }),
    }),
  ),
  {
    id: 'CELL-25',
    clause: ['4.2-aprovar', '4.2-mensagem', '7-400'],
    level: 'required',
    risk: 'w0',
    title: 'rejects JSON that is not an object',
    run: (service) => refusesNoObjects(service, () => service.unknownNumber()),
  },
  {
    id: 'CELL-26',
    clause: ['4.2-mensagem', '8-mensagem', '4.2-3', '4.2-aprovar'],
    level: 'required',
    risk: 'w0',
    rests: ['VAL-01', 'VAL-02', 'VAL-26'],
    title: 'accepts every form of a valid mensagem and returns 404 for the unknown number',
    run: acceptsForms,
  },
  {
    id: 'CELL-27',
    clause: ['4.2-mensagem', '8-mensagem'],
    level: 'required',
    risk: 'w0',
    rests: ['VAL-01', 'VAL-26'],
    reading: 'blanks-are-characters',
    title: 'counts the spaces and line breaks of a mensagem as characters',
    async run(service) {
      for (const [form, mensagem] of Object.entries(SPACED_MESSAGES)) {
        const exchange = await service.validate(service.unknownNumber(), { ...LEGAL_BODY, mensagem })
        must(exchange.response.status === 404, `404 for ${form}`, exchange.response.status, exchange)
      }
      return Object.keys(SPACED_MESSAGES).join(', ')
    },
  },
  ...aspects.map(
    ({ title, ...aspect }, i): Check => ({
      id: IDS_EXISTING[i] as string,
      clause: aspect.clause,
      level: 'required',
      risk: 'w1',
      needs: ['report'],
      rests: RESTS_EXISTING[i] as string[],
      title: `${title}, for an existing report`,
      run: (service) => judgeExisting(service, { title, ...aspect }),
    }),
  ),
  {
    id: 'CELL-35',
    clause: ['4.2-aprovar', '4.2-mensagem', '7-400'],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    title: 'rejects JSON that is not an object for an existing report',
    run: async (service) => refusesNoObjects(service, await knownReport(service)),
  },
  {
    id: 'CELL-56',
    clause: ['0-json', '4.2-aprovar', '4.2-mensagem', '7-400'],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    rests: ['VAL-43', 'CELL-35'],
    title: 'rejects a body that begins or ends like a valid one and is not JSON',
    async run(service) {
      const numeroOf = await knownReport(service)
      for (const [form, body] of Object.entries(NOT_JSON)) {
        const exchange = await service.validate(numeroOf(), body)
        const { status } = exchange.response
        must(status >= 400, `a refusal of ${form}`, status, exchange)
      }
      return Object.keys(NOT_JSON).join(', ')
    },
  },
]

const MUCH_TEXT = 10_000
const LEGAL = JSON.stringify(LEGAL_BODY)
/** What no dialect of JSON allows. */
const NOT_JSON: Readonly<Record<string, string>> = {
  'text after the object': `${LEGAL} abc`,
  'two objects': LEGAL + LEGAL,
  'text before the object': `abc ${LEGAL}`,
  'an object without its end': LEGAL.slice(0, -1),
}

async function judgeUnknown(service: Service, aspect: Aspect): Promise<string> {
  await mustNotKnow(service)
  const asked = await service.once('bad bodies', () => askAll(service, false, () => service.unknownNumber()))
  if (aspect.fault) return judgeRefused(asked, aspect)
  const of = asked.filter(({ body }) => aspect.concerns(body))
  judgeCells(of, aspect.expected, (one) =>
    one.exchange.response.status === 404 ? undefined : statusFault(one),
  )
  const late = of.filter(({ exchange }) => exchange.response.status === 404)
  if (late.length === 0) return `${counted(of.length, 'cell')} rejected with 400`
  if (await service.once('payload-first', () => judgesBodyFirst(service))) {
    judgeCells(
      of,
      '400, the same as for a body with a missing field and an unknown number',
      statusFault,
      'payload-first-is-uniform',
    )
  }
  throw new Undecided(
    'precedence-open',
    `the service reports the unknown number before the bad body in ${late.length} of ${counted(of.length, 'cell')}; only an existing report can show the 400`,
  )
}

async function judgeExisting(service: Service, aspect: Aspect): Promise<string> {
  const numero = await knownReport(service)
  const asked = await service.once('bad bodies for a report', () => askAll(service, true, numero))
  if (aspect.fault) return judgeRefused(asked, aspect)
  const of = asked.filter(({ body }) => aspect.concerns(body))
  judgeCells(of, aspect.expected, statusFault)
  return `${counted(of.length, 'cell')} rejected with 400`
}

function statusFault({ body, exchange: { response } }: AskedBody): string | undefined {
  const isTooLarge = body.isLong && response.status === 413
  return response.status === 400 || isTooLarge ? undefined : String(response.status)
}

/** Returns the first declared report. @throws {Undecided} if the target does not know it */
async function knownReport(service: Service): Promise<() => Numero> {
  const [report] = service.reports as [Numero]
  const { response } = await service.once(`known ${report.label}`, () => service.validate(report, {}))
  if (response.status === 404) throw unknownReport(report)
  return () => report
}

/** Judges the cells that were rejected with 400; the others are the status check's. */
function judgeRefused(asked: readonly AskedBody[], { concerns, expected, fault }: Aspect): string {
  const of = asked.filter(
    ({ body, exchange: { response } }) =>
      concerns(body) && response.status === 400 && objectOf(response.json) !== undefined,
  )
  if (of.length === 0) throw new Undecided('blocked', 'no bad body was rejected with 400 and a JSON object')
  judgeCells(of, expected, fault as Fault<AskedBody>)
  return counted(of.length, 'refusal')
}

/** Sends the body of every cell, several at a time. */
async function askAll(service: Service, isThorough: boolean, numeroOf: () => Numero): Promise<AskedBody[]> {
  const accepted = await service.once('types of bodies', () => acceptedTypes(service))
  const { own, other } = service.keys
  // To the other organization, an existing report of this one is unknown.
  const tokens = other && !isThorough ? (['own', 'other'] as const) : (['own'] as const)
  // A service may need seconds for one large body, in which it answers nobody, so these come one after the other.
  let large: Promise<unknown> = Promise.resolve()
  const waiting = families(isThorough, accepted, tokens).flatMap((family) =>
    family.cells.map(async (cell): Promise<AskedBody> => {
      const numero = numeroOf()
      const body = family.bodyOf(cell, numero.value)
      const { text, form, isOther } = body
      const authorization = isOther ? other : own
      const ask = () => answerOf(() => service.validate(numero, text, { ...form, authorization }))
      const asking = body.text.length > MUCH_TEXT ? large.then(ask, ask) : ask()
      if (body.text.length > MUCH_TEXT) large = asking
      return { axes: family.axes, cell, body, exchange: await asking }
    }),
  )
  return waitForAll(waiting)
}

/** Returns the ways to send a valid body in which it is read, because a service may refuse some. */
async function acceptedTypes(service: Service): Promise<string[]> {
  const asked = Object.entries(TYPES).map(async ([name, form]) => {
    const { status } = await service.tryValidate(service.unknownNumber(), LEGAL_BODY, form)
    return status === 404 ? [name] : []
  })
  return (await waitForAll(asked)).flat()
}

async function refusesNoObjects(service: Service, numeroOf: () => Numero): Promise<string> {
  for (const body of NO_OBJECTS) {
    const exchange = await service.validate(numeroOf(), body)
    const { status } = exchange.response
    must(status >= 400, 'a refusal', status, exchange)
  }
  return counted(NO_OBJECTS.length, 'refusal')
}

async function acceptsForms(service: Service): Promise<string> {
  const messages = { ...LEGAL_MESSAGES, ...UNSURE_MESSAGES }
  const asked = await waitForAll(
    Object.entries(messages).flatMap(([form, mensagem]) =>
      [true, false].map(async (aprovar) => ({
        form,
        aprovar,
        exchange: await answerOf(() => service.validate(service.unknownNumber(), { aprovar, mensagem })),
      })),
    ),
  )
  for (const { form, aprovar, exchange } of asked) {
    const { status } = exchange.response
    const isFine = status === 404 || (form in UNSURE_MESSAGES && (status === 400 || status === 413))
    const expected = form in UNSURE_MESSAGES ? '404, or a refusal with 400' : '404'
    if (!isFine)
      throw new Violation(`${expected} for aprovar:${aprovar}/mensagem:${form}`, String(status), [exchange])
  }
  return `${counted(Object.keys(messages).length, 'form')} of mensagem, each approved and rejected`
}

function validationOf({ response }: Exchange): Record<string, unknown> {
  return objectOf(objectOf(response.json)?.validation) ?? {}
}

/** Returns whether a dotted path names a field, whose name may have dots itself. */
function isSegment(field: string, path: string): boolean {
  return path === field || path.endsWith(`.${field}`) || path.split('.').includes(field)
}
