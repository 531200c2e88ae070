import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { InProcessService } from '../../conformance/index.ts'
import type { InProcess, ServiceAnswer } from '../../src/cli.ts'

type Request = Parameters<InProcessService>[0]

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** What no clause forbids, so a conformant service may have it. Memory is what it closes over. */
type Habit = (
  ask: (request: Request) => Promise<Answer>,
  sim: InProcess,
) => (request: Request) => Promise<Answer>

/** Changes each answer. */
const answers =
  (edit: (answer: Answer, request: Request) => Answer): Habit =>
  (ask) =>
  async (request) =>
    edit(await ask(request), request)
const bodies = (edit: (body: string, request: Request) => string): Habit =>
  answers((answer, request) => ({ ...answer, body: edit(answer.body, request) }))
const objects = (edit: (body: Record<string, unknown>) => object): Habit =>
  bodies((body) => JSON.stringify(edit(JSON.parse(body))))
const headers = (some: Record<string, string>): Habit =>
  answers((answer) => ({ ...answer, headers: { ...answer.headers, ...some } }))
/** Changes one answer of so many to a GET. */
const nowAndThen =
  (every: number, other: Answer): Habit =>
  (ask) => {
    let count = 0
    return async (request) => (request.method === 'GET' && count++ % every === 7 ? other : ask(request))
  }
/** Another decision comes in between so many lists, so that its person moves. */
const living =
  (every: number): Habit =>
  (ask, sim) => {
    let count = 0
    return async (request) => {
      if (request.method === 'GET' && count++ % every === every - 1) await decideOne(sim, count)
      return ask(request)
    }
  }

