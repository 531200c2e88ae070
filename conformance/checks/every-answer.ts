import { plainNumber, ROWS_STEP, UUID } from '../../src/contract/wire.ts'
import { type Exchange, lastSegment, type Question } from '../client/exchange.ts'
import { judgeAspects, type Verdict, verdict } from '../model/aspects.ts'
import type { Cell } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import type { Judgement } from '../model/list-faults.ts'
import { kindOf, numberOf, objectOf, textOf } from '../model/lists.ts'
import { APPROVAL, type How, UNKNOWN_KEY } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { SORTS } from '../model/world.ts'
import { check, type Judged, type Table } from './table.ts'
import { BAD_QUERIES } from './tokens.ts'

/** What a request says of the answers that it accepts, by name. All of them allow JSON, the only type of the interface. */
const ACCEPTED: Readonly<Record<string, Pick<How, 'accept' | 'acceptEncoding' | 'acceptLanguage'>>> = {
  usual: {},
  browser: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  any: { accept: '*/*' },
  none: { accept: null },
  'packed-and-english': { acceptEncoding: 'gzip, deflate, br', acceptLanguage: 'en-US,en;q=0.9' },
}
const ACCEPTS = [...Object.keys(ACCEPTED), 'other']

function acceptedBy(question: Question): string {
  const told = ({ accept, acceptEncoding, acceptLanguage }: Partial<Question>) => [String(accept), acceptEncoding, acceptLanguage].join()
  return Object.entries(ACCEPTED).find(([, how]) => told(how) === told(question))?.[0] ?? 'other'
}

/** Judges answers; those of one cell are judged as one, by the first fault of each aspect. */
function judgeAll<Aspect extends string>(
  heard: readonly Exchange[],
  cellOf: (exchange: Exchange) => Cell | undefined,
  judge: (exchange: Exchange, cell: Cell) => Judgement<Aspect>,
): Judged<Aspect>[] {
  const found = new Map<string, Judged<Aspect>>()
  for (const exchange of heard) {
    const cell = cellOf(exchange)
    if (!cell) continue
    const key = Object.values(cell).join('/')
    const known = found.get(key) ?? { cell, faults: [], shown: [], exchanges: [] }
    const { faults, shown } = judge(exchange, cell)
    const first = faults.filter(({ aspect }) => !known.faults.some((fault) => fault.aspect === aspect))
    found.set(key, {
      ...known,
      faults: [...known.faults, ...first.map((fault) => ({ ...fault, shownBy: [exchange] }))],
      shown: [...new Set([...known.shown, ...shown])],
    })
  }
  return [...found.values()]
}

const isText = (value: unknown): value is string => typeof value === 'string'
const told = (name: string, value: unknown) => `${name} is ${kindOf(value)}`

type Fields = Record<string, unknown>
interface Facts {
  exchange: Exchange
  cell: Cell
  status: number
  body: Fields | undefined
  result: Fields | undefined
  paginacao: Fields | undefined
  itens: readonly (Fields | undefined)[]
  message: string
}
type Judges = Record<string, (facts: Facts) => Verdict>

function factsOf(exchange: Exchange, cell: Cell = {}): Facts {
  const { status, json } = exchange.response
  const body = objectOf(json)
  const result = objectOf(body?.result)
  const itens = Array.isArray(result?.itens) ? result.itens.map(objectOf) : []
  return { exchange, cell, status, body, result, paginacao: objectOf(result?.paginacao), itens, message: textOf(body?.message) }
}

const json: Judges[string] = ({ exchange: { response } }) =>
  // RFC 8259 forbids a byte order mark before JSON.
  verdict(
    true,
    response.json !== undefined && !response.hasMark,
    'valid JSON',
    response.hasMark ? 'a byte order mark first' : 'another body',
  )
const type: Judges[string] = ({ exchange: { response } }) => {
  const isJson = /json/i.test(String(response.headers['content-type']))
  return verdict(response.json !== undefined, isJson, 'a Content-Type that names JSON', 'another or none')
}

// Lists.

