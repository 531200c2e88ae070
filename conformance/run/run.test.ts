import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serveInProcess } from '../../src/cli.ts'
import { seedDataset } from '../../src/index.ts'
import { everyFew } from '../../src/testing/deep.ts'
import { type ConformanceOptions, type Report, renderReport, runConformance } from '../index.ts'
import {
  type LittlePerson,
  type LittleServer,
  littleServer,
  littleService,
  type Reply,
} from '../testing/little-server.ts'

const test = suite('a run')
const TOKEN = 'segredo-de-teste-0123456789'
const REPORT = '0f0f0f0f-1111-4222-8333-444455556666'

const people: LittlePerson[] = Array.from({ length: 60 }, (_, i) => ({
  cpf: String(i * 104_729_003).padStart(11, '0'),
  nome: `${i % 2 ? 'João' : 'Ana'} Silva ${String.fromCharCode(65 + (i % 26))}${i}`,
  atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
}))

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

test('asks only what is chosen', async () => {
  const { report, seen } = await ask(littleService(people, TOKEN), { only: ['BUSCA', 'VAL-01'], skip: ['BUSCA-01'] })
  assert.ok(report.results.length > 1)
  for (const { id } of report.results) assert.match(id, /^(BUSCA-(?!01)|VAL-01$)/)
  assert.ok(seen.length < 100, String(seen.length))
})

test('keeps the path of a base URL', async () => {
  const right = littleService(people, TOKEN)
  const server = await littleServer((asked) =>
    asked.url.startsWith('/api/v1/') ? right({ ...asked, url: asked.url.slice(7) }) : { status: 404, body: '' },
  )
  for (const path of ['/api/v1', '/api/v1/'])
    assert.is((await runConformance({ url: server.url + path, token: TOKEN, only: ['ENV'] }).report()).exitCode, 0)
  await server.close()
})

// Who is blamed, and for what.

