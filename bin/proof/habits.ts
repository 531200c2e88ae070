import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { InProcessService } from '../../conformance/index.ts'
import { type InProcess, jsonValue, type ServiceAnswer } from '../../src/cli.ts'

type Request = Parameters<InProcessService>[0]

interface Context {
  request: Request
  sim: InProcess
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
  /** Send the body in pieces. */
  chunked?: boolean
  /** Compress the body. */
  packed?: boolean
  delay?: number
}

/** A variation of the answers that no clause forbids, so a conformant target may have it. */
export type Habit = (answer: Answer, context: Context) => Answer | Promise<Answer>

const asked = new WeakMap<InProcess, number>()
const decided = new WeakMap<InProcess, Set<string>>()
const isDecided: Answer = {
  status: 409,
  headers: {},
  body: JSON.stringify({ error: 'Conflict', message: 'O relatório já foi validado.', status_code: 409 }),
}
const refusedNome: Answer = {
  status: 400,
  headers: {},
  body: JSON.stringify({
    error: 'Bad Request',
    message: 'child "nome" fails because ["nome" fails to match the required pattern]',
    validation: { source: 'query', keys: ['nome'] },
    status_code: 400,
  }),
}
const deciding = new WeakMap<InProcess, number>()
/** How long a decision takes, in milliseconds. */
const A_DECISION = 5
const remembered = new WeakMap<InProcess, Map<string, Answer>>()
/** What each valid decision says, and whether it is as the last one on its report. */
const decisions = new WeakMap<Request, { aprovar: boolean; isAgain: boolean }>()
const last = new WeakMap<InProcess, Map<string, boolean>>()

