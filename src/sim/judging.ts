import type { JudgingStep } from '../contract/dialect.ts'
import type { Profile } from '../contract/profile.ts'
import type { Routes } from '../contract/route-table.ts'
import { stepsOf } from '../contract/steps.ts'
import { UUID, type ValidationBody } from '../contract/wire.ts'
import type { Situation } from '../contract/wording.ts'
import { type Soon, whenThere } from '../store/soon.ts'
import type { Organization } from '../store/store.ts'
import { requireJsonAccepted } from './accept.ts'
import { type BodyReading, hasBody, isReadByDefault, type Sent, typeSlots } from './body.ts'
import { kindOfType } from './body-kinds.ts'
import { faultBeforeBreak } from './broken-body.ts'
import { whyBodyType } from './causes/body.ts'
import { type BecauseOne, type Cause, explain, setCaller } from './causes/cause.ts'
import { noObject, readDecision, requireStrict } from './decision.ts'
import { requireKnown, requireRead } from './early-faults.ts'
import type { FastifyRequest } from './fastify.ts'
import { fieldsTaken, withFields } from './list-fields.ts'
import { createReadListQuery, type ListQuestion, type Note } from './list-query.ts'
import { createPreflightTreatment } from './options-method.ts'
import { isElsewhere, PATH_OF_DOCUMENT } from './paths.ts'
import type { RawQuery } from './reading/read-others.ts'
import { type Fault, Refusal, refusal, refusalOf } from './refusal.ts'
import type { Reports } from './validate-report.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The organization whose token came with the request. */
    organization: Organization
    /** What a list request asks for. */
    question: ListQuestion
    decision: ValidationBody
    /** The value of the body, or the refusal of a body that has none; undefined until a step has read it. */
    sent: Sent | Refusal | undefined
    /** The answer to a request without a route whose body is judged first. */
    withoutRoute: Refusal | undefined
    /** Whether it has an answer, which may be sent later. */
    isAnswered: boolean
    /** For how many milliseconds it has waited for the store. */
    waited: number
  }
}

/** Judges one aspect of a request and stores the result in it. */
type Judge = (request: FastifyRequest) => Soon<void>

/** The steps for a request with a route: `early` before its body is read, `late` after. */
export interface Judging {
  /** @throws {Refusal} */
  early: Judge
  /** @throws {Refusal} */
  late: Judge
  /**
   * The steps of `late` that come before `size`, for a request whose body is too large to be read.
   * @throws {Refusal}
   */
  unread: Judge
}

export interface Judges {
  authenticate: (request: FastifyRequest['raw']) => Organization
  body: BodyReading
  reports: Reports
  /** Returns the name that a balancer gave to a request. */
  nameOf: (request: FastifyRequest) => string | undefined
}

/**
 * Returns the steps that judge a request, in the order of the profile. The first step that refuses decides. Steps
 * before the first one that needs the body run before it is read, so by default the body of a caller without a valid
 * token is never read. `stranger` judges a request without a route by the steps before `route`, and `options` an OPTIONS
 * that has an answer of its own.
 */
export function createJudging(
  profile: Profile,
  judges: Judges,
): Record<'list' | 'validation', Judging> & {
  stranger: Judging & { needsBody(url: string): boolean }
  options: Judge
} {
  const order = stepsOf(profile)
  const { unknown = {} } = profile.dialect.routes
  const beforeRoute = order.slice(0, order.indexOf('route'))
  const ofStrangers =
    unknown.body === 'read' ? [...new Set([...beforeRoute, 'size', 'type', 'json'] as const)] : beforeRoute
  const isTokenOfOptions = profile.dialect.routes.method?.['options-without-token'] === 'refuse'
  const ofPreflight = createPreflightTreatment(profile.dialect.routes)
  const ofToken = tokenStep(judges)
  return {
    options: (request) =>
      isTokenOfOptions && ofPreflight(request) === undefined ? ofToken(request) : undefined,
    stranger: {
      ...inOrder(ofStrangers, strangerSteps(judges, profile), ['type', 'json']),
      needsBody: (url) => ofStrangers.includes('json') && !isRefusedByGateway(unknown, url),
    },
    list: inOrder(order, listSteps(profile, judges), ['type', 'query']),
    validation: inOrder(order, validationSteps(profile, judges, order), ['type', 'json', 'body']),
  }
}

type Steps = Partial<Record<JudgingStep, Judge>>

function inOrder(order: readonly JudgingStep[], judges: Steps, late: readonly JudgingStep[]): Judging {
  const own = order.filter((step) => judges[step] !== undefined)
  const firstLate = own.findIndex((step) => late.includes(step))
  const all = ([first, ...rest]: readonly JudgingStep[]): Judge => {
    if (first === undefined) return () => {}
    const judge = judges[first] as Judge
    if (rest.length === 0) return judge
    const others = all(rest)
    return (request) => whenThere(judge(request), () => others(request))
  }
  const [before, after] = firstLate === -1 ? [own, []] : [own.slice(0, firstLate), own.slice(firstLate)]
  const size = after.findIndex((step) => step === 'size' || step === 'json' || step === 'body')
  const unread = before.includes('size') ? [] : after.slice(0, Math.max(0, size))
  return { early: all(before), late: all(after), unread: all(unread) }
}

