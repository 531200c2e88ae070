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
  type BaselineEntry,
  baselineOf,
  checks,
  type Report,
  type ReporterName,
  renderReport,
  reporters,
  runConformance,
} from '../../conformance/index.ts'
import { suiteOptions } from '../../conformance/run/option-tables.ts'
import { counted, hint } from '../../src/cli.ts'
import { translate } from '../../src/messages/translate.ts'
import { dryRun } from '../dry-run.ts'
import { optionsOf, type ValuesOf } from '../flags.ts'
import { finished, screenOf, targetOptions, usage } from '../target.ts'
import { readFileFor, requireWritable, tryToWrite } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'
import { UsageError } from '../usage-error.ts'

type Flags = ValuesOf<'conformance'>

/** Runs the suite against a base URL, writes the reports and sets the exit code. */
export async function conformance(url: string | undefined, flags: Flags): Promise<void> {
  const { baseline, ...others } = optionsOf(suiteOptions, flags)
  if (flags.list) return void process.stdout.write(checkTable(others.only, others.skip))
  if (url === undefined)
    throw new UsageError(
      'The base URL of the service is missing. Example: pessoas-sim conformance https://staging.example/api',
    )
  const outputs = readOutputs(flags.reporter ?? [['pretty', undefined]])
  const { quiet = false, 'write-baseline': newBaseline } = flags
  if (newBaseline !== undefined) requireWritable(newBaseline)
  for (const { file } of outputs) if (file !== undefined) requireWritable(file, 'make')
  const before =
    newBaseline === undefined || isEmpty(newBaseline) ? [] : baselineIn(newBaseline, 'write-baseline')
  const known = baseline === undefined ? {} : { baseline: baselineIn(baseline, 'baseline') }
  const options = await targetOptions(url, flags, { ...others, ...known }, checkOptions)
  if (flags['dry-run'])
    return dryRun(
      options,
      (own) => runConformance({ ...options, ...own, baseline: [] }).report(),
      (id) => checks.find((check) => check.id === id)?.title,
    )

  const report = await finished('checks', quiet, (watching) => runConformance({ ...options, ...watching }))
  if (!report) return
  for (const output of outputs)
    await tryToWrite(output.file ?? 'The step summary', () => writeReport(report, output, quiet))
  // The last line is the verdict, unless standard output has a document for a program.
  if (outputs.every(({ name, file }) => name === 'github' || file !== undefined))
    process.stdout.write(renderReport(report, 'pretty', { ...screenOf(process.stdout), verdictOnly: true }))
  if (newBaseline !== undefined) await writeBaseline(newBaseline, report, before)
}

const isEmpty = (file: string) => !existsSync(file) || statSync(file).size === 0

function baselineIn(file: string, flag: 'baseline' | 'write-baseline'): BaselineEntry[] {
  try {
    return usage(() => readBaseline(readFileFor(file, flag)))
  } catch (error) {
    if (flag === 'baseline' || !(error instanceof UsageError)) throw error
    const { message } = error
    throw new UsageError(
      `--write-baseline: ${file} exists and is not a valid baseline. ${message} Use another file.`,
    )
  }
}

async function writeBaseline(file: string, report: Report, before: readonly BaselineEntry[]): Promise<void> {
  if (report.verdict === 'failed' || report.verdict === 'interrupted')
    return say(`${file} was not written, because the run did not finish.`)
  const entries = baselineOf(report, before)
  await tryToWrite(file, () => writeFileSync(file, `${JSON.stringify(entries, null, 2)}\n`))
  const kept = entries.filter(({ id }) => before.some((entry) => entry.id === id)).length
  const ofThem = kept > 0 ? `, ${kept} of them with their previous reason and date` : ''
  say(`${file}: ${counted(entries.length, 'known failure')}${ofThem}.`)
}

type Output = { name: ReporterName; file: string | undefined }

function readOutputs(given: readonly [name: string, file: string | undefined][]): Output[] {
  const known = Object.keys(reporters)
  for (const [name, file] of given) {
    if (!known.includes(name))
      throw new UsageError(
        `--reporter must be one of ${known.join(', ')}, not "${name}"${hint(name, known) || '.'}`,
      )
    if (file === '') throw new UsageError(`--reporter ${name}= needs a file after the equals sign.`)
    if (file !== undefined && given.filter((other) => other[1] === file).length > 1)
      throw new UsageError(`Two reports would be written to ${file}. Use a different file for each.`)
  }
  const [first, second] = given.filter(([name, file]) => file === undefined && name !== 'github')
  if (first && second)
    throw new UsageError(
      `${first[0]} and ${second[0]} would both be printed. Write one to a file, such as --reporter ${second[0]}=FILE.`,
    )
  return given.map(([name, file]) => ({ name: name as ReporterName, file }))
}

function writeReport(report: Report, { name, file }: Output, quiet: boolean): void {
  const { color, width } = screenOf(process.stdout)
  const text = renderReport(report, name, { color: color && file === undefined, width, quiet })
  if (name === 'github') for (const line of githubAnnotations(report)) process.stdout.write(`${line}\n`)
  const write = name === 'github' ? appendFileSync : writeFileSync
  const { GITHUB_STEP_SUMMARY: summary } = process.env
  const path = file ?? (name === 'github' ? summary : undefined)
  if (path === undefined || path === '') return void process.stdout.write(text)
  mkdirSync(dirname(path), { recursive: true })
  // Personal data is for its owner only.
  write(path, text, { mode: report.settings.revealed ? 0o600 : 0o666 })
}

function checkTable(only: readonly string[] = [], skip: readonly string[] = []): string {
  const rows = usage(() => selectChecks(only, skip)).map(({ id, level, risk, clause, title }) =>
    [id.padEnd(8), level.padEnd(12), risk.padEnd(3), clause[0].padEnd(18), translate(title)].join(' '),
  )
  const risks = Object.entries(riskWords).map((risk) => risk.join(', '))
  const head = `${rows.length} of ${checks.length} checks: id, level, risk, clause, "the service …"
Levels: must, the interface requires it; should, it implies it: a warning, or a failure with --strict; open, only recorded.
Risks: ${risks.join('; ')}.`
  return `${translate(head)}\n\n${rows.join('\n')}\n`
}
