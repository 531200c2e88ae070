import type { Fault } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import { clearTimeout, performance, setTimeout } from '../contract/real-globals.ts'
import type { Soon } from '../contract/soon.ts'
import { withoutQuery } from '../contract/url.ts'
import type { ValidationBody } from '../contract/wire.ts'
import type { Organization, ReportStatus, Store } from '../world/store.ts'
import { Unavailable } from '../world/unavailable.ts'
import { announced } from './announced.ts'
import { type Answer, type Ask, hasBody, type Request } from './ask.ts'
import { BODY_LIMIT, createReadDecision, kindOfType, readJson, type Sent } from './decision.ts'
import { createList } from './list.ts'
import { orderOf } from './order.ts'
import { createReadQuery, plainQuestion, type Question } from './query.ts'
import { createRefuse } from './refusal.ts'
import { createReports } from './report.ts'
import { type Route, routeOf } from './route.ts'
import { createAuthenticate, type TokenFault, tokenFaults } from './token.ts'
import { whyMalformed } from './why-json.ts'

// The service on one page: each route has steps, and the first step that answers decides. The last one always answers: it
// lists, decides, or says that there is no such route.

/** A request on its way through its steps, with what they found. */
interface Asked {
  readonly request: Request
  readonly route: Route
  /** When nobody waits for the answer any more; undefined if the store answers at once. */
  readonly until: number | undefined
  caller: Organization | undefined
  question: Question | undefined
  /** The value of the body; undefined until it was read. */
  sent: Sent | undefined
  decision: ValidationBody | undefined
  /** The status of the report for the caller; undefined until it was looked up. */
  status: ReportStatus | undefined
  /** Whether the decision was passed to the store. */
  isDeciding: boolean
  /** What is tolerated. */
  notes: readonly Fault[]
}

/** Judges one aspect of a request; undefined to go on. */
type Judge = (asked: Asked) => Soon<Answer | undefined>

/**
 * Returns the service on a store under one profile (clauses 4.1, 4.2, 5, 7). It answers at once if the store does, but for
 * a decision. What it throws is unexpected: a client is told 500.
 */
