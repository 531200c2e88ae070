import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { programOf } from '../../bin/testing/program.ts'
import { clauses } from '../contract/clauses.ts'
import {
  type ExchangeMatcher,
  type Expectation,
  type FaultEffect,
  JournalGapError,
  type OwnOrganization,
  type RunningSimulator,
  type SimulatorOrganization,
  startSimulator,
  VerificationError,
} from '../index.ts'
import { inFolder, MENSAGEM, refusalOf } from '../testing/world.ts'

const test = suite('journal')
const library = programOf(new URL('../index.ts', import.meta.url).href)

const sim = await startSimulator({ seed: 5, persons: 60, control: true })
test.after(() => sim.close())

interface Asking {
  token?: string
  to?: RunningSimulator
  headers?: Record<string, string>
}

/** Asks, and returns status and body. */
async function ask(
  own: OwnOrganization,
  path: string,
  body?: unknown,
  { token, to = sim, headers }: Asking = {},
) {
  const response = await fetch(to.url + path, {
    headers: {
      authorization: token ?? own.token,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const validate = (own: OwnOrganization, body: unknown, report = own.reports[0]) =>
  ask(own, `/relatorios/validar/${report}`, body)
const firstOf = async (own: OwnOrganization) => (await ask(own, '/pessoas?rows=25')).body.result.itens[0]
const decision = { aprovar: true, mensagem: MENSAGEM }

async function errorOf<E extends Error>(
  promise: Promise<unknown>,
  kind: new (...given: never[]) => E,
): Promise<E> {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.instance(error, kind, String(error))
  return error as E
}

test('an organization sees its own exchanges, the simulator all, each with what was sent and answered', async () => {
  await using own = await sim.organization()
  await using other = await sim.organization()
  const before = sim.journal.mark()
  await ask(own, '/pessoas?rows=25')
  await ask(other, '/pessoas')
  await ask(own, '/pessoas', undefined, { token: 'nobody-has-this' })
  await validate(own, decision)
  assert.is(own.journal.count(), 2)
  assert.is(sim.journal.count({}, { since: before }), 4)
  const [list, validation] = own.journal.find({}, { reveal: true })
  assert.equal(
    [list?.method, list?.url, list?.query, list?.status],
    ['GET', '/pessoas?rows=25', { rows: '25' }, 200],
  )
  assert.is(list?.organization, own.handle)
  assert.is((list?.answer?.body as { result: { itens: unknown[] } }).result.itens.length, 25)
  assert.equal(validation?.body, decision)
  assert.is(validation?.outcome, 'sent')
  assert.ok((validation?.ms as number) > 0)
  assert.equal(own.journal.totals.byStatus, { 200: 2 })
  assert.equal(own.journal.find({ method: 'post' }).length, 1)
  assert.equal(own.journal.find({}, { limit: 1 })[0]?.method, 'POST')
  assert.equal(own.journal.get(list?.id as number)?.url, '/pessoas?rows=25')
  assert.is(own.journal.get(999_999), undefined)
})

test('every refusal says why: the step, the rule or the choice, and a hint', async () => {
  await using own = await sim.organization()
  const cases: [() => Promise<unknown>, code: string, hint: RegExp, clause: string, choice?: string][] = [
    [
      () => validate(own, { aprovar: true, message: MENSAGEM }),
      'payload.unknown',
      /message was sent, the name is mensagem/,
      '4.2-1',
    ],
    [
      () => ask(own, '/pessoas?cpf=123.456.789-09'),
      'cpf.masked',
      /without dots and dash/,
      '4.1-cpf',
      'refuse',
    ],
    [
      () => ask(own, '/pessoas', undefined, { token: `Bearer ${own.token}` }),
      'token.bearer-before-bare',
      /Send only the token/,
      '5-open',
      'bare',
    ],
    [() => ask(own, '/pessoas?rows=30'), 'rows.off-grid', /rows=25/, '4.1-open-rows', 'refuse'],
    [() => ask(own, '/pessoas?nome=jo%E3o'), 'nome.not-utf-8', /%C3%A3/, '4.1-nome'],
    // Answers without anybody say why, too.
    [
      async () => ask(own, `/pessoas?nome=${encodeURIComponent(`  ${(await firstOf(own)).nome}`)}`),
      'nome.blanks',
      /Trim it/,
      '4.1-nome',
    ],
    [() => ask(own, '/pessoas?page=999'), 'page.beyond-end', /Stop at the last page/, '4.1-page', 'empty'],
    [
      () => validate(own, decision, '99999999-9999-4999-8999-999999999999'),
      'report.unknown',
      /dataset/,
      '4.2-3',
    ],
  ]
  for (const [send, code, hint, clause, choice] of cases) {
    const since = own.journal.mark()
    await send()
    const [exchange] = own.journal.find({ why: code }, { since })
    assert.ok(exchange, code)
    const why = exchange?.why.find((one) => one.code === code)
    assert.match(exchange?.hints.join(' ') ?? '', hint)
    assert.is(why?.clause, clause, code)
    assert.is(why?.choice, choice, code)
    assert.ok(clauses.some(({ id }) => id === clause))
  }
})

test('bytes that are no request are heard of, too', async () => {
  const since = sim.journal.mark()
  await new Promise((resolve) => {
    const socket = connect(Number(new URL(sim.url).port), '127.0.0.1', () =>
      socket.write('\x16\x03\x01\x02\x00'),
    )
    socket.on('close', resolve).on('data', () => socket.end())
  })
  const [exchange] = await sim.journal.verify({ why: 'request.tls' }, { since, within: 2_000 })
  assert.equal([exchange?.method, exchange?.status, exchange?.organization], ['', 400, null])
})

test('people and tokens have pseudonyms, the same ones for the same people, unless they are revealed', async () => {
  await using own = await sim.organization()
  const person = await firstOf(own)
  await ask(own, `/pessoas?cpf=${person.cpf}`)
  await ask(own, `/pessoas?nome=${encodeURIComponent(person.nome)}`)
  const masked = person.cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')
  await ask(own, `/pessoas?cpf=${masked}`)
  await validate(own, { ...decision, [person.nome]: person.cpf, outro: person.nome })
  await ask(own, `/pessoas/${encodeURIComponent(person.nome)}`, undefined, {
    headers: { cookie: `t=${own.token}` },
  })
  const hidden = own.journal.find()
  const text = JSON.stringify(hidden)
  for (const secret of [
    person.cpf,
    masked,
    person.nome,
    encodeURIComponent(person.nome),
    own.token,
    MENSAGEM,
  ]) {
    assert.not(text.includes(secret), `${secret} in ${text}`)
  }
  const cpf = (hidden[0]?.answer?.body as { result: { itens: { cpf: string }[] } }).result.itens[0]?.cpf
  assert.match(cpf ?? '', /^cpf~[0-9a-f]{8}$/)
  assert.is(hidden[1]?.query.cpf, cpf)
  assert.is(hidden[3]?.query.cpf, cpf)
  const revealed = JSON.stringify(own.journal.find({}, { reveal: true }))
  for (const shown of [person.cpf, person.nome, own.token]) assert.ok(revealed.includes(shown), shown)
})

test('a verification passes, waits, and returns what matched', async () => {
  await using own = await sim.organization()
  const { cpf } = await firstOf(own)
  const [report] = own.reports
  const matcher: ExchangeMatcher = { method: 'POST', report: report as string, body: { aprovar: true } }
  const after = { method: 'GET', listed: cpf }
  const verified = own.journal.verify(matcher, {
    exactly: 1,
    after,
    noneAfter: true,
    within: 5_000,
    quiet: 50,
  })
  setTimeout(() => void validate(own, decision), 30)
  assert.equal(
    (await verified).map(({ status }) => status),
    [200],
  )
  await own.journal.verify({ status: '2xx' }, { atLeast: 2, atMost: 3 })
  await own.journal.verify({ body: { mensagem: /Aprovado/ } })
  await own.journal.verify({ body: { mensagem: (text: string) => text.length > 20 } })
  await own.journal.verify({ answer: { result: { numero: report } }, headers: { 'Content-Type': /json/ } })
  await own.journal.verify({ method: ['PUT', 'DELETE'] }, { exactly: 0 })
  await own.journal.verify({ query: { rows: 25 } }, { exactly: 1 })
  await ask(own, '/pessoas??page=2')
  await own.journal.verify({ query: { page: 2 } }, { exactly: 0 })
  await own.journal.verify({ query: { '?page': 2 } }, { exactly: 1 })
})

test('a verification that fails shows the nearest misses, field by field', async () => {
  await using own = await sim.organization()
  const person = await firstOf(own)
  await validate(own, { aprovar: 'true', mensagem: MENSAGEM })
  await validate(own, { aprovar: false, mensagem: MENSAGEM })
  const [report] = own.reports as [string]
  const error = await errorOf(
    own.journal.verify(
      { method: 'POST', report, status: 200, body: { aprovar: true } },
      { exactly: 1, within: 40 },
    ),
    VerificationError,
  )
  assert.is(error.nearest.length, 3)
  assert.equal(error.nearest[0]?.differs, { 'body.aprovar': { expected: true, actual: false } })
  assert.equal(error.nearest[0]?.matches, ['method', 'report', 'status'])
  assert.match(
    error.message,
    /^Expected exactly 1 exchange to match, but found none \(.*\)\.\nWhat matches:\n {2}method: 'POST'\n/,
  )
  assert.match(error.message, /Nearest miss 2: #\d+ POST \S+ → 400/)
  assert.match(error.message, /✗ body\.aprovar: expected true, got 'true'/)
  assert.match(error.message, /hint: aprovar is a string/)
  assert.equal(
    [error.actual, error.expected].map((side) => (side as Record<string, unknown>)['body.aprovar']),
    [false, true],
  )
  const listed = await errorOf(
    own.journal.verify({
      method: 'POST',
      listed: person.cpf,
      path: '/pessoas',
      query: { nome: person.nome },
    }),
    VerificationError,
  )
  assert.not(
    JSON.stringify(
      listed.nearest.map(({ differs }) => Object.values(differs).map(({ actual }) => actual)),
    ).includes(person.cpf),
  )
})

test('a verification of a client with a wrong URL or token says so', async () => {
  await using to = await startSimulator({ seed: 5, persons: 30 })
  await using own = await to.organization()
  const message = async (journal = own.journal) =>
    (await errorOf(journal.verify({ method: 'POST' }), VerificationError)).message
  assert.match(await message(), /\n {2}hint: No request at all came\. Check the URL of the client\.\n/)
  await fetch(`${to.url}/pessoas`, { headers: { authorization: 'wrong' } })
  assert.match(
    await message(),
    /\n {2}hint: 1 request came without a known token\. Check the token of the client\.\n/,
  )
  await fetch(`${to.url}/pessoas`, { headers: { authorization: own.token } })
  assert.not.match(await message(), /Check the/)
})

test('a matcher of one field that nothing matches has a nearest miss, too', async () => {
  await using own = await sim.organization()
  await ask(own, '/pessoas')
  await validate(own, decision)
  const failed = async (matcher: ExchangeMatcher) => errorOf(own.journal.verify(matcher), VerificationError)
  const path = await failed({ path: '/pesoas' })
  assert.equal(
    path.nearest.map(({ method, differs }) => [method, differs]),
    [['GET', { path: { expected: '/pesoas', actual: '/pessoas' } }]],
  )
  assert.match(
    path.message,
    /Nearest miss 1: #\d+ GET \/pessoas → 200 \(\S+\)\n {2}✗ path: expected '\/pesoas', got '\/pessoas'$/,
  )
  assert.equal(
    (await failed({ method: 'PATCH' })).nearest.map(({ method }) => method),
    ['POST'],
  )
})

test('a near miss hides what stands in the place of a report number', async () => {
  await using own = await sim.organization()
  const { cpf } = await firstOf(own)
  await validate(own, decision, cpf)
  const [report] = own.reports as [string]
  const error = await errorOf(own.journal.verify({ method: 'POST', report }), VerificationError)
  assert.match(error.message, /✗ report: expected '[\w-]{36}', got 'value~/)
  assert.not.match(error.message, cpf)
  assert.match(String(await refusalOf(own.journal.verify({ method: 'POST', report }, { reveal: true }))), cpf)
})

test('too many, too early and too late are told apart', async () => {
  await using own = await sim.organization()
  await validate(own, decision)
  const { cpf } = await firstOf(own)
  await validate(own, decision, own.reports[1])
  await ask(own, '/pessoas?page=2')
  const post = { method: 'POST' }
  const cases: [ExchangeMatcher, Expectation, RegExp][] = [
    [post, { exactly: 1 }, /but found 2 \(looked at 4 exchanges\)\.\n {2}#\d+ POST/],
    [post, { atMost: 1 }, /but found 2/],
    [post, { exactly: 2, after: { listed: cpf } }, /but 1 exchange came too early/],
    [post, { after: { query: { page: 2 } } }, /but 2 exchanges came too early/],
    [
      post,
      { exactly: 0, after: { listed: cpf } },
      /^Expected no exchange to match, but found 1 \(.*\n {2}#\d+ POST/,
    ],
    [{}, { exactly: 1, after: { listed: cpf } }, /but found 2 \(/],
    [
      post,
      { after: { query: { page: 7 } } },
      /^Expected at least 1 exchange to match, but no earlier exchange matched after: \{ query\.page: 7 \} \(looked at 4/,
    ],
    [post, { noneAfter: { query: { page: 2 } } }, /but 1 exchange came after/],
    [{ method: 'PATCH' }, {}, /but found none/],
  ]
  for (const [matcher, expectation, text] of cases) {
    assert.match((await errorOf(own.journal.verify(matcher, expectation), VerificationError)).message, text)
  }
  // What came before `after` does not count.
  const [second, ...more] = await own.journal.verify(post, { exactly: 1, after: { listed: cpf } })
  assert.equal([second?.path, more], [`/relatorios/validar/${own.reports[1]}`, []])
  await own.journal.verify(post, { atMost: 1, after: { listed: cpf } })
  await own.journal.verify(post, { exactly: 0, after: { query: { page: 2 } } })
})

test('a verification never passes by a slip: unknown, undefined, and contradictory', async () => {
  await using own = await sim.organization()
  const cases: [unknown, unknown, RegExp][] = [
    [{ metod: 'GET' }, {}, /has no field "metod"\. Did you mean method\?/],
    [{ qqq: 1 }, {}, /Use method, path/],
    [{ report: undefined }, {}, /report of the matcher is undefined/],
    [{ body: { aprovar: undefined } }, {}, /body\.aprovar of the matcher is undefined/],
    [{ status: 2000 }, {}, /Use a status such as 200, or 4xx/],
    [{ status: 600 }, {}, /Use a status such as 200, or 4xx/],
    [{ status: [] }, {}, /Use a status such as 200, or 4xx/],
    [{ listed: '314.263.997-74' }, {}, /listed of the matcher is not a CPF .* without dots and dash/],
    [{ listed: 31426399774 }, {}, /Use a string of its eleven digits/],
    [
      { outcome: 'lost' },
      {},
      /outcome of the matcher is "lost"\. Use pending, sent, replaced, cut, unanswered\./,
    ],
    [{ outcome: 'send' }, {}, /Did you mean sent\?/],
    [{ why: 'token.bearer' }, {}, /why of the matcher is "token\.bearer"\. (Did you mean|Use a code)/],
    [{ why: 'token.withdraw' }, {}, /Did you mean token\.withdrawn\?/],
    [{ method: 'POSTS' }, {}, /Did you mean POST\?/],
    [{ method: 'anything-else' }, {}, /Use a method such as GET or POST/],
    [{ path: 'pessoas' }, {}, /path of the matcher is "pessoas"\. Begin it with \//],
    [{ path: ['/x', '/pessoas?rows=25'] }, {}, /put what is after a \? into `query`/],
    [{ path: 5 }, {}, /Use a string or a regular expression/],
    [{ report: 5 }, {}, /Use a string or a regular expression/],
    [{ organization: 1 }, {}, /Use a handle/],
    [{ query: 'rows=25' }, {}, /Use an object of names and values/],
    [{ headers: [] }, {}, /Use an object of names and values/],
    [{ query: { page: { x: 1 } } }, { exactly: 0 }, /query of the matcher has an object as "page"/],
    [{ method: 'POST' }, { exactly: 0, since: 99_999 }, /^since is 99999, and the last exchange is \d+: /],
    [{ fault: 3 }, {}, /Use the name of a fault, true or false/],
    [{}, { exactly: 0, after: { outcome: 'lost' } }, /outcome of `after` is "lost"/],
    [{}, { noneAfter: { why: 'nothing' } }, /why of `noneAfter` is "nothing"/],
    [{}, { exactly: undefined }, /exactly of the expectation is undefined/],
    [{}, { exacty: 1 }, /Did you mean exactly\?/],
    [{}, { zzz: 1 }, /Use exactly, atLeast/],
    [{}, { exactly: 1, atMost: 2 }, /cannot be used with/],
    [{}, { atLeast: 0 }, /always true/],
    [{}, { atLeast: 3, atMost: 2 }, /more than/],
    [{}, { exactly: 1.5 }, /whole number/],
    [null, {}, /must be an object/],
    [{}, [], /must be an object/],
  ]
  for (const [matcher, expectation, text] of cases) {
    assert.match(await refusalOf(own.journal.verify(matcher as never, expectation as never)), text)
  }
})

test('nothing is what an organization that is known may send, and no other', async () => {
  await using to = await startSimulator({ seed: 5, persons: 30, journal: { exchanges: 2 } })
  await using own = await to.organization()
  const post: ExchangeMatcher = { method: 'POST', body: { aprovar: true } }
  await own.journal.verify(post, { exactly: 0 })
  await own.journal.verify({}, { atMost: 1 })
  await to.journal.verify({ ...post, organization: own.handle }, { exactly: 0, within: 20, quiet: 1 })
  const misspelled = { ...post, organization: `${own.handle}~` }
  for (const [matcher, expectation] of [
    [misspelled, { exactly: 0 }],
    [misspelled, { atMost: 3 }],
    [{}, { atMost: 3, noneAfter: misspelled }],
  ] as const) {
    assert.match(
      await refusalOf(to.journal.verify(matcher, expectation)),
      /^The matcher names the organization 'org-1~1~', which is neither open nor has recorded exchanges/,
    )
  }
  await errorOf(to.journal.verify(misspelled), VerificationError)
  // What is dropped may have been one.
  await ask(own, `/relatorios/validar/${own.reports[0]}`, { ...decision, aprovar: false }, { to })
  for (let k = 0; k < 2; k++) await ask(own, '/pessoas', undefined, { to })
  await errorOf(own.journal.verify(post, { exactly: 0 }), JournalGapError)
  await own.journal.verify({ method: 'PUT' }, { exactly: 0 })
  // One that is closed is known by what it left.
  const { handle } = own
  await own.close()
  await to.journal.verify({ method: 'PUT', organization: handle }, { exactly: 0 })
})

test('what was dropped or cleared makes the journal refuse, unless it cannot matter', async () => {
  const to = await startSimulator({ seed: 5, persons: 30, journal: { exchanges: 6 } })
  await using own = await to.organization()
  await using quiet = await to.organization()
  const list = (of = own, query = '') => ask(of, `/pessoas${query}`, undefined, { to })
  await list(quiet, '?page=1')
  await ask(own, `/relatorios/validar/${own.reports[0]}`, decision, { to })
  for (let k = 0; k < 10; k++) await list()
  // The quiet one kept its own.
  await quiet.journal.verify({ query: { page: 1 } }, { exactly: 1 })
  assert.is(own.journal.totals.kept, 5)
  assert.is(own.journal.count({ method: 'GET' }), 10)
  assert.is(own.journal.count({ status: 200 }), 11)
  assert.throws(() => own.journal.count({ query: { rows: 25 } }), /dropped 6 exchanges that may match/)
  await own.journal.verify({ method: 'GET' }, { exactly: 10 })
  await own.journal.verify({ method: 'DELETE' }, { exactly: 0 })
  await own.journal.verify({ path: '/pessoas' }, { atLeast: 3 })
  const gap = await errorOf(own.journal.verify({ body: { aprovar: true } }, { exactly: 0 }), JournalGapError)
  assert.is(gap.dropped, 6)
  await errorOf(own.journal.verify({ path: '/pessoas' }, { atLeast: 8 }), JournalGapError)
  await errorOf(
    own.journal.verify({ method: 'GET' }, { atMost: 10, after: { method: 'POST' } }),
    JournalGapError,
  )

  const tooMany = await errorOf(own.journal.verify({ method: 'GET' }, { exactly: 9 }), VerificationError)
  assert.match(
    tooMany.message,
    /^Expected exactly 9 exchanges to match, but found 10, 5 of them dropped since/,
  )
  assert.is(tooMany.message.match(/^ {2}#/gm)?.length, 5)
  const tooFew = await errorOf(own.journal.verify({ method: 'GET' }, { exactly: 11 }), VerificationError)
  assert.match(tooFew.message, /but found 10, 5 of them/)

  const before = own.journal.mark()
  const mark = own.journal.clear()
  await own.journal.verify({ body: { aprovar: true } }, { exactly: 0 })
  await list()
  await own.journal.verify({ path: '/pessoas' }, { exactly: 1 })
  await own.journal.verify({ path: '/pessoas' }, { exactly: 1, since: mark })
  assert.is(own.journal.count(), 1)
  await errorOf(own.journal.verify({ path: '/pessoas' }, { exactly: 1, since: before - 3 }), JournalGapError)

  // Another's clear hides nothing in silence.
  await list()
  to.journal.clear()
  await errorOf(own.journal.verify({ path: '/pessoas' }, { exactly: 0 }), JournalGapError)
  await to.close()
})

test('a request that names its origin is about its report also after it was dropped', async () => {
  await using own = await sim.organization()
  const [report] = own.reports as [string]
  const { hostname, port } = new URL(sim.url)
  const body = JSON.stringify(decision)
  const head = `Host: localhost\r\nAuthorization: ${own.token}\r\nConnection: close`
  const socket = connect(Number(port), hostname)
  socket
    .resume()
    .write(
      `POST http://localhost/relatorios/validar/${report} HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  await own.journal.verify({ report, status: 200 }, { exactly: 1, within: 5_000, quiet: 1 })
  own.journal.clear()
  await errorOf(own.journal.verify({ report }, { exactly: 0, since: 0 }), JournalGapError)
})

test('a body that is nested too deep is kept as a text', async () => {
  await using own = await sim.organization()
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  await validate(own, deep)
  await validate(own, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)
  assert.is(own.journal.find({}, { reveal: true })[0]?.body, deep)
  assert.match(String(own.journal.find()[1]?.body), /^body~/)
  for (const format of ['har', 'http', 'vitest'] as const) assert.ok(own.journal.export(format))
  await errorOf(own.journal.verify({ method: 'POST', body: { aprovar: true } }), VerificationError)
})

test('headers count among the bytes that are kept', async () => {
  await using to = await startSimulator({ seed: 5, persons: 30, journal: { bytes: 100_000 } })
  await using own = await to.organization()
  for (let k = 0; k < 20; k++)
    await ask(own, '/pessoas?rows=7', undefined, { to, headers: { 'x-long': `${k}${'x'.repeat(10_000)}` } })
  assert.ok(own.journal.totals.kept < 10, String(own.journal.totals.kept))
  assert.is(own.journal.count(), 20)
})

test('organizations that are closed leave room for those that are open', async () => {
  const to = await startSimulator({ seed: 5, persons: 30, journal: { exchanges: 10 } })
  for (let k = 0; k < 12; k++) {
    await using gone = await to.organization()
    await ask(gone, '/pessoas', undefined, { to })
  }
  await using own = await to.organization()
  for (let k = 0; k < 5; k++) await ask(own, '/pessoas', undefined, { to })
  await own.journal.verify({ path: '/pessoas', status: 200 }, { exactly: 5 })
  assert.is(to.journal.totals.kept, 10)
  await to.close()
})

test('what is in flight has the organization of its token, and is found by it', async () => {
  await using to = await startSimulator({ persons: 3 })
  const [own, other] = [await to.organization(), await to.organization()]
  own.faults.add({ name: 'late', fault: { kind: 'latency', fixed: 500 } })
  const asked = ask(own, '/pessoas', undefined, { to })
  while (own.journal.find().length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const seen = (organization: string) =>
    to.journal.find({ organization, outcome: 'pending' }).map((exchange) => exchange.organization)
  assert.equal([seen(own.handle), seen(other.handle)], [[own.handle], []])
  assert.match(own.journal.export('curl'), /"\$TOKEN_ORG_1__\d+"/)
  // It can be nobody else's.
  assert.equal(await to.journal.verify({ organization: other.handle }, { exactly: 0 }), [])
  await errorOf(own.journal.verify({ status: 200 }, { exactly: 0 }), JournalGapError)
  await asked
})

test('what is left out of an expectation is left out, not false or null', async () => {
  for (const [expectation, message] of [
    [{ noneAfter: false }, /^noneAfter must be true or a matcher, or be left out\.$/],
    [{ noneAfter: null }, /`noneAfter` must be an object/],
    [{ after: null }, /`after` must be an object/],
  ] as const)
    assert.match(await refusalOf(sim.journal.verify({}, expectation as never)), message)
})

test('what is in flight makes the journal refuse or wait', async () => {
  await using own = await sim.organization()
  await ask(own, '/pessoas')
  own.faults.add({ name: 'slow', fault: { kind: 'latency', fixed: 150 } })
  const since = own.journal.mark()
  const asked = ask(own, '/pessoas')
  await sim.journal.verify({}, { since, within: 1_000 })
  await errorOf(own.journal.verify({ status: 200 }, { exactly: 0, since }), JournalGapError)
  assert.is(own.journal.totals.inFlight, 1)
  await own.journal.verify({ status: 200 }, { exactly: 1, since, within: 2_000, quiet: 20 })
  await asked
  await own.journal.verify({ fault: 'slow' }, { exactly: 1 })
  await own.journal.verify({ fault: false }, { exactly: 1 })
})

test('a client that goes away before its answer is heard of', async () => {
  await using own = await sim.organization()
  own.faults.add({ name: 'slow', fault: { kind: 'latency', fixed: 5_000 } })
  await fetch(`${sim.url}/pessoas`, {
    headers: { authorization: own.token },
    signal: AbortSignal.timeout(50),
  }).catch(() => {})
  const [gone] = await own.journal.verify({ outcome: 'unanswered' }, { within: 2_000 })
  assert.equal([gone?.status, gone?.answer, gone?.faults], [null, null, ['slow']])
})

test('requests behind another one are over when their connection is, though their turn never came', async () => {
  await using own = await sim.organization()
  own.faults.add({ name: 'silent', fault: { kind: 'silence' } })
  const { hostname, port } = new URL(sim.url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /pessoas HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${own.token}\r\n\r\n`.repeat(20))
  while (own.journal.totals.inFlight < 20) await new Promise((resolve) => setTimeout(resolve, 5))
  socket.destroy()
  await own.journal.verify({ outcome: 'unanswered' }, { exactly: 20, within: 5_000, quiet: 1 })
  assert.is(own.journal.totals.inFlight, 0)
  await own.journal.verify({ status: 200 }, { exactly: 0 })
})

test('an exchange that a fault keeps from its client was not sent', async () => {
  await using own = await sim.organization()
  const outcomes: [FaultEffect, string][] = [
    [{ kind: 'broken-json' }, 'replaced'],
    [{ kind: 'trickle', every: 1 }, 'sent'],
    [{ kind: 'latency', fixed: 1 }, 'sent'],
    [{ kind: 'reset-in-body' }, 'cut'],
    [{ kind: 'long-length' }, 'cut'],
    [{ kind: 'lost-answer', decided: true }, 'unanswered'],
  ]
  for (const [fault, outcome] of outcomes) {
    own.faults.add({ name: 'here', fault })
    const since = own.journal.mark()
    await ask(own, '/pessoas').catch(() => {})
    await own.journal.verify({ fault: 'here', status: 200, outcome }, { exactly: 1, since, within: 5_000 })
  }
})

test('an answer that a fault replaced was not sent, and shows the status that was', async () => {
  await using own = await sim.organization()
  const { cpf } = await firstOf(own)
  const send = async (path: string, body?: object) => {
    const response = await fetch(sim.url + path, {
      headers: { authorization: own.token, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    await response.text()
    return response.status
  }
  const report = `/relatorios/validar/${own.reports[0]}`
  const byStatus = [
    { kind: 'gateway', status: 502 },
    { kind: 'status', status: 503 },
    { kind: 'unauthorized' },
  ] as unknown as FaultEffect[]
  for (const effect of byStatus) {
    for (const decided of [true, false]) {
      if (decided && !('status' in effect)) continue
      own.faults.add({ name: 'x', fault: (decided ? { ...effect, decided } : effect) as FaultEffect })
      const since = own.journal.mark()
      const status = await send(report, decision)
      const of = { method: 'POST', body: { aprovar: true } }
      const [found] = await own.journal.verify(
        { ...of, status, outcome: 'replaced', fault: 'x' },
        { exactly: 1, since, within: 5_000, quiet: 1 },
      )
      await own.journal.verify({ ...of, status: 200 }, { exactly: 0, since })
      await own.journal.verify({ ...of, outcome: 'sent' }, { exactly: 0, since })
      assert.equal([found?.status, found?.service?.status], [status, decided ? 200 : undefined])
      const entry = JSON.parse(own.journal.export('har', { since })).log.entries[0]
      assert.equal(
        [entry.response.status, entry._pessoasSim.outcome, entry._pessoasSim.service?.status],
        [status, 'replaced', decided ? 200 : undefined],
      )
      for (const format of ['curl', 'http', 'node:test'] as const) {
        assert.match(own.journal.export(format, { since }), `→ ${status}, replaced (the fault x struck it)`)
      }
    }
  }
  assert.equal(own.journal.totals.byStatus, { 200: 1, 401: 1, 502: 2, 503: 2 })
  for (const how of ['cut', 'comma', 'bytes'] as const) {
    own.faults.add({ name: 'x', fault: { kind: 'broken-json', how } })
    const since = own.journal.mark()
    await send('/pessoas?rows=25')
    const [found] = await own.journal.verify({ outcome: 'replaced' }, { since, within: 5_000 })
    assert.is((found?.service?.body as { result: { itens: unknown[] } }).result.itens.length, 25)
    const after = { method: 'GET', listed: cpf, outcome: 'sent' }
    own.faults.clear()
    await send('/pessoas?page=2')
    const error = await errorOf(
      own.journal.verify({ query: { page: 2 } }, { after, since, exactly: 1 }),
      VerificationError,
    )
    assert.match(
      error.message,
      /no earlier exchange matched after: \{ method: 'GET', listed: '\d+', outcome: 'sent' \}/,
    )
    assert.match(error.message, /→ 200, replaced \(.*\), fault x/)
  }
})

test('an answer that is replaced late is counted as what was sent, also if it is no longer kept', async () => {
  await using to = await startSimulator({ seed: 5, persons: 30, journal: { exchanges: 2 } })
  await using own = await to.organization()
  own.faults.add([
    { name: 'late', fault: { kind: 'latency', fixed: 100, decided: true }, on: { endpoint: 'validation' } },
    { name: 'x', fault: { kind: 'status', status: 503, decided: true }, on: { endpoint: 'validation' } },
  ])
  const asked = ask(own, `/relatorios/validar/${own.reports[0]}`, decision, { to })
  while (own.journal.count({ method: 'POST', status: 200 }) === 0) await new Promise(setImmediate)
  for (let k = 0; k < 3; k++) await ask(own, '/pessoas', undefined, { to })
  assert.is((await asked).status, 503)
  assert.equal(own.journal.totals.byStatus, { 200: 3, 503: 1 })
  assert.is(own.journal.count({ method: 'POST', status: 200 }), 0)
  assert.is(own.journal.count({ method: 'POST', status: 503 }), 1)
})

test('a lost answer says so in the line of a near miss, and has no status in a HAR', async () => {
  await using own = await sim.organization()
  own.faults.add({ name: 'ld', fault: { kind: 'lost-answer' } })
  await validate(own, decision).catch(() => {})
  await own.journal.verify({ status: 200, outcome: 'unanswered' }, { within: 5_000 })
  const error = await errorOf(own.journal.verify({ method: 'POST', outcome: 'sent' }), VerificationError)
  assert.match(error.message, /Nearest miss 1: #\d+ POST \S+ → 200, unanswered \(\S+\), fault ld\n/)
  const [entry] = JSON.parse(own.journal.export('har')).log.entries
  assert.equal([entry.response.status, entry._pessoasSim.service.status], [0, 200])
})

test('the reason of a 401 is that of its time, whenever it is read', async () => {
  const own = await sim.organization()
  const codes = () => sim.journal.find({}, { since }).map(({ why }) => why.map(({ code }) => code).join())
  const since = sim.journal.mark()
  const refused = () => ask(own, '/pessoas')
  own.withdrawToken()
  await refused()
  own.giveTokenBack()
  own.withdrawToken()
  await refused()
  await own.reset()
  assert.is((await refused()).status, 200)
  assert.is((await ask(own, '/pessoas', undefined, { token: 'sim-of-the-next-one' })).status, 401)
  await own.close()
  await refused()
  assert.equal(codes(), ['token.withdrawn', 'token.withdrawn', '', 'token.wrong', 'token.closed'])
})

test('a CPF is found in an answer whatever form a quirk gives it', async () => {
  for (const quirks of [[], ['cpf-masked'], ['cpf-as-number']]) {
    const pessoas = [{ cpf: '01234567890', nome: 'Ana' }]
    await using to = await startSimulator({ fixture: { pessoas }, quirks })
    const token = to.organizations[0]?.token as string
    await fetch(`${to.url}/pessoas`, { headers: { authorization: token } })
    await to.journal.verify({ listed: '01234567890' }, { exactly: 1 })
    await to.journal.verify({ listed: '11234567890' }, { exactly: 0 })
  }
})

test('exchanges are followed as they end, until the reader has enough', async () => {
  await using own = await sim.organization()
  const seen: string[] = []
  const reading = (async () => {
    for await (const { url } of own.journal.follow({ method: 'GET' })) {
      seen.push(url)
      if (seen.length === 2) break
    }
  })()
  await ask(own, '/pessoas?page=1')
  await validate(own, decision)
  await ask(own, '/pessoas?page=2')
  await reading
  assert.equal(seen, ['/pessoas?page=1', '/pessoas?page=2'])
})

test('a session is replayed by the test file that it is exported as', async () => {
  await using own = await sim.organization({ seed: 7, persons: 30 })
  const { cpf } = await firstOf(own)
  await ask(own, `/pessoas?cpf=${cpf}`)
  await validate(own, decision)
  await validate(own, '{"aprovar":')
  await ask(own, '/pessoas', undefined, { token: 'nobody-has-this' })
  const hidden = own.journal.export('node:test')
  assert.match(hidden, /test\.skip\("\d+ GET \/pessoas\?cpf=cpf~/)
  assert.not(hidden.includes(cpf))
  await inFolder((folder) => {
    for (const reveal of [false, true]) {
      const text = own.journal
        .export('node:test', { reveal })
        .replace("'pessoas-sim'", JSON.stringify(library.url))
      const file = join(folder, `replay-${reveal}.test.mjs`)
      writeFileSync(file, text)
      const { status, stdout } = spawnSync(
        process.execPath,
        [...library.nodeArgs, '--test', '--test-reporter=tap', file],
        { encoding: 'utf8' },
      )
      assert.is(status, 0, stdout)
      assert.match(stdout, reveal ? /# pass 4\n/ : /# pass 2\n/)
      assert.match(stdout, reveal ? /# skipped 0\n/ : /# skipped 2\n/)
    }
  })
})

/** Runs a test file of node:test that was exported, and returns the titles that it skips. */
async function skippedBy(exported: string): Promise<string[]> {
  const text = exported.replace("'pessoas-sim'", JSON.stringify(library.url))
  let titles: string[] = []
  await inFolder(async (folder) => {
    const file = join(folder, 'replay.test.mjs')
    writeFileSync(file, text)
    const args = [...library.nodeArgs, '--test', '--test-reporter=tap', file]
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => {
      throw new Error(error.stdout)
    })
    titles = [...stdout.matchAll(/^ok \d+ - \d+ (.*) # SKIP/gm)].map(([, title]) =>
      (title as string).replace(/\S*\/validar\/\S+/, 'R').replace(/#(?=\d)|\\/g, ''),
    )
  })
  return titles
}

test('an exported test file skips what depends on decisions that it does not repeat, and says so', async () => {
  const options = { seed: 7, persons: 30 }
  const list = '/pessoas?sort=-atualizado_em'
  {
    await using own = await sim.organization(options)
    await validate(own, decision)
    const { id } = own.journal.find()[0] as { id: number }
    await ask(own, list)
    await ask(own, '/pessoas?rows=26')
    const since = own.journal.mark()
    await ask(own, list)
    await validate(own, decision)
    assert.equal(await skippedBy(own.journal.export('node:test', { reveal: true })), [])
    assert.equal(await skippedBy(own.journal.export('node:test', { reveal: true, since })), [
      `GET ${list} → 200 (it came after ${id}, which this file does not have)`,
      `POST R → 200 (it came after ${id}, which this file does not have)`,
    ])
    own.journal.clear()
    await ask(own, list)
    await ask(own, '/pessoas', undefined, { token: `Bearer ${own.token}` })
    assert.equal(await skippedBy(own.journal.export('node:test', { reveal: true })), [
      `GET ${list} → 200 (it came after ${id}, which the journal no longer has)`,
    ])
  }
  {
    await using own = await sim.organization(options)
    own.faults.add({ name: 'x', fault: { kind: 'gateway', status: 502, decided: true }, strikes: 1 })
    await fetch(`${sim.url}/relatorios/validar/${own.reports[0]}`, {
      method: 'POST',
      headers: { authorization: own.token, 'content-type': 'application/json' },
      body: JSON.stringify(decision),
    })
    own.faults.clear()
    await ask(own, list)
    const { id } = own.journal.find()[0] as { id: number }
    assert.equal(await skippedBy(own.journal.export('node:test', { reveal: true })), [
      'POST R → 502, replaced (the fault x struck it)',
      `GET ${list} → 200 (it came after ${id}, which is skipped)`,
    ])
  }
  await using small = await startSimulator({ ...options, journal: { exchanges: 5 } })
  const [one] = small.organizations
  const own = { token: one?.token, reports: one?.reports } as OwnOrganization
  const to = { to: small }
  await ask(own, `/relatorios/validar/${own.reports[0]}`, decision, to)
  for (let k = 0; k < 5; k++) await ask(own, list, undefined, to)
  const skipped = await skippedBy(small.journal.export('node:test', { reveal: true }))
  assert.equal(skipped, Array(5).fill(`GET ${list} → 200 (it came after 1, which the journal no longer has)`))
})

test('an exported test file skips what began with decisions of an earlier session', async () => {
  await inFolder(async (folder) => {
    const options = { seed: 7, persons: 30, state: join(folder, 'state') }
    const list = '/pessoas?sort=-atualizado_em'
    for (const isFirst of [true, false]) {
      await using to = await startSimulator(options)
      const { token, reports } = to.organizations[0] as SimulatorOrganization
      const own = { token } as OwnOrganization
      await ask(own, list, undefined, { to })
      if (isFirst) await ask(own, `/relatorios/validar/${reports[0]}`, decision, { to })
      const why = 'its simulator started with decisions of an earlier session'
      assert.equal(
        await skippedBy(to.journal.export('node:test', { reveal: true })),
        isFirst ? [] : [`GET ${list} → 200 (${why})`],
      )
    }
  })
})

test('an exported test file repeats decisions at the times that they had', async () => {
  await using own = await sim.organization({ seed: 7, persons: 30 })
  own.clock.freeze('2020-01-01')
  await validate(own, decision)
  await ask(own, '/pessoas?sort=-atualizado_em')
  own.clock.real()
  await validate(own, decision, own.reports[1])
  own.clock.offset(-3_600_000)
  await validate(own, decision, own.reports[2])
  await ask(own, '/pessoas?sort=atualizado_em')
  const exported = own.journal.export('node:test', { reveal: true })
  assert.match(exported, '.freeze("2020-01-01T00:00:00.000Z")')
  assert.equal(await skippedBy(exported), [])
})

test('a test file has data that is an object with reveal only, and skips what it cannot repeat', async () => {
  const fixture = { pessoas: [{ nome: 'Ana Zuleica' }, { nome: 'Bruno Teste' }] }
  const own = await sim.organization({ fixture })
  const [numero] = own.reports
  await ask(own, '/pessoas?rows=25')
  assert.match(own.journal.export('jest'), /test\.skip\(.*is an object: export with reveal/)
  const shown = own.journal.export('jest', { reveal: true })
  assert.match(shown, /sim\.organization\(\{"fixture":\{"pessoas":\[\{"nome":"Ana Zuleica"/)
  assert.not.match(shown, /test\.skip/)
  await own.moves.remove({ numero: numero as string })
  await ask(own, '/pessoas?rows=50')
  own.withdrawToken()
  await ask(own, '/pessoas?rows=75')
  const moved = own.journal.export('jest', { reveal: true })
  assert.match(moved, /test\("\d+ GET \/pessoas\?rows=25/)
  assert.match(moved, /test\.skip\("\d+ GET \/pessoas\?rows=50 .*it came after data was moved/)
  assert.match(moved, /test\.skip\("\d+ GET \/pessoas\?rows=75 /)
  const other = await sim.organization({ seed: 7, persons: 30 })
  await ask(other, '/pessoas?rows=25')
  const [otherToken] = [own, other].map(({ token }) => token)
  await Promise.all([own.close(), other.close()])
  const closed = sim.journal.export('jest', { reveal: true, matcher: { query: { rows: '25' } } })
  assert.match(closed, /was an object: export before it is closed/)
  assert.match(closed, /sim\.organization\(\{.*"seed":7/)
  assert.not(closed.includes(otherToken as string))
})

test('the journal of an organization that is closed counts and verifies nothing', async () => {
  const own = await sim.organization({ persons: 30 })
  const { journal } = own
  await ask(own, '/pessoas')
  journal.clear()
  await ask(own, '/pessoas')
  await own.close()
  assert.throws(() => journal.count({ method: 'GET' }, { since: 0 }), /Verify before you close it/)
  const verified = await journal.verify({ method: 'GET' }, { exactly: 1, since: 0 }).catch((error) => error)
  assert.match(verified.message, /The organization is closed/)
})

test('sessions are exported as HAR, .http and curl, with variables for tokens', async () => {
  await using own = await sim.organization()
  await ask(own, '/pessoas?rows=25')
  await validate(own, { aprovar: true, mensagem: "Aprovado: 'aspas' e tudo o mais aqui." })
  const har = JSON.parse(own.journal.export('har')).log
  assert.is(har.version, '1.2')
  assert.equal(
    har.entries.map(({ request, response }: never) => [
      (request as { method: string }).method,
      (response as { status: number }).status,
    ]),
    [
      ['GET', 200],
      ['POST', 200],
    ],
  )
  const name = `TOKEN_${own.handle.toUpperCase().replace('-', '_').replace('~', '__')}`
  const http = own.journal.export('http')
  assert.match(http, `Authorization: {{${name}}}`)
  const curl = own.journal.export('curl', { reveal: true })
  assert.match(curl, `"$${name}"`)
  for (const text of [http, curl]) assert.not(text.includes(own.token))
  const { stdout } = await promisify(execFile)('sh', ['-c', curl], {
    env: { ...process.env, BASE_URL: sim.url, [name]: own.token },
  })
  const statuses = stdout.split('\n').filter((line) => line.startsWith('status: '))
  assert.equal(
    statuses.map((line) => line.replace(/ \d+ (\w+) .*/, ' $1')),
    ['status: 200 (before: 200) GET', 'status: 200 (before: 200) POST'],
  )
  assert.match(stdout, /^\{.*"status_code":200\}\nstatus: .*\n\{.*"status_code":200\}\nstatus: .*\n$/s)
  for (const format of ['vitest', 'jest'] as const) assert.match(own.journal.export(format), /startSimulator/)
  assert.throws(() => own.journal.export('hra' as never), /Did you mean har\?/)
})

test('a replayed request keeps what curl would change, and one without an answer says so', async () => {
  await using own = await sim.organization()
  const { hostname, port } = new URL(sim.url)
  const paths = ['/x/../pessoas', '/pessoas?nome=[1-2]{a,b}', "/pessoas?nome=%25{http_code}\\n'"]
  for (const path of paths) {
    const socket = connect(Number(port), hostname).resume()
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${own.token}\r\nConnection: close\r\n\r\n`,
    )
    await once(socket, 'close')
  }
  // Not the contents of a file.
  await validate(own, '@/etc/hostname')
  await fetch(`${sim.url}/pessoas`, { method: 'HEAD', headers: { authorization: own.token } })
  const before = own.journal.find({}, { reveal: true })
  const since = own.journal.mark()
  const script = own.journal.export('curl', { reveal: true })
  const name = /: "\$\{(TOKEN_\w+):\?/.exec(script)?.[1] as string
  const replay = async (base: string) =>
    promisify(execFile)('sh', ['-c', script], {
      env: { ...process.env, BASE_URL: base, [name]: own.token },
    })
  const { stdout } = await replay(sim.url)
  const again = own.journal.find({}, { reveal: true, since })
  const shown = ({ method, url, body, status }: (typeof again)[number]) => [method, url, body, status]
  assert.equal(again.map(shown), before.map(shown))
  assert.equal(
    stdout.split(/\r?\n/).filter((line) => line.startsWith('status: ')),
    before.map(
      ({ id, method, url, status }) => `status: ${status} (before: ${status}) ${id} ${method} ${url}`,
    ),
  )
  const none = await replay('http://127.0.0.1:1').catch((error) => error)
  assert.is(none.code, 1)
  assert.is(none.stdout.match(/^status: 000 \(before: \d+\) /gm)?.length, before.length)
})

test('a body that is not UTF-8 is not repeated, in any format', async () => {
  await using own = await sim.organization()
  const { hostname, port } = new URL(sim.url)
  const bodies = ['{"mensagem":"Jo\xe3o"}', '\xff\xfe{}', '\0']
  for (const body of bodies) {
    const socket = connect(Number(port), hostname).resume()
    const head = [
      `POST /relatorios/validar/${own.reports[0]} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${own.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')
    await once(socket, 'close')
  }
  for (const reveal of [true, false]) {
    for (const format of ['http', 'curl'] as const) {
      const text = own.journal.export(format, { reveal })
      assert.is(text.match(/^# Not repeated: its body is not text in UTF-8\.$/gm)?.length, bodies.length)
      assert.not.match(text, /POST [{"]|-X|mensagem|\0|\ufffd/)
    }
    for (const format of ['vitest', 'jest', 'node:test'] as const) {
      const text = own.journal.export(format, { reveal })
      assert.is(text.match(/^test\.skip\(.* 400 \(its body is not text in UTF-8\)"/gm)?.length, bodies.length)
      assert.not.match(text, /\0/)
    }
  }
})

test('the page of a gateway is shown as it was sent, and what a client sends like one is not', async () => {
  await using own = await sim.organization()
  for (const status of [413, 431, 502, 503, 504] as const) {
    own.faults.add({ name: 'x', fault: { kind: 'gateway', status }, strikes: 1 })
    const response = await fetch(`${sim.url}/pessoas`, { headers: { authorization: own.token } })
    const page = await response.text()
    assert.match(page, new RegExp(`^<html>\\r\\n<head><title>${status} `))
    assert.is(own.journal.find().at(-1)?.answer?.body, page)
    const error = await errorOf(own.journal.verify({ status, answer: { result: 1 } }), VerificationError)
    assert.match(error.message, /✗ answer\.result: expected 1, got undefined/)
    own.faults.clear()
    // Anybody can put a name into a body of their own.
    await ask(own, `/relatorios/validar/${own.reports[0]}`, `${page}Ana`)
    assert.match(String(own.journal.find().at(-1)?.body), /^body~/)
  }
  const [har] = JSON.parse(own.journal.export('har')).log.entries
  assert.match(har.response.content.text, /^<html>/)
  // The half of a list has people in it.
  own.faults.add({ name: 'x', fault: { kind: 'broken-json', how: 'cut' }, strikes: 1 })
  await fetch(`${sim.url}/pessoas`, { headers: { authorization: own.token } }).then((answer) => answer.text())
  await own.journal.verify({ outcome: 'replaced', status: 200 }, { within: 5_000 })
  assert.match(String(own.journal.find({ status: 200 }).at(-1)?.answer?.body), /^value~/)
})

test('organizations whose handles differ in signs only have variables of their own', async () => {
  const ids = ['a-b', 'a_b', 'a--b', 'A-b', 'a.b', 'ã-b', 'á-b']
  await using to = await startSimulator({ fixture: { organizacoes: ids.map((id) => ({ id, nome: 'A' })) } })
  await using minted = await to.organization({ fixture: { organizacoes: [{ id: 'a-b', nome: 'A' }] } })
  const tokens = [...to.organizations, minted].map(({ token }) => token)
  for (const authorization of tokens) await fetch(`${to.url}/pessoas`, { headers: { authorization } })
  const script = to.journal.export('curl')
  const names = Array.from(script.matchAll(/: "\$\{(\w+):\?/g), ([, name]) => name)
  assert.is(new Set(names).size, tokens.length)
  assert.equal([names[0], names[1], names.at(-1)], ['TOKEN_A_B', 'TOKEN_A___B', 'TOKEN_A_B__1'])
  const http = to.journal.export('http')
  for (const name of names) assert.match(http, new RegExp(`^@${name} = `, 'm'))
})

test('no id of an organization acts on the shell or on an editor', async () => {
  const id = 'a$(echo one >&2)`echo two >&2`"\'}\n### b'
  await using to = await startSimulator({ fixture: { organizacoes: [{ id, nome: 'A' }] } })
  await fetch(`${to.url}/pessoas`, { headers: { authorization: to.organizations[0]?.token as string } })
  const { stderr } = spawnSync('sh', ['-c', to.journal.export('curl')], { encoding: 'utf8' })
  assert.match(stderr, /: set it to the token of a_\(echo one >&2\)_echo two >&2____\w+### b\n$/)
  assert.not.match(to.journal.export('http'), /^### b/m)
})

test('without a journal, nothing is kept, and it says so', async () => {
  const to = await startSimulator({ persons: 30, journal: false, control: true })
  assert.throws(() => to.journal, /The journal is off/)
  const { url, token } = to.control as { url: string; token: string }
  const statuses = ['organizations', 'journal'].map(async (path) => {
    const response = await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
    await response.text()
    return response.status
  })
  assert.equal(await Promise.all(statuses), [200, 404])
  await to.close()
  for (const [journal, text] of [
    [3, /must be true, false or an object/],
    [{ size: 3 }, /option of journal "size" is unknown/],
    [{ bytes: 0 }, /journal\.bytes must be a whole number/],
  ] as const) {
    assert.match(await refusalOf(startSimulator({ journal: journal as never })), text)
  }
})

test.run()
