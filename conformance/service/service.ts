import { randomInt } from 'node:crypto'
import type { SortField } from '../../src/contract/profile.ts'
import { encodingsOf } from '../client/body.ts'
import type { Keyring } from '../client/credentials.ts'
import type { Credentials, Exchange, Question } from '../client/exchange.ts'
import { isUnavailable, statusFailure, type Target, TargetFailure } from '../client/target.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import type { Redactor } from '../redaction/redact.ts'
import { Beyond } from './beyond.ts'
import { type Declared, discover, type Facts, PAGE } from './discover.ts'
import { Format } from './format.ts'
import { type List, type ListAnswer, type Pages, type Query, readList } from './lists.ts'
import { firstPageOf, isRestless, isSameOrder, orderSeen, readPages } from './pages.ts'

/** A number of a report: one that no report has, or one that was declared. */
export interface Numero {
  value: string
  /** What reports write in its place. */
  label: string
}

interface How {
  authorization?: Credentials | undefined
  /** Null sends none; the documented one otherwise. */
  contentType?: string | null | undefined
}

/** The service under test, as one check sees it. */
export interface Service {
  /** `GET /pessoas`, whatever comes. */
  get(query?: Query, how?: How): Promise<ListAnswer>
  /** As `get`, but 5xx are answers, too. */
  observe(query?: Query, how?: How): Promise<ListAnswer>
  /** As `get`, for open points: whatever comes is an answer, and so is none. */
  tryOut(query: Query, how?: How): Promise<Attempt>
  /** A list, for a query that is legal. */
  list(query?: Query): Promise<List>
  /** Every page of a list, each read once in a run. */
  pages(query?: Query): Promise<Pages>
  /**
   * Every page of a list in an order in which nobody moves between pages: the one that comes without sort, or by CPF
   * where persons who tie do move.
   */
  everyone(query?: Query): Promise<Pages>
  facts(): Promise<Facts>
  /** Whether the service orders by this: it may ignore or refuse any field. */
  sortsBy(field: SortField): Promise<boolean>
  /** `POST /relatorios/validar/{numero}` with a body as JSON, or a text as it is. */
  validate(numero: Numero, body: unknown, how?: How): Promise<Exchange>
  /** As `validate`, for open points. */
  tryValidate(numero: Numero, body: unknown, how?: How): Promise<Attempt>
  /** A GET of a path that is there for POST alone. */
  tryGetOf(numero: Numero): Promise<Attempt>
  unknownNumber(shape?: 'uuid' | 'other'): Numero
  /** The answer to a body that must be refused with 400, asked at a number that no report has. */
  refusal(body: Record<string, unknown>): Promise<Exchange>
  /** One documented refusal of each kind, and every other that came in this run. */
  refusals(): Promise<readonly Exchange[]>
  /** What was heard of the form of lists. */
  readonly format: Format
  /** Answers of the documented statuses that are no JSON, and how many there were in all. */
  readonly spoken: Spoken
  /** What came of a piece of work that several checks share. */
  once<T>(name: string, work: () => Promise<T>): Promise<T>
  readonly keys: Keyring
  /** Reports that may be decided. */
  readonly reports: readonly Numero[]
  readonly foreignReport: Numero | undefined
  readonly redactor: Redactor
  /** A search text that no name holds. */
  gibberish(length: number): string
}

/** What came of a request on which the document is silent. */
export interface Attempt {
  status: number | 'no answer'
  exchange: Exchange | undefined
  list: List | undefined
  /** Where no answer came, or one that says only that the service cannot be had now. */
  failure?: TargetFailure | undefined
}

/** What was heard in a run. */
export interface Spoken {
  answers: number
  notJson: Exchange[]
  /** How often each status came that the document does not show. */
  otherStatuses: Map<number, number>
  /** How often each encoding came, although none was asked for. */
  encodings: Map<string, number>
  /** Fields that the document does not show. */
  beyond: Beyond
}

/** A body with nothing wrong in it, which says whose it is: one character more than must be, should there be a maximum. */
export const LEGAL_BODY = { aprovar: true, mensagem: 'Teste via npx pessoas-sim.' }
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const DOCUMENTED = new Set([200, 400, 401, 404])
/** Refusals that are kept for the checks of their shape. */
const KEPT = 200

