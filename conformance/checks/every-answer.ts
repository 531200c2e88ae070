import { plainNumber, ROWS_STEP, UUID } from '../../src/contract/wire.ts'
import { type Credentials, type Exchange, lastSegment, type Question } from '../client/exchange.ts'
import { judgeAspects, type Verdict } from '../model/aspects.ts'
import type { Cell } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import type { Judgement } from '../model/list-faults.ts'
import { kindOf, numberOf, objectOf, textOf } from '../model/lists.ts'
import { APPROVAL, type How, UNKNOWN_KEY } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { SORTS } from '../model/world.ts'
import { check, type Judged, type Table } from './table.ts'
import { BAD_QUERIES } from './tokens.ts'

type Fields = Record<string, unknown>

/** What a request says of the answers that it accepts, by name. All of them allow JSON, the only type of the interface. */
const ACCEPTED: Readonly<Record<string, Pick<How, 'accept' | 'acceptEncoding' | 'acceptLanguage'>>> = {
  browser: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  any: { accept: '*/*' },
  none: { accept: null },
  'packed-and-english': { acceptEncoding: 'gzip, deflate, br', acceptLanguage: 'en-US,en;q=0.9' },
}

function acceptedBy(question: Question): string {
  const given = ({ accept, acceptEncoding, acceptLanguage }: Partial<Question>) => [accept, acceptEncoding, acceptLanguage].join('|')
  if (given(question) === given({})) return 'usual'
  return Object.entries(ACCEPTED).find(([, how]) => given(how) === given(question))?.[0] ?? 'other'
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
    const others = faults.filter(({ aspect }) => !known.faults.some((fault) => fault.aspect === aspect))
    found.set(key, {
      ...known,
      faults: [...known.faults, ...others.map((fault) => ({ ...fault, shownBy: [exchange] }))],
      shown: [...new Set([...known.shown, ...shown])],
    })
  }
  return [...found.values()]
}

const must = (isRight: boolean, expected: string, actual: () => string): Verdict => (isRight ? 'right' : [expected, actual()])
const isText = (value: unknown): value is string => typeof value === 'string'
const isJson = ({ response: { json, hasMark } }: Exchange) => json !== undefined && !hasMark
const namesJson = ({ response: { headers } }: Exchange) => /json/i.test(String(headers['content-type']))
// RFC 8259 forbids a byte order mark before JSON.
const json = (exchange: Exchange) =>
  must(isJson(exchange), 'a body that is valid JSON', () => (exchange.response.hasMark ? 'a byte order mark before it' : 'another'))
const type = (exchange: Exchange) =>
  isJson(exchange) ? must(namesJson(exchange), 'a Content-Type that names JSON', () => 'another or none') : 'not shown'

// Lists.

const NUMBER = /^[1-9]\d{0,8}$/
/** Values to which the interface shows the answer. */
const LEGAL: Readonly<Record<string, RegExp>> = {
  page: NUMBER,
  rows: NUMBER,
  cpf: /^\d+$/,
  sort: /^-?(?:cpf|nome|atualizado_em)$/,
  nome: /./,
}

const isLegal = ({ query = [] }: Question) =>
  new Set(query.map(([name]) => name)).size === query.length &&
  query.every(([name, value]) => LEGAL[name]?.test(value) && (name !== 'rows' || Number(value) % ROWS_STEP === 0))

const isList = ({ method, path }: Question) => method === 'GET' && path === '/pessoas'
const resultOf = ({ response: { json } }: Exchange): Fields | undefined => objectOf(objectOf(json)?.result)
const paginacaoOf = (exchange: Exchange): Fields | undefined => objectOf(resultOf(exchange)?.paginacao)
const itensOf = (exchange: Exchange): readonly unknown[] => [resultOf(exchange)?.itens].filter(Array.isArray).flat()

const FIELDS = ['cpf', 'nome', 'atualizado_em']

/** Judges the first text of a field that is odd. */
function everyText(exchange: Exchange, field: string, isRight: (text: string) => boolean, expected: string): Verdict {
  const texts = itensOf(exchange)
    .map((item) => objectOf(item)?.[field])
    .filter(isText)
  const odd = texts.find((text) => !isRight(text))
  if (odd !== undefined) return [expected, `${field} of the form ${odd.slice(0, 40).replace(/\d/g, 'd').replace(/\p{L}/gu, 'x')}`]
  return texts.length > 0 ? 'right' : 'not shown'
}

