import { readFileSync, writeFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Clause, clauses } from '../../contract/clauses.ts'
import { defaultProfile, type Profile } from '../../contract/profile.ts'
import type { ListResponse } from '../../contract/wire.ts'
import { datasetOf } from '../../data/dataset.ts'
import { seedSource } from '../../data/seed.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { faultOfAnswer } from '../../testing/check-answer.ts'
import { worldOf } from '../../world/in-memory.ts'
import type { Answer, Ask, Request } from '../ask.ts'
import { createService } from '../service.ts'
import { findQuirks, type Quirk, quirks, withQuirks } from './index.ts'
import { read, textOf } from './quirk.ts'

const test = suite('quirks')

const dataset = datasetOf(seedSource({ persons: 137, organizations: 2, seed: 1 }))
const [TOKEN, OTHER_TOKEN, DISABLED_TOKEN] = dataset.organizacoes.map(({ token }) => token) as [
  string,
  string,
  string,
]
const reportsOf = (organization: string) =>
  dataset.relatorios.filter(({ organizacao }) => organizacao === organization).map(({ numero }) => numero)
const [REPORT, ANOTHER] = reportsOf('org-1') as [string, string]
const [FOREIGN] = reportsOf('org-2') as [string]

/** Asks a service of its own through some quirks. Each request comes a second after the one before. */
function asking(names: readonly string[], profile: Partial<Profile> = {}, data = dataset): Ask {
  let time = Date.parse('2026-01-01T00:00:00.000Z')
  const store = worldOf(data, { clock: { now: () => (time += 1000) } })
  const settled = { ...defaultProfile, ...profile }
  const context = { profile: settled, organizationsOf: () => store.organizations }
  return withQuirks(createService(store, settled), findQuirks(names), context)
}

type Headers = Record<string, string | undefined>

const get = (query: string, headers: Headers = {}): Request => ({
  method: 'GET',
  url: `/pessoas${query}`,
  headers: { authorization: TOKEN, ...headers },
})

