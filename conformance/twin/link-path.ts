import type { Evidence } from './evidence.ts'

const DOCUMENTED = '/pessoas'

/** Returns whether links of lists have the path that was sent, where that is only near the one of the interface. */
export function hasPathsAsSent(evidence: readonly Evidence[]): boolean {
  return evidence.some(({ asked: { question }, answer }) => {
    // Servers join slashes before a service sees them.
    const path = question.path.replace(/\/{2,}/g, '/')
    if (path === DOCUMENTED || answer.status !== 200) return false
    return JSON.stringify([answer.json, answer.headers]).includes(`${path}?`)
  })
}