const listJudges = {
  status: ({ response: { status } }: Exchange): Verdict => must(status === 200, '200', () => String(status)),
  json,
  type,
  envelope({ response: { json } }: Exchange): Verdict {
    const body = objectOf(json)
    if (!objectOf(body?.result)) return ['an object with result, an object', `result is ${kindOf(body?.result)}`]
    return must(body?.status_code === 200, 'status_code is the integer 200', () => `status_code is ${kindOf(body?.status_code)}`)
  },
  result(exchange: Exchange): Verdict {
    const { itens, paginacao } = resultOf(exchange) ?? {}
    if (!Array.isArray(itens)) return ['itens is an array', `itens is ${kindOf(itens)}`]
    return must(objectOf(paginacao) !== undefined, 'paginacao is an object', () => `paginacao is ${kindOf(paginacao)}`)
  },
  busca(exchange: Exchange): Verdict {
    const busca = resultOf(exchange)?.busca
    return must(isText(busca), 'busca is a string', () => `busca is ${kindOf(busca)}`)
  },
  pages(exchange: Exchange): Verdict {
    const { atual, linhas } = paginacaoOf(exchange) ?? {}
    const isRight = Number.isInteger(atual) && Number.isInteger(linhas)
    return must(isRight, 'atual and linhas are integers', () => `atual is ${kindOf(atual)} and linhas ${kindOf(linhas)}`)
  },
  total(exchange: Exchange): Verdict {
    const { total } = paginacaoOf(exchange) ?? {}
    return must(isText(total) && /^\d+$/.test(total), 'total is a string of digits', () => `total is ${kindOf(total)}`)
  },
  size(exchange: Exchange): Verdict {
    const [linhas, { length }] = [numberOf(paginacaoOf(exchange)?.linhas), itensOf(exchange)]
    if (length === 0 || Number.isNaN(linhas)) return 'not shown'
    return must(length <= linhas, `at most ${linhas} persons, as linhas says`, () => String(length))
  },
  item(exchange: Exchange): Verdict {
    const itens = itensOf(exchange)
    const odd = itens.flatMap((item) => FIELDS.filter((field) => !isText(objectOf(item)?.[field])).map((field) => ({ item, field })))[0]
    if (odd) return [`${odd.field} is a string`, `${odd.field} is of another type or missing`]
    return itens.length > 0 ? 'right' : 'not shown'
  },
  cpf: (exchange: Exchange) => everyText(exchange, 'cpf', (text) => /^[0-9]+$/.test(text), 'cpf has digits only'),
  stamp: (exchange: Exchange) =>
    everyText(exchange, 'atualizado_em', isInstant, 'YYYY-MM-DDTHH:MM:SS.mmm with Z or +00:00, a time that exists'),
}
type ListAspect = keyof typeof listJudges | 'token'

const listAspects = ['token', ...Object.keys(listJudges)] as ListAspect[]
const listHides = {
  status: listAspects,
  json: listAspects.slice(2),
  envelope: listAspects.slice(4),
  result: ['pages', 'total', 'size', 'item', 'cpf', 'stamp'] as const,
}

