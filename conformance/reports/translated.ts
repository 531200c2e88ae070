import { translate } from '../../src/messages/translate.ts'
import type { Report, Result } from '../run/report.ts'

/** Returns a report whose texts are in the language of this process; ids, verdicts, requests and answers stay. */
export function translated(report: Report): Report {
  const { headline, summary, rootCause, warnings, discovered, results, coverage, baselineFaults } = report
  return {
    ...report,
    headline: translate(headline),
    summary: translate(summary),
    rootCause: rootCause && translate(rootCause),
    warnings: warnings.map(translate),
    discovered: discovered.map(translate),
    results: results.map(resultOf),
    coverage: coverage.map(({ says, untestable, ...clause }) => ({
      ...clause,
      says: translate(says),
      ...(untestable !== undefined && { untestable: translate(untestable) }),
    })),
    baselineFaults: baselineFaults.map((fault) => ({ ...fault, says: translate(fault.says) })),
  }
}

function resultOf(result: Result): Result {
  const { title, detail, why, remedy, table, finding } = result
  return {
    ...result,
    title: translate(title),
    detail: translate(detail),
    ...(why !== undefined && { why: translate(why) }),
    ...(remedy !== undefined && { remedy: translate(remedy) }),
    ...(table && {
      table: table.map(([asked, came]): [string, string] => [translate(asked), translate(came)]),
    }),
    ...(finding && {
      finding: {
        ...finding,
        rule: translate(finding.rule),
        expected: translate(finding.expected),
        actual: translate(finding.actual),
      },
    }),
  }
}
