import { clauses } from '../../src/contract/clauses.ts'
import type { Risk } from '../client/exchange.ts'
import { type ReadingMode, type Readings, readings } from '../judging/readings.ts'
import type {
  ClauseCoverage,
  RecordedExchange,
  RecordedViolation,
  Report,
  Result,
  ResultVerdict,
} from '../run/report.ts'

/** A text of the target with everything that could break out of a report format. */
export const hostile = [
  ']]></failure><script>alert(1)</script><!-- "&amp; \'onclick=',
  '\u0000\u0007\u001b[31mred\u001b[0m\u009b2J \uD800 \uDFFF \uFFFE \u2028 \u202Eevil\u202C שלום مرحبا',
  '::error title=x::owned',
  '  ::stop-commands::x ##[error]owned',
  '``` ~~~~ ````` </code></pre> | [a](javascript:x) <img src=x onerror=y> @someone',
  'not ok 1 - # SKIP \\# TODO {',
  'Bail out! \r\n1..0 # SKIP all\r  ...\n  ---\n{',
].join('\n')

const largeBody = `{"nome":"${'ção '.repeat(50_000)}"}`

const defaultReadings = Object.fromEntries(
  Object.entries(readings).map(([name, { fallback }]): [string, ReadingMode] => [name, fallback]),
) as Readings

export function anExchange(over: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    sets: [],
    curl: `curl -s -H "Authorization: $TOKEN" -H 'Content-Type: application/x-www-form-urlencoded' 'http://127.0.0.1:3000/pessoas?page=2'`,
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: '{"result":{"busca":"","itens":[{"cpf":"cpf#a3","nome":"nome#7f"}],"paginacao":{"atual":1,"linhas":25,"total":"137"}},"status_code":200}',
    ...over,
  }
}

export function aFinding(over: Partial<RecordedViolation> = {}): RecordedViolation {
  return {
    rule: 'page is the page number; atual is an integer: the current page number.',
    expected: 'result.paginacao.atual to be 2',
    actual: '1',
    exchanges: [anExchange()],
    ...over,
  }
}

export function aResult(over: Partial<Result> = {}): Result {
  return {
    id: 'PAG-08',
    clause: ['4.1-page', '2.2-atual'],
    level: 'required',
    risk: 'r',
    title: 'returns other persons for page=2 than for page=1',
    since: '2026-10',
    verdict: 'pass',
    detail: '3 pages, 61 persons, 0 repeats',
    requests: 3,
    durationMs: 12.345,
    ...over,
  }
}

/** Returns a report with these results and the counts and coverage that follow from them. */
export function aReport(results: Result[], over: Partial<Report> = {}): Report {
  const count = (wanted: ResultVerdict) => results.filter(({ verdict }) => verdict === wanted).length
  const byRisk: Record<Risk, number> = { r: 0, w0: 0, w1: 0, w2: 0 }
  for (const { risk, requests } of results) byRisk[risk] += requests
  return {
    tool: { name: 'pessoas-sim', version: '0.2.0' },
    run: '0a1b2c3d',
    target: 'http://127.0.0.1:3000/api',
    startedAt: '2026-02-03T04:05:06.789Z',
    durationMs: 1234.5,
    verdict: 'conformant',
    headline: 'Conformant in all that could be decided',
    summary: `Conformant in all that could be decided: ${count('pass')} passed, 0 failed.`,
    exitCode: 0,
    rootCause: null,
    warnings: [],
    settings: {
      risk: 'w0',
      strictWording: false,
      requirements: '2026-11',
      readings: defaultReadings,
      maxPages: 40,
      revealed: false,
    },
    requests: { sent: byRisk.r + byRisk.w0 + byRisk.w1 + byRisk.w2, retried: 0, byRisk },
    discovered: ['137 persons on 6 pages, all read', 'a CPF that begins with 0', 'names with accents'],
    counts: {
      pass: count('pass'),
      fail: count('fail'),
      inconclusive: count('inconclusive'),
      observed: count('observed'),
      'not run': count('not run'),
      warnings: results.filter(({ warning }) => warning).length,
      known: results.filter(({ known }) => known).length,
    },
    results,
    coverage: coverageOf(results),
    baselineFaults: [],
    ...over,
  }
}

const gravest = ['fail', 'inconclusive', 'not run', 'pass', 'observed'] as const

