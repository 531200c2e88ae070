import type { ReportOf, ReportsOn } from './store.ts'

/** Returns how many reports there are on a person, and the one that was updated last; undefined if there is none. */
export function newestOf(reports: readonly ReportOf[]): ReportsOn | undefined {
  const [first, ...others] = reports
  if (first === undefined) return undefined
  const newest = others.reduce((best, one) => (one.stamp > best.stamp ? one : best), first)
  return { count: reports.length, newest: newest.numero }
}