const post = (numero: string, body: unknown, headers: Headers = {}): Request => ({
  method: 'POST',
  url: `/relatorios/validar/${numero}`,
  headers: { authorization: TOKEN, 'content-type': 'application/json', ...headers },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

async function list(ask: Ask, query = ''): Promise<ListResponse> {
  return read(await ask(get(query))) as ListResponse
}

const everyone = (await list(asking([]), '?rows=1000')).result.itens
type Person = (typeof everyone)[number]
const [first, zero, accented, homonym] = [
  () => true,
  ({ cpf }: Person) => cpf.startsWith('0'),
  ({ nome }: Person) => /[^ -~]/.test(nome),
  (one: Person) => everyone.some(({ nome, cpf }) => nome === one.nome && cpf !== one.cpf),
].map((claim) => everyone.find(claim) as Person) as [Person, Person, Person, Person]
const ownerOf = (numero: string) => dataset.relatorios.find((one) => one.numero === numero)?.cpf
const decidedPerson = everyone.find(({ cpf }) => cpf === ownerOf(REPORT)) as Person
const own = new Set(everyone.map(({ cpf }) => cpf))
const foreigner = dataset.relatorios.find((one) => one.organizacao === 'org-2' && !own.has(one.cpf))?.cpf

const named = (nome: string) => `nome=${encodeURIComponent(nome)}`
const mensagem = 'Documentos conferidos com o original.'
const yes = { aprovar: true, mensagem }
const no = { aprovar: false, mensagem }
const other = { authorization: OTHER_TOKEN }
const wrong = { authorization: 'x'.repeat(40) }
const unknownNumber = '99999999-9999-4999-8999-999999999999'

const queries = [
  ...['', '?page=2', '?page=6', '?page=7', '?page=30', '?page=1', '?page=2147483648', '?page=0'],
  ...['?rows=25', '?rows=50', '?rows=50&page=2', '?rows=75', '?rows=100', '?rows=200', '?rows=30'],
  ...['?rows=2147483675', '?sort=numero', '?sort=-nome&page=30', '?rows=75&nome=a', '?rows=75&sort=cpf'],
  ...['cpf', '-cpf', 'nome', '-nome', 'atualizado_em', '-atualizado_em'].flatMap((sort) => [
    `?sort=${sort}`,
    `?sort=${sort}&page=4`,
    `?sort=${sort}&rows=200`,
    `?sort=${sort}&nome=a&rows=50&page=2`,
  ]),
  ...[first.cpf, zero.cpf, zero.cpf.replace(/^0+/, ''), foreigner, '9'.repeat(20), '1'].map(
    (cpf) => `?cpf=${cpf}`,
  ),
  `?cpf=${first.cpf}&page=2&sort=nome`,
  `?cpf=${first.cpf}&rows=50`,
  `?cpf=${first.cpf}&${named('ninguém')}`,
  `?cpf=${first.cpf}&${named(first.nome)}&sort=-cpf`,
  ...['a', homonym.nome, accented.nome, 'ninguém', 'x'.repeat(101), 'a(b', '%a', 'a%', '100%'].map(
    (nome) => `?${named(nome)}`,
  ),
  ...[
    '?nome=a+a',
    '?n%6fme=a',
    '?nome=a%26sort=cpf',
    `?${named(accented.nome).toLowerCase()}`,
    '?nome=a&page=2',
  ],
  ...[
    `?${named(first.nome)}`,
    `?${named(everyone.at(-1)?.nome ?? '')}`,
    `?${named(first.nome.toUpperCase())}`,
  ],
]

const texts = [
  'curta',
  'a'.repeat(24),
  'b'.repeat(25),
  'é'.repeat(24),
  'ç'.repeat(25),
  '12345678901234567890 & 1',
  `${'a'.repeat(20)}      `,
  `${'c'.repeat(22)}%41`,
  `${'d'.repeat(20)}\n${'d'.repeat(9)}`,
  `${mensagem} 😀`,
]
const bodies: unknown[] = [
  ...texts.map((mensagem) => ({ aprovar: true, mensagem })),
  ...[null, 1, 0, 'true', 'TRUE', [], {}, undefined].map((aprovar) => ({ aprovar, mensagem })),
  ...[1, [mensagem], null, undefined].map((mensagem) => ({ aprovar: true, mensagem })),
  ...['message', 'Aprovar', 'ñ', 'a-b'].map((key) => ({ ...yes, [key]: 1 })),
  ...[{}, [], { extra: {} }, { ...no, extra: 1 }, { ...yes, extra: {} }, { mensagem, aprovar: true }],
  `${JSON.stringify(yes)} mais`,
]

/** Requests in turn; those of a list are sent at the same moment. */
const corpus: (Request | Request[])[] = [
  ...queries.map((query) => get(query)),
  ...['', '?rows=200', '?sort=nome', '?page=30', '?nome=a', `?cpf=${first.cpf}`].map((query) =>
    get(query, other),
  ),
  ...[undefined, 'x', '"', '__proto__', wrong.authorization, DISABLED_TOKEN].flatMap((authorization) => [
    get('', { authorization }),
    post(REPORT, yes, { authorization }),
  ]),
  get('?page=0', wrong),
  post(REPORT, { ...yes, extra: 1 }, wrong),
  get('', { ...wrong, 'accept-language': 'en' }),
  get('', { accept: 'text/html,*/*;q=0.8' }),
  get(`?access_token=${TOKEN}`, { authorization: undefined }),
  { ...get(''), rawHeaders: ['AUTHORIZATION', TOKEN] },
  ...['application/json', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8'].map(
    (type) => get('?page=2', { 'content-type': type }),
  ),
  ...[
    get('?nome=a'),
    get(''),
    get(`?cpf=${first.cpf}`, wrong),
    get(`?cpf=${first.cpf}`),
    get('?nome=a'),
    get('', other),
  ],
  ...[get('', wrong), get('?nome=a&page=2')],
  ...[
    unknownNumber,
    '0'.repeat(8),
    '00000000-0000-0000-0000-000000000000',
    'abc',
    FOREIGN,
    `${REPORT.slice(0, 8)}-9`,
  ].flatMap((numero) => [post(numero, yes), post(numero, no), get('')]),
  ...[post(FOREIGN, { ...yes, extra: 1 }), post(unknownNumber, { ...no, extra: 1 }), post(unknownNumber, no)],
  ...bodies.map((body) => post(REPORT, body)),
  ...[post(REPORT, { ...no, extra: 1 }), get(''), post(REPORT, yes, { 'transfer-encoding': 'chunked' })],
  ...[
    post(REPORT, yes, { 'content-type': 'application/json; charset=utf-8' }),
    post(REPORT.replace('-', '%2d'), yes),
  ],
  ...[post(REPORT, no), get('?rows=200'), post(REPORT, yes), post(REPORT, no), get('?rows=200')],
  ...[post(REPORT, { ...yes, extra: 1 }), post(REPORT, { mensagem }), post(`${REPORT.slice(0, 8)}-9`, yes)],
  ...[
    post(ANOTHER, yes),
    post(ANOTHER, no),
    post(REPORT, no),
    post(ANOTHER, no),
    get('?rows=200'),
    get('?rows=200', other),
  ],
  ...[post(REPORT, { ...yes, mensagem: `${mensagem} 😀` }), get(''), post(REPORT, yes, wrong)],
  ...[post(ANOTHER, no), get(`?cpf=${ownerOf(ANOTHER)}`)],
  ...[
    post(REPORT, yes),
    get('?sort=nome&rows=200'),
    get(`?${named(decidedPerson.nome)}`),
    get('?sort=-atualizado_em'),
  ],
  ...[
    post(FOREIGN, no, other),
    get(''),
    get('?nome=a', other),
    post(FOREIGN, yes, other),
    post(FOREIGN, yes, other),
  ],
  ...[get('?sort=cpf'), get(''), get('?page=30'), get('')],
  [get('?sort=cpf'), get('?sort=cpf', other)],
  [get('?nome=a'), get(`?cpf=${first.cpf}`)],
  [post(REPORT, yes), post(FOREIGN, yes, other)],
  [post(REPORT, { ...yes, extra: 1 }), post(ANOTHER, yes)],
]

/** Returns the answers to the corpus, each as one text, and whether the OpenAPI document of the service has one that is not as it says. */
async function answersOf(names: readonly string[]): Promise<{ texts: string[]; isSeen: boolean }> {
  const ask = asking(names)
  let isSeen = false
  const shown = async (request: Request) => {
    const answer = await ask(request)
    isSeen ||= faultOfAnswer({ profile: defaultProfile, request, answer }) !== undefined
    return [answer.status, JSON.stringify(answer.headers ?? ''), textOf(answer)].join(' ')
  }
  const texts: string[] = []
  for (const step of corpus) texts.push(...(await Promise.all([step].flat().map(shown))))
  return { texts, isSeen }
}

const untouched = await answersOf([])
const seen: Quirk[] = []

for (const quirk of quirks)
  test(`${quirk.name} changes some answers`, async () => {
    const { texts, isSeen } = await answersOf([quirk.name])
    assert.not.equal(texts, untouched.texts)
    if (isSeen) seen.push(quirk)
  })

test('names are unique, and what they say is one sentence', () => {
  assert.is(new Set(quirks.map(({ name }) => name)).size, quirks.length)
  assert.is(new Set(quirks.map(({ says }) => says)).size, quirks.length)
  for (const { name, says } of quirks) {
    assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)+$/)
    assert.match(says, /^[A-Z][^.]*\.$/)
  }
})

