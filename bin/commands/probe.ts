import { writeFileSync } from 'node:fs'
import {
  type Change,
  changesSince,
  type ProbeOptions,
  type ProbeReport,
  probe as probeTarget,
  renderChanges,
  renderProbe,
} from '../../conformance/index.ts'
import {
  completeProfile,
  isSameChoice,
  type KnobName,
  knobs,
  type PartialProfile,
  profiles,
  readProfile,
} from '../../src/index.ts'
import { UsageError, type Values } from '../flags.ts'
import type { probeFlags } from '../probe-flags.ts'
import { profileText } from '../profile-text.ts'
import { dryRun } from '../self-test/dry-run.ts'
import {
  harnessFailed,
  interruptibly,
  requireWritable,
  targetOptions,
  tokenFor,
  tryToWrite,
} from '../target-options.ts'
import { usage } from '../usage.ts'

/** Learns the profile of a deployment, writes it and what showed it, and sets the exit code. */
export async function probe(names: readonly string[], flags: Values<typeof probeFlags>): Promise<void> {
  if (flags.diff) return diff(names)
  const [url, ...more] = names
  if (url === undefined || more.length > 0) {
    throw new UsageError('One base URL is needed: pessoas-sim probe https://staging.example/api')
  }
  const { out, evidence, 'fail-on-change': savedName } = flags
  if (out === '-' && evidence === '-') throw new UsageError('--out - and --evidence - would both be printed.')
  for (const file of [out, evidence]) if (file !== undefined && file !== '-') requireWritable(file)
  const saved = savedName === undefined ? undefined : readSaved(savedName)
  const others = targetOptions(url, flags)
  // What is wrong with them is told before anybody types a token.
  usage(() => probeTarget({ ...others, token: 'not yet known' }))
  const options = { ...others, token: await tokenFor(flags) }
  usage(() => probeTarget(options))
  if (flags['dry-run']) {
    const seen = (name: string) => (Object.hasOwn(knobs, name) ? knobs[name as KnobName].seen : undefined)
    return dryRun(options, (own) => probeTarget({ ...options, ...own }).report(), seen)
  }

  const report = await run(options).catch(harnessFailed)
  if (!report) return
  process.exitCode = report.exitCode
  if (out !== undefined && report.rootCause === null) write(out, profileText(report.profile))
  if (evidence !== undefined) write(evidence, `${JSON.stringify(report, null, 2)}\n`)
  const screen = out === '-' || evidence === '-' ? process.stderr : process.stdout
  const color = screen.isTTY && !process.env.NO_COLOR
  screen.write(renderProbe(report, { color, width: Math.min(110, screen.columns ?? 100) }))
  if (saved === undefined || savedName === undefined || report.rootCause !== null) return
  const changes = changesSince(saved, report)
  screen.write(`\n${renderChanges(changes, [savedName, report.target])}${lostOf(saved, report)}`)
  if (changes.length > 0 && report.exitCode !== 4) process.exitCode = 1
}

/** A profile that ships says something of every knob; a file, of those that it names. */
function readSaved(name: string): PartialProfile {
  const choices = readProfile(name)
  return Object.hasOwn(profiles, name) ? completeProfile(choices) : choices
}

function run(options: ProbeOptions): Promise<ProbeReport> {
  return interruptibly(async (signal, progress) => {
    const asked = probeTarget({ ...options, signal })
    let done = 0
    for await (const { knob } of asked) progress(`${++done} of ${asked.size}  ${knob}`)
    return asked.report()
  })
}

function write(file: string, text: string): void {
  if (file === '-') process.stdout.write(text)
  else tryToWrite(file, () => writeFileSync(file, text))
}

/** Choices that a saved profile knows and that did not show this time: no change, and no all-clear. */
function lostOf(saved: PartialProfile, { profile }: ProbeReport): string {
  const lost = (Object.keys(knobs) as KnobName[]).filter(
    (knob) => saved[knob] !== undefined && profile[knob] === undefined,
  )
  return lost.length === 0 ? '' : `Not seen this time, and so not compared: ${lost.join(', ')}.\n`
}

/** Compares two profiles as they would be served, and ends with 1 when they differ, as diff does. */
function diff(names: readonly string[]): void {
  const [a, b, ...more] = names
  if (a === undefined || b === undefined || more.length > 0) {
    throw new UsageError('Two profiles are needed, files or names: pessoas-sim probe --diff A.json B.json')
  }
  const [was, is] = [completeProfile(readProfile(a)), completeProfile(readProfile(b))]
  const changes: Change[] = (Object.keys(knobs) as KnobName[])
    .filter((knob) => !isSameChoice(was[knob], is[knob]))
    .map((knob) => ({ knob, was: was[knob], is: is[knob] }))
  process.stdout.write(renderChanges(changes, [a, b]))
  process.exitCode = changes.length > 0 ? 1 : 0
}
