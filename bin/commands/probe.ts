import {
  changesOfSeen,
  checkProbeOptions,
  everydayOf,
  experiments,
  lowerBound,
} from '../../conformance/cli.ts'
import {
  type ChangedChoice,
  changesSince,
  type FixtureLike,
  type ProbeReport,
  probe as probeTarget,
  renderChanges,
  renderProbe,
} from '../../conformance/index.ts'
import { probeOptions } from '../../conformance/run/option-tables.ts'
import { completeProfile, isSameChoice, knobNames, shellWord } from '../../src/cli.ts'
import { type KnobName, OperatorError, type PartialProfile, profiles, readProfile } from '../../src/index.ts'
import { translate } from '../../src/messages/translate.ts'
import { dryRun } from '../dry-run.ts'
import { optionsOf, type ValuesOf } from '../flags.ts'
import { finished, screenOf, targetOptions } from '../target.ts'
import { requireWritable, tryToWrite, writeFile } from '../terminal/files.ts'
import { UsageError } from '../usage-error.ts'
import { profileText } from './profile.ts'

type Flags = ValuesOf<'probe'>

/** Finds the profile of a target, writes it with its evidence, and sets the exit code. */
export async function probe(names: readonly string[], flags: Flags): Promise<void> {
  if (flags.diff) return diff(names)
  const [url] = names
  // No word is repeated: the part before an @ may be a password.
  if (url === undefined || names.length > 1)
    throw new UsageError(
      `Exactly one base URL is needed, not ${names.length}. Example: npx pessoas-sim probe https://staging.example/api`,
    )
  const { out, evidence, force, quiet = false } = flags
  const { 'fixture-out': fixtureOut, 'fail-on-change': savedName, 'at-least': atLeast } = flags
  const named = Object.entries({ out, evidence, 'fixture-out': fixtureOut })
  const [first, second] = named.filter(([, file]) => file === '-').map(([name]) => `--${name} -`)
  if (second !== undefined)
    throw new UsageError(`${first} and ${second} would both be printed. Write one of them to a file.`)
  for (const [, file] of named)
    if (file !== undefined && file !== '-') requireWritable(file, force ? 'replace' : 'new')
  const own = optionsOf(probeOptions, flags)
  if (atLeast !== undefined) requireProvable(atLeast, own.verify ?? 0)
  const saved = savedName === undefined ? undefined : readNamed(savedName)
  const others = { ...own, ...(fixtureOut !== undefined && { fixture: true }) }
  const options = await targetOptions(url, flags, others, checkProbeOptions)
  if (flags['dry-run']) {
    const most = { ...MOST_ASKED, reportFirst: options.reports ? ('yes' as const) : ('no' as const) }
    return dryRun(options, (own) => probeTarget({ ...options, ...own }).report(), seenBy, most)
  }

  const report = await finished('knobs', quiet, (watching) => probeTarget({ ...options, ...watching }))
  if (!report) return
  const stream = first !== undefined ? process.stderr : process.stdout
  const screen = { ...screenOf(stream), write: (text: string) => stream.write(translate(text)) }
  const { fixture, ...found } = report
  const write = async (file: string | undefined, text: string, note: string) => {
    if (file === undefined) return
    await tryToWrite(file, () => writeFile(file, [text], force))
    if (note !== '' && file !== '-') screen.write(`${file} was written${note}\n`)
  }
  const served = (flag: string, file = '') => `. "npx pessoas-sim ${flag} ${shellWord(file)}" serves it.`
  await write(evidence, `${JSON.stringify(found, null, 2)}\n`, '')
  stream.write(renderProbe(report, { ...screen, quiet }))
  if (report.exitCode === 4 || report.exitCode === 130) {
    const why = report.exitCode === 4 ? 'the probe did not finish (see above)' : 'the run was interrupted'
    if (report.exitCode === 4 && Object.keys(report.profile).length > 0)
      await write(out, profileText(report.profile), ' with what was learned before the probe stopped.')
    else if (out ?? savedName) screen.write(`No profile was written or compared: ${why}.\n`)
    if (fixtureOut && !fixture) screen.write(`No fixture was written: ${why}.\n`)
    return
  }
  await write(out, profileText(report.profile), served('--profile', out))
  if (fixture) await write(fixtureOut, fixtureText(fixture), served('--fixture', fixtureOut))
  const proved = report.likeness?.unmeasured === null ? report.likeness.everyday.toTheLetter.atLeast : 0
  if (atLeast !== undefined && proved < atLeast) {
    screen.write(
      `Only a share of ${proved.toFixed(4)} of everyday answers is proved to match to the letter, less than --at-least ${atLeast}.\n`,
    )
    process.exitCode = 1
  }
  if (saved !== undefined) compare(saved, savedName as string, report, screen)
}

/**
 * The profile for which the probe sends the most requests: it has limits to find, and checks bodies at declared
 * reports.
 */
const MOST_ASKED: PartialProfile = { rowsMaximum: 51_225, mensagemMaximum: 12_345 }

/** Returns what the requests of an experiment show, for --dry-run. */
function seenBy(name: string): string | undefined {
  if (Object.hasOwn(experiments, name)) return experiments[name as KnobName].seen
  if (name === 'verify') return 'new questions, to compare the simulator with the service'
  return name === 'seen' ? 'each fault of the table, the form of successes, and odd requests' : undefined
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
  const isProvable = (count: number) => lowerBound(everydayOf(count), everydayOf(count)) >= least
  const { most } = probeOptions.verify
  let needed = questions
  while (needed <= most && !isProvable(needed)) needed++
  if (needed > most)
    throw new UsageError(
      `--at-least ${least} cannot be proved, even with --verify ${most} and no difference. Use a smaller share.`,
    )
  if (needed > questions)
    throw new UsageError(
      `--at-least ${least} needs more questions, even if none shows a difference. Use --verify ${needed}.`,
    )
}

/** Prints what changed since a profile was saved, and sets exit code 1 if anything changed. */
function compare(
  saved: PartialProfile,
  name: string,
  report: ProbeReport,
  screen: { write(text: string): unknown },
): void {
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
function diff([a, b, ...more]: readonly string[]): void {
  if (a === undefined || b === undefined || more.length > 0)
    throw new UsageError(
      'Exactly two profiles are needed, files or names. Example: npx pessoas-sim probe --diff A.json B.json',
    )
  const [was, is] = [completeProfile(readNamed(a)), completeProfile(readNamed(b))]
  const changes = knobNames
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
    throw error instanceof OperatorError ? new UsageError(error.message) : error
  }
}
