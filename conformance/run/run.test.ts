import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everyFew } from '../../src/testing/deep.ts'
import { type ConformanceOptions, ConformanceUsageError, type Report, renderReport, runConformance } from '../index.ts'
import { type LittlePerson, littleServer, littleService, type Reply } from '../testing/little-server.ts'

const test = suite('a run')
const TOKEN = 'segredo-de-teste-0123456789'

const people: LittlePerson[] = Array.from({ length: 60 }, (_, i) => ({
  cpf: String(i * 104_729_003).padStart(11, '0'),
  nome: `${i % 2 ? 'João' : 'Ana'} Silva ${String.fromCharCode(65 + (i % 26))}${i}`,
  atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
}))

type Answer = ReturnType<typeof littleService>

/** Runs the suite against the little service, put wrong by an edit of its answers. */
async function audit(
  edit: (reply: Reply, request: Parameters<Answer>[0]) => Reply | Promise<Reply> = (reply) => reply,
  options: Partial<ConformanceOptions> = {},
): Promise<Report> {
  const right = littleService(people, TOKEN)
  const server = await littleServer((request) => edit(right(request), request))
  try {
    return await runConformance({ url: server.url, token: TOKEN, ...options }).report()
  } finally {
    await server.close()
  }
}

const idsOf = ({ results }: Report, verdict: string) =>
  results.filter((result) => result.verdict === verdict).map(({ id }) => id)

test('finds nothing wrong with a service that orders by no field, and says so', async () => {
  const report = await audit()
  // It ignores `sort`: which fields are allowed is open, that there is one is not.
  assert.equal(idsOf(report, 'fail'), ['SORT-01'])
  const without = await audit(undefined, { skip: ['SORT-01'] })
  assert.is(without.exitCode, 0)
  assert.is(without.verdict, 'conformant')
  assert.equal(without.rootCause, null)
})

test('ends at once when it was aborted before its first request, and blames nobody', async () => {
  const server = await littleServer(littleService(people, TOKEN))
  const report = await runConformance({ url: server.url, token: TOKEN, signal: AbortSignal.abort() }).report()
  await server.close()
  assert.is(server.seen.length, 0)
  assert.is(report.verdict, 'interrupted')
  assert.is(report.rootCause, null)
})

test('of an open point it tells what it saw, and nothing that it did not ask for', async () => {
  const told = async (id: string, edit?: Parameters<typeof audit>[0]) => {
    const { results } = await audit(edit, { only: [id] })
    return Object.fromEntries(results[0]?.table ?? [])
  }
  // Not everything that takes the token the first times takes it again.
  let asked = 0
  const tired = await told('AUTH-12', (reply) => (++asked > 2 ? { status: 418, body: {} } : reply))
  assert.equal(Object.values(tired), ['200', '418'])
  assert.equal(await told('AUTH-12'), {
    'the token as given, without "Bearer "': '200',
    'with "Bearer " before it': '401',
  })

  const everything = await audit((reply) => ({ ...reply, body: { ...(reply.body as object), versao: 2 } }), {
    only: ['ENV-05', 'ENV-09'],
  })
  assert.equal(
    everything.results.find(({ id }) => id === 'ENV-09')?.table?.filter(([name]) => /^undocumented/.test(name)),
    ['a 400', 'a 401', 'a 404', 'a list'].map((kind) => [`undocumented fields of ${kind}`, 'versao']),
  )
  const refused = await told('ENV-09', (reply, { url }) =>
    url === '/pessoas' ? { status: 400, body: { error: 'Bad Request', message: 'não', status_code: 400 } } : reply,
  )
  assert.match(refused['undocumented fields'] ?? '', /^none in \d+ answers?$/)
  assert.ok('time of GET /pessoas, which returned 400' in refused)

  // Broken and busy answers are seen by whoever asks, and are statuses, too.
  const busy = await audit((reply, { url }) => (url.includes('sort=') ? { status: 500, body: {} } : reply))
  const statuses = busy.results.find(({ id }) => id === 'ENV-09')?.table?.find(([name]) => /^statuses other/.test(name))
  assert.match(statuses?.[1] ?? '', /^500 \(\d+ times\)$/)
})

