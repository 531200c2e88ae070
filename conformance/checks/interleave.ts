import type { Question } from '../client/exchange.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import type { ListAnswer } from '../service/lists.ts'

/** A request of an interleaving. */
export interface Step {
  name: string
  ask(connection?: Question['connection']): Promise<ListAnswer>
  /** Asks the same in full, before a difference is proved, which replaces what a service may remember. */
  lead?(): Promise<ListAnswer>
  /** Returns what differs; undefined if nothing does, and for a step whose answer is not judged. */
  differs(a: ListAnswer, b: ListAnswer): string | undefined
}

export function refused(name: string, ask: () => Promise<ListAnswer>): Step {
  return { name, ask, differs: () => undefined }
}

/** Returns the answer to a question after the one that leads to it, on a new connection. */
export async function referenceOf(step: Step): Promise<ListAnswer> {
  await step.lead?.()
  return step.ask('new')
}

/** What the questions of an interleaving are answered on new connections, by their names. */
export type References = ReadonlyMap<string, ListAnswer>

/** Asks each once. What it asked before may show in an answer: a difference is only a hint, which is proved later. */
export async function referencesOf(steps: readonly Step[]): Promise<References> {
  const references = new Map<string, ListAnswer>()
  for (const step of steps) references.set(step.name, await step.ask('new'))
  return references
}

/** Asks one question after the other on one connection. */
export async function answersAlong(sequence: readonly Step[]): Promise<ListAnswer[]> {
  const answers: ListAnswer[] = []
  for (const step of sequence) answers.push(await step.ask('same'))
  return answers
}

/**
 * Compares the answers of a sequence with references.
 * @throws {Violation} if an answer differs and does so again while the reference stays
 */
export async function judgeSequence(
  sequence: readonly Step[],
  answers: readonly ListAnswer[],
  references: References,
): Promise<void> {
  const failures = sequence.flatMap((step, i) => {
    const reference = references.get(step.name)
    return reference && step.differs(reference, answers[i] as ListAnswer) ? [i] : []
  })
  for (const at of failures.slice(0, MOST_REPEATED)) await repeat(sequence, at, answers[at - 1])
  if (failures.length === 0) return
  const step = sequence[failures[0] as number] as Step
  const stays = step.differs(references.get(step.name) as ListAnswer, await referenceOf(step)) === undefined
  throw stays ? unrepeated(step) : drifted()
}

/** After this many differences that cannot be repeated, the list counts as changing. */
const MOST_REPEATED = 4
/** How many of the questions before a difference are repeated. */
const TAIL = 4

/** @throws {Violation} if the same questions give the same difference again, and the reference is what it was */
async function repeat(sequence: readonly Step[], at: number, before: ListAnswer | undefined): Promise<void> {
  const step = sequence[at] as Step
  const previous = sequence[at - 1]
  for (const tail of [sequence.slice(Math.max(0, at - 1), at), sequence.slice(Math.max(0, at - TAIL), at)]) {
    const [plain, after] = [await referenceOf(step), await answerAfter(tail, step)]
    const [plainAgain, afterAgain] = [await referenceOf(step), await answerAfter(tail, step)]
    const differs = step.differs(plain, after)
    if (differs === undefined || step.differs(plainAgain, afterAgain) === undefined) continue
    if (step.differs(plain, plainAgain) !== undefined || step.differs(after, afterAgain) !== undefined)
      continue
    throw new Violation(
      `the same answer to ${step.name}, whatever was asked before`,
      `another ${differs} after ${previous?.name ?? 'nothing'}`,
      [plainAgain.exchange, ...(before ? [before.exchange] : []), afterAgain.exchange],
    )
  }
}

async function answerAfter(tail: readonly Step[], step: Step): Promise<ListAnswer> {
  for (const one of tail) await one.ask('same')
  return step.ask('same')
}

export function drifted(): Undecided {
  return new Undecided('data-drift', 'the list changed while its answers were compared')
}

export function unrepeated({ name }: Step): Undecided {
  return new Undecided('data-drift', `the answer to ${name} differed, but not when it was repeated`)
}

/** Returns a sequence in which every step follows each step, itself included, exactly once. */
export function circuit<T>(steps: readonly T[]): T[] {
  const left = steps.map(() => steps.map((_, to) => to))
  const path = [0]
  const sequence: number[] = []
  while (path.length > 0) {
    const at = path.at(-1) as number
    const next = left[at]?.pop()
    if (next === undefined) sequence.push(path.pop() as number)
    else path.push(next)
  }
  return sequence.reverse().map((i) => steps[i] as T)
}
