import type { Exchange } from '../client/exchange.ts'
import { judgeAspects, type Verdict } from './aspects.ts'
import type { Judgement } from './list-faults.ts'
import { kindOf, objectOf, textOf } from './lists.ts'

/** What can be wrong with the answer to a request that must be refused; `late` is a 404 that comes first. */
export const REFUSAL_ASPECTS = ['status', 'late', 'source', 'keys', 'message', 'wording'] as const
export type RefusalAspect = (typeof REFUSAL_ASPECTS)[number]

/** What an answer must be. */
export interface Refusal {
  status: 400 | 401
  /** Whether another status is a refusal, too, because the interface does not show which one. */
  isOther?: (status: number) => boolean
  /** What a 404 means: an unknown number may be told first, must not, or it is no refusal at all. */
  notFound: 'open' | 'late' | 'wrong'
  /** For a bad body, the fields that it may name, and those that it may not. */
  fields?: { offending: readonly string[]; right: readonly string[] }
  /** A field that the interface does not know, if it must be named. */
  unknown?: string | undefined
}

interface Facts {
  want: Refusal
  status: number
  body: Record<string, unknown>
  /** What a refusal with the right status says; undefined for another answer, and for one that is no JSON object. */
  told: Record<string, unknown> | undefined
}

const judges: Record<RefusalAspect, (facts: Facts) => Verdict> = {
  status({ want: { status: right, isOther, notFound }, status, body }) {
    if (status === right || isOther?.(status)) return 'right'
    if (status === 404 && notFound !== 'wrong') return 'not shown'
    return [String(right), disclosed(body, status)]
  },

  late({ want: { status: right, notFound }, status }) {
    if (notFound === 'wrong' || (status === 404 && notFound === 'open')) return 'not shown'
    return status === 404 ? [`${right}, as for other such requests that name no report`, '404'] : 'right'
  },

  source({ want: { unknown }, told }) {
    if (unknown === undefined || !told) return 'not shown'
    const { validation } = told
    const { source } = objectOf(validation) ?? {}
    if (validation !== undefined && typeof source !== 'string') return 'not shown'
    return source === 'payload'
      ? 'right'
      : ['source "payload"', validation === undefined ? 'no validation' : kindOf(source)]
  },

  keys({ want: { unknown, fields }, told }) {
    const { keys } = objectOf(told?.validation) ?? {}
    if (!fields || !Array.isArray(keys) || (unknown === undefined && keys.length === 0)) return 'not shown'
    const { offending, right } = fields
    const names = (path: string, some: readonly string[]) => some.some((field) => isSegment(field, path))
    const paths = keys.map((key) => withoutHtml(textOf(key)))
    const isRight =
      paths.some((path) => names(path, offending)) &&
      !paths.some((path) => names(path, right) && !names(path, offending))
    return isRight ? 'right' : ['keys that name a field at fault and no other', `keys ${JSON.stringify(keys)}`]
  },

  message({ want: { unknown, fields }, told }) {
    const message = textOf(told?.message)
    if (unknown === undefined || message === '') return 'not shown'
    const text = withoutHtml(message)
    const isNamed = fields?.offending.some(
      (field) => text.includes(field) || text.includes(field.split('.').at(-1) as string),
    )
    return isNamed ? 'right' : ['a message that names a field at fault', message]
  },

  wording({ want: { unknown, fields }, told }) {
    const message = textOf(told?.message)
    if (unknown === undefined || fields?.offending.length !== 1 || message === '') return 'not shown'
    const [before = '', after] = withoutHtml(message).split('" fails because [')
    const isDocumented = before.includes('child "') && after?.includes(`"${unknown}" is not allowed`)
    return isDocumented ? 'right' : [`child "<parent>" fails because ["${unknown}" is not allowed]`, message]
  },
}

/** What a fault hides: an answer with a fault of one aspect says nothing of these. */
const HIDES = { status: REFUSAL_ASPECTS, late: REFUSAL_ASPECTS }

/** Judges the answer to a request that must be refused. What forms every refusal has is judged elsewhere. */
export function judgeRefusal(want: Refusal, { response: { status, json } }: Exchange): Judgement<RefusalAspect> {
  const body = objectOf(json)
  return judgeAspects(judges, HIDES, {
    want,
    status,
    body: body ?? {},
    told: status === want.status ? body : undefined,
  })
}

/** Returns a status and, if the answer discloses data, what it discloses. */
function disclosed({ result }: Record<string, unknown>, status: number): string {
  const { itens, numero } = objectOf(result) ?? {}
  if (Array.isArray(itens)) return `${status} with a list of ${itens.length}`
  return typeof numero === 'string' ? `${status} with numero, so a decision was recorded` : String(status)
}

/** Returns whether a dotted path names a field, whose name may have dots itself. */
function isSegment(field: string, path: string): boolean {
  return path === field || path.endsWith(`.${field}`) || path.split('.').includes(field)
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Returns a text without the escapes of HTML, with which the framework of the documented errors protects names. */
function withoutHtml(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,5})|#(\d{1,6})|(amp|lt|gt|quot));/gi, (_, hex, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (SIGNS[name.toLowerCase()] as string),
  )
}
