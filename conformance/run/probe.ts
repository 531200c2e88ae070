import { setImmediate } from 'node:timers/promises'
import { type KnobName, knobNames, knobs } from '../../src/contract/knobs.ts'
import { isSameChoice, type PartialProfile } from '../../src/contract/profile.ts'
import type { Risk } from '../client/exchange.ts'
import { riskWords } from '../client/exchange.ts'
import { RiskRefused } from '../client/target.ts'
import { type Experiment, type Seen, Unseen, type UnseenReason } from '../experiments/experiment.ts'
import { experiments } from '../experiments/index.ts'
import type { Redactor } from '../redaction/redact.ts'
import { findLack, type Reason, reasonOf, steadily } from '../service/asking.ts'
import { record } from '../service/lists.ts'
import type { Service, Session } from '../service/service.ts'
import { type Connection, connect } from './connect.ts'
import { lazyRun, type Run } from './lazy-run.ts'
import { type Cause, causeOfEnd, type Opening, open } from './opening.ts'
import { type RunOptions, type RunSettings, settleProbe } from './options.ts'
import type { Change, KnobFinding, ProbeReport } from './probe-report.ts'
import { createRunState, type RunState } from './run-state.ts'
import { warningsOfTarget } from './target-warnings.ts'

export type ProbeOptions = Omit<RunOptions, 'otherToken' | 'disabledToken'>
export type ProbeRun = Run<KnobFinding, ProbeReport>

/**
 * Asks a service which choice it has made for each point that the interface leaves open. Each experiment is made
 * twice, by views of the service that share nothing, and must agree with itself. Nothing is sent before the findings
 * or the report are asked for.
 * @throws {ConformanceUsageError} for options that cannot be understood
 */
export function probe(options: ProbeOptions): ProbeRun {
  const settings = settleProbe(options)
  const state = createRunState()
  return lazyRun(knobNames.length, state, () => askForKnobs(settings, state))
}

/**
 * The report of a probe that was ended from outside: what was learned until then, and why nothing else was.
 * @param state of the probe, and its findings until then
 */
export function unfinishedProbe(
  options: ProbeOptions,
  state: RunState,
  findings: readonly KnobFinding[],
  { reason, detail }: Reason,
): ProbeReport {
  const settings = settleProbe(options)
  const isDone = new Set(findings.map(({ knob }) => knob))
  const { requests } = state
  const { heading, redactor, close } = connect(settings, ['probe', 'knob'], state)
  void close()
  const nothing = { choice: null, confidence: 'unknown', evidence: detail, requests: 0 } as const
  const others = knobNames
    .filter((knob) => !isDone.has(knob))
    .map((knob) => ({
      knob,
      clause: knobs[knob].clause,
      ...nothing,
      reason,
      settle: REMEDIES[reason] ?? null,
    }))
  const nothingKnown = { opening: {}, lost: undefined, warnings: [] }
  const circumstances = { heading: heading(), redactor, requests, ...nothingKnown }
  return reportOf([...findings, ...others], settings, circumstances)
}

async function* askForKnobs(
  settings: RunSettings,
  state: RunState,
): AsyncGenerator<KnobFinding, ProbeReport> {
  state.startedAt = new Date()
  const { target, redactor, heading, openSession, close } = connect(settings, ['probe', 'knob'], state)
  const sessions = [openSession(), openSession()] as const
  try {
    const opening = await open(target, sessions[0], redactor, settings.baseUrl)
    const findings: KnobFinding[] = []
    for (const knob of inOrderOfRisk()) {
      const before = target.counts.sent
      const seen = lostToAll(opening) ?? (await ask(knob, sessions))
      const requests = target.counts.sent - before
      const finding = redacted({ knob, clause: knobs[knob].clause, ...seen, requests }, redactor)
      await setImmediate()
      findings.push(finding)
      yield finding
    }
    return reportOf(findings, settings, {
      heading: heading(),
      redactor,
      requests: target.counts,
      opening,
      lost: causeOfEnd(target, redactor),
      warnings: warningsOfTarget(target, sessions),
    })
  } finally {
    await close()
  }
}

