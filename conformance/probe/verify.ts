import { randomInt } from 'node:crypto'
import { groupBy } from '../../src/contract/group-by.ts'
import type { Measured, Profile } from '../../src/contract/profile.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Question } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import { APPROVAL } from '../model/questions.ts'
import type { Redactor } from '../redaction/redact.ts'
import { describeBody, requestLine } from '../run/record.ts'
import type { Answer } from './answer.ts'
import { type Comparison, compare, type Difference } from './compare.ts'
import type { TargetData } from './data.ts'
import { decisionAt } from './examples.ts'
import type { Lab } from './experiment.ts'
import { type Share, shareOf } from './likeness.ts'
import { createChance, type Drawn, draw } from './questions.ts'
import { createTwin } from './twin.ts'

/** How alike a target and its twin answer, measured on questions that were drawn for it. */
export interface Likeness {
  /** ISO 8601. */
  at: string
  /** The seed of the questions. */
  seed: number
  /** What the shares are about. */
  covers: string
  /** Legal requests and those with one mistake, as clients send them on an ordinary day. */
  everyday: Alike
  /** Odd paths and methods. */
  oddities: Alike
  /** Questions which the target itself answered in two ways. They are not compared. */
  noise: { answers: number; share: number }
  /** Questions that were not compared because the list changed meanwhile. */
  moved: number
  /** Why nothing is proved; null if the shares hold. */
  unmeasured: string | null
  differences: readonly DifferenceKind[]
}

export interface Alike {
  questions: number
  behaves: Share
  toTheLetter: Share
}

/** A kind of difference, with one example without persons and credentials. */
export interface DifferenceKind {
  /** What was asked: `list`, the name of a fault … */
  about: string
  level: 'behaves' | 'letter'
  /** What differs: `status`, `persons`, `message`, `header cache-control` … */
  point: string
  count: number
  example: { request: string; target: string; twin: string }
}

interface VerifyOptions {
  lab: Lab
  target: Pick<Target, 'allows' | 'unknownNumber'>
  redactor: Redactor
  profile: Profile
  questions: number
  isSteady(): Promise<boolean>
}

/** Questions that are the same in each run would soon be those that a profile was fitted to. */
const SEEDS = 2 ** 31
const ABOUT = 'verify'
/** Above this share of noise, the likeness cannot be measured. */
const MOST_NOISE = 0.05

interface Compared extends Drawn {
  target: Answer
  twin: Answer
  comparison: Comparison
  isNoise: boolean
}

/** Asks a target, its twin and the target again, and tells how alike they are. */
export async function verify(options: VerifyOptions): Promise<Likeness> {
  const { target, profile, questions: count, redactor } = options
  const { data } = options.lab
  const seed = randomInt(SEEDS)
  // What is asked to draw questions must decide nothing in the twin that is compared.
  const own = { data, profile, target, twin: createTwin(data.dataset), chance: createChance(seed) }
  const drawn = await draw(count, own)
  // What may be accepted for a declared report changes the list.
  const isAtReport = ({ question }: Drawn) => data.reports.some((numero) => question.path.endsWith(numero))
  const all = await Promise.all(drawn.filter((one) => !isAtReport(one)).map((one) => ask(one, options, true)))
  // A list that changed is not the one that the twin was made of.
  const isSteady = !all.some(isAboutList) || (await options.isSteady())
  const last = [...drawn.filter(isAtReport), ...(target.allows('w2') ? decisionsOn(data) : [])]
  const decisions: Compared[] = []
  for (const one of last) decisions.push(await ask(one, options, false))
  const still = [...all.filter((one) => isSteady || !isAboutList(one)), ...decisions]
  const isKnown = (one: Compared) => data.complete || !isAboutList(one)
  const compared = still.filter((one) => !one.isNoise && isKnown(one))
  const noisy = still.filter(({ isNoise }) => isNoise).length
  const noise = { answers: noisy, share: still.length === 0 ? 0 : noisy / still.length }
  return {
    at: new Date(dateNow()).toISOString(),
    seed,
    covers: target.allows('w2')
      ? 'reads, refusals and decisions'
      : target.allows('w0')
        ? 'reads and refusals'
        : 'reads',
    everyday: alike(compared.filter(({ kind }) => kind === 'everyday')),
    oddities: alike(compared.filter(({ kind }) => kind === 'oddity')),
    noise,
    moved: all.length + decisions.length - still.length,
    unmeasured:
      noise.share > MOST_NOISE
        ? `the target gave two answers to one question in more than ${MOST_NOISE * 100} % of cases`
        : compared.length === 0
          ? 'no question was left to compare'
          : null,
    differences: kindsOf(compared, redactor),
  }
}