/** Returns the steps that judge a request without a route. */
function strangerSteps(judges: Judges, profile: Profile): Steps {
  const { body } = judges
  const { unknown = {}, report } = profile.dialect.routes
  const { 'empty-json': emptyJson = 'same', elsewhere = 'same', method: ofMethod = 'same' } = unknown
  const isLookedUpFirst = ({ url, method }: FastifyRequest) => {
    if (ofMethod === 'first' && lacksMethod(url, method)) return true
    if (elsewhere === 'same') return false
    if (elsewhere !== 'any') return isElsewhere(url)
    const [, , numero] = PATH_OF_DOCUMENT.exec(url) ?? []
    return (
      !PATH_OF_DOCUMENT.test(url) ||
      (report?.shape === 'no-route' && numero !== undefined && !UUID.test(numero))
    )
  }
  const isEmpty = emptyJson === 'same' ? () => false : saysJson(emptyJson === 'any' ? BODYLESS : WITHOUT_BODY)
  const authenticated = tokenStep(judges)
  return {
    token: (request) => {
      if (!isLookedUpFirst(request)) return authenticated(request)
    },
    size: ({ raw, url }) => {
      if (!isRefusedByGateway(unknown, url)) body.requireSize(raw.headers)
    },
    type: ({ raw, url }) => {
      if (hasBody(raw) && !isRefusedByGateway(unknown, url)) body.requireType(raw.headers)
    },
    json: (request) => {
      if (isRefusedByGateway(unknown, request.url)) return
      if (hasBody(request.raw)) return requireJson(request, judges, profile)
      if (isEmpty(request)) throw noObject()
    },
  }
}

/** Returns whether a path of the interface does not have a method. */
function lacksMethod(url: string, method: string): boolean {
  const [, , numero] = PATH_OF_DOCUMENT.exec(url) ?? []
  if (numero !== undefined) return method !== 'POST'
  return PATH_OF_DOCUMENT.test(url) && method !== 'GET' && method !== 'HEAD'
}

/** Returns whether a path is refused before its body is read, like by a gateway. */
function isRefusedByGateway({ elsewhere }: NonNullable<Routes['unknown']>, url: string): boolean {
  return elsewhere === 'gateway' && isElsewhere(url)
}

/** Methods that have no body. */
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE'])
/** The same with those for which Fastify before version 5 expects a body only if there is a Content-Length. */
const WITHOUT_BODY: ReadonlySet<string> = new Set([...BODYLESS, 'OPTIONS', 'DELETE'])

/** Returns whether a request says that it has JSON; the interface shows that type for a GET, too. */
const saysJson =
  (bodyless: ReadonlySet<string>) =>
  ({ method, raw }: FastifyRequest): boolean => {
    const { 'content-type': type } = raw.headers
    return !bodyless.has(method) && type !== undefined && kindOfType(type) === undefined
  }

function requireJson(request: FastifyRequest, { body }: Judges, profile: Profile): void {
  request.sent ??= body.read(request)
  if (request.sent instanceof Refusal) throw request.sent
  requireStrict(request.sent, profile)
}

const tokenStep =
  ({ authenticate }: Judges): Judge =>
  (request) => {
    request.organization = authenticate(request.raw)
    setCaller(request.raw, request.organization)
  }

function listSteps(profile: Profile, judges: Judges): Steps {
  const readListQuery = createReadListQuery(profile)
  const taken = fieldsTaken(profile.dialect.routes)
  const query: Judge = (request) => {
    const note: Note = (cause) => explain(request.raw, (known) => [cause(known)])
    const raw = taken ? withFields(request, taken, judges.body) : (request.query as RawQuery)
    request.question = readListQuery(raw, note, request.url)
  }
  const { get, accept } = profile.dialect.routes.type ?? {}
  const type: Judge = (request) => {
    if (accept === 'refuse') requireJsonAccepted(request.raw.headers.accept)
    if (get === 'refuse') requireUsualType(request)
  }
  const isTypeJudged = get === 'refuse' || accept === 'refuse'
  const token = withAccept(accept === 'first' ? accept : 'same', tokenStep(judges))
  return { token, ...(isTypeJudged && { type }), query }
}

type Accept = NonNullable<Routes['type']>['accept']

/** Returns the step that looks at the token with the header Accept before or after it. */
function withAccept(choice: Accept, token: Judge): Judge {
  const ofAccept: Judge = ({ raw }) => requireJsonAccepted(raw.headers.accept)
  if (choice === 'refuse') return (request) => whenThere(token(request), () => ofAccept(request))
  if (choice !== 'first') return token
  return (request) => whenThere(ofAccept(request), () => token(request))
}