const NUMBER = /^[1-9]\d{0,8}$/
/** Values to which the interface shows the answer. */
const LEGAL: Readonly<Record<string, RegExp>> = {
  page: NUMBER,
  rows: NUMBER,
  cpf: /^\d+$/,
  sort: /^-?(cpf|nome|atualizado_em)$/,
  nome: /./,
}
const isLegal = ({ query = [] }: Question) =>
  new Set(query.map(([name]) => name)).size === query.length &&
  query.every(([name, value]) => LEGAL[name]?.test(value) && (name !== 'rows' || Number(value) % ROWS_STEP === 0))
const isList = ({ method, path }: Question) => method === 'GET' && path === '/pessoas'

const FIELDS = ['cpf', 'nome', 'atualizado_em']
const everyText = (itens: Facts['itens'], field: string, isRight: (text: string) => boolean, expected: string) => {
  const texts = itens.map((item) => item?.[field]).filter(isText)
  const odd = texts.find((text) => !isRight(text))
  const form = odd?.slice(0, 40).replace(/\d/g, 'd').replace(/\p{L}/gu, 'x')
  return verdict(texts.length > 0, odd === undefined, expected, `${field} of the form ${form}`)
}

/** Returns whether a timestamp has the documented form and exists, unlike 30 February. */
function isInstant(stamp: string): boolean {
  const utc = stamp.replace(/\+00:00$/, 'Z')
  const time = Date.parse(utc)
  return /^\d{4}-.*\.\d{3}Z$/.test(utc) && !Number.isNaN(time) && new Date(time).toISOString() === utc
}

const listJudges = {
  token: ({ status }) => verdict(true, status !== 401, '200, as later', '401'),
  json,
  type,
  envelope: ({ body, result }) => {
    const isRight = result !== undefined && body?.status_code === 200
    const actual = `${told('result', body?.result)} and ${told('status_code', body?.status_code)}`
    return verdict(true, isRight, 'result, an object, and status_code, the integer 200', actual)
  },
  result: ({ result, paginacao }) => {
    const actual = `${told('itens', result?.itens)} and ${told('paginacao', result?.paginacao)}`
    return verdict(result, Array.isArray(result?.itens) && !!paginacao, 'itens, an array, and paginacao, an object', actual)
  },
  busca: ({ result }) => verdict(result, isText(result?.busca), 'busca is a string', told('busca', result?.busca)),
  pages: ({ paginacao }) => {
    const { atual, linhas } = paginacao ?? {}
    const isRight = Number.isInteger(atual) && Number.isInteger(linhas)
    return verdict(paginacao, isRight, 'atual and linhas are integers', `${told('atual', atual)} and ${told('linhas', linhas)}`)
  },
  total: ({ paginacao }) => {
    const total = paginacao?.total
    return verdict(paginacao, isText(total) && /^\d+$/.test(total), 'total is a string of digits', told('total', total))
  },
  size: ({ paginacao, itens: { length } }) => {
    const linhas = numberOf(paginacao?.linhas)
    return verdict(!Number.isNaN(linhas), length <= linhas, `at most ${linhas} persons, as linhas says`, String(length))
  },
  item: ({ itens }) => {
    const odd = FIELDS.find((field) => itens.some((item) => !isText(item?.[field])))
    return verdict(itens.length > 0, odd === undefined, `${odd} is a string`, `${odd} is of another type or missing`)
  },
  cpf: ({ itens }) => everyText(itens, 'cpf', (text) => /^[0-9]+$/.test(text), 'cpf has digits only'),
  stamp: ({ itens }) => everyText(itens, 'atualizado_em', isInstant, 'YYYY-MM-DDTHH:MM:SS.mmm with Z or +00:00, which exists'),
} satisfies Judges
type ListAspect = keyof typeof listJudges
const listAspects = Object.keys(listJudges) as ListAspect[]
const hasPersons = ({ found }: Cell) => found === 'somebody'

