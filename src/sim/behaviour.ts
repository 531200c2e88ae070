import type { Profile } from '../contract/profile.ts'
import type { Store } from '../store/store.ts'
import { createAuthenticate, type TokenStore } from './authenticate.ts'
import { createBodyReading, isMalformedTypeOurs, type ParseJson } from './body.ts'
import type { FastifyRequest } from './fastify.ts'
import { createFinish, type Finish } from './finish.ts'
import { createJudging } from './judging.ts'
import { fieldsTaken } from './list-fields.ts'
import { createListPersons } from './list-persons.ts'
import { ownUrl, urlAsSent } from './own-url.ts'
import type { Routing } from './routes.ts'
import { createReports, type Reports } from './validate-report.ts'

/** What a profile makes of requests. */
export interface Behaviour {
  routing: Routing
  judging: ReturnType<typeof createJudging>
  listPersons: ReturnType<typeof createListPersons>
  reports: Reports
  /** Undefined for a profile that says nothing of the form of answers. */
  finish: Finish | undefined
  /** Returns the URL of a list as links repeat it. */
  urlOf(request: FastifyRequest): string
  /** Whether the body of a GET is read. */
  readsListBody: boolean
  /** Whether a malformed Content-Type is judged by us and not by Fastify. */
  isMalformedTypeOurs: boolean
}

export interface BehaviourOptions {
  store: Store & TokenStore
  profile: Profile
  routing: Routing
  parseJson: ParseJson
}

/** Creates what the router asks under a profile. */
export function createBehaviour({ store, profile, routing, parseJson }: BehaviourOptions): Behaviour {
  const reports = createReports(store, profile)
  const judging = createJudging(profile, {
    nameOf: (request) => nameOf(store, request),
    authenticate: createAuthenticate(store, profile),
    body: createBodyReading(profile, parseJson),
    reports,
  })
  return {
    routing,
    judging,
    listPersons: createListPersons(store, profile),
    reports,
    finish: createFinish(profile),
    urlOf: profile.dialect.shape.linkPath === 'as-sent' ? urlAsSent : ({ raw }) => ownUrl(raw),
    readsListBody: fieldsTaken(profile.dialect.routes) !== undefined,
    isMalformedTypeOurs: isMalformedTypeOurs(profile),
  }
}

/** Returns the name that a balancer gave to a request, if the operator says that one does. */
export function nameOf({ requestHeader }: Store, { headers }: FastifyRequest): string | undefined {
  const name = requestHeader && headers[requestHeader]
  return typeof name === 'string' && name !== '' ? name : undefined
}