/** Returns whether a timestamp has the documented form and exists, unlike 30 February. */
function isInstant(stamp: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)$/.test(stamp)) return false
  const utc = stamp.replace('+00:00', 'Z')
  const time = Date.parse(utc)
  return !Number.isNaN(time) && new Date(time).toISOString() === utc
}

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
    accept: ['usual', ...Object.keys(ACCEPTED), 'other'],
  },
  aspects: listAspects,
  checks: [
    check('AUTH-22', '5-2 5-1 4.1-5 4.1-4', 'token', 'never refuses a valid token'),
    check('ENV-12', '4.1-4 2.4-success', 'status', 'answers a list with 200 and no other success, whomever it selects'),
    check('ENV-04', '0-json', 'json', 'returns every list as valid JSON'),
    check('ENV-13', '0-json', 'type', 'names JSON in the Content-Type of every list', {
      should: 'HTTP clients read a body by its Content-Type.',
    }),
    check('ENV-02', '2.4-success 4.1-4', 'envelope', 'returns every list in an envelope with result and status_code 200'),
    check('ENV-03', '2.2-itens 2.2-paginacao 0-names 4.1-4', 'result', 'returns itens, an array, and paginacao, an object, in every list'),
    check('BUSCA-04', '2.2-busca', 'busca', 'returns busca as a string in every list'),
    check('PAG-01', '2.2-atual 2.2-linhas', 'pages', 'returns atual and linhas as integers'),
    check('PAG-02', '2.2-total', 'total', 'returns total as a string that contains a number'),
    check('PAG-05', '2.2-linhas 2.2-itens', 'size', 'returns at most as many persons on a page as linhas says'),
    check(
      'ITEM-01',
      '2.1-cpf 2.1-nome 2.1-atualizado_em 0-names',
      'item',
      'returns every person with cpf, nome and atualizado_em as strings',
    ),
    check('ITEM-02', '2.1-cpf', 'cpf', 'returns every cpf as digits only'),
    check('ITEM-04', '2.1-atualizado_em', 'stamp', 'returns every atualizado_em as a UTC timestamp with milliseconds'),
  ],
  async ask(service) {
    const { own, other } = service.keys
    await service.get({})
    await service.get({ nome: service.gibberish(32) })
    const heard = service.heard.filter(({ question }) => isList(question) && isLegal(question))
    /** The last list that each token got: one that is refused after it may have expired. */
    const lastOf = (token: Credentials) =>
      heard.findLastIndex(({ question, response }) => question.authorization === token && response.status === 200)
    const lasts = new Map([own, other].flatMap((token) => (token ? [[token, lastOf(token)] as const] : [])))
    const firstDecision = service.heard.findIndex(({ question, response }) => question.method === 'POST' && response.status === 200)
    const before = new Set(firstDecision < 0 ? service.heard : service.heard.slice(0, firstDecision))
    const places = new Map(heard.map((exchange, i) => [exchange, i]))
    return judgeAll<ListAspect>(
      heard,
      (exchange) => (lasts.has(exchange.question.authorization) ? listCell(exchange, own, before) : undefined),
      (exchange, { page }) => {
        const { status } = exchange.response
        const last = lasts.get(exchange.question.authorization) as number
        if (status === 401) {
          const isBetween = (places.get(exchange) as number) < last
          const fault = { aspect: 'token' as const, expected: '200, as later', actual: '401' }
          return isBetween ? { faults: [fault], shown: ['token'] } : { faults: [], shown: [] }
        }
        // The interface does not show what comes after the end of a list, nor which queries are refused.
        if (status < 200 || status > 299 || (status !== 200 && page === 'later')) return { faults: [], shown: [] }
        const { faults, shown } = judgeAspects<ListAspect, Exchange>({ token: () => 'right', ...listJudges }, listHides, exchange)
        return { faults, shown }
      },
    )
  },
}

function listCell(exchange: Exchange, own: Credentials, before: ReadonlySet<Exchange>): Cell {
  const { question } = exchange
  const { nome, cpf, sort = 'none', rows = 'none', page = '1' } = Object.fromEntries(question.query ?? [])
  return {
    asker: question.authorization === own ? 'own' : 'other',
    after: before.has(exchange) ? 'nothing' : 'decision',
    filter: [cpf !== undefined && 'cpf', nome !== undefined && 'nome'].filter(Boolean).join('-and-') || 'none',
    order: sort,
    rows: ['none', '25', '50'].includes(rows) ? rows : 'more',
    page: page === '1' ? 'first' : 'later',
    found: itensOf(exchange).length > 0 ? 'somebody' : 'nobody',
    accept: acceptedBy(question),
  }
}

// Refusals.

const NAMES: Readonly<Record<number, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' }

interface Told {
  exchange: Exchange
  cell: Cell
  status: number
  body: Fields
}