/** Headings 2 and 4.1: every list of the run that the interface shows. */
export const everyList: Table<ListAspect> = {
  name: 'every list',
  risk: 'r',
  axes: {
    asker: ['own', 'other'],
    after: ['nothing', 'decision'],
    filter: ['none', 'nome', 'cpf', 'cpf-and-nome'],
    order: ['none', ...SORTS],
    rows: ['none', '25', '50', 'more'],
    page: ['first', 'later'],
    found: ['somebody', 'nobody'],
    accept: ACCEPTS,
  },
  aspects: listAspects,
  // biome-ignore format: rows
  checks: [
    check('AUTH-22', '5-2 5-1 4.1-5 4.1-4', 'token', 'never refuses a valid token'),
    check('ENV-04', '0-json', 'json', 'returns every list as valid JSON'),
    check('ENV-13', '0-json', 'type', 'names JSON in the Content-Type of every list',
      { should: 'HTTP clients read a body by its Content-Type.' }),
    check('ENV-02', '2.4-success 4.1-4', 'envelope', 'returns every list in an envelope with result and status_code 200'),
    check('ENV-03', '2.2-itens 2.2-paginacao 0-names 4.1-4', 'result', 'returns itens, an array, and paginacao, an object, in every list'),
    check('BUSCA-04', '2.2-busca', 'busca', 'returns busca as a string in every list'),
    check('PAG-01', '2.2-atual 2.2-linhas', 'pages', 'returns atual and linhas as integers'),
    check('PAG-02', '2.2-total', 'total', 'returns total as a string that contains a number'),
    check('PAG-05', '2.2-linhas 2.2-itens', 'size', 'returns at most as many persons on a page as linhas says', { of: hasPersons }),
    check('ITEM-01', '2.1-cpf 2.1-nome 2.1-atualizado_em 0-names', 'item',
      'returns every person with cpf, nome and atualizado_em as strings', { of: hasPersons }),
    check('ITEM-02', '2.1-cpf', 'cpf', 'returns every cpf as digits only', { of: hasPersons }),
    check('ITEM-04', '2.1-atualizado_em', 'stamp', 'returns every atualizado_em as a UTC timestamp with milliseconds', { of: hasPersons }),
  ],
  async ask(service) {
    const { heard, keys } = service
    if (!heard.some(({ question }) => isList(question) && isLegal(question))) await service.get({})
    const decided = heard.findIndex(({ question, response }) => question.method === 'POST' && response.status === 200)
    const before = new Set(decided < 0 ? heard : heard.slice(0, decided))
    const isAccepted =
      ({ question: { authorization } }: Exchange) =>
      (one: Exchange) =>
        one.question.authorization === authorization && one.response.status === 200
    return judgeAll<ListAspect>(
      heard,
      (exchange) => {
        const { question } = exchange
        const asker = question.authorization === keys.own ? 'own' : question.authorization === keys.other ? 'other' : undefined
        if (asker === undefined || !isList(question) || !isLegal(question)) return undefined
        const { nome, cpf, sort = 'none', rows = 'none', page = '1' } = Object.fromEntries(question.query ?? [])
        return {
          asker,
          after: before.has(exchange) ? 'nothing' : 'decision',
          filter: [cpf !== undefined && 'cpf', nome !== undefined && 'nome'].filter(Boolean).join('-and-') || 'none',
          order: sort,
          rows: ['none', '25', '50'].includes(rows) ? rows : 'more',
          page: page === '1' ? 'first' : 'later',
          found: factsOf(exchange).itens.length > 0 ? 'somebody' : 'nobody',
          accept: acceptedBy(question),
        }
      },
      (exchange, cell) => {
        const { status } = exchange.response
        // A token that is never accepted again may have expired.
        const isRefused = status === 401 && heard.indexOf(exchange) < heard.findLastIndex(isAccepted(exchange))
        if (status !== 200 && !isRefused) return { faults: [], shown: [] }
        return judgeAspects(listJudges, { token: listAspects, json: listAspects.slice(2) }, factsOf(exchange, cell))
      },
    )
  },
}

// Refusals.

const NAMES: Readonly<Record<number, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' }

