import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../contract/faults.ts'
import { performance } from '../contract/real-globals.ts'
import type { Organization } from '../world/store.ts'
import { callerOf, faultsOf } from './notes.ts'

/** What the log gets about an answered request. Bytes that never became a request have only a status and faults. */
export interface LoggedAnswer {
  request?: IncomingMessage
  status: number
  /** Milliseconds from the first header to the last byte. */
  ms?: number
  organization?: Organization | undefined
  faults: readonly Fault[]
}

/** Called for each answered request. */
export type AccessLog = (answered: LoggedAnswer) => void

/** The conventional status for a client that closed the connection before the answer (nginx). */
const CLIENT_WENT_AWAY = 499

/** Logs a response when it closes, with what was noted of its request. */
export function logWhenOver(accessLog: AccessLog, response: ServerResponse): void {
  const start = performance.now()
  response.once('close', () => {
    const { req: request, headersSent, statusCode } = response
    const ms = performance.now() - start
    const [organization, faults] = [callerOf(request), faultsOf(request)]
    if (headersSent || statusCode !== 200)
      return accessLog({ request, status: statusCode, ms, organization, faults })
    const all = [...faults, { name: 'request.abandoned', slots: {} } as const]
    accessLog({ request, status: CLIENT_WENT_AWAY, ms, organization, faults: all })
  })
}
