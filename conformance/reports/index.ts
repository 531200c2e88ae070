import type { Report } from '../run/report.ts'
import { githubSummary } from './github.ts'
import { html } from './html.ts'
import { junit } from './junit.ts'
import { pretty, type ReportOptions } from './pretty.ts'

export { githubAnnotations } from './github.ts'
export type { ReportOptions } from './pretty.ts'

/** The address of the schema of the JSON report. */
export const schemaAddress = 'https://unpkg.com/pessoas-sim/fixtures/conformance-report.schema.json'

const json = (report: Report) => `${JSON.stringify({ $schema: schemaAddress, ...report }, null, 2)}\n`

/** Every reporter by name. Each is a pure function of the report. */
export const reporters = { pretty, junit, json, html, github: githubSummary } as const
export type ReporterName = keyof typeof reporters

/** Returns a report in the form of this name. `options` apply only to `pretty`. */
export function renderReport(report: Report, name: ReporterName, options: ReportOptions = {}): string {
  if (!Object.hasOwn(reporters, name)) {
    throw new TypeError(`Unknown reporter "${name}": the reporters are ${Object.keys(reporters).join(', ')}.`)
  }
  if (!Array.isArray((report as Partial<Report> | undefined)?.results)) {
    throw new TypeError('renderReport needs the report of a run: await runConformance(options).report().')
  }
  return reporters[name](report, options)
}