const refusalJudges = {
  json: (facts) => verdict(true, json(facts) === 'right' && facts.body !== undefined, 'a JSON object', 'another body'),
  type,
  texts: ({ body }) => {
    const odd = ['error', 'message'].find((field) => !isText(body?.[field]) || body[field] === '') ?? ''
    return verdict(true, odd === '', `${odd} is a string that is not empty`, told(odd, body?.[odd]))
  },
  'status-code': ({ status, body }) =>
    verdict(true, body?.status_code === status, `status_code ${status}`, told('status_code', body?.status_code)),
  'no-validation': ({ status, body }) =>
    verdict(status !== 400, !Object.hasOwn(body ?? {}, 'validation'), 'no validation', `validation in a ${status}`),
  validation: ({ status, cell, body }) => {
    const { source, keys } = objectOf(body?.validation) ?? {}
    const isRight = isText(source) && Array.isArray(keys) && keys.every(isText)
    const isShown = status === 400 && (body?.validation !== undefined || cell.request === 'query')
    const actual = `${told('source', source)} and ${told('keys', keys)}`
    return verdict(isShown, isRight, 'source, a string, and keys, an array of strings', actual)
  },
  name: ({ status, body }) => verdict(true, body?.error === NAMES[status], `error "${NAMES[status]}"`, told('error', body?.error)),
  access: ({ status, message }) => {
    const isRight = /token/i.test(message) && /acess|habilit|permiss|autoriz/i.test(message)
    return verdict(status === 401, isRight, 'a message that mentions the token and the access', { theirs: message })
  },
  protocol: ({ status, message }) => {
    const isRight = /protocolo/i.test(message) && /n[ãa]o|inexist/i.test(message)
    return verdict(status === 404, isRight, 'a message that the protocol was not found', { theirs: message })
  },
} satisfies Judges
type RefusalAspect = keyof typeof refusalJudges
const refusalAspects = Object.keys(refusalJudges) as RefusalAspect[]
const refusalHides = { json: refusalAspects, texts: ['name', 'access', 'protocol'] } as const
const isShown = ({ request, number }: Cell) => request !== 'query' && number !== 'text'
const ofStatus = (status: string) => (cell: Cell) => cell.status === status && isShown(cell)
const IN_WORDS = 'the interface tells what the message says, but not its words.'

/** Heading 7: every refusal of the run that the interface shows. */
export const everyRefusal: Table<RefusalAspect> = {
  name: 'every refusal',
  risk: 'r',
  axes: {
    status: ['401', '404', '400'],
    request: ['list', 'query', 'approval', 'rejection', 'other'],
    number: ['none', 'unknown', 'declared', 'text'],
    token: ['own', 'other', 'wrong'],
    accept: ACCEPTS,
  },
  aspects: refusalAspects,
  // biome-ignore format: rows
  checks: [
    check('ENV-05', '7-error 7-message 2.4-error 0-json', 'json texts', 'returns every refusal as JSON with an error and a message',
      { of: isShown }),
    check('ENV-06', '7-status_code 2.4-error', 'status-code', 'returns the HTTP status as status_code in every refusal', { of: isShown }),
    check('ENV-07', '7-validation', 'no-validation', 'returns validation only with a 400', { of: isShown }),
    check('ENV-08', '7-validation', 'validation', 'returns source, a string, and keys, an array of strings, in validation', { of: isShown }),
    check('VAL-11', '7-400 7-error', 'name', 'returns error "Bad Request" with a 400', { of: ofStatus('400') }),
    check('AUTH-05', '7-401 7-error', 'name', 'returns error "Unauthorized" with a 401', { of: ofStatus('401') }),
    check('VAL-03', '7-404 7-error', 'name', 'returns error "Not Found" with a 404', { of: ofStatus('404') }),
    check('AUTH-06', '7-401 5-2', 'access', 'mentions the token and the access in the message of a 401', { should: IN_WORDS }),
    check('VAL-04', '7-404', 'protocol', 'says in the message of a 404 that the protocol was not found', { of: isShown, should: IN_WORDS }),
    check('VAL-44', '7-404 7-error 7-message 7-status_code 7-validation 0-json', 'json texts status-code no-validation name',
      'refuses a number that is not a UUID as documented',
      { of: ({ number }) => number === 'text', should: 'such a number is one that no report has.' }),
    check('ENV-10', '0-json', 'type', 'names JSON in the Content-Type of every refusal',
      { should: 'HTTP clients read a body by its Content-Type.' }),
    check('ENV-11', '7-validation', 'validation', 'returns validation with source and keys in the 400 for a query',
      { of: ({ request }) => request === 'query', should: 'the interface shows validation for a body, and a query has fields, too.' }),
  ],
  async ask(service) {
    await askOneOfEach(service)
    return judgeAll<RefusalAspect>(
      service.heard,
      (exchange) => refusalCell(service, exchange),
      (exchange, cell) => judgeAspects(refusalJudges, refusalHides, factsOf(exchange, cell)),
    )
  },
}

