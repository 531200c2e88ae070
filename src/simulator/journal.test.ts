import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
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

const sim = await startSimulator({ seed: 5, persons: 60, control: true })
test.after(() => sim.close())

type Caller = Pick<OwnOrganization, 'token' | 'reports'>

async function ask(
  own: Caller,
  path: string,
  body?: unknown,
  { token = own.token, to = sim }: { token?: string; to?: RunningSimulator } = {},
) {
  const post = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await fetch(to.url + path, {
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body !== undefined && post),
  })
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{"') ? JSON.parse(text) : undefined }
}

const validate = (own: Caller, body: unknown, report = own.reports[0], to = sim) =>
  ask(own, `/relatorios/validar/${report}`, body, { to })
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
  assert.equal([own.journal.count(), sim.journal.count({}, { since: before })], [2, 4])
  const [list, validation] = own.journal.find({}, { reveal: true })
  assert.equal(
    [list?.method, list?.url, list?.query, list?.status, list?.organization],
    ['GET', '/pessoas?rows=25', { rows: '25' }, 200, own.handle],
  )
  assert.is((list?.answer?.body as { result: { itens: unknown[] } }).result.itens.length, 25)
  assert.equal([validation?.body, validation?.outcome], [decision, 'sent'])
  assert.ok((validation?.ms as number) > 0)
  assert.equal(own.journal.totals.byStatus, { 200: 2 })
  assert.is(own.journal.find({ method: 'post' }).length, 1)
  assert.is(own.journal.find({}, { limit: 1 })[0]?.method, 'POST')
  assert.is(own.journal.get(list?.id as number)?.url, '/pessoas?rows=25')
  assert.is(own.journal.get(999_999), undefined)
})

test('every refusal says why: the step, the rule or the choice, and a hint', async () => {
  await using own = await sim.organization()
  const { nome } = await firstOf(own)
  const misspelled = { aprovar: true, message: MENSAGEM }
  const bearer = { token: `Bearer ${own.token}` }
  const nobody = '99999999-9999-4999-8999-999999999999'
  const cases: [send: () => Promise<unknown>, code: string, hint: RegExp, clause: string, choice?: string][] = [
    [() => validate(own, misspelled), 'payload.unknown', /message was sent, the name is mensagem/, '4.2-1'],
    [() => ask(own, '/pessoas?cpf=123.456.789-09'), 'cpf.masked', /without dots and dash/, '4.1-cpf', 'refuse'],
    [() => ask(own, '/pessoas', undefined, bearer), 'token.bearer-before-bare', /Send only the token/, '5-open', 'bare'],
    [() => ask(own, '/pessoas?rows=30'), 'rows.off-grid', /rows=25/, '4.1-open-rows', 'refuse'],
    [() => ask(own, '/pessoas?nome=jo%E3o'), 'nome.not-utf-8', /%C3%A3/, '4.1-nome'],
    // Answers without anybody say why, too.
    [() => ask(own, `/pessoas?nome=${encodeURIComponent(`  ${nome}`)}`), 'nome.blanks', /Trim it/, '4.1-nome'],
    [() => ask(own, '/pessoas?page=999'), 'page.beyond-end', /Stop at the last page/, '4.1-page', 'empty'],
    [() => validate(own, decision, nobody), 'report.unknown', /dataset/, '4.2-3'],
  ]
  for (const [send, code, hint, clause, choice] of cases) {
    const since = own.journal.mark()
    await send()
    const [exchange] = own.journal.find({ why: code }, { since })
    const why = exchange?.why.find((one) => one.code === code)
    assert.match(exchange?.hints.join(' ') ?? '', hint)
    assert.equal([why?.clause, why?.choice], [clause, choice], code)
    assert.ok(clauses.some(({ id }) => id === clause))
  }
})

test('bytes that are no request are heard of, too', async () => {
  const since = sim.journal.mark()
  const socket = connect(Number(new URL(sim.url).port), '127.0.0.1', () => socket.write('\x16\x03\x01\x02\0'))
  socket.on('data', () => socket.end())
  const [exchange] = await sim.journal.verify({ why: 'request.tls' }, { since, within: 2_000 })
  assert.equal([exchange?.method, exchange?.status, exchange?.organization], ['', 400, null])
})

