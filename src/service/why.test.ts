import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../contract/dataset.ts'
import { faultNames } from '../contract/faults.ts'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import type { Why } from '../contract/why.ts'
import { type Known, NOBODY } from '../operator/words.ts'
import { worldOf } from '../world/in-memory.ts'
import type { Request } from './ask.ts'
import { createService } from './service.ts'
import { whyOf } from './why.ts'

const test = suite('why')

const OWN_CPF = '00000000191'
const FOREIGN_CPF = '11144477735'
const NUMERO = 'c0ffee00-0000-4000-8000-000000000001'
const NAMES = ['João da Silva', 'ANA Souza', 'Jose\u0301 Neto']

const dataset: Dataset = {
  organizacoes: [
    { id: 'a', nome: 'A', token: 'token-of-a' },
    { id: 'b', nome: 'B', token: 'token-of-b' },
    { id: 'c', nome: 'C', token: 'token-of-c', habilitada: false },
  ],
  pessoas: [
    ...NAMES.map((nome, i) => ({ cpf: i === 0 ? OWN_CPF : String(i).padStart(11, '0'), nome })),
    { cpf: FOREIGN_CPF, nome: 'Zoé Lima' },
  ],
  relatorios: [
    ...NAMES.map((_, i) => ({
      numero: `00000000-0000-4000-8000-00000000000${i}`,
      organizacao: 'a',
      cpf: i === 0 ? OWN_CPF : String(i).padStart(11, '0'),
      atualizado_em: '2026-01-01T00:00:00.000Z',
    })),
    { numero: NUMERO, organizacao: 'b', cpf: FOREIGN_CPF, atualizado_em: '2026-01-01T00:00:00.000Z' },
  ],
}
const store = worldOf(dataset)
const tokens = {
  organizations: store.organizations,
  wasKnown: (token: string) => token === 'token-of-old',
  isWithdrawn: (token: string) => token === 'token-of-withdrawn',
}
const known: Known = {
  hasName: (word) => ['joao', 'silva', 'souza', 'zoe'].includes(word),
  hasToken: (text) => /token-of-[abc]/i.test(text),
}

