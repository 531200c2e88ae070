import { gunzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serveInProcess } from '../../src/cli.ts'
import { seedDataset } from '../../src/index.ts'
import { type habits, withHabit as serviceWith } from './habits.ts'

const test = suite('habits of conformant services')

interface List {
  result: { itens: { cpf: string; nome: string; atualizado_em: string }[]; busca: string }
}

interface Service {
  reports: readonly string[]
  list(
    query?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; text: string }>
  decide(numero: string, body: unknown): Promise<number>
}

const mensagem = 'Documentos conferidos com o original.'
const itensOf = ({ text }: { text: string }) => (JSON.parse(text) as List).result.itens

/** Serves the default dataset with a habit. */
async function withHabit(
  name: keyof typeof habits,
  work: (service: Service) => Promise<void>,
): Promise<void> {
  const sim = serveInProcess(await seedDataset())
  const [own] = sim.organizations
  const authorization = own?.token as string
  const service = serviceWith(sim, name)
  const ask = async (method: string, url: string, headers: Record<string, string>, sent?: string) => {
    const body = sent === undefined ? undefined : Buffer.from(sent)
    const answer = await service({ method, url, headers, rawHeaders: [], body })
    const bytes = Buffer.from(String(answer.body), 'latin1')
    const answered = new Headers(answer.headers as Record<string, string>)
    const text = answered.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes
    return { status: answer.status, headers: answered, text: text.toString() }
  }
  await work({
    reports: own?.reports ?? [],
    list: (query = '', more = {}) => ask('GET', `/pessoas${query}`, { authorization, ...more }),
    async decide(numero, body) {
      const headers = { authorization, 'content-type': 'application/json' }
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return (await ask('POST', `/relatorios/validar/${numero}`, headers, text)).status
    },
  })
}

test('two nodes answer in turn', () =>
  withHabit('two-nodes', async ({ list }) => {
    const [one, other, again] = [await list(), await list(), await list()]
    assert.equal(JSON.parse(one.text), JSON.parse(other.text))
    assert.is.not(one.text, other.text)
    assert.is(one.text, again.text)
    assert.equal(
      [one, other, again].map(({ headers }) => headers.get('pragma')),
      [null, 'no-cache', null],
    )
  }))

test('the same decision is refused again, and the opposite one is taken', () =>
  withHabit('refuses-the-same-again', async ({ decide, list, reports: [numero = ''] }) => {
    const statuses = []
    for (const aprovar of [true, true, false, false, true])
      statuses.push(await decide(numero, { aprovar, mensagem }))
    assert.equal(statuses, [200, 409, 200, 409, 200])
    const before = (await list()).text
    assert.is(await decide(numero.toUpperCase(), { aprovar: true, mensagem }), 409)
    assert.is(await decide(numero, { aprovar: true, mensagem, mais: 1 }), 400)
    assert.is(await decide('%', { aprovar: true, mensagem }), 400)
    assert.is((await list()).text, before)
  }))

for (const [name, every] of [
  ['living-fast', 5],
  ['living', 30],
  ['living-in-step', 4],
] as const) {
  test(`${name}: the list moves by itself`, () =>
    withHabit(name, async ({ list }) => {
      const seen = new Set<string>()
      for (let i = 0; i <= every; i++) seen.add((await list()).text)
      assert.is(seen.size, 2)
      assert.is((await list('', { authorization: 'x' })).status, 401)
    }))
}

test('a mensagem with what a database may be unable to hold is refused', () =>
  withHabit('refuses-odd-characters', async ({ decide, reports: [numero = ''] }) => {
    const statuses = []
    for (const more of ['', '\0', '\ud83d', '👍'])
      statuses.push(await decide(numero, { aprovar: true, mensagem: mensagem + more }))
    assert.equal(statuses, [200, 400, 400, 200])
  }))

test('a decided report is told before its body is looked at', () =>
  withHabit('decided-before-body', async ({ decide, reports: [numero = ''] }) => {
    assert.is(await decide(numero, '{'), 400)
    assert.is(await decide(numero, { aprovar: true, mensagem }), 200)
    assert.is(await decide(numero, '{'), 409)
  }))

test('lists are remembered until something is decided', () =>
  withHabit('remembers-lists', async ({ decide, list, reports: [numero = ''] }) => {
    const before = await list()
    assert.is((await list()).text, before.text)
    assert.is(await decide(numero, { aprovar: true, mensagem }), 200)
    assert.is.not((await list()).text, before.text)
  }))

test('ties turn around, and nothing else does', () =>
  withHabit('ties-turn', async ({ list }) => {
    const query = '?sort=nome&rows=100'
    const [one, other] = [itensOf(await list(query)), itensOf(await list(query))]
    assert.is.not(JSON.stringify(one), JSON.stringify(other))
    assert.equal(
      one.map(({ nome }) => nome),
      other.map(({ nome }) => nome),
    )
  }))

test('JSON with comments is read', () =>
  withHabit('reads-json-with-comments', async ({ decide, reports: [numero = ''] }) => {
    assert.is(await decide(numero, `{"aprovar":true, // sim\n"mensagem":"${mensagem}",}`), 200)
    assert.is(await decide(numero, '{"aprovar":true'), 400)
  }))

test('one answer in forty is a failure that comes once', async () => {
  for (const [name, status] of [
    ['busy-now-and-then', 503],
    ['fails-now-and-then', 500],
  ] as const) {
    await withHabit(name, async ({ list }) => {
      const statuses = []
      for (let i = 0; i < 40; i++) statuses.push((await list()).status)
      assert.equal(
        statuses.filter((one) => one !== 200),
        [status],
      )
    })
  }
})

test('what is written otherwise means the same', async () => {
  for (const [name, query, headers] of [
    ['escaped-unicode', '?rows=100', {}],
    ['pretty-printed', '', {}],
    ['chunked', '', {}],
    ['packs-bodies', '', { 'accept-encoding': 'gzip' }],
    ['other-key-order', '', {}],
  ] as const) {
    let plain: unknown
    await withHabit('extra-headers', async ({ list }) => {
      plain = JSON.parse((await list(query)).text)
    })
    await withHabit(name, async ({ list }) =>
      assert.equal(JSON.parse((await list(query, headers)).text), plain, name),
    )
  }
})

test('the end, a sign and a language have answers of their own', async () => {
  await withHabit('no-content-after-the-end', async ({ list }) => {
    assert.is((await list('?page=99')).status, 204)
    assert.is((await list()).status, 200)
  })
  await withHabit('refuses-signs-in-nome', async ({ list }) =>
    assert.is((await list('?nome=%3Ca')).status, 400),
  )
  await withHabit('refuses-in-english', async ({ list }) =>
    assert.match((await list('', { authorization: 'x', 'accept-language': 'en' })).text, /is not known/),
  )
})

test.run()
