import type { IncomingMessage } from 'node:http'
import type { Profile } from '../contract/profile.ts'
import type { Why } from '../control/journal/entry.ts'
import type { Known } from '../operator/words.ts'
import type { LoggedAnswer } from '../server/access-log.ts'
import { whyOf } from '../service/why.ts'
import type { TokensThen, Worlds } from '../store/worlds.ts'

/** What is known of an exchange whose faults are explained. */
export interface Unexplained extends Pick<LoggedAnswer, 'request' | 'faults'> {
  /** What was known of tokens when it was answered; now by default. */
  tokens?: TokensThen
}

/** Says why an exchange went as it did, without the persons and tokens that are known. */
export type ExplainWhy = (exchange: Unexplained, known: Known) => readonly Why[]

export function createExplain(
  worlds: Worlds,
  start: Profile,
  profileOf: (request: IncomingMessage) => Profile,
): ExplainWhy {
  return ({ request, faults, tokens = worlds.tokens }, known) => {
    const profile = request === undefined ? start : profileOf(request)
    return whyOf(faults, { profile, request, tokens, known })
  }
}