test('of names and CPFs only those forms are told that differ from them', async () => {
  const only = { only: ['NOME-07', 'CPF-08'] }
  const tableOf = async (everybody: LittlePerson[]) => {
    const server = await littleServer(littleService(everybody, TOKEN))
    const { results } = await runConformance({ url: server.url, token: TOKEN, ...only }).report()
    await server.close()
    return new Map(results.flatMap(({ table }) => table ?? []))
  }
  const plain = await tableOf([
    { cpf: '123', nome: 'ANA', atualizado_em: '2026-01-01T00:00:00.000Z' },
    { cpf: '456', nome: 'ANA', atualizado_em: '2026-01-01T00:01:00.000Z' },
  ])
  for (const form of [
    'a name in upper case',
    'a name without its accents',
    'the last word of a name',
    'the first three letters of a name',
    'a CPF with its mask',
    'a CPF with the name of another person',
  ])
    assert.not.ok(plain.has(form), form)
  assert.is(plain.get('an empty nome'), 'finds the person')

  const last = { ...(people[0] as LittlePerson), nome: 'Zé Último' }
  const many = await tableOf([last, ...people.slice(1).map((person) => ({ ...person, nome: 'Ana Silva' }))])
  assert.is(many.get('an empty nome'), 'finds others; the person is not on page 1')
  assert.is(many.get('the last word of a name'), 'finds the person')
  assert.is(many.get('an empty cpf'), 'nobody')
})

test('gives its results one by one, then the report, once', async () => {
  const server = await littleServer(littleService(people, TOKEN))
  const run = runConformance({ url: server.url, token: TOKEN, only: ['PAG'] })
  assert.is(server.seen.length, 0)
  const ids: string[] = []
  for await (const { id } of run) ids.push(id)
  const report = await run.report()
  assert.is(ids.length, run.size)
  assert.is(await run.report(), report)
  assert.equal([...ids].sort(), report.results.map(({ id }) => id).sort())
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
  await run.report().then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /stopped before its end/),
  )
  await server.close()
})

test('ends at once when it is aborted, with what was decided so far', async () => {
  const stop = new AbortController()
  const server = await littleServer(littleService(people, TOKEN))
  const run = runConformance({ url: server.url, token: TOKEN, signal: stop.signal })
  let read = 0
  for await (const _ of run) if (++read === 5) stop.abort()
  const report = await run.report()
  assert.is(report.results.length, run.size)
  assert.is(report.exitCode, 130)
  assert.is(report.verdict, 'interrupted')
  assert.match(report.summary, /^Interrupted before \d+ of \d+ checks were decided: /)
  assert.not.match(report.summary, /target/)
  assert.is(report.rootCause, null)
  assert.ok(report.counts.pass >= 4)
  await server.close()
})

test('sends GETs alone when it may only read', async () => {
  const server = await littleServer(littleService(people, TOKEN))
  const report = await runConformance({ url: server.url, token: TOKEN, readOnly: true }).report()
  assert.equal([...new Set(server.seen.map(({ method }) => method))], ['GET'])
  assert.is(report.results.find(({ id }) => id === 'VAL-01')?.verdict, 'not run')
  assert.is(report.results.find(({ id }) => id === 'ENV-05')?.verdict, 'pass')
  await server.close()
})

test('posts to no report without leave, and only to those that were declared with it', async () => {
  const server = await littleServer(littleService(people, TOKEN))
  const report = '0f0f0f0f-1111-4222-8333-444455556666'
  const posts = () => server.seen.filter(({ method }) => method === 'POST')
  await runConformance({ url: server.url, token: TOKEN }).report()
  const before = posts().length
  assert.not.ok(posts().some(({ url }) => url.includes(report)))
  await runConformance({ url: server.url, token: TOKEN, allowWrites: true, reports: [report] }).report()
  const repeated = posts()
    .slice(before)
    .filter(({ url }) => url.includes(report))
  assert.ok(repeated.length > 0)
  const numbers = new Map<string, number>()
  for (const { url } of posts()) numbers.set(url, (numbers.get(url) ?? 0) + 1)
  // Numbers that differ from a declared one at their end may be asked about twice.
  for (const [url, times] of numbers)
    assert.ok(times === 1 || url.includes(report.slice(0, -1)) || /0{12}$|f{12}$/.test(url), url)
  await server.close()
})