/** Clauses that no service can break alone, or none that a client could tell. */
const unbroken = ['0-paths', '1-1-select', '1-2']

test('every clause that is no open point is broken by some quirk, in the order of the interface', () => {
  const known: readonly Clause[] = clauses
  const ids: string[] = known.map(({ id }) => id)
  const broken = new Set<string>(quirks.flatMap(({ clause }) => clause))
  assert.equal(
    [...broken].filter((id) => !ids.includes(id)),
    [],
  )
  for (const { id, open } of known) assert.is(broken.has(id), !open && !unbroken.includes(id), id)
  const places = quirks.map(({ clause: [first] }) => ids.indexOf(first))
  assert.equal(
    places,
    places.toSorted((a, b) => a - b),
  )
})

test('the first quirk is the outermost', async () => {
  const [inner, outer] = ['total-drifts-by-page', 'total-as-number']
  assert.is((await list(asking([outer, inner] as string[]), '?page=2')).result.paginacao.total, 136)
  assert.is((await list(asking([inner, outer] as string[]), '?page=2')).result.paginacao.total, '136')
})

test('a quirk leaves alone what another left in no form that it knows', async () => {
  const sent = async (names: string[], request: Request) => textOf(await asking(names)(request))
  for (const name of ['list-not-json', 'paginacao-missing'])
    assert.is(await sent(['total-of-pages', name], get('')), await sent([name], get('')))
  const refused = get('', { authorization: undefined })
  assert.is(await sent(['message-missing', 'error-as-text'], refused), await sent(['error-as-text'], refused))
})

