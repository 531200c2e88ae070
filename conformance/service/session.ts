import { randomInt } from 'node:crypto'
import { turn } from '../../src/contract/real-globals.ts'
import type { Exchange, Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { OldKeyring } from '../client/old-keyring.ts'
import type { Target } from '../client/target.ts'
import type { WantedCells } from '../judging/cells.ts'
import { Undecided, unlessUndecided, Violation } from '../judging/judgement.ts'
import type { Redactor } from '../redaction/redact.ts'
import { Asker } from './asker.ts'
import { Break } from './breaks.ts'
import { type Declared, discover, type Facts, PAGE } from './discover.ts'
import { type Ends, fingerprint, sharedLook } from './fingerprint.ts'
import { Format, type ListRule } from './format.ts'
import { KeptAnswers } from './kept-answers.ts'
import { type ListAnswer, type Pages, type Query, readList } from './lists.ts'
import { firstPageOf, isRestless, isSameOrder, orderSeen } from './pages.ts'
import { listQuestion, plainPage, reportPath, validationQuestion } from './questions.ts'
import { askRefusals, refusalOf } from './refusals.ts'
import type { Attempt, How, Service } from './service.ts'
import { DOCUMENTED } from './spoken.ts'

export interface SessionOptions {
  target: Target
  keys: OldKeyring
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
  /** Resolves when the checks have ended that run beside one that should run alone. */
  beside: Promise<unknown>
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
  /** What was only tried, and serves those who ask the same, too. */
  const tries = new Map<string, Promise<Attempt>>()
  const learned = new Map<string, Promise<unknown>>()
  const results = new Map<string, Promise<unknown>>()
  let known: Facts | undefined
  const onReport = ({ response }: Exchange) => {
    answers.clear()
    tries.clear()
    if (response.status === 200) lists.clear()
  }
  const format = new Format(options.listRules)
  const valid = [keys.own, ...(keys.other ? [keys.other] : [])]
  const asker = new Asker({ ...options, format, onReport }, valid)
  const { spoken, tokens, contradictions, reports } = asker
  const kept = new KeptAnswers(target)
  /** Returns what identifies a question whose answer checks share; undefined if each of them asks it anew. */
  const sharedName = (
    query: Query,
    { authorization = keys.own, blank, ...others }: How,
  ): string | undefined => {
    if (Object.values(others).some((value) => value !== undefined)) return undefined
    const name = nameOf(query) + (blank ?? '')
    if (authorization === keys.own) return name
    // What another organization is answered changes with its decisions, which this session does not see.
    return valid.includes(authorization) ? undefined : `${name} ${authorization.value ?? 'no token'}`
  }

  const as = (check: string): Service => {
    const ask = (question: Question) => asker.ask(question, check)
    const attempt = (question: Question) => asker.attempt(question, check)

    const read = (exchange: Exchange): ListAnswer => {
      const answer = readList(exchange)
      const page = exchange.question.authorization === keys.own ? plainPage(exchange.question) : undefined
      for (const [i, { raw }] of (answer.list?.people ?? []).entries())
        redactor.learn(raw, page && `person ${i + 1} of page ${page} of GET /pessoas`)
      return answer
    }
    const repeat: Service['repeat'] = async (question) => read(await ask(question))
    const again: Service['again'] = (query = {}, how = {}) => repeat(listQuestion(keys.own, query, how))
    const get: Service['get'] = async (query = {}, how = {}) => {
      const name = sharedName(query, how)
      if (name === undefined) return again(query, how)
      const answer = await share(answers, name, async () => (await triedBefore(name)) ?? again(query, how))
      keepOrDrop(answers, name, answer.exchange)
      return answer
    }
    /** Returns what an attempt was answered, if that is an answer like any other. */
    const triedBefore = async (name: string): Promise<ListAnswer | undefined> => {
      const attempt = await tries.get(name)?.catch(() => undefined)
      const { exchange, list } = attempt ?? {}
      if (!exchange || !DOCUMENTED.has(exchange.response.status)) return undefined
      asker.hear(exchange)
      return { exchange, status: exchange.response.status, list }
    }
    /** Keeps an answer; without room for it, the same question is sent again. */
    const keepOrDrop = (shared: Map<string, unknown>, name: string, exchange: Exchange) => {
      try {
        kept.keep(exchange)
      } catch {
        shared.delete(name)
      }
    }

    const service: Service = {
      get,
      again,
      repeat,
      async observe(query = {}, how = {}) {
        const exchange = await target.observe(listQuestion(keys.own, query, how), check)
        const name = sharedName(query, { ...how, connection: undefined })
        if (exchange.response.status !== 200 || name === undefined) return read(exchange)
        // On the same connection, the answer may show what the previous request left behind, so it is not shared.
        if (how.connection === 'same') return read(asker.hear(await tokens.answer(exchange, check, true)))
        return share(answers, name, async () => read(asker.hear(await tokens.answer(exchange, check, true))))
      },
      tryOut: async (query, how = {}) => {
        const name = sharedName(query, how)
        const known = name !== undefined && (await answers.get(name)?.catch(() => undefined))
        if (known) return { ...known, failure: undefined }
        const tried = attempt(listQuestion(keys.own, query, how)).then((answer) =>
          answer.exchange ? { ...answer, ...read(answer.exchange) } : answer,
        )
        if (name !== undefined) tries.set(name, tried)
        const answer = await tried
        if (name !== undefined && answer.exchange) keepOrDrop(tries, name, answer.exchange)
        return answer
      },
      async fresh(query = {}) {
        const name = nameOf(query)
        const known = await answers.get(name)?.catch(() => undefined)
        if (known?.exchange.question.connection === 'new') return known
        answers.delete(name)
        const answer = await share(answers, name, () => again(query, { connection: 'new' }))
        keepOrDrop(answers, name, answer.exchange)
        return answer
      },

      async list(query = {}, how = {}) {
        const answer = await get(query, how)
        if (answer.list === undefined) throw blockedBy(answer)
        return answer.list
      },

      pages: (query = {}, how = {}) =>
        share(lists, JSON.stringify([query, how.authorization?.label]), () =>
          kept.pages(service, query, how, maxPages),
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
          const pages = (await unlessUndecided(service.pages())) ?? firstPageOf(await service.list())
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

      validate: (numero, body, how = {}) => ask(validationQuestion(keys.own, numero, body, how)),
      tryValidate: (numero, body, how = {}) => attempt(validationQuestion(keys.own, numero, body, how)),
      tryGetOf: (numero) => attempt({ method: 'GET', path: reportPath(numero), authorization: keys.own }),
      unknownNumber(shape) {
        const value = target.unknownNumber(shape)
        return { value, label: value }
      },
      nearNumber(report, shared) {
        const value = target.nearNumber(report.value, shared)
        return { value, label: value }
      },

      refusal: (body) => refusalOf(service, body),
      async refusals() {
        await service.once('refusals', () => askRefusals(service, target.allows('w0')))
        return spoken.refusals
      },

      spoken,
      tokens,
      contradictions,
      missedReports: reports.missed,
      format,
      once: (name, work) => share(results, name, work),
      async undisturbed(work) {
        const { beside } = session
        let isOver = false
        void beside.then(() => {
          isOver = true
        })
        // Lets a promise that is settled already say so.
        await turn()
        const wasOver = isOver
        try {
          return await work(false)
        } catch (error) {
          const isDifference =
            error instanceof Violation || (error instanceof Undecided && error.reason === 'data-drift')
          if (wasOver || !isDifference) throw error
          wasDisturbed = true
          await beside
          return work(true)
        }
      },
      get wasDisturbed() {
        return wasDisturbed
      },
      whileSteady: (name, work) => share(learned, `work ${name}`, work),
      keys,
      reports: reports.declared,
      foreignReport:
        options.foreignReport === undefined
          ? undefined
          : { value: options.foreignReport, label: '$FOREIGN_REPORT' },
      wasDecided: ({ label }) => reports.decided.has(label),
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

  let wasDisturbed = false
  let queue: Promise<unknown> = Promise.resolve()
  const pagesOf = (facts: Facts | undefined) => facts && Math.ceil(facts.size / PAGE)
  /** Where the list shows a change, as far as the facts told when it was last looked at from the beginning. */
  let shows: Ends = 'both'
  const freshFingerprint = sharedLook(
    (check) => fingerprint(as(check).again, pagesOf(known), shows),
    target.idle,
  )

  const session: Session = {
    as,
    beside: Promise.resolve(),
    declared: {
      otherToken: keys.other !== undefined,
      disabledToken: keys.disabled !== undefined,
      foreignReport: options.foreignReport !== undefined,
      reports: reports.declared.length,
    },
    fingerprint: (check) =>
      share(learned, 'fingerprint', async () => {
        const facts = await as(check)
          .facts()
          .catch(() => undefined)
        shows = facts?.newestOn ?? 'both'
        // What checks compare is what was read first, so that is what must not have changed.
        return fingerprint(as(check).get, pagesOf(known), shows)
      }),
    freshFingerprint,
    drifts: 0,
    alone(work) {
      const result = queue.then(work)
      queue = result.catch(() => {})
      return result
    },
    unknownReports: reports.unknown,
    get flukes() {
      return asker.flukes
    },
    known: () => known,
    forget() {
      kept.releaseAll()
      lists.clear()
      answers.clear()
      tries.clear()
      learned.clear()
    },
  }
  return session
}

/** Returns what identifies a question about the list: its parameters in their order, as they are sent. */
function nameOf(query: Query): string {
  return JSON.stringify(Object.entries(query), (_, value) =>
    typeof value === 'number' ? String(value) : value,
  )
}

/** Returns the first result of work for every later call with the same name. */
function share<T>(memory: Map<string, Promise<unknown>>, name: string, work: () => Promise<T>): Promise<T> {
  const known = memory.get(name) as Promise<T> | undefined
  if (known) return known
  const fresh = work()
  memory.set(name, fresh)
  // Failures of the target are not kept, because it may answer the next time. Breaks are not kept either, because only
  // some checks are about them.
  fresh.catch((error: unknown) => {
    if (error instanceof TargetFailure || error instanceof Break) memory.delete(name)
  })
  return fresh
}

/** Returns that a check is blocked because it got no list. Another check reports that. */
function blockedBy({ status, exchange }: ListAnswer): Undecided {
  const query = exchange.question.query?.map(([name]) => name).join(', ')
  const asked = query ? `GET /pessoas with ${query}` : 'GET /pessoas'
  if (status !== 200) return new Undecided('blocked', `${asked} answered ${status}`)
  return new Undecided('blocked', `${asked} did not return a list: see the ENV checks`)
}
