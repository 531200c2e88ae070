import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type KnobName, knobNames } from '../../src/contract/knobs.ts'
import {
  changesSince,
  type KnobFinding,
  type ProbeOptions,
  type ProbeReport,
  probe,
  renderProbe,
} from '../index.ts'
import {
  type LittlePerson,
  type LittleServer,
  littlePeople,
  littleServer,
  littleService,
  type Reply,
} from '../testing/little-server.ts'

const test = suite('a probe')
const TOKEN = 'segredo-de-teste-0123456789'

const people = littlePeople(
  60,
  (i) => `${i % 2 ? 'João' : 'Ana'} Silvestre ${String.fromCharCode(65 + (i % 26))}${i}xy`,
)

type Asked = LittleServer['seen'][number]
type Edit = (reply: Reply, asked: Asked) => Reply | Promise<Reply>

interface Probed {
  report: ProbeReport
  seen: Asked[]
  of: (knob: KnobName) => KnobFinding
}

/** Probes the little service, changed by an edit of its answers, for its knobs unless the options say more. */
async function probing(
  edit: Edit = (reply) => reply,
  options: Partial<ProbeOptions> = {},
  persons = people,
): Promise<Probed> {
  const right = littleService(persons, TOKEN)
  const server = await littleServer((asked) => edit(right(asked), asked))
  try {
    const report = await probe({ url: server.url, token: TOKEN, knobsOnly: true, ...options }).report()
    const of = (knob: KnobName) => report.findings.find((finding) => finding.knob === knob) as KnobFinding
    return { report, seen: server.seen, of }
  } finally {
    await server.close()
  }
}

const bad = (message = 'não', validation?: object): Reply => ({
  status: 400,
  body: { error: 'Bad Request', message, ...(validation && { validation }), status_code: 400 },
})
/** The mensagem of a request, empty where there is none. */
function mensagemOf({ body }: Asked): string {
  try {
    return String((JSON.parse(body) as { mensagem?: unknown }).mensagem ?? '')
  } catch {
    return ''
  }
}
const notFound: Reply = {
  status: 404,
  body: { error: 'Not Found', message: 'Protocolo não encontrado.', status_code: 404 },
}
const asks = ({ url }: Asked, ...parts: string[]) => parts.some((part) => url.includes(part))

test('learns what shows, says why the rest does not, and what would settle it', async () => {
  const { report, of } = await probing()
  assert.is(of('defaultOrder').choice, 'newest-first')
  assert.is(of('rowsMaximum').choice, null)
  assert.is(of('nomeMatching').choice, 'contains')
  assert.is(of('nomeFolding').choice, 'none')
  assert.is(of('characters').choice, 'utf-16')
  assert.equal(of('revalidation'), {
    knob: 'revalidation',
    clause: '4.2-open',
    choice: null,
    confidence: 'unknown',
    evidence: 'no report that the run may decide is declared',
    reason: 'not-declared',
    settle: 'declare one with --report and --allow-writes',
    requests: 0,
  })
  assert.is(of('sortFields').reason, 'no-such-choice')
  assert.is(of('nomeCollation').reason, 'hidden')
  assert.is(of('rowsMaximum').confidence, 'likely')
  assert.is(report.profile.rowsMaximum, null)
  assert.not('revalidation' in report.profile)
  assert.is(report.exitCode, 0)
  assert.is(report.findings.length, knobNames.length)
  assert.match(
    report.summary,
    /^\d+ of \d+ knobs learned \(\d+ only likely\), \d+ without effect here, \d+ unknown\.$/,
  )
  // The list says of as many knobs as the summary that they are without effect, or unknown.
  const list = renderProbe(report)
  for (const word of ['without effect here', 'unknown']) {
    const count = list.match(new RegExp(`^\\? \\w+ +${word}$`, 'gm'))?.length ?? 0
    assert.match(report.summary, new RegExp(`, ${count} ${word}`))
  }
})

test('two answers to one question are no choice', async () => {
  let turn = 0
  const { of } = await probing((reply, asked) => {
    if (asks(asked, 'limite=')) return turn++ % 2 ? bad() : reply
    return reply
  })
  assert.is(of('queryUnknown').reason, 'contradictory')
  assert.match(
    of('queryUnknown').evidence,
    /^first .*: limite=10 is accepted .*; then .*: limite=10 is rejected/,
  )
})

type ListBody = {
  result: { itens: LittlePerson[]; paginacao: { atual: number; linhas: number; total: string } }
}

/** A list with only those of its items that are wanted. */
function listing(reply: Reply, change: (result: ListBody['result']) => void): Reply {
  const { result } = reply.body as ListBody
  if (result) change(result)
  return reply
}

