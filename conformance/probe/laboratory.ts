import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import type { Target } from '../client/target.ts'
import { Undecided } from '../model/judgement.ts'
import type { Service } from '../model/service.ts'
import type { Redactor } from '../redaction/redact.ts'
import { Interview } from './answer.ts'
import { declaredData, readTargetData, type TargetData } from './data.ts'
import type { Numbers } from './examples.ts'
import type { Lab } from './experiment.ts'
import { createTwin, type Twin } from './twin.ts'

interface World {
  data: TargetData
  twin: Twin
}

/** What the experiments of a probe share: the list of the target, its twin, and what was found before. */
export class Laboratory {
  readonly target: Target
  readonly redactor: Redactor
  readonly services: readonly [Service, Service]
  readonly #interviews: readonly [Interview, Interview]
  readonly #numbers: readonly [Omit<Numbers, 'bodies'>, Omit<Numbers, 'bodies'>]
  #world: Promise<World> | undefined
  #decided = 0
  #found: PartialProfile = {}

  /** @param services they share nothing but what the twin is made of */
  constructor(target: Target, redactor: Redactor, services: readonly [Service, Service]) {
    this.target = target
    this.redactor = redactor
    this.services = services
    const first = new Interview(target, redactor)
    this.#interviews = [first, new Interview(target, redactor, first)]
    const numbers = () => ({ unknown: target.unknownNumber(), shapeless: target.unknownNumber('other') })
    this.#numbers = [numbers(), numbers()]
  }

  add(found: PartialProfile): void {
    this.#found = { ...this.#found, ...found }
  }

  /**
   * @param turn which service asks
   * @param isFirst whether it asks before the list is read
   */
  async lab(turn: 0 | 1, about: string, isFirst = false): Promise<Lab> {
    const service = this.services[turn].as(about)
    const { data, twin } = isFirst ? { data: declaredData(service), twin: nobody } : await this.#shared(about)
    const profile = completeProfile(this.#withToken(this.#found, data))
    const numbers = this.#numbers[turn]
    const decided = () => this.#decisions().map(({ numero }) => numero)
    const canDecide = this.target.allows('w2')
    return {
      ...{ interview: this.#interviews[turn], service, data, twin, profile },
      numbers: {
        ...numbers,
        /** Where the report is judged first, only one that exists shows what is wrong with a body. */
        get bodies() {
          if (profile.reportFirst === 'no') return numbers.unknown
          if (!canDecide) return undefined
          const known = decided()
          return data.reports.find((numero) => !known.includes(numero)) ?? data.reports.at(-1)
        },
        get decided() {
          return decided()[0]
        },
      },
    }
  }

  /** Forgets what was answered before, because the list has changed. */
  forget(turn: 0 | 1): void {
    this.#interviews[turn].forget()
  }

  /** Returns what the learning asks with, and the list as it is after the decisions of the experiments. */
  async forLearning(found: PartialProfile, isFresh = false): Promise<{ lab: Lab; again: Lab }> {
    this.#found = found
    if (isFresh || this.#decisions().length !== this.#decided) this.#world = undefined
    return { lab: await this.lab(0, 'seen'), again: await this.lab(1, 'seen') }
  }

  #decisions() {
    return this.#interviews.flatMap(({ decisions }) =>
      decisions.filter(({ answer }) => answer.status === 200),
    )
  }

  #shared(about: string): Promise<World> {
    this.#world ??= (async () => {
      const decided = this.#decisions()
      this.#decided = decided.length
      const bodies = new Map(decided.map(({ numero, body }) => [numero, body] as const))
      // What was read before the decisions is no longer so.
      for (const one of [...this.services, ...this.#interviews]) one.forget()
      const service = this.services[0].as(about)
      const data = await steadily(service, () => readTargetData(service, bodies))
      return { data, twin: createTwin(data.dataset) }
    })()
    this.#world.catch(() => {
      this.#world = undefined
    })
    return this.#world
  }

  /** Where no choice was found, the twin takes the token as the operator gave it: with Bearer before it, or as it is. */
  #withToken(found: PartialProfile, { keys }: TargetData): PartialProfile {
    const hasWord = /^Bearer +\S/i.test(keys.own.value ?? '')
    return found.authorization === undefined && hasWord ? { ...found, authorization: 'either' } : found
  }
}

/** Stands for the twin of a list that was not read yet. */
const nobody: Twin = { ask: () => Promise.reject(new TypeError('The list was not read yet.')) }

/**
 * Does work that compares several lists, and does it once more if the list has changed.
 * @throws {Undecided} if it has changed again
 */
export async function steadily<T>(service: Service, work: () => Promise<T>, forget = () => {}): Promise<T> {
  for (const _ of ['first', 'again']) {
    const [outcome] = await Promise.allSettled([service.world().then(work)])
    if (!(await service.hasMoved())) {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value
    }
    service.forget()
    forget()
  }
  throw new Undecided('data-drift', 'the list changed during both attempts to read it')
}