/** Refuses a Content-Type other than JSON and a form, which are the types that the interface shows for a GET. */
function requireUsualType({ raw: { headers } }: FastifyRequest): void {
  const type = headers['content-type']
  const kind = kindOfType(type)
  if (kind === undefined || kind === 'form' || isReadByDefault(kind)) return
  throw refusal
    .bodyType()
    .as('type.get', typeSlots(type))
    .because((known) => whyBodyType(String(type), known))
}

function validationSteps(profile: Profile, judges: Judges, order: readonly JudgingStep[]): Steps {
  const { body, reports, nameOf } = judges
  const isBefore = (a: JudgingStep, b: JudgingStep) => order.indexOf(a) < order.indexOf(b)
  const { 'shape-with-body': together = 'apart', 'shape-with-json': withJson = 'apart' } =
    profile.dialect.routes.report ?? {}
  const isShapeLater = together !== 'apart' && isBefore('body', 'report')
  /** Refuses a number that is not a UUID, together with the faults of the body. */
  const refuseWithShape = (shape: Fault, readBody: () => unknown): never => {
    const body = refusalOf(readBody)
    const isFirst = together === 'before'
    // A body that is not an object has no fields to report.
    if (body && body.faults.length === 0 && !isFirst) throw body
    const ofBody = body?.faults ?? []
    const faults = isFirst ? [shape, ...ofBody] : [...ofBody, shape]
    throw refusal.invalid(ofBody.length > 0 ? 'payload' : 'params', faults as [Fault], profile, body?.sent)
  }
  /** Refuses a body that is not valid JSON, together with a number that is not a UUID if the profile says so. */
  const refuseJson = (why: Refusal, numero: string): never => {
    const shape = withJson === 'apart' || !refusesJson(why) ? undefined : reports.shapeFault(numero)
    if (shape === undefined) throw why
    const faults = withJson === 'before' ? [shape, faultOf(why)] : [faultOf(why), shape]
    throw refusal.invalid('payload', faults as [Fault, Fault], profile)
  }
  const { 'accept-post': ofPost = 'same' } = profile.dialect.routes.type ?? {}
  const authenticated = withAccept(ofPost, tokenStep(judges))
  const isBrokenJudged = profile.dialect.bodies.body?.broken === 'judged'
  // If the report is looked up before the body is read, unknown fields are judged later with all others.
  const isKnownLater =
    profile.dialect.bodies.body?.early === 'unknown-after-report' &&
    (isBefore('json', 'report') || isBefore('body', 'report'))
  const requireKnownIn = (sent: Sent | Refusal) => {
    if (!(sent instanceof Refusal)) requireKnown(sent, profile)
  }
  const read = (request: FastifyRequest) => {
    request.sent ??= readBody(request)
    return request.sent
  }
  const readBody = (request: FastifyRequest) => {
    const sent = body.read(request)
    if (!isBrokenJudged || !refusesJson(sent)) return sent
    return faultBeforeBreak(body.textOf(request), profile) ?? sent
  }
  return {
    token: isBefore('token', 'report')
      ? authenticated
      : (request) => {
          authenticated(request)
          // The step `report` came before the token, so it only looked whether any organization has the report.
          return reports.requireReport(request.organization, numeroOf(request))
        },
    size: ({ raw }) => body.requireSize(raw.headers),
    type: ({ raw }) => body.requireType(raw.headers),
    json: (request) => {
      const sent = read(request)
      if (sent instanceof Refusal) return refuseJson(sent, numeroOf(request))
      requireStrict(sent, profile)
      requireRead(sent, profile)
    },
    number: (request) => {
      if (!isShapeLater) return reports.requireShape(numeroOf(request))
    },
    body: (request) => {
      const sent = read(request)
      // The step `json` refuses a body that is not JSON.
      if (sent instanceof Refusal) return
      const shape = isShapeLater ? reports.shapeFault(numeroOf(request)) : undefined
      request.decision = shape
        ? refuseWithShape(shape, () => readDecision(sent, profile))
        : readDecision(sent, profile)
    },
    report: (request) => {
      const found = reports.requireReport(request.organization, numeroOf(request))
      return isKnownLater ? whenThere(found, () => requireKnownIn(read(request))) : found
    },
    state: (request) =>
      reports.requireUndecided(request.organization, numeroOf(request), request.decision, nameOf(request)),
  }
}

/** Returns a body that is not valid JSON as one fault among several: its key is the path of the value with the syntax error. */
function faultOf({ message, situations: [situation], why }: Refusal): Fault {
  const { name, slots } = situation as Situation
  const cause: BecauseOne = (known) => why(known)[0] as Cause
  return { key: String(slots.dotted ?? ''), reasons: [message], situation: name, slots, cause }
}

function refusesJson(sent: Sent | Refusal): boolean {
  return sent instanceof Refusal && sent.situations.some(({ name }) => name.startsWith('json.'))
}

export function numeroOf({ params }: FastifyRequest): string {
  return (params as { numero: string }).numero
}
