import type { Profile } from '../../src/contract/profile.ts'
import { performance, turn } from '../../src/contract/real-globals.ts'
import type { Twin, TwinRequest } from '../../src/twin.ts'
import type { Question } from '../client/exchange.ts'
import { createChance, seedOf } from './chance.ts'
import type { Oracle } from './profile-fitter.ts'
import { keyOf, questionOf, type Stratum } from './questions.ts'
import { type Answer, answerOfTwin, type TargetData, twinRequest } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

interface OracleOptions {
  twin: Twin
  data: TargetData
  profile: Profile
  strata: readonly Stratum[]
  seed: number
  /** Returns the declared report that gets the bodies of a service that looks at a report before the body. */
  bodiesAt?(): string | undefined
  /** Whether a body that is accepted uses that report up. */
  isOneByOne?: boolean
  mayAskFurther?(isLast?: boolean): boolean
  /** Asks the target; undefined where there is no answer. */
  ask(asked: TwinQuestion): Promise<Answer | undefined>
}

/** Strata of what is wrong with a body, but for those that show what is judged before the report. */
const BODIES = /^(?:(?:aprovar|mensagem|payload|body|json|type|coding)\.(?!scalar$|early\.)|size\.body$)/

const OTHER_TYPE_STRATA = /^type\.(?!charset$)/

/**
 * A twin answers without a socket, so a fit would keep the event loop to itself: answers of the target would be read after
 * their time, and nobody could interrupt the run. A turn of this many milliseconds is not noticed.
 */
const LONGEST_TURN = 50

/** How often a question is drawn again in place of one that was drawn before. */
const TRIES = 6

/** Returns who is asked while a profile is fitted. The same question is asked of the target once. */
export function createOracle(options: OracleOptions): Oracle {
  const { twin, data, profile, strata, seed, bodiesAt, isOneByOne = false, ask, mayAskFurther } = options
  const worldOfBodies: TargetData = {
    ...data,
    unknownNumber: (shape) => bodiesAt?.() ?? data.unknownNumber(shape),
  }
  const answers = new Map<string, Promise<Answer | undefined>>()
  const requests = new WeakMap<Question, TwinRequest>()
  /** A twin knows a request again. */
  const requestOf = (question: Question): TwinRequest => {
    const request = requests.get(question) ?? twinRequest(question, data.baseUrl)
    requests.set(question, request)
    return request
  }
  let turnedAt = performance.now()
  const drawn = new Map<string, number>()
  const draw = (name: string): TwinQuestion | undefined => {
    const own = strata.filter((stratum) => stratum.name === name || stratum.name.startsWith(`${name}.`))
    if (own.length === 0) return undefined
    for (let i = 0; i < TRIES; i++) {
      const times = drawn.get(name) ?? 0
      drawn.set(name, times + 1)
      const stratum = own[times % own.length] as Stratum
      const chance = createChance(seedOf(seed, `${stratum.name} ${times}`))
      // Whether a type is judged before the report shows only at a report that does not exist.
      const isAtReport =
        BODIES.test(stratum.name) && !(OTHER_TYPE_STRATA.test(stratum.name) && times % 2 === 1)
      const ofBody = isAtReport ? worldOfBodies : data
      const asked = questionOf(stratum, chance, ofBody, profile)
      if (asked !== undefined && !answers.has(keyOf(asked))) return asked
    }
    return undefined
  }
  return {
    draw,
    isInTurn: (stratum) => isOneByOne && BODIES.test(stratum),
    ...(mayAskFurther && { mayAskFurther }),
    async twin(profile, { question }) {
      if (performance.now() - turnedAt > LONGEST_TURN) {
        await turn()
        turnedAt = performance.now()
      }
      const answer = await twin.ask(profile, requestOf(question))
      // Each question is asked of the data as they were read.
      if (question.method === 'POST' && answer.status === 200) await twin.restore()
      return { ...answerOfTwin(answer), situations: answer.situations }
    },
    target(asked) {
      const key = keyOf(asked)
      const known = answers.get(key)
      if (known !== undefined) return known
      const answer = ask(asked)
      answers.set(key, answer)
      return answer
    },
  }
}
