import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'
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
import { MENSAGEM, refusalOf } from '../testing/world.ts'

const test = suite('journal')

const sim = await startSimulator({ seed: 5, persons: 60 })
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
  const since = sim.journal.mark()
  await ask(own, '/pessoas?rows=25&nome=&nome=a')
  await ask(other, '/pessoas')
  await ask(own, '/pessoas', undefined, { token: 'nobody-has-this' })
  await validate(own, decision)
  assert.equal([own.journal.find().length, sim.journal.find({}, { since }).length], [2, 4])
  const [list, validation] = own.journal.find()
  assert.equal(
    [list?.method, list?.url, list?.path, list?.status, list?.organization],
    ['GET', '/pessoas?rows=25&nome=&nome=a', '/pessoas', 400, own.handle],
  )
  assert.equal(list?.query, { rows: '25', nome: ['', 'a'] })
  assert.equal([validation?.body, validation?.outcome], [decision, 'sent'])
  assert.is((validation?.answer?.body as { status_code: number }).status_code, 200)
  assert.is(validation?.answer?.headers['content-type'], 'application/json; charset=utf-8')
  assert.ok((validation?.ms as number) > 0)
  assert.equal(own.journal.totals, { kept: 2, inFlight: 0, dropped: 0 })
  assert.is(own.journal.find({ method: 'POST' }).length, 1)
  assert.is(own.journal.find({}, { limit: 1 })[0]?.method, 'POST')
  assert.is(own.journal.get(list?.id as number)?.url, list?.url)
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

test('the reason of a 401 is that of its time, whenever it is read', async () => {
  const own = await sim.organization()
  const { nome } = await firstOf(own)
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
  await ask(own, `/pessoas?nome=%20%20${encodeURIComponent(nome)}`)
  await own.close()
  await refused()
  const found = sim.journal.find({}, { since })
  assert.equal(
    found.map(({ why }) => why.map(({ code }) => code).join()),
    ['token.withdrawn', 'token.withdrawn', '', 'token.wrong', 'nome.blanks', 'token.closed'],
  )
  // They stay those of the organization.
  assert.is(sim.journal.find({ organization: own.handle }, { since }).length, 4)
})

test('bytes that are no request are heard of, too', async () => {
  const since = sim.journal.mark()
  const socket = connect(Number(new URL(sim.url).port), '127.0.0.1', () => socket.write('\x16\x03\x01\x02\0'))
  socket.on('data', () => socket.end())
  const [exchange] = await sim.journal.verify({ why: 'request.tls', method: '' }, { since, within: 2_000 })
  assert.equal([exchange?.method, exchange?.status, exchange?.organization], ['', 400, null])
})

