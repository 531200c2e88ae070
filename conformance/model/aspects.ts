import type { Fault } from './judgement.ts'
import type { Judgement } from './list-faults.ts'

/** What one aspect of an answer is. */
export type Verdict = 'right' | 'not shown' | readonly [expected: string, actual: string]

/** @param isShown whether the answer shows the aspect at all */
export function verdict(isShown: unknown, isRight: boolean, expected: string, actual: string): Verdict {
  return !isShown ? 'not shown' : isRight ? 'right' : [expected, actual]
}

/** Judges each aspect of an answer in turn. One cause is one fault: what it hides is not judged. */
export function judgeAspects<Aspect extends string, Facts>(
  judges: Readonly<Partial<Record<Aspect, (facts: Facts) => Verdict>>>,
  hides: Partial<Record<Aspect, readonly Aspect[]>>,
  facts: Facts,
): Judgement<Aspect> {
  const faults: Fault<Aspect>[] = []
  const shown: Aspect[] = []
  const hidden = new Set<Aspect>()
  for (const [aspect, judge] of Object.entries(judges) as [Aspect, (facts: Facts) => Verdict][]) {
    const verdict = hidden.has(aspect) ? 'not shown' : judge(facts)
    if (verdict === 'not shown') continue
    shown.push(aspect)
    if (verdict === 'right') continue
    faults.push({ aspect, expected: verdict[0], actual: verdict[1] })
    for (const one of hides[aspect] ?? []) hidden.add(one)
  }
  return { faults, shown }
}
