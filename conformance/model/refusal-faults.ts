import type { Exchange } from '../client/exchange.ts'
import { judgeAspects, type Verdict, verdict } from './aspects.ts'
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
  body: Record<string, unknown>
  /** What a refusal with the right status says; undefined for another answer, and for one that is no JSON object. */
  told: Record<string, unknown> | undefined
}

const judges: Record<RefusalAspect, (facts: Facts) => Verdict> = {
  status: ({ want: { status: right, isOther, notFound }, status, body }) =>
    verdict(
      status !== 404 || notFound === 'wrong',
      status === right || isOther?.(status) === true,
      String(right),
      disclosed(body, status),
    ),

  late: ({ want: { status: right, notFound }, status }) =>
    verdict(
      notFound === 'late' || (notFound === 'open' && status !== 404),
      status !== 404,
      `${right}, as for other such requests that name no report`,
      '404',
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
    const actual = { theirs: JSON.stringify(keys) ?? '' }
    return verdict(isShown, named.length > 0 && !isOther, 'keys that name a field at fault and no other', actual)
  },

  message({ want: { unknown, fields }, told }) {
    const message = withoutHtml(textOf(told?.message))
    const names = fields?.offending.flatMap((field) => [field, field.split('.').at(-1) as string]) ?? []
    const isNamed = names.some((name) => message.includes(name))
    return verdict(unknown !== undefined && message !== '', isNamed, 'a message that names a field at fault', {
      theirs: message,
    })
  },

  wording({ want: { unknown, fields }, told }) {
    const message = withoutHtml(textOf(told?.message))
    const [before = '', after = ''] = message.split('" fails because [')
    const isDocumented = before.includes('child "') && after.includes(`"${unknown}" is not allowed`)
    const isShown = unknown !== undefined && fields?.offending.length === 1 && message !== ''
    return verdict(isShown, isDocumented, `child "<parent>" fails because ["${unknown}" is not allowed]`, {
      theirs: message,
    })
  },
}

const HIDES = { status: REFUSAL_ASPECTS, late: REFUSAL_ASPECTS, message: ['wording'] } as const

/** Judges the answer to a request that must be refused. What form every refusal has is judged elsewhere. */
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
const isSegment = (field: string, path: string) =>
  path === field || path.endsWith(`.${field}`) || path.split('.').includes(field)

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Returns a text without the escapes of HTML, with which the framework of the documented errors protects names. */
function withoutHtml(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,5})|#(\d{1,6})|(amp|lt|gt|quot));/g, (_, hex, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
      : (SIGNS[name] as string),
  )
}