const refusal = (status: number, error: string, message: string, validation?: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error, message, validation, status_code: status }),
})
const decidedAlready = refusal(409, 'Conflict', 'O relatório já foi validado.')
const badNome = refusal(
  400,
  'Bad Request',
  'child "nome" fails because ["nome" fails to match the required pattern]',
  { source: 'query', keys: ['nome'] },
)
const searchOf = ({ url = '' }: Request) => new URL(url, 'http://localhost').searchParams
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const habits = {
  'extra-headers': headers({
    server: 'nginx',
    'set-cookie': 'a=b',
    'x-ratelimit-remaining': '9',
    connection: 'close',
    'transfer-encoding': 'chunked',
  }),
  'other-content-type': headers({ 'content-type': 'text/json' }),
  'undocumented-fields': objects((body) => ({ ...body, versao: '2', trace: { id: 1 } })),
  'escaped-unicode': bodies((body) =>
    body.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ),
  'pretty-printed': bodies((body) => JSON.stringify(JSON.parse(body), null, 2)),
  'offset-for-z': bodies((body) => body.replace(/(\.\d{3})Z"/g, '$1+00:00"')),
  'whole-seconds': bodies((body) => body.replace(/\.\d{3}Z"/g, '.000Z"')),
  'upper-case-names': bodies((body) =>
    body.replace(/"nome":"[^"]*"/g, (text) => text.toUpperCase().replace('"NOME"', '"nome"')),
  ),
  'busca-without-accents': bodies((body) => body.replace(/"busca":"[^"]*"/, (text) => withoutAccents(text))),
  'packs-bodies': answers((answer, { headers }) => {
    if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return answer
    const body = gzipSync(answer.body).toString('latin1')
    return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body }
  }),
  'refuses-in-english': answers((answer, { headers }) => {
    if (answer.status < 400 || !/^en/.test(String(headers['accept-language']))) return answer
    const message = 'Check the token, the access or the report.'
    return { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), message }) }
  }),
  'no-content-after-the-end': answers((answer, request) =>
    Number(searchOf(request).get('page') ?? 1) > 1 && /"itens":\[\]/.test(answer.body)
      ? { status: 204, headers: {}, body: '' }
      : answer,
  ),
  'refuses-signs-in-nome': answers((answer, request) =>
    /[<>{}=|^*?[\]]/.test(searchOf(request).get('nome') ?? '') && answer.status === 200 ? badNome : answer,
  ),
  'busy-now-and-then': nowAndThen(40, { status: 503, headers: { 'retry-after': '0' }, body: 'busy' }),
  'fails-now-and-then': nowAndThen(60, { status: 500, headers: {}, body: '{}' }),
  'decided-before-body': (ask) => {
    const decided = new Set<string>()
    return async (request) => {
      const answer = await ask(request)
      const { url = '', method } = request
      if (method === 'POST' && answer.status === 200) decided.add(url)
      return answer.status === 400 && decided.has(url) ? decidedAlready : answer
    }
  },
  'one-decision-at-a-time': (ask) => {
    let deciding = 0
    return async (request) => {
      if (request.method !== 'POST') return ask(request)
      deciding++
      const isAlone = deciding === 1
      await sleep(1)
      const answer = await ask(request)
      deciding--
      return isAlone || answer.status !== 200 ? answer : decidedAlready
    }
  },
  'ties-turn': (ask) => {
    let count = 0
    return async (request) => {
      const answer = await ask(request)
      if (count++ % 2 === 0 || request.method !== 'GET' || answer.status !== 200) return answer
      const field = (searchOf(request).get('sort') ?? 'atualizado_em').replace('-', '')
      const body = JSON.parse(answer.body) as { result: { itens: Record<string, string>[] } }
      body.result.itens = turnTies(body.result.itens, field)
      return { ...answer, body: JSON.stringify(body) }
    }
  },
  living: living(30),
  'living-fast': living(4),
  'two-nodes': (ask) => {
    let count = 0
    return async (request) => {
      const { status, headers, body } = await ask(request)
      if (count++ % 2 === 0) return { status, headers: { ...headers, server: 'nginx' }, body }
      const reversed = Object.fromEntries(Object.entries(JSON.parse(body)).reverse())
      return { status, headers: { ...headers, vary: 'accept' }, body: JSON.stringify(reversed) }
    }
  },
  'remembers-lists-until-a-decision': (ask) => {
    const lists = new Map<string, Answer>()
    return async (request) => {
      if (request.method !== 'GET') lists.clear()
      const key = `${request.method} ${request.headers.authorization} ${request.url}`
      const answer = lists.get(key) ?? (await ask(request))
      if (request.method === 'GET') lists.set(key, answer)
      return answer
    }
  },
  'lists-from-a-late-copy': (ask) => {
    let copy = new Map<string, Answer>()
    let lists = new Map<string, Answer>()
    return async (request) => {
      const key = `${request.headers.authorization} ${request.url}`
      const answer = (request.method === 'GET' && copy.get(key)) || (await ask(request))
      if (request.method === 'GET') lists.set(key, answer)
      else if (answer.status === 200) {
        const late = lists
        copy = late
        lists = new Map()
        setTimeout(() => late.clear(), LATE)
      }
      return answer
    }
  },
} satisfies Record<string, Habit>

/** How much later a copy hears of a decision, in milliseconds. */
const LATE = 15
/** Persons with equal keys come in the opposite order. */
function turnTies(itens: readonly Record<string, string>[], field: string): Record<string, string>[] {
  const runs: Record<string, string>[][] = []
  for (const item of itens) {
    const last = runs.at(-1)
    if (last?.[0]?.[field] === item[field]) last?.unshift(item)
    else runs.push([item])
  }
  return runs.flat()
}

async function decideOne({ ask, organizations: [own] }: InProcess, count: number): Promise<void> {
  if (!own) return
  await ask({
    method: 'POST',
    url: `/relatorios/validar/${own.reports[(count * 7) % own.reports.length]}`,
    headers: { authorization: own.token, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ aprovar: true, mensagem: 'Decidido enquanto a lista era lida.' })),
  })
}

/** Returns a service with a habit. */
export function withHabit(sim: InProcess, name: keyof typeof habits): InProcessService {
  const plain = async (request: Request): Promise<Answer> => {
    const { status, headers, body } = (await sim.ask(request)) as ServiceAnswer
    const type = String(headers?.['content-type'] ?? 'application/json; charset=utf-8')
    const text = Buffer.from(typeof body === 'string' ? body : body.whole(), 'latin1').toString()
    return { status, headers: { 'content-type': type }, body: text }
  }
  const habit: Habit = habits[name]
  const ask = habit(plain, sim)
  return async (request) => {
    const answer = await ask(request)
    if (answer.headers['content-encoding'] !== undefined) return answer
    return { ...answer, body: Buffer.from(answer.body).toString('latin1') }
  }
}
