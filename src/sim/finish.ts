import type { OutgoingHttpHeaders } from 'node:http'
import type { Profile } from '../contract/profile.ts'
import type { Frame } from '../contract/wording.ts'
import { type Answer, usualHeaders } from './answer.ts'
import { Refusal } from './refusal.ts'
import { type Asked, createWording } from './wording.ts'

/** Gives an answer the form that the tables of a profile describe. */
export type Finish = (answer: Answer, asked: Asked) => Answer

type Overrides = Readonly<Record<string, string | null>>

/** Those that the connection and the length of a body decide. */
const NOT_OURS = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date']

/** @returns undefined for a profile whose tables say nothing of the form of answers */
export function createFinish(profile: Profile): Finish | undefined {
  const { shape, refusals } = profile.dialect
  const { headers, refusalHeaders = headers } = shape
  const hasWords = Object.keys(refusals).length > 0
  if (!hasWords && refusalHeaders === undefined) return undefined

  const wordingOf = createWording(profile)
  const ofSuccess = withOverrides(headers)
  const ofRefusal = withOverrides(refusalHeaders)
  const ofFrame = new Map<Frame | undefined, OutgoingHttpHeaders>()
  for (const frame of Object.values(refusals.frames ?? {})) {
    ofFrame.set(frame, withOverrides(refusalHeaders, frame.headers))
  }
  const { 'content-type': _, ...ofNothing } = withOverrides(headers)

  return (answer, asked) => {
    if (answer instanceof Refusal) {
      const { status, body, frame } = wordingOf(answer, asked)
      return { status, body, why: answer.why, headers: ofFrame.get(frame) ?? ofRefusal, isWhole: true }
    }
    const own = answer.body === '' ? { ...ofNothing, ...answer.headers } : ofSuccess
    return { ...answer, headers: own, isWhole: true }
  }
}

function withOverrides(...overrides: readonly (Overrides | undefined)[]): OutgoingHttpHeaders {
  const headers: Record<string, string | null> = { ...usualHeaders }
  for (const [name, value] of overrides.flatMap((some) => Object.entries(some ?? {}))) {
    headers[name.toLowerCase()] = value
  }
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== null && !NOT_OURS.includes(name)),
  ) as OutgoingHttpHeaders
}
