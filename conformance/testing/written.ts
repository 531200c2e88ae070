import { githubAnnotations } from '../cli.ts'
import {
  type ProbeOptions,
  type ProbeReport,
  probe,
  type ReporterName,
  renderProbe,
  renderReport,
  reporters,
  runConformance,
} from '../index.ts'

/** Returns everything that the suite and the probe write about a target, in every form. */
export async function everythingWritten(
  url: string,
  token: string,
  isProbed = true,
  knobsOnly = false,
): Promise<string> {
  const written: unknown[] = []
  const options = { url, token, onRequest: (request: unknown) => written.push(request) }
  const run = runConformance(options)
  for await (const result of run) written.push(result)
  const report = await run.report()
  const learned = isProbed ? [await probed({ ...options, knobsOnly }, written)] : []
  const rendered = (Object.keys(reporters) as ReporterName[]).map((name) => renderReport(report, name))
  const texts = [
    ...written.map((one) => JSON.stringify(one)),
    ...textsOf([written, report, learned]),
    ...rendered,
    ...githubAnnotations(report),
    ...learned.map((one) => renderProbe(one)),
    JSON.stringify(learned),
  ]
  // Most texts are there many times, and whoever searches them should do so once.
  return [...new Set(texts)].join('\n')
}

async function probed(options: ProbeOptions, written: unknown[]): Promise<ProbeReport> {
  const asked = probe(options)
  for await (const finding of asked) written.push(finding)
  return asked.report()
}

/** Returns the strings of a value, without JSON escapes. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => [name, ...textsOf(entry)])
}
