import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  checkOptions,
  githubAnnotations,
  readBaseline,
  riskWords,
  selectChecks,
} from '../../conformance/cli.ts'
import {
  baselineOf,
  type ConformanceOptions,
  ConformanceUsageError,
  checks,
  type Report,
  type ReporterName,
  readings,
  renderReport,
  reporters,
  runConformance,
} from '../../conformance/index.ts'
import { suiteOptions } from '../../conformance/run/option-tables.ts'
import { counted, hint, printable } from '../../src/cli.ts'
import type { conformanceFlags } from '../flags/conformance-flags.ts'
import type { Values } from '../flags/flag.ts'
import { optionsOf } from '../flags/run-flags.ts'
import { targetOptions, tokenFor } from '../flags/target-options.ts'
import { usage } from '../flags/usage.ts'
import { UsageError } from '../flags/usage-error.ts'
import { dryRun } from '../proof/dry-run.ts'
import { selfTest } from '../proof/self-test.ts'
import { conformanceApart } from '../terminal/apart.ts'
import { hasColor } from '../terminal/color.ts'
import { readFileFor, requireWritable, tryToWrite } from '../terminal/files.ts'
import { harnessFailed, interruptibly } from '../terminal/interruptibly.ts'
import { showing } from '../terminal/progress.ts'
import { say } from '../terminal/say.ts'

type Flags = Values<typeof conformanceFlags>

/** Runs the suite against a base URL, writes the reports and sets the exit code. */
export async function conformance(url: string | undefined, flags: Flags): Promise<void> {
  if (flags.list) return void process.stdout.write(checkTable(flags))
  if (flags['self-test']) {
    process.exitCode = (await selfTest((line) => void process.stdout.write(`${line}\n`))) ? 0 : 1
    return
  }
  if (url === undefined) {
    throw new UsageError(
      'The base URL of the service is missing. Example: pessoas-sim conformance https://staging.example/api',
    )
  }
  requireReports(flags.report)
  const outputs = readOutputs(flags.reporter ?? [['pretty', undefined]])
  if (flags['write-baseline'] !== undefined) requireWritable(flags['write-baseline'])
  for (const { file } of outputs) if (file !== undefined) requireWritable(file, true)
  const before = readEntries(flags['write-baseline'])
  const others = settingsOf(url, flags)
  // Check the other options first, so that nobody types a token for a command line that is wrong.
  usage(() => checkOptions({ ...others, token: 'not yet known' }))
  const options = { ...others, ...(await tokenFor(flags)) }
  usage(() => checkOptions(options))
  if (flags['dry-run']) {
    return dryRun(
      options,
      (own) => runConformance({ ...options, ...own, baseline: [] }).report(),
      (id) => checks.find((check) => check.id === id)?.title,
    )
  }

  const ended = await run(options, flags.quiet).catch(harnessFailed)
  if (!ended) return
  const { report, exitCode } = ended
  process.exitCode = exitCode
  for (const { name, file } of outputs) tryToWrite(file, () => writeReport(report, name, file, flags.quiet))
  // The last line is the verdict, unless standard output has a document for a program.
  if (outputs.every(({ name, file }) => name === 'github' || file !== undefined))
    process.stdout.write(renderReport(report, 'pretty', { ...screen(), verdictOnly: true }))
  const baseline = flags['write-baseline']
  if (baseline === undefined) return
  if (report.verdict === 'failed' || report.verdict === 'interrupted') {
    say(`${baseline} was not written, because the run did not finish.`)
    return
  }
  const entries = baselineOf(report, before)
  tryToWrite(baseline, () => writeFileSync(baseline, `${JSON.stringify(entries, null, 2)}\n`))
  const kept = entries.filter(({ id }) => before.some((entry) => entry.id === id)).length
  const ofThem = kept > 0 ? `, ${kept} of them with their previous reason and date` : ''
  say(`${baseline}: ${counted(entries.length, 'known failure')}${ofThem}.`)
}

/**
 * Returns the entries of a baseline that will be overwritten; an empty list if the file is missing or empty.
 * @throws {UsageError} when the file is not a baseline, so that the run cannot overwrite it
 */
function readEntries(file: string | undefined) {
  if (file === undefined || !existsSync(file) || statSync(file).size === 0) return []
  try {
    return readBaseline(readFileFor(file, 'baseline'))
  } catch (error) {
    if (!(error instanceof ConformanceUsageError)) throw error
    throw new UsageError(
      `--write-baseline: ${file} exists and is not a valid baseline. ${error.message} Correct it, remove it, or use another file.`,
    )
  }
}