function coverageOf(results: readonly Result[]): ClauseCoverage[] {
  return clauses.map(({ id, says, ...rest }) => {
    const asking = results.filter(({ clause }) => clause.includes(id))
    const verdict = gravest.find((grave) => asking.some((result) => result.verdict === grave))
    return {
      clause: id,
      says,
      open: 'open' in rest,
      checks: asking.map((result) => result.id),
      verdict: verdict ?? 'untestable',
      ...(verdict === undefined && { untestable: 'Nothing that is asked from outside would show it.' }),
    }
  })
}

const passing: Result[] = [
  aResult({
    id: 'ENV-01',
    clause: ['4.1-4'],
    title: 'returns 200 for GET /pessoas',
    detail: '1 request',
    requests: 1,
  }),
  aResult({
    id: 'PAG-02',
    clause: ['2.2-total'],
    title: 'gives total as a string of digits',
    detail: 'total "137"',
  }),
  aResult(),
  aResult({
    id: 'BUSCA-01',
    clause: ['2.2-busca'],
    title: 'gives an empty busca without a search',
    detail: '4 lists',
  }),
  aResult({
    id: 'VAL-01',
    clause: ['4.2-3'],
    risk: 'w0',
    title: 'answers an unknown number with 404',
    detail: '1 request',
  }),
]

const observed: Result[] = [
  aResult({
    id: 'SORT-13',
    clause: ['4.1-open-match'],
    level: 'open',
    verdict: 'observed',
    title: 'treats a sort that the interface does not show',
    detail: 'sort=id: rejected with 400; sort=+nome: accepted',
    table: [
      ['sort=id', 'rejected with 400'],
      ['sort=+nome', 'taken'],
    ],
  }),
  aResult({
    id: 'ITEM-03',
    clause: ['2.1-cpf'],
    level: 'open',
    verdict: 'observed',
    title: 'writes a CPF',
    detail: '11 digits each, check digits hold',
  }),
]

const warned = aResult({
  id: 'AUTH-06',
  clause: ['5-2', '7-401'],
  level: 'wording',
  verdict: 'observed',
  warning: true,
  title: 'says to check the token and that access must be enabled',
  detail: 'the message speaks of neither',
  finding: aFinding({
    rule: 'The message says to check the token and that access must be enabled.',
    expected: 'a message that mentions the token and the access',
    actual: '"Unauthorized"',
    exchanges: [
      anExchange({
        status: 401,
        body: '{"error":"Unauthorized","message":"Unauthorized","status_code":401}',
      }),
    ],
  }),
})

const thin = (id: string, clause: string, title: string) =>
  aResult({
    id,
    clause: [clause],
    verdict: 'inconclusive',
    reason: 'thin-data',
    title,
    detail: 'the list has only one page',
    remedy: 'seed at least 26 persons',
    requests: 0,
  })

const notRun = (id: string, risk: Risk, title: string) =>
  aResult({
    id,
    clause: ['4.2-2'],
    risk,
    verdict: 'not run',
    title,
    detail: `${risk} is not allowed`,
    remedy: 'declare reports with --report and --allow-writes',
    requests: 0,
    durationMs: 0,
  })

const writesNotRun = [
  notRun('VAL-40', 'w1', 'refuses an unknown key at a real report'),
  notRun('VAL-33', 'w2', 'approves a report'),
  notRun('VAL-34', 'w2', 'rejects a report'),
]

export const conformant = aReport([...passing, ...observed, ...writesNotRun])

export const violated = aReport(
  [
    ...passing.slice(0, 1),
    aResult({
      id: 'PAG-02',
      clause: ['2.2-total'],
      verdict: 'fail',
      title: 'gives total as a string of digits',
      detail: 'total is a number',
      finding: aFinding({
        rule: 'total is a string that contains a number.',
        expected: 'a string of digits',
        actual: '137',
      }),
    }),
    aResult({
      verdict: 'fail',
      detail: 'atual is 1',
      finding: aFinding({
        exchanges: [anExchange(), anExchange({ status: 0, contentType: null, body: '' })],
      }),
    }),
    aResult({
      id: 'NOME-01',
      clause: ['4.1-nome'],
      verdict: 'fail',
      title: 'finds a person by the full name',
      detail: hostile,
      finding: aFinding({
        expected: 'the person',
        actual: hostile,
        exchanges: [
          anExchange({ curl: `curl -s '${hostile}'`, contentType: hostile, body: hostile }),
          anExchange({ body: largeBody }),
        ],
      }),
    }),
    warned,
    ...observed,
    aResult({
      id: 'ENV-09',
      clause: ['7-open'],
      level: 'open',
      verdict: 'observed',
      title: 'answers beyond the interface',
      detail: `fields: ${hostile}`,
      table: [
        ['fields', hostile],
        [hostile, 'none'],
      ],
    }),
    thin('PAG-11', '2.2-total', 'parts the list into pages'),
    thin('PAG-12', '2.2-total', 'gives the same total on every page'),
    aResult({
      id: 'AUTH-07',
      clause: ['4.2-4'],
      risk: 'w0',
      verdict: 'inconclusive',
      reason: 'precedence-open',
      title: 'refuses a validation without a token',
      detail: `404 came: ${hostile}`,
    }),
    ...writesNotRun,
  ],
  {
    verdict: 'violated',
    headline: 'Not conformant',
    summary: 'Not conformant: 1 passed, 3 failed.',
    exitCode: 1,
    warnings: ['TLS is not verified: --insecure', hostile],
    target: 'http://127.0.0.1:3000/ção?x=<y>',
    settings: {
      ...conformant.settings,
      readings: { ...defaultReadings, 'rows-off-grid': 'binding', 'pages-partition': 'off' },
      revealed: true,
    },
    discovered: [hostile],
  },
)

