
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ConformanceOptions, type Report, runConformance } from '../index.ts'
import {
  type LittlePerson,
  type LittleServer,
  littlePeople,
  littleServer,
  littleService,
  type Reply,
} from '../testing/little-server.ts'

const test = suite('a run')
const TOKEN = 'segredo-de-teste-0123456789'
const REPORT = '0f0f0f0f-1111-4222-8333-444455556666'

const people = littlePeople(60, (i) => `${i % 2 ? 'João' : 'Ana'} Silva ${String.fromCharCode(65 + (i % 26))}${i}`)

type Asked = LittleServer['seen'][number]
type Edit = (reply: Reply, asked: Asked) => Reply | Promise<Reply>
type List = { itens: LittlePerson[]; busca: unknown; paginacao: Record<string, unknown> }
const untouched: Edit = (reply) => reply
const broken: Reply = { status: 500, body: {} }
const listOf = ({ body }: Reply) => (body as { result?: List }).result
const withList = (reply: Reply, edit: (list: List) => Partial<List>): Reply => {
  const list = listOf(reply)
  return list ? { ...reply, body: { result: { ...list, ...edit(list) }, status_code: 200 } } : reply
}
const withTotal = (reply: Reply, total: number): Reply =>
  withList(reply, ({ paginacao }) => ({ paginacao: { ...paginacao, total: String(total) } }))

/** The little service orders by no field, and a service orders by at least one. */
const skip = ['SORT-01']

async function ask(answer: (asked: Asked) => Reply | Promise<Reply>, options: Partial<ConformanceOptions> = {}) {
  const server = await littleServer(answer)
  try {
    const report = await runConformance({ url: server.url, token: TOKEN, skip, ...options }).report()
    return { report, seen: server.seen }
  } finally {
    await server.close()
  }
}

/** Runs the suite against the little service, put wrong by an edit of its answers. */
async function audit(edit: Edit = untouched, options: Partial<ConformanceOptions> = {}): Promise<Report> {
  const right = littleService(people, TOKEN)
  return (await ask((asked) => edit(right(asked), asked), options)).report
}

const faults = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ id, detail }) => `${id}: ${detail}`)
const failing = (report: Report) => faults(report).map((fault) => fault.replace(/:.*/s, ''))
const reasons = ({ results }: Report) => new Set(results.map(({ reason }) => reason))
const the = ({ results }: Report, id: string) => {
  const result = results.find((one) => one.id === id)
  assert.ok(result, id)
  return result
}

// What is sent, and when.

test('yields its results one by one and then its report, and sends nothing before they are read', async () => {
  const server = await littleServer(littleService(people, TOKEN))
  const run = runConformance({ url: server.url, token: TOKEN, only: ['PAG'] })
  assert.is(server.seen.length, 0)
  const ids: string[] = []
  for await (const { id } of run) ids.push(id)
  const report = await run.report()
  assert.is(await run.report(), report)
  assert.is(ids.length, run.size)
  assert.equal(ids.sort(), report.results.map(({ id }) => id).sort())
  await server.close()
})

test('ends when its results are read no further, and has no report then', async () => {
  const server = await littleServer(littleService(people, TOKEN))
  const run = runConformance({ url: server.url, token: TOKEN })
  for await (const _ of run) break
  // Requests that were on their way still arrive.
  await sleep(50)
  const sent = server.seen.length
  await sleep(50)
  assert.is(server.seen.length, sent)
  const error = await run.report().catch((error: Error) => error)
  assert.match(String(error), /stopped before its end/)
  await server.close()
})

test('ends with what was judged when it is aborted, and sends nothing if that was before its beginning', async () => {
  const stop = new AbortController()
  const server = await littleServer(littleService(people, TOKEN))
  const run = runConformance({ url: server.url, token: TOKEN, signal: stop.signal })
  let read = 0
  for await (const _ of run) if (++read === 5) stop.abort()
  const report = await run.report()
  const sent = server.seen.length
  const none = await runConformance({ url: server.url, token: TOKEN, signal: stop.signal }).report()
  await server.close()
  assert.is(server.seen.length, sent)
  for (const one of [report, none]) {
    assert.equal([one.exitCode, one.verdict, one.rootCause, one.results.length], [130, 'interrupted', null, run.size])
    assert.match(one.summary, /^Interrupted before \d+ of \d+ checks were decided: /)
  }
  assert.ok(report.counts.pass >= 4)
  assert.is(none.counts.pass, 0)
})