test('persons are shown, and no token is: in no header, URL, body, command, HAR or error', async () => {
  await using own = await sim.organization()
  const closed = await sim.organization()
  await closed.close()
  const { cpf, nome } = await firstOf(own)
  for (const secret of [own.token, closed.token]) {
    await ask(own, `/pessoas?nome=${encodeURIComponent(nome)}&token=${secret}`)
    await ask(own, `/pessoas/${secret}`, undefined, { token: `Bearer ${secret}` })
    await validate(own, { ...decision, token: secret, [secret]: [`x ${secret}`] })
    await validate(own, `no JSON: ${secret}`)
    await ask(own, '/pessoas', undefined, { token: `Basic ${secret.slice(0, 20)}` })
  }
  const { journal } = sim
  const shown = JSON.stringify([journal.find(), journal.har(), journal.find().map(({ id }) => journal.get(id))])
  const parts = ({ token }: Caller) => [token, token.slice(0, 20), token.slice(4, 20)]
  for (const secret of [own, closed].flatMap(parts)) assert.not(shown.includes(secret), secret)
  for (const person of [cpf, nome, MENSAGEM]) assert.ok(shown.includes(person), person)
  const since = journal.mark()
  await ask(own, `/pessoas?rows=25&x=${own.token}`, undefined, { token: `bearer ${own.token}` })
  const [last] = journal.find({ headers: { Authorization: `bearer ${own.token}` } }, { since })
  assert.equal([last?.headers.authorization, last?.url], ['bearer sim-…', '/pessoas?rows=25&x=…'])
  assert.match(last?.curl ?? '', /^curl -sSig --path-as-is -X 'GET' -H "Authorization: bearer \$CLIENT_TOKEN" /)
  const wrong = 'no-token-that-anybody-knows'
  await ask(own, '/pessoas', undefined, { token: wrong })
  const want = { status: 200, headers: { authorization: own.token }, query: { x: own.token } }
  const error = await errorOf(journal.verify(want, { since }), VerificationError)
  const told = error.message + JSON.stringify([error.actual, error.expected])
  for (const secret of [own.token, wrong]) assert.not(told.includes(secret))
  assert.match(error.message, /✗ headers\.authorization: expected 'sim-…', got '(bearer sim|no-t)…?/)
})

test('the command of an exchange sends it again, and does nothing else', async () => {
  await using own = await sim.organization()
  const odd = `{"aprovar":true,"mensagem":"'$(touch x)' \`id\` é um texto longo"}`
  await ask(own, "/pessoas?nome=[a-c]'$(id)'&rows=25")
  await validate(own, odd)
  await fetch(`${sim.url}/pessoas`, { method: 'HEAD', headers: { authorization: own.token } })
  const since = own.journal.mark()
  const sent = own.journal.find()
  const env = { ...process.env, CLIENT_TOKEN: own.token }
  for (const { curl } of sent) await promisify(execFile)('sh', ['-c', curl], { env, timeout: 30_000 })
  const again = own.journal.find({}, { since })
  assert.equal(
    again.map(({ method, url, body }) => [method, url, body]),
    sent.map(({ method, url, body }) => [method, url, body]),
  )
})

test('a HAR has every exchange, and 0 for an answer that its client never got', async () => {
  await using own = await sim.organization()
  await ask(own, '/pessoas?rows=25&rows=50')
  await validate(own, decision)
  own.faults.add({ name: 'lost', fault: { kind: 'drop', decided: true } })
  await validate(own, decision).catch(() => {})
  await own.journal.verify({ outcome: 'unanswered', status: 200 }, { within: 5_000 })
  // biome-ignore lint/suspicious/noExplicitAny: HAR is read as a tool reads it
  const { version, creator, entries } = own.journal.har().log as any
  assert.equal([version, creator.name, entries.length], ['1.2', 'pessoas-sim', 3])
  const [list, decided, lost] = entries
  assert.equal(list.request.queryString, [{ name: 'rows', value: '25' }, { name: 'rows', value: '50' }])
  assert.is(list.request.url, `${sim.url.replace('[::1]', 'localhost')}/pessoas?rows=25&rows=50`)
  assert.equal(JSON.parse(decided.request.postData.text), decision)
  assert.is(JSON.parse(decided.response.content.text).status_code, 200)
  assert.equal([list, decided, lost].map(({ response }) => response.status), [400, 200, 0])
  assert.match(lost.comment, /^fault: lost unanswered/)
})

test('a verification passes, waits, and returns what matched', async () => {
  await using own = await sim.organization()
  await firstOf(own)
  const report = own.reports[0] as string
  const { journal } = own
  const limits = { exactly: 1, after: { method: 'GET', status: 200 }, within: 10_000 } as const
  const verified = journal.verify({ method: 'POST', report, body: { aprovar: true } }, limits)
  setTimeout(() => void validate(own, decision), 30)
  assert.equal(
    (await verified).map(({ status }) => status),
    [200],
  )
  await ask(own, '/pessoas??page=2')
  const cases: [ExchangeMatcher, Expectation?][] = [
    [{ status: '2xx' }, { atLeast: 2, atMost: 3 }],
    [{ status: [200, '4xx'] }, { exactly: 3 }],
    [{ body: { mensagem: /Aprovado/ } }],
    [{ body: { mensagem: (text: string) => text.length > 20 } }],
    [{ body: { asymmetricMatch: (body: unknown) => body !== undefined } }, { exactly: 1 }],
    [{ answer: { result: { numero: report } }, headers: { 'Content-Type': /json/ } }],
    [{ method: ['PUT', 'DELETE'] }, { exactly: 0, within: 1 }],
    [{ path: ['/x', /^\/pess/g] }, { exactly: 2 }],
    [{ query: { rows: 25 } }, { exactly: 1 }],
    [{ query: { page: 2 } }, { exactly: 0 }],
    [{ query: { '?page': 2 } }, { exactly: 1 }],
    [{ organization: own.handle }, { exactly: 3 }],
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
  for (const line of [
    /^Expected exactly 1 exchange to match, but found none \(looked at 3 exchanges, waited \d+ ms\)\.\nWhat matches:\n {2}method: 'POST'\n/,
    /Nearest miss 2: #\d+ POST \S+ → 400/,
    /✗ body\.aprovar: expected true, got 'true'/,
    /Nearest miss 1: .*\n {2}✗ body\.aprovar: expected true, got false\n {2}✓ method, report, status\n/,
    /Nearest miss 3: /,
    /hint: aprovar is a string/,
  ])
    assert.match(error.message, line)
  assert.equal(error.expected, { count: 'exactly 1 exchange', 'body.aprovar': true })
  assert.equal(error.actual, { count: '0 exchanges', 'body.aprovar': false })
  const like = await errorOf(own.journal.verify({ path: '/pesoas' }), VerificationError)
  assert.match(like.message, /Nearest miss 1: #\d+ GET \/pessoas\?rows=25 → 200/)
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

test('too many and too early are told apart', async () => {
  await using own = await sim.organization()
  await validate(own, decision)
  await firstOf(own)
  await validate(own, decision, own.reports[1])
  await ask(own, '/pessoas?page=2')
  const post = { method: 'POST' }
  const listed = { after: { query: { rows: 25 } } }
  const cases: [ExchangeMatcher, Expectation, RegExp][] = [
    [post, { exactly: 1 }, /but found 2 \(looked at 4 exchanges\)\.\n {2}#\d+ POST/],
    [post, { atMost: 1 }, /but found 2/],
    [post, { exactly: 2, ...listed }, /but 1 exchange came too early/],
    [post, { after: { query: { page: 2 } } }, /but 2 exchanges came too early/],
    [post, { exactly: 0, ...listed }, /^Expected no exchange to match, but found 1 \(.*\n {2}#\d+ POST/],
    [{}, { exactly: 1, ...listed }, /but found 2 \(/],
    [post, { after: { query: { page: 7 } } }, /but no earlier exchange matched after: \{ query\.page: 7 \} \(looked at 4/],
    [{ method: 'PATCH' }, { atLeast: 2, atMost: 3 }, /^Expected 2 to 3 exchanges to match, but found none/],
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
    [{ metod: 'GET' }, {}, /^matcher\.metod is unknown: did you mean method\?/],
    [{ qqq: 1 }, {}, /Use method, path/],
    [{ report: undefined }, {}, /^matcher\.report is undefined\. Give it a value/],
    [{ body: { aprovar: undefined } }, {}, /^matcher\.body\.aprovar is undefined/],
    [{ status: 2000 }, {}, /^matcher\.status must be at most 599/],
    [{ status: '2yy' }, {}, /^matcher\.status must look like 200 or 4xx/],
    [{ status: [] }, {}, /^matcher\.status must have at least 1 entry/],
    [{ outcome: 'lost' }, {}, /^matcher\.outcome must be "pending", "sent"/],
    [{ outcome: 'send' }, {}, /did you mean sent\?/],
    [{ why: 'token.withdraw' }, {}, /^matcher\.why is "token\.withdraw": did you mean token\.withdrawn\?/],
    [{ why: 'nothing' }, {}, /Use a code of docs\/reference\/faults\.md/],
    [{ method: 'POSTS' }, {}, /^matcher\.method must look like GET or POST/],
    [{ method: ['GET', 'post'] }, {}, /^matcher\.method\[1\] must look like GET/],
    [{ path: 'pessoas' }, {}, /^matcher\.path must look like \/pessoas/],
    [{ path: ['/x', '/pessoas?rows=25'] }, {}, /with what follows a \? in query/],
    [{ report: 5 }, {}, /^matcher\.report must be a string/],
    [{ organization: 1 }, {}, /^matcher\.organization must be a string/],
    [{ query: 'rows=25' }, {}, /^matcher\.query must be an object/],
    [{ query: { page: { x: 1 } } }, { exactly: 0 }, /^matcher\.query\.page must be a string/],
    [{ fault: 3 }, {}, /^matcher\.fault must be a string or true or false/],
    [{ method: 'POST' }, { exactly: 0, since: 99_999 }, /^since is 99999, and the last exchange is \d+: /],
    [{}, { exactly: 0, after: { outcome: 'lost' } }, /after\.outcome must be/],
    [{}, { after: null }, /after must be an object/],
    [{}, { exactly: undefined }, /^expectation\.exactly is undefined/],
    [{}, { exacty: 1 }, /did you mean exactly\?/],
    [{}, { exactly: 1, atMost: 2 }, /cannot be used with/],
    [{}, { atLeast: 0 }, /always true/],
    [{}, { atLeast: 3, atMost: 2 }, /more than/],
    [{}, { exactly: 1.5 }, /whole number/],
    [null, {}, /must be an object/],
    [{ organization: `${own.handle}~` }, { exactly: 0 }, /"org-1~\d+~", which is neither open nor has exchanges here/],
    [{}, { atMost: 3, after: { organization: 'x' } }, /names the organization "x", which is neither open/],
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
  assert.equal(journal.totals, { kept: 5, inFlight: 0, dropped: 6 })
  await journal.verify({ path: '/pessoas' }, { atLeast: 3 })
  await journal.verify({ path: '/pessoas' }, { exactly: 2, since: journal.mark() - 3 })
  assert.match(
    (await gap({ body: { aprovar: true } }, { exactly: 0 })).message,
    /^6 exchanges are no longer kept, so the journal cannot tell: raise journal\.exchanges/,
  )
  assert.match((await gap({}, { exactly: 6, since: 5 })).message, /^Exchanges after the mark 5 .* up to #6, so/)
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

test('the latest are kept, each with its own answer, and bytes are bounded as well as exchanges', async () => {
  await using to = await startSimulator({ persons: 30, journal: { exchanges: 10, bytes: 60_000 } })
  await using own = await to.organization()
  for (let page = 1; page <= 15; page++) {
    const { body } = await ask(own, `/pessoas?page=${page}&nome=nobody-${page}`, undefined, { to })
    assert.equal(own.journal.find().at(-1)?.answer?.body, body)
  }
  assert.equal(
    own.journal.find().map(({ query }) => Number(query.page)),
    Array.from({ length: 10 }, (_, k) => 6 + k),
  )
  for (let k = 0; k < 10; k++)
    await ask(own, '/pessoas?rows=7', undefined, { to, token: `${k}${'x'.repeat(12_000)} ${own.token}` })
  const kept = own.journal.find()
  assert.ok(kept.length >= 3 && kept.length < 5, String(kept.length))
  assert.is(kept.at(-1)?.id, to.journal.mark())
})

test('what is in flight has no status yet, and is waited for', async () => {
  await using own = await sim.organization()
  await ask(own, '/pessoas')
  own.faults.add({ name: 'slow', fault: { kind: 'latency', ms: 150 } })
  const since = own.journal.mark()
  const asked = ask(own, '/pessoas')
  const [pending] = await sim.journal.verify({ organization: own.handle, outcome: 'pending' }, { since, within: 5_000 })
  assert.equal([pending?.status, pending?.ms, pending?.answer], [null, null, null])
  assert.is(own.journal.totals.inFlight, 1)
  await own.journal.verify({ status: 200 }, { exactly: 1, since, within: 10_000 })
  await asked
  for (const fault of ['slow', true, false] as const) await own.journal.verify({ fault }, { exactly: 1 })
  own.faults.add({ name: 'slow', fault: { kind: 'latency', ms: 30_000 } })
  const leaving = new AbortController()
  const left = fetch(`${sim.url}/pessoas`, { headers: { authorization: own.token }, signal: leaving.signal })
  await own.journal.verify({ outcome: 'pending' }, { within: 5_000 })
  leaving.abort()
  await left.catch(() => {})
  const [gone] = await own.journal.verify({ outcome: 'unanswered' }, { within: 5_000 })
  assert.equal([gone?.status, gone?.answer, gone?.faults], [null, null, ['slow']])
  const stop = new AbortController()
  const waiting = refusalOf(own.journal.verify({ method: 'PUT' }, { within: 60_000 }, stop.signal))
  stop.abort()
  assert.match(await waiting, /but found none/)
})

const outcomes: [fault: FaultEffect, outcome: string, sent: number, served?: number][] = [
  [{ kind: 'trickle', every: 1 }, 'sent', 200],
  [{ kind: 'latency', ms: 1 }, 'sent', 200],
  [{ kind: 'drop', after: 'half', close: 'reset' }, 'cut', 200],
  [{ kind: 'corrupt', how: 'length' }, 'cut', 200],
  [{ kind: 'drop', decided: true }, 'unanswered', 200],
  [{ kind: 'corrupt', how: 'cut' }, 'replaced', 200, 200],
  [{ kind: 'status', status: 502, html: true }, 'replaced', 502],
  [{ kind: 'status', status: 502, html: true, decided: true }, 'replaced', 502, 200],
  [{ kind: 'status', status: 503, decided: true }, 'replaced', 503, 200],
  [{ kind: 'status', status: 401 }, 'replaced', 401],
]
test('an exchange that a fault keeps from its client was not sent, and shows what was', async () => {
  await using own = await sim.organization()
  const { journal } = own
  const of = { method: 'POST', body: { aprovar: true } }
  for (const [fault, outcome, sent, served] of outcomes) {
    own.faults.add({ name: 'x', fault })
    const since = journal.mark()
    await validate(own, decision).catch(() => {})
    const limits = { exactly: 1, since, within: 5_000 }
    const [found] = await journal.verify({ ...of, fault: 'x', status: sent, outcome }, limits)
    assert.is(found?.service?.status, served)
    if (outcome !== 'sent') await journal.verify({ ...of, outcome: 'sent' }, { exactly: 0, since })
    if (sent !== 200) await journal.verify({ ...of, status: 200 }, { exactly: 0, since })
  }
  const miss = await errorOf(journal.verify({ method: 'POST', outcome: 'pending' }), VerificationError)
  assert.match(miss.message, /POST \S+ → 401, replaced \(\S+\), fault x/)
})

test('exchanges are followed as they end, until the reader has enough or gives up', async () => {
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
  const stop = new AbortController()
  const next = own.journal.follow({}, { signal: stop.signal }).next()
  stop.abort()
  assert.ok((await next).done)
})

test('without a journal, nothing is kept, and it says so', async () => {
  await using to = await startSimulator({ persons: 30, journal: false })
  assert.throws(() => to.journal, /The journal is off/)
  assert.is((await ask(to.organizations[0] as SimulatorOrganization, '/pessoas', undefined, { to })).status, 200)
})

test.run()