test('tells a cause once, and blocks what rests on it', async () => {
  const refused = await audit(undefined, { token: 'another' })
  assert.is(refused.exitCode, 4)
  assert.match(refused.rootCause ?? '', /refused with 401.*Bearer/)
  assert.is(refused.requests.sent, 1)
  assert.is(refused.counts.fail, 0)

  const page = await audit(() => ({
    body: '<!doctype html><p>Entrar</p>',
    headers: { 'content-type': 'text/html' },
  }))
  assert.is(page.exitCode, 4)
  assert.match(page.rootCause ?? '', /login page/)

  const broken = await audit(({ status, body }, { url }) =>
    url.includes('page=')
      ? {
          body:
            (body as { result: unknown }) &&
            littleService(
              people,
              TOKEN,
            )({ method: 'GET', url: '/pessoas', headers: { authorization: TOKEN }, body: '' }).body,
        }
      : { ...(status && { status }), body },
  )
  const blocked = broken.results.filter(({ reason }) => reason === 'blocked')
  assert.ok(idsOf(broken, 'fail').includes('PAG-08'))
  assert.ok(blocked.some(({ id, detail }) => id === 'ORD-01' && /relies on PAG-1/.test(detail)))
})

test('a moving list is read once more, and then let be', async () => {
  let asked = 0
  const report = await audit((reply, { url }) => {
    const { body } = reply as { body: { result?: { paginacao: { total: string } } } }
    if (!body.result || /nome|cpf/.test(url)) return reply
    return {
      ...reply,
      body: {
        ...body,
        result: { ...body.result, paginacao: { ...body.result.paginacao, total: String(60 + asked++) } },
      },
    }
  })
  assert.is(report.counts.fail, 0)
  assert.ok(report.results.some(({ reason }) => reason === 'data-drift'))
})

const broken = { status: 500, body: {} }

test('a request that breaks the service every time violates its clause, and blocks the checks of others', async () => {
  const report = await audit((reply, { url }) => (url.includes('sort=') ? broken : reply))
  const sort = report.results.find(({ id }) => id === 'SORT-01')
  assert.is(report.exitCode, 1)
  assert.is(sort?.verdict, 'fail')
  assert.is(sort?.finding?.actual, '500, 5 times out of 5; the same call without the fault answered 200 each time')
  assert.equal(
    sort?.finding?.exchanges.map(({ status }) => status),
    [500, 200],
  )
  for (const { id, verdict, clause } of report.results) {
    if (verdict === 'fail')
      assert.ok(clause.includes('4.1-sort') || clause.includes('4.1-3') || clause[0]?.startsWith('5-'), id)
  }
  const noted = report.results.find(({ id }) => id === 'PAG-20')
  assert.is(noted?.warning, undefined)
})

test('a service that answers nobody violates nothing', async () => {
  let asked = 0
  const report = await audit((reply) => (asked++ > 60 ? broken : reply))
  assert.is(report.counts.fail, 0)
  assert.is(report.exitCode, 4)
  assert.ok(report.requests.sent < 500, String(report.requests.sent))
})

test('a service that fails now and then is told, and its answers are judged', async () => {
  let asked = 0
  const report = await audit((reply) => (asked++ % 10 === 9 ? broken : reply))
  // The little service ignores sort.
  const failed = report.results.filter(({ id, verdict }) => verdict === 'fail' && id !== 'SORT-01')
  assert.equal(
    failed.map(({ id, detail }) => `${id} ${detail}`),
    [],
  )
  assert.match(report.warnings.join(), /^\d+ of \d+ requests \(about 1 in (9|10|11)\) failed with 5xx, but not when/)
})