test('sends only GETs if it may only read, and says what would decide the rest', async () => {
  const { report, seen } = await ask(littleService(people, TOKEN), { readOnly: true })
  assert.equal([...new Set(seen.map(({ method }) => method))], ['GET'])
  assert.is(the(report, 'VAL-01').verdict, 'not run')
  assert.match(the(report, 'VAL-01').detail, /without --read-only/)
  assert.is(the(report, 'ENV-05').verdict, 'pass')
})

/** The little service, which knows one report and accepts every valid decision on it. */
function accepting(asked: Asked): Reply {
  const reply = littleService(people, TOKEN)(asked)
  const isDecision = asked.url.includes(REPORT) && reply.status === 404
  return isDecision ? { body: { result: { numero: REPORT }, status_code: 200 } } : reply
}

test('posts to a report only if it is declared and writes are allowed', async () => {
  const toReport = ({ url }: Asked) => url.includes(REPORT)
  assert.not.ok((await ask(accepting)).seen.some(toReport))
  const { seen } = await ask(accepting, { allowWrites: true, reports: [REPORT] })
  assert.ok(seen.some(toReport))
})

test('never repeats a decision that got no answer', async () => {
  const reports = ['1', '2', '3'].map((end) => REPORT.slice(0, -1) + end)
  const right = littleService(people, TOKEN)
  const decisions: string[] = []
  const { report } = await ask(
    (asked) => {
      const reply = right(asked)
      if (reply.status !== 404 || !reports.some((numero) => asked.url.includes(numero))) return reply
      decisions.push(`${asked.url} ${asked.body}`)
      return { status: 503, body: {} }
    },
    { allowWrites: true, reports },
  )
  assert.is(new Set(decisions).size, decisions.length)
  assert.ok(decisions.length > 0)
  assert.equal([report.requests.retried, faults(report)], [0, []])
})

// Who is blamed, and for what.

test('finds nothing wrong with a service that is right, and says what its list has', async () => {
  assert.equal(failing(await audit(untouched, { skip: [] })), ['SORT-01'])
  const { exitCode, verdict, rootCause, warnings, discovered } = await audit()
  assert.equal([exitCode, verdict, rootCause, warnings], [0, 'conformant', null, []])
  assert.is(discovered[0], '60 persons')
})

test('names the least combination that fails, in the report, its details and its summary', async () => {
  const wrong: Edit = (reply, { url }) => (/nome=.*rows=50|rows=50.*nome=/.test(url) ? withTotal(reply, 7) : reply)
  const report = await audit(wrong)
  assert.is(report.exitCode, 1)
  assert.equal(failing(report), ['CELL-03'])
  const { cells, detail, finding, clause } = the(report, 'CELL-03')
  assert.equal(clause, ['2.2-total', '4.1-3'])
  for (const { cell, failed, asked } of cells?.failed ?? []) {
    assert.match(cell, /^filter:[a-z-]+\/rows:50$/)
    assert.is(failed, asked)
    assert.ok(detail.includes(`${cell} fails in ${failed} of ${failed} cell`))
  }
  assert.ok((cells?.asked ?? 0) > (cells?.failing?.length ?? 0))
  assert.match(detail, /^expected total \d+, got total 7 for filter:\S+\/rows:50/)
  assert.match(finding?.exchanges[0]?.curl ?? '', /rows=50/)
})

test('blames a service that breaks every time, for that combination, and not for what relies on it', async () => {
  const report = await audit((reply, { url }) => (/sort=/.test(url) && listOf(reply) ? broken : reply), { skip: [] })
  assert.is(report.exitCode, 1)
  const { finding } = the(report, 'SORT-01')
  assert.match(finding?.actual ?? '', /500/)
  assert.is(finding?.exchanges[0]?.status, 500)
  for (const { id, verdict, clause } of report.results)
    if (verdict === 'fail')
      assert.ok(
        clause.some((name) => name === '4.1-sort' || name === '4.1-3'),
        id,
      )
})

test('leaves undecided what a list shows that changes all the time', async () => {
  let asked = 0
  const report = await audit((reply, { url }) => (/nome|cpf/.test(url) ? reply : withTotal(reply, 60 + asked++)))
  assert.equal(faults(report), [])
  assert.ok(reasons(report).has('data-drift'))
  assert.is(report.exitCode, 3)
})

