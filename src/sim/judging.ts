import type { JudgingStep } from '../contract/dialect.ts'
import type { Profile } from '../contract/profile.ts'
import { stepsOf } from '../contract/steps.ts'
import type { ValidationBody } from '../contract/wire.ts'
import { type Soon, whenThere } from '../store/soon.ts'
import type { Organization } from '../store/store.ts'
import type { BodyReading, Sent } from './body.ts'
import { kindOfType } from './body-kinds.ts'
import { whyBodyType } from './causes/body.ts'
import { explain, setCaller } from './causes/cause.ts'
import { readDecision } from './decision.ts'
import type { FastifyRequest } from './fastify.ts'
import { createReadListQuery, type ListQuestion, type Note } from './list-query.ts'
import type { RawQuery } from './reading/read-others.ts'
import { Refusal, refusal } from './refusal.ts'
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
 * token is never read. `stranger` judges a request without a route, `options` one that is answered by its method.
 */
export function createJudging(
  profile: Profile,
  judges: Judges,
): Record<'list' | 'validation', Judging> & { stranger: Judge; options: Judge } {
  const order = stepsOf(profile)
  const isTokenFirst = order.indexOf('token') < order.indexOf('route')
  const isTokenOfOptions = profile.dialect.routes.method?.['options-without-token'] === 'refuse'
  return {
    options: isTokenOfOptions ? tokenStep(judges) : () => {},
    stranger: isTokenFirst ? tokenStep(judges) : () => {},
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
  return { early: all(own.slice(0, firstLate)), late: all(own.slice(firstLate)) }
}

const tokenStep =
  ({ authenticate }: Judges): Judge =>
  (request) => {
    request.organization = authenticate(request.raw)
    setCaller(request.raw, request.organization)
  }

function listSteps(profile: Profile, judges: Judges): Steps {
  const readListQuery = createReadListQuery(profile)
  const query: Judge = (request) => {
    const note: Note = (cause) => explain(request.raw, (known) => [cause(known)])
    request.question = readListQuery(request.query as RawQuery, note, request.url)
  }
  const isTypeJudged = profile.dialect.routes.type?.get === 'refuse'
  return { token: tokenStep(judges), ...(isTypeJudged && { type: requireUsualType }), query }
}

/** Refuses a Content-Type other than JSON and a form, which are the types that the interface shows for a GET. */
function requireUsualType({ raw: { headers } }: FastifyRequest): void {
  const type = headers['content-type']
  const kind = kindOfType(type)
  if (kind === undefined || kind === 'none' || kind === 'form' || kind === 'suffix') return
  throw refusal
    .bodyType()
    .as('type.get', { key: 'content-type', value: type as string })
    .because((known) => whyBodyType(String(type), known))
}

function validationSteps(profile: Profile, judges: Judges, order: readonly JudgingStep[]): Steps {
  const { body, reports, nameOf } = judges
  const isBefore = (a: JudgingStep, b: JudgingStep) => order.indexOf(a) < order.indexOf(b)
  const authenticated = tokenStep(judges)
  const read = (request: FastifyRequest) => {
    request.sent ??= body.read(request)
    return request.sent
  }
  return {
    token: isBefore('token', 'report')
      ? authenticated
      : (request) => {
          authenticated(request)
          // The report was looked for before the token was known, among those of all organizations.
          return reports.requireReport(request.organization, numeroOf(request))
        },
    type: ({ raw }) => body.requireType(raw.headers),
    json: (request) => {
      const sent = read(request)
      if (sent instanceof Refusal) throw sent
    },
    number: (request) => reports.requireShape(numeroOf(request)),
    body: (request) => {
      const sent = read(request)
      // The step `json` refuses a body that is not JSON.
      if (!(sent instanceof Refusal)) request.decision = readDecision(sent, profile)
    },
    report: (request) => reports.requireReport(request.organization, numeroOf(request)),
    state: (request) =>
      reports.requireUndecided(request.organization, numeroOf(request), request.decision, nameOf(request)),
  }
}

export function numeroOf({ params }: FastifyRequest): string {
  return (params as { numero: string }).numero
}