test('an open point that breaks the service is a warning', async () => {
  const report = await audit((reply, { url }) => (url.includes('rows=30') ? broken : reply), {
    only: ['PAG-20'],
  })
  const [result] = report.results
  assert.is(result?.verdict, 'observed')
  assert.is(result?.warning, true)
  assert.match(result?.detail ?? '', /^the service breaks: 500 for rows=30\. All cases: /)
})

test('429, 503 and silence are observations of nothing, and the rest of their check is told', async () => {
  const fails: [string, RegExp, Reply | undefined][] = [
    ['rate-limited', /answers 429 .*, even after retries$/, { status: 429, headers: { 'retry-after': '0' } }],
    [
      'target-failed',
      /^rows=30: GET answered 503, even after retries; other cases: rows=0: /,
      { status: 503, headers: { 'retry-after': '0' } },
    ],
    ['target-failed', /^rows=30: no answer within 0.5 s \(--timeout\); other cases: rows=0: /, undefined],
  ]
  for (const [reason, detail, failing] of fails) {
    const report = await audit(
      (reply, { url }) => (url.includes('rows=30') ? (failing ?? new Promise<never>(() => {})) : reply),
      { only: ['PAG-20'], ...(failing === undefined && { timeout: 500 }) },
    )
    const [result] = report.results
    assert.is(result?.verdict, 'inconclusive')
    assert.is(result?.reason, reason)
    assert.match(result?.detail ?? '', detail)
    assert.match(result?.remedy ?? '--rate', /--rate/)
    assert.is(report.exitCode, 3, report.summary)
    assert.match(report.summary, /^None of the selected checks could be run or observed: /)
  }
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const askingOf = { allowWrites: true, reports: [UNKNOWN], only: ['VAL', 'AUTH'] }

for (const [what, edit] of [
  ['bodies first', undefined],
  [
    'the number first',
    (reply: Reply, { method }: { method: string }) =>
      method === 'POST' && reply.status === 400
        ? { status: 404, body: { error: 'Not Found', message: 'Protocolo.', status_code: 404 } }
        : reply,
  ],
] as const) {
  test(`a declared report that a target does not know is warned of beside the verdict, by one that looks at ${what}`, async () => {
    const report = await audit(edit, askingOf)
    assert.is(report.counts.fail, 0, idsOf(report, 'fail').join())
    assert.is(report.warnings.length, 1)
    assert.match(
      report.warnings[0] ?? '',
      /404 for the declared report \$REPORT_1: check that the number is right and that the report belongs to the organization of this token\./,
    )
    for (const form of [{}, { quiet: true }, { verdictOnly: true }]) {
      const last = renderReport(report, 'pretty', form).trimEnd().split('\n\n').slice(-2)
      assert.match(last[0] ?? '', /^Warnings of the run\n! the target returns 404/)
      assert.is(last[1], report.summary)
    }
    assert.is(report.exitCode, 3)
    assert.match(
      report.summary,
      /^Nothing that needs a report was decided, because the service does not know the declared report \$REPORT_1: /,
    )
    const { results } = report
    assert.match(results.find(({ id }) => id === 'VAL-33')?.remedy ?? '', /^check that the number is right/)
    assert.not.match(JSON.stringify(report), UNKNOWN)
  })
}

test('a report that is decided is known, whatever else gets 404', async () => {
  const report = await audit(
    (reply, { url, body }) =>
      url.includes(UNKNOWN) && reply.status === 404 && !body.includes('false')
        ? { body: { result: { numero: UNKNOWN }, status_code: 200 } }
        : reply,
    askingOf,
  )
  assert.equal(report.warnings, [])
})

test('a target that limits the rate for good is given up, and the root cause names --rate', async () => {
  let asked = 0
  const report = await audit((reply) =>
    ++asked > 30 ? { status: 429, headers: { 'retry-after': '3600' }, body: {} } : reply,
  )
  assert.is(report.exitCode, 4)
  assert.match(report.summary, /^The target limited the rate of requests \(429\) in \d+ checks: /)
  assert.match(
    report.rootCause ?? '',
    /^The target answers 429 \(too many requests\), and asks to wait 3600 s, more than --deadline leaves\. The run stopped after \d+ requests; use --rate /,
  )
  assert.not.ok(report.results.some(({ verdict, detail }) => verdict === 'observed' && /429/.test(detail)))
  assert.match(renderReport(report, 'pretty'), /ROOT CAUSE\nThe target answers 429/)
})

test('thin data decides too little', async () => {
  const server = await littleServer(littleService([], TOKEN))
  const report = await runConformance({ url: server.url, token: TOKEN, only: ['ITEM', 'CPF'] }).report()
  assert.is(report.exitCode, 3)
  assert.match(report.summary, /^Too few checks/)
  assert.match(report.results.find(({ id }) => id === 'CPF-05')?.remedy ?? '', /begins with 0/)
  await server.close()
})

/** A database without a tie-breaker: who ties stands in another order for every query. */
function restless(everybody: readonly LittlePerson[]) {
  return (request: Parameters<Answer>[0]): Reply => {
    const { searchParams } = new URL(request.url, 'http://localhost')
    const sort = searchParams.get('sort') ?? '-atualizado_em'
    const field = sort.replace('-', '') as keyof LittlePerson
    const keyOf = (person: LittlePerson) => (field in person ? person[field] : person.atualizado_em)
    const lots = new Map(
      everybody.map((person) => [
        person,
        createHash('md5')
          .update(request.url + person.cpf)
          .digest('hex'),
      ]),
    )
    const lot = (person: LittlePerson) => lots.get(person) as string
    const ordered = [...everybody].sort((a, b) => {
      const [x, y] = [keyOf(a), keyOf(b)]
      const order = x < y ? -1 : x > y ? 1 : 0
      return (sort.startsWith('-') ? -order : order) || (lot(a) < lot(b) ? -1 : 1)
    })
    return littleService(ordered, TOKEN, false)(request)
  }
}

const stamped = (minuteOf: (i: number) => number, size = 137): LittlePerson[] =>
  Array.from({ length: size }, (_, i) => ({
    ...(people[i % people.length] as LittlePerson),
    cpf: String(i * 72_901_337 + 5).padStart(11, '0'),
    atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, minuteOf(i))).toISOString(),
  }))

