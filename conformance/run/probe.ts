import { counted } from '../../src/contract/counted.ts'
import { knobNames, knobs } from '../../src/contract/knobs.ts'
import { defaultProfile, isSameChoice, type PartialProfile } from '../../src/contract/profile.ts'
import { dateNow, turn } from '../../src/contract/real-globals.ts'
import { TargetFailure } from '../client/failure.ts'
import type { UnseenReason } from '../experiments/experiment.ts'
import type { Redactor } from '../redaction/redact.ts'
import { lossOf, type Reason } from '../service/reasons.ts'
import type { Session } from '../service/session.ts'
import type { Learned } from '../twin/learn.ts'
import { keyOf } from '../twin/questions.ts'
import { askKnob, inOrderOfRisk, lostToAll, REMEDIES } from './ask-knob.ts'
import { type Circumstances, circumstancesOf, connect } from './connect.ts'
import { lazyRun, type Run } from './lazy-run.ts'
import { learnTables } from './learn-tables.ts'
import { type Measures, measuredOf, measureLikeness } from './measures.ts'
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
  state.startedAt = new Date(dateNow())
  const { target, redactor, circumstances, openSession, close } = connect(settings, 'probe', state)
  const sessions = [openSession(), openSession()] as const
  try {
    const opening = await open(target, sessions[0], redactor, settings.baseUrl)
    const findings: KnobFinding[] = []
    for (const knob of inOrderOfRisk()) {
      const before = target.counts.sent
      const seen = lostToAll(opening) ?? (await askKnob(knob, sessions))
      const requests = target.counts.sent - before
      const finding = redacted({ knob, clause: knobs[knob].clause, ...seen, requests }, redactor)
      await turn()
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
        : await measureLikeness({
            settings,
            target,
            session,
            redactor,
            found: { ...found, ...(learned && tablesOf(learned, findings)) },
            asked: new Set(learned?.evidence.map(({ asked }) => keyOf(asked))),
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
