import { setImmediate } from 'node:timers/promises'
import { counted } from '../../src/contract/counted.ts'
import { type KnobName, knobNames, knobs } from '../../src/contract/knobs.ts'
import { defaultProfile, isSameChoice, type PartialProfile } from '../../src/contract/profile.ts'
import type { Risk } from '../client/exchange.ts'
import { riskWords } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { RiskRefused } from '../client/risk.ts'
import { type Experiment, type Seen, Unseen, type UnseenReason } from '../experiments/experiment.ts'
import { experiments } from '../experiments/index.ts'
import type { Redactor } from '../redaction/redact.ts'
import { findLack, lossOf, type Reason, reasonOf, steadily } from '../service/asking.ts'
import type { Service } from '../service/service.ts'
import type { Session } from '../service/session.ts'
import type { Learned } from '../twin/learn.ts'
import { keyOf } from '../twin/questions.ts'
import { type Circumstances, circumstancesOf, connect } from './connect.ts'
import { lazyRun, type Run } from './lazy-run.ts'
import { learnTables } from './learn-tables.ts'
import { type Measures, measure, measuredOf } from './measures.ts'
import { type Opening, open } from './opening.ts'
import { type ProbeOptions, type ProbeSettings, settleProbe } from './options.ts'
import type { KnobFinding, ProbeReport } from './probe-report.ts'
import { createRunState, type RunState } from './run-state.ts'

export type { ProbeOptions } from './options.ts'

/** Questions are drawn alike in each run, so that two probes of one service give one profile. */
const SEED = 1

export type ProbeRun = Run<KnobFinding, ProbeReport>

/**
 * Finds the choice of a service for each point that the interface leaves open. Each experiment runs twice, in sessions
 * that share nothing, and both must agree. Nothing is sent before the findings or the report are asked for.
 * @throws {ConformanceUsageError} for invalid options
 */
export function probe(options: ProbeOptions): ProbeRun {
  const settings = settleProbe(options)
  const state = createRunState()
  return lazyRun(knobNames.length, state, () => askForKnobs(settings, state))
}

/**
 * Returns the report of an interrupted probe: the findings so far, and why the other knobs are unknown.
 * @param state the state of the probe
 */
export function unfinishedProbe(
  options: ProbeOptions,
  state: RunState,
  findings: readonly KnobFinding[],
  { reason, detail }: Reason,
): ProbeReport {
  const settings = settleProbe(options)
  const isDone = new Set(findings.map(({ knob }) => knob))
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
  return reportOf([...findings, ...others], circumstancesOf(settings, 'probe', state))
}

async function* askForKnobs(
  settings: ProbeSettings,
  state: RunState,
): AsyncGenerator<KnobFinding, ProbeReport> {
  state.startedAt = new Date()
  const { target, redactor, circumstances, openSession, close } = connect(settings, 'probe', state)
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
    const isLost = opening.cause !== undefined || opening.end !== undefined
    const found = profileOf(findings)
    const [, session] = sessions
    const tables =
      isLost || settings.knobsOnly
        ? undefined
        : await learnTables({
            ...{ target, session, redactor, found, allowed: settings.risk, seed: SEED },
            baseUrl: settings.baseUrl,
          }).catch(unlessOurs)
    const learned = tables instanceof TargetFailure ? undefined : tables
    // What a target does not answer is not learned, and nothing else tells that it has stopped.
    const failure = learned ? await failureOf(session) : (tables as TargetFailure | undefined)
    const measures = isLost
      ? undefined
      : failure
        ? { warnings: [`the tables were not learned${learned ? ' completely' : ''}: ${failure.message}`] }
        : await measure({
            settings,
            target,
            session,
            redactor,
            found: { ...found, ...(learned && tablesOf(learned, findings)) },
            asked: new Set(learned?.evidence.map(({ asked }) => keyOf(asked.question))),
            assumed: learned?.assumed ?? [],
          })
    return reportOf(findings, circumstances(opening, sessions), { learned, failure, measures })
  } finally {
    await close()
  }
}

/** Returns why the target answers no more; undefined if it does. */
async function failureOf(session: Session): Promise<TargetFailure | undefined> {
  const answer = await session.as('dialect').again().catch(unlessOurs)
  return answer instanceof TargetFailure ? answer : undefined
}

/** A target that gives no answer is to blame itself. @throws any other error */
function unlessOurs(error: unknown): TargetFailure {
  if (error instanceof TargetFailure) return error
  throw error
}

/** What a probe did after the knobs, as far as it came. */
interface Beyond {
  learned?: Learned | undefined
  /** What ended the learning of the tables before its end. */
  failure?: TargetFailure | undefined
  measures?: Measures | undefined
}

