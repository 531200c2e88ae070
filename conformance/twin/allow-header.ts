import type { Shape } from '../../src/contract/dialect.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import type { Evidence } from './evidence.ts'

/** What stands for the methods that the path of a request allows. */
const ALLOW = '{allow}'

/**
 * Learns the header Allow of services that have it in refusals of every kind, as Django REST framework does: it depends
 * on the path and not on what was wrong. Returns the answers with a slot in its place.
 */
export function allowOf(evidence: readonly Evidence[]): {
  allow: Shape['allow']
  evidence: readonly Evidence[]
} {
  const kept = { allow: undefined, evidence }
  const isMeant = ({ answer }: Evidence) => answer.status >= 400 && typeof answer.headers.allow === 'string'
  const all = evidence.filter(isMeant)
  if (all.every(({ answer }) => answer.status === 405)) return kept
  const byPath = groupBy(all, ({ asked }) => placeOf(asked.question.path))
  if (byPath.has(undefined)) return kept
  const values = [...byPath].map(
    ([place, own]) =>
      [place as Place, [...new Set(own.map(({ answer }) => answer.headers.allow as string))]] as const,
  )
  if (values.length < 2 || values.some(([, own]) => own.length > 1)) return kept
  const allow = Object.fromEntries(values.map(([place, [value = '']]) => [place, value]))
  if (allow.list === allow.report) return kept
  const marked = evidence.map((one) => {
    const { asked, answer } = one
    return isMeant(one) ? { asked, answer: { ...answer, headers: { ...answer.headers, allow: ALLOW } } } : one
  })
  return { allow, evidence: marked }
}

type Place = 'list' | 'report'

function placeOf(path: string): Place | undefined {
  if (/^\/+pessoas/i.test(path)) return 'list'
  return /^\/+relatorios/i.test(path) ? 'report' : undefined
}