export interface SessionOptions {
  target: Target
  keys: Keyring
  redactor: Redactor
  reports: readonly string[]
  foreignReport: string | undefined
  maxPages: number
}

/** What the checks of one run share: the lists that were read, and what came of experiments. */
export interface Session {
  as(check: string): Service
  readonly declared: Declared
  /** Which list the pages that were read are of: its total, its first and its last page, blind to the order in them. */
  fingerprint(check: string): Promise<string>
  /** Which list is there now. */
  freshFingerprint(check: string): Promise<string>
  /** How many checks found the list moving. */
  drifts: number
  /** Labels of declared reports that were answered with 404, and with no decision. */
  readonly unknownReports: ReadonlySet<string>
  /** What was learned of the data, if anybody asked. */
  known(): Facts | undefined
  /** Lists are read anew from here on. */
  forget(): void
}

export function createSession(options: SessionOptions): Session {
  const { target, keys, redactor, maxPages } = options
  const lists = new Map<string, Promise<Pages>>()
  const learned = new Map<string, Promise<unknown>>()
  const results = new Map<string, Promise<unknown>>()
  const refusals: Exchange[] = []
  let known: Facts | undefined
  const format = new Format()
  const spoken: Spoken = {
    answers: 0,
    notJson: [],
    otherStatuses: new Map(),
    encodings: new Map(),
    beyond: new Beyond(),
  }
  const reports = options.reports.map((value, i) => ({ value, label: `$REPORT_${i + 1}` }))

  const reportPath = (numero: Numero) => `/relatorios/validar/${encodeURIComponent(numero.value)}`
  const decided = new Set<string>()
  const unknownReports = new Set<string>()
  const hearOfReport = ({ question, response: { status } }: Exchange) => {
    if (question.method !== 'POST' || question.authorization !== keys.own) return
    const label = reports.find((numero) => reportPath(numero) === question.path)?.label
    if (label === undefined) return
    if (status === 200) decided.add(label)
    if (status === 404 && !decided.has(label)) unknownReports.add(label)
    else if (status === 200) unknownReports.delete(label)
  }

  const note = (status: number) => {
    spoken.otherStatuses.set(status, (spoken.otherStatuses.get(status) ?? 0) + 1)
  }
  const hear = (exchange: Exchange): Exchange => {
    const { question, response } = exchange
    const encoding = encodingsOf(response.headers['content-encoding']).join(', ')
    if (encoding !== '') spoken.encodings.set(encoding, (spoken.encodings.get(encoding) ?? 0) + 1)
    if (!DOCUMENTED.has(response.status)) {
      note(response.status)
      return exchange
    }
    spoken.answers++
    spoken.beyond.hear(exchange)
    if (question.method === 'GET' && question.authorization === keys.own) {
      if (format.judge(exchange)) target.keep(exchange)
    }
    if ((response.json === undefined || response.hasMark) && spoken.notJson.length < KEPT)
      spoken.notJson.push(exchange)
    // What a query is refused with is not shown: of a GET only 401 is.
    const isShown = response.status === 401 || (response.status !== 200 && question.method === 'POST')
    if (isShown && refusals.length < KEPT) {
      target.keep(exchange)
      refusals.push(exchange)
    }
    return exchange
  }

  /** Exchanges of the lists that are remembered. */
  const kept = new Set<Exchange>()
  const keepPages = async (service: Service, query: Query): Promise<Pages> => {
    const own: Exchange[] = []
    let isOver = false
    const keep = <T extends { exchange: Exchange }>(answer: T): T => {
      // Pages may still come when one of them has ended it.
      if (isOver) return answer
      target.keep(answer.exchange)
      own.push(answer.exchange)
      return answer
    }
    try {
      const pages = await readPages(
        {
          list: async (one) => keep(await service.list(one)),
          get: async (one) => keep(await service.get(one)),
        },
        query,
        maxPages,
      )
      for (const exchange of own) kept.add(exchange)
      return pages
    } catch (error) {
      isOver = true
      for (const exchange of own) target.release(exchange)
      throw error
    }
  }

  const as = (check: string): Service => {
    const ask = async (question: Question) => {
      try {
        const exchange = await target.ask(question, check)
        hearOfReport(exchange)
        return hear(exchange)
      } catch (error) {
        // 429 is of the rate of this run, which is told on its own.
        if (error instanceof TargetFailure && error.kind === 'status') note(error.status as number)
        throw error
      }
    }
    const attempt = async (question: Question): Promise<Attempt> => {
      const exchange = await target.attempt(question, check)
      if (exchange instanceof TargetFailure) {
        // A target that is silent on a plain list, too, is given up before long.
        await target.attempt(listQuestion({}, {}), check)
        return { status: 'no answer', exchange: undefined, list: undefined, failure: exchange }
      }
      hearOfReport(exchange)
      const { status } = exchange.response
      if (!DOCUMENTED.has(status)) note(status)
      const failure = isUnavailable(status) ? statusFailure(exchange) : undefined
      return { status, exchange, list: undefined, failure }
    }

    const listQuestion = (query: Query, { authorization = keys.own, contentType }: How): Question => {
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, String(one)] as const),
      )
      return {
        method: 'GET',
        path: '/pessoas',
        query: pairs,
        contentType: typeOf(contentType, pairs.length === 0 ? JSON_TYPE : FORM),
        authorization,
      }
    }
    const read = (exchange: Exchange): ListAnswer => {
      const answer = readList(exchange)
      for (const { raw } of answer.list?.people ?? []) redactor.learn(raw)
      return answer
    }
    const get: Service['get'] = async (query = {}, how = {}) => read(await ask(listQuestion(query, how)))

    const validationQuestion = (numero: Numero, body: unknown, how: How): Question => ({
      method: 'POST',
      path: reportPath(numero),
      contentType: typeOf(how.contentType, JSON_TYPE),
      authorization: how.authorization ?? keys.own,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

    const service: Service = {
      get,
      observe: async (query = {}, how = {}) => read(await target.observe(listQuestion(query, how), check)),
      tryOut: async (query, how = {}) => {
        const answer = await attempt(listQuestion(query, how))
        return answer.exchange ? { ...answer, ...read(answer.exchange) } : answer
      },

      async list(query = {}) {
        const answer = await get(query)
        if (answer.list === undefined) throw blockedBy(answer)
        return answer.list
      },

      pages: (query = {}) =>
        share(lists, JSON.stringify(query), () => keepPages(service, query)) as Promise<Pages>,

      async everyone(query = {}) {
        const pages = await service.pages(query)
        if (!isRestless(pages, ({ stamp }) => stamp)) return pages
        if (!(await service.sortsBy('cpf'))) {
          throw new Undecided(
            'thin-data',
            'persons who tie move between pages, and no order by CPF is answered',
          )
        }
        return service.pages({ ...query, sort: 'cpf' })
      },

      facts: () =>
        share(learned, 'facts', async () => {
          const pages = await service.pages().catch(async (error: unknown) => {
            if (!(error instanceof Undecided)) throw error
            return firstPageOf(await service.list())
          })
          const far = pages.capped ? await get({ page: pages.announced }) : undefined
          known = discover(pages, far?.list)
          return known
        }),

      sortsBy: (field) =>
        share(learned, `sort=${field}`, async () => {
          const [up, down] = [await get({ sort: field }), await get({ sort: `-${field}` })]
          if (!up.list) return false
          // A field that is not allowed may be ignored: then both are the list that comes without it.
          const unsorted = await service.list()
          if (isSameOrder(up.list, unsorted) && (!down.list || isSameOrder(down.list, unsorted))) return false
          // Where all tie, the list that comes without it has no order to be told from.
          const isTied = new Set(unsorted.people.map(({ stamp }) => stamp)).size < 2
          return (
            !isTied ||
            orderSeen(up.list, field) === 'ordered' ||
            (down.list !== undefined && orderSeen(down.list, field, true) === 'ordered')
          )
        }),

      validate: (numero, body, how = {}) => ask(validationQuestion(numero, body, how)),
      tryValidate: (numero, body, how = {}) => attempt(validationQuestion(numero, body, how)),
      tryGetOf: (numero) => attempt({ method: 'GET', path: reportPath(numero), authorization: keys.own }),
      unknownNumber(shape) {
        const value = target.mint(shape)
        return { value, label: value }
      },

      async refusal(body) {
        const control = await service.once('control', () =>
          service.validate(service.unknownNumber(), LEGAL_BODY),
        )
        if (control.response.status !== 404) {
          throw new Undecided(
            'blocked',
            `a legal body at an unknown number gets ${control.response.status} and not 404: see VAL-01`,
          )
        }
        const exchange = await service.validate(service.unknownNumber(), body)
        const { status } = exchange.response
        if (status === 400) return exchange
        if (status !== 404) throw new Violation('400', String(status), [exchange])
        if (await service.once('payload-first', () => judgesBodyFirst(service))) {
          throw new Violation(
            '400, as for a body without a field at an unknown number',
            '404: the body was not judged, or found legal',
            [exchange],
            'payload-first-is-uniform',
          )
        }
        throw new Undecided(
          'precedence-open',
          'an unknown number is told before a bad body: only a real report shows it',
        )
      },

      async refusals() {
        await service.once('refusals', async () => {
          await get({}, { authorization: keys.none })
          await get({}, { authorization: keys.random })
          if (!target.allows('w0')) return
          await service.validate(service.unknownNumber(), LEGAL_BODY)
          await service.validate(service.unknownNumber(), {})
          await service.validate(service.unknownNumber(), { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 })
        })
        return refusals
      },

      spoken,
      format,
      once: (name, work) => share(results, name, work),
      keys,
      reports,
      foreignReport:
        options.foreignReport === undefined
          ? undefined
          : { value: options.foreignReport, label: '$FOREIGN_REPORT' },
      redactor,
      gibberish(length) {
        const letters = Array.from({ length }, () => 'bcdfghjklmnpqrstvwxz'[randomInt(20)]).join('')
        redactor.vouch(letters)
        return letters
      },
    }
    return service
  }

  return {
    as,
    declared: {
      otherToken: keys.other !== undefined,
      disabledToken: keys.disabled !== undefined,
      foreignReport: options.foreignReport !== undefined,
      reports: reports.length,
    },
    fingerprint: (check) => share(learned, 'fingerprint', () => fingerprint(as(check))),
    freshFingerprint: (check) => fingerprint(as(check)),
    drifts: 0,
    unknownReports,
    known: () => known,
    forget() {
      for (const exchange of kept) target.release(exchange)
      kept.clear()
      lists.clear()
      learned.clear()
    },
  }
}

