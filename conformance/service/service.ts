import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SortField } from '../../src/contract/profile.ts'
import { encodingsOf } from '../client/body.ts'
import type { Keyring } from '../client/credentials.ts'
import { type Credentials, type Exchange, FORM_TYPE, JSON_TYPE, type Question } from '../client/exchange.ts'
import {
  isUnavailable,
  type NumberShape,
  statusFailure,
  type Target,
  TargetFailure,
} from '../client/target.ts'
import type { WantedCells } from '../judging/cells.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import type { Redactor } from '../redaction/redact.ts'
import { Beyond } from './beyond.ts'
import { Break, Breaks } from './breaks.ts'
import { type Declared, discover, type Facts, PAGE } from './discover.ts'
import { Format, type ListRule } from './format.ts'
import { type List, type ListAnswer, type Pages, type Query, readList } from './lists.ts'
import { firstPageOf, isRestless, isSameOrder, orderSeen, readPages } from './pages.ts'

/** The number of a report: an unknown one or a declared one. */
export interface Numero {
  value: string
  /** What reports show in its place. */
  label: string
}

interface How {
  authorization?: Credentials | undefined
  /** Null sends no header; undefined sends the documented type. */
  contentType?: string | null | undefined
  blank?: '+'
  connection?: Question['connection']
}

/** Whose list it is. */
type Caller = Pick<How, 'authorization'>

/** The service under test as one check sees it. */
export interface Service {
  /** Returns the answer to `GET /pessoas`, sent once for each query while the list stays the same. */
  get(query?: Query, how?: How): Promise<ListAnswer>
  /** Like `get`, but sends the request even if it was sent before. */
  again(query?: Query, how?: How): Promise<ListAnswer>
  /** Like `get`, but returns 5xx as answers, too. */
  observe(query?: Query, how?: How): Promise<ListAnswer>
  /** Like `get`, for open points: returns any answer, and also that there was none. */
  tryOut(query: Query, how?: How): Promise<Attempt>
  /** Returns the list for a valid query. */
  list(query?: Query, how?: How): Promise<List>
  /** Returns every page of a list, each read once in a run. */
  pages(query?: Query, how?: Caller): Promise<Pages>
  /**
   * Returns every page of a list in an order in which nobody moves between pages: the order without sort, or by CPF if
   * persons with equal timestamps move.
   */
  everyone(query?: Query, how?: Caller): Promise<Pages>
  facts(): Promise<Facts>
  /** Returns whether the service orders by a field, because it may ignore or reject any of them. */
  sortsBy(field: SortField): Promise<boolean>
  /** Sends `POST /relatorios/validar/{numero}`. A string is sent as it is, any other body as JSON. */
  validate(numero: Numero, body: unknown, how?: How): Promise<Exchange>
  /** Like `validate`, for open points. */
  tryValidate(numero: Numero, body: unknown, how?: How): Promise<Attempt>
  /** Sends a GET to the path that the document shows only for POST. */
  tryGetOf(numero: Numero): Promise<Attempt>
  unknownNumber(shape?: NumberShape): Numero
  /** Returns an unknown number that shares its first or last group with a declared report. */
  nearNumber(report: Numero, shared: 'first' | 'last'): Numero
  /** Returns the answer to a body that must be rejected with 400, sent for an unknown number. */
  refusal(body: Record<string, unknown>): Promise<Exchange>
  /** Returns one documented refusal of each kind and every other one of the run. */
  refusals(): Promise<readonly Exchange[]>
  /** The faults of lists in this run. */
  readonly format: Format
  /** What the answers of this run had in common and what was odd. */
  readonly spoken: Spoken
  /** Returns the result of work that several checks share and that runs once. */
  once<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Like `once`, but the work is done again after the list changed. */
  whileSteady<T>(name: string, work: () => Promise<T>): Promise<T>
  readonly keys: Keyring
  /** The reports that the run may decide. */
  readonly reports: readonly Numero[]
  readonly foreignReport: Numero | undefined
  /** Whether the operator says that the two organizations share nobody. */
  readonly tenantsDisjoint: boolean
  readonly redactor: Redactor
  /** Returns random letters that no name contains. */
  gibberish(length: number): string
  /** Which cells the run asks. */
  readonly wantedCells: WantedCells
}

/** The outcome of a request that the document does not mention. */
export interface Attempt {
  status: number | 'no answer'
  exchange: Exchange | undefined
  list: List | undefined
  /** Set if there was no answer, or one that only says that the service is unavailable. */
  failure?: TargetFailure | undefined
}

/** What a run noticed in all answers. */
export interface Spoken {
  answers: number
  notJson: Exchange[]
  /** How often each undocumented status was returned. */
  otherStatuses: Map<number, number>
  /** How often each content encoding was used although the request accepts only identity. */
  encodings: Map<string, number>
  /** Fields that the document does not show. */
  beyond: Beyond
}