const ties: [name: string, everybody: LittlePerson[]][] = [
  ['all', stamped(() => 0)],
  ['all of 26', stamped(() => 0, 26)],
  ['all of 3', stamped(() => 0, 3)],
  ['the two at a border of pages', stamped((i) => (i < 25 ? 200 - i : i === 25 ? 176 : 150 - i))],
  ['every four', stamped((i) => Math.floor(i / 4))],
  ['every forty', stamped((i) => Math.floor(i / 40))],
]
for (const [name, everybody] of everyFew(ties, 3)) {
  test(`persons who tie may change places with every query: ${name}`, async () => {
    const server = await littleServer(restless(everybody))
    const report = await runConformance({ url: server.url, token: TOKEN }).report()
    await server.close()
    assert.equal(
      report.results.filter(({ verdict }) => verdict === 'fail').map(({ id, detail }) => [id, detail]),
      [],
    )
    assert.ok(report.counts.pass > 40)
  })
}

test('names that no request line holds are not asked for', async () => {
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
  const server = await littleServer((request) =>
    request.url.length > 8_000 ? { status: 431, body: {} } : right(request),
  )
  const report = await runConformance({ url: server.url, token: TOKEN, skip: ['SORT-01'] }).report()
  await server.close()
  assert.equal(
    report.results.filter(({ verdict }) => verdict === 'fail').map(({ id, detail }) => [id, detail]),
    [],
  )
})

