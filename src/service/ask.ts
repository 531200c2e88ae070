import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Fault } from '../contract/faults.ts'
import type { Soon } from '../contract/soon.ts'
import type { Organization } from '../world/store.ts'
import type { Body } from './body.ts'

/** A request, whether it came over a socket or not. */
export interface Request {
  method: string
  /** The path with its query, as it was sent. */
  url: string
  /** Names in lower case. */
  headers: IncomingHttpHeaders
  /** Names and values in turn, as they were sent; a quirk reads the names. */
  rawHeaders?: readonly string[] | undefined
  /** Undefined if none was sent; `too-large` if it was longer than the limit and not read. */
  body?: Buffer | 'too-large' | undefined
}

export interface Answer {
  status: number
  /** Replaces the default headers, which declare JSON. */
  headers?: OutgoingHttpHeaders | undefined
  body: Body
  /** What is wrong with the request, in the order of judging; none for a success. */
  faults?: readonly Fault[] | undefined
  /** What was tolerated in a request that succeeded, for the log. */
  notes?: readonly Fault[] | undefined
  /** The organization whose token came with the request. */
  caller?: Organization | undefined
  /** Whether it is kept to be sent again, so that others may keep its body without a copy. */
  isShared?: true | undefined
  /** The values that templates of a learned profile may repeat; made when they are asked for. */
  slots?: (() => Readonly<Record<string, unknown>>) | undefined
}

/** The service: what it answers to a request. It knows no socket. */
export type Ask = (request: Request) => Soon<Answer>

/** Something around the service that changes requests or answers: a quirk, a learned deployment, a fault, a file. */
export type Layer = (next: Ask) => Ask

export function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