/** Asks for one refusal of each kind, with all that a request may accept. */
async function askOneOfEach(service: Service): Promise<void> {
  const { keys, target } = service
  const queries = Object.values(BAD_QUERIES).map((query) => service.get(query))
  const lists = Object.values(ACCEPTED).map((how) => service.again({}, { ...how, authorization: keys.none }))
  await Promise.all([...queries, ...lists])
  if (!target.allows('w0')) return
  const bad = { ...APPROVAL, [UNKNOWN_KEY]: 1 }
  const decisions = Object.values(ACCEPTED).flatMap((how) =>
    [APPROVAL, bad].map((body) => service.decide(service.unknownNumber(), body, how)),
  )
  await Promise.all([...decisions, service.decide(service.unknownNumber('other'), APPROVAL)])
}

/** Returns the cell of a refusal that the interface shows; undefined for another answer. */
function refusalCell({ keys, reports }: Service, { question, response: { status } }: Exchange): Cell | undefined {
  const { authorization, contentType = 'json', query = [] } = question
  const numero = numeroOf(question)
  const isPost = numero !== undefined && /json/i.test(contentType) && status in NAMES
  // For a list, the interface shows no refusal except 401.
  const isQuery = isList(question) && status === 400 && query.length > 0
  if (!isPost && !isQuery && !(isList(question) && status === 401)) return undefined
  const isDeclared = reports.some(({ value }) => plainNumber(value) === numero)
  return {
    status: String(status),
    request: isPost ? decisionIn(question) : isQuery ? 'query' : 'list',
    number: numero === undefined ? 'none' : isDeclared ? 'declared' : UUID.test(numero) ? 'unknown' : 'text',
    token: authorization === keys.own ? 'own' : authorization === keys.other ? 'other' : 'wrong',
    accept: acceptedBy(question),
  }
}

/** Returns the number in the path of a decision as the interface writes it; undefined for another path. */
function numeroOf({ method, path }: Question): string | undefined {
  const [above, numero] = lastSegment(path)
  if (method !== 'POST' || above !== '/relatorios/validar/') return undefined
  try {
    return plainNumber(decodeURIComponent(numero).trim())
  } catch {
    return undefined
  }
}

function decisionIn({ body = '' }: Question): string {
  const [, aprovar] = /"aprovar"\s*:\s*(true|false)/.exec(body) ?? []
  return aprovar === undefined ? 'other' : aprovar === 'true' ? 'approval' : 'rejection'
}

// Decisions.

const decisionJudges = { json, type, envelope: listJudges.envelope } satisfies Judges
type DecisionAspect = keyof typeof decisionJudges

/** Heading 2.4: every decision of the run that was accepted. */
export const everyDecision: Table<DecisionAspect> = {
  name: 'every decision',
  risk: 'w2',
  needs: ['report'],
  axes: { decision: ['approval', 'rejection', 'other'], asker: ['own', 'other'], time: ['first', 'again'], accept: ACCEPTS },
  aspects: ['json', 'type', 'envelope'],
  // biome-ignore format: rows
  checks: [
    check('VAL-52', '2.4-success 4.2-2 0-json', 'json envelope', 'returns every decision in an envelope with result and status_code 200'),
  ],
  async ask({ heard, keys, reports, foreignReport }) {
    const declared = [...reports, ...(foreignReport ? [foreignReport] : [])].map(({ value }) => plainNumber(value))
    const accepted = heard.filter(({ question, response }) => response.status === 200 && declared.includes(numeroOf(question) ?? ''))
    if (accepted.length === 0) throw new Undecided('branch-not-taken', 'no decision was accepted')
    const seen = new Set<string>()
    return judgeAll<DecisionAspect>(
      accepted,
      ({ question }) => ({
        decision: decisionIn(question),
        asker: question.authorization === keys.own ? 'own' : 'other',
        time: seen.size < seen.add(numeroOf(question) as string).size ? 'first' : 'again',
        accept: acceptedBy(question),
      }),
      (exchange, cell) => judgeAspects<DecisionAspect, Facts>(decisionJudges, { json: ['type', 'envelope'] }, factsOf(exchange, cell)),
    )
  },
}