test('people and tokens have pseudonyms, the same ones for the same people, unless they are revealed', async () => {
  await using own = await sim.organization()
  const { cpf, nome } = await firstOf(own)
  const masked = cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')
  await ask(own, `/pessoas?cpf=${cpf}`)
  await ask(own, `/pessoas?nome=${encodeURIComponent(nome)}`)
  await ask(own, `/pessoas?cpf=${masked}`)
  await validate(own, { ...decision, [nome]: cpf, outro: nome })
  await ask(own, `/pessoas/${encodeURIComponent(nome)}`)
  await validate(own, decision, cpf)
  const hidden = own.journal.find()
  for (const secret of [cpf, masked, nome, encodeURIComponent(nome), own.token, MENSAGEM])
    assert.not(JSON.stringify(hidden).includes(secret), secret)
  const shown = (hidden[0]?.answer?.body as { result: { itens: { cpf: string }[] } }).result.itens[0]?.cpf
  assert.match(shown ?? '', /^cpf~[0-9a-f]{8}$/)
  assert.equal([hidden[1]?.query.cpf, hidden[3]?.query.cpf], [shown, shown])
  const revealed = JSON.stringify(own.journal.find({}, { reveal: true }))
  for (const secret of [cpf, nome, own.token]) assert.ok(revealed.includes(secret), secret)
  const missed = { method: 'POST', report: own.reports[1] as string }
  const miss = await refusalOf(own.journal.verify(missed))
  assert.match(miss, /✗ report: expected '[\w-]{36}', got 'value~/)
  assert.not.match(miss, cpf)
  assert.match(await refusalOf(own.journal.verify(missed, { reveal: true })), cpf)
})

test('a verification passes, waits, and returns what matched', async () => {
  await using own = await sim.organization()
  const { cpf } = await firstOf(own)
  const report = own.reports[0] as string
  const { journal } = own
  const after = { method: 'GET', listed: cpf }
  const limits = { exactly: 1, after, noneAfter: true, within: 5_000, quiet: 50 } as const
  const verified = journal.verify({ method: 'POST', report, body: { aprovar: true } }, limits)
  setTimeout(() => void validate(own, decision), 30)
  assert.equal(
    (await verified).map(({ status }) => status),
    [200],
  )
  await ask(own, '/pessoas??page=2')
  const cases: [ExchangeMatcher, Expectation?][] = [
    [{ status: '2xx' }, { atLeast: 2, atMost: 3 }],
    [{ body: { mensagem: /Aprovado/ } }],
    [{ body: { mensagem: (text: string) => text.length > 20 } }],
    [{ answer: { result: { numero: report } }, headers: { 'Content-Type': /json/ } }],
    [{ method: ['PUT', 'DELETE'] }, { exactly: 0 }],
    [{ query: { rows: 25 } }, { exactly: 1 }],
    [{ query: { page: 2 } }, { exactly: 0 }],
    [{ query: { '?page': 2 } }, { exactly: 1 }],
  ]
  for (const [matcher, expectation] of cases) await journal.verify(matcher, expectation)
})

test('a verification that fails shows the nearest misses, field by field', async () => {
  await using own = await sim.organization()
  const report = own.reports[0] as string
  await firstOf(own)
  await validate(own, { aprovar: 'true', mensagem: MENSAGEM })
  await validate(own, { aprovar: false, mensagem: MENSAGEM })
  const matcher = { method: 'POST', report, status: 200, body: { aprovar: true } }
  const error = await errorOf(own.journal.verify(matcher, { exactly: 1, within: 40 }), VerificationError)
  assert.is(error.nearest.length, 3)
  assert.equal(error.nearest[0]?.differs, { 'body.aprovar': { expected: true, actual: false } })
  assert.equal(error.nearest[0]?.matches, ['method', 'report', 'status'])
  for (const line of [
    /^Expected exactly 1 exchange to match, but found none \(.*\)\.\nWhat matches:\n {2}method: 'POST'\n/,
    /Nearest miss 2: #\d+ POST \S+ → 400/,
    /✗ body\.aprovar: expected true, got 'true'/,
    /hint: aprovar is a string/,
  ])
    assert.match(error.message, line)
  assert.equal(
    [error.actual, error.expected].map((side) => (side as Record<string, unknown>)['body.aprovar']),
    [false, true],
  )
})

test('a verification of a client with a wrong URL or token says so', async () => {
  await using to = await startSimulator({ seed: 5, persons: 30 })
  await using own = await to.organization()
  const message = () => refusalOf(own.journal.verify({ method: 'POST' }))
  assert.match(await message(), /\n {2}hint: No request at all came\. Check the URL of the client\.\n/)
  await ask(own, '/pessoas', undefined, { to, token: 'wrong' })
  assert.match(await message(), /\n {2}hint: 1 request came without a known token\. Check the token/)
  await ask(own, '/pessoas', undefined, { to })
  assert.not.match(await message(), /Check the/)
})

test('too many, too early and too late are told apart', async () => {
  await using own = await sim.organization()
  await validate(own, decision)
  const { cpf } = await firstOf(own)
  await validate(own, decision, own.reports[1])
  await ask(own, '/pessoas?page=2')
  const post = { method: 'POST' }
  const listed = { after: { listed: cpf } }
  const cases: [ExchangeMatcher, Expectation, RegExp][] = [
    [post, { exactly: 1 }, /but found 2 \(looked at 4 exchanges\)\.\n {2}#\d+ POST/],
    [post, { atMost: 1 }, /but found 2/],
    [post, { exactly: 2, ...listed }, /but 1 exchange came too early/],
    [post, { after: { query: { page: 2 } } }, /but 2 exchanges came too early/],
    [post, { exactly: 0, ...listed }, /^Expected no exchange to match, but found 1 \(.*\n {2}#\d+ POST/],
    [{}, { exactly: 1, ...listed }, /but found 2 \(/],
    [post, { after: { query: { page: 7 } } }, /but no earlier exchange matched after: \{ query\.page: 7 \} \(looked at 4/],
    [post, { noneAfter: { query: { page: 2 } } }, /but 1 exchange came after/],
    [{ method: 'PATCH' }, {}, /but found none/],
  ]
  for (const [matcher, expectation, text] of cases)
    assert.match((await errorOf(own.journal.verify(matcher, expectation), VerificationError)).message, text)
  // What came before `after` does not count.
  const [second, ...more] = await own.journal.verify(post, { exactly: 1, ...listed })
  assert.equal([second?.path, more], [`/relatorios/validar/${own.reports[1]}`, []])
  await own.journal.verify(post, { exactly: 0, after: { query: { page: 2 } } })
})

test('a verification never passes by a slip: unknown, undefined, and contradictory', async () => {
  await using own = await sim.organization()
  await ask(own, '/pessoas')
  const cases: [matcher: unknown, expectation: unknown, message: RegExp][] = [
    [{ metod: 'GET' }, {}, /has no field "metod"\. Did you mean method\?/],
    [{ qqq: 1 }, {}, /Use method, path/],
    [{ report: undefined }, {}, /report of the matcher is undefined/],
    [{ body: { aprovar: undefined } }, {}, /body\.aprovar of the matcher is undefined/],
    [{ status: 2000 }, {}, /Use a status such as 200, or 4xx/],
    [{ status: [] }, {}, /Use a status such as 200, or 4xx/],
    [{ listed: '314.263.997-74' }, {}, /listed of the matcher is not a CPF .* without dots and dash/],
    [{ listed: 31426399774 }, {}, /Use a string of its eleven digits/],
    [{ outcome: 'lost' }, {}, /outcome of the matcher is "lost"\. Use pending, sent, replaced, cut, unanswered\./],
    [{ outcome: 'send' }, {}, /Did you mean sent\?/],
    [{ why: 'token.withdraw' }, {}, /Did you mean token\.withdrawn\?/],
    [{ method: 'POSTS' }, {}, /Did you mean POST\?/],
    [{ path: 'pessoas' }, {}, /path of the matcher is "pessoas"\. Begin it with \//],
    [{ path: ['/x', '/pessoas?rows=25'] }, {}, /put what is after a \? into `query`/],
    [{ report: 5 }, {}, /Use a string or a regular expression/],
    [{ organization: 1 }, {}, /Use a handle/],
    [{ query: 'rows=25' }, {}, /Use an object of names and values/],
    [{ query: { page: { x: 1 } } }, { exactly: 0 }, /query of the matcher has an object as "page"/],
    [{ method: 'POST' }, { exactly: 0, since: 99_999 }, /^since is 99999, and the last exchange is \d+: /],
    [{ fault: 3 }, {}, /Use the name of a fault, true or false/],
    [{}, { exactly: 0, after: { outcome: 'lost' } }, /outcome of `after` is "lost"/],
    [{}, { noneAfter: { why: 'nothing' } }, /why of `noneAfter` is "nothing"/],
    [{}, { noneAfter: false }, /^noneAfter must be true or a matcher, or be left out\.$/],
    [{}, { after: null }, /`after` must be an object/],
    [{}, { exactly: undefined }, /exactly of the expectation is undefined/],
    [{}, { exacty: 1 }, /Did you mean exactly\?/],
    [{}, { exactly: 1, atMost: 2 }, /cannot be used with/],
    [{}, { atLeast: 0 }, /always true/],
    [{}, { atLeast: 3, atMost: 2 }, /more than/],
    [{}, { exactly: 1.5 }, /whole number/],
    [null, {}, /must be an object/],
    [{ organization: `${own.handle}~` }, { exactly: 0 }, /'org-1~\d+~', which is neither open nor has recorded exchanges/],
    [{}, { atMost: 3, noneAfter: { organization: 'x' } }, /names the organization 'x', which is neither open/],
  ]
  for (const [matcher, expectation, text] of cases)
    assert.match(await refusalOf(own.journal.verify(matcher as never, expectation as never)), text)
})

test('what was dropped or cleared makes the journal refuse, unless it cannot matter', async () => {
  await using to = await startSimulator({ seed: 5, persons: 30, journal: { exchanges: 6 } })
  await using own = await to.organization()
  await using other = await to.organization()
  const { journal } = own
  const list = (of = own, query = '') => ask(of, `/pessoas${query}`, undefined, { to })
  const gap = (matcher: ExchangeMatcher, expectation: Expectation) =>
    errorOf(journal.verify(matcher, expectation), JournalGapError)
  await validate(own, decision, own.reports[0], to)
  for (let k = 0; k < 10; k++) await list()
  await list(other, '?page=1')
  await other.journal.verify({ query: { page: 1 } }, { exactly: 1 })
  assert.equal(journal.totals, { heard: 11, byStatus: { 200: 11 }, kept: 5, inFlight: 0 })
  assert.throws(() => journal.count({ method: 'GET' }), /dropped 6 exchanges that may match/)
  assert.is(journal.count({ method: 'GET' }, { since: journal.mark() - 3 }), 2)
  assert.is(to.journal.count({ organization: other.handle }), 1)
  await journal.verify({ path: '/pessoas' }, { atLeast: 3 })
  assert.is((await gap({ body: { aprovar: true } }, { exactly: 0 })).dropped, 6)
  await gap({ path: '/pessoas' }, { atLeast: 8 })
  await gap({ method: 'GET' }, { atMost: 10, after: { method: 'POST' } })
  const tooMany = await errorOf(journal.verify({ method: 'GET' }, { exactly: 4 }), VerificationError)
  assert.match(tooMany.message, /^Expected exactly 4 exchanges to match, but found 5 /)

  const before = journal.mark()
  const mark = journal.clear()
  await journal.verify({ body: { aprovar: true } }, { exactly: 0 })
  await list()
  await journal.verify({ path: '/pessoas' }, { exactly: 1 })
  await journal.verify({ path: '/pessoas' }, { exactly: 1, since: mark })
  await gap({ path: '/pessoas' }, { exactly: 1, since: before - 3 })
  // Another's clear hides nothing in silence.
  to.journal.clear()
  await gap({ path: '/pessoas' }, { exactly: 0 })
})

test('organizations that are closed, and headers, count among what is kept', async () => {
  await using to = await startSimulator({ persons: 30, journal: { exchanges: 10, bytes: 100_000 } })
  for (let k = 0; k < 12; k++) {
    await using gone = await to.organization()
    await ask(gone, '/pessoas', undefined, { to })
  }
  await using own = await to.organization()
  for (let k = 0; k < 5; k++) await ask(own, '/pessoas?nome=nobody', undefined, { to })
  await own.journal.verify({ path: '/pessoas', status: 200 }, { exactly: 5 })
  for (let k = 0; k < 10; k++)
    await ask(own, '/pessoas?rows=7', undefined, { to, token: `${k}${'x'.repeat(12_000)} ${own.token}` })
  assert.ok(to.journal.totals.kept < 10)
})

test('a body that is nested too deep is kept as a text', async () => {
  await using own = await sim.organization()
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  await validate(own, deep)
  assert.is(own.journal.find({}, { reveal: true })[0]?.body, deep)
  assert.match(String(own.journal.find()[0]?.body), /^body~/)
  for (const format of ['har', 'http', 'vitest'] as const) assert.ok(own.journal.export(format))
  await errorOf(own.journal.verify({ method: 'POST', body: { aprovar: true } }), VerificationError)
})

test('what is in flight makes the journal refuse or wait', async () => {
  await using own = await sim.organization()
  await ask(own, '/pessoas')
  own.faults.add({ name: 'slow', fault: { kind: 'latency', fixed: 150 } })
  const since = own.journal.mark()
  const asked = ask(own, '/pessoas')
  await sim.journal.verify({ organization: own.handle, outcome: 'pending' }, { since, within: 1_000 })
  await errorOf(own.journal.verify({ status: 200 }, { exactly: 0, since }), JournalGapError)
  assert.is(own.journal.totals.inFlight, 1)
  await own.journal.verify({ status: 200 }, { exactly: 1, since, within: 2_000, quiet: 20 })
  await asked
  for (const fault of ['slow', false] as const) await own.journal.verify({ fault }, { exactly: 1 })
  own.faults.add({ name: 'slow', fault: { kind: 'latency', fixed: 5_000 } })
  const signal = AbortSignal.timeout(50)
  await fetch(`${sim.url}/pessoas`, { headers: { authorization: own.token }, signal }).catch(() => {})
  const [gone] = await own.journal.verify({ outcome: 'unanswered' }, { within: 2_000 })
  assert.equal([gone?.status, gone?.answer, gone?.faults], [null, null, ['slow']])
})

const outcomes: [fault: FaultEffect, outcome: string, sent: number, served?: number][] = [
  [{ kind: 'trickle', every: 1 }, 'sent', 200],
  [{ kind: 'latency', fixed: 1 }, 'sent', 200],
  [{ kind: 'reset-in-body' }, 'cut', 200],
  [{ kind: 'long-length' }, 'cut', 200],
  [{ kind: 'lost-answer', decided: true }, 'unanswered', 200],
  [{ kind: 'broken-json', how: 'cut' }, 'replaced', 200, 200],
  [{ kind: 'gateway', status: 502 }, 'replaced', 502],
  [{ kind: 'gateway', status: 502, decided: true }, 'replaced', 502, 200],
  [{ kind: 'status', status: 503, decided: true }, 'replaced', 503, 200],
  [{ kind: 'unauthorized' }, 'replaced', 401],
]
test('an exchange that a fault keeps from its client was not sent, and shows what was', async () => {
  await using own = await sim.organization()
  const { journal } = own
  const of = { method: 'POST', body: { aprovar: true } }
  for (const [fault, outcome, sent, served] of outcomes) {
    own.faults.add({ name: 'x', fault })
    const since = journal.mark()
    await validate(own, decision).catch(() => {})
    const limits = { exactly: 1, since, within: 5_000, quiet: 1 }
    const [found] = await journal.verify({ ...of, fault: 'x', status: sent, outcome }, limits)
    assert.is(found?.service?.status, served)
    if (outcome !== 'sent') await journal.verify({ ...of, outcome: 'sent' }, { exactly: 0, since })
    if (outcome !== 'replaced') continue
    if (sent !== 200) await journal.verify({ ...of, status: 200 }, { exactly: 0, since })
    for (const format of ['curl', 'http', 'node:test'] as const)
      assert.match(journal.export(format, { since }), `→ ${sent}, replaced (the fault x struck it)`)
    const [entry] = JSON.parse(journal.export('har', { since })).log.entries
    assert.equal([entry.response.status, entry._pessoasSim.outcome], [sent, outcome])
  }
  assert.equal(journal.totals.byStatus, { 200: 6, 401: 1, 502: 2, 503: 1 })
  const miss = await errorOf(journal.verify({ method: 'POST', outcome: 'pending' }), VerificationError)
  assert.match(miss.message, /POST \S+ → 401, replaced \(\S+\), fault x/)
})

test('the page of a gateway is shown as it was sent, and what a client sends like one is not', async () => {
  await using own = await sim.organization()
  const last = () => own.journal.find().at(-1)
  own.faults.add({ name: 'x', fault: { kind: 'gateway', status: 502 }, strikes: 1 })
  const { text } = await ask(own, '/pessoas')
  assert.match(text, /^<html>\r\n<head><title>502 /)
  assert.is(last()?.answer?.body, text)
  // Anybody can put a name into a body of their own, and the half of a list has people in it.
  await validate(own, `${text}Ana`)
  assert.match(String(last()?.body), /^body~/)
  own.faults.add({ name: 'x', fault: { kind: 'broken-json', how: 'cut' } })
  await ask(own, '/pessoas').catch(() => {})
  await own.journal.verify({ outcome: 'replaced', status: 200 }, { within: 5_000 })
  assert.match(String(last()?.answer?.body), /^value~/)
})

test('the reason of a 401 is that of its time, whenever it is read', async () => {
  const own = await sim.organization()
  const since = sim.journal.mark()
  const refused = (token = own.token) => ask(own, '/pessoas', undefined, { token })
  await own.withdrawToken()
  await refused()
  await own.giveTokenBack()
  await own.withdrawToken()
  await refused()
  await own.reset()
  await refused()
  await refused('sim-of-the-next-one')
  await own.close()
  await refused()
  assert.equal(
    sim.journal.find({}, { since }).map(({ why }) => why.map(({ code }) => code).join()),
    ['token.withdrawn', 'token.withdrawn', '', 'token.wrong', 'token.closed'],
  )
  assert.throws(() => own.journal.count(), /The organization is closed/)
})

test('a CPF is found in an answer whatever form a quirk gives it', async () => {
  for (const quirks of [[], ['cpf-masked'], ['cpf-as-number']]) {
    await using to = await startSimulator({
      fixture: { pessoas: [{ cpf: '01234567890', nome: 'Ana' }] },
      quirks,
    })
    await ask(to.organizations[0] as Caller, '/pessoas', undefined, { to })
    await to.journal.verify({ listed: '01234567890' }, { exactly: 1 })
    await to.journal.verify({ listed: '11234567890' }, { exactly: 0 })
  }
})

test('exchanges are followed as they end, until the reader has enough', async () => {
  await using own = await sim.organization()
  const seen: string[] = []
  const reading = (async () => {
    for await (const { url } of own.journal.follow({ method: 'GET' })) if (seen.push(url) === 2) break
  })()
  await ask(own, '/pessoas?page=1')
  await validate(own, decision)
  await ask(own, '/pessoas?page=2')
  await reading
  assert.equal(seen, ['/pessoas?page=1', '/pessoas?page=2'])
})

/** Returns the titles that a test file skips, without their numbers. */
function skippedBy(exported: string): string[] {
  return [...exported.matchAll(/^test\.skip\("\d+ (.*)", /gm)].map(([, title]) =>
    (title as string).replace(/\S*\/validar\/\S+/, 'R').replace(/#(?=\d)|\\/g, ''),
  )
}

test('an exported test file skips what depends on decisions that it does not repeat, and says so', async () => {
  const options = { seed: 7, persons: 30 }
  const list = '/pessoas?sort=-atualizado_em'
  const shown = (of: { journal: RunningSimulator['journal'] }, since?: number) =>
    skippedBy(of.journal.export('node:test', { reveal: true, ...(since && { since }) }))
  await using own = await sim.organization(options)
  await validate(own, decision)
  const { id } = own.journal.find()[0] as { id: number }
  const since = own.journal.mark()
  await ask(own, list)
  await validate(own, decision)
  assert.equal(shown(own), [])
  const missing = `it came after ${id}, which this file does not have`
  assert.equal(shown(own, since), [`GET ${list} → 200 (${missing})`, `POST R → 200 (${missing})`])
  own.journal.clear()
  await ask(own, list)
  assert.equal(shown(own), [`GET ${list} → 200 (it came after ${id}, which the journal no longer has)`])

  await using struck = await sim.organization(options)
  struck.faults.add({ name: 'x', fault: { kind: 'gateway', status: 502, decided: true }, strikes: 1 })
  await validate(struck, decision)
  struck.faults.clear()
  await ask(struck, list)
  assert.equal(shown(struck), [
    'POST R → 502, replaced (the fault x struck it)',
    `GET ${list} → 200 (it came after ${struck.journal.find()[0]?.id}, which is skipped)`,
  ])
  await inFolder(async (folder) => {
    const begin = () => startSimulator({ ...options, state: join(folder, 'state') })
    const changes: ((to: RunningSimulator, caller: Caller) => Promise<unknown>)[] = [
      (to, caller) => validate(caller, decision, caller.reports[0], to),
      (to) => to.reset().then(() => to.moves.add()),
    ]
    const earlier = `GET ${list} → 200 (its simulator started with changes of an earlier session)`
    for (const [k, change] of [...changes, async () => {}].entries()) {
      await using to = await begin()
      const caller = to.organizations[0] as SimulatorOrganization
      await ask(caller, list, undefined, { to })
      assert.is(shown(to)[0], k === 0 ? undefined : earlier)
      await change(to, caller)
    }
  })
})

test('a test file has data that is an object with reveal only, and skips what moved', async () => {
  const fixture = { pessoas: [{ nome: 'Ana Zuleica' }, { nome: 'Bruno Teste' }] }
  await using own = await sim.organization({ fixture })
  own.clock.freeze('2020-01-01')
  await ask(own, '/pessoas?rows=25')
  assert.match(own.journal.export('jest'), /test\.skip\(.*is an object: export with reveal/)
  const shown = own.journal.export('jest', { reveal: true })
  assert.match(shown, /sim\.organization\(\{"fixture":\{"pessoas":\[\{"nome":"Ana Zuleica"/)
  assert.not.match(shown, /test\.skip/)
  await own.moves.remove({ numero: own.reports[0] as string })
  await ask(own, '/pessoas?rows=50')
  const moved = own.journal.export('jest', { reveal: true })
  assert.match(moved, /test\("\d+ GET \/pessoas\?rows=25/)
  assert.match(moved, /test\.skip\("\d+ GET \/pessoas\?rows=50 .*it came after data was moved/)
  await own.close()
  const closed = sim.journal.export('jest', { reveal: true, matcher: { query: { rows: '25' } } })
  assert.match(closed, /was an object: export before it is closed/)
})

test('a body that is not UTF-8 is not repeated, in any format', async () => {
  await using own = await sim.organization()
  const { port } = new URL(sim.url)
  for (const body of ['{"mensagem":"Jo\xe3o"}', '\0']) {
    const head = `POST /relatorios/validar/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${own.token}\r\n`
    const type = 'Content-Type: application/json\r\nConnection: close\r\n'
    const length = `Content-Length: ${body.length}\r\n\r\n`
    connect(Number(port), '127.0.0.1')
      .resume()
      .write(head + type + length + body, 'latin1')
  }
  await own.journal.verify({ status: 400 }, { exactly: 2, within: 5_000, quiet: 1 })
  for (const format of ['http', 'curl'] as const) {
    const text = own.journal.export(format, { reveal: true })
    assert.is(text.match(/^# Not repeated: its body is not text in UTF-8\.$/gm)?.length, 2)
    assert.not.match(text, /POST [{"]|-X|mensagem|\0|\ufffd/)
  }
  assert.is(
    skippedBy(own.journal.export('jest')).filter((title) => /is not text in UTF-8/.test(title)).length,
    2,
  )
})

test('each organization has a variable of its own, and none acts on the shell or on an editor', async () => {
  const ids = ['a-b', 'a_b', 'a--b', 'A-b', 'ã-b', 'a$(echo one >&2)`echo two >&2`"\'}\n### b']
  await using to = await startSimulator({ fixture: { organizacoes: ids.map((id) => ({ id, nome: 'A' })) } })
  await using minted = await to.organization({ fixture: { organizacoes: [{ id: 'a-b', nome: 'A' }] } })
  for (const { token } of [...to.organizations, minted])
    await ask(minted, '/pessoas', undefined, { to, token })
  const script = to.journal.export('curl')
  const names = Array.from(script.matchAll(/: "\$\{(\w+):\?/g), ([, name]) => name as string)
  assert.is(new Set(names).size, ids.length + 1)
  assert.equal([names[0], names[1], names.at(-1)], ['TOKEN_A_B', 'TOKEN_A___B', 'TOKEN_A_B__1'])
  for (const name of names) assert.match(to.journal.export('http'), new RegExp(`^@${name} = `, 'm'))
  const env = Object.fromEntries(names.slice(0, 5).map((name) => [name, 'x']))
  const { stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env: { ...process.env, ...env } })
  assert.match(stderr, /: set it to the token of a_\(echo one >&2\)_echo two >&2____\w+### b\n$/)
  assert.not.match(to.journal.export('http'), /^### b/m)
  assert.throws(() => to.journal.export('hra' as never), /Did you mean har\?/)
})

test('without a journal, nothing is kept, and it says so', async () => {
  await using to = await startSimulator({ persons: 30, journal: false })
  assert.throws(() => to.journal, /The journal is off/)
  assert.is((await ask(to.organizations[0] as Caller, '/pessoas', undefined, { to })).status, 200)
})

test.run()