const others: [what: string, edit: Edit, knob: KnobName, evidence: RegExp][] = [
  [
    'a list of another page',
    (reply, asked) =>
      asks(asked, 'page=abc')
        ? {
            body: {
              ...(reply.body as object),
              result: { busca: '', itens: [], paginacao: { atual: 7, linhas: 25, total: '60' } },
            },
          }
        : reply,
    'notANumber',
    /fits none/,
  ],
  [
    'bytes counted',
    (reply, asked) =>
      Buffer.byteLength(mensagemOf(asked)) >= 25 && !asked.body.includes('campo') ? notFound : reply,
    'characters',
    /answered in another way/,
  ],
  [
    'a list that says more rows than it has',
    (reply, asked) => (asks(asked, 'rows=') ? listing(reply, (result) => result.itens.splice(30)) : reply),
    'rowsMaximum',
    /has linhas 102400 but contains 30 persons/,
  ],
  [
    'an unknown parameter that finds nobody',
    (reply, asked) =>
      asks(asked, 'limite=', 'ordem=') ? listing(reply, (result) => (result.paginacao.total = '0')) : reply,
    'queryUnknown',
    /fits none/,
  ],
  [
    'any token taken',
    (reply, asked) =>
      reply.status === 401
        ? littleService(people, TOKEN)({ ...asked, headers: { ...asked.headers, authorization: TOKEN } })
        : reply,
    'authorization',
    /wrong tokens return 200/,
  ],
  [
    'a CPF found by its beginning',
    (reply, asked) =>
      /cpf=\d{10}$/.test(asked.url) ? littleService(people, TOKEN)({ ...asked, url: '/pessoas' }) : reply,
    'cpfLength',
    /fits none/,
  ],
  [
    'a sort by another field',
    (reply, asked) =>
      asks(asked, 'sort=cpf', 'sort=-cpf')
        ? listing(reply, ({ itens }) => itens.sort((a, b) => (a.nome + a.cpf < b.nome + b.cpf ? 1 : -1)))
        : reply,
    'sortFields',
    /sort=cpf returns an order that is not by cpf/,
  ],
]
for (const [what, edit, knob, evidence] of others) {
  test(`${what} is none of the choices`, async () => {
    const { of, report } = await probing(edit)
    assert.is(of(knob).reason, 'no-such-choice', of(knob).evidence)
    assert.match(of(knob).evidence, evidence)
    assert.not(knob in report.profile)
  })
}

test('a service that breaks on what was asked has none of the choices, and the others are learned', async () => {
  {
    const { of, report } = await probing((reply, asked) =>
      asks(asked, 'rows=0') ? { ...bad(), status: 503, headers: { 'retry-after': '0' } } : reply,
    )
    assert.is(of('rowsOffGrid').reason, 'breaks')
    assert.is(report.exitCode, 0)
  }
  const { of, report } = await probing(
    (reply, asked) => (asks(asked, 'limite=') ? new Promise<never>(() => {}) : reply),
    { timeout: 200 },
  )
  assert.is(of('queryUnknown').evidence, 'limite=10 returns no answer, but a plain list returns 200')
  assert.equal(
    changesSince({ queryUnknown: 'refuse' }, report).map(({ knob, is, evidence }) => [knob, is, evidence]),
    [['queryUnknown', null, 'limite=10 returns no answer, but a plain list returns 200']],
  )
})

test('a long list is not asked for in one answer', async () => {
  const many = Array.from({ length: 10_100 }, (_, i) => ({
    cpf: String(i).padStart(11, '0'),
    nome: `Ana ${i}`,
    atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString(),
  }))
  const { of, seen } = await probing(undefined, {}, many)
  assert.ok(seen.some(({ url }) => url.includes('rows=10000')))
  assert.not(seen.some(({ url }) => url.includes('rows=102400')))
  assert.is(of('rowsMaximum').choice, null)
})

test('who interrupts is told so, and what was learned before is kept', async () => {
  const stop = new AbortController()
  const server = await littleServer(littleService(people, TOKEN))
  const run = probe({ url: server.url, token: TOKEN, signal: stop.signal })
  for await (const { knob } of run) if (knob === 'defaultOrder') stop.abort()
  const report = await run.report()
  await server.close()
  assert.is(report.exitCode, 130)
  assert.match(report.summary, /^Interrupted: \d+ of \d+ knobs learned/)
  assert.is(report.rootCause, null)
  assert.is(report.findings.find(({ knob }) => knob === 'busca')?.reason, 'interrupted')
  assert.not.match(renderProbe(report), /target/)
})

