import { STATUS_CODES } from 'node:http'
import { askable, type Example, type FaultName, faults } from '../../src/contract/faults.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import { jsonValue } from '../../src/contract/json-value.ts'
import { type Knob, knobs } from '../../src/contract/knobs.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../src/contract/profile.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import {
  type Seen,
  type SeenFault,
  type SeenHeaders,
  type SeenReading,
  typedFaults,
} from '../../src/contract/seen.ts'
import type { Slots } from '../../src/contract/slots.ts'
import type { Question } from '../client/exchange.ts'
import { urlOf } from '../client/request.ts'
import { RiskRefused } from '../client/risk.ts'
import { APPROVAL } from '../model/questions.ts'
import type { Answer, Interview } from './answer.ts'
import { compare } from './compare.ts'
import { type Numbers, questionOf } from './examples.ts'
import { type Lab, shownIn } from './experiment.ts'
import { headersBeside, toldHeaders, usualHeaders, withConstants } from './headers.ts'
import { legalLists, pagesOf } from './pages.ts'
import { recordedOf } from './recorded.ts'
import { type Refused, rulesOf } from './refusals.ts'
import { withoutNow } from './volatile.ts'

export interface Learned {
  /** Choices that had to be stricter than an experiment found, because a rule says the rest. */
  choices: PartialProfile
  seen: Seen
  /** What no rule explains, one line each. */
  findings: string[]
}

interface Asked {
  name: FaultName
  question: Question
  answer: Answer
}

export interface LearningOptions {
  lab: Lab
  /** A second interview, which shows what changes from one answer to the next. */
  again: Pick<Lab, 'interview' | 'numbers'>
  isKept: (text: string) => boolean
}

const ABOUT = 'seen'

/**
 * Learns what the knobs do not say: how each fault is told or ignored, and in which form a list, a decision and a dozen odd
 * requests are answered. The same questions go to the service as a function, which names the faults and what a text may repeat.
 */
export function learn(options: LearningOptions): Promise<Learned> {
  return new Learning(options).learned()
}

class Learning {
  readonly #lab: Lab
  readonly #again: LearningOptions['again']
  readonly #isKept: LearningOptions['isKept']
  readonly #findings: string[] = []
  #choices: PartialProfile = {}
  #rules: Record<string, SeenFault> = {}

  constructor({ lab, again, isKept }: LearningOptions) {
    // A body that is accepted moves nobody in the twin: nobody knows whose report it was.
    this.#lab = { ...lab, profile: { ...lab.profile, touchOnValidation: 'no' } }
    this.#again = again
    this.#isKept = isKept
  }

