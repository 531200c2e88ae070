import { UUID } from '../../src/contract/wire.ts'
import { type Exchange, lastSegment, type Question } from '../client/exchange.ts'
import { judgeAspects, type Verdict, verdict } from '../model/aspects.ts'
import type { Cell } from '../model/cells.ts'
import { kindOf, numberOf, objectOf, textOf } from '../model/lists.ts'
import { APPROVAL, UNKNOWN_KEY } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { SORTS } from '../model/world.ts'
import { check, type Judged, type Table } from './table.ts'

type Fields = Readonly<Record<string, unknown>>
interface Facts {
  response: Exchange['response']
  status: number
  body: Fields
  result: Fields | undefined
  itens: readonly (Fields | undefined)[]
  message: string
}
type Judge = (facts: Facts) => Verdict

function factsOf(response: Exchange['response']): Facts {
  const { status, json } = response
  const body = objectOf(json) ?? {}
  const result = objectOf(body.result)
  const itens = Array.isArray(result?.itens) ? result.itens.map(objectOf) : []
  return { response, status, body, result, itens, message: textOf(body.message) }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFilled = (value: unknown) => isText(value) && value !== ''
const isDigits = (value: unknown) => isText(value) && /^[0-9]+$/.test(value)
const isObject = (value: unknown) => objectOf(value) !== undefined
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

type Rule = readonly [isRight: (value: unknown) => boolean, words: string]
/** Judges the fields of an object, and tells the first wrong one by its type. */
function judgeFields(object: Fields | undefined, rules: Readonly<Record<string, Rule>>): Verdict {
  const [name = '', [, words] = []] = Object.entries(rules).find(([name, [isRight]]) => !isRight(object?.[name])) ?? []
  return verdict(object, name === '', `${name} is ${words}`, `${name} is ${kindOf(object?.[name])}`)
}

const successJudges = {
  // A valid token is refused only in a cell of lists.
  token: ({ status }) => verdict(true, status === 200, '200, as later', String(status)),
  json: ({ response: { json, hasMark } }) =>
    // RFC 8259 forbids a byte order mark before JSON.
    verdict(true, json !== undefined && !hasMark, 'valid JSON', hasMark ? 'a byte order mark first' : 'another body'),
  type: ({ response: { headers } }) =>
    verdict(true, /json/i.test(String(headers['content-type'])), 'a Content-Type that names JSON', 'another or none'),
  envelope: ({ body }) => judgeFields(body, { result: [isObject, 'an object'], status_code: [(code) => code === 200, 'the integer 200'] }),
} satisfies Record<string, Judge>

/** Returns whether a timestamp has the documented form and exists, unlike 30 February. */
function isInstant(stamp: string): boolean {
  const utc = stamp.replace(/\+00:00$/, 'Z')
  const time = Date.parse(utc)
  return /^\d{4}-.*\.\d{3}Z$/.test(utc) && !Number.isNaN(time) && new Date(time).toISOString() === utc
}

function judgePersons(itens: Facts['itens'], rules: Readonly<Record<string, Rule>>): Verdict {
  const odd = itens.map((item) => judgeFields(item ?? {}, rules)).find((one) => one !== 'right')
  return odd ?? (itens.length > 0 ? 'right' : 'not shown')
}

const TEXT: Rule = [isText, 'a string']
const FILLED: Rule = [isFilled, 'a string that is not empty']
const INTEGER: Rule = [Number.isInteger, 'an integer']
const DIGITS: Rule = [isDigits, 'a string of digits']
/** A timestamp that is no text is a fault of the person. */
const INSTANT: Rule = [(value) => !isText(value) || isInstant(value), 'YYYY-MM-DDTHH:MM:SS.mmm with Z or +00:00, which exists']

const listJudges = {
  ...successJudges,
  result: ({ result }) => judgeFields(result, { itens: [Array.isArray, 'an array'], paginacao: [isObject, 'an object'] }),
  busca: ({ result }) => judgeFields(result, { busca: TEXT }),
  paginacao: ({ result }) => judgeFields(objectOf(result?.paginacao), { atual: INTEGER, linhas: INTEGER, total: DIGITS }),
  size: ({ result, itens: { length } }) => {
    const linhas = numberOf(objectOf(result?.paginacao)?.linhas)
    return verdict(length > 0 && !Number.isNaN(linhas), length <= linhas, `at most ${linhas} persons, as linhas says`, String(length))
  },
  item: ({ itens }) => judgePersons(itens, { cpf: DIGITS, nome: TEXT, atualizado_em: TEXT }),
  stamp: ({ itens }) => judgePersons(itens, { atualizado_em: INSTANT }),
} satisfies Record<string, Judge>

const NAMES: Readonly<Record<string, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' }

const refusalJudges = {
  json: successJudges.json,
  type: successJudges.type,
  texts: ({ body }) => judgeFields(body, { error: FILLED, message: FILLED }),
  'status-code': ({ status, body }) => judgeFields(body, { status_code: [(code) => code === status, `the integer ${status}`] }),
  name: ({ status, body }) => judgeFields(body, { error: [(error) => error === NAMES[status], `"${NAMES[status]}"`] }),
  validation: ({ status, body: { validation } }) => {
    if (status !== 400) return verdict(true, validation === undefined, 'no validation', `validation in a ${status}`)
    if (validation === undefined) return 'not shown'
    return judgeFields(objectOf(validation) ?? {}, { source: TEXT, keys: [isTexts, 'an array of strings'] })
  },
  access: ({ status, message }) => {
    const isRight = /token/i.test(message) && /acess|habilit|permiss|autoriz/i.test(message)
    return verdict(status === 401, isRight, 'a message that mentions the token and the access', { theirs: message })
  },
  protocol: ({ status, message }) => {
    const isRight = /protocolo/i.test(message) && /n[ãa]o|inexist/i.test(message)
    return verdict(status === 404, isRight, 'a message that the protocol was not found', { theirs: message })
  },
} satisfies Record<string, Judge>

type Aspect = keyof typeof listJudges | keyof typeof refusalJudges
const aspects = [...new Set([...Object.keys(listJudges), ...Object.keys(refusalJudges)])] as Aspect[]
const HIDES = { token: aspects, json: aspects, texts: ['name', 'access', 'protocol'] } as const
const JUDGES: Readonly<Record<string, Partial<Record<Aspect, Judge>>>> = { list: listJudges, decision: successJudges }

/** Headings 2, 4.1 and 7: the form of every answer of the run that the interface shows. */
export const everyAnswer: Table<Aspect> = {
  name: 'every answer',
  risk: 'r',
  axes: {
    answer: ['list', 'decision', ...Object.keys(NAMES)],
    asker: ['own', 'other', 'wrong'],
    body: ['none', 'approval', 'rejection', 'other'],
    filter: ['none', 'nome', 'cpf', 'cpf-and-nome'],
    order: ['none', ...SORTS],
    found: ['somebody', 'nobody'],
  },
  aspects,
  clauses: { 'status-code': '7-status_code 2.4-error', name: '7-error 7-400 7-401 7-404', access: '5-2 7-401', protocol: '7-404' },
  checks: [
    check('AUTH-22', '5-2 5-1 4.1-5 4.1-4', 'token', 'never refuses a valid token'),
    check('ENV-04', '0-json', 'json', 'returns every answer as valid JSON'),
    check('ENV-13', '0-json', 'type', 'names JSON in the Content-Type of every answer',
      { should: 'HTTP clients read a body by its Content-Type.' }),
    check('ENV-02', '2.4-success 4.1-4 4.2-2', 'envelope',
      'returns every list and decision in an envelope with result and status_code 200'),
    check('ENV-03', '2.2-itens 2.2-paginacao 0-names 4.1-4', 'result', 'returns itens, an array, and paginacao, an object, in every list'),
    check('BUSCA-04', '2.2-busca', 'busca', 'returns busca as a string in every list'),
    check('PAG-02', '2.2-total 2.2-atual 2.2-linhas', 'paginacao',
      'returns total as a string that contains a number, and atual and linhas as integers, in every list'),
    check('PAG-05', '2.2-linhas 2.2-itens', 'size', 'returns at most as many persons on a page as linhas says'),
    check('ITEM-01', '2.1-cpf 2.1-nome 2.1-atualizado_em 0-names', 'item',
      'returns every person with cpf, of digits only, nome and atualizado_em as strings'),
    check('ITEM-04', '2.1-atualizado_em', 'stamp', 'returns every atualizado_em as a UTC timestamp with milliseconds'),
    check('ENV-05', '7-error 7-message 2.4-error', 'texts', 'returns every refusal with an error and a message'),
    check('ENV-06', '7-status_code 2.4-error 7-error 7-400 7-401 7-404', 'status-code name',
      'returns the HTTP status as status_code, and its name as error, in every refusal'),
    check('ENV-08', '7-validation', 'validation',
      'returns validation only with a 400, with source, a string, and keys, an array of strings'),
    check('VAL-04', '7-404 7-401 5-2', 'access protocol',
      'mentions the token and the access in the message of a 401, and in that of a 404 that the protocol was not found',
      { should: 'the interface tells what the message says, but not its words.' }),
  ],
  async ask(service) {
    await hearOneOfEach(service)
    const found = new Map<string, Judged<Aspect>>()
    for (const exchange of service.heard) {
      const cell = cellOf(service, exchange)
      if (!cell) continue
      const key = Object.values(cell).join('/')
      // Answers of one cell are judged as one, by the first fault of each aspect.
      const known = found.get(key) ?? { cell, faults: [], shown: [], exchanges: [] }
      const { faults, shown } = judgeAspects<Aspect, Facts>(JUDGES[cell.answer ?? ''] ?? refusalJudges, HIDES, factsOf(exchange.response))
      const first = faults.filter(({ aspect }) => !known.faults.some((fault) => fault.aspect === aspect))
      found.set(key, {
        ...known,
        faults: [...known.faults, ...first.map((fault) => ({ ...fault, shownBy: [exchange] }))],
        shown: [...new Set([...known.shown, ...shown])],
      })
    }
    return [...found.values()]
  },
}

/** Asks for what the run has not heard, because it asks only some tables: a list, and one refusal of each kind. */
async function hearOneOfEach(service: Service): Promise<void> {
  const isHeard = (answer: string) => service.heard.some((exchange) => cellOf(service, exchange)?.answer === answer)
  if (!isHeard('list')) await service.again()
  if (!isHeard('401')) await service.again({}, { authorization: service.keys.none })
  if (!service.target.allows('w0')) return
  if (!isHeard('404')) await service.decide(service.unknownNumber(), APPROVAL)
  if (!isHeard('400')) await service.decide(service.unknownNumber(), { ...APPROVAL, [UNKNOWN_KEY]: 1 })
}

/** Parameters to which the interface shows the answer. */
const LEGAL = /^(?:(?:page|rows)=[1-9]\d{0,8}|cpf=\d+|nome=.+|sort=-?(?:cpf|nome|atualizado_em))$/s
const isLegal = (query: NonNullable<Question['query']>) =>
  new Set(query.map(([name]) => name)).size === query.length && query.every((pair) => LEGAL.test(pair.join('=')))

/** Returns the cell of an answer; undefined if the interface does not show what it is. */
function cellOf({ keys, heard }: Service, exchange: Exchange): Cell | undefined {
  const { question, response } = exchange
  const { method, path, authorization, query = [], contentType = '', body = '' } = question
  const status = String(response.status)
  const asker = authorization === keys.own ? 'own' : authorization === keys.other ? 'other' : 'wrong'
  const plainest = { asker, body: 'none', filter: 'none', order: 'none', found: 'somebody' }
  if (method === 'GET' && path === '/pessoas') {
    // A token that is never accepted again may have expired.
    const isAccepted = (one: Exchange) => one.question.authorization === authorization && one.response.status === 200
    const isList = status === '200' || (status === '401' && heard.slice(heard.indexOf(exchange)).some(isAccepted))
    if (asker === 'wrong' || !isLegal(query) || !isList) return status === '401' ? { answer: status, ...plainest } : undefined
    const { nome, cpf, sort = 'none' } = Object.fromEntries(query)
    return {
      answer: 'list',
      ...plainest,
      filter: [cpf !== undefined && 'cpf', nome !== undefined && 'nome'].filter(Boolean).join('-and-') || 'none',
      order: sort,
      found: factsOf(response).itens.length > 0 ? 'somebody' : 'nobody',
    }
  }
  const [above, numero] = lastSegment(path)
  const isDecision = method === 'POST' && above === '/relatorios/validar/' && UUID.test(numero)
  const isShown = status === '200' ? asker !== 'wrong' : status in NAMES && /json/i.test(contentType)
  if (!isDecision || !isShown) return undefined
  const [, aprovar] = /"aprovar"\s*:\s*(true|false)/.exec(body) ?? []
  const sent = aprovar === undefined ? 'other' : aprovar === 'true' ? 'approval' : 'rejection'
  return { answer: status === '200' ? 'decision' : status, ...plainest, body: sent }
}