test('quirks keep to the profile: its most rows, its scheme', async () => {
  const capped = asking(['nome-loses-last-person'], { rowsMaximum: 25, rowsAboveMaximum: 'cap' })
  assert.is((await list(capped, '?nome=a')).status_code, 200)
  const optional = asking(['token-optional'], { authorization: 'bearer' })
  const statusOf = async (authorization: string | undefined) =>
    (await optional(get('', { authorization }))).status
  assert.is(await statusOf(undefined), 200)
  assert.is(await statusOf('Bearer x'), 401)
})

test('the log hears who asked and which quirk refused', async () => {
  const answer: Answer = await asking(['page-1-refused'])(get('?page=1'))
  assert.equal(answer.faults, [{ name: 'service.quirk', slots: { name: 'page-1-refused' } }])
  assert.is(answer.caller?.token, TOKEN)
})

test('an unknown name is refused with those that are near', () => {
  const refused = (name: string, message: RegExp | string) =>
    assert.throws(
      () => findQuirks([name]),
      (error: Error) => error instanceof OperatorError && error.message.match(message) !== null,
    )
  refused('total-number', /did you mean total-as-number, /)
  refused('totalasnumbr', /did you mean total-as-number\?/)
  refused('x', /^quirk "x" is unknown: "npx pessoas-sim --list-quirks" lists what there is\.$/)
  assert.is(findQuirks(['busca-null', 'busca-null']).length, 1)
})

/** The clauses about the form of an answer. */
const FORM = /^(?:0-|2\.|7-(?:error|message|status_code|validation))/

test('the OpenAPI document of the service sees the quirks that docs/openapi-quirks.txt says', () => {
  const lineOf = ({ name, clause: [first], says }: Quirk) =>
    `  ${name.padEnd(44)} ${first.padEnd(18)} ${says}\n`
  const unseen = quirks.filter((quirk) => !seen.includes(quirk))
  const text = `What the OpenAPI document of the service sees of ${quirks.length} quirks, in the answers to ${untouched.texts.length} requests

Seen: ${seen.length}
${seen.map(lineOf).join('')}
Of the clauses about the form of an answer, and not seen, because the values have it: ${unseen.filter(({ clause }) => FORM.test(clause[0])).length}
${unseen
  .filter(({ clause }) => FORM.test(clause[0]))
  .map(lineOf)
  .join('')}
Of other clauses, which OpenAPI cannot say: ${unseen.filter(({ clause }) => !FORM.test(clause[0])).length}
${unseen
  .filter(({ clause }) => !FORM.test(clause[0]))
  .map(lineOf)
  .join('')}`
  const file = new URL('../../../docs/openapi-quirks.txt', import.meta.url)
  if (process.env.RENEW) writeFileSync(file, text)
  assert.is(
    readFileSync(file, 'utf8'),
    text,
    'Renew it: RENEW=1 node --import tsx src/service/quirks/quirks.test.ts',
  )
  assert.not(untouched.isSeen)
})

test.run()
