import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../src/index.ts'
import { type ProbeReport, probe } from '../index.ts'
import { littleServer, type Reply } from '../testing/little-server.ts'

const test = suite('a deployment that a probe learns')

interface Body {
  result?: { busca: string; itens: Record<string, string>[]; paginacao: Record<string, unknown> }
  message?: string
  validation?: { source: string; keys: string[] }
  status_code: number
}
type Asked = { method: string; url: string; headers: Record<string, string | string[] | undefined> }
/** Puts an answer of the simulator into another form. */
type Form = (body: Body, status: number, asked: Asked) => Reply

const TOLD = ['content-type', 'cache-control', 'x-content-type-options']

/** Measures how alike the simulator answers with what was learned of a simulator whose answers are put into another form. */
async function learned(form: Form, questions = 120): Promise<ProbeReport> {
  await using sim = await startSimulator({ persons: 60 })
  const server = await littleServer(async (asked) => {
    const { authorization = '', 'content-type': type = 'application/json' } = asked.headers
    const response = await fetch(sim.url + asked.url, {
      method: asked.method,
      headers: { ...(authorization && { authorization }), 'content-type': type },
      ...(asked.body !== '' && { body: asked.body }),
    })
    const text = await response.text()
    const headers = Object.fromEntries(TOLD.map((name) => [name, response.headers.get(name) ?? '']))
    if (text === '') return { status: response.status, body: '', headers }
    return form(JSON.parse(text), response.status, asked)
  })
  try {
    const token = sim.organizations[0]?.token as string
    return await probe({ url: server.url, token, verify: questions }).report()
  } finally {
    await server.close()
  }
}

const forms: Record<string, Form> = {
  'a list of errors, other statuses, and what differs each time': (body, status, { url }) => {
    if (status === 200) return { body: { ...body, meta: { id: crypto.randomUUID(), versao: '2.1' } } }
    const { validation, message } = body
    const errors = (validation?.keys ?? []).map((campo) => ({ campo, onde: validation?.source }))
    const code = status === 400 ? 422 : status
    return {
      status: code,
      body: { errors, detail: message, status: code, path: url.split('?')[0], at: new Date().toISOString() },
      headers: { 'content-type': 'application/problem+json', 'x-request-id': crypto.randomUUID() },
    }
  },
  'numbers, facts of a page, other dates, and errors by field': ({ result, ...body }, status) => {
    if (status !== 200)
      return {
        status,
        body: body.validation
          ? Object.fromEntries(body.validation.keys.map((key) => [key, [body.message]]))
          : { erro: body.message },
      }
    if (!result?.itens) return { body: { ...body, result } }
    const { atual, linhas, total } = result.paginacao as Record<string, number>
    const pages = Math.ceil(Number(total) / (linhas ?? 25))
    const itens = result.itens.map((item) => ({
      ...item,
      atualizado_em: item.atualizado_em?.replace(/\.\d+Z$/, 'Z'),
      tipo: 'PF',
    }))
    const paginacao = { total: Number(total), linhas, atual, paginas: pages, tem_mais: (atual ?? 1) < pages }
    return { body: { ok: true, result: { paginacao, itens, busca: result.busca }, status_code: 200 } }
  },
}
for (const [what, form] of Object.entries(forms)) {
  test(`answers alike: ${what}`, async () => {
    const { likeness, profile, requests } = await learned(form)
    const differences = likeness?.differences.map(({ about, point, example }) =>
      [about, point, example.request, example.target, example.twin].join(' | '),
    )
    assert.is(likeness?.everyday.behaves.share, 1, differences?.join('\n'))
    assert.ok((likeness?.everyday.toTheLetter.share ?? 0) >= 0.985, differences?.join('\n'))
    assert.is(profile.version, 3)
    assert.ok(requests.sent < 300 + 2 * 120, `${requests.sent}`)
  })
}

test('is only its knobs if it answers as the interface shows', async () => {
  const { profile, likeness } = await learned((body, status) => ({
    status,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  }))
  assert.equal([profile.version, profile.seen], [3, undefined])
  assert.is(likeness?.everyday.toTheLetter.share, 1)
})

test('leaves no person in a profile, wherever its refusals name some', async () => {
  const { profile, warnings } = await learned((body, status, { headers }) => {
    if (status === 200) return { body: { ...body, visto: body.result?.itens?.[0]?.nome } }
    return { status, body: { message: `Recusado: ${headers.authorization} ${body.message}` } }
  }, 20)
  const written = JSON.stringify([profile, warnings])
  await using sim = await startSimulator({ persons: 60 })
  const response = await fetch(`${sim.url}/pessoas`, {
    headers: { authorization: sim.organizations[0]?.token as string },
  })
  const { result } = (await response.json()) as Body
  for (const { nome = '', cpf = '' } of result?.itens ?? [])
    assert.not(written.includes(nome) || written.includes(cpf), nome)
  assert.not(written.includes(sim.organizations[0]?.token as string))
})

test.run()
