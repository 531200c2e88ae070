import { type JudgingStep, steps } from './dialect.ts'
import type { Profile } from './profile.ts'

const others: readonly JudgingStep[] = steps.filter((step) => step !== 'report')
const reportFirst: readonly JudgingStep[] = others.toSpliced(others.indexOf('body'), 0, 'report')

/** Returns the order in which a service judges a request: that of its tables, or else of its knobs. */
export function stepsOf({
  dialect,
  reportFirst: knob,
}: Pick<Profile, 'dialect' | 'reportFirst'>): readonly JudgingStep[] {
  const chosen = dialect.steps
  if (chosen.length === 0) return knob === 'yes' ? reportFirst : steps
  const missing = steps.filter((step) => !chosen.includes(step))
  return missing[0] === 'route' ? ['route', ...chosen, ...missing.slice(1)] : [...chosen, ...missing]
}
