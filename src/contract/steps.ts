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
  const whole = [
    ...(missing.includes('route') ? (['route'] as const) : []),
    ...chosen,
    ...missing.filter((step) => step !== 'route' && step !== 'size'),
  ]
  return missing.includes('size') ? withSize(whole) : whole
}

const BODY_STEPS: readonly JudgingStep[] = ['type', 'json', 'body']

/** Without a place of its own, the size is judged before anything else of a body. */
function withSize(order: readonly JudgingStep[]): readonly JudgingStep[] {
  const first = order.findIndex((step) => BODY_STEPS.includes(step))
  return order.toSpliced(first, 0, 'size')
}