test('a list that moves is read once more, and then let be', async () => {
  let total = 60
  const { of } = await probing((reply, asked) => {
    const body = reply.body as { result?: { paginacao: { total: string } } }
    if (asked.method === 'GET' && body.result) body.result.paginacao.total = String(total++)
    return reply
  })
  assert.is(of('defaultOrder').reason, 'data-drift')
  assert.is(of('defaultOrder').settle, 'probe again while nobody changes the data')
})

test('--read-only sends no POST, and learns of the texts what a GET shows', async () => {
  const { of, seen, report } = await probing(undefined, { readOnly: true, knobsOnly: true })
  assert.equal(
    seen.filter(({ method }) => method !== 'GET'),
    [],
  )
  assert.is(of('faults').reason, 'not-allowed')
  assert.is(of('faults').settle, 'remove --read-only')
  assert.equal(report.profile.texts, { unauthorized: 'Verifique o token e se o acesso foi habilitado.' })
  assert.match(of('texts').settle as string, /message of 404/)
})

test('a report that is decided already does not show what a first decision does', async () => {
  const report = '11111111-1111-4111-8111-111111111111'
  const { of } = await probing(
    (reply, asked) =>
      asks(asked, report)
        ? { status: 409, body: { error: 'Conflict', message: 'já', status_code: 409 } }
        : reply,
    { reports: [report], allowWrites: true },
  )
  assert.is(of('revalidation').reason, 'branch-not-taken')
  assert.match(of('touchOnValidation').settle as string, /not decided yet/)
})

test('messages that change, or hold a person or a credential, are not learned', async () => {
  let turn = 0
  const messages: ((asked: Asked) => string)[] = [
    () => `Recusado ${turn++}`,
    ({ headers }) => `Recusado: ${headers.authorization}`,
    () => `Recusado, ${people[0]?.nome}`,
    () => `Recusado, ${people[1]?.cpf}`,
  ]
  for (const message of messages) {
    const { report } = await probing((reply, asked) =>
      reply.status === 401
        ? { status: 401, body: { ...(reply.body as object), message: message(asked) } }
        : reply,
    )
    assert.equal(report.profile.texts, { notFound: 'Protocolo não encontrado.' })
  }
})

test('a limit is found by halves, within a budget', async () => {
  const { of, seen } = await probing((reply, asked) => {
    const rows = Number(new URL(asked.url, 'http://x').searchParams.get('rows') ?? 25)
    if (rows > 51_225) return bad()
    if (mensagemOf(asked).length > 1_234) {
      return bad('longa', { source: 'payload', keys: ['mensagem'] })
    }
    return reply
  })
  assert.is(of('rowsMaximum').choice, 51_225)
  assert.is(of('rowsAboveMaximum').choice, 'refuse')
  assert.is(of('mensagemMaximum').choice, 1_234)
  assert.ok(of('rowsMaximum').requests <= 2 * 19, `${of('rowsMaximum').requests}`)
  assert.ok(of('mensagemMaximum').requests <= 2 * 20, `${of('mensagemMaximum').requests}`)
  assert.ok(seen.length < 300, `${seen.length}`)
})

test('a target that fails teaches nothing', async () => {
  const refused = await probing(undefined, { token: 'another-token-0123' })
  assert.is(refused.report.exitCode, 4)
  assert.match(refused.report.rootCause as string, /token was refused with 401/)
  assert.equal(refused.report.profile, {})
  assert.is(refused.of('busca').reason, 'blocked')
  assert.match(renderProbe(refused.report), /^The token was refused/)
  const report = await probe({ url: 'http://127.0.0.1:9', token: TOKEN }).report()
  assert.is(report.exitCode, 4)
  assert.match(
    report.summary,
    /^Nothing was learned: no answer from http:\/\/127\.0\.0\.1:9: the connection failed or was cut /,
  )
})

test('one that fails after the knobs keeps those, and says that it is incomplete', async () => {
  const { seen } = await probing()
  let count = 0
  const { report } = await probing(
    (reply) => (++count > seen.length + 20 ? new Promise<never>(() => {}) : reply),
    { timeout: 200, knobsOnly: false },
  )
  assert.is(report.exitCode, 4)
  assert.match(report.summary, /^The probe is incomplete: /)
  assert.is(report.profile.defaultOrder, 'newest-first')
  assert.match(report.warnings.join(), /(?:was not learned|was not measured): /)
})

test('too little is 3', async () => {
  const { report } = await probing((reply, asked) =>
    asked.url === '/pessoas' || asked.url.startsWith('/pessoas?page=') ? reply : { ...bad(), status: 418 },
  )
  assert.is(report.exitCode, 3)
  assert.match(report.summary, /^Too little was learned/)
})

test.run()