test('values that are no texts and no numbers break nothing', async () => {
  const odd = { toString: 1, valueOf: 1 }
  const edits: ((item: LittlePerson) => unknown)[] = [
    (item: LittlePerson) => ({ ...item, cpf: odd }),
    (item: LittlePerson) => ({ ...item, nome: odd, atualizado_em: odd }),
    () => odd,
    () => null,
  ]
  for (const edit of edits) {
    const report = await audit((reply) => {
      const { result } = reply.body as { result?: { itens: LittlePerson[] } }
      return result
        ? {
            body: {
              result: {
                ...result,
                itens: result.itens.map(edit),
                paginacao: { atual: odd, linhas: odd, total: odd },
              },
              status_code: odd,
            },
          }
        : {
            ...reply,
            body: { error: odd, message: odd, validation: { keys: [odd], source: odd }, status_code: odd },
          }
    })
    assert.is(report.exitCode, 1)
    assert.equal(
      report.results.filter(({ reason }) => reason === 'suite-failed').map(({ id, detail }) => [id, detail]),
      [],
    )
  }
})

test('a decision is sent once, also where no answer comes', async () => {
  const reports = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-222222222222',
    '33333333-3333-4333-8333-333333333333',
  ]
  const decisions: string[] = []
  await audit(
    (reply, { method, url, body, headers }) => {
      if (method !== 'POST' || !reports.some((numero) => url.includes(numero)) || reply.status !== 404) return reply
      if (headers.authorization === TOKEN && body.includes('"aprovar":') && !body.includes('letras'))
        decisions.push(url + body)
      return { status: 503, body: {} }
    },
    // CELL checks send the same decision on purpose.
    { allowWrites: true, reports, skip: ['CELL', 'ORG', 'MEM'] },
  )
  assert.is(new Set(decisions).size, decisions.length)
  assert.ok(decisions.length >= 2)
})

test('readings and wording are switched', async () => {
  const text = (reply: Reply) => {
    const body = reply.body as { message?: string }
    return body.message?.startsWith('child')
      ? {
          ...reply,
          body: { ...body, message: `O campo ${body.message.match(/\["([^"]+)/)?.[1]} não existe` },
        }
      : reply
  }
  const soft = await audit(text, { only: ['VAL-15'] })
  assert.is(soft.results[0]?.verdict, 'observed')
  assert.is(soft.results[0]?.warning, true)
  assert.is(soft.results[0]?.level, 'should')
  assert.is((await audit(text, { only: ['VAL-15'], strictWording: true })).exitCode, 1)

  const honours = { only: ['PAG-21'] }
  const [warned] = (await audit(undefined, honours)).results
  assert.is(warned?.warning, true)
  assert.match(warned?.why ?? '', /multiple of 25/)
  assert.is((await audit(undefined, { ...honours, readings: { 'rows-off-grid': 'fail' } })).exitCode, 1)
  const off = await audit(undefined, { ...honours, readings: { 'rows-off-grid': 'off' } })
  assert.is(off.results[0]?.verdict, 'not run')
})

test('a baseline bears what is known, until it is mended or its time is over', async () => {
  const only = { only: ['SORT-01', 'PAG-02'] }
  const entry = { id: 'SORT-01', reason: 'JIRA-1', expires: '2999-12-31' }
  const known = await audit(undefined, { ...only, baseline: [entry] })
  assert.is(known.exitCode, 0)
  assert.equal(known.results.find(({ id }) => id === 'SORT-01')?.known, {
    reason: 'JIRA-1',
    expires: '2999-12-31',
  })

  const expired = await audit(undefined, { ...only, baseline: [{ ...entry, expires: '2020-01-01' }] })
  assert.is(expired.exitCode, 1)
  assert.equal(
    expired.baselineFaults.map(({ fault }) => fault),
    ['expired'],
  )

  const stale = await audit(undefined, { only: ['PAG-02'], baseline: [{ ...entry, id: 'PAG-02' }] })
  assert.is(stale.exitCode, 1)
  assert.equal(
    stale.baselineFaults.map(({ fault }) => fault),
    ['stale'],
  )

  // What was not asked is not known to be mended.
  assert.is((await audit(undefined, { only: ['PAG-02'], baseline: [entry] })).exitCode, 0)
})