  async learned(): Promise<Learned> {
    const lists = legalLists(this.#lab)
    // Before a body that is accepted may change them.
    for (const question of lists) await this.#ask(this.#lab.interview, question)
    const examples = await this.#examples()
    await this.#settleKnobs(examples)
    await this.#treatAccepted(examples)
    const { profile } = this
    const isKept = this.#isKept
    const ask = (question: Question) => this.#ask(this.#lab.interview, question)
    const pages = await pagesOf({ lab: { ...this.#lab, profile }, ask, isKept }, lists)
    const seen: { -readonly [K in keyof Seen]: Seen[K] } = { ...pages.seen }
    const refused = await this.#refusals(examples, seen.headers)
    // The knobs alone may tell all faults as the target does.
    const isTold = (await this.#unlike(examples, { ...seen, faults: this.#rules })).length === 0
    const told = isTold ? { rules: {}, unlike: [] } : rulesOf(refused)
    if (told.unlike.length > 0)
      this.#findings.push(`No template can repeat all of the answers about ${told.unlike.join(', ')}.`)
    this.#rules = { ...kept(told.rules, isKept), ...this.#rules }
    if (Object.keys(this.#rules).length > 0) seen.faults = this.#rules
    const between = isTold ? undefined : await this.#between(seen)
    if (between !== undefined) seen.between = between
    const recorded = await recordedOf({ lab: { ...this.#lab, profile: this.#with(seen) }, ask, isKept })
    if (recorded.length > 0) seen.recorded = recorded
    const left = (await this.#unlike(examples, seen)).filter(({ name }) => name !== 'body.too-large')
    const names = new Set(left.map(({ name, point }) => `${name} (${point})`))
    if (names.size > 0) this.#findings.push(`No rule explains all answers about ${[...names].join(', ')}.`)
    const said = withConstants(seen, this.#lab.interview.headers, isKept)
    return { choices: this.#choices, seen: said, findings: [...pages.findings, ...this.#findings] }
  }

  get profile(): Profile {
    return this.#with({ faults: this.#rules })
  }

  #with(seen: Seen): Profile {
    return completeProfile(this.#lab.profile, this.#choices, { seen })
  }

  async #ask(interview: Interview, question: Question): Promise<Answer | undefined> {
    try {
      return await interview.ask(question, ABOUT)
    } catch (error) {
      // What the run may not send is not learned.
      if (error instanceof RiskRefused) return undefined
      throw error
    }
  }

  /** Asks the examples of each fault, and the first one twice. */
  async #examples(): Promise<Asked[]> {
    const all: Asked[] = []
    const add = async (name: FaultName, example: Example, interview: Interview, numbers: Numbers) => {
      const question = questionOf(example, this.#lab.data, numbers)
      const answer = question && (await this.#ask(interview, question))
      if (answer && answer.status !== 0) all.push({ name, question: question as Question, answer })
    }
    for (const name of askable) {
      const [first, ...others] = faults[name].ask ?? []
      // Another decision would move somebody in the list.
      const isDecision = name === 'report.decided' && this.#lab.profile.revalidation === 'allow'
      if (first === undefined || isDecision) continue
      for (const example of [first, ...others])
        await add(name, example, this.#lab.interview, this.#lab.numbers)
      if (others.length === 0 && name !== 'body.too-large')
        await add(name, first, this.#again.interview, this.#again.numbers)
    }
    return all
  }

  /** Makes a knob strict where the target does not do what the knob says: rules say the rest. */
  async #settleKnobs(examples: readonly Asked[]): Promise<void> {
    for (const { name, question, answer } of examples) {
      if ((await this.#faultOf(question)) !== undefined) continue
      const twin = await this.#lab.twin.ask(this.profile, question)
      if (kindOf(answer, question) !== 'refused' && !isOther(question, answer, twin, this.#lab.data.complete))
        continue
      for (const choice of choicesOfKnob(name)) {
        const own = { [faults[name].knob as string]: choice }
        const twin = await this.#lab.twin.ask(completeProfile(this.profile, own), question)
        if (twin.faults[0]?.name !== name || kindOf(twin, question) !== 'refused') continue
        this.#choices = { ...this.#choices, ...own }
        break
      }
    }
  }

  /** Returns what the core finds wrong; undefined if it refuses nothing. */
  async #faultOf(question: Question): Promise<FaultName | undefined> {
    const twin = await this.#lab.twin.ask(this.profile, question)
    return kindOf(twin, question) === 'refused' ? twin.faults[0]?.name : undefined
  }

  /** Finds what a target does with faults that it does not refuse, where no choice of a knob does the same. */
  async #treatAccepted(examples: readonly Asked[]): Promise<void> {
    for (const [name, all] of groupBy(examples, (one) => one.name)) {
      const accepted = all.filter(({ answer, question }) => kindOf(answer, question) !== 'refused')
      const open: Asked[] = []
      for (const one of accepted) if ((await this.#faultOf(one.question)) === name) open.push(one)
      if (open.length === 0 || name === 'body.too-large') continue
      // A rule says nothing of the type of a value.
      const isTyped = (typedFaults as readonly string[]).includes(name)
      const treatments = isTyped && accepted.length < all.length ? [] : treatmentsOf(name)
      let most = 0
      for (const rule of treatments) {
        const profile = this.#with({ faults: { ...this.#rules, [name]: rule } })
        let fits = 0
        for (const { question, answer } of open) {
          const twin = await this.#lab.twin.ask(profile, question)
          if (!isOther(question, answer, twin, this.#lab.data.complete)) fits++
        }
        if (fits > most) this.#rules[name] = rule
        most = Math.max(most, fits)
      }
      if (most < open.length) this.#findings.push(`No rule does what the target does at ${name}.`)
    }
  }

  /** Returns what both refuse, with what the core says of it. */
  async #refusals(examples: readonly Asked[], headers: SeenHeaders = usualHeaders): Promise<Refused[]> {
    const all: Refused[] = []
    for (const { name, question, answer } of examples) {
      if (kindOf(answer, question) === 'accepted' && !isUnknownReport(answer, question)) continue
      const twin = await this.#lab.twin.ask(this.profile, question)
      const { faults: found, slots } = twin
      const [fault, ...others] = found
      if (fault === undefined || kindOf(twin, question) !== kindOf(answer, question)) {
        if (answer.status >= 400 && name !== 'body.too-large')
          this.#findings.push(
            `${shownIn(question, this.#lab.service)} (${name}) is refused with ${answer.status}, and no knob says so.`,
          )
        continue
      }
      if (others.length > 0) continue
      const own = slotsOf(fault.slots, slots, answer, question)
      const { status, json, text } = answer
      all.push({
        name: fault.name,
        status,
        body: json === undefined ? text : withoutNow(json, dateNow(), Object.values(own)),
        headers: headersBeside(toldHeaders(answer), headers),
        slots: own,
      })
    }
    return all
  }

  /** Returns the examples that are not answered alike to the letter, each with the point that differs. */
  async #unlike(examples: readonly Asked[], seen: Seen): Promise<(Asked & { point: string })[]> {
    const profile = this.#with(seen)
    const all = []
    for (const one of examples) {
      const { letter } = compare(one.question, one.answer, await this.#lab.twin.ask(profile, one.question))
      if (letter) all.push({ ...one, point: letter.point })
    }
    return all
  }

  /** Finds whether one fault is told of several, or all, and what stands between their texts. */
  async #between(seen: Seen): Promise<string | undefined> {
    const { data, numbers, profile, twin } = this.#lab
    const refused: Pick<Asked, 'question' | 'answer'>[] = []
    for (const question of SEVERAL.flatMap((example) => questionOf(example, data, numbers) ?? [])) {
      const answer = await this.#ask(this.#lab.interview, question)
      if (answer && kindOf(answer, question) === 'refused') refused.push({ question, answer })
    }
    let best: { alike: number; faults: Profile['faults']; between?: string } | undefined
    for (const faults of [profile.faults, profile.faults === 'all' ? 'first' : 'all'] as const)
      for (const between of SEPARATORS) {
        const told = between === undefined ? {} : { between }
        const own = completeProfile(profile, this.#choices, { faults, seen: { ...seen, ...told } })
        let alike = 0
        for (const { question, answer } of refused) {
          const { behaves, letter } = compare(question, answer, await twin.ask(own, question))
          alike += behaves ? 0 : letter ? 1 : 10
        }
        if (alike > (best?.alike ?? -1)) best = { alike, faults, ...told }
      }
    if (best && best.faults !== profile.faults) this.#choices = { ...this.#choices, faults: best.faults }
    return best?.between
  }
}

/** Requests with several faults, and what may stand between the texts of faults. */
const SEVERAL: readonly Example[] = [
  { query: 'page=abc&rows=abc' },
  { body: '{}' },
  { body: '{"aprovar":7,"mensagem":"curta"}' },
]
const SEPARATORS = [undefined, ', ', '; ', '. ', ' ', ' | ', ',', '\n', ' e ', ' and ', ' / ']

/** Returns whether an answer refuses a request, as far as its status says; a decision on a report that nobody has is accepted as far as it goes. */
export function kindOf(answer: Answer, question: Question): 'refused' | 'accepted' | 'failed' {
  const { status } = answer
  if (status === 0 || status >= 500) return 'failed'
  if (status < 400) return 'accepted'
  return isUnknownReport(answer, question) ? 'accepted' : 'refused'
}

function isUnknownReport({ status }: Answer, { method, path, authorization }: Question): boolean {
  return (
    status === 404 &&
    method === 'POST' &&
    path.startsWith('/relatorios/validar/') &&
    authorization.value !== undefined
  )
}

/** Returns what the text of a refusal may repeat, as the service fills it in. */
function slotsOf(fault: Slots, others: Slots, { status }: Answer, question: Question): Slots {
  const { method, path, body } = question
  return {
    ...others,
    ...fault,
    status,
    reason: STATUS_CODES[status] ?? '',
    method,
    path,
    url: urlOf('', question),
    route: path.replace(/^\/|\/$/g, ''),
    sent: jsonValue(body ?? '') ?? body,
  }
}

/** A number that no list has pages or rows for, and a multiple of 25. */
const FAR = '9007199254740975'

/** Returns whether a twin behaves otherwise; what refuses is compared by who refuses. */
function isOther(question: Question, answer: Answer, twin: Answer, isWhole: boolean): boolean {
  const [one, other] = [kindOf(answer, question), kindOf(twin, question)]
  if (one !== other || one !== 'accepted' || question.method === 'POST' || !isWhole) return one !== other
  return compare(question, answer, twin).behaves !== undefined
}

/** What a deployment may do with a value that it does not refuse: leave it out, or read it as another one. */
function treatmentsOf(name: FaultName): SeenFault[] {
  const [prefix = '', kind] = name.split('.')
  if (prefix === 'aprovar') return [{ as: true }, { as: false }]
  if (prefix === 'mensagem') return [{ as: APPROVAL.mensagem }]
  if (['payload', 'type', 'token'].includes(prefix)) return ['ignore']
  if (prefix === 'report') return []
  const isRepeated = kind === 'repeated'
  const values = isRepeated
    ? ['{value:first}', '{value:last}', '{value:joined}']
    : ['{value:integer}', '{value:digits}', '{limit}', '{nearest}', '1', FAR]
  const choices = choicesOfKnob(name).map((choice): SeenReading => ({ choice }))
  const readings = [...choices, ...values.map((as): SeenReading => ({ as }))]
  const field = { page: 'atual', rows: 'linhas' }[prefix]
  const shown = [field ? { [field]: '{value:number}' } : { busca: '{value}' }]
  if (isRepeated) shown.push({ busca: '{value:last}' })
  return ['ignore', ...readings, ...shown.flatMap((shows) => readings.map((one) => ({ ...one, shows })))]
}

function choicesOfKnob(name: FaultName): readonly string[] {
  const knob: Knob | undefined = faults[name].knob && knobs[faults[name].knob]
  return knob?.kind === 'choice' ? knob.choices : []
}

function kept<T>(rules: Readonly<Record<string, T>>, isKept: (text: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => isKept(JSON.stringify(rule))))
}
