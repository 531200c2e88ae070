import type { Profile } from '../contract/profile.ts'
import { type Seen, type Step, steps } from '../contract/seen.ts'

const reportFirst: readonly Step[] = steps
  .filter((step) => step !== 'report')
  .flatMap((step): Step[] => (step === 'body' ? ['report', 'body'] : [step]))

/** Returns the order in which a request is judged: as it was seen of a deployment, or else as the knob says. */
export function orderOf({
  seen,
  reportFirst: knob,
}: Pick<Profile, 'reportFirst'> & { seen?: Seen | undefined }): readonly Step[] {
  const usual = knob === 'yes' ? reportFirst : steps
  const order = seen?.order
  if (order === undefined) return usual
  const missing = usual.filter((step) => !order.includes(step))
  return missing[0] === 'route' ? ['route', ...order, ...missing.slice(1)] : [...order, ...missing]
}
