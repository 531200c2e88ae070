import { randomInt } from 'node:crypto'
import { counted } from '../../src/contract/counted.ts'
import { type KnobName, knobNames, knobs } from '../../src/contract/knobs.ts'
import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { dateNow, turn } from '../../src/contract/real-globals.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Redactor } from '../redaction/redact.ts'
import { type Connection, connect } from '../run/connect.ts'
import { lazyRun, type Run } from '../run/lazy-run.ts'
import { type Opening, open } from '../run/opening.ts'
import { type ProbeOptions, type ProbeSettings, settleProbe } from '../run/options.ts'
import { lossOf } from '../run/reasons.ts'
import { askKnob, knobsInOrder, lostToAll } from './ask-knob.ts'
import type { UnseenReason } from './experiment.ts'
import { fixtureLike } from './fixture-like.ts'
import { isKeepable } from './keepable.ts'
import { Laboratory } from './laboratory.ts'
import { type Learned, learn } from './learn.ts'
import type { FixtureLike, KnobFinding, ProbeReport } from './report.ts'
import { type Likeness, measuredOf, verify } from './verify.ts'

export type { ProbeOptions } from '../run/options.ts'

export type ProbeRun = Run<KnobFinding, ProbeReport>

/**
 * Finds the choice of a service for each point that the interface leaves open, and how it tells what is wrong. Each
 * experiment runs twice, in sessions that share nothing, and both must agree. Nothing is sent before the findings or the
 * report are asked for.
 * @throws {ConformanceUsageError} for invalid options
 */
export function probe(options: ProbeOptions): ProbeRun {
  const settings = settleProbe(options)
  return lazyRun(knobNames.length, () => ask(settings))
}

async function* ask(settings: ProbeSettings): AsyncGenerator<KnobFinding, ProbeReport> {
  const connection = connect(settings, 'probe')
  const { target, redactor, service, anotherService } = connection
  const services = [service, anotherService()] as const
  try {
    const opening = await open(connection, settings.baseUrl)
    const laboratory = new Laboratory(target, redactor, services)
    const findings: KnobFinding[] = []
    for (const knob of knobsInOrder) {
      const before = target.counts.sent
      const seen = lostToAll(opening) ?? (await askKnob(knob, laboratory))
      const requests = target.counts.sent - before
      const finding = redacted({ knob, clause: knobs[knob].clause, ...seen, requests }, redactor)
      await turn()
      findings.push(finding)
      yield finding
    }
    const beyond: Beyond = { warnings: [] }
    if (opening.cause === undefined && opening.end === undefined) {
      const found = profileOf(findings)
      try {
        if (!settings.knobsOnly) {
          const isKept = (text: string) => isKeepable(text, redactor)
          beyond.learned = await learn({ ...(await laboratory.forLearning(found)), isKept })
        }
        await services[1].as('seen').again()
        if (settings.verify !== undefined || settings.fixture)
          await measure(settings, laboratory, found, beyond)
      } catch (error) {
        if (!(error instanceof TargetFailure)) throw error
        beyond.failure = error
        const what = beyond.learned
          ? 'the likeness was not measured'
          : 'what knobs do not say was not learned'
        beyond.warnings.push(`${what}: ${error.message}`)
      }
    }
    return reportOf(findings, opening, connection, beyond)
  } finally {
    await target.close()
  }
}

const SEEDS = 2 ** 31

/** What a probe did after the knobs, as far as it came. */
interface Beyond {
  learned?: Learned
  likeness?: Likeness
  fixture?: FixtureLike
  failure?: TargetFailure
  warnings: string[]
}

/** Measures how alike the simulator answers with what was learned, and makes a fixture like the list. */
async function measure(
  settings: ProbeSettings,
  laboratory: Laboratory,
  found: PartialProfile,
  beyond: Beyond,
): Promise<void> {
  const { target, redactor, services } = laboratory
  const { lab } = await laboratory.forLearning(found, true)
  const { people, complete } = lab.data
  if (!complete)
    beyond.warnings.push(
      `only ${counted(people.length, 'person')} of the list ${people.length === 1 ? 'was' : 'were'} read`,
    )
  if (settings.fixture) beyond.fixture = await fixtureLike(people, randomInt(SEEDS), dateNow())
  const { verify: questions } = settings
  if (questions === undefined) return
  // As a user starts it: what a file does not keep is not measured.
  const { choices = {}, seen = {} } = beyond.learned ?? {}
  const profile = completeProfile(JSON.parse(JSON.stringify({ ...found, ...choices, seen })))
  const service = services[1].as('verify')
  await service.world()
  const isSteady = async () => !(await service.hasMoved())
  beyond.likeness = await verify({ lab, target, redactor, profile, questions, isSteady })
}

function reportOf(
  found: readonly KnobFinding[],
  opening: Opening,
  { circumstances, redactor }: Connection,
  { learned, likeness, fixture, failure, warnings: others }: Beyond = { warnings: [] },
): ProbeReport {
  const { heading, rootCause, warnings, requests } = circumstances(opening)
  // A finding may contain a person whom the redactor learned about only later, so it is redacted again.
  const findings = found
    .map((finding) => redacted(finding, redactor))
    .sort((a, b) => knobNames.indexOf(a.knob) - knobNames.indexOf(b.knob))
  const measured = measuredOf(likeness)
  return {
    ...heading,
    profile: {
      ...profileOf(findings),
      ...learned?.choices,
      ...(learned && { version: 3 }),
      ...(learned && Object.keys(learned.seen).length > 0 && { seen: learned.seen }),
      ...(measured && { measured }),
    },
    findings,
    ...judge(findings, opening, failure),
    ...(likeness && { likeness }),
    ...(fixture && { fixture }),
    rootCause,
    warnings: [...warnings, ...others, ...(learned?.findings ?? []).map(redactor.ours)],
    requests,
  }
}

function redacted(finding: KnobFinding, { ours }: Redactor): KnobFinding {
  const { evidence, settle } = finding
  return { ...finding, evidence: ours(evidence), settle: settle === null ? null : ours(settle) }
}

function profileOf(findings: readonly KnobFinding[]): PartialProfile {
  const known = findings.filter(({ confidence }) => confidence !== 'unknown')
  return Object.fromEntries(known.map(({ knob, choice }): [KnobName, unknown] => [knob, choice]))
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
  if (failure || reasons.some((reason) => reason !== null && LOSSES.includes(reason)))
    return { summary: `The probe is incomplete: ${summary}`, exitCode: 4 }
  const asked = findings.filter(
    ({ reason }) => !['not-allowed', 'not-declared', 'hidden'].includes(reason ?? ''),
  )
  const isEnough = asked.filter(({ confidence }) => confidence !== 'unknown').length * 2 >= asked.length
  return isEnough ? { summary, exitCode: 0 } : { summary: `Too little was learned: ${summary}`, exitCode: 3 }
}

const LOSSES: readonly UnseenReason[] = ['target-failed', 'rate-limited', 'deadline']
