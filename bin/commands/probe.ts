import {
  checkProbeOptions,
  everydayOf,
  experiments,
  lowerBound,
  probeOptions,
} from '../../conformance/cli.ts'
import {
  type ChangedChoice,
  changesOfSeen,
  changesSince,
  type FixtureLike,
  type ProbeOptions,
  type ProbeReport,
  probe as probeTarget,
  renderChanges,
  renderProbe,
} from '../../conformance/index.ts'
import {
  completeProfile,
  counted,
  isSameChoice,
  knobNames,
  printable,
  shellWord,
  writeText,
} from '../../src/cli.ts'
import { type KnobName, OperatorError, type PartialProfile, profiles, readProfile } from '../../src/index.ts'
import type { Values } from '../flags/flag.ts'
import type { probeFlags } from '../flags/probe-flags.ts'
import { optionsOf } from '../flags/run-flags.ts'
import { targetOptions, tokenFor } from '../flags/target-options.ts'
import { usage } from '../flags/usage.ts'
import { UsageError } from '../flags/usage-error.ts'
import { dryRun } from '../proof/dry-run.ts'
import { probeApart } from '../terminal/apart.ts'
import { hasColor } from '../terminal/color.ts'
import { requireFree, requireWritable, tryToWrite } from '../terminal/files.ts'
import { harnessFailed, interruptibly } from '../terminal/interruptibly.ts'
import { profileText } from '../terminal/profile-text.ts'
import { showing } from '../terminal/progress.ts'

type Flags = Values<typeof probeFlags>

/**
 * The profile for which the probe sends the most requests: it has limits to find, and checks bodies at declared
 * reports.
 */
const MOST_ASKED: PartialProfile = { rowsMaximum: 51_225, mensagemMaximum: 12_345 }

/** Returns what became of a word behind the base URL, which may have been meant for a flag. */
function takenForUrl(word: string, { verify }: Flags): string {
  // The part before an @ may contain a password.
  const shown = word.includes('@') ? 'The second word' : `"${printable(word)}"`
  return `${shown} was read as a second base URL.${verify === undefined ? '' : ' --verify takes a number.'}`
}

/** Finds the profile of a target, writes it with its evidence, and sets the exit code. */
export async function probe(names: readonly string[], flags: Flags): Promise<void> {
  if (flags.diff) return diff(names, flags)
  const [url, second] = names
  if (url === undefined)
    throw new UsageError(
      'Exactly one base URL is needed. Example: npx pessoas-sim probe https://staging.example/api',
    )
  if (second !== undefined)
    throw new UsageError(`Exactly one base URL is needed. ${takenForUrl(second, flags)}`)
  const { out, evidence, 'fail-on-change': savedName, 'fixture-out': fixtureOut } = flags
  const written = { out, evidence, 'fixture-out': fixtureOut }
  const printed = Object.entries(written).flatMap(([name, file]) => (file === '-' ? [`--${name} -`] : []))
  if (printed.length > 1)
    throw new UsageError(
      `${printed.slice(0, 2).join(' and ')} would both be printed. Write one of them to a file.`,
    )
  for (const file of Object.values(written)) if (file !== undefined && file !== '-') requireWritable(file)
  for (const file of [out, fixtureOut]) if (file !== undefined && file !== '-') requireFree(file, flags.force)
  if (flags['at-least'] !== undefined && flags.verify === undefined)
    throw new UsageError('--at-least needs --verify: use both.')
  if (flags['at-least'] !== undefined && flags.verify !== undefined)
    requireProvable(flags['at-least'], flags.verify)
  const saved = savedName === undefined ? undefined : readNamed(savedName)
  const others = {
    ...targetOptions(url, flags),
    ...optionsOf(probeOptions, flags),
    ...(fixtureOut !== undefined && { fixture: true }),
  }
  // Check the other options first, so that nobody types a token for a command line that is wrong.
  usage(() => checkProbeOptions({ ...others, token: 'not yet known' }))
  const options = { ...others, ...(await tokenFor(flags)) }
  usage(() => checkProbeOptions(options))
  if (flags['dry-run']) {
    const seen = (name: string) => {
      if (Object.hasOwn(experiments, name)) return experiments[name as KnobName].seen
      if (name === 'verify') return 'new questions, to compare the simulator with the service'
      return name === 'seen' ? 'each fault of the table, the form of successes, and odd requests' : undefined
    }
    const most = { ...MOST_ASKED, reportFirst: options.reports ? ('yes' as const) : ('no' as const) }
    return dryRun(options, (own) => probeTarget({ ...options, ...own }).report(), seen, most)
  }

  const ended = await run(options, flags.quiet).catch(harnessFailed)
  if (!ended) return
  const { report, exitCode } = ended
  process.exitCode = exitCode
  const { fixture, ...found } = report
  if (evidence !== undefined) write(evidence, `${JSON.stringify(found, null, 2)}\n`)
  const screen = printed.length > 0 ? process.stderr : process.stdout
  const color = hasColor(screen)
  const width = Math.min(110, screen.columns ?? 100)
  screen.write(renderProbe(report, { color, width, quiet: flags.quiet ?? false }))
  if (report.exitCode === 4 || report.exitCode === 130) {
    const why = report.exitCode === 4 ? 'the probe did not finish (see above)' : 'the run was interrupted'
    const isPartial = report.exitCode === 4 && Object.keys(report.profile).length > 0
    if (out !== undefined && isPartial) {
      write(out, profileText(report.profile))
      if (out !== '-') screen.write(`${out} was written with what was learned before the probe stopped.\n`)
    } else if (out ?? savedName) screen.write(`No profile was written or compared: ${why}.\n`)
    if (fixtureOut && !fixture) screen.write(`No fixture was written: ${why}.\n`)
    return
  }
  if (out !== undefined) {
    write(out, profileText(report.profile))
    if (out !== '-')
      screen.write(`${out} was written. "npx pessoas-sim --profile ${shellWord(out)}" serves it.\n`)
  }
  if (fixtureOut !== undefined && fixture !== undefined) {
    write(fixtureOut, fixtureText(fixture))
    if (fixtureOut !== '-')
      screen.write(
        `${fixtureOut} was written. "npx pessoas-sim --fixture ${shellWord(fixtureOut)}" serves it.\n`,
      )
  }
  if (flags['at-least'] !== undefined) requireLikeness(report, flags['at-least'], screen)
  if (saved !== undefined) compare(saved, savedName as string, report, screen)
}

