import { clauses } from '../../src/contract/clauses.ts'
import type { ClauseCoverage, RecordedExchange, RecordedViolation, Report, Result } from '../run/report.ts'
import { verdictFor } from '../run/verdict.ts'

/** A text of the target with everything that could break out of a report format. */
export const hostile = [
  ']]></failure><script>alert(1)</script><!-- "&amp; \'onclick=',
  '\u0000\u0007\u001b[31mred\u001b[0m\u009b2J \uD800 \uDFFF \uFFFE \u2028 \u202Eevil\u202C שלום مرحبا',
  '::error title=x::owned',
  '  ::stop-commands::x ##[error]owned',
  '``` ~~~~ ````` </code></pre> | [a](javascript:x) <img src=x onerror=y> @someone',
].join('\n')

export function anExchange(over: Partial<RecordedExchange> = {}): RecordedExchange {
  return {
    sets: [],
    curl: `curl -s -H "Authorization: $TOKEN" 'http://127.0.0.1:3000/pessoas?page=2'`,
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: '{"result":{"busca":"","itens":[{"cpf":"cpf#a3","nome":"nome#7f"}],"paginacao":{"atual":1,"linhas":25,"total":"137"}},"status_code":200}',
    ...over,
  }
}

export function aFinding(over: Partial<RecordedViolation> = {}): RecordedViolation {
  return {
    rule: 'page is the page number.',
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
    level: 'must',
    risk: 'r',
    title: 'returns other persons for page=2 than for page=1',
    verdict: 'pass',
    detail: '3 pages, 61 persons, 0 repeats',
    requests: 3,
    durationMs: 12.345,
    ...over,
  }
}

/** Returns a report with these results and the verdict and coverage that follow from them. */
export function aReport(results: Result[], over: Partial<Report> = {}, isUnreachable = false): Report {
  const end = {
    cause: { label: 'nothing listens', says: '' },
    end: { reason: 'blocked', detail: '' } as const,
  }
  const opening = isUnreachable ? end : {}
  return {
    tool: { name: 'pessoas-sim', version: '0.2.0' },
    run: '0a1b2c3d',
    target: 'http://127.0.0.1:3000/api',
    startedAt: '2026-02-03T04:05:06.789Z',
    durationMs: 1234.5,
    rootCause: null,
    warnings: [],
    settings: { risk: 'w0', strict: false, revealed: false },
    requests: { sent: 40, retried: 0, byRisk: { r: 38, w0: 2, w1: 0, w2: 0 } },
    discovered: ['137 persons', 'a CPF that begins with 0'],
    results,
    coverage: clauses.map(({ id, says }) => coverageOf(id, says, results)),
    baselineFaults: [],
    ...verdictFor(results, over.baselineFaults ?? [], opening, { count: 0, unknown: [] }),
    ...over,
  }
}

function coverageOf(clause: string, says: string, results: readonly Result[]): ClauseCoverage {
  const asking = results.filter((result) => result.clause.includes(clause))
  const order = ['fail', 'inconclusive', 'not run', 'pass', 'observed'] as const
  const verdict = order.find((wanted) => asking.some((result) => result.verdict === wanted))
  const common = { clause, says, open: clause.includes('-open'), checks: asking.map(({ id }) => id) }
  return verdict
    ? { ...common, verdict }
    : { ...common, verdict: 'untestable', untestable: 'no request shows it' }
}

const passed = [
  aResult({ id: 'ENV-01', clause: ['4.1-4'], title: 'returns 200 for GET /pessoas', detail: '1 request' }),
  aResult(),
  aResult({ id: 'VAL-01', clause: ['4.2-3'], risk: 'w0', title: 'rejects an unknown number with 404' }),
]

const observed = aResult({
  id: 'SORT-13',
  clause: ['4.1-open-match'],
  level: 'open',
  verdict: 'observed',
  title: 'chooses how to treat other values of sort',
  detail: 'sort=id: rejected with 400',
  table: [['sort=id', 'rejected with 400']],
})

const undecided = aResult({
  id: 'PAG-11',
  clause: ['2.2-total'],
  verdict: 'inconclusive',
  reason: 'thin-data',
  title: 'divides the list into pages',
  detail: 'the list has only one page',
  remedy: 'seed at least 26 persons',
})
const remedy = 'add --allow-writes --report NUMBER'
const notRun = aResult({ ...undecided, id: 'VAL-33', verdict: 'not run', risk: 'w2', remedy })

const warned = aResult({
  id: 'AUTH-06',
  clause: ['5-2', '7-401'],
  level: 'should',
  why: 'The interface suggests this wording.',
  verdict: 'observed',
  warning: true,
  title: 'says to check the token',
  finding: aFinding({ expected: 'a message about the token', actual: '"Unauthorized"' }),
})

const failed = aResult({
  verdict: 'fail',
  detail: 'expected result.paginacao.atual to be 2, got 1',
  cells: { asked: 40, failing: ['page:2'], failed: [{ cell: 'page:2/order:-nome', failed: 4, asked: 4 }] },
  finding: aFinding({ exchanges: [anExchange(), anExchange({ status: 0, contentType: null, body: '' })] }),
})

const large = anExchange({ body: `{"nome":"${'ção '.repeat(50_000)}"}` })
const hostileExchange = anExchange({ curl: `curl -s '${hostile}'`, contentType: hostile, body: hostile })
const hostileFailure = aResult({
  id: 'NOME-01',
  clause: ['4.1-nome'],
  verdict: 'fail',
  title: 'finds a person by the full name',
  detail: hostile,
  finding: aFinding({ actual: hostile, exchanges: [hostileExchange, large] }),
})

const cause = `Nothing listens at http://127.0.0.1:3000 (ECONNREFUSED). Is the service started?\n${hostile}`
const known = [...passed.slice(0, 1), { ...failed, known: { reason: 'ticket 42', expires: '2026-12-31' } }]

/** A report of each verdict. */
export const samples = {
  conformant: aReport([...passed, observed, notRun]),
  violated: aReport(
    [
      ...passed.slice(0, 1),
      failed,
      hostileFailure,
      warned,
      observed,
      aResult({ ...observed, id: 'ENV-09', detail: hostile, table: [[hostile, hostile]] }),
      undecided,
      aResult({ ...undecided, id: 'PAG-12', detail: 'the list has no second page' }),
      aResult({ id: 'AUTH-07', clause: ['4.2-4'], verdict: 'inconclusive', detail: `404 came: ${hostile}` }),
      notRun,
    ],
    {
      warnings: ['TLS is not verified: --insecure', hostile],
      target: 'http://127.0.0.1:3000/ção?x=<y>',
      settings: { risk: 'w0', strict: true, revealed: true },
      discovered: [hostile],
    },
  ),
  unreachable: aReport(
    passed.map((result) => ({ ...result, verdict: 'inconclusive', reason: 'blocked', detail: cause })),
    { rootCause: cause },
    true,
  ),
  undecided: aReport([undecided]),
  known: aReport(known),
  staleBaseline: aReport(known, {
    baselineFaults: [{ id: 'SORT-02', fault: 'expired', says: `SORT-02 expired on 2025-12-31: ${hostile}` }],
  }),
  interrupted: aReport([...passed.slice(0, 1), aResult({ ...undecided, reason: 'interrupted' })]),
} satisfies Record<string, Report>
