import { counted } from '../../src/contract/counted.ts'
import { checks } from '../checks/index.ts'
import type { World } from '../model/world.ts'
import type { Redactor } from '../redaction/redact.ts'
import { applyBaseline, baselineFaults } from './baseline.ts'
import type { Circumstances } from './connect.ts'
import { coverageOf } from './coverage.ts'
import type { Settings } from './options.ts'
import type { Report, Result } from './report.ts'
import { verdictFor } from './verdict.ts'

/** Returns the report of a run from the results of its checks. */
export function reportOf(
  results: readonly Result[],
  settings: Settings,
  { heading, rootCause, warnings, requests, opening, redactor, unknownReports }: Circumstances,
  world?: World,
): Report {
  const place = new Map(checks.map(({ id }, i) => [id, i]))
  const inOrder = results
    .map((result) => redactAgain(result, redactor))
    .sort((a, b) => (place.get(a.id) as number) - (place.get(b.id) as number))
  const today = heading.startedAt.slice(0, 10)
  const known = applyBaseline(inOrder, settings.baseline, today)
  const faults = baselineFaults(known, settings.baseline, today)
  return {
    ...heading,
    ...verdictFor(known, faults, opening, { count: settings.reports.length, unknown: unknownReports }),
    rootCause,
    warnings,
    settings: { risk: settings.risk, strict: settings.strict, revealed: settings.reveal },
    requests,
    discovered: discovered(world).map(redactor.ours),
    results: known,
    coverage: coverageOf(known),
    baselineFaults: faults,
  }
}

/** Redacts a result again, because it may contain a person whom the redactor learned about only later. */
function redactAgain(result: Result, { ours }: Redactor): Result {
  const { detail, finding, table } = result
  const seen = {
    detail: ours(detail),
    ...(table && { table: table.map(([asked, came]): [string, string] => [ours(asked), ours(came)]) }),
  }
  if (!finding) return { ...result, ...seen }
  const exchanges = finding.exchanges.map(({ sets, curl, contentType, body, ...rest }) => ({
    ...rest,
    sets: sets.map(ours),
    curl: ours(curl),
    contentType: contentType === null ? null : ours(contentType),
    body: ours(body),
  }))
  const [expected, actual] = [ours(finding.expected), ours(finding.actual)]
  return { ...result, ...seen, finding: { ...finding, expected, actual, exchanges } }
}

function discovered(world: World | undefined): string[] {
  if (!world) return []
  const { people, size, named, plain } = world
  const different = (values: readonly string[]) => new Set(values).size
  const names = counted(different(named.map(({ nome }) => nome)), 'different name')
  const stamps = counted(different(people.map(({ stamp }) => stamp)), 'different timestamp')
  const has = (is: boolean, what: string) => `${is ? 'a' : 'no'} ${what}`
  const zero = has(
    people.some(({ id }) => id.startsWith('0')),
    'CPF that begins with 0',
  )
  const accent = has(
    named.some(({ nome }) => /[^\p{ASCII}]/u.test(nome)),
    'name with an accent',
  )
  return [
    `${counted(size, 'person')}${plain.isWhole ? '' : `, ${people.length} of them read`}`,
    `${names} and ${stamps}`,
    `${zero}, ${accent}${plain.isWhole ? '' : ', among those read'}`,
  ]
}