/** What a report is made of beside its findings. */
interface Circumstances {
  heading: ReturnType<Connection['heading']>
  redactor: Redactor
  requests: ProbeReport['requests']
  opening: Opening
  /** What ended the probe before all was asked. */
  lost: Cause | undefined
  /** What was learned of the target that whoever reads the report should know. */
  warnings: readonly string[]
}

function reportOf(
  found: readonly KnobFinding[],
  settings: RunSettings,
  { heading, redactor, requests, opening, lost, warnings }: Circumstances,
): ProbeReport {
  const cause = opening.cause ?? lost
  const findings = found
    // Whoever became known after it was written is taken out of it, too.
    .map((finding) => redacted(finding, redactor))
    .sort((a, b) => knobNames.indexOf(a.knob) - knobNames.indexOf(b.knob))
  return {
    ...heading,
    profile: profileOf(findings),
    findings,
    ...judge(findings, opening),
    rootCause: cause === undefined ? null : redactor.ours(cause.says),
    warnings: [...settings.warnings, ...warnings.map(redactor.ours)],
    requests,
  }
}

function redacted(finding: KnobFinding, { ours }: Redactor): KnobFinding {
  const { evidence, settle } = finding
  return { ...finding, evidence: ours(evidence), settle: settle === null ? null : ours(settle) }
}

/** What decides reports comes after the lists, which it changes, and before bodies that may have to be decisions. */
function inOrderOfRisk(): KnobName[] {
  const order: readonly Risk[] = ['r', 'w2', 'w0']
  return [...knobNames].sort(
    (a, b) => order.indexOf(experiments[a].risk) - order.indexOf(experiments[b].risk),
  )
}

type Outcome = Pick<KnobFinding, 'choice' | 'confidence' | 'evidence' | 'reason' | 'settle'>

async function ask(knob: KnobName, sessions: readonly Session[]): Promise<Outcome> {
  const experiment = experiments[knob] as Experiment<KnobName>
  try {
    const seen: Seen<unknown>[] = []
    for (const session of experiment.once ? sessions.slice(0, 1) : sessions) {
      const service = session.as(knob)
      const lack = await findLack(experiment.needs, session, service)
      if (lack) throw new Unseen(lack.reason, lack.detail, lack.remedy)
      const work = () => experiment.ask(service)
      seen.push(await (experiment.steady ? steadily(knob, session, work) : work()))
    }
    const [first, second = first] = seen as [Seen<never>, Seen<never>?]
    if (!isSameChoice(first.choice, second.choice)) {
      throw new Unseen('contradictory', `first ${first.evidence}; then ${second.evidence}`)
    }
    const { choice, evidence } = second
    const doubt = first.doubt ?? second.doubt
    if (doubt !== undefined)
      return { choice, confidence: 'likely', evidence, reason: null, settle: `check by hand: ${doubt}` }
    return { choice, confidence: 'certain', evidence, reason: null, settle: null }
  } catch (error) {
    const cause = await blame(error, (sessions[0] as Session).as(knob)).catch((failure: unknown) => failure)
    return unknown(cause, knob)
  }
}

/** A service that answers a plain list breaks on what was asked; one that does not is a target that fails. */
async function blame(error: unknown, service: Service): Promise<unknown> {
  if (!(error instanceof Unseen) || error.reason !== 'breaks') return error
  const { status } = await service.tryOut({})
  if (status === 200) return new Unseen('breaks', `${error.message}, and a plain list 200`)
  return new Unseen('target-failed', `${error.message}, and so does a plain list`)
}

function unknown(error: unknown, knob: KnobName): Outcome {
  const { reason, detail, remedy } = whyUnseen(error, knob)
  const settle = remedy ?? REMEDIES[reason] ?? null
  return { choice: null, confidence: 'unknown', evidence: detail, reason, settle }
}

function whyUnseen(
  error: unknown,
  knob: KnobName,
): { reason: UnseenReason; detail: string; remedy?: string | undefined } {
  if (error instanceof Unseen) return { reason: error.reason, detail: error.message, remedy: error.remedy }
  if (!(error instanceof RiskRefused)) return reasonOf(error)
  const { risk } = experiments[knob]
  return {
    reason: 'not-allowed',
    detail: `it takes ${riskWords[risk]} (${risk}), which this run does not send`,
    remedy: risk === 'w2' ? 'give --allow-writes' : 'leave out --read-only',
  }
}

