import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import type { Target } from '../client/target.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { Session } from '../service/session.ts'
import { Interview } from './answer.ts'
import { readTargetData, type TargetData } from './data.ts'
import type { Numbers } from './examples.ts'
import type { Lab } from './experiment.ts'
import { createTwin, type Twin } from './twin.ts'

interface Parts {
  target: Target
  redactor: Redactor
  /** They share nothing but what the twin is made of. */
  sessions: readonly [Session, Session]
}

/** What the experiments of a probe share: the list of the target, its twin, and what was found before. */
export class Laboratory {
  readonly target: Target
  readonly redactor: Redactor
  readonly sessions: readonly [Session, Session]
  readonly #interviews: readonly [Interview, Interview]
  readonly #numbers: readonly [Numbers, Numbers]
  #world: Promise<{ data: TargetData; twin: Twin }> | undefined
  /** How many decisions the world knows. */
  #decided = 0
  #found: PartialProfile = {}

  constructor({ target, redactor, sessions }: Parts) {
    this.target = target
    this.redactor = redactor
    this.sessions = sessions
    const numbers = (): Numbers => {
      const unknown = target.unknownNumber()
      return { unknown, shapeless: target.unknownNumber('other'), bodies: unknown }
    }
    this.#interviews = [new Interview(target, redactor), new Interview(target, redactor)]
    this.#numbers = [numbers(), numbers()]
  }

  /** Adds a choice that later experiments build on. */
  add(found: PartialProfile): void {
    this.#found = { ...this.#found, ...found }
  }

  /** @param turn which session asks */
  async lab(turn: 0 | 1, about: string): Promise<Lab> {
    const { data, twin } = await this.#shared(about)
    const profile = completeProfile(this.#withToken(this.#found, data))
    // Where the report is judged first, only one that exists shows what is wrong with a body.
    const numbers = this.#numbers[turn]
    const isAtReport = profile.reportFirst === 'yes'
    const bodies = isAtReport ? (this.target.allows('w2') ? data.reports[0] : undefined) : numbers.unknown
    const service = this.sessions[turn].as(about)
    return { interview: this.#interviews[turn], service, data, twin, profile, numbers: { ...numbers, bodies } }
  }

  /** Forgets what was answered before, because the list has changed. */
  forget(turn: 0 | 1): void {
    this.#interviews[turn].forget()
  }

  /** Returns what the learning asks with: the choices that were found, and the list as it is after the decisions of the experiments. */
  async forLearning(found: PartialProfile, isFresh = false): Promise<{ lab: Lab; again: { interview: Interview; numbers: Numbers } }> {
    this.#found = found
    const decided = this.#decisions().length
    if (isFresh || decided !== this.#decided) {
      for (const session of this.sessions) session.forget()
      for (const interview of this.#interviews) interview.forget()
      this.#world = undefined
    }
    const [lab, { numbers }] = [await this.lab(0, 'seen'), await this.lab(1, 'seen')]
    const last = this.#decisions().at(-1)?.numero
    const own = { ...lab, numbers: { ...lab.numbers, decided: last } }
    return { lab: own, again: { interview: this.#interviews[1], numbers: { ...numbers, decided: last } } }
  }

  #decisions() {
    return this.#interviews.flatMap(({ decisions }) => decisions.filter(({ answer }) => answer.status === 200))
  }

  #shared(about: string): Promise<{ data: TargetData; twin: Twin }> {
    this.#world ??= (async () => {
      const decided = this.#decisions()
      this.#decided = decided.length
      const bodies = new Map(decided.map(({ numero, body }) => [numero, body] as const))
      const data = await readTargetData(this.sessions[0].as(about), bodies)
      return { data, twin: createTwin(data.dataset) }
    })()
    this.#world.catch(() => {
      this.#world = undefined
    })
    return this.#world
  }

  /** Where no choice was found, the twin takes the token as the operator gave it: with a word before it or without. */
  #withToken(found: PartialProfile, { keys }: TargetData): PartialProfile {
    const hasWord = /^\S+ +\S/.test(keys.own.value ?? '')
    return found.authorization === undefined && hasWord ? { ...found, authorization: 'either' } : found
  }
}
