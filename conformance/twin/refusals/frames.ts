import { groupBy } from '../../../src/contract/group-by.ts'
import { kindsUpwards } from '../../../src/contract/kind-fallbacks.ts'
import type { Template } from '../../../src/contract/template.ts'
import type { Frame } from '../../../src/contract/wording.ts'
import { objectOf } from '../../service/lists.ts'
import { oneBodyOf } from '../own-values.ts'
import { sourceOf } from './refused.ts'
import type { LearnedSituation } from './situation.ts'

/** Gives situations one frame where their answers differ only in values, such as a code for each. */
export function aligned(group: readonly LearnedSituation[]): readonly LearnedSituation[] {
  // What is wrong with a whole body is never told together with the fault of a field.
  const alike = groupBy(group, ({ name, frame: { status, body, headers, json } }) =>
    JSON.stringify([
      status,
      headers ?? null,
      json ?? null,
      Object.keys(objectOf(body) ?? {}),
      sourceOf(name) === undefined,
    ]),
  )
  return [...alike.values()].flatMap((some) => {
    const one = oneBodyOf(some.map(({ frame, bodies }) => ({ template: frame.body, samples: bodies })))
    if (one === undefined) return some
    const isWithOwn = Object.keys(one.usual).length > 0
    return some.map((learned, i) => ({
      ...learned,
      frame: { ...learned.frame, body: one.template, ...(isWithOwn && { own: one.usual }) },
      own: one.own[i] as LearnedSituation['own'] & object,
    }))
  })
}

/** Returns whether a kind would be told in the frame of a wider kind, which is another one. */
export function isOtherThanWider(
  { name, frame }: LearnedSituation,
  learned: readonly LearnedSituation[],
): boolean {
  const [row = '', column = ''] = name.split('.')
  const [, ...kinds] = kindsUpwards(row, column)
  const [wider] = kinds.flatMap((kind) => learned.find((other) => other.name === `${row}.${kind}`) ?? [])
  return wider !== undefined && JSON.stringify(wider.frame) !== JSON.stringify(frame)
}

/** Situations that only some services distinguish, such as those behind a gateway. */
const GATEWAY_SITUATIONS: ReadonlySet<string> = new Set([
  'elsewhere',
  'root',
  'dots',
  'below-report',
  'between',
  'before-number',
  'before-number-get',
  'slashes',
  'slashes-report',
  'suffix',
  'get',
  'shape',
])

/** Leaves out situations of routes that are told just as wider ones. */
export function withoutWiderRoutes(learned: readonly LearnedSituation[]): readonly LearnedSituation[] {
  return learned.filter((one) => {
    const [row, column = ''] = one.name.split('.')
    if (row !== 'route' || !GATEWAY_SITUATIONS.has(column)) return true
    const [, ...wider] = kindsUpwards('route', column)
    const other = wider
      .map((kind) => learned.find(({ name }) => name === `route.${kind}`))
      .find((found) => found !== undefined)
    return other === undefined || formOf(other) !== formOf(one)
  })
}

function formOf({ frame, text, own, keys }: LearnedSituation): string {
  return JSON.stringify([frame, text, own ?? null, keys ?? null])
}

/** Situations of HEAD, whose answers have no body: the wider ones first. */
const HEAD_SITUATIONS = ['unknown-head', 'head', 'list-head']

/** Leaves out what HEAD is answered with where that is, as far as can be seen of it, the answer to another method. */
export function withoutHead(learned: readonly LearnedSituation[]): readonly LearnedSituation[] {
  return HEAD_SITUATIONS.reduce((kept, column) => {
    const name = `route.${column}`
    const own = kept.find((one) => one.name === name)
    const [, ...wider] = kindsUpwards('route', column)
    const other = wider
      .map((kind) => kept.find((one) => one.name === `route.${kind}`))
      .find((one) => one !== undefined)
    if (!own || other?.frame.status !== own.frame.status) return kept
    const isSame = JSON.stringify(other.frame.headers ?? {}) === JSON.stringify(own.frame.headers ?? {})
    return isSame ? kept.filter((one) => one !== own) : kept
  }, learned)
}

/**
 * Returns the form of refusals of a body if the target never showed one, because it judges the report first: that of a
 * query with another source, or that of the interface.
 */
export function payloadLike(query: Frame | undefined): Frame {
  const asked = objectOf(query?.body) as Record<string, Template> | undefined
  const ofQuery = objectOf(asked?.validation) as Record<string, Template> | undefined
  if (query?.status === 400 && asked && ofQuery)
    return { ...query, body: { ...asked, validation: { ...ofQuery, source: 'payload' } } }
  return DOCUMENTED
}

export const DOCUMENTED: Frame = {
  status: 400,
  body: {
    error: 'Bad Request',
    message: '{text}',
    validation: { source: 'payload', keys: '{keys}' },
    status_code: 400,
  },
}