const REMEDIES: Partial<Record<UnseenReason, string>> = {
  'no-such-choice': 'set it by hand to what comes nearest',
  breaks: 'nothing sets it: the simulator does not break',
  hidden: 'no action needed: this knob has no effect on this service',
  contradictory: 'probe again; if it stays so, there may be two versions behind one address',
  'data-drift': 'probe while nobody writes',
  'page-limit': 'raise --max-pages',
  deadline: 'raise --deadline',
  interrupted: 'probe again, to the end',
  'target-failed': 'probe again when it answers',
  blocked: 'mend that first, then probe again',
  'branch-not-taken': 'set it by hand',
}

/** What keeps every knob from being seen, be it that the target is not asked further or that its list is none. */
function lostToAll({ cause, end }: Opening): Outcome | undefined {
  const reason = end?.reason ?? (cause && 'blocked')
  if (reason === undefined) return undefined
  const evidence = end?.detail ?? (cause?.says as string)
  return { choice: null, confidence: 'unknown', evidence, reason, settle: REMEDIES[reason] ?? null }
}

function profileOf(findings: readonly KnobFinding[]): PartialProfile {
  const known = findings.filter(({ confidence }) => confidence !== 'unknown')
  return Object.fromEntries(known.map(({ knob, choice }) => [knob, choice]))
}

function judge(
  findings: readonly KnobFinding[],
  { cause }: Opening,
): Pick<ProbeReport, 'summary' | 'exitCode'> {
  if (cause) return { summary: `Nothing was learned: ${cause.label}.`, exitCode: 4 }
  const number = (confidence: KnobFinding['confidence']) =>
    findings.filter((finding) => finding.confidence === confidence).length
  const hidden = findings.filter(({ reason }) => reason === 'hidden').length
  const known = number('certain') + number('likely')
  const figures = [
    `${known} of ${findings.length} knobs learned${number('likely') > 0 ? ` (${number('likely')} only likely)` : ''}`,
    `${hidden} without effect here`,
    `${number('unknown') - hidden} unknown`,
  ]
  const summary = `${figures.join(', ')}.`
  if (findings.some(({ reason }) => reason === 'interrupted'))
    return { summary: `Interrupted: ${summary}`, exitCode: 130 }
  if (findings.some(({ reason }) => reason !== null && LOSSES.includes(reason))) {
    return { summary: `Not everything could be asked: ${summary}`, exitCode: 4 }
  }
  const asked = findings.filter(
    ({ reason }) => !['not-allowed', 'not-declared', 'hidden'].includes(reason ?? ''),
  )
  const isEnough = asked.filter(({ confidence }) => confidence !== 'unknown').length * 2 >= asked.length
  return isEnough ? { summary, exitCode: 0 } : { summary: `Too little was learned: ${summary}`, exitCode: 3 }
}

const LOSSES: readonly UnseenReason[] = ['target-failed', 'rate-limited', 'deadline']

/** What a service does where it makes none of the choices. */
const OTHER_WAYS: readonly UnseenReason[] = ['no-such-choice', 'breaks', 'contradictory']

/** Returns the knobs that both the profile and the probe know, and in which they differ. */
export function changesSince(
  saved: PartialProfile,
  { profile, findings }: Pick<ProbeReport, 'profile' | 'findings'>,
): Change[] {
  return knobNames.flatMap((knob): Change[] => {
    const finding = findings.find((one) => one.knob === knob)
    const known = saved[knob]
    // What is none of the choices any more has changed as loudly as can be.
    if (known !== undefined && finding?.reason && OTHER_WAYS.includes(finding.reason)) {
      return [{ knob, was: known, is: null, evidence: finding.evidence }]
    }
    const [was, is] = inCommon(saved[knob], profile[knob])
    if (was === undefined || is === undefined || isSameChoice(was, is)) return []
    return [{ knob, was, is }]
  })
}

/** Of texts, those that both know. */
function inCommon<T>(a: T, b: T): [T, T] {
  const [one, other] = [record(a), record(b)]
  if (!one || !other) return [a, b]
  const names = Object.keys(one).filter((name) => name in other)
  const only = (texts: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, texts[name]])) as T
  return [only(one), only(other)]
}