export const habits = {
  slow: (answer) => ({ ...answer, delay: 5 }),
  chunked: (answer) => ({ ...answer, chunked: true }),
  'closes-connections': (answer) => withHeaders(answer, { connection: 'close' }),
  'extra-headers': (answer) =>
    withHeaders(answer, {
      server: 'nginx',
      'x-request-id': '1',
      'set-cookie': 'a=b',
      'x-ratelimit-remaining': '9',
    }),
  'other-content-type': (answer) => withHeaders(answer, { 'content-type': 'text/json' }),
  'pretty-printed': (answer) => ({ ...answer, body: JSON.stringify(JSON.parse(answer.body), null, 2) }),
  'escaped-unicode': (answer) => ({
    ...answer,
    body: answer.body.replace(
      /[^\x20-\x7e]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  }),
  'undocumented-fields': (answer) => editBody(answer, (body) => ({ ...body, versao: '2', trace: { id: 1 } })),
  'other-key-order': (answer) =>
    editBody(answer, (body) => Object.fromEntries(Object.entries(body).reverse())),
  'offset-for-z': (answer) => ({ ...answer, body: answer.body.replace(/(\.\d{3})Z"/g, '$1+00:00"') }),
  'upper-case-names': (answer) => ({
    ...answer,
    body: answer.body.replace(/"nome":"([^"]*)"/g, (_, nome: string) => `"nome":"${nome.toUpperCase()}"`),
  }),
  'whole-seconds': (answer) => ({ ...answer, body: answer.body.replace(/\.\d{3}Z"/g, '.000Z"') }),
  'busca-in-capitals': (answer) => ({
    ...answer,
    body: answer.body.replace(/"busca":"([^"]*)"/, (_, busca: string) => `"busca":"${busca.toUpperCase()}"`),
  }),
  'busca-without-accents': (answer) => ({
    ...answer,
    body: answer.body.replace(
      /"busca":"([^"]*)"/,
      (_, busca: string) => `"busca":"${busca.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}"`,
    ),
  }),
  'packs-bodies': (answer, { request }) => ({
    ...answer,
    packed: /\bgzip\b/.test(String(request.headers['accept-encoding'])),
  }),
  /** Refuses in the language that a request prefers, as HTTP allows. */
  'refuses-in-english': (answer, { request }) =>
    answer.status >= 400 && /^en/.test(String(request.headers['accept-language']))
      ? editBody(answer, (body) => ({
          ...body,
          message: `The token or the report is not known. ${body.message}`,
        }))
      : answer,
  /** The interface does not show what comes after the end of a list. */
  'no-content-after-the-end': (answer, { request }) => {
    if (request.method !== 'GET' || answer.status !== 200) return answer
    const { result } = JSON.parse(answer.body) as { result: { itens: unknown[] } }
    const isAfter = Number(searchOf(request).get('page') ?? 1) > 1 && result.itens.length === 0
    return isAfter ? { status: 204, headers: {}, body: '' } : answer
  },
  'refuses-signs-in-nome': (answer, { request }) =>
    /[<>{}=|^*?[\]]/.test(searchOf(request).get('nome') ?? '') ? refusedNome : answer,
  /** Says that a report is decided before it looks at a body. */
  'decided-before-body': (answer, { request, sim }) => {
    const known = decided.get(sim) ?? new Set<string>()
    decided.set(sim, known)
    const key = request.url ?? ''
    if (request.method === 'POST' && answer.status === 200) known.add(key)
    return answer.status === 400 && known.has(key) ? isDecided : answer
  },
  /** Refuses a decision while it records another one, as a locked table does. */
  'one-decision-at-a-time': async (answer, { request, sim }) => {
    if (request.method !== 'POST' || answer.status !== 200) return answer
    const others = deciding.get(sim) ?? 0
    deciding.set(sim, others + 1)
    await sleep(A_DECISION)
    deciding.set(sim, (deciding.get(sim) ?? 1) - 1)
    return others > 0 ? isDecided : answer
  },
  /** Finds whose name differs in one letter, if nobody has the text that is searched for. */
  'finds-similar-names': async (answer, { request, sim }) => {
    const asked = searchOf(request)
    const nome = asked.get('nome') ?? ''
    const isSearch = request.method === 'GET' && answer.status === 200 && nome.length > 4 && !asked.has('cpf')
    if (!isSearch || !/"total":"0"/.test(answer.body)) return answer
    const { authorization } = request.headers
    const everyone = await sim.ask({ method: 'GET', url: '/pessoas?rows=1000', headers: { authorization } })
    const { result } = JSON.parse(textOf(everyone)) as { result: { itens: Record<string, string>[] } }
    const itens = result.itens.filter((item) => isSimilar(item.nome ?? '', nome))
    const [page, rows] = [Number(asked.get('page') ?? 1), Number(asked.get('rows') ?? 25)]
    return editBody(answer, (body) => {
      const own = body.result as { paginacao: object }
      const paginacao = { ...own.paginacao, total: String(itens.length) }
      return { ...body, result: { ...own, itens: itens.slice((page - 1) * rows, page * rows), paginacao } }
    })
  },
  'busy-now-and-then': (answer, { request, sim }) =>
    request.method === 'GET' && nextOf(sim) % 40 === 7
      ? { status: 503, headers: { 'retry-after': '0' }, body: 'busy' }
      : answer,
  'fails-now-and-then': (answer, { request, sim }) =>
    request.method === 'GET' && nextOf(sim) % 40 === 17 ? { status: 500, headers: {}, body: '{}' } : answer,
  /** Sends persons with equal keys in the opposite order every other time. */
  'ties-turn': (answer, { request, sim }) => {
    if (nextOf(sim) % 2 === 0 || request.method !== 'GET' || answer.status !== 200) return answer
    const sort = searchOf(request).get('sort') ?? 'atualizado_em'
    const field = sort.replace('-', '')
    return editBody(answer, (body) => {
      const result = body.result as { itens: Record<string, string>[] }
      return { ...body, result: { ...result, itens: turnTies(result.itens, field) } }
    })
  },
  /** Decides a report while the list is read, so that its person moves to the front. */
  living: async (answer, { request, sim }) => {
    if (request.method !== 'GET') return answer
    const count = nextOf(sim)
    if (count % 30 === 11) await decideOne(sim, count)
    return answer
  },
  /** As if colleagues of whoever reads a list went on deciding: every fifth list finds another person at the front. */
  'living-fast': async (answer, { request, sim }) => {
    if (request.method !== 'GET') return answer
    const count = nextOf(sim)
    if (count % 5 === 4) await decideOne(sim, count, request.headers.authorization)
    return answer
  },
  /** Every fourth request, of whatever kind, finds another person at the front of the list of whoever asks. */
  'living-in-step': async (answer, { request, sim }) => {
    const count = nextOf(sim)
    if (count % 4 === 3) await decideOne(sim, count, request.headers.authorization)
    return answer
  },
  /** Two nodes answer in turn, each with its own headers and order of keys. */
  'two-nodes': (answer, { sim }) => {
    if (nextOf(sim) % 2 === 0) return withHeaders(answer, { server: 'nginx' })
    const reversed = editBody(answer, (body) => Object.fromEntries(Object.entries(body).reverse()))
    return withHeaders(reversed, { 'content-language': 'pt-BR', pragma: 'no-cache', vary: 'accept' })
  },
  /** Remembers each list of each token until something is decided. */
  'remembers-lists': (answer, { request, sim }) => {
    const lists = remembered.get(sim) ?? new Map<string, Answer>()
    remembered.set(sim, lists)
    if (request.method !== 'GET') {
      lists.clear()
      return answer
    }
    const key = `${request.headers.authorization} ${request.url}`
    const known = lists.get(key) ?? answer
    lists.set(key, known)
    return known
  },
  /** Refuses a decision that is as the last one on its report, and takes the opposite one. */
  'refuses-the-same-again': (answer, { request, sim }) => {
    const decision = decisions.get(request)
    if (decision === undefined) return answer
    if (decision.isAgain) return answer.status === 400 ? isDecided : answer
    if (answer.status === 200) lastOf(sim).set(reportOf(request), decision.aprovar)
    return answer
  },
  /** Reads comments, commas at the end and a byte order mark, which are not JSON. */
  'reads-json-with-comments': (answer) => answer,
  /** Refuses what a database may be unable to hold: the character of the code 0, and half an emoji. */
  'refuses-odd-characters': (answer) => answer,
} satisfies Record<string, Habit>

/** How a habit reads the body of a request. */
const bodies: { [H in keyof typeof habits]?: (body: string, context: Context) => string } = {
  /** Sends an empty object in the place of a decision that is to be refused, so that nothing is recorded. */
  'refuses-the-same-again'(body, { request, sim }) {
    const { aprovar, mensagem, ...others } = Object(jsonValue(body)) as Record<string, unknown>
    const isText = typeof mensagem === 'string' && mensagem.length >= 25
    if (typeof aprovar !== 'boolean' || !isText || Object.keys(others).length > 0) return body
    const isAgain = lastOf(sim).get(reportOf(request)) === aprovar
    decisions.set(request, { aprovar, isAgain })
    return isAgain ? '{}' : body
  },
  'reads-json-with-comments'(body) {
    const plain = body
      .replace(/^\uFEFF/, '')
      .replace(/("(?:\\.|[^"\\])*"?)|\/\/[^\n]*|,(?=[}\]])/g, (_, text: string = '') => text)
    return jsonValue(plain) === undefined ? body : plain
  },
  'refuses-odd-characters'(body) {
    const value = jsonValue(body)
    const { mensagem } = Object(value) as { mensagem?: unknown }
    return typeof mensagem === 'string' && /[\0\p{Surrogate}]/u.test(mensagem)
      ? JSON.stringify({ ...Object(value), mensagem: '' })
      : body
  },
}

/** Returns the last decision on each report. */
function lastOf(sim: InProcess): Map<string, boolean> {
  const known = last.get(sim) ?? new Map<string, boolean>()
  last.set(sim, known)
  return known
}

/** Returns the path of a report, however it is spelled. */
function reportOf({ url = '' }: Request): string {
  try {
    return decodeURIComponent(url).toLowerCase()
  } catch {
    return url
  }
}

/** Returns how many requests a habit counted before for a simulator, so that no other run shifts what it does. */
function nextOf(sim: InProcess): number {
  const count = asked.get(sim) ?? 0
  asked.set(sim, count + 1)
  return count
}

function searchOf({ url }: Request): URLSearchParams {
  return new URL(url ?? '', 'http://localhost').searchParams
}

function withHeaders(answer: Answer, headers: Record<string, string>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

function editBody(answer: Answer, edit: (body: Record<string, unknown>) => Record<string, unknown>): Answer {
  return { ...answer, body: JSON.stringify(edit(JSON.parse(answer.body) as Record<string, unknown>)) }
}

function turnTies(itens: readonly Record<string, string>[], field: string): Record<string, string>[] {
  const runs: Record<string, string>[][] = []
  for (const item of itens) {
    const last = runs.at(-1)
    if (last?.[0]?.[field] === item[field]) last?.unshift(item)
    else runs.push([item])
  }
  return runs.flat()
}

/** Returns whether two texts of one length differ in one letter. */
function isSimilar(a: string, b: string): boolean {
  return a.length === b.length && [...a].filter((letter, i) => letter !== b[i]).length === 1
}

async function decideOne(
  { ask, organizations }: InProcess,
  count: number,
  token = organizations[0]?.token,
): Promise<void> {
  const own = organizations.find((one) => one.token === token)
  if (own === undefined) return
  const numero = own.reports[(count * 7) % own.reports.length]
  await ask({
    method: 'POST',
    url: `/relatorios/validar/${numero}`,
    headers: { authorization: own.token, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ aprovar: true, mensagem: 'Decidido enquanto a lista era lida.' })),
  })
}

function textOf({ body }: Pick<ServiceAnswer, 'body'>): string {
  return Buffer.from(typeof body === 'string' ? body : body.whole(), 'latin1').toString()
}

/** Returns a service with a habit. */
export function withHabit(sim: InProcess, name: keyof typeof habits): InProcessService {
  const habit: Habit = habits[name]
  const reads = bodies[name]
  return async (request) => {
    const context = { request, sim }
    const sent = request.body === undefined ? '' : request.body.toString()
    const read = reads?.(sent, context) ?? sent
    const asked = await sim.ask(read === sent ? request : { ...request, body: Buffer.from(read) })
    const type = {
      'content-type': String(asked.headers?.['content-type'] ?? 'application/json; charset=utf-8'),
    }
    const answer = { status: asked.status, headers: type, body: textOf(asked) }
    const { status, headers, body, chunked, packed, delay } = await habit(answer, context)
    if (delay) await sleep(delay)
    const bytes = packed ? gzipSync(body) : Buffer.from(body)
    return {
      status,
      headers: {
        ...headers,
        ...(packed && { 'content-encoding': 'gzip' }),
        ...(chunked && { 'transfer-encoding': 'chunked' }),
      },
      body: bytes.toString('latin1'),
    }
  }
}