const options = { url: 'http://127.0.0.1:1', token: 'abc' }
const NUMERO = 'c0ffee00-0000-4000-8000-00000000000a'
for (const [given, message] of [
  [{ ...options, url: 'staging' }, /base URL must look like/],
  [{ ...options, url: 'ftp://a' }, /must look like https:/],
  [{ ...options, url: 'http://u:p@a' }, /not contain a user or a password/],
  [{ ...options, url: 'http://a/?x=1' }, /not contain a query/],
  [{ ...options, token: '' }, /token is empty/i],
  [{ url: 'http://a' }, /the token is missing/i],
  [{ ...options, only: 'PAG-02' }, /only must be an array/i],
  [{ ...options, report: ['x'] }, /^The option "report" is unknown: did you mean reports\? Use one of url, .*reports/],
  [{ ...options, colour: 1 }, /^The option "colour" is unknown\. Use one of url, /],
  ['http://127.0.0.1:1' as never, /^The options must be an object such as \{ url: /],
  [{ ...options, allowWrites: true, reports: [''] }, /"" is not a report number: give a UUID such as /],
  [{ ...options, allowWrites: true, reports: ['abc'] }, /"abc" is not a report number/],
  [{ ...options, allowWrites: true, foreignReport: '..' }, /"\.\." is not a report number/],
  [{ ...options, only: 'PAG' as never }, /^only must be an array\.$/],
  [{ ...options, timeout: 0 }, /^timeout must be a number above 0, not 0\.$/],
  [{ ...options, concurrency: 0.5 }, /whole number from 1 to 64/],
  [{ ...options, token: 'a\nb' }, /not allowed in a header/],
  [{ ...options, token: 'ação→' }, /not allowed in a header/],
  [{ ...options, otherToken: 'abc' }, /^--other-token is the same as --token: /],
  [{ ...options, disabledToken: 'abc' }, /^--disabled-token is the same as --token: /],
  [{ ...options, reports: ['x'] }, /^--report "x" is not a report number/],
  [{ ...options, reports: [NUMERO] }, /--allow-writes/],
  [{ ...options, allowWrites: true }, /--report NUMBER/],
  [{ ...options, allowWrites: true, readOnly: true, reports: [NUMERO] }, /--read-only/],
  [{ ...options, allowWrites: true, reports: [NUMERO, NUMERO.toUpperCase()] }, /--report names the same report twice/],
  [{ ...options, timeout: 0 }, /timeout must be a number above 0/i],
  [{ ...options, concurrency: 65 }, /from 1 to 64/],
  [{ ...options, readings: { nope: 'off' } }, /unknown reading "nope"/i],
  [
    { ...options, readings: { 'rows-off-grid': 'maybe' } },
    /must be off, advisory \(or warn\) or binding \(or fail\), not/,
  ],
  [{ ...options, baseline: [{ id: 'X-1', reason: 'r', expires: '2030-01-01' }] }, /unknown check id/],
  [{ ...options, only: ['nope'] }, /"nope"/],
] as const) {
  test(`refuses options: ${message}`, () => {
    try {
      runConformance(given as unknown as ConformanceOptions)
    } catch (error) {
      assert.instance(error, ConformanceUsageError)
      return assert.match((error as Error).message, message)
    }
    assert.unreachable()
  })
}

test('a base URL keeps its path and loses its last slash', async () => {
  const right = littleService(people, TOKEN)
  const server = await littleServer((request) =>
    request.url.startsWith('/api/v1/') ? right({ ...request, url: request.url.slice(7) }) : { status: 404, body: '' },
  )
  for (const path of ['/api/v1', '/api/v1/']) {
    const report = await runConformance({ url: server.url + path, token: TOKEN, only: ['ENV'] }).report()
    assert.is(report.exitCode, 0)
  }
  await server.close()
})

test.run()
