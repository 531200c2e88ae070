import type { Fault, Judgement } from './judgement.ts'

export type Verdict = 'right' | 'not shown' | readonly [expected: string, actual: string | Quote]

/** A text of the service, which may name anybody: reports show it only if it is harmless. */
interface Quote {
  theirs: string
}

export function verdict(isShown: unknown, isRight: unknown, expected: string, actual: string | Quote): Verdict {
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
    const [expected, actual] = verdict
    faults.push(
      typeof actual === 'string'
        ? { aspect, expected, actual }
        : { aspect, expected, actual: actual.theirs, isQuoted: true },
    )
    for (const one of hides[aspect] ?? []) hidden.add(one)
  }
  return { faults, shown }
}