function alike(all: readonly Compared[]): Alike {
  const share = (level: keyof Comparison) =>
    shareOf(all.filter(({ comparison }) => comparison[level] === undefined).length, all.length)
  return { questions: all.length, behaves: share('behaves'), toTheLetter: share('letter') }
}

/** Decides the declared reports, in the order in which a client changes its mind. */
function decisionsOn({ reports, keys }: TargetData): Drawn[] {
  return reports.flatMap((numero) =>
    [true, false].map((aprovar): Drawn => {
      const question = decisionAt(keys.own, numero, { ...APPROVAL, aprovar })
      return { about: 'decision of a declared report', kind: 'everyday', question }
    }),
  )
}

function isAboutList({ question, target, twin }: Compared): boolean {
  return question.method === 'GET' && target.status === 200 && twin.status === 200
}

/** Asks the target, the twin, and the target again unless that would change something. */
async function ask(
  drawn: Drawn,
  { lab: { interview, twin }, profile }: VerifyOptions,
  isAskedAgain: boolean,
): Promise<Compared> {
  const { question } = drawn
  const own = await interview.again(question, ABOUT)
  const other = await twin.ask(profile, question)
  const comparison = compare(question, own, other)
  // Whoever answers as the twin does answered once as it should.
  const again = isAskedAgain && comparison.letter ? await interview.again(question, ABOUT) : own
  return {
    ...drawn,
    target: own,
    twin: other,
    comparison,
    isNoise: compare(question, own, again).letter !== undefined,
  }
}

/** Groups differences by what was asked and by what differs: those of behaviour first, then the most frequent. */
function kindsOf(all: readonly Compared[], redactor: Redactor): DifferenceKind[] {
  const different = all.filter(({ comparison }) => comparison.letter !== undefined)
  const groups = groupBy(different, ({ about, comparison }) => `${about} ${comparison.letter?.point}`)
  const kinds = Array.from(groups.values(), (group): DifferenceKind => {
    const [{ about, question, target, twin, comparison }] = group
    const letter = comparison.letter as Difference
    const example = {
      request: shownQuestion(question, redactor),
      target: shownAnswer(target, letter, 'target', redactor),
      twin: shownAnswer(twin, letter, 'twin', redactor),
    }
    const level = comparison.behaves === undefined ? 'letter' : 'behaves'
    return { about, level, point: redactor.theirs(letter.point), count: group.length, example }
  })
  return kinds.sort((a, b) => a.level.localeCompare(b.level) || b.count - a.count)
}

function shownQuestion(question: Question, redactor: Redactor): string {
  const { method, authorization, body = '', contentType } = question
  const form = method === 'GET' ? '' : ` as ${contentType} ${redactor.ours(body.slice(0, 200))}`
  return `${requestLine(question, redactor)} with ${authorization.label || 'no token'}${form}`.trim()
}

function shownAnswer(
  answer: Answer,
  { point, had }: Difference,
  whose: 'target' | 'twin',
  redactor: Redactor,
): string {
  const { status, json, text } = answer
  if (status === 0) return 'no answer'
  if (point.startsWith('header ') && had) return `${status}, ${point}: ${redactor.theirs(had[whose])}`
  const value = had === undefined || point === 'status' ? '' : `${point} ${had[whose]}: `
  return `${status} ${value}${describeBody({ json, text, size: Buffer.byteLength(text) }, redactor)}`
}

/** Returns what a profile says of a likeness, rounded down, so that it never promises more than was measured; undefined if nothing was proved. */
export function measuredOf(likeness: Likeness | undefined): Measured | undefined {
  if (likeness === undefined || likeness.unmeasured !== null) return undefined
  const down = (value: number) => Math.floor(value * 10_000) / 10_000
  const rounded = ({ share, atLeast }: Share) => ({ share: down(share), atLeast: down(atLeast) })
  const of = ({ questions, behaves, toTheLetter }: Alike) => ({
    questions,
    behaves: rounded(behaves),
    toTheLetter: rounded(toTheLetter),
  })
  return { at: likeness.at, everyday: of(likeness.everyday), oddities: of(likeness.oddities) }
}