const after = (reply: Reply): Edit => {
  let asked = 0
  return (right) => (asked++ < 40 ? right : reply)
}
const silent = new Promise<never>(() => {})
const ends: [what: string, edit: Edit, options: Partial<ConformanceOptions>, reason: string, says: RegExp, cause: RegExp][] = [
  ['refuses the token later', after({ status: 401 }), {}, 'token-refused', /^The token was accepted at first and refused with 401/, /^null/],
  ['breaks', after(broken), {}, 'target-failed', /^The target failed in \d+ checks/, /^null/],
  ['limits the rate', after({ status: 429, headers: { 'retry-after': '3600' } }), {}, 'rate-limited', /^The target limited the rate of requests \(429\) in \d+/,
    /^The target answers 429 .*, more than --deadline leaves\. The run stopped after \d+ requests; use --rate /],
  ['is too slow', (reply) => sleep(20, reply), { deadline: 500 }, 'deadline', /^The run reached --deadline before deciding \d+ checks/, /^null/],
  ['answers no POST', (reply, { method }) => (method === 'GET' ? reply : silent), { timeout: 600 }, 'target-failed', /^The target failed in \d+ checks/,
    /^The target stopped answering: /],
]
for (const [what, edit, options, reason, says, cause] of ends)
  test(`blames nobody if the service ${what}, and keeps what was judged before`, async () => {
    const report = await audit(edit, options)
    assert.equal([report.exitCode, faults(report)], [4, []])
    assert.match(report.summary, says)
    assert.match(String(report.rootCause), cause)
    assert.ok(reasons(report).has(reason as never))
    assert.ok(report.counts.pass > 0)
    assert.ok(report.requests.sent < 500, String(report.requests.sent))
  })

test('a wrong token is one cause, after one request', async () => {
  const report = await audit(untouched, { token: 'another' })
  assert.equal([report.exitCode, report.requests.sent, faults(report)], [4, 1, []])
  assert.match(report.rootCause ?? '', /refused with 401.*Bearer/)
})

test('warns of a declared report that the service does not know, and is undecided', async () => {
  const writing = { allowWrites: true, reports: [REPORT], only: ['VAL', 'AUTH'] }
  const report = await audit(untouched, writing)
  assert.equal([report.exitCode, faults(report)], [3, []])
  const which =
    /^Nothing that needs a report was decided, because the service does not know the declared report \$REPORT_1: /
  assert.match(report.summary, which)
  assert.match(
    report.warnings.join(),
    /^the target returns 404 for the declared report \$REPORT_1: check that the number/,
  )
  assert.not.match(JSON.stringify(report), REPORT)
  assert.equal((await ask(accepting, writing)).report.warnings, [])
})

// What operators set.

test('warns of what the interface only implies, and blames for it with --strict', async () => {
  const only = ['PAG-21']
  const warned = await audit(untouched, { only })
  const { verdict, warning, level, why, finding } = the(warned, 'PAG-21')
  assert.equal([warned.exitCode, verdict, warning, level], [0, 'observed', true, 'should'])
  assert.match(why ?? '', /multiple of 25/)
  assert.match(finding?.rule ?? '', /--strict makes it a failure/)
  const strict = await audit(untouched, { only, strict: true })
  assert.equal([strict.exitCode, the(strict, 'PAG-21').verdict, strict.settings.strict], [1, 'fail', true])
})

for (const [id, expires, exitCode, faults] of [
  ['SORT-01', '2999-12-31', 0, []],
  ['SORT-01', '2020-01-01', 1, ['expired']],
  ['PAG-02', '2999-12-31', 1, ['stale']],
] as const)
  test(`knows the failures of a baseline until they pass or expire: ${id} until ${expires}`, async () => {
    const known = { reason: 'JIRA-1', expires }
    const report = await audit(untouched, { only: [id], skip: [], baseline: [{ id, ...known }] })
    assert.is(report.exitCode, exitCode, report.summary)
    assert.equal(
      report.baselineFaults.map(({ fault }) => fault),
      faults,
    )
    if (exitCode === 0) assert.equal(the(report, id).known, known)
  })

// Data and answers that are odd.

test.run()