const nothingListens = `Nothing listens at http://127.0.0.1:3000 (ECONNREFUSED). Is the service started, and is this its port?\n${hostile}`

export const unreachable = aReport(
  [...passing, ...observed].map(({ id, clause, level, risk, title }) =>
    aResult({
      id,
      clause,
      level,
      risk,
      title,
      verdict: 'inconclusive',
      reason: 'blocked',
      detail: nothingListens,
      requests: 0,
      durationMs: 0,
    }),
  ),
  {
    verdict: 'failed',
    headline: 'Nothing was decided: http://127.0.0.1:3000 cannot be reached',
    summary: 'Nothing was decided: http://127.0.0.1:3000 cannot be reached.',
    exitCode: 4,
    rootCause: nothingListens,
    requests: { sent: 1, retried: 2, byRisk: { r: 1, w0: 0, w1: 0, w2: 0 } },
    discovered: [],
  },
)

export const undecided = aReport([thin('PAG-11', '2.2-total', 'parts the list into pages')], {
  verdict: 'undecided',
  headline: 'Too few checks could be decided, 0 of 1',
  summary: 'Too few checks could be decided, 0 of 1: 0 passed, 0 failed.',
  exitCode: 3,
})

/** The suite failed before the first result. */
export const empty = aReport([], {
  verdict: 'failed',
  headline: 'The time of the run was over (--deadline) before 1 check',
  summary: 'The time of the run was over (--deadline) before 1 check: 0 passed, 0 failed.',
  exitCode: 4,
  coverage: [],
  discovered: [],
})

const knownFailure = aResult({
  id: 'PAG-02',
  clause: ['2.2-total'],
  verdict: 'fail',
  title: 'gives total as a string of digits',
  detail: 'total is a number',
  known: { reason: 'ticket 42 # not before March', expires: '2026-12-31' },
  finding: aFinding(),
})

/** Conformant, because every failure is a known one. */
export const known = aReport([...passing.slice(0, 1), knownFailure], {
  headline: 'Conformant except for known failures',
  summary: 'Conformant except for known failures: 1 passed, 1 failed (1 known).',
})

export const staleBaseline = aReport(known.results, {
  verdict: 'stale-baseline',
  headline: 'The baseline is out of date; nothing else fails',
  summary: 'The baseline is out of date; nothing else fails. 1 passed, 1 failed (1 known).',
  exitCode: 1,
  baselineFaults: [
    { id: 'PAG-08', fault: 'stale', says: 'PAG-08 passes now: remove its entry from the baseline' },
    { id: 'SORT-02', fault: 'expired', says: `since 2025-12-31: ${hostile}` },
  ],
})

/** Interrupted by its user after two checks. */
export const interrupted = aReport(
  [
    ...passing.slice(0, 2),
    ...passing.slice(2).map((result) =>
      aResult({
        ...result,
        verdict: 'inconclusive',
        reason: 'interrupted',
        detail: 'the run was interrupted',
      }),
    ),
  ],
  {
    verdict: 'interrupted',
    headline: 'Interrupted before 3 of 5 checks were decided',
    summary: 'Interrupted before 3 of 5 checks were decided: 2 passed, 0 failed.',
    exitCode: 130,
  },
)

export const samples = {
  conformant,
  violated,
  unreachable,
  undecided,
  empty,
  known,
  staleBaseline,
  interrupted,
}