test('finds nothing wrong with a service that is right', async () => {
  assert.equal(failing(await audit(untouched, { skip: [] })), ['SORT-01'])
  const { exitCode, verdict, rootCause, warnings } = await audit()
  assert.equal([exitCode, verdict, rootCause, warnings], [0, 'conformant', null, []])
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

test('does not blame a service that breaks now and then', async () => {
  let asked = 0
  const report = await audit((reply) => (asked++ % 10 === 9 ? broken : reply))
  assert.equal(faults(report), [])
  assert.is(report.exitCode, 0, report.summary)
})

test('warns of a service that breaks where the interface is open', async () => {
  const report = await audit((reply, { url }) => (url.includes('rows=30') ? broken : reply), { only: ['PAG-20'] })
  const { verdict, warning, detail } = the(report, 'PAG-20')
  assert.equal([verdict, warning], ['observed', true])
  assert.match(detail, /^the service breaks: 500 for rows=30\. All cases: /)
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

test('decides too little of an empty list, and says what to seed', async () => {
  const { report } = await ask(littleService([], TOKEN), { only: ['ITEM', 'CPF'] })
  assert.is(report.exitCode, 3)
  assert.match(report.summary, /^Too few checks/)
  assert.match(the(report, 'CPF-01').remedy ?? '', /^seed /)
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

for (const declared of [1, 10])
  test(`is conformant if reports are decided once, with ${declared} declared`, async () => {
    const sim = serveInProcess(await seedDataset({}), { profile: { revalidation: 'refuse-409' } })
    const [own, other] = sim.organizations as [(typeof sim.organizations)[0], (typeof sim.organizations)[0]]
    const keys = { token: own.token, otherToken: other.token, foreignReport: other.reports[0] as string }
    const reports = own.reports.slice(0, declared)
    const run = runConformance({ url: 'http://localhost', service: sim.ask, ...keys, reports, allowWrites: true })
    const { verdict, headline, results } = await run.report()
    assert.is(verdict, 'conformant', headline)
    const asked = results.filter(({ risk }) => risk === 'w2')
    const decided = asked.filter(({ verdict }) => verdict !== 'inconclusive')
    assert.ok(decided.length > asked.length / (declared === 1 ? 10 : 2), `${decided.length} of ${asked.length}`)
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

test('masks persons and tokens wherever they are', async () => {
  const report = await audit((reply) => withList(reply, ({ itens }) => ({ busca: 'outra', itens: itens.toReversed() })))
  assert.is(report.exitCode, 1)
  const texts = [JSON.stringify(report), renderReport(report, 'pretty'), renderReport(report, 'html')]
  for (const text of texts) {
    for (const { cpf, nome } of people)
      assert.not.ok(text.includes(cpf) || text.includes(nome) || text.includes(encodeURIComponent(nome)), nome)
    assert.not.ok(text.includes(TOKEN))
  }
  // Nobody knows this name but the service.
  const named = await audit((reply) => {
    const message = 'Rui Desconhecido pediu'
    const validation = { source: 'payload', keys: [message] }
    return reply.status ? { ...reply, body: { ...(reply.body as object), message, validation } } : reply
  })
  assert.ok(failing(named).length > 0)
  assert.not.match(JSON.stringify(named), 'Desconhecido')
  const shown = await audit((reply) => withTotal(reply, 7), { reveal: true })
  assert.ok(shown.settings.revealed && people.some(({ nome }) => JSON.stringify(shown).includes(nome)))
})

// Data and answers that are odd.

/** A database without a tie-breaker: persons with equal keys come in another order for every query. */
function restless(everybody: readonly LittlePerson[]) {
  return (asked: Asked): Reply => {
    const sort = new URL(asked.url, 'http://localhost').searchParams.get('sort') ?? '-atualizado_em'
    const field = sort.replace('-', '') as keyof LittlePerson
    const keyOf = (person: LittlePerson) => person[field in person ? field : 'atualizado_em']
    const lotOf = (person: LittlePerson) => createHash('md5').update(`${asked.url} ${person.cpf}`).digest('hex')
    const lots = new Map(everybody.map((person) => [person, lotOf(person)]))
    const compare = (x = '', y = '') => (x < y ? -1 : x > y ? 1 : 0)
    const sign = sort.startsWith('-') ? -1 : 1
    const byLot = (a: LittlePerson, b: LittlePerson) => compare(lots.get(a), lots.get(b))
    const ordered = everybody.toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)) || byLot(a, b))
    return littleService(ordered, TOKEN, false)(asked)
  }
}
const stamped = (minuteOf: (i: number) => number, size = 137): LittlePerson[] =>
  Array.from({ length: size }, (_, i) => ({
    ...(people[i % people.length] as LittlePerson),
    cpf: String(i * 72_901_337 + 5).padStart(11, '0'),
    atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, minuteOf(i))).toISOString(),
  }))
const ties: [who: string, everybody: LittlePerson[]][] = [
  ['all', stamped(() => 0)],
  ['all of 26', stamped(() => 0, 26)],
  ['all of 3', stamped(() => 0, 3)],
  ['the two at the border of two pages', stamped((i) => (i < 25 ? 200 - i : i === 25 ? 176 : 150 - i))],
  ['every four', stamped((i) => Math.floor(i / 4))],
  ['every forty', stamped((i) => Math.floor(i / 40))],
]
for (const [who, everybody] of everyFew(ties, 3))
  test(`lets persons with equal timestamps change places with every query: ${who}`, async () => {
    const { report } = await ask(restless(everybody), { skip: [] })
    assert.equal(faults(report), [])
    assert.ok(report.counts.pass > 40)
  })

test('does not ask for names that no request line can hold', async () => {
  const odd = [
    'a'.repeat(3000),
    'ã'.repeat(400),
    'Zé \ud800',
    ' Ana ',
    '',
    'x\u0000y',
    'Emoji 👍',
    "O'Neil & Cia + 50%",
  ]
  const everybody = people.map((person, i) => ({ ...person, nome: odd[i % odd.length] as string }))
  const right = littleService(everybody, TOKEN)
  const { report } = await ask((asked) => (asked.url.length > 8_000 ? { status: 431, body: {} } : right(asked)))
  assert.equal(faults(report), [])
})

const odd = { toString: 1, valueOf: 1 }
for (const [what, item] of Object.entries<(item: LittlePerson) => unknown>({
  'in cpf': (item) => ({ ...item, cpf: odd }),
  'in nome and atualizado_em': (item) => ({ ...item, nome: odd, atualizado_em: odd }),
  'in place of a person': () => odd,
  'null in place of a person': () => null,
}))
  test(`survives values that are neither strings nor numbers: ${what}`, async () => {
    const refusal = { error: odd, message: odd, validation: { keys: [odd], source: odd }, status_code: odd }
    const report = await audit((reply) => {
      const list = listOf(reply)
      if (!list) return { ...reply, body: refusal }
      const result = { ...list, itens: list.itens.map(item), paginacao: { atual: odd, linhas: odd, total: odd } }
      return { body: { result, status_code: odd } }
    })
    assert.is(report.exitCode, 1)
    assert.not.ok(reasons(report).has('suite-failed'))
  })

const long: [what: string, text: string][] = [
  ['backslashes', `${'\\'.repeat(60_000)}!\\n`],
  ['capitals', `${'Ab da '.repeat(20_000)}!`],
  ['children', 'child "'.repeat(60_000)],
  ['entities', '&#x26;'.repeat(60_000)],
  ['percent signs that are escaped again and again', `%${'25'.repeat(60_000)}`],
  ['base64 of base64', Array.from({ length: 12 }).reduce<string>((text) => Buffer.from(text).toString('base64'), 'Ana'.repeat(200))],
  ['blanks', `A${' '.repeat(1_000_000)}b`],
]
for (const [what, text] of everyFew(long, 4))
  test(`ends soon if the service returns long texts: ${what}`, async () => {
    const validation = { source: text, keys: [text] }
    const edit: Edit = (reply) => {
      if (reply.status) return { ...reply, body: { error: text, message: text, status_code: reply.status, validation } }
      return withList(reply, ({ paginacao }) => ({ busca: text, paginacao: { ...paginacao, total: text } }))
    }
    const report = await audit(edit, { only: ['ENV', 'BUSCA', 'VAL'], deadline: 20_000 })
    assert.is(report.exitCode, 1, report.summary)
    assert.not.ok(reasons(report).has('suite-failed'))
    assert.ok(JSON.stringify(report).length < 1_000_000)
  })

test('blames a byte order mark once, and judges the JSON after it', async () => {
  const report = await audit((reply) => ({
    ...reply,
    body: `\ufeff${JSON.stringify(reply.body)}`,
    headers: { 'content-type': 'application/json' },
  }))
  assert.equal(failing(report), ['ENV-04'])
  assert.match(the(report, 'ENV-04').detail, /byte order mark/)
})

test.run()
