import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Clause, clauses } from '../../contract/clauses.ts'
import { defaultProfile, type Profile } from '../../contract/profile.ts'
import type { ListResponse } from '../../contract/wire.ts'
import { seedDataset } from '../../fixture/make/seed.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { MemoryStore } from '../../store/memory.ts'
import { everyFew } from '../../testing/deep.ts'
import { assertForm, MENSAGEM } from '../../testing/world.ts'
import { type LogRecord, recordOf } from '../access-log.ts'
import { Backlog } from '../backlog.ts'
import { createHttpServer, createSimulator } from '../sim.ts'
import { afterDecisions } from './after-decisions.ts'
import { findQuirks, type Quirk, quirks, withQuirks } from './index.ts'
import { pairedMeanwhile } from './paired-contexts.ts'
import type { Next, QuirkRequest, QuirkResponse } from './quirk.ts'
import { meanwhile } from './rare-contexts.ts'
import { quirky } from './with-quirks.ts'

const test = suite('quirks')

const dataset = await seedDataset({ persons: 137, organizations: 2, seed: 1 })
const [TOKEN, OTHER_TOKEN, DISABLED_TOKEN] = dataset.organizacoes.map(({ token }) => token) as [
  string,
  string,
  string,
]
const [REPORT, ANOTHER_REPORT] = dataset.relatorios
  .filter(({ organizacao }) => organizacao === 'org-1')
  .map(({ numero }) => numero) as [string, string]
const FOREIGN = dataset.relatorios.find(({ organizacao }) => organizacao === 'org-2')?.numero as string
const UNKNOWN = '99999999-9999-4999-8999-999999999999'

function world(profile: Partial<Profile> = {}, data = dataset) {
  const store = new MemoryStore(data)
  const settled = { ...defaultProfile, ...profile }
  return {
    app: createSimulator({ store, profile: settled }),
    options: { organizationsOf: () => store.organizations, profile: settled, backlog: new Backlog() },
  }
}

/** Asks a simulator of its own through some quirks. */
function broken(names: string[], profile: Partial<Profile> = {}): Next {
  const { app, options } = world(profile)
  return quirky(app, findQuirks(names), options)
}

function get(
  path: string,
  headers: Record<string, string> = {},
  authorization: string | undefined = TOKEN,
): QuirkRequest {
  return { method: 'GET', url: path, headers: { ...headers, authorization }, body: '' }
}

function post(numero: string, body: unknown, authorization: string | undefined = TOKEN): QuirkRequest {
  return {
    method: 'POST',
    url: `/relatorios/validar/${numero}`,
    headers: { authorization, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

const without = ({ headers: { authorization: _, ...headers }, ...asked }: QuirkRequest): QuirkRequest => ({
  ...asked,
  headers,
})

async function list(ask: Next, query = ''): Promise<ListResponse> {
  const { status, body } = await ask(get(`/pessoas${query}`))
  assert.is(status, 200)
  return JSON.parse(body)
}

const untouched = broken([])
const everyone = (await list(untouched, '?rows=1000')).result.itens
const [first, last] = [everyone[0], everyone.at(-1)] as [(typeof everyone)[0], (typeof everyone)[0]]
const zero = everyone.find(({ cpf }) => cpf.startsWith('0')) as typeof first
const twoZeros = everyone.find(({ cpf }) => cpf.startsWith('00')) as typeof first
const homonym = everyone.find((a) => everyone.some((b) => a.nome === b.nome && a !== b)) as typeof first
const accented = everyone.find(({ nome }) => /[^ -~]/.test(nome)) as typeof first
const foreign = dataset.relatorios.find(
  ({ organizacao, cpf }) => organizacao === 'org-2' && everyone.every((item) => item.cpf !== cpf),
)?.cpf as string
/** Somebody of both organizations, whose report of the other one is newer. */
const shared = everyone.find(({ cpf, atualizado_em }) =>
  dataset.relatorios.some(
    (one) =>
      one.organizacao === 'org-2' &&
      one.cpf === cpf &&
      Date.parse(one.atualizado_em) > Date.parse(atualizado_em),
  ),
)?.cpf
const wrongInTheMiddle = `${TOKEN.slice(0, 10)}${TOKEN[10] === '0' ? '1' : '0'}${TOKEN.slice(11)}`

const queries = [
  '',
  '?page=1',
  '?page=2',
  '?page=3',
  '?page=4',
  '?page=5',
  '?page=6',
  '?page=7',
  '?rows=25',
  '?rows=50',
  '?rows=50&page=2',
  '?rows=75',
  '?rows=100',
  '?rows=100&page=2',
  '?rows=200',
  '?rows=200&sort=cpf',
  '?rows=30',
  '?rows=2147483650',
  '?sort=%2Dnome',
  '?%73ort=nome',
  '?nome=a+a',
  `?nome=${encodeURIComponent(accented.nome).toLowerCase()}`,
  '?page=2147483648',
  '?sort=numero',
  `?cpf=${'9'.repeat(20)}`,
  ...['cpf', '-cpf', 'nome', '-nome', 'atualizado_em', '-atualizado_em'].flatMap((sort) => [
    `?sort=${sort}`,
    `?sort=${sort}&page=4`,
    `?sort=${sort}&rows=200`,
    `?sort=${sort}&nome=a&rows=50`,
  ]),
  `?cpf=${first.cpf}`,
  `?cpf=${first.cpf}&page=1`,
  `?cpf=${last.cpf}`,
  `?cpf=${zero.cpf}`,
  `?cpf=${zero.cpf.replace(/^0+/, '')}`,
  `?cpf=${foreign}`,
  `?cpf=${last.cpf.slice(0, 5)}`,
  '?cpf=00000000000',
  `?cpf=${twoZeros.cpf}`,
  `?cpf=${last.cpf.slice(0, 10)}`,
  '?cpf=99999999999',
  `?cpf=${homonym.cpf}&nome=${encodeURIComponent(homonym.nome)}`,
  `?nome=${encodeURIComponent(first.nome)}`,
  `?nome=${encodeURIComponent(last.nome)}`,
  `?nome=${encodeURIComponent(accented.nome)}`,
  '?nome=a&page=1&rows=25&sort=cpf',
  '?nome=a',
  '?nome=a&page=2',
  '?nome=xqzjkwvyxqzjkwvyxqzjkwvyxqzjkwvy',
  '?nome=xq',
  '?nome=a&rows=50',
  `?nome=${'a'.repeat(101)}`,
  '?nome=a&rows=75',
  '?nome=a&rows=75&page=2',
  '?nome=a&sort=nome&page=2',
  '?rows=75&sort=cpf',
  `?cpf=${first.cpf}&rows=50`,
  `?cpf=${first.cpf}&sort=-nome`,
  `?nome=${encodeURIComponent(first.nome.slice(0, 15))}qz`,
  ...[' e ', 'a-b', 'a+b', 'a&b'].map((nome) => `?nome=${encodeURIComponent(nome)}`),
]
const decidedCpf = dataset.relatorios.find(({ numero }) => numero === REPORT)?.cpf
const decided = everyone.find(({ cpf }) => cpf === decidedCpf) as typeof first
const quietPage = (await list(untouched, '?sort=cpf')).result.itens.some(({ cpf }) => cpf === decidedCpf)
  ? 2
  : 1
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const good = { aprovar: true, mensagem: MENSAGEM }
const bodies: unknown[] = [
  good,
  { ...good, aprovar: false },
  { ...good, message: 'x' },
  { ...good, observação: 'x' },
  { ...good, qzk: 'x' },
  { ...good, qzk: null },
  { ...good, qzk: {} },
  { ...good, qzk: 0 },
  { ...good, constructor: 1 },
  { ...good, Aprovar: true },
  { Aprovar: true, mensagem: MENSAGEM },
  { xyz: 1 },
  {},
  { aprovar: true },
  { mensagem: MENSAGEM },
  ...['talvez', 2, {}, null].map((aprovar) => ({ ...good, aprovar })),
  ...[
    12_345,
    null,
    [],
    '',
    'a',
    'a'.repeat(19),
    'a'.repeat(20),
    'a'.repeat(24),
    'ã'.repeat(24),
    'a'.repeat(25),
  ].map((mensagem) => ({ ...good, mensagem })),
  { ...good, mensagem: 'ã'.repeat(25) },
  { ...good, aprovar: false, qzk: 'x' },
  { aprovar: false, mensagem: 'a'.repeat(24) },
  { ...good, mensagem: 'curta', qzk: 'x' },
  { ...good, mensagem: 'Primeira linha.\nSegunda linha.' },
  { ...good, mensagem: `${'a'.repeat(24)}  ` },
  { ...good, mensagem: '👍'.repeat(30) },
  { ...good, mensagem: 'a\u0303'.repeat(30) },
  { ...good, aprovar: 0 },
  { ...good, aprovar: 'TRUE' },
  { ...good, mensagem: 'Longa. '.repeat(20), qzk: 'x' },
  { ...good, ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`q${i}`, i])) },
  { mensagem: MENSAGEM, aprovar: true },
  { ...good, mensagem: `${'a'.repeat(20)}     b` },
  { ...good, mensagem: `${'a'.repeat(20)}\n\n\n\n\nb` },
  [],
  JSON.stringify({ ...good, qzk: 1 }).replaceAll(':', ' : '),
  '{',
  '',
]

