import type { Exchange } from '../client/exchange.ts'
import type { Fault } from './judgement.ts'
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

type Verdict = 'right' | 'not shown' | readonly [expected: string, actual: string]
type Judge = (want: Refusal, body: Record<string, unknown>, status: number) => Verdict

const judges: Record<RefusalAspect, Judge> = {
  status({ status: right, isOther, notFound }, body, status) {
    if (status === right || isOther?.(status)) return 'right'
    if (status === 404 && notFound !== 'wrong') return 'not shown'
    return [String(right), disclosed(body, status)]
  },

  late({ status: right, notFound }, _, status) {
    if (notFound === 'wrong' || (status === 404 && notFound === 'open')) return 'not shown'
    return status === 404 ? [`${right}, as for other such requests that name no report`, '404'] : 'right'
  },

  source({ unknown }, { validation }) {
    if (unknown === undefined) return 'not shown'
    const { source } = objectOf(validation) ?? {}
    if (validation !== undefined && typeof source !== 'string') return 'not shown'
    return source === 'payload'
      ? 'right'
      : ['source "payload"', validation === undefined ? 'no validation' : kindOf(source)]
  },

  keys({ unknown, fields }, { validation }) {
    const { keys } = objectOf(validation) ?? {}
    if (!fields || !Array.isArray(keys) || (unknown === undefined && keys.length === 0)) return 'not shown'
    const { offending, right } = fields
    const names = (path: string, some: readonly string[]) => some.some((field) => isSegment(field, path))
    const paths = keys.map((key) => withoutHtml(textOf(key)))
    const isRight =
      paths.some((path) => names(path, offending)) &&
      !paths.some((path) => names(path, right) && !names(path, offending))
    return isRight ? 'right' : ['keys that name a field at fault and no other', `keys ${JSON.stringify(keys)}`]
  },

  message({ unknown, fields }, { message }) {
    if (unknown === undefined || typeof message !== 'string' || message === '') return 'not shown'
    const text = withoutHtml(message)
    const isNamed = fields?.offending.some(
      (field) => text.includes(field) || text.includes(field.split('.').at(-1) as string),
    )
    return isNamed ? 'right' : ['a message that names a field at fault', message]
  },

  wording({ unknown, fields }, { message }) {
    if (unknown === undefined || fields?.offending.length !== 1 || typeof message !== 'string' || message === '')
      return 'not shown'
    const [before = '', after] = withoutHtml(message).split('" fails because [')
    const isDocumented = before.includes('child "') && after?.includes(`"${unknown}" is not allowed`)
    return isDocumented ? 'right' : [`child "<parent>" fails because ["${unknown}" is not allowed]`, message]
  },
}

/** What a fault hides: an answer with a fault of one aspect says nothing of these. */
const HIDES: Partial<Record<RefusalAspect, readonly RefusalAspect[]>> = {
  status: REFUSAL_ASPECTS,
  late: REFUSAL_ASPECTS,
}

/** Judges the answer to a request that must be refused. What forms every refusal has is judged elsewhere. */
export function judgeRefusal(want: Refusal, { response: { status, json } }: Exchange): Judgement<RefusalAspect> {
  const faults: Fault<RefusalAspect>[] = []
  const shown: RefusalAspect[] = []
  const hidden = new Set<RefusalAspect>(
    status === want.status && objectOf(json) ? [] : ['source', 'keys', 'message', 'wording'],
  )
  for (const aspect of REFUSAL_ASPECTS) {
    const verdict = hidden.has(aspect) ? 'not shown' : judges[aspect](want, objectOf(json) ?? {}, status)
    if (verdict === 'not shown') continue
    shown.push(aspect)
    if (verdict === 'right') continue
    faults.push({ aspect, expected: verdict[0], actual: verdict[1] })
    for (const one of HIDES[aspect] ?? []) hidden.add(one)
  }
  return { faults, shown }
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
