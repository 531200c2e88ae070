import type { Report } from '../run/report.ts'

/** The address of the schema of the JSON report. */
export const schemaAddress = 'https://unpkg.com/pessoas-sim/fixtures/conformance-report.schema.json'

/** Returns the whole report as JSON with a reference to its schema. */
export function json(report: Report): string {
  return `${JSON.stringify({ $schema: schemaAddress, ...report }, null, 2)}\n`
}