export function createService(store: Store, profile: Profile): Ask {
  const refuse = createRefuse(profile)
  const authenticate = createAuthenticate(store, profile)
  const readQuery = createReadQuery(profile)
  const listOf = createList(store, profile, refuse)
  const readDecision = createReadDecision(profile)
  const reports = createReports(store, profile)

  // Built in advance: the time that a refusal takes does not tell its reason.
  const refusals = Object.fromEntries(
    tokenFaults.map((name) => [name, refuse([{ name, slots: {} }])]),
  ) as Record<TokenFault, Answer>

  const noRoute: Judge = ({ route, request: { method, url } }) =>
    refuse([{ name: route.fault ?? 'route.unknown', slots: { method, path: withoutQuery(url) } }])

  const token: Judge = (asked) => {
    const found = authenticate(asked.request.headers.authorization)
    if (typeof found === 'string') return { ...refusals[found] }
    asked.caller = found
    return undefined
  }

  const query: Judge = (asked) => {
    const { request, route } = asked
    const question = route.query === '' ? plainQuestion : readQuery(route.query)
    asked.question = question
    asked.notes = question.notes
    if (hasBody(request)) {
      asked.notes = [{ name: 'body.ignored', slots: { method: request.method } }, ...question.notes]
    }
    return question.faults.length === 0 ? undefined : refuse(question.faults)
  }

  const list: Judge = ({ caller, question }) => listOf(caller as Organization, question as Question)

  const size: (request: Request) => Answer | undefined = ({ body, headers }) => {
    if (body !== 'too-large') return undefined
    const length = Number(headers['content-length']) || BODY_LIMIT + 1
    return refuse([{ name: 'body.too-large', slots: { limit: BODY_LIMIT, length } }])
  }

  const type: Judge = ({ request }) => {
    const value = request.headers['content-type']
    const kind = kindOfType(value)
    const tooLarge = kind === 'malformed' ? undefined : size(request)
    if (tooLarge) return tooLarge
    if (kind === 'json' || (kind === 'other' && profile.bodyType === 'any')) return undefined
    return refuse([{ name: 'type.other', slots: { key: 'content-type', value } }])
  }

  const json = (asked: Asked): Answer | undefined => {
    const { request, route } = asked
    if (asked.sent !== undefined) return undefined
    const tooLarge = size(request)
    if (tooLarge) return tooLarge
    const bytes = request.body as Buffer | undefined
    asked.sent = readJson(bytes)
    if (asked.sent === undefined) {
      const hints = () => whyMalformed(bytes as Buffer, request.headers)
      return refuse([{ name: 'json.malformed', slots: { key: 'value' }, hints }])
    }
    asked.notes = asked.sent.notes
    if (route.query !== '') asked.notes = [{ name: 'query.ignored', slots: {} }, ...asked.notes]
    return undefined
  }

  const body: Judge = (asked) => {
    const fault = reports.shapeFault(asked.route.numero)
    if (fault) return refuse([fault])
    const malformed = json(asked)
    if (malformed) return malformed
    const decision = readDecision(asked.sent?.value)
    if (Array.isArray(decision)) return refuse(decision)
    asked.decision = decision
    return undefined
  }

  /** Waits for what other processes recorded: whoever asks later than an answer was given must see it. */
  const fresh: Judge = (asked) => {
    if (store.fresh === undefined) return undefined
    const { organizations } = store
    // Meanwhile its token may have been withdrawn.
    const isKnown = () => asked.caller === undefined || organizations === store.organizations
    return store.fresh().then(() => (isKnown() ? undefined : token(asked)))
  }

  const lookUp = ({ caller, route, request }: Asked) =>
    reports.statusOf(caller, route.numero, nameOf(store, request))

  const report: Judge = (asked) => {
    const { numero } = asked.route
    const fault = reports.shapeFault(numero)
    if (fault) return refuse([fault])
    asked.status = lookUp(asked)
    const lack = reports.lackFault(numero, asked.status)
    return lack && refuse([lack])
  }

  const state: Judge = (asked) => {
    const fault = reports.stateFault(asked.route.numero, asked.status ?? lookUp(asked), asked.decision)
    return fault && refuse([fault])
  }

  const decide: Judge = (asked) => {
    const { caller, decision, route, until, request } = asked
    asked.isDeciding = true
    const rules = until === undefined ? undefined : { until, request: nameOf(store, request) }
    return reports
      .decide(caller as Organization, route.numero, decision as ValidationBody, rules)
      .then((decided) => ('name' in decided ? refuse([decided]) : decided))
  }

  const order = orderOf(profile)
  const judges = { token, query, type, json, body, report, state }
  /** Before the token, a report of anybody is enough; after it, it must be the own one. */
  const isReportFirst = order.indexOf('report') < order.indexOf('token')
  const stepsOf = (...names: readonly (keyof typeof judges)[]): Judge[] =>
    order.flatMap((step) => {
      const name = names.find((one) => one === step)
      if (name === undefined) return []
      if (name === 'report') return [fresh, report]
      return name === 'token' && isReportFirst && names.includes('report') ? [token, report] : [judges[name]]
    })
  const isTokenFirst = order.indexOf('token') < order.indexOf('route')
  const steps: Record<Route['is'], readonly Judge[]> = {
    list: [...stepsOf('token', 'query'), fresh, list],
    report: [...stepsOf('token', 'type', 'json', 'body', 'report', 'state'), decide],
    none: [...(isTokenFirst ? [token] : []), noRoute],
  }

  const failed = (error: unknown, { isDeciding }: Asked): Answer => {
    if (!(error instanceof Unavailable)) throw error
    const isUndecided = error.isUndecided || (error instanceof TooLate && isDeciding)
    const name = isUndecided ? 'service.undecided' : 'service.store-gone'
    return refuse([{ name, slots: { why: error.message } }])
  }

  /** Refuses a request when it has waited for the store for too long, whatever the store still does. */
  const patiently = (asked: Asked, limit: number): Soon<Answer> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TooLate('no answer within the time limit')), limit)
    })
    return Promise.race([run(steps[asked.route.is], asked), late])
      .catch((error: unknown) => failed(error, asked))
      .finally(() => clearTimeout(timer))
  }

  const ask: Ask = (request) => {
    const { limit } = store
    const route = routeOf(request)
    const asked: Asked = {
      request,
      route,
      until: limit === undefined ? undefined : performance.now() + limit,
      caller: undefined,
      question: undefined,
      sent: undefined,
      decision: undefined,
      status: undefined,
      isDeciding: false,
      notes: NONE,
    }
    return limit === undefined ? run(steps[route.is], asked) : patiently(asked, limit)
  }
  return announced({ ...profile, seen: {} })(ask)
}

class TooLate extends Unavailable {}

const NONE: readonly Fault[] = []

/** Runs the steps of a request, up to the first that answers; at once if none has to wait. */
function run(steps: readonly Judge[], asked: Asked, from = 0): Soon<Answer> {
  for (let i = from; ; i++) {
    const judged = (steps[i] as Judge)(asked)
    if (judged instanceof Promise) {
      return judged.then((answer) => (answer ? signed(answer, asked) : run(steps, asked, i + 1)))
    }
    if (judged !== undefined) return signed(judged, asked)
  }
}

/** Adds to an answer who asked, and what was tolerated. */
function signed(answer: Answer, { caller, notes }: Asked): Answer {
  answer.caller = caller
  if (notes.length > 0) answer.notes = answer.notes ? [...notes, ...answer.notes] : notes
  return answer
}

/** Returns the name that a balancer gave to a request, if the operator says that one does. */
function nameOf({ requestHeader }: Store, { headers }: Request): string | undefined {
  const name = requestHeader && headers[requestHeader]
  return typeof name === 'string' && name !== '' ? name : undefined
}