const messageOf = ({ message }: Fields) => textOf(message)
const refusalJudges = {
  status({ status, cell: { expected } }: Told): Verdict {
    const isRight = expected === 'any' || String(status) === expected || status === 406
    return must(isRight, expected as string, () => String(status))
  },
  json: ({ exchange }: Told) =>
    objectOf(exchange.response.json) ? json(exchange) : (['a JSON object', 'a body that is none'] as const satisfies Verdict),
  type: ({ exchange }: Told) => type(exchange),
  texts({ body }: Told): Verdict {
    const odd = ['error', 'message'].find((field) => !isText(body[field]) || body[field] === '')
    return odd === undefined ? 'right' : [`${odd} is a string that is not empty`, `${odd} is ${kindOf(body[odd])}`]
  },
  'status-code': ({ status, body: { status_code } }: Told) =>
    must(status_code === status, `status_code ${status}`, () => `status_code is ${kindOf(status_code)}`),
  'no-validation': ({ status, body }: Told): Verdict =>
    status === 400 ? 'not shown' : must(!Object.hasOwn(body, 'validation'), 'no validation', () => `validation in a ${status}`),
  validation({ status, body: { validation } }: Told): Verdict {
    if (status !== 400 || validation === undefined) return 'not shown'
    const { source, keys } = objectOf(validation) ?? {}
    const isRight = isText(source) && Array.isArray(keys) && keys.every(isText)
    return must(isRight, 'source, a string, and keys, an array of strings', () => `source is ${kindOf(source)} and keys ${kindOf(keys)}`)
  },
  name: ({ status, body: { error } }: Told) => must(error === NAMES[status], `error "${NAMES[status]}"`, () => `error is ${kindOf(error)}`),
  'access-words': ({ status, body }: Told): Verdict =>
    status === 401
      ? must(
          /token/i.test(messageOf(body)) && /acess|habilit|permiss|autoriz/i.test(messageOf(body)),
          'a message that mentions the token and the access',
          () => messageOf(body),
        )
      : 'not shown',
  'report-words': ({ status, body }: Told): Verdict =>
    status === 404
      ? must(
          /protocolo/i.test(messageOf(body)) && /n[ãa]o|inexist/i.test(messageOf(body)),
          'a message that the protocol was not found',
          () => messageOf(body),
        )
      : 'not shown',
}
type RefusalAspect = keyof typeof refusalJudges
const refusalAspects = Object.keys(refusalJudges) as RefusalAspect[]
const refusalHides = {
  status: refusalAspects,
  json: refusalAspects.filter((aspect) => aspect !== 'json'),
  texts: ['name', 'access-words', 'report-words'] as const,
}
const ofStatus = (status: number) => (cell: Cell) => cell.status === String(status) && isShown(cell)
const isShown = ({ request, number }: Cell) => request !== 'query' && number !== 'text'
const FORMS = 'json texts status-code no-validation name'

/** Heading 7: every refusal of the run that the interface shows. */
export const everyRefusal: Table<RefusalAspect> = {
  name: 'every refusal',
  risk: 'r',
  axes: {
    status: ['401', '404', '400'],
    request: ['list', 'query', 'approval', 'rejection', 'bad-body'],
    number: ['none', 'unknown', 'declared', 'text'],
    token: ['own', 'other', 'wrong'],
    accept: ['usual', ...Object.keys(ACCEPTED), 'other'],
    expected: ['any', '401', '404', '400'],
  },
  aspects: refusalAspects,
  clauses: {
    status: '0-json 7-400 7-401 7-404',
    json: '0-json 2.4-error',
    type: '0-json',
    texts: '7-error 7-message 2.4-error',
    'status-code': '7-status_code',
    'no-validation': '7-validation',
    validation: '7-validation',
    name: '7-400 7-401 7-404 7-error',
    'access-words': '7-401 5-2',
    'report-words': '7-404',
  },
  checks: [
    check('HDR-05', '0-json 7-400 7-401 7-404', 'status', 'refuses as documented, whatever type, encoding and language a request accepts', {
      of: ({ expected }) => expected !== 'any',
    }),
    check('ENV-05', '7-error 7-message 2.4-error 0-json', 'json texts', 'returns every refusal as JSON with an error and a message', {
      of: isShown,
    }),
    check('ENV-06', '7-status_code 2.4-error', 'status-code', 'returns the HTTP status as status_code in every refusal', { of: isShown }),
    check('ENV-07', '7-validation', 'no-validation', 'returns validation only with a 400', { of: isShown }),
    check('ENV-08', '7-validation', 'validation', 'returns source, a string, and keys, an array of strings, in validation', {
      of: isShown,
    }),
    check('VAL-11', '7-400 7-error', 'name', 'returns error "Bad Request" with a 400', { of: ofStatus(400) }),
    check('AUTH-05', '7-401 7-error', 'name', 'returns error "Unauthorized" with a 401', { of: ofStatus(401) }),
    check('VAL-03', '7-404 7-error', 'name', 'returns error "Not Found" with a 404', { of: ofStatus(404) }),
    check('AUTH-06', '7-401 5-2', 'access-words', 'mentions the token and the access in the message of a 401', {
      should: 'the interface tells what the message says, but not its words.',
    }),
    check('VAL-04', '7-404', 'report-words', 'says in the message of a 404 that the protocol was not found', {
      of: isShown,
      should: 'the interface tells what the message says, but not its words.',
    }),
    check(
      'VAL-44',
      '7-404 7-error 7-message 7-status_code 7-validation 0-json',
      FORMS,
      'refuses a number that is not a UUID as documented',
      {
        of: ({ number }) => number === 'text',
        should: 'such a number is one that no report has.',
      },
    ),
    check('ENV-10', '0-json', 'type', 'names JSON in the Content-Type of every refusal', {
      should: 'HTTP clients read a body by its Content-Type.',
    }),
    check('ENV-11', '7-validation', 'validation', 'returns validation with source and keys in the 400 for a query', {
      of: ({ request }) => request === 'query',
      should: 'the interface shows validation for a body, and a query has fields, too.',
    }),
  ],
  async ask(service) {
    const expected = await askOneOfEach(service)
    return judgeAll<RefusalAspect>(
      service.heard,
      (exchange) => refusalCell(service, exchange, expected.get(exchange)),
      (exchange, cell) => {
        const { status, json } = exchange.response
        const body = objectOf(json) ?? {}
        const told = cell.request === 'query' ? { ...body, validation: body.validation ?? null } : body
        if (cell.expected !== 'any' && status === 406) return { faults: [], shown: ['status'] }
        return judgeAspects(refusalJudges, refusalHides, { exchange, cell, status, body: told })
      },
    )
  },
}

