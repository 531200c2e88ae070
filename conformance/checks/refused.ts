import type { Exchange } from '../client/exchange.ts'
import { judgeAspects, type Verdict, verdict } from '../model/aspects.ts'
import type { Cell } from '../model/cells.ts'
import { type Judgement, Undecided } from '../model/judgement.ts'
import { kindOf, objectOf, textOf } from '../model/lists.ts'
import { askAll, type Judged } from './table.ts'

/** What can be wrong with the answer to a request that must be refused; `late` is a 404 that comes first. */
export const REFUSAL_ASPECTS = ['status', 'late', 'validation', 'source', 'keys', 'message'] as const
export type RefusalAspect = (typeof REFUSAL_ASPECTS)[number]

export interface Refusal {
  status: 400 | 401
  /** Whether another status is a refusal, too, because the interface does not show which one. */
  isOther?: (status: number) => boolean
  /** Whether a 404 may come first, should not, or is no answer at all, because the report exists. */
  notFound: 'open' | 'late' | 'wrong'
  /** For a bad body, the fields that it may name, and those that it may not. */
  fields?: { offending: readonly string[]; right: readonly string[] }
  /** A field that the interface does not know, if it must be named. */
  unknown?: string
}

interface Facts {
  want: Refusal
  status: number
  /** What a refusal with the right status says; undefined for another answer, and for one that is no JSON object. */
  told: Record<string, unknown> | undefined
  message: string
}

const judges: Record<RefusalAspect, (facts: Facts) => Verdict> = {
  status: ({ want: { status: right, isOther, notFound }, status }) =>
    verdict(status !== 404 || notFound === 'wrong', status === right || isOther?.(status) === true, String(right), String(status)),

  late: ({ want: { status: right, notFound }, status }) =>
    verdict(
      notFound === 'late' || (notFound === 'open' && status !== 404),
      status !== 404,
      `${right}, as for other such requests that name no report`,
      '404',
    ),

  // That an unknown field has none is a fault of its source.
  validation: ({ want: { fields, unknown }, told }) =>
    verdict(
      fields !== undefined && unknown === undefined && told !== undefined,
      objectOf(told?.validation) !== undefined,
      'validation',
      kindOf(told?.validation),
    ),

  source({ want: { unknown }, told }) {
    const { source } = objectOf(told?.validation) ?? {}
    const isShown = unknown !== undefined && told && (told.validation === undefined || typeof source === 'string')
    return verdict(isShown, source === 'payload', 'source "payload"', kindOf(source))
  },

  keys({ want: { unknown, fields = { offending: [], right: [] } }, told }) {
    const { keys } = objectOf(told?.validation) ?? {}
    const paths = Array.isArray(keys) ? keys.map((key) => withoutHtml(textOf(key))) : []
    const areOf = (path: string, some: readonly string[]) => some.some((field) => isSegment(field, path))
    const named = paths.filter((path) => areOf(path, fields.offending))
    const isOther = paths.some((path) => areOf(path, fields.right) && !named.includes(path))
    const isShown = fields.offending.length > 0 && (paths.length > 0 || (Array.isArray(keys) && unknown !== undefined))
    return verdict(isShown, named.length > 0 && !isOther, 'keys that name a field at fault and no other', {
      theirs: JSON.stringify(keys) ?? '',
    })
  },

  message({ want: { unknown, fields }, message }) {
    const names = fields?.offending.flatMap((field) => [field, field.split('.').at(-1) as string]) ?? []
    const isNamed = names.some((name) => message.includes(name))
    return verdict(unknown !== undefined && message !== '', isNamed, 'a message that names a field at fault', { theirs: message })
  },
}

const HIDES = { status: REFUSAL_ASPECTS, late: REFUSAL_ASPECTS } as const

/** Judges the answer to a request that must be refused. What form every refusal has is judged elsewhere. */
export function judgeRefusal(want: Refusal, { response: { status, json } }: Exchange): Judgement<RefusalAspect> {
  const told = status === want.status ? objectOf(json) : undefined
  return judgeAspects(judges, HIDES, { want, status, told, message: withoutHtml(textOf(told?.message)) })
}

/** Returns whether a dotted path names a field, whose name may have dots itself. */
const isSegment = (field: string, path: string) => path === field || path.endsWith(`.${field}`) || path.split('.').includes(field)

/** Returns a text without the escapes with which the framework of the documented errors protects names from HTML. */
function withoutHtml(text: string): string {
  return text.replace(/&#(x?)([\da-f]{1,5});/gi, (_, x, code) => String.fromCodePoint(Number.parseInt(code, x ? 16 : 10) || 0))
}

export interface Refused {
  cell: Cell
  want: Omit<Refusal, 'notFound'>
  /** Whether a 404 is a possible answer, because the report does not exist. */
  isUnknown: boolean
  ask: () => Promise<Exchange>
}

/**
 * Sends requests that must be refused. The interface does not show whether an unknown number is told before anything else; a
 * service that refuses one of them for what is wrong with it is expected to do so with all.
 * @throws {Undecided} if the service tells only whether the report exists
 */
export async function askRefused(all: readonly Refused[]): Promise<Judged<RefusalAspect>[]> {
  const asked = await askAll<Refused, RefusalAspect>(all, async ({ ask }) => ({ faults: [], shown: [], exchanges: [await ask()] }))
  const sent = new Map(all.map((one) => [one.cell, one]))
  const lost = asked.filter(({ exchanges }) => exchanges.length === 0)
  const answers = asked.flatMap(({ cell, exchanges }) => exchanges.map((exchange) => ({ ...(sent.get(cell) as Refused), exchange })))
  const statusOf = ({ exchange }: { exchange: Exchange }) => exchange.response.status
  // What is no object may be refused before its report is looked for, though nothing else is.
  const telling = answers.filter(({ want }) => want.status === 401 || want.fields)
  const isFirst = telling.some((one) => statusOf(one) === one.want.status)
  const declared = telling.filter(({ isUnknown }) => !isUnknown).map(statusOf)
  if (declared.length > 0 && declared.every((status) => status === 404))
    throw new Undecided('blocked', 'the target returns 404 for a declared report', 'check the number and whose report it is')
  if (declared.length > 0 && declared.every((status) => status === 409))
    throw new Undecided('blocked', 'a declared report is closed for decisions', 'declare one that nobody has decided')
  const judged: Judged<RefusalAspect>[] = answers.map(({ cell, want, isUnknown, exchange }) => {
    const notFound = !isUnknown ? 'wrong' : isFirst ? 'late' : 'open'
    return { cell, exchanges: [exchange], ...judgeRefusal({ ...want, notFound }, exchange) }
  })
  if (declared.length === 0 && !isFirst && lost.length === 0 && judged.every(({ faults }) => faults.length === 0))
    throw new Undecided(
      'precedence-open',
      'the service tells that the number is unknown before anything else',
      'declare a report with --report and --allow-writes',
    )
  return [...judged, ...lost]
}
