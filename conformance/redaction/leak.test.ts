import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { maskedCpf } from '../../src/contract/cpf.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import { everyNth } from '../../src/testing/every-nth.ts'
import {
  probe,
  type ReporterName,
  type Result,
  renderProbe,
  renderReport,
  reporters,
  runConformance,
} from '../index.ts'
import { githubAnnotations } from '../reports/index.ts'
import { type LittlePerson, littleServer, littleService, type Reply } from '../testing/little-server.ts'

const test = suite('nothing leaks')

const TOKEN = 'Bearer eyTokenDaOrganizacaoUm.77f1c0'
const OTHER = 'Bearer eyTokenDaOrganizacaoDois.a2'
const DISABLED = 'eyTokenSemAcesso.b3'
const REPORTS = ['1b671a64-40d5-491e-99b0-da01ff1f3341', '9c858901-8a57-4791-81fe-4c455b099bc9']
const FOREIGN = '16fd2706-8baf-433b-82eb-8c7fada847da'

const SURNAMES = ['Quitéria', 'Xavantes', 'Boaventura', 'Jacarandá', 'Ubiratã', 'Zacarias', 'Wanderlei', 'Itaperuna']
const people: LittlePerson[] = Array.from({ length: 60 }, (_, i) => ({
  cpf: String(i * 163_842_097 + 1_002_003).padStart(11, '0'),
  nome: [0, 3, 5].map((step) => SURNAMES[(i * (step + 1) + step) % SURNAMES.length]).join(' '),
  atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
}))
const someone = people[7] as LittlePerson
const masked = maskedCpf(someone.cpf)
const gossip = `${someone.nome}, CPF ${someone.cpf} (${masked}), e também ${someone.nome.toUpperCase()}`

/** What must stand nowhere, folded. */
const forbidden = [
  ...SURNAMES,
  ...people.flatMap(({ cpf }) => [cpf, cpf.slice(0, 9)]),
  masked,
  ...[TOKEN, OTHER, DISABLED].flatMap((token) => {
    const secret = token.replace('Bearer ', '')
    return [secret, secret.slice(0, 12), secret.slice(-10), Buffer.from(secret).toString('base64').slice(0, 12)]
  }),
  ...REPORTS,
  FOREIGN,
  'a-cookie',
].map(fold)

function fold(text: string): string {
  return withoutAccents(text).toLowerCase()
}

type Edit = (reply: Reply, request: { url: string; headers: Record<string, unknown>; body: string }) => Reply

const isList = ({ body }: Reply) => (body as { result?: { itens?: unknown } })?.result?.itens !== undefined
const editItens =
  (edit: (item: LittlePerson) => unknown): Edit =>
  (reply) => {
    if (!isList(reply)) return reply
    const { result, ...rest } = reply.body as { result: { itens: LittlePerson[] } }
    return { ...reply, body: { ...rest, result: { ...result, itens: result.itens.map(edit) } } }
  }

/** The probe, which quotes less, is run against this one, too. */
const QUOTING = 'one whose refusals repeat what was sent'
const services: Record<string, Edit> = {
  'a right one': (reply) => reply,
  [QUOTING]: (reply, { url, headers, body }) =>
    (reply.status ?? 200) === 200
      ? reply
      : {
          ...reply,
          body: {
            ...(reply.body as object),
            message: `${gossip} ${decodeURIComponent(url)} ${headers.authorization} ${body}`,
          },
        },
  'one that answers lists in HTML but the first': (reply, { url }) =>
    url === '/pessoas' ? reply : { body: `<p>${gossip}`, headers: { 'content-type': 'text/html' } },
  'one that redirects': () => ({
    status: 302,
    body: gossip,
    headers: { location: `/login?cpf=${someone.cpf}&t=${TOKEN}`, 'set-cookie': 'a-cookie=1' },
  }),
  'one with other fields': editItens((item) => ({
    ...item,
    mae: item.nome,
    email: `${item.cpf}@x.br`,
    [item.cpf]: { [item.nome]: item.cpf },
  })),
  'one with people for field names': (reply) =>
    isList(reply)
      ? {
          ...reply,
          body: { ...(reply.body as object), [someone.nome]: 1, [gossip]: 2 },
          headers: { 'content-type': `application/json; by="${someone.nome}"` },
        }
      : reply,
  'one with people in total and busca': (reply) => {
    if (!isList(reply)) return reply
    const { result } = reply.body as { result: object }
    return {
      ...reply,
      body: {
        result: { ...result, busca: gossip, paginacao: { atual: gossip, linhas: Number(someone.cpf), total: gossip } },
        status_code: gossip,
      },
    }
  },
}

for (const [name, edit] of everyNth(Object.entries(services), 3)) {
  test(`of ${name}, in any report`, async () => {
    const right = littleService(people, TOKEN)
    const server = await littleServer((request) => edit(right(request), request))
    const written: string[] = []
    const run = runConformance({
      url: server.url,
      token: TOKEN,
      otherToken: OTHER,
      disabledToken: DISABLED,
      foreignReport: FOREIGN,
      reports: REPORTS,
      allowWrites: true,
      onRequest: (request) => written.push(JSON.stringify(request)),
    })
    const results: Result[] = []
    for await (const result of run) results.push(result)
    const report = await run.report()
    if (name === QUOTING) {
      const learned = await probe({ url: server.url, token: TOKEN, knobsOnly: true }).report()
      written.push(JSON.stringify(learned), renderProbe(learned))
    }
    await server.close()
    written.push(JSON.stringify(results), ...githubAnnotations(report))
    for (const reporter of Object.keys(reporters) as ReporterName[]) written.push(renderReport(report, reporter))

    const all = fold(written.join('\n'))
    for (const secret of forbidden) {
      const at = all.indexOf(secret)
      assert.is(at, -1, `${secret} in …${all.slice(Math.max(0, at - 120), at + 60)}`)
    }
    assert.ok(results.length > 100 && all.length > 20_000)
  })
}

test.run()
