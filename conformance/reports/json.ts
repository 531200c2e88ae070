import type { Report } from '../run/report.ts'

/** Where the schema of the JSON report is to be had. */
export const schemaAddress = 'https://unpkg.com/pessoas-sim/fixtures/conformance-report.schema.json'

/** The whole report, for machines. */
export function json(report: Report): string {
  return `${JSON.stringify({ $schema: schemaAddress, ...report }, null, 2)}\n`
}