function run(options: ConformanceOptions, quiet = false) {
  return interruptibly(async (signal, progress) => {
    const show = quiet ? undefined : progress
    return showing('checks', show, (onAsking) => conformanceApart({ ...options, signal }, onAsking))
  })
}

function settingsOf(url: string, flags: Flags): Omit<ConformanceOptions, 'token'> {
  const { baseline, ...options } = optionsOf(suiteOptions, flags)
  return {
    ...targetOptions(url, flags),
    ...options,
    baseline:
      baseline === undefined ? undefined : usage(() => readBaseline(readFileFor(baseline, 'baseline'))),
  }
}

interface Output {
  name: ReporterName
  file: string | undefined
}

function readOutputs(given: readonly (readonly [string, string | undefined])[]): Output[] {
  const outputs = given.map(([name, file]) => {
    if (!Object.hasOwn(reporters, name)) {
      const known = Object.keys(reporters)
      const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(known)
      throw new UsageError(`--reporter must be ${names}, not "${name}"${hint(name, known) || '.'}`)
    }
    if (file === '') throw new UsageError(`--reporter ${name}= needs a file after the equals sign.`)
    return { name: name as ReporterName, file }
  })
  const files = outputs.flatMap(({ file }) => file ?? [])
  const twice = files.find((file, i) => files.indexOf(file) !== i)
  if (twice !== undefined)
    throw new UsageError(`Two reports would be written to ${twice}. Use a different file for each.`)
  const printed = outputs.filter(({ name, file }) => file === undefined && name !== 'github')
  if (printed.length > 1) {
    const names = printed.map(({ name }) => name).join(' and ')
    throw new UsageError(
      `${names} would both be printed. Write one to a file, such as --reporter ${printed[1]?.name}=FILE.`,
    )
  }
  return outputs
}

/**
 * Refuses a reporter behind --report before anything suggests --allow-writes, whose decisions cannot be undone.
 * @throws {UsageError} that names the flag that was meant
 */
function requireReports(numbers: readonly string[] = []): void {
  const meant = numbers.find((text) => /=/.test(text) || Object.hasOwn(reporters, text.trim().toLowerCase()))
  if (meant === undefined) return
  throw new UsageError(
    `--report takes the number of a report to decide, not "${printable(meant)}". Did you mean --reporter ${printable(meant)}?`,
  )
}

/** Returns the width of the terminal, and whether it shows colour. */
function screen() {
  const { columns = 100 } = process.stdout
  return { color: hasColor(process.stdout), width: Math.min(110, columns) }
}

function writeReport(report: Report, name: ReporterName, file: string | undefined, quiet = false): void {
  const { stdout } = process
  const { color, width } = screen()
  const text = renderReport(report, name, { color: color && file === undefined, width, quiet })
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true })
  if (name === 'github') {
    for (const line of githubAnnotations(report)) stdout.write(`${line}\n`)
    if (file !== undefined) appendFileSync(file, text)
    else if (!isInSummary(text)) stdout.write(text)
    return
  }
  if (file === undefined) stdout.write(text)
  else writeFileSync(file, text)
}

/** Returns whether a text is in the summary of the GitHub job. If its file cannot be written, prints why. */
function isInSummary(text: string): boolean {
  const { GITHUB_STEP_SUMMARY: file } = process.env
  if (!file) return false
  try {
    appendFileSync(file, text)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    say(`warning: ${file} (from GITHUB_STEP_SUMMARY) cannot be written (${code}). The summary is printed.`)
    return false
  }
}

function checkTable({ only = [], skip = [] }: Flags): string {
  const rows = usage(() => selectChecks(only, skip)).map(({ id, level, risk, clause, title }) =>
    [id.padEnd(8), level.padEnd(12), risk.padEnd(3), clause[0].padEnd(18), title].join(' '),
  )
  const inferences = Object.entries(readings).map(
    ([name, { fallback, says }]) => `${name.padEnd(26)} ${fallback.padEnd(9)} ${says}`,
  )
  return [
    `${rows.length} of ${checks.length} checks: id, level, risk, clause, "the service …"`,
    'Levels: required: the interface requires it; conditional: required on a branch that it leaves open; wording: a warning, or a failure with --strict-wording; open: only recorded.',
    `Risks: ${Object.entries(riskWords)
      .map((risk) => risk.join(', '))
      .join('; ')}.`,
    '',
    ...rows,
    '',
    'Readings are inferences that checks depend on: --reading NAME=off|advisory|binding',
    'Violating a binding reading is a failure, an advisory one a warning. The checks of a reading that is off do not run.',
    '',
    ...inferences,
    '',
  ].join('\n')
}