function run(options: ProbeOptions, quiet = false) {
  return interruptibly(async (signal, progress) => {
    const show = quiet ? undefined : progress
    return showing('knobs', show, (onAsking) => probeApart({ ...options, signal }, onAsking))
  })
}

/** Returns the text of a fixture, one person a line. */
function fixtureText({ descricao, pessoas }: FixtureLike): string {
  const persons = pessoas.map((person) => `\n${JSON.stringify(person)}`)
  return `{\n"descricao": ${JSON.stringify(descricao)},\n"pessoas": [${persons.join(',')}\n]\n}\n`
}

/**
 * Refuses a run whose questions are too few to prove the share that is wanted, whatever the answers are.
 * @throws {UsageError} that says how many questions could prove it
 */
function requireProvable(least: number, questions: number): void {
  const provable = (count: number) => lowerBound(everydayOf(count), everydayOf(count))
  const most = provable(questions)
  if (most >= least) return
  const { most: maximum } = probeOptions.verify
  let needed = questions
  while (needed <= maximum && provable(needed) < least) needed++
  if (needed > maximum) {
    throw new UsageError(
      `--at-least ${least} cannot be proved: even --verify ${maximum} without a difference proves only ${proved(provable(maximum))}. Use a smaller share.`,
    )
  }
  throw new UsageError(
    `--at-least ${least} needs more questions: even without a difference, the ${counted(everydayOf(questions), 'everyday question')} of ${questions} can prove only ${proved(most)}. Use --verify ${needed}.`,
  )
}

/** Returns a share rounded down, so that it never looks like one that is not proved. */
function proved(share: number): string {
  return (Math.floor(share * 10_000) / 10_000).toFixed(4)
}

/** Sets exit code 1 unless at least this share of everyday answers is proved to match to the letter. */
function requireLikeness({ likeness }: ProbeReport, least: number, screen: NodeJS.WriteStream): void {
  const proved = likeness?.unmeasured === null ? likeness.everyday.toTheLetter.atLeast : 0
  if (proved >= least) return
  screen.write(
    `Only a share of ${proved.toFixed(4)} of everyday answers is proved to match to the letter, less than --at-least ${least}.\n`,
  )
  process.exitCode = 1
}

function write(file: string, text: string): void {
  if (file === '-') process.stdout.write(text)
  else tryToWrite(file, () => writeText(file, [text]))
}

/** Prints what changed since a profile was saved, and sets exit code 1 if anything changed. */
function compare(saved: PartialProfile, name: string, report: ProbeReport, screen: NodeJS.WriteStream): void {
  const changes = changesSince(saved, report)
  const changed = changes.map(({ knob }) => knob)
  const known = knobNames.filter((knob) => saved[knob] !== undefined)
  const lost = known.filter((knob) => report.profile[knob] === undefined && !changed.includes(knob))
  if (lost.length === known.length) {
    screen.write(`Nothing could be compared, because ${name} has none of the knobs that the probe found.\n`)
    process.exitCode = 3
    return
  }
  screen.write(`\n${renderChanges(changes, [name, report.target])}`)
  if (lost.length > 0) screen.write(`Not found this time, so not compared: ${lost.join(', ')}.\n`)
  if (changes.length > 0) process.exitCode = 1
}

/** Compares two profiles as they would be served, and sets exit code 1 if they differ, as diff does. */
function diff(names: readonly string[], flags: Flags): void {
  const [a, b, ...more] = names
  if (a === undefined || b === undefined || more.length > 0) {
    throw new UsageError(
      'Exactly two profiles are needed, files or names. Example: npx pessoas-sim probe --diff A.json B.json',
    )
  }
  for (const flag of ['out', 'evidence', 'fail-on-change', 'verify', 'at-least', 'fixture-out'] as const) {
    if (flags[flag] !== undefined)
      throw new UsageError(
        `--${flag} cannot be used with --diff, which compares two files and contacts no service.`,
      )
  }
  const [was, is] = [completeProfile(readNamed(a)), completeProfile(readNamed(b))]
  const changes: ChangedChoice[] = knobNames
    .filter((knob) => !isSameChoice(was[knob], is[knob]))
    .map((knob): ChangedChoice => ({ knob, was: was[knob], is: is[knob] }))
    .concat(changesOfSeen(was.seen, is.seen))
  process.stdout.write(renderChanges(changes, [a, b]))
  process.exitCode = changes.length > 0 ? 1 : 0
}

/**
 * Reads a profile. One that ships has every knob; a file has only the knobs that it names.
 * @throws {UsageError} when it cannot be read: exit code 2, because 1 means a difference
 */
function readNamed(name: string): PartialProfile {
  try {
    const choices = readProfile(name)
    return Object.hasOwn(profiles, name) ? completeProfile(choices) : choices
  } catch (error) {
    if (error instanceof OperatorError) throw new UsageError(error.message)
    throw error
  }
}
