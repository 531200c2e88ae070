import { channel } from 'node:diagnostics_channel'
import type { Profile } from '../contract/profile.ts'
import { whenThere } from '../contract/soon.ts'
import type { Answer, Layer, Request } from './ask.ts'

/** An answer, and the profile whose document must describe it. */
export interface Announced {
  profile: Profile
  request: Request
  answer: Answer
}

/** The name of the channel of node:diagnostics_channel that has each answer. */
export const ANSWERS = 'pessoas-sim:answer'
const answers = channel(ANSWERS)

/**
 * Announces what is behind it to those who subscribed before it was made. Without any, it is not there at all. Quirks,
 * faults and layers of operators stand in front of it: what they break is not announced.
 */
export const announced =
  (profile: Profile): Layer =>
  (next) => {
    if (!answers.hasSubscribers) return next
    return (request) =>
      whenThere(next(request), (answer) => {
        answers.publish({ profile, request, answer } satisfies Announced)
        return answer
      })
  }