/** What is asked for a second time is what came the first time. */
function share<T>(memory: Map<string, Promise<unknown>>, name: string, work: () => Promise<T>): Promise<T> {
  const known = memory.get(name) as Promise<T> | undefined
  if (known) return known
  const fresh = work()
  memory.set(name, fresh)
  // A target that did not answer may answer the next one who asks.
  fresh.catch((error: unknown) => {
    if (error instanceof TargetFailure) memory.delete(name)
  })
  return fresh
}

async function fingerprint(service: Service): Promise<string> {
  const { list: first } = await service.get()
  const pages = Math.ceil((first?.total ?? 0) / PAGE)
  const last = pages > 1 ? (await service.get({ page: pages })).list : undefined
  const lines = (list: List | undefined) =>
    list?.people.map(({ id, nome, stamp }) => `${id} ${nome} ${stamp}`).sort()
  return JSON.stringify([first?.total, lines(first), lines(last)])
}

function typeOf(given: string | null | undefined, documented: string): string | undefined {
  return given === null ? undefined : (given ?? documented)
}

/** A key that no body has. */
export const UNKNOWN_KEY = 'campo_desconhecido'

/** Whether some body without one of its fields is refused before the number is looked at. */
async function judgesBodyFirst(service: Service): Promise<boolean> {
  for (const body of [{}, { aprovar: true }]) {
    const { response } = await service.validate(service.unknownNumber(), body)
    if (response.status === 400) return true
  }
  return false
}

/** What keeps a check from a list is another check's to object to. */
function blockedBy({ status, exchange }: ListAnswer): Undecided {
  const query = exchange.question.query?.map(([name]) => name).join(', ')
  const asked = query ? `GET /pessoas with ${query}` : 'GET /pessoas'
  if (status !== 200) return new Undecided('blocked', `${asked} answered ${status}`)
  return new Undecided('blocked', `${asked} answered no list: see the checks of ENV`)
}