function reportOf(
  found: readonly KnobFinding[],
  { heading, rootCause, warnings, requests, opening, redactor }: Circumstances,
  { learned, failure, measures: { likeness, fixture, warnings: others } = { warnings: [] } }: Beyond = {},
): ProbeReport {
  const findings = found
    // A finding may contain a person whom the redactor learned about only later, so it is redacted again.
    .map((finding) => redacted(finding, redactor))
    .sort((a, b) => knobNames.indexOf(a.knob) - knobNames.indexOf(b.knob))
  const measured = measuredOf(likeness)
  return {
    ...heading,
    profile: {
      ...profileOf(findings),
      ...(learned && tablesOf(learned, findings)),
      ...(learned && learned.assumed.length > 0 && { assumed: learned.assumed }),
      ...(measured && { measured }),
    },
    findings,
    ...judge(findings, opening, failure),
    ...(likeness && { likeness }),
    ...(fixture && { fixture }),
    rootCause,
    warnings: [...warnings, ...others, ...(learned ? leftOpen(learned) : [])],
    requests,
  }
}

/** Returns what the tables cannot say of the answers, one line each. */
function leftOpen({ unexplained, unlike, assumed }: Learned): string[] {
  const strata = [...new Set(unexplained.map(({ asked }) => asked.stratum))]
  return [
    ...(assumed.length > 0
      ? [
          `The answers showed nothing of ${assumed.join(', ')}: what the simulator does there is assumed. Declare a report with --report and --allow-writes.`,
        ]
      : []),
    ...(strata.length > 0 ? [`No choice of the tables explains answers about ${strata.join(', ')}.`] : []),
    // The names of fields are the target's, and may be anything.
    ...(unlike.length > 0
      ? [`No template can repeat ${counted(unlike.length, 'field')} of the answers.`]
      : []),
  ]
}

/** Returns the tables, and the choices that explain what no experiment could. */
function tablesOf({ profile }: Learned, findings: readonly KnobFinding[]): PartialProfile {
  const nearest = findings
    .filter(
      ({ knob, confidence }) =>
        confidence === 'unknown' && !isSameChoice(profile[knob], defaultProfile[knob]),
    )
    .map(({ knob }) => [knob, profile[knob]])
  const tables = Object.entries(profile.dialect).filter(([, table]) => Object.keys(table).length > 0)
  return {
    ...Object.fromEntries(nearest),
    ...(tables.length > 0 && { version: 2, dialect: Object.fromEntries(tables) }),
  }
}

function redacted(finding: KnobFinding, { ours }: Redactor): KnobFinding {
  const { evidence, settle } = finding
  return { ...finding, evidence: ours(evidence), settle: settle === null ? null : ours(settle) }
}

/** Decisions come after the lists, because they change them, and before bodies that may be recorded as decisions. */
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

/** Distinguishes a service that fails only on this request from a target that fails on a plain list, too. */
async function blame(error: unknown, service: Service): Promise<unknown> {
  if (!(error instanceof Unseen) || error.reason !== 'breaks') return error
  const { status } = await service.tryOut({})
  if (status === 200) return new Unseen('breaks', `${error.message}, but a plain list returns 200`)
  return new Unseen('target-failed', `${error.message}, and a plain list fails, too`)
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
    detail: `it needs ${riskWords[risk]} (${risk}), which this run does not send`,
    remedy: risk === 'w2' ? 'use --allow-writes' : 'remove --read-only',
  }
}

const REMEDIES: Partial<Record<UnseenReason, string>> = {
  'no-such-choice': 'set it by hand to the nearest choice',
  breaks: 'no choice fits: the simulator never fails like this',
  hidden: 'no action needed: this knob has no effect on this service',
  contradictory: 'probe again; if it happens again, two versions may share one address',
  'data-drift': 'probe again while nobody changes the data',
  'page-limit': 'raise --max-pages',
  deadline: 'raise --deadline',
  interrupted: 'probe again without interruption',
  'target-failed': 'probe again when the target answers',
  blocked: 'fix that first, then probe again',
  'branch-not-taken': 'set it by hand',
}

/** Returns the outcome of every knob if the target cannot be probed: nothing can be sent, or its list is not a list. */
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
  failure: TargetFailure | undefined,
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
  const reasons = [...findings.map(({ reason }) => reason), failure ? lossOf(failure) : null]
  if (reasons.includes('interrupted')) return { summary: `Interrupted: ${summary}`, exitCode: 130 }
  if (failure || reasons.some((reason) => reason !== null && LOSSES.includes(reason))) {
    return { summary: `The probe is incomplete: ${summary}`, exitCode: 4 }
  }
  const asked = findings.filter(
    ({ reason }) => !['not-allowed', 'not-declared', 'hidden'].includes(reason ?? ''),
  )
  const isEnough = asked.filter(({ confidence }) => confidence !== 'unknown').length * 2 >= asked.length
  return isEnough ? { summary, exitCode: 0 } : { summary: `Too little was learned: ${summary}`, exitCode: 3 }
}

const LOSSES: readonly UnseenReason[] = ['target-failed', 'rate-limited', 'deadline']