/** Lists come first: a decision moves its person to this moment. */
const probes: QuirkRequest[] = [
  ...queries.map((query) => get(`/pessoas${query}`)),
  get('/pessoas?page=1', FORM),
  get('/pessoas', { 'content-type': 'application/json' }),
  get('/pessoas', {}, OTHER_TOKEN),
  get('/nada'),
  ...[
    '',
    'x',
    'constructor',
    'x'.repeat(TOKEN.length),
    wrongInTheMiddle,
    `${TOKEN}x`,
    TOKEN.toUpperCase(),
    TOKEN.slice(0, 20),
    DISABLED_TOKEN,
    TOKEN.slice(0, -1),
    `${TOKEN.slice(0, -1)}%`,
    'null',
    '"',
  ].flatMap((token) => [
    get('/pessoas', {}, token),
    get('/pessoas?page=1&nome=a', {}, token),
    get('/pessoas?sort=cpf&cpf=1', {}, token),
    post(UNKNOWN, good, token),
    post(UNKNOWN, { ...good, qzk: 'x' }, token),
  ]),
  without(get(`/pessoas?access_token=${TOKEN}`)),
  without(get('/pessoas')),
  without(get('/pessoas?page=2')),
  without(get('/pessoas?page=0')),
  get('/pessoas?page=0'),
  without(get('/pessoas?nome=a')),
  without(post(UNKNOWN, good)),
  // What is remembered of the request before, or of the other organization.
  get('/pessoas?nome=a'),
  get('/pessoas'),
  without(get('/pessoas')),
  get('/pessoas?nome=a&page=2'),
  get('/pessoas?page=40'),
  get('/pessoas?nome=('),
  get('/pessoas?cpf=31426399774&nome=zzz'),
  get('/pessoas?nome=a&page=40'),
  get(`/pessoas?cpf=${foreign}`),
  get(`/pessoas?cpf=${foreign}`, {}, OTHER_TOKEN),
  // What a clause is asked in besides its plainest context.
  get(`/pessoas?cpf=${homonym.cpf}&nome=${encodeURIComponent(homonym.nome)}`),
  get(`/pessoas?cpf=${zero.cpf}&nome=${encodeURIComponent(zero.nome)}&sort=-nome`),
  get(`/pessoas?cpf=${shared}`),
  get('/pessoas?page=171798693'),
  get('/pessoas?rows=125&page=2'),
  get('/pessoas?sort=nome&page=40'),
  get('/pessoas?%70age=2'),
  get('/pessoas?nome=a'),
  get('/pessoas?nome=a', {}, OTHER_TOKEN),
  get('/pessoas?page=2&rows=50', {}, DISABLED_TOKEN),
  get('/pessoas?sort=cpf'),
  get('/pessoas?rows=100', { 'accept-encoding': 'gzip' }),
  get('/pessoas?rows=50', {}, OTHER_TOKEN),
  get(`/pessoas?nome=${encodeURIComponent(accented.nome.toUpperCase())}`),
  get(`/pessoas?nome=${encodeURIComponent(first.nome.replace(/(?<=^.)./, '%'))}`),
  get('/pessoas', { 'accept-language': 'en' }, 'x'),
  get('/pessoas', { accept: 'text/html,*/*' }, 'x'),
  get('/pessoas', {}, 'Basic usuario'),
  // Two things that meet: an order and many rows, a refusal and the same question, a type and parameters.
  get('/pessoas?sort=-nome&rows=75&page=2'),
  get('/pessoas?sort=-cpf&rows=50'),
  get(`/pessoas?cpf=${last.cpf}`, {}, 'x'),
  get(`/pessoas?cpf=${last.cpf}`),
  get('/pessoas?page=2', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
  // Two contexts that cross.
  get('/pessoas?nome=a&rows=125'),
  get('/pessoas?sort=-cpf&rows=500'),
  get(`/pessoas?cpf=${last.cpf}&sort=cpf&page=2`),
  get('/pessoas?rows=100', {}, 'x'),
  get('/pessoas', { 'accept-language': 'pt-BR' }),
  get('/pessoas?page=40'),
  get('/pessoas'),
  get(`/pessoas?cpf=${foreign}&sort=nome`),
  get(`/pessoas?cpf=${foreign}&sort=nome`, {}, OTHER_TOKEN),
  ...[UNKNOWN, REPORT].flatMap((numero) => bodies.map((body) => post(numero, body))),
  post('00000000-0000-0000-0000-000000000000', good),
  post('x', good),
  {
    ...post(UNKNOWN, good),
    headers: { authorization: TOKEN, 'content-type': 'application/json; charset=utf-8' },
  },
  {
    ...post(UNKNOWN, good),
    headers: { authorization: TOKEN, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  },
  {
    ...post(UNKNOWN, { ...good, qzk: 1 }),
    headers: { authorization: TOKEN, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  },
  post(`${REPORT.slice(0, 8)}${UNKNOWN.slice(8)}`, good),
  post(`${REPORT.slice(0, 23)}${UNKNOWN.slice(23)}`, good),
  post(UNKNOWN, { ...good, 'aprovar ': true }),
  post(UNKNOWN, { ...good, mensagem: 'x'.repeat(3_000), qzk: 1 }),
  get(`/pessoas?nome=${encodeURIComponent("d'Ávila")}`),
  post(UNKNOWN, { ...good, qzk: 1 }),
  post(UNKNOWN, { ...good, aprovar: false }),
  post(FOREIGN, {}),
  post(FOREIGN, { ...good, aprovar: false }),
  post(`%${REPORT.charCodeAt(0).toString(16)}${REPORT.slice(1)}`, good),
  post(REPORT, good),
  post(REPORT, { ...good, aprovar: false }),
  post(REPORT, good),
  post(REPORT, `${JSON.stringify(good)} abc`),
  post(`${REPORT.slice(0, -1)}_`, good),
  post('x', { ...good, aprovar: false }),
  post(`${UNKNOWN.slice(0, 14)}1${UNKNOWN.slice(15)}`, good),
  post(FOREIGN, good, OTHER_TOKEN),
  // A list that no decision changes.
  get(`/pessoas?sort=cpf&page=${quietPage}`),
  post(REPORT, good),
  get(`/pessoas?sort=cpf&page=${quietPage}`),
  {
    ...post(UNKNOWN, { ...good, qzk: 1 }),
    headers: { authorization: TOKEN, 'content-type': 'application/json; charset=utf-8' },
  },
  post(UNKNOWN, { ...good, mensagem: 'x'.repeat(20_000), qzk: 1 }),
  post(REPORT, good, OTHER_TOKEN),
  post(REPORT, { ...good, aprovar: false }),
  post(FOREIGN, { ...good, aprovar: false }, OTHER_TOKEN),
  post(UNKNOWN, `{"aprovar":true,"mensagem":"${'a'.repeat(20)}\\u00e3"}`),
  {
    ...post(UNKNOWN, { ...good, mensagem: 'ã'.repeat(24) }),
    headers: { authorization: TOKEN, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  },
  // A text that has another length, a field that is searched for what another one has, two things one after the other.
  post(UNKNOWN, { ...good, mensagem: 'a & b'.padEnd(24, '.') }),
  post(UNKNOWN, { ...good, mensagem: 'ß'.repeat(24) }),
  post(UNKNOWN, { ...good, mensagem: '100%20'.padEnd(25, '.') }),
  get(`/pessoas?nome=${first.cpf.slice(0, 6)}`),
  get('/pessoas', {}, `${TOKEN.slice(0, 10)}é${TOKEN.slice(11)}`),
  get('/pessoas?sort=nome&rows=50&page=2'),
  post(REPORT, { ...good, aprovar: false }),
  post(ANOTHER_REPORT, { ...good, aprovar: false }),
  // What comes closer: blanks at an end, odd names, the other organization, a decision just before.
  post(UNKNOWN, { ...good, mensagem: ` ${'a'.repeat(24)}` }),
  post(UNKNOWN, { ...good, mensagem: `${'a'.repeat(24)}\n` }),
  post(UNKNOWN, { ...good, 'a "quoted" field': 1 }),
  post(UNKNOWN, { ...good, ['q'.repeat(80)]: 1 }),
  post(UNKNOWN, { ...good, qzk: 1 }, OTHER_TOKEN),
  post(UNKNOWN, { ...good, mensagem: 'curta' }, OTHER_TOKEN),
  post(ANOTHER_REPORT, { ...good, aprovar: false }, 'x'),
  ...[{ qzk: -1 }, { qzk: [1] }, { 'q-z': 1 }, { 'q👍': 1 }].map((more) =>
    post(UNKNOWN, { ...good, ...more }),
  ),
  post(REPORT, { ...good, mensagem: `${MENSAGEM}\0` }),
  post(REPORT, { ...good, mensagem: `${MENSAGEM}\ud83d` }),
  post(UNKNOWN, { ...good, mensagem: 'a'.repeat(25) }, OTHER_TOKEN),
  post(UNKNOWN, good),
  get(`/pessoas?sort=cpf&page=${quietPage}`),
  post(UNKNOWN, { aprovar: false, mensagem: 'curta' }),
  get(`/pessoas?sort=cpf&page=${quietPage}`),
]

async function answersOf(ask: Next, asked: readonly QuirkRequest[] = probes): Promise<QuirkResponse[]> {
  const answers: QuirkResponse[] = []
  for (const one of asked) answers.push(await ask(one))
  return answers
}

const rightAnswers = await answersOf(untouched)
const isList = ({ url }: QuirkRequest) => url.startsWith('/pessoas')

test('names are unique, and what they say is one sentence', () => {
  assert.ok(quirks.length >= 75, `${quirks.length} quirks`)
  assert.is(new Set(quirks.map(({ name }) => name)).size, quirks.length)
  assert.is(new Set(quirks.map(({ says }) => says)).size, quirks.length)
  for (const { name, says } of quirks) {
    assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)+$/)
    assert.match(says, /^[A-Z][^.]*\.$/)
  }
})

/** Clauses that no service can break alone, or none that a client could tell. */
const unbroken = {
  '0-paths': 'a service under another path is not found at all',
  '1-1-select': 'the clauses of page, cpf, nome and sort say it each for itself',
  '1-2': 'the clauses of 4.2 say it piece by piece',
}

test('every clause that is no open point is broken by some quirk, in the order of the interface', () => {
  const known: readonly Clause[] = clauses
  const brokenClauses = new Set(quirks.flatMap(({ clause }) => clause))
  for (const { id, open } of known) {
    const isBroken = brokenClauses.has(id as Quirk['clause'][0])
    assert.is(isBroken, !open && !Object.hasOwn(unbroken, id), id)
  }
  const places = quirks.map(({ clause: [first] }) => known.findIndex(({ id }) => id === first))
  assert.equal(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.not(places.includes(-1))
})

test('quirks see exchanges alone: they import no handler', () => {
  const folder = new URL('.', import.meta.url)
  for (const file of readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    assert.not.match(
      text,
      /from '\.\.\/(sim|list-persons|list-query|validate-report|authenticate)\.ts'/,
      file,
    )
  }
})

/** What is not valid JSON on purpose. */
const NOT_JSON = [
  'list-not-json',
  'list-in-single-quotes',
  'validation-not-json',
  'error-as-text',
  'unknown-report-204',
  'refusal-as-page-for-browsers',
  'long-list-packed-unsaid',
  'search-for-nobody-204',
]

/** What changes the list only, at the time of the test. */
const RECORDS = 'refused-decision-recorded'

test('a refused decision is recorded', async () => {
  const newest = async (ask: Next) => (await list(ask)).result.itens[0]?.atualizado_em ?? ''
  for (const [names, moves] of [
    [[], false],
    [[RECORDS], true],
  ] as const) {
    const ask = broken([...names])
    const before = await newest(ask)
    assert.is((await ask(post(REPORT, { ...good, mensagem: 'curta' }))).status, 400)
    assert.is((await newest(ask)) !== before, moves)
  }
})

/** What shows only at the same moment or after a decision, each with a test of its own. */
const NOT_IN_TURN = [
  RECORDS,
  'searches-crossed-at-once',
  'lists-mixed-at-once',
  'search-kept-for-ever',
  'decision-moves-all-lists',
  'foreign-report-decided-with-404',
  'decision-beside-another-unknown',
  'two-first-decisions-at-once',
  'rejection-after-approval-not-recorded',
  'decision-with-emoji-not-recorded',
  'header-looked-up-twice',
  ...afterDecisions.map(({ name }) => name),
  ...meanwhile.map(({ name }) => name),
  ...pairedMeanwhile.map(({ name }) => name),
  'ties-lost-between-pages',
  'rejected-person-not-found-by-cpf',
  'rejected-person-lent',
  'decided-person-copied',
  'decided-person-taken-away',
  'rejection-keeps-the-place',
  'decided-twice-in-search',
  'later-report-updates-another-too',
  'search-total-counts-decided-twice',
  'decided-person-gone-from-order-by-nome',
  'decided-person-not-found-by-nome',
  'decided-person-missing-from-100-rows',
  'total-smaller-with-rows-once-decided',
  'stamps-of-the-start-in-order-of-cpf',
  'order-of-the-start-from-100-rows',
]

/** What each quirk does to the probes. A client's tests rely on it, so that it changes only on purpose. */
const PINNED = new URL('quirks.pinned.json', import.meta.url)
const pinned: Record<string, string> = JSON.parse(readFileSync(PINNED, 'utf8'))
const isPinning = process.env.PIN_QUIRKS !== undefined

/** Compares what a quirk does with what it did, or writes it down if PIN_QUIRKS is set. */
function mustBePinned(name: string, answers: readonly QuirkResponse[]): void {
  const effect = effectOf(answers)
  if (isPinning) pinned[name] = effect
  else assert.is(effect, pinned[name], 'if this is intended: PIN_QUIRKS=1 npm test -- quirks/quirks')
}

/** Returns what is different in the first answer that a quirk changes, how many it changes, and a hash of all of them. */
function effectOf(answers: readonly QuirkResponse[]): string {
  const changes = answers
    .map((answer, i) => ({
      request: probes[i] as QuirkRequest,
      before: textOf(rightAnswers[i] as QuirkResponse),
      after: textOf(answer),
    }))
    .filter(({ before, after }) => before !== after)
  const [first] = changes
  if (first === undefined) return 'nothing'
  const { request, before, after } = first
  const shortest = Math.min(before.length, after.length)
  let head = 0
  while (head < shortest && before[head] === after[head]) head++
  let tail = 0
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const between = (text: string) => text.slice(head, text.length - tail).slice(0, 40)
  const hash = createHash('sha256')
  for (const { request, after } of changes) hash.update(`${JSON.stringify(request)} ${after}\n`)
  return [
    `${request.method} ${request.url.slice(0, 60)}: ${between(before)} -> ${between(after)}`,
    `${changes.length} answers, ${hash.digest('hex').slice(0, 8)}`,
  ].join('; ')
}

function textOf({ status, headers = {}, body }: QuirkResponse): string {
  return `${status} ${JSON.stringify(headers)} ${body.replace(/\d{4}-[\d-]+T[\d:.]+Z/g, withoutNow)}`
}

/** Decisions of the test have the time of the test. */
function withoutNow(time: string): string {
  return Math.abs(Date.parse(time) - Date.now()) < 3_600_000 ? 'now' : time
}

for (const { name, clause } of isPinning ? quirks : everyFew(quirks, 6)) {
  if (NOT_IN_TURN.includes(name)) continue
  test(`${name} changes an answer, and every answer is one`, async () => {
    const answers = await answersOf(broken([name]))
    const changed = probes.filter((_, i) => {
      const [{ status, body, headers }, right] = [answers[i], rightAnswers[i]] as [
        QuirkResponse,
        QuirkResponse,
      ]
      assert.ok(
        status >= 200 && (status < 500 || name.endsWith('-breaks')),
        `${status} for ${probes[i]?.url}`,
      )
      if (!NOT_JSON.includes(name)) JSON.parse(body)
      return status !== right.status || body !== right.body || headers !== right.headers
    })
    assert.ok(changed.length > 0, 'nothing has changed')
    assert.ok(changed.length < probes.length, 'everything has changed')
    mustBePinned(name, answers)
    // What is said of one endpoint leaves the other alone.
    if (clause.every((id) => /^(2\.[12]|4\.1)/.test(id))) assert.ok(changed.every(isList))
    if (clause.every((id) => /^(2\.3|4\.2|8-mensagem|7-400|7-404)/.test(id))) assert.not(changed.some(isList))
  })
}

test('a person whose report the first organization rejected is in the list of the other one', async () => {
  const ask = broken(['rejected-person-lent'])
  const ofOther = async () => {
    const { body } = await ask(get('/pessoas?rows=1000', {}, OTHER_TOKEN))
    return (JSON.parse(body) as ListResponse).result
  }
  const before = await ofOther()
  const numero = dataset.relatorios.find(
    ({ organizacao, cpf }) => organizacao === 'org-1' && before.itens.every((item) => item.cpf !== cpf),
  )?.numero as string
  await ask(post(numero, good))
  assert.equal(await ofOther(), before)
  await ask(post(numero, { ...good, aprovar: false }))
  const after = await ofOther()
  assert.is(Number(after.paginacao.total), Number(before.paginacao.total) + 1)
  assert.equal(after.itens.slice(1), before.itens)
})

test('a token is found under two spellings of its header', async () => {
  const ask = broken(['header-looked-up-twice'])
  for (const [name, status] of Object.entries({
    authorization: 200,
    Authorization: 200,
    AUTHORIZATION: 401,
  })) {
    const asked = get('/pessoas')
    assert.is((await ask({ ...asked, rawHeaders: [name, TOKEN] })).status, status, name)
  }
})

test('a rejection leaves a person at the old place, until an approval', async () => {
  const ask = broken(['rejection-keeps-the-place'])
  const numero = dataset.relatorios.find(({ cpf }) => cpf === last.cpf)?.numero as string
  await ask(post(numero, { ...good, aprovar: false }))
  const rejected = (await list(ask, '?rows=1000')).result.itens
  assert.is(rejected.at(-1)?.cpf, last.cpf)
  assert.is.not(rejected.at(-1)?.atualizado_em, last.atualizado_em)
  await sleep(2)
  await ask(post(numero, good))
  assert.is((await list(ask)).result.itens[0]?.cpf, last.cpf)
})

test('lists with rows or an order stay as they were before a decision, or lose whom it is about', async () => {
  const numero = dataset.relatorios.find(({ cpf }) => cpf === last.cpf)?.numero as string
  const showsLast = async (name: string, query: string) => {
    const ask = broken([name])
    const before = (await list(ask, query)).result
    await ask(post(numero, { ...good, mensagem: 'curta' }))
    assert.equal((await list(ask, query)).result, before, `${name} after a refused decision`)
    await ask(post(numero, good))
    assert.is((await list(ask)).result.itens[0]?.cpf, last.cpf, name)
    const after = (await list(ask, query)).result
    return { before, after, place: after.itens.findIndex(({ cpf }) => cpf === last.cpf) }
  }
  const missing = await showsLast('decided-person-missing-from-100-rows', '?rows=200')
  assert.is(missing.place, -1)
  const fewer = await showsLast('total-smaller-with-rows-once-decided', '?rows=50')
  assert.is(Number(fewer.after.paginacao.total), Number(fewer.before.paginacao.total) - 1)
  assert.is(fewer.place, 0)
  const stamps = await showsLast('stamps-of-the-start-in-order-of-cpf', '?sort=-cpf&rows=200')
  assert.equal(stamps.after, stamps.before)
  const order = await showsLast('order-of-the-start-from-100-rows', '?rows=200')
  assert.is(order.place, order.after.itens.length - 1)
  assert.is.not(order.after.itens.at(-1)?.atualizado_em, last.atualizado_em)
})

test('a search by nome finds twice whose report was decided', async () => {
  const ask = broken(['decided-twice-in-search'])
  const search = `?nome=${encodeURIComponent(last.nome)}`
  const before = (await list(ask, search)).result
  const numero = dataset.relatorios.find(({ cpf }) => cpf === last.cpf)?.numero as string
  await ask(post(numero, good))
  const { itens, paginacao } = (await list(ask, search)).result
  assert.is(itens.filter(({ cpf }) => cpf === last.cpf).length, 2)
  assert.is(Number(paginacao.total), Number(before.paginacao.total) + 1)
})

test('a decision on a second report updates somebody else, too', async () => {
  const ask = broken(['later-report-updates-another-too'])
  const [one, other] = dataset.relatorios.filter(({ organizacao }) => organizacao === 'org-1')
  const updated = async () => {
    const { itens } = (await list(ask, '?sort=-atualizado_em')).result
    return itens.filter(({ atualizado_em }) => atualizado_em === itens[0]?.atualizado_em).length
  }
  await ask(post(one?.numero as string, good))
  assert.is(await updated(), 1)
  await sleep(2)
  await ask(post(other?.numero as string, good))
  assert.is(await updated(), 2)
})

test('a search by cpf gets the search by nome of the same moment', async () => {
  const ask = broken(['searches-crossed-at-once'])
  const [, crossed] = await Promise.all([list(ask, '?nome=a'), list(ask, `?cpf=${first.cpf}`)])
  assert.is(crossed.result.busca, 'a')
  assert.is((await list(ask, `?cpf=${first.cpf}`)).result.itens.length, 1)
})

test('a second decision with emoji is not recorded', async () => {
  const newest = async (ask: Next) => (await list(ask)).result.itens[0]?.atualizado_em ?? ''
  for (const [names, moves] of [
    [[], true],
    [['decision-with-emoji-not-recorded'], false],
  ] as const) {
    const ask = broken([...names])
    assert.is((await ask(post(REPORT, good))).status, 200)
    const before = await newest(ask)
    // Two decisions in one millisecond have the same time.
    await sleep(5)
    assert.is((await ask(post(REPORT, { ...good, mensagem: `${good.mensagem} 👍` }))).status, 200)
    assert.is((await newest(ask)) !== before, moves)
  }
})

test('ties are turned around on even pages of an ascending order only', async () => {
  const relatorios = dataset.relatorios.map((one) => ({ ...one, atualizado_em: first.atualizado_em }))
  const { app, options } = world({}, { ...dataset, relatorios })
  const [ask, right] = [findQuirks(['ties-lost-between-pages']), []].map((some) => quirky(app, some, options))
  const cpfs = async (asked: Next, query: string) =>
    (await list(asked, query)).result.itens.map(({ cpf }) => cpf)
  for (const [query, isSame] of [
    ['?sort=atualizado_em', true],
    ['?sort=atualizado_em&page=2', false],
    ['?page=2', true],
  ] as const) {
    const [odd, plain] = [await cpfs(ask as Next, query), await cpfs(right as Next, query)]
    assert.is(odd.join() === plain.join(), isSame, query)
  }
})

test('a person is not found by cpf after a rejection, and found after an approval', async () => {
  const ask = broken(['rejected-person-not-found-by-cpf'])
  for (const [aprovar, persons] of [
    [true, 1],
    [false, 0],
    [true, 1],
  ] as const) {
    assert.is((await ask(post(REPORT, { ...good, aprovar }))).status, 200)
    assert.is((await list(ask, `?cpf=${decidedCpf}`)).result.itens.length, persons)
  }
  assert.is((await ask(post(REPORT, { aprovar: false }))).status, 400)
  assert.is((await list(ask, `?cpf=${decidedCpf}`)).result.itens.length, 1)
})

test('equal requests of nobody are not mixed', async () => {
  const ask = broken(['lists-mixed-at-once'])
  const answers = await Promise.all([ask(get('/pessoas', {}, 'x')), ask(get('/pessoas', {}, 'y'))])
  assert.equal(
    answers.map(({ status }) => status),
    [401, 401],
  )
})

test('a list lacks a person only while a report is decided', async () => {
  const ask = broken(['decided-person-missing-meanwhile'])
  const whole = (await list(ask)).result.itens.length
  const [, meanwhile] = await Promise.all([ask(post(REPORT, good)), list(ask)])
  assert.is(meanwhile.result.itens.length, whole - 1)
  assert.is((await list(ask)).result.itens.length, whole)
})

test('only two decisions at once are both taken', async () => {
  const ask = broken(['two-first-decisions-at-once'])
  const statusOf = async (aprovar: boolean) => (await ask(post(REPORT, { ...good, aprovar }))).status
  assert.equal(await Promise.all([statusOf(true), statusOf(false)]), [200, 200])
  assert.equal([await statusOf(true), await statusOf(false)], [409, 409])
})

for (const name of [
  'two-first-decisions-at-once',
  'decision-beside-another-organization-unknown',
  'refusal-of-the-body-beside',
  'like-rejection-not-recorded',
  'rejected-person-lent',
  'decided-person-copied',
  'decided-person-taken-away',
]) {
  test(`${name}: requests that are refused anyway`, async () => {
    const ask = broken([name])
    const nobodys = '99999999-9999-4999-8999-999999999999'
    for (const isDecided of [false, true]) {
      for (const [request, status] of [
        [post(REPORT, good, 'x'), 401],
        [post(REPORT, good, DISABLED_TOKEN), 401],
        [post(nobodys, good), 404],
        [get('/pessoas', {}, 'x'), 401],
      ] as const)
        assert.is((await ask(request)).status, status)
      const { status } = await ask(post(REPORT, '{'))
      // A service that says first that a report is decided may do so.
      assert.ok(status === 400 || (isDecided && status === 409), String(status))
      if (!isDecided) assert.is((await ask(post(REPORT, { ...good, aprovar: false }))).status, 200)
    }
  })
}

test('a person of both organizations is taken away by a decision of the first one', async () => {
  const ask = broken(['decided-person-taken-away'])
  const others = async (query: string) =>
    (JSON.parse((await ask(get(`/pessoas${query}`, {}, OTHER_TOKEN))).body) as ListResponse).result.itens
  const known = new Set((await others('?rows=100')).map(({ cpf }) => cpf))
  const report = dataset.relatorios.find(({ organizacao, cpf }) => organizacao === 'org-1' && known.has(cpf))
  assert.is((await ask(post(report?.numero as string, { ...good, aprovar: false }))).status, 200)
  assert.not((await others('?rows=100')).some(({ cpf }) => cpf === report?.cpf))
  assert.is((await others(`?cpf=${report?.cpf}`)).length, 1)
})

test('a person who is lent comes last in a sorted list and first in any other', async () => {
  const ask = broken(['rejected-person-lent'])
  const others = async (query: string) =>
    (JSON.parse((await ask(get(`/pessoas${query}`, {}, OTHER_TOKEN))).body) as ListResponse).result.itens
  const known = new Set((await others('?rows=100')).map(({ cpf }) => cpf))
  const report = dataset.relatorios.find(({ organizacao, cpf }) => organizacao === 'org-1' && !known.has(cpf))
  assert.is((await ask(post(report?.numero as string, { ...good, aprovar: false }))).status, 200)
  assert.is((await others('?rows=100')).at(0)?.cpf, report?.cpf)
  assert.is((await others('?rows=100&sort=cpf')).at(-1)?.cpf, report?.cpf)
})

test('a disabled token gets pages as long as it asks for', async () => {
  const ask = broken(['disabled-token-empty-pages'])
  for (const [query, linhas] of [
    ['?page=2', 25],
    ['?page=2&rows=50', 50],
  ] as const) {
    const { body } = await ask(get(`/pessoas${query}`, {}, DISABLED_TOKEN))
    assert.is((JSON.parse(body) as ListResponse).result.paginacao.linhas, linhas)
  }
})

test("a decision shows its person in the other organization's plain list", async () => {
  const ask = broken(['decided-person-in-every-list'])
  const others = async () =>
    (JSON.parse((await ask(get('/pessoas', {}, OTHER_TOKEN))).body) as ListResponse).result.itens
  const before = await others()
  assert.is((await ask(post(REPORT, good))).status, 200)
  const [newest] = (await list(ask)).result.itens
  assert.equal(await others(), [newest, ...before.slice(0, -1)])
})

for (const { name } of afterDecisions) {
  test(`${name} changes lists after a decision, and only those of its organization`, async () => {
    const [ask, right] = [broken([name]), broken([])]
    const lists = (asked: Next) =>
      Promise.all(['', '?sort=-cpf', '?nome=a'].map((query) => list(asked, query)))
    const others = async (asked: Next) => (await asked(get('/pessoas?sort=cpf', {}, OTHER_TOKEN))).body
    assert.equal(await lists(ask), await lists(right))
    const before = await others(ask)
    for (const asked of [ask, right]) assert.is((await asked(post(REPORT, good))).status, 200)
    const withoutStamps = JSON.stringify(await lists(right)).replaceAll(/T[\d:.]+Z/g, '')
    const isStamp = name.startsWith('stamp-')
    const said = JSON.stringify(await lists(ask))
    if (isStamp)
      assert.not.match(said, new RegExp(`${new Date().toISOString().slice(0, 13)}[\\d:.]+\\.\\d{3}Z`))
    else assert.is.not(said.replaceAll(/T[\d:.]+Z/g, ''), withoutStamps)
    assert.is(await others(ask), before)
  })
}

test('a person who is updated by the decision of another stands where the order has that moment', async () => {
  const [ask, right] = [broken(['decision-updates-another-too']), broken([])]
  for (const asked of [ask, right]) assert.is((await asked(post(REPORT, good))).status, 200)
  const { itens } = (await list(ask, '?sort=atualizado_em&rows=1000')).result
  const cpfs = everyone.map(({ cpf }) => cpf).sort()
  const lowest = cpfs.find((cpf) => cpf !== decidedCpf)
  assert.equal(
    itens
      .slice(-2)
      .map(({ cpf }) => cpf)
      .sort(),
    [lowest, decidedCpf].sort(),
  )
  // Where nobody was decided, nobody is updated.
  const other = everyone.find(({ cpf }) => cpf !== decidedCpf) as typeof first
  assert.equal(await list(ask, `?cpf=${other.cpf}`), await list(right, `?cpf=${other.cpf}`))
})

test('a pattern that no decided number is like is an unknown number', async () => {
  const ask = broken(['report-number-is-a-pattern'])
  assert.is((await ask(post(REPORT, good))).status, 200)
  for (const [numero, status] of [
    [`${REPORT.slice(0, -1)}_`, 200],
    [`${UNKNOWN.slice(0, -1)}_`, 404],
    [`${REPORT}_`, 404],
  ] as const)
    assert.is((await ask(post(numero, good))).status, status, numero)
})

test('a decided person is shown to nobody after a refusal, and where lists have no form', async () => {
  const others = async (ask: Next) => (await ask(get('/pessoas', {}, OTHER_TOKEN))).body
  const refusing = broken(['decided-person-in-every-list'])
  const before = await others(refusing)
  assert.is((await refusing(post(REPORT, {}))).status, 400)
  assert.is((await refusing(get('/nada'))).status, 404)
  assert.is(await others(refusing), before)
  const formless = broken(['decided-person-in-every-list', 'list-not-json'])
  const text = await others(formless)
  assert.is((await formless(post(REPORT, good))).status, 200)
  assert.is(await others(formless), text)
})

test('two organizations get one list at the same moment', async () => {
  const ask = broken(['lists-mixed-at-once'])
  const bodies = await Promise.all(
    [TOKEN, OTHER_TOKEN].map(async (token) => (await ask(get('/pessoas?sort=cpf', {}, token))).body),
  )
  assert.is(bodies[0], bodies[1])
  assert.is.not((await ask(get('/pessoas?sort=cpf'))).body, bodies[1])
})

test('a decision shows where it should not, and not where it should', async () => {
  const stale = broken(['search-kept-for-ever'])
  const nome = `?nome=${encodeURIComponent(last.nome)}`
  const before = await list(stale, nome)
  for (const { numero } of dataset.relatorios.filter(({ cpf }) => cpf === last.cpf))
    await stale(post(numero, good))
  assert.equal(await list(stale, nome), before)

  const others = async (ask: Next) => (await ask(get('/pessoas', {}, OTHER_TOKEN))).body
  const moving = broken(['decision-moves-all-lists'])
  const quiet = await others(moving)
  await moving(post(REPORT, good))
  assert.is.not(await others(moving), quiet)

  const recording = broken(['foreign-report-decided-with-404'])
  assert.is((await recording(post(FOREIGN, good))).status, 404)
  assert.is.not(await others(recording), quiet)
})

test('a decision is lost beside another', async () => {
  const ask = broken(['decision-beside-another-unknown'])
  const send = async (body: unknown) => (await ask(post(REPORT, body))).status
  assert.equal(await Promise.all([send(good), send(good), send({})]), [200, 404, 400])
  assert.is(await send(good), 200)
})

test('reports are lost after many refusals, but not the decided ones', async () => {
  const ask = broken(['reports-lost-after-many-refusals'])
  const [, another] = dataset.relatorios.filter(({ organizacao }) => organizacao === 'org-1')
  const send = async (numero: string, body: unknown) => (await ask(post(numero, body))).status
  assert.is(await send(REPORT, good), 200)
  for (let times = 0; times < 12; times++) assert.is(await send(UNKNOWN, {}), 400)
  assert.is(await send(REPORT, good), 200)
  assert.is(await send(another?.numero as string, good), 404)
})

test('a rejection is not recorded after an approval', async () => {
  const ask = broken(['rejection-after-approval-not-recorded'])
  const rejection = { ...good, aprovar: false }
  const newest = async () => (await list(ask)).result.itens[0]?.atualizado_em
  const statuses = async (...sent: unknown[]) =>
    (
      await answersOf(
        ask,
        sent.map((body) => post(REPORT, body)),
      )
    ).map(({ status }) => status)
  assert.equal(await statuses(rejection, good), [200, 200])
  const before = await newest()
  assert.equal(
    await statuses(rejection, { ...rejection, qzk: 1 }, { aprovar: false }, '{'),
    [200, 400, 400, 400],
  )
  assert.is(await newest(), before)
})

test('a search stays in the order in which it was first', async () => {
  const ask = broken(['search-order-kept'])
  const letters = `?nome=${encodeURIComponent(decided.nome.slice(0, 1))}`
  const order = async () => (await list(ask, letters)).result.itens.map(({ cpf }) => cpf)
  const before = await order()
  assert.is((await ask(post(REPORT, good))).status, 200)
  assert.equal(await order(), before)
  assert.is((await list(ask)).result.itens[0]?.cpf, decided.cpf)
})

test('a decision is unknown beside one of another organization', async () => {
  const ask = broken(['decision-beside-another-organization-unknown'])
  const send = async (numero: string, token?: string) => (await ask(post(numero, good, token))).status
  assert.equal((await Promise.all([send(REPORT), send(FOREIGN, OTHER_TOKEN)])).sort(), [200, 404])
  assert.equal(await Promise.all([send(REPORT), send(ANOTHER_REPORT)]), [200, 200])
  assert.is(await send(FOREIGN, OTHER_TOKEN), 200)
})

test('a decision is refused for the body of another', async () => {
  const ask = broken(['refusal-of-the-body-beside'])
  const send = async (body: unknown) => (await ask(post(REPORT, body))).status
  assert.equal(await Promise.all([send(good), send({})]), [400, 400])
  assert.is(await send(good), 200)
})

test('a rejection like the one before is not recorded for another report', async () => {
  const ask = broken(['like-rejection-not-recorded'])
  const rejection = { ...good, aprovar: false }
  for (const numero of [REPORT, ANOTHER_REPORT, REPORT])
    assert.is((await ask(post(numero, good))).status, 200)
  assert.is((await ask(post(REPORT, rejection))).status, 200)
  const before = await list(ask)
  const { status, body } = await ask(post(ANOTHER_REPORT, rejection))
  assert.is(status, 200)
  assert.is(JSON.parse(body).result.numero, ANOTHER_REPORT)
  assert.equal(await list(ask), before)
  await sleep(2)
  assert.is((await ask(post(ANOTHER_REPORT, { ...rejection, mensagem: `${MENSAGEM} Outra.` }))).status, 200)
  assert.not.equal(await list(ask), before)
})

test('the first quirk is the outermost', async () => {
  const [one, other] = ['total-overstated', 'total-as-number'] as const
  assert.is((await list(broken([other, one]))).result.paginacao.total, 138)
  assert.is((await list(broken([one, other]))).result.paginacao.total, '138')
  const busca = await list(broken(['cpf-masked', 'busca-null']), '?page=6')
  assert.is(busca.result.busca, null)
  assert.match(String(busca.result.itens[0]?.cpf), /^\d{3}\.\d{3}\.\d{3}-\d{2}$/)
})

test('a quirk leaves alone what another left in no form that it knows', async () => {
  const sent = async (names: string[], asked: QuirkRequest) => {
    const { why: _, ...answered } = await broken(names)(asked)
    return answered
  }
  for (const name of ['list-not-json', 'envelope-missing', 'paginacao-missing', 'itens-as-object']) {
    const alone = await sent([name], get('/pessoas'))
    assert.equal(await sent(['total-of-page', name], get('/pessoas')), alone)
  }
  const refused = without(get('/pessoas'))
  const alone = await sent(['error-as-text'], refused)
  assert.equal(await sent(['message-missing', 'error-as-text'], refused), alone)
})

test('quirks keep to the profile: its most rows, its direction, its scheme', async () => {
  const cpfs = (body: ListResponse) => body.result.itens.map(({ cpf }) => cpf)
  const byNumber = ['default-order-by-month']
  const capped = await list(broken(byNumber, { rowsMaximum: 25, rowsAboveMaximum: 'cap' }), '?page=2')
  assert.equal(cpfs(capped), cpfs(await list(broken(byNumber), '?page=2')))
  const oldest = await list(broken(byNumber, { defaultOrder: 'oldest-first' }), '?rows=200')
  assert.equal(cpfs(oldest).reverse(), cpfs(await list(broken(byNumber), '?rows=200')))
  const optional = broken(['token-optional'], { authorization: 'bearer' })
  assert.is((await optional(without(get('/pessoas')))).status, 200)
  assert.is((await optional(get('/pessoas', {}, 'Bearer x'))).status, 401)
  const legal = await optional(get('/pessoas', {}, `Bearer ${OTHER_TOKEN}`))
  assert.is.not(JSON.parse(legal.body).result.paginacao.total, '137')
})

test('nobody in the list is nobody to lie about', async () => {
  const store = new MemoryStore({ ...dataset, pessoas: [], relatorios: [] })
  const app = createSimulator({ store, profile: defaultProfile })
  for (const quirk of quirks) {
    const ask = quirky(app, [quirk], { organizationsOf: () => store.organizations, profile: defaultProfile })
    for (const query of ['', '?sort=nome', '?nome=a&sort=-cpf', '?cpf=1', '?page=2']) {
      const { status } = await ask(get(`/pessoas${query}`))
      assert.ok(status < 500)
    }
  }
})

test('an unknown name is refused with those that are near', () => {
  const fault = (name: string): string => {
    try {
      findQuirks([name])
    } catch (error) {
      assert.instance(error, OperatorError)
      return (error as Error).message
    }
    throw new Error(`${name} is known`)
  }
  assert.match(fault('total-number'), /did you mean total-as-number, /)
  assert.match(fault('totalasnumbr'), /did you mean total-as-number\?/)
  assert.is(fault('x'), 'quirk "x" is unknown: "npx pessoas-sim --list-quirks" lists what there is.')
  assert.is(findQuirks(['busca-null', 'busca-null']).length, 1)
})

/** A simulator with quirks behind a socket. */
async function serving(
  chosen: readonly Quirk[],
  use: (url: string, logged: LogRecord[], heard: unknown[]) => Promise<void>,
): Promise<void> {
  const { app, options } = world()
  const logged: LogRecord[] = []
  const heard: unknown[] = []
  const handler = withQuirks(app, chosen, { ...options, onError: (error) => heard.push(error) })
  const server = createHttpServer(handler, { accessLog: (answered) => void logged.push(recordOf(answered)) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, logged, heard)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** Waits until so many requests are logged, which is after their clients have their answers. */
async function hasLogged(logged: readonly LogRecord[], count: number): Promise<void> {
  for (let turn = 0; logged.length < count && turn < 500; turn++)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

const AUTHORIZED = { headers: { authorization: TOKEN } }

test('over a socket: bodies, lengths and the access log are right', () =>
  serving(findQuirks(['total-as-number', 'unknown-report-204']), async (url, logged) => {
    const response = await fetch(`${url}/pessoas`, AUTHORIZED)
    const text = await response.text()
    assert.is(JSON.parse(text).result.paginacao.total, 137)
    assert.is(response.headers.get('content-length'), String(Buffer.byteLength(text)))
    assert.is(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.is(response.headers.get('x-content-type-options'), 'nosniff')
    const head = await fetch(`${url}/pessoas`, { ...AUTHORIZED, method: 'HEAD' })
    assert.is(head.headers.get('content-length'), String(Buffer.byteLength(text)))
    const send = (numero: string, body: string) =>
      fetch(`${url}/relatorios/validar/${numero}`, {
        method: 'POST',
        headers: { ...AUTHORIZED.headers, 'content-type': 'application/json' },
        body,
      })
    const decided = await send(REPORT, JSON.stringify(good))
    assertForm('validation', await decided.json())
    const unknown = await send(UNKNOWN, JSON.stringify(good))
    assert.is(unknown.status, 204)
    assert.is(await unknown.text(), '')
    assert.is((await send(REPORT, 'a'.repeat(5_000_000))).status, 413)
    assert.is((await fetch(`${url}/pessoas`)).status, 401)
    await hasLogged(logged, 6)
    assert.equal(
      logged.map(({ method, status, organization, causes }) => [
        method,
        status,
        organization,
        ...causes.map(({ code }) => code),
      ]),
      [
        ['GET', 200, 'org-1'],
        ['HEAD', 200, 'org-1'],
        ['POST', 200, 'org-1'],
        ['POST', 204, 'org-1'],
        ['POST', 413, 'org-1', 'body-too-large'],
        ['GET', 401, null, 'token-missing'],
      ],
    )
  }))

test('over a socket: a client that goes away harms nobody', () =>
  serving(findQuirks(['total-as-number']), async (url, logged) => {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write('POST /relatorios/validar/1 HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
        setTimeout(() => socket.resetAndDestroy(), 50)
        socket.once('close', () => resolve())
      })
    })
    await hasLogged(logged, 1)
    assert.is(logged[0]?.status, 499)
    assert.is((await fetch(`${url}/pessoas`, AUTHORIZED)).status, 200)
  }))

test('a quirk that fails is heard of here, and not by the client', () => {
  const apply = () => {
    throw new Error('the secret of the house')
  }
  const failing: Quirk = { name: 'it-fails', clause: ['4.1-4'], says: 'Fails.', apply }
  return serving([failing], async (url, _, heard) => {
    const response = await fetch(`${url}/pessoas`, AUTHORIZED)
    assert.is(response.status, 500)
    assertForm('refusal', await response.json())
    assert.match(String(heard[0]), /the secret of the house/)
  })
})

test('without anybody who listens, a quirk that fails and a log do no harm', async () => {
  const { app, options } = world()
  const apply = () => Promise.reject(new Error('nobody hears it'))
  const handler = withQuirks(app, [{ name: 'it-fails', clause: ['4.1-4'], says: 'Fails.', apply }], options)
  const server = createHttpServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/pessoas`)
  assert.is(response.status, 500)
  await response.text()
  server.closeAllConnections()
  server.close()
})

test('whose report was decided is counted twice, is not in an order, or is not found by nome', async () => {
  const byName = `?nome=${encodeURIComponent(decided.nome)}`
  const told = async (name: string, query: string) => {
    const ask = broken([name])
    const before = await list(ask, query)
    assert.is((await ask(post(REPORT, good))).status, 200)
    const { itens, paginacao } = (await list(ask, query)).result
    return {
      before: Number(before.result.paginacao.total),
      total: Number(paginacao.total),
      isListed: itens.some(({ cpf }) => cpf === decided.cpf),
    }
  }
  const twice = await told('search-total-counts-decided-twice', byName)
  assert.is(twice.total, twice.before + 1)
  for (const sort of ['nome', '-nome']) {
    const gone = await told('decided-person-gone-from-order-by-nome', `?sort=${sort}&rows=200`)
    assert.equal([gone.total, gone.isListed], [gone.before, false])
  }
  const lost = await told('decided-person-not-found-by-nome', byName)
  assert.equal([lost.total, lost.isListed], [lost.before - 1, false])
  assert.is((await told('decided-person-not-found-by-nome', '?rows=200')).isListed, true)
})

test('a body that is nested deeper than JSON can be written is left to the service', async () => {
  const deep = `{"aprovar":${'['.repeat(20_000)}${']'.repeat(20_000)},"mensagem":"x"}`
  const { status } = await broken(['mensagem-in-bytes'])(post(REPORT, deep))
  assert.is(status, 400)
})

test('a # in a query is a letter of it, as for the service', async () => {
  for (const ask of [untouched, broken(['nome-missing-once'])]) {
    assert.is((await ask(get('/pessoas?nome=a#cpf=25&-1=1'))).status, 400)
    assert.is((await list(ask, '?nome=a#b')).result.busca, 'a#b')
  }
})

test('a number that only ends in zeros is an unknown one', async () => {
  const ask = broken(['unknown-report-of-zeros-breaks'])
  assert.is((await ask(post(`${UNKNOWN.slice(0, -1)}0`, good))).status, 404)
  assert.is((await ask(post(`0${UNKNOWN.slice(1)}`, good))).status, 404)
})

test('only those who were decided since the start are told otherwise, after any number of decisions', async () => {
  const ask = broken(['stamp-as-number-after-decision'])
  const told = async () => {
    const { itens } = (await list(ask, '?rows=1000')).result
    return itens.filter(({ atualizado_em }) => typeof atualizado_em === 'number').map(({ cpf }) => cpf)
  }
  const own = dataset.relatorios.filter(({ organizacao }) => organizacao === 'org-1')
  const [one, other] = [own[0], own.find(({ cpf }) => cpf !== own[0]?.cpf)] as [
    (typeof own)[0],
    (typeof own)[0],
  ]
  assert.is((await ask(post(one.numero, { ...good, mensagem: 'curta' }))).status, 400)
  assert.equal(await told(), [])
  await ask(post(one.numero, good))
  assert.equal(await told(), [one.cpf])
  await sleep(5)
  await ask(post(other.numero, good))
  assert.equal((await told()).sort(), [one.cpf, other.cpf].sort())
})

test('a CPF that one organization did not find is unknown to the other, and no other CPF', async () => {
  const ask = broken(['cpf-not-found-for-all'])
  const found = async (cpf: string, token: string) => {
    const { body } = await ask(get(`/pessoas?cpf=${cpf}`, {}, token))
    return (JSON.parse(body) as ListResponse).result.itens.length
  }
  const others = dataset.relatorios
    .filter(({ organizacao, cpf }) => organizacao === 'org-2' && everyone.every((item) => item.cpf !== cpf))
    .map(({ cpf }) => cpf)
  const [one, other] = [others[0], others.find((cpf) => cpf !== others[0])] as [string, string]
  assert.is(await found(one, OTHER_TOKEN), 1)
  assert.is(await found(one, TOKEN), 0)
  assert.is(await found(one, OTHER_TOKEN), 0)
  assert.is(await found(other, OTHER_TOKEN), 1)
})

test('quirks of what decisions leave show in the lists that they are about, and in no other', async () => {
  const own = dataset.relatorios
    .filter(({ organizacao }) => organizacao === 'org-1')
    .toSorted((a, b) => (a.atualizado_em < b.atualizado_em ? -1 : 1))
  const [first, second] = [own[0], own.find(({ cpf }) => cpf !== own[0]?.cpf)] as [Report, Report]
  const [nome] = dataset.pessoas.find(({ cpf }) => cpf === first.cpf)?.nome.split(' ') as [string]
  const lists = [
    '/pessoas?rows=200',
    '/pessoas?rows=200&sort=cpf',
    '/pessoas?rows=200&sort=atualizado_em',
    `/pessoas?nome=${encodeURIComponent(nome)}`,
  ]
  const reject = { aprovar: false, mensagem: MENSAGEM }
  const approve = { aprovar: true, mensagem: MENSAGEM }
  const seenThrough = async (names: string[]) => {
    const ask = broken(names)
    const statuses: number[] = []
    const send = async (asked: QuirkRequest) => statuses.push((await ask(asked)).status)
    await send(post(first.numero, approve, 'unknown-token-0123'))
    await send(post(first.numero, {}))
    for (const body of [reject, reject]) {
      await sleep(2)
      await send(post(first.numero, body))
    }
    await sleep(2)
    await send(post(second.numero, approve))
    assert.equal(statuses, [401, 400, 200, 200, 200])
    const answers = await Promise.all(lists.map((path) => ask(get(path))))
    return answers.map(({ body }) => (JSON.parse(body) as ListResponse).result.itens.map(({ cpf }) => cpf))
  }
  const whole = await seenThrough([])
  const shows: [name: string, lists: boolean[]][] = [
    ['rejection-keeps-the-place', [true, false, false, false]],
    ['decided-twice-in-search', [false, false, false, true]],
    ['later-report-updates-another-too', [true, false, true, false]],
  ]
  for (const [name, differ] of shows) {
    const seen = await seenThrough([name])
    assert.equal(
      seen.map((cpfs, i) => JSON.stringify(cpfs) !== JSON.stringify(whole[i])),
      differ,
      name,
    )
  }
})
type Report = (typeof dataset.relatorios)[number]

test('every quirk is pinned, or has a test of its own', () => {
  const names = quirks.map(({ name }) => name)
  assert.equal(
    names.filter((name) => pinned[name] === undefined && !NOT_IN_TURN.includes(name)),
    [],
    'PIN_QUIRKS=1 npm test -- quirks/quirks',
  )
})

test('every quirk that is pinned exists', () => {
  if (isPinning) writeFileSync(PINNED, `${JSON.stringify(pinned, null, 2)}\n`)
  assert.equal(
    Object.keys(pinned).filter((name) => !quirks.some((quirk) => quirk.name === name)),
    [],
  )
})

test.run()