/** A valid body that names its sender. It has 26 characters, one more than the minimum, in case there is a maximum. */
export const LEGAL_BODY = { aprovar: true, mensagem: 'Teste via npx pessoas-sim.' }
const DOCUMENTED = new Set([200, 400, 401, 404])
/** Looks at the list are so many times as far apart as one takes. */
const PAUSES = 5
/** The longest time between two looks in milliseconds; a look may take long because of a rate limit. */
const LONGEST_PAUSE = 2_000
/** How many refusals are kept for the checks of their shape. */
const KEPT = 2_000

export interface SessionOptions {
  target: Target
  keys: Keyring
  redactor: Redactor
  reports: readonly string[]
  foreignReport: string | undefined
  tenantsDisjoint?: boolean | undefined
  maxPages: number
  /** Which cells the run asks. */
  wantedCells?: WantedCells | undefined
  /** The rules for every list, by the ids of their checks. */
  listRules: ReadonlyMap<string, ListRule>
  /** Whether a 5xx is repeated, so that a request that breaks the service becomes a violation. */
  provesBreaks: boolean
}

/** What the checks of a run share: the lists that were read and the results of shared work. */
export interface Session {
  as(check: string): Service
  readonly declared: Declared
  /** Returns what identifies the list when it was read: its total and the persons on its first and last page, in any order. */
  fingerprint(check: string): Promise<string>
  /** Returns what identifies the list now, or soon: checks that end together share one look. */
  freshFingerprint(check: string): Promise<string>
  /** How many checks found that the list had changed. */
  drifts: number
  /** Runs work after all other work that was given to it. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Labels of declared reports for which the target returned 404 and never recorded a decision. */
  readonly unknownReports: ReadonlySet<string>
  /** How many requests got 5xx and an answer when they were repeated. */
  readonly flukes: number
  /** Returns the facts about the data, if a check has asked for them. */
  known(): Facts | undefined
  /** Forgets the lists, so that they are read again. */
  forget(): void
}

