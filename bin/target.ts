import { X509Certificate } from 'node:crypto'
import { styleText } from 'node:util'
import { ConformanceUsageError, type RunOptions } from '../conformance/index.ts'
import { runOptions } from '../conformance/run/option-tables.ts'
import { printableLines } from '../src/cli.ts'
import { translate } from '../src/messages/translate.ts'
import { optionsOf, type ValuesOf } from './flags.ts'
import { readFileFor } from './terminal/files.ts'
import { tokenOf } from './token.ts'
import { UsageError } from './usage-error.ts'

/** Runs a function of the suite and rethrows its usage errors as those of the command line. */
export function usage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ConformanceUsageError ? new UsageError(error.message) : error
  }
}

/** Returns how a report is shown on a stream: in colour, as Node finds, and how wide. */
export const screenOf = (stream: NodeJS.WriteStream) => ({
  color: styleText('bold', '.', { stream }) !== '.',
  width: Math.min(110, stream.columns ?? 100),
})

/**
 * Returns the options of a run with its token.
 * @param others those of the suite or the probe
 * @param check checks all options; it is called before anybody types a token, too
 */
export async function targetOptions<Others extends object>(
  url: string,
  flags: ValuesOf<'conformance' | 'probe'>,
  others: Others,
  check: (options: RunOptions & Others) => unknown,
): Promise<RunOptions & Others> {
  const { token: _, ca, ...options } = optionsOf(runOptions, flags)
  const settled = { url, ...options, ...(ca !== undefined && { ca: readCertificates(ca) }), ...others }
  usage(() => check({ ...settled, token: 'not yet known' }))
  if (flags['dry-run']) return { ...settled, token: 'dry-run' }
  const { token, source } = await tokenOf(flags)
  const inShell = {
    token: source,
    otherToken: '$PESSOAS_SIM_OTHER_TOKEN',
    disabledToken: '$PESSOAS_SIM_DISABLED_TOKEN',
    ca,
  }
  const whole = { ...settled, token, inShell }
  usage(() => check(whole))
  return whole
}

function readCertificates(file: string): string {
  const text = readFileFor(file, 'ca')
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g)
  if (!blocks) throw new UsageError(`--ca: ${file} contains no certificate in PEM.`)
  for (const [i, block] of blocks.entries()) {
    try {
      new X509Certificate(block)
    } catch {
      // Node's TLS ignores a broken certificate silently; the only symptom would be a failed verification later.
      throw new UsageError(`--ca: certificate ${i + 1} in ${file} is damaged or cut off.`)
    }
  }
  return text
}

interface Run<Report> extends AsyncIterable<unknown> {
  readonly size: number
  report(): Promise<Report>
}

/**
 * Runs the suite or the probe until it finishes or a signal arrives, and shows its progress on a terminal. After a signal,
 * the report covers what was finished by then; a second signal ends the process at once.
 * @param what what the run finishes one after the other, such as `checks`
 * @returns undefined when the suite itself failed, which is printed
 */
export async function finished<Report extends { exitCode: number }>(
  what: string,
  isQuiet: boolean,
  begin: (options: { signal: AbortSignal }) => Run<Report>,
): Promise<Report | undefined> {
  const stop = new AbortController()
  const interrupt = (signal: NodeJS.Signals) => stop.abort(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  const { stderr } = process
  const isShown = stderr.isTTY && !process.env.CI && !isQuiet
  let done = 0
  try {
    const run = begin({ signal: stop.signal })
    for await (const _ of run)
      if (isShown) stderr.write(`\r\u001b[K${translate(`${++done} of ${run.size} ${what} done`)}`)
    const report = await run.report()
    // 128 plus the number of the signal. A signal after the last check does not change the exit code.
    const isTerminated = report.exitCode === 130 && stop.signal.reason === 'SIGTERM'
    process.exitCode = isTerminated ? 143 : report.exitCode
    return report
  } catch (error) {
    const why = printableLines(String((error as Error).stack))
    stderr.write(`pessoas-sim: ${translate('the suite itself failed. Please report this error:')} ${why}\n`)
    process.exitCode = 4
    return undefined
  } finally {
    if (isShown) stderr.write('\r\u001b[K')
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, interrupt)
  }
}