async function causesOf(request: Request, set: PartialProfile = {}): Promise<Why[]> {
  const profile = completeProfile(set)
  const { notes = [], faults = [] } = await createService(store, profile)(request)
  return whyOf([...notes, ...faults], { profile, request, tokens, known })
}
const ask = (url: string, more: Partial<Request> = {}): Request => ({
  method: 'GET',
  url,
  ...more,
  headers: { authorization: 'token-of-a', ...more.headers },
})
const post = (body: string | Buffer, url = `/relatorios/validar/${NUMERO}`, headers = {}): Request =>
  ask(url, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
const withToken = (authorization: string | undefined, url = '/pessoas', headers = {}): Request => ({
  ...{ method: 'GET', url },
  headers: { ...headers, ...(authorization !== undefined && { authorization }) },
})
const decision = (fields: object) => JSON.stringify({ aprovar: true, mensagem: 'a'.repeat(25), ...fields })

type Case = [what: string, request: Request, ...codes: string[]]

const cases: Case[] = [
  ['nothing', ask('/pessoas')],
  ['a root', ask('/'), 'route.unknown'],
  ['an icon', ask('/favicon.ico'), 'route.browser'],
  ['a method', ask('/pessoas', { method: 'DELETE' }), 'route.method'],
  ['a prefix', ask('/api/v1/pessoas'), 'route.prefix'],
  ['a slash', ask('//pessoas/'), 'route.slash'],
  ['capitals', ask('/Pessoas'), 'route.capitals'],
  ['a query in the path', ask('/pessoas%3Fpage=1'), 'route.query'],
  ['no number', post('{}', '/relatorios/validar/'), 'route.number'],
  ['more than a number', post('{}', `/relatorios/validar/${NUMERO}/x`), 'route.number'],
  ['a person', ask(`/pessoas/${OWN_CPF}`), 'route.person'],
  [
    'a preflight',
    ask('/pessoas', { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }),
    'route.preflight',
  ],

  ['no token', withToken(undefined), 'token.missing'],
  ['a token in the URL', withToken(undefined, '/pessoas?token=token-of-a'), 'token.elsewhere'],
  ['no value', withToken('undefined'), 'token.none'],
  ['Bearer and no value', withToken('Bearer null'), 'token.none'],
  ['a variable', withToken('$TOKEN'), 'token.none'],
  ['Bearer', withToken('Bearer token-of-a'), 'token.bearer-before-bare'],
  ['Bearer and a typing error', withToken('Bearer x'), 'token.bearer-before-bare', 'token.wrong'],
  ['Basic', withToken('Basic YTpi'), 'token.basic'],
  ['another scheme', withToken('Token token-of-a'), 'token.scheme'],
  ['quotes', withToken('"token-of-a"'), 'token.around'],
  ['quotes after Bearer', withToken('Bearer "token-of-a"'), 'token.bearer-before-bare', 'token.around'],
  ['an unknown scheme', withToken('Joao token-of-a'), 'token.scheme'],
  ['a line break', withToken('token\n-of-a'), 'token.blanks'],
  ['blanks', withToken('token-of-a '), 'token.blanks'],
  ['other letters', withToken('TOKEN-of-a'), 'token.capitals'],
  ['a part', withToken('token-of-'), 'token.cut'],
  ['a disabled organization', withToken('token-of-c'), 'token.disabled'],
  ['a withdrawn token', withToken('token-of-withdrawn'), 'token.withdrawn'],
  ['a token of a closed one', withToken('token-of-old'), 'token.closed'],
  ['any other', withToken('xyz'), 'token.wrong'],

  ['words', ask('/pessoas?page=abc&rows=1.5'), 'page.word', 'rows.fraction'],
  ['a number below one and off the grid', ask('/pessoas?rows=-3'), 'rows.negative'],
  ['a mask', ask('/pessoas?cpf=000.000.001-91'), 'cpf.masked'],
  ['an unknown parameter', ask('/pessoas?name=x'), 'query.unknown'],
  ['an escaped ampersand', ask('/pessoas?page=1&amp;rows=25'), 'query.unknown'],
  ['a page beyond the end', ask('/pessoas?page=3'), 'page.beyond-end'],
  ['an unknown order', ask('/pessoas?sort=idade'), 'sort.unknown'],
  ['latin-1', ask('/pessoas?nome=jo%E3o'), 'nome.not-utf-8'],
  [
    'a body of a GET',
    ask('/pessoas', { headers: { 'content-length': '2' }, body: Buffer.from('{}') }),
    'body.ignored',
  ],

  ['a form', post('aprovar=true'), 'json.other'],
  ['another type', post('{}', undefined, { 'content-type': 'text/plain' }), 'type.other'],
  ['gzip', post(Buffer.from([0x1f, 0x8b, 8])), 'json.compressed'],
  ['UTF-16', post(Buffer.from('{}', 'utf16le')), 'json.utf-16'],
  ['no body', post(''), 'body.none'],
  ['no object', post('[]'), 'body.not-an-object'],
  ['the wrong name', post(decision({ message: 'x' })), 'payload.unknown'],
  ['a text for a boolean', post(decision({ aprovar: 'true' })), 'aprovar.text'],
  ['a short message', post(decision({ mensagem: 'curta' })), 'mensagem.short'],
  ['a foreign report', post(decision({})), 'report.foreign'],
  [
    'no report',
    post(decision({}), '/relatorios/validar/00000000-0000-4000-8000-000000000009'),
    'report.unknown',
  ],
  ['no UUID', post(decision({}), '/relatorios/validar/1'), 'report.shape'],

  ['a name without accents', ask('/pessoas?nome=joao'), 'nome.accents'],
  ['a name with blanks', ask('/pessoas?nome=ana%20%20souza'), 'nome.blanks'],
  ['blanks and no accents', ask('/pessoas?nome=joao%20%20da%20'), 'nome.accents'],
  ['a plus', ask('/pessoas?nome=da%2Bsilva'), 'nome.plus'],
  ['a name in NFD', ask('/pessoas?nome=joa%CC%83o'), 'nome.decomposed'],
  ['a CPF of another organization', ask(`/pessoas?cpf=${FOREIGN_CPF}`), 'cpf.foreign'],
  ['a name that nobody has', ask('/pessoas?nome=nobody')],
]
for (const [what, request, ...codes] of cases) {
  test(`${what}: ${codes.join(', ') || 'no reason'}`, async () => {
    const causes = await causesOf(request)
    assert.equal(
      causes.map(({ code }) => code),
      codes,
    )
    const text = JSON.stringify(causes)
    assert.not.match(text, /token-of|jo[aã]o|souza|zoé|11144477735|00000000191/i)
    assert.not.match(text, /\{\w+\}(?<!\{numero_do_relatorio\})/, 'a slot without a value')
  })
}

test('names a knob that would accept what is refused, and what it has', async () => {
  const [cause] = await causesOf(ask('/pessoas?rows=30'))
  assert.equal(cause, {
    step: 'query',
    code: 'rows.off-grid',
    reason: 'rows=30 is not a positive multiple of 25',
    remedy:
      'Send rows=25, or start pessoas-sim with --set rowsOffGrid=round-down (or round-up, use-default, honour).',
    field: 'rows',
    clause: '4.1-open-rows',
    knob: 'rowsOffGrid',
    choice: 'refuse',
  })
})

test('says what became of what is tolerated', async () => {
  const reasons = async (url: string, set: PartialProfile) =>
    (await causesOf(ask(url), set)).map(({ reason }) => reason)
  assert.equal(await reasons('/pessoas?rows=30', { rowsOffGrid: 'round-down' }), [
    'rows=30 is not a positive multiple of 25, so 25 are sent',
  ])
  assert.equal(await reasons('/pessoas?page=0', { pageBelowOne: 'use-first' }), [
    'page is less than 1, so the first page is sent',
  ])
  assert.equal(await reasons('/pessoas?page=9', {}), ['page is beyond the last one, 1, so the list is empty'])
  assert.equal(await reasons('/pessoas?x=1', { queryUnknown: 'ignore' }), [
    'the parameter x is unknown, so it is ignored',
  ])
})

test('masks what may be a person or a token', async () => {
  const reasonOf = async (request: Request) => (await causesOf(request))[0]?.reason
  assert.is(await reasonOf(ask('/pessoas?joao%20da%20silva=1')), 'the parameter *** is unknown')
  assert.is(await reasonOf(ask('/pessoas?rows=52998224726')), 'rows=*** is not a positive multiple of 25')
  assert.is(await reasonOf(post('{"João Souza":1}')), 'aprovar is missing')
  const type = post('{}', undefined, { 'content-type': 'token-of-a/x' })
  assert.is(await reasonOf(type), 'Content-Type is ***, not JSON')
})

test('has a reason for every fault, and a step', () => {
  const profile = completeProfile()
  for (const name of faultNames) {
    const [cause] = whyOf([{ name, slots: { key: 'x' } }], {
      profile,
      request: undefined,
      tokens,
      known: NOBODY,
    })
    assert.ok(cause?.reason)
    assert.is(cause?.code, name)
    assert.match(String(cause?.step), /^(request|host|origin|route|token|body|query|report|service)$/)
  }
})

test.run()