export function createSession(options: SessionOptions): Session {
  const { target, keys, redactor, maxPages } = options
  const lists = new Map<string, Promise<Pages>>()
  const answers = new Map<string, Promise<ListAnswer>>()
  const learned = new Map<string, Promise<unknown>>()
  const results = new Map<string, Promise<unknown>>()
  const refusals: Exchange[] = []
  let known: Facts | undefined
  const format = new Format(options.listRules)
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
    // A decision may change every list.
    answers.clear()
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
    // For a GET, the document shows no refusal except 401.
    const isShown = response.status === 401 || (response.status !== 200 && question.method === 'POST')
    if (isShown && refusals.length < KEPT) {
      target.keep(exchange)
      refusals.push(exchange)
    }
    return exchange
  }

  const listOf = (pairs: readonly (readonly [string, string])[] = []): Question => ({
    method: 'GET',
    path: '/pessoas',
    query: pairs,
    contentType: pairs.length === 0 ? JSON_TYPE : FORM_TYPE,
    authorization: keys.own,
  })
  const breaks = new Breaks(target, ({ question: { method, body, authorization }, risk }) => {
    const isLegal = risk === 'w0' && body === JSON.stringify(LEGAL_BODY) && authorization === keys.own
    if (method === 'GET' || isLegal) return listOf()
    return {
      method: 'POST',
      path: reportPath({ value: target.mint(), label: '' }),
      contentType: JSON_TYPE,
      authorization: keys.own,
      body: JSON.stringify(LEGAL_BODY),
    }
  })

  /** Exchanges of the lists in memory. */
  const kept = new Set<Exchange>()
  const keep = (exchange: Exchange) => {
    if (kept.has(exchange)) return
    target.keep(exchange)
    kept.add(exchange)
  }
  const release = (exchange: Exchange) => {
    if (kept.delete(exchange)) target.release(exchange)
  }
  const keepPages = async (service: Service, query: Query, how: Caller): Promise<Pages> => {
    const own: Exchange[] = []
    let isOver = false
    const keepOwn = <T extends { exchange: Exchange }>(answer: T): T => {
      // Pages requested at the same time may still arrive after one of them failed.
      if (isOver) return answer
      keep(answer.exchange)
      own.push(answer.exchange)
      return answer
    }
    try {
      return await readPages(
        {
          list: async (one) => keepOwn(await service.list(one, how)),
          get: async (one) => keepOwn(await service.get(one, how)),
        },
        query,
        maxPages,
      )
    } catch (error) {
      isOver = true
      for (const exchange of own) release(exchange)
      throw error
    }
  }

  const as = (check: string): Service => {
    const ask = async (question: Question) => {
      const exchange = await target.observe(question, check)
      const { status } = exchange.response
      if (status >= 500) {
        note(status)
        if (!options.provesBreaks) throw statusFailure(exchange)
      }
      const answer = await breaks.answer(exchange, check)
      hearOfReport(answer)
      return hear(answer)
    }
    /** Returns the answer to a repeated request in place of a 5xx that came only now and then. */
    const withoutFlukes = async (first: Exchange, check: string): Promise<Exchange> => {
      if (!options.provesBreaks || isUnavailable(first.response.status)) return first
      return breaks.answer(first, check).catch((error: unknown) => {
        if (error instanceof Break || (error instanceof TargetFailure && error.kind === 'status'))
          return first
        throw error
      })
    }
    const attempt = async (question: Question): Promise<Attempt> => {
      const first = await target.attempt(question, check)
      const exchange = first instanceof TargetFailure ? first : await withoutFlukes(first, check)
      if (exchange instanceof TargetFailure) {
        // If the target does not answer a plain list either, this brings the run closer to giving up on it.
        await target.attempt(listQuestion({}, {}), check)
        return { status: 'no answer', exchange: undefined, list: undefined, failure: exchange }
      }
      hearOfReport(exchange)
      const { status } = exchange.response
      if (!DOCUMENTED.has(status)) note(status)
      const failure = isUnavailable(status) ? statusFailure(exchange) : undefined
      return { status, exchange, list: undefined, failure }
    }

    const listQuestion = (
      query: Query,
      { authorization = keys.own, contentType, blank, connection }: How,
    ): Question => {
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, String(one)] as const),
      )
      const question = listOf(pairs)
      return {
        ...question,
        contentType: typeOf(contentType, question.contentType as string),
        authorization,
        ...(blank && { blank }),
        connection,
      }
    }
    const read = (exchange: Exchange): ListAnswer => {
      const answer = readList(exchange)
      const page = exchange.question.authorization === keys.own ? plainPage(exchange.question) : undefined
      for (const [i, { raw }] of (answer.list?.people ?? []).entries())
        redactor.learn(raw, page && `person ${i + 1} of page ${page}`)
      return answer
    }
    const again: Service['again'] = async (query = {}, how = {}) => read(await ask(listQuestion(query, how)))
    const get: Service['get'] = async (query = {}, how = {}) => {
      if (Object.keys(how).length > 0) return again(query, how)
      const name = JSON.stringify(Object.entries(query))
      const answer = await share(answers, name, () => again(query))
      try {
        keep(answer.exchange)
      } catch {
        // Without room for it, the same question is sent again.
        answers.delete(name)
      }
      return answer
    }

    const validationQuestion = (numero: Numero, body: unknown, how: How): Question => ({
      method: 'POST',
      path: reportPath(numero),
      contentType: typeOf(how.contentType, JSON_TYPE),
      authorization: how.authorization ?? keys.own,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

    const service: Service = {
      get,
      again,
      observe: async (query = {}, how = {}) => read(await target.observe(listQuestion(query, how), check)),
      tryOut: async (query, how = {}) => {
        const answer = await attempt(listQuestion(query, how))
        return answer.exchange ? { ...answer, ...read(answer.exchange) } : answer
      },

      async list(query = {}, how = {}) {
        const answer = await get(query, how)
        if (answer.list === undefined) throw blockedBy(answer)
        return answer.list
      },

      pages: (query = {}, how = {}) =>
        share(lists, JSON.stringify([query, how.authorization?.label]), () =>
          keepPages(service, query, how),
        ) as Promise<Pages>,

      async everyone(query = {}, how = {}) {
        const pages = await service.pages(query, how)
        if (!isRestless(pages, ({ stamp }) => stamp)) return pages
        if (!(await service.sortsBy('cpf'))) {
          throw new Undecided(
            'thin-data',
            'persons with equal timestamps move between pages, and the service does not order by CPF',
          )
        }
        return service.pages({ ...query, sort: 'cpf' }, how)
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
          // The service may ignore an unknown field. Then both lists are the one without sort.
          const unsorted = await service.list()
          if (isSameOrder(up.list, unsorted) && (!down.list || isSameOrder(down.list, unsorted))) return false
          // If all timestamps are equal, the list without sort has no order to compare with.
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
      nearNumber(report, shared) {
        const value = target.mintNear(report.value, shared)
        return { value, label: value }
      },

      async refusal(body) {
        const control = await service.once('control', () =>
          service.validate(service.unknownNumber(), LEGAL_BODY),
        )
        if (control.response.status !== 404) {
          throw new Undecided(
            'blocked',
            `a valid body for an unknown number returns ${control.response.status}, not 404: see VAL-01`,
          )
        }
        const exchange = await service.validate(service.unknownNumber(), body)
        const { status } = exchange.response
        if (status === 400) return exchange
        if (status !== 404) throw new Violation('400', String(status), [exchange])
        if (await service.once('payload-first', () => judgesBodyFirst(service))) {
          throw new Violation(
            '400, the same as for a body with a missing field and an unknown number',
            '404, so the service did not check the body or accepted it',
            [exchange],
            'payload-first-is-uniform',
          )
        }
        throw new Undecided(
          'precedence-open',
          'the service reports the unknown number before the bad body; only an existing report can show the 400',
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
      whileSteady: (name, work) => share(learned, `work ${name}`, work),
      keys,
      reports,
      foreignReport:
        options.foreignReport === undefined
          ? undefined
          : { value: options.foreignReport, label: '$FOREIGN_REPORT' },
      tenantsDisjoint: options.tenantsDisjoint ?? false,
      redactor,
      wantedCells: options.wantedCells ?? { only: [], skip: [] },
      gibberish(length) {
        const letters = Array.from({ length }, () => 'bcdfghjklmnpqrstvwxz'[randomInt(20)]).join('')
        redactor.vouch(letters)
        return letters
      },
    }
    return service
  }

  let queue: Promise<unknown> = Promise.resolve()
  let next: Promise<string> | undefined
  let lookAgainAt = 0

  return {
    as,
    declared: {
      otherToken: keys.other !== undefined,
      disabledToken: keys.disabled !== undefined,
      foreignReport: options.foreignReport !== undefined,
      reports: reports.length,
    },
    fingerprint: (check) => share(learned, 'fingerprint', () => fingerprint(as(check))),
    freshFingerprint(check) {
      next ??= (async () => {
        await sleep(Math.max(0, lookAgainAt - performance.now()))
        next = undefined
        const start = performance.now()
        const found = await fingerprint(as(check))
        const took = performance.now() - start
        lookAgainAt = performance.now() + Math.min(LONGEST_PAUSE, PAUSES * took)
        return found
      })()
      return next
    },
    drifts: 0,
    alone(work) {
      const result = queue.then(work)
      queue = result.catch(() => {})
      return result
    },
    unknownReports,
    get flukes() {
      return breaks.flukes
    },
    known: () => known,
    forget() {
      for (const exchange of kept) release(exchange)
      lists.clear()
      answers.clear()
      learned.clear()
    },
  }
}

/** Returns the first result of work for every later call with the same name. */
function share<T>(memory: Map<string, Promise<unknown>>, name: string, work: () => Promise<T>): Promise<T> {
  const known = memory.get(name) as Promise<T> | undefined
  if (known) return known
  const fresh = work()
  memory.set(name, fresh)
  // A failure of the target is not kept, because the target may answer the next time, nor is a break, which only some
  // checks are about.
  fresh.catch((error: unknown) => {
    if (error instanceof TargetFailure || error instanceof Break) memory.delete(name)
  })
  return fresh
}

async function fingerprint(service: Service): Promise<string> {
  const { list: first } = await service.again()
  const pages = Math.ceil((first?.total ?? 0) / PAGE)
  const last = pages > 1 ? (await service.again({ page: pages })).list : undefined
  const lines = (list: List | undefined) =>
    list?.people.map(({ id, nome, stamp }) => `${id} ${nome} ${stamp}`).sort()
  return JSON.stringify([first?.total, lines(first), lines(last)])
}

function typeOf(given: string | null | undefined, documented: string): string | undefined {
  return given === null ? undefined : (given ?? documented)
}

/** Returns the page of a request for the list without search and order. */
function plainPage({ query = [] }: Question): string | undefined {
  if (query.length === 0) return '1'
  const [[name, value]] = query as [readonly [string, string]]
  return query.length === 1 && name === 'page' && /^\d{1,9}$/.test(value) ? value : undefined
}

/** A field that no valid body has. */
export const UNKNOWN_KEY = 'campo_desconhecido'

/** Returns whether the service rejects a body with a missing field before it looks at the number. */
export async function judgesBodyFirst(service: Service): Promise<boolean> {
  for (const body of [{}, { aprovar: true }]) {
    const { response } = await service.validate(service.unknownNumber(), body)
    if (response.status === 400) return true
  }
  return false
}

/** Returns that a check is blocked because it got no list, which is another check's failure. */
function blockedBy({ status, exchange }: ListAnswer): Undecided {
  const query = exchange.question.query?.map(([name]) => name).join(', ')
  const asked = query ? `GET /pessoas with ${query}` : 'GET /pessoas'
  if (status !== 200) return new Undecided('blocked', `${asked} answered ${status}`)
  return new Undecided('blocked', `${asked} did not return a list: see the ENV checks`)
}
