import {
  githubAnnotations,
  probe,
  type ReporterName,
  renderProbe,
  renderReport,
  reporters,
  runConformance,
} from '../index.ts'

/** Everything that the suite and the probe write about a target, in any form. */
export async function everythingWritten(url: string, token: string): Promise<string> {
  const written: unknown[] = []
  const options = { url, token, onRequest: (request: unknown) => written.push(request) }
  const run = runConformance(options)
  for await (const result of run) written.push(result)
  const report = await run.report()
  const asked = probe(options)
  for await (const finding of asked) written.push(finding)
  const learned = await asked.report()
  const rendered = (Object.keys(reporters) as ReporterName[]).map((name) => renderReport(report, name))
  return [
    ...written.map((one) => JSON.stringify(one)),
    ...textsOf([written, report, learned]),
    ...rendered,
    ...githubAnnotations(report),
    renderProbe(learned),
    JSON.stringify(learned),
  ].join('\n')
}

/** The strings of a value, without the escapes of JSON. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => [name, ...textsOf(entry)])
}
