import type { Dataset } from '../../src/contract/dataset.ts'
import type { Fault } from '../../src/contract/faults.ts'
import { jsonValue } from '../../src/contract/json-value.ts'
import { completeProfile, type Profile } from '../../src/contract/profile.ts'
import type { Slots } from '../../src/contract/slots.ts'
import type { Ask, Request } from '../../src/service/ask.ts'
import { wholeOf } from '../../src/service/body.ts'
import { BODY_LIMIT } from '../../src/service/decision.ts'
import { overlay } from '../../src/service/overlay.ts'
import { createService } from '../../src/service/service.ts'
import { worldOf } from '../../src/world/in-memory.ts'
import { TEXT_KEPT } from '../client/body.ts'
import type { Question } from '../client/exchange.ts'
import { headersOf, urlOf } from '../client/request.ts'
import type { Answer } from './answer.ts'
import { usualHeaders } from './headers.ts'

/** What the service would answer, and what it found wrong before anything worded it. */
export interface TwinAnswer extends Answer {
  faults: readonly Fault[]
  slots: Slots
}

/** The service as a function, over the persons of a target. */
export interface Twin {
  /** Answers as the service would under a profile, which must not change later. */
  ask(profile: Profile, question: Question): Promise<TwinAnswer>
}

const NOWHERE = 'http://localhost'

export function createTwin(dataset: Dataset): Twin {
  const store = worldOf(dataset)
  const services = new WeakMap<Profile, Ask>()
  const serviceOf = (profile: Profile): Ask => {
    const known = services.get(profile)
    if (known) return known
    const core = createService(store, profile)
    const own = overlay(profile.seen, (choices) => createService(store, completeProfile(profile, choices)))(
      core,
    )
    services.set(profile, own)
    return own
  }
  return {
    async ask(profile, question) {
      const answer = await serviceOf(profile)(requestOf(question))
      const { status, headers = usualHeaders, body, faults = [] } = answer
      const text =
        question.method === 'HEAD' || status === 204 ? '' : Buffer.from(wholeOf(body), 'latin1').toString()
      const json = jsonValue(text)
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), headerText(value)])
      return {
        status,
        headers: Object.fromEntries(lower),
        json,
        text: json === undefined ? Buffer.from(text).toString('utf8', 0, TEXT_KEPT) : '',
        faults,
        slots: answer.slots?.() ?? {},
      }
    },
  }
}

const headerText = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value))

function requestOf(question: Question): Request {
  const { body } = question
  const headers = Object.entries(headersOf(question, 'pessoas-sim (twin)'))
  return {
    method: question.method,
    url: urlOf(NOWHERE, question).slice(NOWHERE.length),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: body === undefined ? undefined : body.length > BODY_LIMIT ? 'too-large' : Buffer.from(body),
  }
}