/** Asks for one refusal of each kind, and for each with what a request may accept. Returns the status that must come. */
async function askOneOfEach(service: Service): Promise<ReadonlyMap<Exchange, string>> {
  const { keys } = service
  const asked = new Map<Exchange, string>()
  const list = async (how: How) => (await service.again({}, { ...how, authorization: keys.none })).exchange
  const decide = (body: object, how: How) => service.decide(service.unknownNumber(), body, how)
  await Promise.all(Object.values(BAD_QUERIES).map((query) => service.get(query)))
  const mayPost = service.target.allows('w0')
  for (const how of [{}, ...Object.values(ACCEPTED)]) {
    asked.set(await list(how), '401')
    if (!mayPost) continue
    asked.set(await decide(APPROVAL, how), '404')
    const bad = await decide({ ...APPROVAL, [UNKNOWN_KEY]: 1 }, how)
    // An unknown number may come before a bad body.
    if (bad.response.status !== 404) asked.set(bad, '400')
  }
  if (mayPost) await service.decide(service.unknownNumber('other'), APPROVAL)
  return asked
}

/** Returns the cell of a refusal that the interface shows; undefined for another answer. */
function refusalCell({ keys, reports }: Service, { question, response }: Exchange, expected = 'any'): Cell | undefined {
  const { method, authorization, contentType = 'json', query = [] } = question
  const status = String(response.status)
  const isPost = method === 'POST' && /^\/relatorios\/validar\/[^/]+$/.test(question.path) && /json/i.test(contentType)
  if (!isPost && !isList(question)) return undefined
  if (expected === 'any' && !(status in NAMES)) return undefined
  // For a list, the interface shows no refusal except 401.
  const isQuery = !isPost && expected === 'any' && status !== '401'
  if (isQuery && (status !== '400' || query.length === 0)) return undefined
  const numero = isPost ? plainNumber(decodedNumber(question)) : ''
  const isDeclared = reports.some(({ value }) => value.toLowerCase() === numero)
  return {
    status,
    request: isPost ? kindOfBody(question.body) : isQuery ? 'query' : 'list',
    number: !isPost ? 'none' : isDeclared ? 'declared' : UUID.test(numero) ? 'unknown' : 'text',
    token: authorization === keys.own ? 'own' : authorization === keys.other ? 'other' : 'wrong',
    accept: acceptedBy(question),
    expected,
  }
}

/** Returns the number in the path of a decision. */
function decodedNumber({ path }: Question): string {
  try {
    return decodeURIComponent(lastSegment(path)[1])
  } catch {
    return ''
  }
}

