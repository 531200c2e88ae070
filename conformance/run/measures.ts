import { randomInt } from 'node:crypto'
import { counted } from '../../src/contract/counted.ts'
import {
  type BodyRow,
  completeProfile,
  type Measured,
  type PartialProfile,
} from '../../src/contract/profile.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { Session } from '../service/session.ts'
import { type FixtureLike, fixtureLike } from '../twin/fixture-like.ts'
import type { Share } from '../twin/likeness.ts'
import { createTwin, readTargetData } from '../twin/target-data.ts'
import { type Likeness, verify } from '../twin/verify.ts'
import type { ProbeSettings } from './options.ts'
import { describeBody, requestLine } from './record.ts'

/** What a probe does with a profile once it is learned: measure how alike it is, and make a fixture for it. */
export interface Measures {
  likeness?: Likeness
  fixture?: FixtureLike
  /** Why something of it is missing. */
  warnings: string[]
}

export interface MeasureOptions {
  settings: ProbeSettings
  target: Target
  session: Session
  redactor: Redactor
  /** What was learned, as a file would have it. */
  found: PartialProfile
  /** Keys of questions that the learning has used. */
  asked: ReadonlySet<string>
  /** What the target did not show. */
  assumed: readonly BodyRow[]
}

const SEEDS = 2 ** 31

/** Measures the likeness and makes the fixture, where the options ask for them. */
export async function measureLikeness(options: MeasureOptions): Promise<Measures> {
  const { settings } = options
  if (settings.verify === undefined && !settings.fixture) return { warnings: [] }
  try {
    return await measureTarget(options)
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    // The profile was learned before, and is not lost with it.
    return { warnings: [`the likeness was not measured: ${error.message}`] }
  }
}

async function measureTarget({
  settings,
  target,
  session,
  redactor,
  found,
  asked,
  assumed,
}: MeasureOptions): Promise<Measures> {
  // As a user starts it: what a file does not keep is not measured.
  const profile = completeProfile(JSON.parse(JSON.stringify(found)))
  // Decisions of this run may have moved persons.
  if (settings.allowWrites) session.forget()
  const data = { ...(await readTargetData(session.as('verify'), profile)), baseUrl: settings.baseUrl }
  const measures: Measures = { warnings: [] }
  if (!data.complete)
    measures.warnings.push(
      `only ${counted(data.people.length, 'person')} of the list ${data.people.length === 1 ? 'was' : 'were'} read: raise --max-pages`,
    )
  if (settings.fixture) measures.fixture = fixtureLike(data.people, randomInt(SEEDS), dateNow())
  if (settings.verify === undefined) return measures
  measures.likeness = await verify({
    target,
    twin: createTwin(data.dataset),
    data,
    profile,
    questions: settings.verify,
    // Questions that are the same in each run would soon be those that a profile was fitted to.
    seed: randomInt(SEEDS),
    redactor,
    concurrency: settings.concurrency,
    asked,
    assumed,
    isSteady: async () =>
      (await session.fingerprint('verify')) === (await session.freshFingerprint('verify')),
    show: {
      question: (question) => shown(question, redactor),
      answer: ({ json, text }) => describeBody({ json, text, size: Buffer.byteLength(text) }, redactor),
      text: redactor.theirs,
    },
  })
  return measures
}

/** How much of a body that was sent is shown. */
const BODY_SHOWN = 200

/** Returns a request with what makes it different from others: its credentials, its type and its body. */
function shown(question: Question, redactor: Redactor): string {
  const { method, authorization, contentType = 'no Content-Type', body } = question
  const { label } = authorization
  const parts = [
    requestLine(question, redactor),
    `with ${label === '' ? 'no token' : label}`,
    method === 'GET' ? '' : `as ${contentType}`,
    body === undefined ? '' : redactor.ours(body.slice(0, BODY_SHOWN)),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Returns what a profile says of a likeness; undefined if nothing was proved. */
export function measuredOf(likeness: Likeness | undefined): Measured | undefined {
  if (likeness === undefined || likeness.unmeasured !== null) return undefined
  const { at, questions, behaves, toTheLetter } = likeness
  return { at, questions, behaves: rounded(behaves), toTheLetter: rounded(toTheLetter) }
}

/** Rounds down, so that a profile never promises more than was measured. */
function rounded({ share, atLeast }: Share): NonNullable<Measured['behaves']> {
  const down = (value: number) => Math.floor(value * 10_000) / 10_000
  return { share: down(share), atLeast: down(atLeast) }
}