function kindOfBody(body = ''): 'approval' | 'rejection' | 'bad-body' {
  const [, aprovar] = /^\{"aprovar":(true|false),"mensagem":"[^"\\]{25,}"\}$/.exec(body) ?? []
  return aprovar === undefined ? 'bad-body' : aprovar === 'true' ? 'approval' : 'rejection'
}

// Decisions.

const DECISION_ASPECTS = ['json', 'envelope', 'numero', 'shape'] as const
type DecisionAspect = (typeof DECISION_ASPECTS)[number]

/** Heading 2.3: every decision of the run that was accepted. */
export const everyDecision: Table<DecisionAspect> = {
  name: 'every decision',
  risk: 'w2',
  needs: ['report'],
  axes: {
    decision: ['approval', 'rejection', 'other'],
    asker: ['own', 'other'],
    report: ['first', 'later'],
    time: ['first', 'again'],
    accept: ['usual', ...Object.keys(ACCEPTED), 'other'],
  },
  aspects: DECISION_ASPECTS,
  checks: [
    check(
      'VAL-33',
      '2.3-numero 4.2-2 2.4-success 1-2 0-json',
      'json envelope numero',
      'returns the number of the report for every decision',
    ),
    check('VAL-35', '4.2-2 2.3-numero', 'shape', 'returns the same shape for an approval and a rejection'),
  ],
  async ask({ heard, keys, reports, foreignReport }) {
    const all = [...reports, ...(foreignReport ? [foreignReport] : [])].map(({ value }) => value.toLowerCase())
    const numeroOf = ({ question }: Exchange) => plainNumber(decodedNumber(question).trim())
    const accepted = heard.filter(
      (exchange) => exchange.question.method === 'POST' && exchange.response.status === 200 && all.includes(numeroOf(exchange)),
    )
    if (accepted.length === 0) throw new Undecided('branch-not-taken', 'no decision was accepted')
    const bodyKind = ({ question: { body = '' } }: Exchange) => {
      const [, aprovar] = /"aprovar"\s*:\s*(true|false)/.exec(body) ?? []
      return aprovar === undefined ? 'other' : aprovar === 'true' ? 'approval' : 'rejection'
    }
    const approvals = [...new Set(accepted.filter((one) => bodyKind(one) === 'approval').map(({ response }) => shapeOf(response.json)))]
    const seen = new Set<string>()
    return judgeAll<DecisionAspect>(
      accepted,
      (exchange) => {
        const numero = numeroOf(exchange)
        const isFirst = seen.size === seen.add(numero).size
        return {
          decision: bodyKind(exchange),
          asker: exchange.question.authorization === keys.own ? 'own' : 'other',
          report: numero === all[0] ? 'first' : 'later',
          time: isFirst ? 'again' : 'first',
          accept: acceptedBy(exchange.question),
        }
      },
      (exchange, { decision }) => {
        const numero = resultOf(exchange)?.numero
        const { status_code } = objectOf(exchange.response.json) ?? {}
        const judges: Record<DecisionAspect, () => Verdict> = {
          json: () => json(exchange),
          envelope: () => must(status_code === 200, 'status_code is the integer 200', () => `status_code is ${kindOf(status_code)}`),
          numero: () => {
            if (!isText(numero)) return ['numero is a string', `numero is ${kindOf(numero)}`]
            // If the operator declared another form than that of a UUID, the service is not at fault.
            if (!UUID.test(numero) && UUID.test(numeroOf(exchange))) return ['numero in the shape of a UUID', 'another shape']
            return must(plainNumber(numero) === numeroOf(exchange), 'the number of the report', () => 'another number')
          },
          shape: () => {
            if (decision !== 'rejection' || approvals.length === 0) return 'not shown'
            const shape = shapeOf(exchange.response.json)
            return must(approvals.includes(shape), `the shape of an approval, ${approvals[0]}`, () => shape)
          },
        }
        return judgeAspects(judges, { json: DECISION_ASPECTS }, undefined)
      },
    )
  },
}

/** Returns the fields of a value at every level and their types, as text. One that is null may be of any type. */
function shapeOf(value: unknown): string {
  const fields = objectOf(value)
  if (!fields) return Array.isArray(value) ? 'array' : value === null ? '' : typeof value
  const entries = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{ ${entries.map(([name, entry]) => `${name}: ${shapeOf(entry)}`).join(', ')} }`
}
